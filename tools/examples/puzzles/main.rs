//! Makes `data/xiangqi/selective.epd` and `horizon.epd`: `cargo run --release -p tools --example puzzles -- selective`
//! (or `horizon`) prints positions that show whether a search overlooks what a full-width search finds.
//!
//! They come from games of this engine with itself, and each is proved by a full-width search before it is printed. The
//! numbers come from a fixed seed, so the same command prints the same positions.

use std::collections::HashSet;
use std::process::ExitCode;

use xiangqi::evaluator::Classical;
use xiangqi::{Move, Position};

use games::Game;
use shared::canonical_fen;

mod captures;
mod doomed;
mod exchange;
mod games;
mod lines;
mod mates;
#[path = "../shared/mod.rs"]
mod shared;

type Searcher = shared::Searcher<Position, Classical>;

/// What a puzzle is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Theme {
    QuietMate,
    Sacrifice,
    DoomedPiece,
    CaptureCheck,
    MateLadder,
}

impl Theme {
    fn name(self) -> &'static str {
        match self {
            Theme::QuietMate => "quiet-mate",
            Theme::Sacrifice => "sacrifice",
            Theme::DoomedPiece => "doomed-piece",
            Theme::CaptureCheck => "capture-check",
            Theme::MateLadder => "mate-ladder",
        }
    }
}

/// A position with the one move that solves it.
struct Puzzle {
    theme: Theme,
    /// Moves to mate, 0 where there is none.
    mate_in: u32,
    position: Position,
    best: Move,
    /// What else was proved, as EPD operations.
    facts: String,
}

/// A theme, a length of mate, and the number of puzzles to find.
type Quota = (Theme, u32, usize);

/// A way to find puzzles.
struct Miner {
    seed: u64,
    quotas: &'static [Quota],
    find: fn(&mut Searcher, &Game) -> Vec<Puzzle>,
}

const SELECTIVE: [Miner; 3] = [
    Miner {
        seed: 1,
        quotas: &[(Theme::QuietMate, 2, 6), (Theme::QuietMate, 3, 6), (Theme::QuietMate, 4, 4)],
        find: mates::find_needed,
    },
    Miner {
        seed: 6,
        quotas: &[(Theme::Sacrifice, 2, 6), (Theme::Sacrifice, 3, 6), (Theme::Sacrifice, 4, 4)],
        find: mates::find_sacrifices,
    },
    Miner { seed: 2, quotas: &[(Theme::DoomedPiece, 0, 16)], find: doomed::find },
];

const HORIZON: [Miner; 2] = [
    Miner {
        seed: 4,
        quotas: &[(Theme::CaptureCheck, 2, 12), (Theme::CaptureCheck, 3, 8)],
        find: captures::find,
    },
    Miner {
        seed: 5,
        quotas: &[
            (Theme::MateLadder, 1, 5),
            (Theme::MateLadder, 2, 5),
            (Theme::MateLadder, 3, 5),
            (Theme::MateLadder, 4, 5),
        ],
        find: mates::find,
    },
];

/// The most games that are searched for puzzles.
const GAMES: usize = 100_000;

fn main() -> ExitCode {
    let argument = std::env::args().nth(1);
    let miners: &[Miner] = match argument.as_deref() {
        Some("selective") => &SELECTIVE,
        Some("horizon") => &HORIZON,
        _ => {
            eprintln!("usage: puzzles selective|horizon");
            return ExitCode::from(2);
        }
    };
    for miner in miners {
        let puzzles = collect(miner);
        print(&puzzles, miner.quotas);
    }
    ExitCode::SUCCESS
}

/// Plays games and collects puzzles up to the quotas: at most one of a theme from a game, no two equal under
/// reflection.
fn collect(miner: &Miner) -> Vec<Puzzle> {
    let mut searcher = Searcher::new(Classical::default());
    let mut state = miner.seed;
    let mut seen = HashSet::new();
    let wanted: usize = miner.quotas.iter().map(|quota| quota.2).sum();
    let mut puzzles: Vec<Puzzle> = Vec::new();
    for _ in 0..GAMES {
        let game = games::next_game(&mut searcher, &mut state);
        let mut taken: Vec<Theme> = Vec::new();
        for puzzle in (miner.find)(&mut searcher, &game) {
            let is_wanted = is_open(&puzzles, miner.quotas, &puzzle) && !taken.contains(&puzzle.theme);
            if is_wanted && seen.insert(canonical_fen(&puzzle.position)) {
                taken.push(puzzle.theme);
                puzzles.push(puzzle);
            }
        }
        if puzzles.len() == wanted {
            break;
        }
    }
    puzzles
}

/// Whether there are not yet enough puzzles like this.
fn is_open(puzzles: &[Puzzle], quotas: &[Quota], puzzle: &Puzzle) -> bool {
    let kind = (puzzle.theme, puzzle.mate_in);
    let found = puzzles.iter().filter(|other| (other.theme, other.mate_in) == kind).count();
    quotas.iter().any(|&(theme, mate_in, wanted)| (theme, mate_in) == kind && found < wanted)
}

fn print(puzzles: &[Puzzle], quotas: &[Quota]) {
    let mut number = 0;
    let mut last = None;
    for &(theme, mate_in, _) in quotas {
        if last.replace(theme) != Some(theme) {
            number = 0;
        }
        for puzzle in puzzles.iter().filter(|puzzle| (puzzle.theme, puzzle.mate_in) == (theme, mate_in)) {
            number += 1;
            let (name, facts) = (theme.name(), &puzzle.facts);
            let setup = xiangqi::Setup { plies: 0, number: 1, ..puzzle.position.to_setup() };
            println!("{setup} ; id \"{name} {number:02}\" ; theme \"{name}\" ; bm {} ; {facts}", puzzle.best);
        }
    }
}
