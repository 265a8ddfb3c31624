//! Where games lead that a book plays with an opponent whose moves it does not choose: a book that knows only good moves for both sides
//! is soon left by an opponent who plays others.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet};

use game::Game;

use crate::book::{Book, class};

/// What an opponent plays at positions: by the class of each, the classes that it moves to and how often it was seen to. Moves themselves
/// would not do, as positions of one class may be mirrored.
#[derive(Clone, Debug, Default)]
pub struct Replies(HashMap<String, BTreeMap<String, u32>>);

impl Replies {
    /// Takes a move at a position; the same one more often counts as often.
    pub fn note<G: Game>(&mut self, position: &G, mv: G::Move) {
        let child = class(&position.child(position.prepare(mv)));
        *self.0.entry(class(position)).or_default().entry(child).or_default() += 1;
    }

    /// Takes the moves of a game by its positions, from the first to the last.
    pub fn note_game<G: Game>(&mut self, positions: &[G]) {
        for (parent, child) in positions.iter().zip(positions.iter().skip(1)) {
            *self.0.entry(class(parent)).or_default().entry(class(child)).or_default() += 1;
        }
    }

    /// The positions after the moves of the opponent, each with its part of this share; `None` where no move is known.
    fn shared<G: Game>(&self, position: &G, name: &str, share: u64) -> Option<Vec<(G, u64)>> {
        let known = self.0.get(name)?;
        let all: u64 = known.values().map(|&times| u64::from(times)).sum();
        let mut left = known.clone();
        let moves = position.legal_moves();
        let children = moves.iter().map(|mv| position.child(position.prepare(mv)));
        let part =
            |child: G| left.remove(&class(&child)).map(|times| (child, share / all * u64::from(times)));
        Some(children.filter_map(part).collect())
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
    pub fn of(book: &Book, root: &G, plies: u32, replies: &Replies, most: usize) -> Frontier<G> {
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
            let children =
                if is_own { chosen(book, &position, share) } else { replies.shared(&position, &name, share) };
            let Some(children) = children else {
                if listed.insert((name, is_own)) {
                    (if is_own { &mut frontier.own } else { &mut frontier.other }).push(position);
                }
                continue;
            };
            for (child, share) in children {
                let name = class(&child);
                positions.entry(name.clone()).or_insert(child);
                lines.push(Line { share, class: Reverse(name), plies: played + 1, side });
            }
        }
        frontier
    }
}

/// The positions after the moves that the book plays, each with its part of this share; `None` where it does not move.
fn chosen<G: Game>(book: &Book, position: &G, share: u64) -> Option<Vec<(G, u64)>> {
    book.entry(position).filter(|entry| entry.lines > 0)?;
    let moves = book.moves(position);
    let best = moves.first()?.value;
    let margin = Book::margin(&G::INFO);
    let equal: Vec<_> = moves.iter().filter(|mv| best - mv.value <= margin).collect();
    let share = share / equal.len() as u64;
    Some(equal.iter().map(|mv| (position.child(position.prepare(mv.mv)), share)).collect())
}

#[cfg(test)]
mod tests {
    use othello::Position;
    use search_core::Position as _;

    use super::*;
    use crate::{BuildOptions, Builder};

    /// The opponent plays its last legal move, which the book does not.
    fn reply(position: &Position) -> Option<<Position as search_core::Position>::Move> {
        position.legal_moves().iter().last()
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
            for position in &frontier.other {
                reply(position).into_iter().for_each(|mv| replies.note(position, mv));
            }
            builder.propagate();
            rounds += 1;
        }
        assert!(rounds > 3);
        // Whatever was searched can be reached, and so checked.
        assert_eq!(builder.moving().len(), builder.book().moving());
    }

    /// A game says what the opponent plays, at the positions of their classes too, the more often the sooner.
    #[test]
    fn a_book_grows_to_where_games_left_it() {
        let root = Position::START;
        let mut builder = Builder::new(Book::default(), BuildOptions { root, ..BuildOptions::default() });
        let moves: Vec<_> = root.legal_moves().iter().collect();
        let [first, mirrored] = [moves[0], moves[3]];
        builder.expand(&root, &[(first, 0)], 10);
        // From the mirrored first move on: the second reply is seen more often.
        let other = root.child(root.prepare(mirrored));
        let mut replies = Replies::default();
        let legal = other.legal_moves();
        let mut answers = legal.iter().map(|mv| other.child(other.prepare(mv)));
        let (rare, usual) = (answers.next().unwrap(), answers.next().unwrap());
        for last in [rare, usual, usual] {
            replies.note_game(&[root, other, last]);
        }
        let frontier = Frontier::of(builder.book(), &root, 8, &replies, 2);
        let names: Vec<_> = frontier.own.iter().map(class).collect();
        // With the second player the book does not know the first move's answer at all.
        assert_eq!(names, [class(&other), class(&usual)]);
    }
}
