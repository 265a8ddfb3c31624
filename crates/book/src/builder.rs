//! Growing a book by searching outwards from a position.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use game::Game;
use search_core::Score;

use crate::book::{Book, Entry, class};

/// Which positions a book grows to.
#[derive(Clone, Debug)]
pub struct BuildOptions<G> {
    /// Where it begins.
    pub root: G,
    /// How many plies beyond that it moves at most.
    pub plies: u32,
    /// How much less than the best a move may be worth whose position is searched, in units of score.
    pub margin: Score,
}

impl<G: Game> Default for BuildOptions<G> {
    fn default() -> Self {
        BuildOptions { root: G::start(), plies: 30, margin: G::INFO.variety }
    }
}

/// A position on the way out; the cheapest comes first, of equal ones that of the lesser class.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    cost: Reverse<u32>,
    class: Reverse<String>,
    plies: u32,
}

/// A book that grows.
#[derive(Debug)]
pub struct Builder<G: Game> {
    book: Book,
    options: BuildOptions<G>,
    /// One position of each class that was met.
    positions: HashMap<String, G>,
    /// The classes after each position at which the book moves.
    children: HashMap<String, Vec<String>>,
}

impl<G: Game> Builder<G> {
    /// A book to begin with, and how it grows.
    pub fn new(book: Book, options: BuildOptions<G>) -> Builder<G> {
        let positions = HashMap::from([(class(&options.root), options.root.clone())]);
        let mut builder = Builder { book, options, positions, children: HashMap::new() };
        builder.propagate();
        builder
    }

    /// The book so far.
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// The book.
    pub fn into_book(self) -> Book {
        self.book
    }

    /// The positions that are to be searched next, at most so many: those that the best moves reach first.
    pub fn next(&mut self, most: usize) -> Vec<G> {
        let mut next = Vec::new();
        self.walk(self.options.margin, false, |way, builder| {
            let is_new = builder.book.positions.get(&way.class.0).is_none_or(|entry| entry.lines == 0);
            if is_new
                && let Some(position) = builder.positions.get(&way.class.0)
                && position.count_moves() > 0
            {
                next.push(position.clone());
            }
            next.len() < most
        });
        next
    }

    /// One position of each class at which the book moves, as far as its own moves and the others that it knows lead there from the
    /// root.
    pub fn moving(&mut self) -> Vec<G> {
        let mut moving = Vec::new();
        self.walk(Score::MAX, true, |way, builder| {
            moving.extend(
                builder
                    .moves_at(&way.class.0)
                    .then(|| builder.positions.get(&way.class.0).cloned())
                    .flatten(),
            );
            true
        });
        moving
    }

    /// The book moves no more at positions that nothing leads to (as [`Builder::moving`] finds them): a check does not reach them.
    pub fn forget_unreached(&mut self) {
        let reached: HashSet<String> = self.moving().iter().map(class).collect();
        let all = self.book.positions.iter_mut();
        all.filter(|(class, _)| !reached.contains(*class)).for_each(|(_, entry)| entry.lines = 0);
    }

    /// Visits positions outwards from the root along moves that lose no more than the margin, the cheapest first, until the visitor
    /// has enough. It goes on from those at which the book moves; where it `passes`, from all whose moves lead to such.
    fn walk(&mut self, margin: Score, passes: bool, mut visit: impl FnMut(&Way, &Builder<G>) -> bool) {
        let mut ways =
            BinaryHeap::from([Way { cost: Reverse(0), class: Reverse(class(&self.options.root)), plies: 0 }]);
        let mut seen = HashSet::new();
        while let Some(way) = ways.pop() {
            if !seen.insert(way.class.0.clone()) {
                continue;
            }
            if !visit(&way, self) {
                return;
            }
            if way.plies >= self.options.plies || !(self.moves_at(&way.class.0) || passes) {
                continue;
            }
            self.meet(&way.class.0);
            if !self.moves_at(&way.class.0)
                && !self.children[&way.class.0].iter().any(|child| self.moves_at(child))
            {
                continue;
            }
            let values: Vec<(String, Score)> = self.children[&way.class.0]
                .iter()
                .filter_map(|child| Some((child.clone(), -self.book.positions.get(child)?.value)))
                .collect();
            let best = values.iter().map(|&(_, value)| value).max().unwrap_or_default();
            for (child, value) in values.into_iter().filter(|&(_, value)| best - value <= margin) {
                let lost = (best - value).unsigned_abs();
                let cost = way.cost.0 + Self::ply_cost() + lost;
                ways.push(Way { cost: Reverse(cost), class: Reverse(child), plies: way.plies + 1 });
            }
        }
    }

    /// Whether the book moves at the positions of a class.
    fn moves_at(&self, class: &str) -> bool {
        self.book.positions.get(class).is_some_and(|entry| entry.lines > 0)
    }

    /// The cost of one more ply, in units of score: a position so much deeper is searched before one that a move reaches which loses
    /// more.
    fn ply_cost() -> u32 {
        4 + G::INFO.variety.unsigned_abs() / 25
    }

    /// Finds out which positions follow one.
    fn meet(&mut self, parent: &str) {
        if self.children.contains_key(parent) {
            return;
        }
        let mut classes = Vec::new();
        if let Some(position) = self.positions.get(parent).cloned() {
            for mv in position.legal_moves().iter() {
                let child = position.child(position.prepare(mv));
                let name = class(&child);
                if !classes.contains(&name) {
                    classes.push(name.clone());
                    self.positions.entry(name).or_insert(child);
                }
            }
        }
        self.children.insert(parent.to_owned(), classes);
    }

    /// Takes the lines that a search of so many positions has found: first moves, each with its score from the view of the side to
    /// move, the best first.
    pub fn expand(&mut self, position: &G, lines: &[(G::Move, Score)], nodes: u64) {
        let Some(&(_, best)) = lines.first() else { return };
        let parent = class(position);
        self.positions.entry(parent.clone()).or_insert_with(|| position.clone());
        let known = self.book.positions.entry(parent).or_default();
        *known = Entry { value: best, score: best, nodes, lines: lines.len() as u32, ..*known };
        for &(mv, score) in lines {
            let child = self.child(position, mv);
            if child.lines == 0 {
                *child = Entry { value: -score, score: -score, nodes: nodes / lines.len() as u64, ..*child };
            }
        }
    }

    /// The entry after a move.
    fn child(&mut self, position: &G, mv: G::Move) -> &mut Entry {
        self.book.positions.entry(class(&position.child(position.prepare(mv)))).or_default()
    }

    /// Takes the score of a move that a deeper search has refuted, from the view of the side that makes it. The book goes no further
    /// after it.
    pub fn correct(&mut self, position: &G, mv: G::Move, score: Score, nodes: u64) {
        let child = self.child(position, mv);
        *child = Entry { value: -score, score: -score, nodes, lines: 0, ..*child };
    }

    /// Takes the move that a deeper search has found to be best, with its score from the view of the side that makes it. Where the
    /// book goes on after it and holds it equal to that, it keeps its own value. Where as deep a search from another position that the
    /// move's position follows has found less, it cannot be said what is right: the book does not move here any more.
    pub fn add(&mut self, position: &G, mv: G::Move, score: Score, nodes: u64) {
        let child = *self.child(position, mv);
        let is_less = -child.value < score - Book::margin(&G::INFO);
        if is_less && child.lines == 0 && child.nodes >= nodes {
            let known = self.book.positions.entry(class(position)).or_default();
            *known = Entry { value: score, score, nodes, lines: 0, ..*known };
        } else if is_less || child.lines == 0 {
            self.correct(position, mv, score, nodes);
        }
    }

    /// Makes every position at which the book moves worth what its best move is worth.
    pub fn propagate(&mut self) {
        /// Positions may come back: then values need not settle.
        const ROUNDS: usize = 200;
        self.walk(Score::MAX, true, |_, _| true);
        for _ in 0..ROUNDS {
            let changed: Vec<_> = self
                .children
                .iter()
                .filter_map(|(parent, children)| {
                    let entry = *self.book.positions.get(parent).filter(|entry| entry.lines > 0)?;
                    let values =
                        children.iter().filter_map(|child| Some(-self.book.positions.get(child)?.value));
                    let value = values.max().unwrap_or(entry.score);
                    (value != entry.value).then(|| (parent.clone(), Entry { value, ..entry }))
                })
                .collect();
            if changed.is_empty() {
                return;
            }
            self.book.positions.extend(changed);
        }
    }
}

#[cfg(test)]
mod tests {
    use othello::Position;
    use search_core::Position as _;

    use super::*;

    /// Searches every position by looking one move ahead at the number of moves that the other side has.
    fn grow(builder: &mut Builder<Position>, rounds: usize) {
        for _ in 0..rounds {
            for position in builder.next(4) {
                let worth = |mv| -(position.child(position.prepare(mv)).count_moves() as Score) * 10;
                let mut lines: Vec<_> = position.legal_moves().iter().map(|mv| (mv, worth(mv))).collect();
                lines.sort_by_key(|&(_, score)| -score);
                lines.truncate(3);
                builder.expand(&position, &lines, 100);
            }
            builder.propagate();
        }
    }

    fn options() -> BuildOptions<Position> {
        BuildOptions { margin: 20, plies: 6, ..BuildOptions::default() }
    }

    #[test]
    fn a_position_is_worth_what_its_best_move_is() {
        let mut builder = Builder::new(Book::default(), options());
        grow(&mut builder, 12);
        let positions = builder.moving();
        assert!(positions.len() > 8, "{}", positions.len());
        let book = builder.book();
        for position in positions {
            let best = book.moves(&position)[0].value;
            assert_eq!(book.entry(&position).unwrap().value, best, "{position:?}");
        }
    }

    #[test]
    fn a_book_that_is_read_again_grows_as_if_it_had_not_been_put_down() {
        let mut whole = Builder::new(Book::default(), options());
        grow(&mut whole, 8);
        let mut part = Builder::new(Book::default(), options());
        grow(&mut part, 3);
        let mut rest = Builder::new(Book::read("book", &part.into_book().text()).unwrap(), options());
        grow(&mut rest, 5);
        assert_eq!(rest.book().text(), whole.book().text());
    }

    /// Two searches that disagree about a position would correct each other for ever.
    #[test]
    fn a_move_that_was_refuted_elsewhere_is_not_added_again() {
        let mut builder = Builder::new(Book::default(), options());
        grow(&mut builder, 2);
        let root = Position::START;
        let mv = root.legal_moves().iter().next().unwrap();
        builder.correct(&root, mv, -500, 1000);
        builder.propagate();
        builder.add(&root, mv, 0, 1000);
        builder.propagate();
        assert_eq!(builder.book().moves(&root), []);
        // A deeper search counts for more.
        grow(&mut builder, 1);
        builder.correct(&root, mv, -500, 1000);
        builder.add(&root, mv, 0, 2000);
        builder.propagate();
        assert_eq!(builder.book().moves(&root)[0].value, 0);
    }

    #[test]
    fn where_nothing_leads_the_book_does_not_move() {
        let mut builder = Builder::new(Book::default(), options());
        grow(&mut builder, 6);
        let (before, all) = (builder.moving().len(), builder.book().text());
        builder.forget_unreached();
        assert_eq!(builder.book().text(), all, "all are reached");
        // Without the line of the start nothing is known after it.
        let mut cut = Book::read("book", &all).unwrap();
        cut.positions.get_mut(&class(&Position::START)).unwrap().lines = 0;
        let mut builder = Builder::new(cut, options());
        assert!(builder.moving().len() < before);
        builder.forget_unreached();
        assert_eq!(builder.book().moving(), builder.moving().len());
    }

    #[test]
    fn the_four_first_moves_are_one_position() {
        let mut builder = Builder::new(Book::default(), options());
        grow(&mut builder, 1);
        assert_eq!(builder.book().len(), 2);
        assert_eq!(builder.book().moves(&Position::START).len(), 4);
    }
}
