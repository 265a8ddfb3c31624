//! Makes the position sets that `shuangqi compare` embeds: `cargo run --release -p tools --example positions -- GAME N`
//! prints N positions of a game, evenly spread over its phases, no two equal under symmetry.
//!
//! Every position is taken from a game of its own: random moves first, then our own search at a few plies. The numbers
//! come from a fixed seed, so the same command prints the same set.

use std::collections::HashSet;
use std::process::ExitCode;

use search_core::recipe::STRONGEST;
use search_core::testing::conformance::next;
use search_core::{Control, Evaluator, Kit, MoveList, Position, Request, Root, Table, Which, think};

/// Plies of search for the moves that are not random.
const DEPTH: i16 = 3;
const SEED: u64 = 20_261_120;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let count = arguments.get(1).and_then(|text| text.parse().ok()).unwrap_or(40);
    match arguments.first().map(String::as_str) {
        Some("othello") => print_set(othello_set(count)),
        Some("xiangqi") => print_set(xiangqi_set(count)),
        _ => {
            eprintln!("usage: positions othello|xiangqi [COUNT]");
            ExitCode::from(2)
        }
    }
}

fn print_set(lines: Vec<String>) -> ExitCode {
    lines.iter().for_each(|line| println!("{line}"));
    ExitCode::SUCCESS
}

/// Discs on the board at the phases that are sampled.
const DISCS: [u32; 5] = [12, 20, 28, 36, 44];

fn othello_set(count: usize) -> Vec<String> {
    let mut seen = HashSet::new();
    let mut lines = Vec::new();
    let mut state = SEED;
    while lines.len() < count {
        let discs = DISCS[lines.len() % DISCS.len()];
        let sampled =
            sample(&othello::Position::START, othello::evaluator::Classical, 7, discs - 4, &mut state);
        let Some(position) = sampled.filter(|position| position.count_moves() > 1) else { continue };
        if 64 - position.board.empties().len() == discs
            && seen.insert(othello::symmetry::canonical(position.board))
        {
            lines.push(othello::notation::board::write(position));
        }
    }
    lines
}

/// Plies from the start at the phases that are sampled.
const PLIES: [u32; 5] = [12, 26, 44, 64, 90];

fn xiangqi_set(count: usize) -> Vec<String> {
    let Ok(start) = xiangqi::Position::from_fen(xiangqi::fen::START) else { return Vec::new() };
    let mut seen = HashSet::new();
    let mut lines = Vec::new();
    let mut state = SEED;
    while lines.len() < count {
        let plies = PLIES[lines.len() % PLIES.len()];
        let sampled = sample(&start, xiangqi::evaluator::Classical, 8, plies, &mut state);
        let Some(position) = sampled.filter(|position| position.count_moves() > 1) else { continue };
        let setup = xiangqi::Setup { plies: 0, number: 1, ..position.to_setup() };
        let text = setup.to_string();
        if !seen.contains(&setup.mirrored().to_string()) && seen.insert(text.clone()) {
            lines.push(text);
        }
    }
    lines
}

/// The position after so many plies of a game that begins with a random part; `None` if the game ends earlier.
fn sample<P, E>(start: &P, evaluator: E, random: u32, plies: u32, state: &mut u64) -> Option<P>
where
    P: Position,
    E: Evaluator<P>,
{
    let mut kit = Kit::new(evaluator);
    let table = Table::with_bytes(1 << 20);
    let mut position = start.clone();
    let random = random + (next(state) % 2) as u32;
    let mut played = 0;
    while played < plies {
        let mut list = MoveList::new();
        position.moves(Which::All, &mut list);
        let moves: Vec<P::Move> = list.iter().collect();
        if moves.is_empty() {
            return None;
        }
        // Every eighth later move is random too, or games from few openings would repeat each other's plans.
        let is_random = played < random || next(state).is_multiple_of(8);
        let mv = if is_random {
            moves[next(state) as usize % moves.len()]
        } else {
            let root = Root { position: &position, history: &[position.mark(None)] };
            let request = Request::to_depth(DEPTH);
            think(root, &mut kit, &table, &STRONGEST, &request, &Control::new(), |_| {}).best?
        };
        played += u32::from(position.cost(mv) > 0);
        position.play(mv);
    }
    Some(position)
}
