//! Connect Four on the shared search: `cargo run --release -p shuangqi-search-core --example connect_four_search -- dcd`.
//!
//! Searches the position after the columns that were played, deeper and deeper, and prints each iteration. What the
//! search has to know of the game is in `game.rs`.

mod game;

use std::process::ExitCode;

use search_core::recipe::STRONGEST;
use search_core::score::plies_to_mate;
use search_core::{Control, Position, Report, Root, SearchOptions, Table, ThreadData, think};

use game::{COLUMNS, Column, ConnectFour, Lines, ROWS};

fn main() -> ExitCode {
    let columns = std::env::args().nth(1).unwrap_or_default();
    let Some(position) = play(&columns) else {
        eprintln!("{columns:?} is no game. Write the columns as they were played, as in dcd.");
        return ExitCode::from(3);
    };
    let empty = i16::from(COLUMNS * ROWS) - (position.own | position.other).count_ones() as i16;
    let options = SearchOptions { nodes: 2_000_000, ..SearchOptions::to_depth(empty) };
    let root = Root { position: &position, history: &[()] };
    let (mut thread, table) = (ThreadData::new(Lines), Table::with_bytes(64 << 20));
    let outcome = think(root, &mut thread, &table, &STRONGEST, &options, &Control::new(), print);
    match (outcome.best, plies_to_mate(outcome.score)) {
        (None, _) => println!("the game is over"),
        (Some(best), Some(plies)) if outcome.score > 0 => println!("{best} wins in {plies} plies"),
        (Some(best), Some(plies)) => println!("{best} loses in {plies} plies"),
        (Some(best), None) => println!("{best}"),
    }
    ExitCode::SUCCESS
}

fn print(report: &Report<Column>) {
    let line: String = report.variation.iter().map(ToString::to_string).collect();
    println!(
        "depth {:2}  score {:6}  visits {:8}  {line}",
        report.depth, report.score, report.counters.visits
    );
}

/// The position after these columns, or `None` if one of them cannot be played.
fn play(columns: &str) -> Option<ConnectFour> {
    columns.bytes().try_fold(ConnectFour::default(), |mut position, letter| {
        let column = ConnectFour::pack(Column(letter.checked_sub(b'a')?));
        position.play(position.unpack(column)?);
        Some(position)
    })
}
