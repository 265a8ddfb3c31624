//! What the examples that make position sets share: exact scores, and seeded games of the engine with itself.
//!
//! A set must not change whenever the search learns to order its moves better. So games are steered by exact scores
//! alone, with ties for the move generated first: the set depends on the rules, the evaluator, quiescence and the seed
//! alone.

use search_core::recipe::STRONGEST;
use search_core::score::INFINITY;
use search_core::testing::conformance::next;
use search_core::{
    Control, Evaluator, MoveKind, MoveList, Position, Recipe, Root, Score, SearchOptions, Table, ThreadData,
    Window, think,
};

/// Plies of search for the moves of a game that are not random.
const DEPTH: i16 = 3;

/// A full-width search with what it needs.
pub struct Searcher<P: Position, E> {
    pub thread: ThreadData<P, E>,
    pub table: Table<P::Signature>,
    /// An exact recipe: it changes how long a score takes, not the score.
    pub recipe: Recipe,
}

impl<P: Position, E: Evaluator<P>> Searcher<P, E> {
    pub fn new(evaluator: E) -> Self {
        Searcher { thread: ThreadData::new(evaluator), table: Table::with_bytes(1 << 24), recipe: STRONGEST }
    }

    /// The score at this depth: exact inside the window, a bound outside it. Depth 0 is the capture search alone.
    pub fn score(&mut self, position: &P, depth: i16, window: Window) -> Score {
        let root = Root { position, history: &[position.line_entry(None)] };
        let request = SearchOptions { window, ..SearchOptions::to_depth(depth) };
        think(root, &mut self.thread, &self.table, &self.recipe, &request, &Control::new(), |_| {}).score
    }

    /// The first generated of the moves with the highest score.
    fn best_move(&mut self, position: &P) -> Option<P::Move> {
        let (mut best, mut highest) = (None, -INFINITY);
        for mv in legal_moves(position) {
            let child = after(position, mv);
            let window = -Window::FULL.raise_alpha(highest);
            let score = -self.score(&child, DEPTH - position.cost(mv), window);
            if score > highest {
                (best, highest) = (Some(mv), score);
            }
        }
        best
    }

    /// The next position of a game of which `played` plies are played; `None` if it is over. The first `random` plies
    /// are random, and every eighth later one, or games from few openings would repeat each other's plans.
    pub fn play_on(&mut self, position: &P, played: u32, random: u32, state: &mut u64) -> Option<P> {
        let mv = if played < random || next(state).is_multiple_of(8) {
            let moves = legal_moves(position);
            *moves.get(next(state) as usize % moves.len().max(1))?
        } else {
            self.best_move(position)?
        };
        Some(after(position, mv))
    }
}

/// The legal moves in the order of generation.
pub fn legal_moves<P: Position>(position: &P) -> Vec<P::Move> {
    let mut list = MoveList::new();
    position.moves(MoveKind::All, &mut list);
    list.iter().collect()
}

/// The position after a legal move.
pub fn after<P: Position>(position: &P, mv: P::Move) -> P {
    let mut child = position.clone();
    child.play(mv);
    child
}

/// A Xiangqi position as a FEN whose counters stand at the start; the same for a position and its mirror image.
pub fn canonical_fen(position: &xiangqi::Position) -> String {
    let setup = xiangqi::Setup { plies: 0, number: 1, ..position.to_setup() };
    let (text, mirrored) = (setup.to_string(), setup.mirrored().to_string());
    text.min(mirrored)
}
