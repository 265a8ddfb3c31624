//! Opening books.
//!
//! A [`Book`] is a set of positions, each with its score and the results of games that came there. It has no moves: those of a
//! position are the legal ones whose positions are in the book. So all that leads to one position, or to one that a symmetry of the
//! board maps to it, is one entry.
//!
//! A position at which the book moves was searched for its best lines, and is worth what the best of them is worth. A [`Builder`]
//! searches the position next that the book reaches soonest by moves that lose little ([`Builder::next`]), and takes what the search
//! found ([`Builder::expand`]).
//!
//! ```
//! use game::Game;
//! use othello::Position;
//! use shuangqi_book::{Book, Builder, BuildOptions};
//!
//! let mut builder = Builder::<Position>::new(Book::default(), BuildOptions::default());
//! let [start] = &builder.next(1)[..] else { panic!() };
//! let first = start.legal_moves().iter().next().unwrap();
//! builder.expand(start, &[(first, 0)], 1000);
//! // The four first moves are one.
//! assert_eq!(builder.book().moves(start).len(), 4);
//! ```

mod book;
mod builder;
mod file;
mod opponent;

pub use book::{Book, BookMove, Entry, position_class};
pub use builder::{BuildOptions, Builder};
pub use opponent::{Frontier, Replies};
