//! A game as files have it: its headers, and a tree of moves with variations, comments and marks; read from and written to every
//! usual form.
//!
//! [`read`] gives [`FileGame`]s by the rules of the game: every move is legal, and stands in the tree in the game's coordinates,
//! whatever notation the file has. [`write()`] gives the contents of a file; [`Losses`] says what that cannot hold.
//!
//! ```
//! use game::any::{AnyGame, GameEntry};
//! use shuangqi_game_files::{Contents, Extent, FileKind, Source, read, write};
//!
//! let game: &dyn AnyGame = &GameEntry::<xiangqi::Position>::NEW;
//! let text = "[Red \"许银川\"]\n\n1. 炮二平五 马８进７ (1... 炮８平５ {the same side})\n";
//! let source = Source { game, file: "game.pgn", extent: Extent::Tree };
//! let games = read(source, Contents::Text(text), None)?;
//! assert_eq!(games[0].tag("Red"), Some("许银川"));
//! assert_eq!((games[0].tree.count(), games[0].tree.variations()), (3, 1));
//! let study = write(game, &games, FileKind::Xqf, game::Notation::Chinese)?;
//! let again = read(source, Contents::Bytes(&study, &Default::default()), None)?;
//! assert_eq!(again[0].tree, games[0].tree);
//! # Ok::<(), search_core::BadInput>(())
//! ```

mod cursor;
mod dhtmlxq;
mod encoding;
mod file_game;
mod ggf;
mod kind;
mod lines;
mod losses;
mod marks;
mod part;
mod pgn;
mod points;
mod ranks;
mod scan;
mod sgf;
mod source;
mod tree;
mod wthor;
mod xqf;

pub use cursor::Cursor;
pub use encoding::decoded;
pub use file_game::{FileGame, Tags};
pub use kind::{Contents, FileKind, asks_for_a_file, read, read_first, read_games, write};
pub use losses::Losses;
pub use part::{Part, read_part};
pub use source::{Extent, Source};
pub use tree::{GameTree, NodeId, Note};
pub use wthor::{WthorNames, write_wthor};

#[cfg(test)]
mod tests;
