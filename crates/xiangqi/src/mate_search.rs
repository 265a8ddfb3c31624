//! `go mate N`: a search that proves a mate of at most N moves, or that there is none.
//!
//! It is the search of every other command with an evaluator that knows nothing but mates, every legal move, and a null
//! window at the length asked for: first 1 move, then 2, so that the first mate found is the shortest. A line in which a
//! position comes back, or in which the referee ends the game in another way, is no mate. The 40
//! mates of `data/xiangqi/mates.epd` take 0.12 s and 700,000 positions at most, and so does the proof that none is shorter.

use game::{EngineState, GameSession};
use search_core::recipe::{CaptureOrder, Recipe, STRONGEST, Scout, TableUse};
use search_core::score::{mate_in, mated_in, plies_to_mate};
use search_core::session::SearchJob;
use search_core::{
    Bound, Budget, Control, Counters, Driver, Evaluator, Heuristics, MoveList, NodeRequest, Outcome,
    Position as _, Report, Root, Score, SearchOptions, Sharing, Table, ThreadData, Window, think,
};

use crate::movegen::has_moves;
use crate::moves::Move;
use crate::piece::Color;
use crate::plan::Play;
use crate::position::Position;

/// Full width, and the referee is consulted. Below depth 2 the evaluator answers.
const PROOF: Recipe = Recipe {
    table: TableUse::AtLeast,
    table_min_depth: 2,
    scout: Scout::Never,
    captures: CaptureOrder::Exchange,
    losing_last: true,
    deepening: false,
    rulings: true,
    ..STRONGEST
};

/// The depth of the search that finds the move to play where there is no mate.
const FALLBACK_DEPTH: i16 = 6;

/// Finds the shortest mate of at most `moves` moves by the side to move or, where that is being mated, against it; otherwise
/// the outcome of a short search. `remark` gets what is proved on the way.
pub fn run(
    state: &mut EngineState<Position>,
    job: &SearchJob<Position>,
    root: &GameSession<Position>,
    moves: u32,
    control: &Control,
    report: &mut dyn FnMut(&Report<Move>),
    remark: &dyn Fn(&str),
) -> Outcome<Move> {
    let options =
        SearchOptions { depth: FALLBACK_DEPTH.min(job.options.depth), lines: 1, ..job.options.clone() };
    let options = SearchOptions { stepwise: options.depth, resume: options.depth, ..options };
    let fallback = state.think(Play, &SearchJob { options, ..job.clone() }, control, |_| {});
    if fallback.best.is_none() {
        return fallback;
    }
    // What one of the two searches stores is no truth for the other.
    state.clear();
    let is_losing = fallback.score < 0 && plies_to_mate(fallback.score).is_some();
    let mut search = MateSearch {
        root,
        only: &job.options.only,
        nodes: job.options.nodes,
        table: state.table(),
        control,
        thread: ThreadData::new(MateEvaluator { attacker: root.position().side(), ply: 0 }),
        counters: fallback.counters,
    };
    let outcome = search.run(moves, is_losing, fallback, report, remark);
    state.clear();
    outcome
}

/// The shortest mate by the side to move, of at most so many of its moves, with its longest defence: proved by a search of every
/// move, or of these first moves alone if there are any. `None` if there is none, or if the proof would take more positions.
pub fn shortest(
    root: &GameSession<Position>,
    moves: u32,
    only: &[Move],
    nodes: u64,
    control: &Control,
) -> Option<Vec<Move>> {
    /// Enough for the positions of most proofs, and soon cleared.
    const TABLE_BYTES: usize = 4 << 20;
    control.allow(Budget::UNLIMITED);
    let mut search = MateSearch {
        root,
        only,
        nodes,
        table: &Table::with_bytes(TABLE_BYTES),
        control,
        thread: ThreadData::new(MateEvaluator { attacker: root.position().side(), ply: 0 }),
        counters: Counters::default(),
    };
    for length in 1..=moves {
        if let Some(first) = search.attack(root, length, only).ok()? {
            return Some(search.variation(first, length, false));
        }
    }
    None
}

/// A proof was not finished.
struct Stopped;

/// A game that goes on below the root. Every repetition is a draw here, and so no mate.
type Line = GameSession<Position>;

fn after(line: &Line, mv: Move) -> Line {
    let mut next = line.clone();
    next.play(mv);
    next
}

struct MateSearch<'a> {
    root: &'a Line,
    only: &'a [Move],
    nodes: u64,
    table: &'a Table<u64>,
    control: &'a Control,
    thread: ThreadData<Position, MateEvaluator>,
    counters: Counters,
}

impl MateSearch<'_> {
    fn run(
        &mut self,
        moves: u32,
        is_losing: bool,
        fallback: Outcome<Move>,
        report: &mut dyn FnMut(&Report<Move>),
        remark: &dyn Fn(&str),
    ) -> Outcome<Move> {
        let (root, only) = (self.root, self.only);
        for length in 1..=moves {
            let first =
                if is_losing { self.defence(root, length, only) } else { self.attack(root, length, only) };
            match first {
                Ok(None) => remark(&format!("no mate in {length}")),
                Ok(Some(first)) => return self.found(first, length, is_losing, fallback, report),
                Err(Stopped) => {
                    remark(&format!("the search for a mate in {length} was stopped, and none is shorter"));
                    return Outcome { counters: self.counters, is_stopped: true, ..fallback };
                }
            }
        }
        remark(&format!("no mate in {moves} or fewer: every line was searched"));
        Outcome { counters: self.counters, ..fallback }
    }

    /// Reports a mate of this length, with its line as far as there is time to find it.
    fn found(
        &mut self,
        first: Move,
        length: u32,
        is_losing: bool,
        fallback: Outcome<Move>,
        report: &mut dyn FnMut(&Report<Move>),
    ) -> Outcome<Move> {
        let plies = 2 * length - u32::from(!is_losing);
        let score = if is_losing { mated_in(plies) } else { mate_in(plies) };
        let variation = self.variation(first, length, is_losing);
        report(&Report {
            depth: plies as i16,
            reached: plies,
            line: 1,
            score,
            bound: Bound::Exact,
            variation: variation.clone(),
            counters: self.counters,
            elapsed: self.control.elapsed(),
            per_mille_full: self.table.per_mille_full(),
        });
        let (best, depth, counters) = (Some(first), plies as i16, self.counters);
        Outcome { best, variation, score, depth, counters, is_stopped: false, ..fallback }
    }

    /// The mate with its longest defence.
    fn variation(&mut self, first: Move, length: u32, is_losing: bool) -> Vec<Move> {
        let (mut variation, mut line) = (vec![first], after(self.root, first));
        let (mut left, mut is_attacking) = (length - u32::from(!is_losing), is_losing);
        while left > 0 {
            let next =
                if is_attacking { self.attack(&line, left, &[]) } else { self.defence(&line, left, &[]) };
            let Ok(Some(mv)) = next else { break };
            variation.push(mv);
            line = after(&line, mv);
            left -= u32::from(is_attacking);
            is_attacking = !is_attacking;
        }
        variation
    }

    /// A move of the side to move that mates within this many of its moves.
    fn attack(&mut self, line: &Line, moves: u32, only: &[Move]) -> Result<Option<Move>, Stopped> {
        let least = mate_in(2 * moves - 1);
        let outcome = self.prove(line, Window::new(least - 1, least), line.position().side(), only)?;
        Ok(outcome.best.filter(|_| outcome.score >= least))
    }

    /// The move with which the side to move, which is mated within this many moves of the other side, is mated no sooner;
    /// `None` if it is not.
    fn defence(&mut self, line: &Line, moves: u32, only: &[Move]) -> Result<Option<Move>, Stopped> {
        let attacker = !line.position().side();
        let mated = mated_in(2 * moves);
        if self.prove(line, Window::new(mated, mated + 1), attacker, only)?.score > mated {
            return Ok(None);
        }
        let mut longest = None;
        let mut replies = line.position().legal_moves();
        replies.retain(|mv| only.is_empty() || only.contains(mv));
        for mv in replies {
            let is_longest = moves == 1 || self.attack(&after(line, mv), moves - 1, &[])?.is_none();
            longest = longest.or(is_longest.then_some(mv));
        }
        Ok(longest)
    }

    /// Searches just so deep that a score at the far end of this null window can be reached.
    fn prove(
        &mut self,
        line: &Line,
        window: Window,
        attacker: Color,
        only: &[Move],
    ) -> Result<Outcome<Move>, Stopped> {
        let is_attacking = attacker == line.position().side();
        let depth = plies_to_mate(if is_attacking { window.beta } else { window.alpha }).unwrap_or(0) as i16;
        let nodes = self.nodes.saturating_sub(self.counters.visits);
        let only = only.to_vec();
        let options =
            SearchOptions { driver: Driver::Full, window, nodes, only, ..SearchOptions::to_depth(depth) };
        self.thread.evaluator.attacker = attacker;
        let root = Root { position: line.position(), history: line.line() };
        let outcome = think(root, &mut self.thread, self.table, &PROOF, &options, self.control, |_| {});
        self.counters += outcome.counters;
        if outcome.is_stopped { Err(Stopped) } else { Ok(outcome) }
    }
}

/// Knows mates, and no difference between other positions.
#[derive(Clone, Debug)]
struct MateEvaluator {
    attacker: Color,
    ply: u32,
}

/// An attacker's check is tried before any other move, one that leaves few replies before one that leaves many.
const CHECK: i32 = 1 << 20;
const REPLY: i32 = 1 << 12;

impl Evaluator<Position> for MateEvaluator {
    type Heuristics = Self;

    fn heuristics(&mut self) -> &mut Self {
        self
    }

    fn fork(&self) -> MateEvaluator {
        self.clone()
    }

    fn start(&mut self, _root: &Position) {
        self.ply = 0;
    }

    fn push(&mut self, _parent: &Position, _mv: Option<Move>, _child: &Position) {
        self.ply += 1;
    }

    fn pop(&mut self) {
        self.ply -= 1;
    }

    fn evaluate(&mut self, _position: &Position) -> Score {
        0
    }

    /// Below the attacker's last move everything is known: the defender has a legal move or is mated.
    fn exact_bound(
        &mut self,
        position: &Position,
        request: NodeRequest,
        counters: &mut Counters,
    ) -> Option<Score> {
        match request.depth {
            ..=0 => Some(if has_moves(position.board()) { 0 } else { mated_in(self.ply) }),
            1 => {
                let is_mated = |mv: Move| {
                    counters.visits += 1;
                    !has_moves(child(position, mv).board())
                };
                let mates = position.legal_moves().into_iter().any(is_mated);
                Some(if mates { -mated_in(self.ply + 1) } else { 0 })
            }
            _ => None,
        }
    }
}

impl Heuristics<Position> for MateEvaluator {
    const SHARING: Sharing = Sharing::Table;

    /// An attacker's captures without a check come last; a defender's come first.
    fn exchange_value(&self, position: &Position, mv: Move) -> Score {
        let is_last = position.side() == self.attacker && !position.gives_check(mv);
        if is_last { -1 } else { 1 }
    }

    fn order_moves(
        &mut self,
        position: &Position,
        _request: NodeRequest,
        _children: &[Position],
        list: &mut MoveList<Move>,
        _counters: &mut Counters,
    ) {
        if position.side() != self.attacker {
            return;
        }
        for entry in list.scored_mut() {
            if position.gives_check(entry.mv) {
                let replies = child(position, entry.mv).count_moves();
                entry.score = CHECK - REPLY * replies.min(100) as i32;
            }
        }
    }
}

fn child(position: &Position, mv: Move) -> Position {
    let mut next = *position;
    next.play(mv);
    next
}

#[cfg(test)]
mod tests {
    use crate::rules::Rules;
    use game::{Game, Searches};

    use super::*;

    const MATES: &str = include_str!("../../../data/xiangqi/mates.epd");

    /// A line of the file: the position, the length of its mate, and the first moves.
    fn problem(line: &str) -> (Position, u32, Vec<Move>) {
        let (fen, rest) = line.split_once(';').unwrap();
        let says =
            |name: &str| rest.split(';').find_map(|part| part.trim().strip_prefix(name)).unwrap().trim();
        let best = says("bm ").split(' ').map(|text| Move::parse(text).unwrap()).collect();
        (Position::from_fen(fen.trim()).unwrap(), says("dm ").parse().unwrap(), best)
    }

    fn job(root: Position, nodes: u64) -> SearchJob<Position> {
        let options = SearchOptions { nodes, ..SearchOptions::to_depth(200) };
        SearchJob { root, history: vec![root.line_entry(None)], options, budget: None, is_held: false }
    }

    /// The outcome, and all remarks.
    fn search(root: Position, moves: u32, nodes: u64) -> (Outcome<Move>, Vec<String>) {
        let mut session = Searches::new(Position::evaluator(&<_>::default(), u64::MAX), Play, 1 << 22);
        let (outcomes, remarks) = (std::sync::mpsc::channel(), std::sync::mpsc::channel());
        let run = move |state: &mut EngineState<_>, _, control: &Control| {
            let remark = |text: &str| remarks.0.send(text.to_owned()).unwrap();
            let line = GameSession::new(root, Rules::Plain.into());
            let outcome = run(state, &job(root, nodes), &line, moves, control, &mut |_| {}, &remark);
            outcomes.0.send((outcome, remarks.1.try_iter().collect())).unwrap();
        };
        session.run(run).unwrap();
        session.wait();
        outcomes.1.recv().unwrap()
    }

    /// Each mate is found, no sooner than it exists, with a line that ends in it; asked for one move less, there is none.
    #[test]
    fn the_shortest_mate_is_proved() {
        let mates: Vec<_> = MATES.lines().map(problem).collect();
        assert_eq!(mates.len(), 40);
        for (root, length, best) in mates {
            let (outcome, _) = search(root, length + 1, u64::MAX);
            assert_eq!(outcome.score, mate_in(2 * length - 1), "{root}");
            assert!(outcome.best.is_some_and(|mv| best.contains(&mv)), "{root}: {:?}", outcome.best);
            let end = outcome.variation.iter().fold(root, |position, &mv| child(&position, mv));
            assert_eq!(
                (outcome.variation.len() as u32, has_moves(end.board())),
                (2 * length - 1, false),
                "{root}"
            );
            let (outcome, remarks) = search(root, length - 1, u64::MAX);
            assert_eq!(
                remarks.last().unwrap(),
                &format!("no mate in {} or fewer: every line was searched", length - 1)
            );
            assert!(outcome.best.is_some() && !outcome.is_stopped);
        }
    }

    /// The mate of the side to move is shown with its longest defence.
    #[test]
    fn a_mate_against_the_side_to_move_is_proved() {
        let (root, length, best) = problem(MATES.lines().find(|line| line.contains("dm 4")).unwrap());
        let losing = child(&root, best[0]);
        let (outcome, _) = search(losing, 9, u64::MAX);
        assert_eq!(outcome.score, mated_in(2 * (length - 1)));
        assert_eq!(outcome.variation.len() as u32, 2 * (length - 1));
    }

    #[test]
    fn a_side_without_a_move_is_mated_already() {
        let mated = Position::from_fen("1R1k5/R8/9/9/9/9/9/9/9/4K4 b").unwrap();
        let (outcome, remarks) = search(mated, 9, u64::MAX);
        assert_eq!((outcome.best, outcome.score, remarks.len()), (None, mated_in(0), 0));
    }

    /// A stopped proof claims nothing.
    #[test]
    fn a_proof_that_is_not_finished_is_no_denial() {
        let (root, ..) = problem(MATES.lines().find(|line| line.contains("dm 5")).unwrap());
        let (outcome, remarks) = search(root, 5, 1_500);
        assert!(outcome.is_stopped && plies_to_mate(outcome.score).is_none());
        assert!(remarks.last().unwrap().contains("was stopped, and none is shorter"), "{remarks:?}");
    }
}
