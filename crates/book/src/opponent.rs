//! Where games lead that a book plays with an opponent whose moves it does not choose: a book that knows only good moves for both sides
//! is soon left by an opponent who plays others.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use game::Game;

use crate::book::{Book, class};

/// What an opponent plays at positions: the moves, each as often as it was found, by the position's class.
#[derive(Clone, Debug)]
pub struct Replies<M>(HashMap<String, Vec<M>>);

impl<M> Default for Replies<M> {
    fn default() -> Self {
        Replies(HashMap::new())
    }
}

impl<M: Copy> Replies<M> {
    /// Takes the moves at a position.
    pub fn note<G: Game<Move = M>>(&mut self, position: &G, moves: Vec<M>) {
        self.0.insert(class(position), moves);
    }
}

/// The positions at which such games leave what is known, those that are reached most often first.
#[derive(Clone, Debug)]
pub struct Frontier<G> {
    /// Those at which the book is to move, and does not know how.
    pub own: Vec<G>,
    /// Those at which the opponent is to move, and it is not known what it plays.
    pub other: Vec<G>,
}

/// A line of play by its last position, with the share of games that follow it; of equal ones that of the lesser class comes first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    share: u64,
    class: Reverse<String>,
    plies: u32,
    /// The side of the book, 0 or 1.
    side: usize,
}

/// All games of a side.
const ALL: u64 = 1 << 48;

impl<G: Game> Frontier<G> {
    /// At most `most` positions of the games that begin at `root`, with the book on either side, within `plies` plies.
    pub fn of(book: &Book, root: &G, plies: u32, replies: &Replies<G::Move>, most: usize) -> Frontier<G> {
        let mut frontier = Frontier { own: Vec::new(), other: Vec::new() };
        let mut positions = HashMap::from([(class(root), root.clone())]);
        let first = |side| Line { share: ALL, class: Reverse(class(root)), plies: 0, side };
        let mut lines = BinaryHeap::from([first(0), first(1)]);
        let (mut seen, mut listed) = (HashSet::new(), HashSet::new());
        while let Some(line) = lines.pop() {
            if frontier.own.len() + frontier.other.len() >= most {
                break;
            }
            let Line { share, class: Reverse(name), plies: played, side } = line;
            let Some(position) = positions.get(&name).cloned() else { continue };
            if !seen.insert((name.clone(), side)) || played >= plies || position.count_moves() == 0 {
                continue;
            }
            let is_own = position.side() == side;
            let moves = if is_own { chosen(book, &position) } else { replies.0.get(&name).cloned() };
            let Some(moves) = moves else {
                if listed.insert((name, is_own)) {
                    (if is_own { &mut frontier.own } else { &mut frontier.other }).push(position);
                }
                continue;
            };
            for &mv in &moves {
                let child = position.child(position.prepare(mv));
                let name = class(&child);
                positions.entry(name.clone()).or_insert(child);
                let share = share / moves.len() as u64;
                lines.push(Line { share, class: Reverse(name), plies: played + 1, side });
            }
        }
        frontier
    }
}

/// The moves that the book plays; `None` where it does not move.
fn chosen<G: Game>(book: &Book, position: &G) -> Option<Vec<G::Move>> {
    book.entry(position).filter(|entry| entry.lines > 0)?;
    let moves = book.moves(position);
    let best = moves.first()?.value;
    let margin = Book::margin(&G::INFO);
    Some(moves.iter().filter(|mv| best - mv.value <= margin).map(|mv| mv.mv).collect())
}

#[cfg(test)]
mod tests {
    use othello::Position;

    use super::*;
    use crate::{BuildOptions, Builder};

    /// The opponent plays its last legal move, which the book does not.
    fn reply(position: &Position) -> Vec<<Position as search_core::Position>::Move> {
        position.legal_moves().iter().last().into_iter().collect()
    }

    #[test]
    fn a_book_grows_to_where_the_opponent_leads_it() {
        const PLIES: u32 = 6;
        let root = Position::START;
        let mut builder = Builder::new(Book::default(), BuildOptions { root, ..BuildOptions::default() });
        let mut replies = Replies::default();
        let mut rounds = 0;
        loop {
            let frontier = Frontier::of(builder.book(), &root, PLIES, &replies, 4);
            if frontier.own.is_empty() && frontier.other.is_empty() {
                break;
            }
            for position in &frontier.own {
                let first = position.legal_moves().iter().next().unwrap();
                builder.expand(position, &[(first, 0)], 10);
            }
            frontier.other.iter().for_each(|position| replies.note(position, reply(position)));
            builder.propagate();
            rounds += 1;
        }
        assert!(rounds > 3);
        // Whatever was searched can be reached, and so checked.
        assert_eq!(builder.moving().len(), builder.book().moving());
    }
}
