//! Makes the position sets that `shuangqi compare` embeds: `cargo run --release -p tools --example positions -- GAME N`
//! prints N positions of a game, in equal parts from its strata, no two equal under symmetry.
//!
//! Every position is taken from a game of its own, and the numbers come from a fixed seed, so the same command prints
//! the same set. The strata take turns; each round begins one stratum later than the round before, so that whoever
//! takes only the first lines, or every second or sixth, gets all of them.

use std::collections::HashSet;
use std::process::ExitCode;

use search_core::testing::conformance::next;
use search_core::{Evaluator as _, Position, Score, Window};
use xiangqi::PieceKind;

use shared::{Searcher, canonical_fen};

#[path = "shared/mod.rs"]
mod shared;

const SEED: u64 = 20_261_120;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let count = arguments.get(1).map_or(Ok(320), |text| text.parse());
    match (arguments.first().map(String::as_str), count) {
        (Some("othello"), Ok(count)) => print_othello(count),
        (Some("xiangqi"), Ok(count)) => print_xiangqi(count),
        _ => {
            eprintln!("usage: positions othello|xiangqi [COUNT]");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// A position that was drawn: its line, and what is the same for all positions that count as equal.
struct Drawn {
    line: String,
    class: String,
}

/// Prints a set of positions that `draw`, asked for a stratum, takes from one game; it may find none there.
fn print_set(game: &str, strata: &[&str], count: usize, mut draw: impl FnMut(usize) -> Option<Drawn>) {
    let size = strata.len();
    println!("# cargo run --release -p tools --example positions -- {game} {count}");
    println!("# Position i, from 0, is of stratum (i + i / {size}) mod {size}: {}.", strata.join(", "));
    let mut seen = HashSet::new();
    for index in 0..count {
        let stratum = (index + index / size) % size;
        let line = loop {
            if let Some(drawn) = draw(stratum).filter(|drawn| seen.insert(drawn.class.clone())) {
                break drawn.line;
            }
        };
        println!("{line}");
    }
}

const OTHELLO: [&str; 5] = ["12 discs", "20 discs", "28 discs", "36 discs", "44 discs"];
const DISCS: [u32; 5] = [12, 20, 28, 36, 44];
/// Random plies that an Othello game begins with, or one more.
const OTHELLO_RANDOM: u32 = 7;
/// A score from which Othello counts as decided, in hundredths of a disc.
const OTHELLO_DECIDED: Score = 3_000;

fn print_othello(count: usize) {
    let mut searcher = Searcher::new(othello::evaluator::Classical);
    let mut state = SEED;
    print_set("othello", &OTHELLO, count, |stratum| {
        let position = draw_othello(&mut searcher, DISCS[stratum], &mut state)?;
        let class = othello::Position {
            board: othello::symmetry::canonical(position.board),
            side: othello::Position::START.side,
        };
        let write = othello::notation::board::write;
        Some(Drawn { line: write(position), class: write(class) })
    });
}

/// A position with this number of discs from a game; `None` if that game has no suitable one.
fn draw_othello(
    searcher: &mut Searcher<othello::Position, othello::evaluator::Classical>,
    discs: u32,
    state: &mut u64,
) -> Option<othello::Position> {
    let random = OTHELLO_RANDOM + (next(state) % 2) as u32;
    let mut position = othello::Position::START;
    let mut played = 0;
    while 64 - position.board.empties().len() < discs {
        position = searcher.play_on(&position, played, random, state)?;
        played += 1;
    }
    let is_open =
        position.count_moves() > 1 && searcher.score(&position, 2, Window::FULL).abs() < OTHELLO_DECIDED;
    is_open.then_some(position)
}

const XIANGQI: [&str; 6] = [
    "quiet opening",
    "tactical opening",
    "quiet middle game",
    "tactical middle game",
    "quiet endgame",
    "tactical endgame",
];
/// Random plies that a Xiangqi game begins with, or one more.
const XIANGQI_RANDOM: u32 = 8;
/// No Xiangqi game is followed further.
const XIANGQI_PLIES: u32 = 200;
/// A position is taken from a ply that is drawn from this number of plies after the beginning of the phase.
const SPREAD: u64 = 16;
/// A score from which Xiangqi counts as decided: more than a chariot and a horse.
const XIANGQI_DECIDED: Score = 1_500;
/// What one side must be able to win by captures alone for a position to count as tactical: an advisor or elephant.
const TACTICAL: Score = 200;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Opening,
    Middle,
    End,
}

impl Phase {
    /// By the attacking pieces left on the board: 4 for a chariot, 2 for a horse or cannon, 32 at the start.
    fn of(position: &xiangqi::Position) -> Phase {
        let count = |kind| position.board().kind(kind).len();
        let strength = 4 * count(PieceKind::Rook) + 2 * (count(PieceKind::Horse) + count(PieceKind::Cannon));
        match strength {
            28.. => Phase::Opening,
            16.. => Phase::Middle,
            _ => Phase::End,
        }
    }
}

type XiangqiSearcher = Searcher<xiangqi::Position, xiangqi::evaluator::Classical>;

fn print_xiangqi(count: usize) {
    let Ok(start) = xiangqi::Position::from_fen(xiangqi::fen::START) else { return };
    let mut searcher = Searcher::new(xiangqi::evaluator::Classical::default());
    let mut state = SEED;
    print_set("xiangqi", &XIANGQI, count, |stratum| {
        let phase = [Phase::Opening, Phase::Middle, Phase::End][stratum / 2];
        let position = draw_xiangqi(&mut searcher, start, (phase, stratum % 2 == 1), &mut state)?;
        let line = canonical_fen(&position);
        Some(Drawn { class: line.clone(), line })
    });
}

/// A position of that phase, tactical or not, from a game; `None` if that game has none that will do.
fn draw_xiangqi(
    searcher: &mut XiangqiSearcher,
    mut position: xiangqi::Position,
    (phase, tactical): (Phase, bool),
    state: &mut u64,
) -> Option<xiangqi::Position> {
    let random = XIANGQI_RANDOM + (next(state) % 2) as u32;
    let mut wait = next(state) % SPREAD;
    for played in 0..XIANGQI_PLIES {
        let found = Phase::of(&position);
        if found > phase {
            return None;
        }
        if found == phase && played >= random {
            if wait == 0 && is_open(searcher, &position) && is_tactical(searcher, &position) == tactical {
                return Some(position);
            }
            wait = wait.saturating_sub(1);
        }
        position = searcher.play_on(&position, played, random, state)?;
    }
    None
}

/// Whether there are at least two moves, and the game is neither decided nor certain to be drawn.
fn is_open(searcher: &mut XiangqiSearcher, position: &xiangqi::Position) -> bool {
    position.count_moves() > 1
        && !position.is_material_draw()
        && searcher.score(position, 2, Window::FULL).abs() < XIANGQI_DECIDED
}

/// Whether the side to move is in check, or either side, if it had the move, could win something by captures alone.
fn is_tactical(searcher: &mut XiangqiSearcher, position: &xiangqi::Position) -> bool {
    let mut gains = |position: &xiangqi::Position| {
        let judgement = searcher.thread.evaluator.evaluate(position);
        searcher.score(position, 0, Window::FULL) - judgement >= TACTICAL
    };
    position.in_check() || gains(position) || gains(&position.passed())
}
