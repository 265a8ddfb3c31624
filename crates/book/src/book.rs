//! Positions with scores and results.

use std::collections::HashMap;
use std::sync::OnceLock;

use game::any::{AnySession, NamedMove};
use game::{Game, GameInfo, Notation, Seat, Variety};
use search_core::Score;

/// What is known of a position. Scores are from the view of its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    /// What it is worth: of its best move, where the book moves, and of its search elsewhere.
    pub value: Score,
    /// What a search of the position, or of the one before it, has found.
    pub score: Score,
    /// The positions that this search has visited.
    pub nodes: u64,
    /// The lines that a search of the position has found: 0 where the book does not move.
    pub lines: u32,
    /// The games that came there: won by the first seat, drawn, won by the second.
    pub results: [u32; 3],
}

/// A move of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove<M> {
    /// The move.
    pub mv: M,
    /// What it is worth, from the view of the side that makes it.
    pub value: Score,
    /// What is known of the position after it.
    pub entry: Entry,
}

/// A book: positions by the class of their boards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    pub(crate) positions: HashMap<String, Entry>,
}

/// The class of a position: its board and the side to move, the same for those that symmetries map to each other.
pub(crate) fn class<G: Game>(position: &G) -> String {
    without_counts(position.opening_class())
}

/// The class of the position after this number of moves: its board and the side to move, the same for those that symmetries map to
/// each other.
pub fn position_class(session: &dyn AnySession, plies: usize) -> String {
    without_counts(session.opening_class_after(plies))
}

/// The class of an opening without the counts of its moves, which transpositions need not share.
fn without_counts(mut class: String) -> String {
    let end = class.match_indices(' ').nth(1).map_or(class.len(), |(at, _)| at);
    class.truncate(end);
    class
}

impl Book {
    /// The book of a game in the program; empty for a game without one.
    pub fn of_game(game: &str) -> &'static Book {
        static BOOKS: [OnceLock<Book>; 3] = [const { OnceLock::new() }; 3];
        let (place, text) = match game {
            "othello" => (0, include_str!("../data/othello.csv")),
            "xiangqi" => (1, include_str!("../data/xiangqi.csv")),
            _ => (2, ""),
        };
        // A file of this crate is a book: a test reads it.
        BOOKS[place].get_or_init(|| Book::read(game, text).unwrap_or_default())
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The number of positions at which it moves.
    pub fn moving(&self) -> usize {
        self.positions.values().filter(|entry| entry.lines > 0).count()
    }

    /// What is known of a position.
    pub fn entry<G: Game>(&self, position: &G) -> Option<&Entry> {
        self.positions.get(&class(position))
    }

    /// The moves of a position that the book knows, the best first: none where it does not move.
    pub fn moves<G: Game>(&self, position: &G) -> Vec<BookMove<G::Move>> {
        let after = |mv| (mv, class(&position.child(position.prepare(mv))));
        self.moves_among(&class(position), position.legal_moves().iter().map(after))
    }

    /// The same for the last position of a session, with the moves named in a notation.
    pub fn session_moves(
        &self,
        session: &mut dyn AnySession,
        notation: Notation,
    ) -> Vec<BookMove<NamedMove>> {
        let plies = session.plies();
        let parent = position_class(session, plies);
        let moves = session.legal_moves(notation);
        let after = |mv: NamedMove| {
            session.advance(&mv.text)?;
            let class = position_class(session, plies + 1);
            session.truncate(plies);
            Some((mv, class))
        };
        self.moves_among(&parent, moves.into_iter().filter_map(after))
    }

    fn moves_among<M>(&self, parent: &str, children: impl Iterator<Item = (M, String)>) -> Vec<BookMove<M>> {
        if self.positions.get(parent).is_none_or(|entry| entry.lines == 0) {
            return Vec::new();
        }
        let known = |(mv, class): (M, String)| {
            let entry = *self.positions.get(&class)?;
            Some(BookMove { mv, value: -entry.value, entry })
        };
        let mut moves: Vec<_> = children.filter_map(known).collect();
        moves.sort_by_key(|known| -known.value);
        moves
    }

    /// One of the moves that the book holds equal, those of a game with these names; `None` where there are none.
    pub fn choose<'moves, M>(
        moves: &'moves [BookMove<M>],
        info: &GameInfo,
        variety: &mut Variety,
    ) -> Option<&'moves M> {
        let values: Vec<Score> = moves.iter().map(|known| known.value).collect();
        moves.get(variety.choose(&values, Self::margin(info))).map(|known| &known.mv)
    }

    /// How much less than the best a move may be worth that the book holds equal: half of what varies without a book.
    pub fn margin(info: &GameInfo) -> Score {
        info.variety / 2
    }

    /// Adds what another book knows: its results, and its searches where they went deeper.
    pub fn merge(&mut self, other: &Book) {
        for (class, added) in &other.positions {
            let known = self.positions.entry(class.clone()).or_default();
            let results =
                std::array::from_fn(|index| known.results[index].saturating_add(added.results[index]));
            let deeper = if (added.lines.min(1), added.nodes) > (known.lines.min(1), known.nodes) {
                *added
            } else {
                *known
            };
            *known = Entry { results, ..deeper };
        }
    }

    /// Counts a game: one more with this result at each of its first positions.
    pub fn count<G: Game>(&mut self, positions: &[G], result: Option<Option<Seat>>) {
        let place = match result {
            Some(Some(Seat::First)) => 0,
            Some(None) => 1,
            Some(Some(Seat::Second)) => 2,
            None => return,
        };
        for position in positions {
            let entry = self.positions.entry(class(position)).or_default();
            entry.results[place] = entry.results[place].saturating_add(1);
        }
    }

    /// Forgets the positions that nothing was searched for and that came up in fewer games than this.
    pub fn prune(&mut self, games: u32) {
        self.positions.retain(|_, entry| entry.nodes > 0 || entry.results.iter().sum::<u32>() >= games);
    }
}
