//! What must hold of every parser for any text at all.
//!
//! Each property takes a text and panics if it is broken. The fuzz targets call one each; the module `parsers` of the
//! package `conformance` includes this file and tries the same on mutated samples, in the ordinary run of the tests.

pub mod message;
pub mod options;
pub mod othello;
pub mod othello_engine;
pub mod recipe;
pub mod xiangqi;
pub mod xiangqi_engine;

/// A property: what is promised for any text.
pub type Property = fn(&str);

/// Every parser by the name of its fuzz target and its folder of seeds.
pub const PARSERS: [(&str, Property); 20] = [
    ("lines", |text| options::lines(text.as_bytes())),
    ("options", options::options),
    ("othello_board", othello::board),
    ("othello_ggf", othello::ggf),
    ("othello_gtp", othello_engine::gtp),
    ("othello_move", othello::moves),
    ("othello_nboard", othello_engine::nboard),
    ("othello_obf", othello::obf),
    ("othello_perft_suite", othello::perft_suite),
    ("othello_terminal", othello_engine::terminal),
    ("othello_transcript", othello::transcript),
    ("recipe", recipe::recipe),
    ("xiangqi_command", xiangqi_engine::command),
    ("xiangqi_fen", xiangqi::fen),
    ("xiangqi_judge", xiangqi::judge),
    ("xiangqi_move", xiangqi::moves),
    ("xiangqi_notation", xiangqi::notation),
    ("xiangqi_perft_suite", xiangqi::perft_suite),
    ("xiangqi_terminal", xiangqi_engine::terminal),
    ("xiangqi_xboard", xiangqi_engine::xboard),
];
