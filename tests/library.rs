//! The rules as a library, as the README shows them.

use std::error::Error;

use search_core::perft::perft;
use xiangqi::notation::{Script, write_move};

#[test]
fn the_library_works_as_the_readme_shows() -> Result<(), Box<dyn Error>> {
    let position = xiangqi::Position::from_fen(xiangqi::fen::START)?;
    assert_eq!(perft(&position, 3), 79_666);
    let mv = xiangqi::Move::parse("h2e2")?;
    assert_eq!(write_move(position.board(), mv, Script::Characters), "炮二平五");
    Ok(())
}

/// The README's lines are the lines above.
#[test]
fn the_readme_shows_this_file() {
    let readme = include_str!("../README.md");
    let (_, block) = readme.split_once("```rust\n").unwrap();
    let (block, _) = block.split_once("```").unwrap();
    let source = include_str!("library.rs");
    for line in block.lines().filter(|line| !line.is_empty()) {
        assert!(source.lines().any(|known| known.trim() == line.trim()), "{line}");
    }
}
