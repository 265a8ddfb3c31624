//! The properties of every parser, which hold for any text, and those of searches one after another.
//!
//! A property takes a text and panics if it is broken. There is a fuzz target for each; the module `parsers` of the
//! package `conformance` includes this file and tests the same on mutated samples, in the ordinary run of the tests.

pub mod commands;
pub mod inputs;
pub mod message;
pub mod othello;
pub mod searches;
pub mod xiangqi;

use shuangqi_arena::games::Game;

/// A property of any text.
pub type Property = fn(&str);

/// Every parser by the name of its fuzz target and its folder of seeds.
pub const PARSERS: [(&str, Property); 38] = [
    ("game_files", inputs::game_files),
    ("gtp_reply", |text| inputs::replies("gtp", text)),
    ("lab_othello", inputs::position::<::othello::Position>),
    ("lab_suite", inputs::perft_suite::<::othello::Position>),
    ("lab_xiangqi", inputs::position::<::xiangqi::Position>),
    ("lines", |text| inputs::lines(text.as_bytes())),
    ("match_journal", inputs::journal),
    ("match_options", inputs::options),
    ("match_queue", inputs::queue),
    ("nboard_reply", |text| inputs::replies("nboard", text)),
    ("openings_othello", |text| inputs::openings(Game::OTHELLO, text)),
    ("openings_xiangqi", |text| inputs::openings(Game::XIANGQI, text)),
    ("options", inputs::sizes),
    ("othello_board", othello::board),
    ("othello_gtp", commands::gtp),
    ("othello_move", othello::moves),
    ("othello_nboard", commands::nboard),
    ("othello_obf", othello::obf),
    ("othello_perft_suite", othello::perft_suite),
    ("othello_records", inputs::othello_records),
    ("othello_terminal", commands::othello_terminal),
    ("othello_transcript", othello::transcript),
    ("page_message", inputs::page_message),
    ("protocol_lines", commands::lines),
    ("recipe", inputs::recipe),
    ("ucci_reply", |text| inputs::replies("ucci", text)),
    ("uci_reply", |text| inputs::replies("uci", text)),
    ("xboard_reply", |text| inputs::replies("xboard", text)),
    ("xiangqi_command", commands::command),
    ("xiangqi_fen", xiangqi::fen),
    ("xiangqi_games", inputs::xiangqi_games),
    ("xiangqi_judge", xiangqi::judge),
    ("xiangqi_move", xiangqi::moves),
    ("xiangqi_net", xiangqi::net),
    ("xiangqi_notation", xiangqi::notation),
    ("xiangqi_perft_suite", xiangqi::perft_suite),
    ("xiangqi_terminal", commands::xiangqi_terminal),
    ("xiangqi_xboard", commands::xboard),
];

/// Checks the property of a parser. Lines are read from bytes; every other parser gets them as text.
pub fn check(parser: &str, bytes: &[u8]) {
    match PARSERS.iter().find(|(name, _)| *name == parser) {
        Some(("lines", _)) => inputs::lines(bytes),
        Some((_, property)) => property(&String::from_utf8_lossy(bytes)),
        None => panic!("{parser} is not in the table"),
    }
}
