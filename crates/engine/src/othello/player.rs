//! A game in progress, and the search that plays it.

use std::io;
use std::num::NonZero;
use std::time::{Duration, Instant};

use search_core::session::{Listener, SearchJob, Session};
use search_core::{NoMemory, Outcome, Position as _, Report, Score};
use shuangqi_cli::BadInput;

use othello::endgame::Endgame;
use othello::patterns::Patterns;
use othello::plan::Limits;
use othello::position::{Move, Position};
use othello::recipe::Play;
use othello::side::Side;

/// The size of the table unless another is asked for.
pub const TABLE_BYTES: usize = 64 << 20;

/// A position with the moves that led to it, and the session of its searches.
#[derive(Debug)]
pub struct Player {
    session: Session<Position, Endgame, Play>,
    threads: NonZero<usize>,
    position: Position,
    /// The positions to go back to, the latest last.
    past: Vec<Position>,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move to play.
    pub mv: Move,
    /// What was found besides.
    pub outcome: Outcome<Move>,
    /// How long it took.
    pub elapsed: Duration,
}

impl Default for Player {
    fn default() -> Self {
        Player::new()
    }
}

impl Player {
    /// A player before the first move of a game.
    pub fn new() -> Player {
        Player::with_weights(Patterns::default())
    }

    /// The same with these weights.
    pub fn with_weights(weights: Patterns) -> Player {
        let session = Session::new(Endgame::for_play(weights), Play, TABLE_BYTES);
        Player { session, threads: NonZero::<usize>::MIN, position: Position::START, past: Vec::new() }
    }

    /// Sets how many threads search together. With several, a level may play other moves on another run.
    pub fn set_threads(&mut self, threads: NonZero<usize>) {
        self.threads = threads;
        self.session.set_threads(threads);
    }

    /// The size of the transposition table in bytes.
    pub fn table_bytes(&self) -> usize {
        self.session.bytes()
    }

    /// Gives the transposition table another size in bytes.
    ///
    /// # Errors
    /// If the system has no memory for it; the table stays as it is.
    pub fn resize_table(&mut self, bytes: usize) -> Result<(), NoMemory> {
        self.session.resize(bytes)
    }

    /// Does what need not be done on the clock.
    pub fn prepare_for_clock(&mut self) {
        self.session.populate();
    }

    /// The position now.
    pub fn position(&self) -> Position {
        self.position
    }

    /// How many moves can be taken back.
    pub fn played(&self) -> usize {
        self.past.len()
    }

    /// Begins a new game from this position.
    pub fn begin(&mut self, position: Position) {
        self.position = position;
        self.past.clear();
        self.session.clear();
        self.session.prepare();
    }

    /// Plays a move of this side. If it is the other's turn and a pass is forced, the pass is played first; both are
    /// taken back together.
    ///
    /// # Errors
    /// If it is not this side's turn, or the move is illegal.
    pub fn play(&mut self, side: Side, mv: Move) -> Result<(), BadInput> {
        let mut next = self.turn_of(side)?;
        check(next, mv)?;
        next.play(mv);
        self.past.push(std::mem::replace(&mut self.position, next));
        Ok(())
    }

    /// The position with this side to move, if it is or the other must pass.
    fn turn_of(&self, side: Side) -> Result<Position, BadInput> {
        if self.position.side == side {
            return Ok(self.position);
        }
        if self.position.board.must_pass() {
            return Ok(self.position.passed());
        }
        let turn = colour(self.position.side);
        let expected = format!("{turn}, whose turn it is");
        Err(BadInput::new(
            "wrong colour",
            None,
            colour(side),
            expected,
            format!("Play for {turn}, or take moves back"),
        ))
    }

    /// Takes back the last move; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let last = self.past.pop();
        self.position = last.unwrap_or(self.position);
        last.is_some()
    }

    /// Finds a move for this side, and reports up to `lines` lines; `None` if the game is over.
    ///
    /// # Errors
    /// If it is not this side's turn, and the other need not pass.
    pub fn choose(
        &mut self,
        side: Side,
        limits: Limits,
        lines: usize,
        report: impl FnMut(&Report<Move>),
    ) -> Result<Option<Choice>, BadInput> {
        let begin = Instant::now();
        let task = task(self.turn_of(side)?, limits, self.threads, lines);
        let outcome = self.session.think(&task, report);
        Ok(outcome.best.map(|mv| Choice { mv, outcome, elapsed: begin.elapsed() }))
    }

    /// Finds a move in the background, and reports to the listener.
    ///
    /// # Errors
    /// If the operating system has no thread to spare.
    pub fn start(
        &mut self,
        limits: Limits,
        lines: usize,
        listener: impl Listener<Move> + 'static,
    ) -> io::Result<()> {
        self.session.start(task(self.position, limits, self.threads, lines), listener)
    }

    /// Evaluates these positions by search in the background, the last one first, and reports each one's index and
    /// score, from the view of its side to move.
    ///
    /// # Errors
    /// If the operating system has no thread to spare.
    pub fn evaluate_positions(
        &mut self,
        positions: Vec<Position>,
        limits: Limits,
        on_score: impl Fn(usize, Score) + Send + 'static,
    ) -> io::Result<()> {
        let threads = self.threads;
        self.session.run(move |state, plan, control| {
            for (place, &position) in positions.iter().enumerate().rev() {
                let outcome = state.think(plan, &task(position, limits, threads, 1), control, |_| {});
                if outcome.is_stopped {
                    return;
                }
                on_score(place, outcome.score);
            }
        })
    }

    /// Stops the search in the background, and waits for its answer.
    pub fn stop(&mut self) {
        self.session.stop();
        self.session.wait();
    }

    /// Requests the end of the search in the background; its answer follows.
    pub fn request_stop(&self) {
        self.session.stop();
    }

    /// Waits for what runs in the background.
    pub fn wait(&mut self) {
        self.session.wait();
    }
}

fn task(root: Position, limits: Limits, threads: NonZero<usize>, lines: usize) -> SearchJob<Position> {
    let (mut request, budget) = limits.plan(root.board, threads);
    request.lines = lines;
    SearchJob { root, history: vec![()], options: request, budget, is_held: false }
}

/// Whether the side to move may play this.
fn check(position: Position, mv: Move) -> Result<(), BadInput> {
    let board = position.board;
    match mv.square() {
        Some(square) => board.play(square).map(drop),
        None if board.must_pass() => Ok(()),
        None => {
            let remedy = "Play one of the legal moves";
            Err(BadInput::new("Othello move", None, "a pass", board.expected_moves(), remedy))
        }
    }
}

/// `black` or `white`.
pub fn colour(side: Side) -> &'static str {
    match side {
        Side::Black => "black",
        Side::White => "white",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello::level::Level;
    use othello::notation::{board, read_move};

    /// White has no move, Black has one at h8.
    const PASS: &str = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOOO- O";

    fn mv(text: &str) -> Move {
        read_move(text).unwrap()
    }

    /// For the side to move, at the default level.
    fn choose(player: &mut Player) -> Option<Choice> {
        let side = player.position().side;
        player.choose(side, Limits::Level(Level::DEFAULT), 1, |_| {}).unwrap()
    }

    fn after_pass() -> Player {
        let mut player = Player::new();
        player.begin(board::read(PASS).unwrap());
        player
    }

    #[test]
    fn moves_are_played_and_taken_back() {
        let mut player = Player::new();
        player.play(Side::Black, mv("f5")).unwrap();
        player.play(Side::White, mv("d6")).unwrap();
        assert_eq!(player.played(), 2);
        assert!(player.undo() && player.undo() && !player.undo());
        assert_eq!(player.position(), Position::START);
    }

    #[test]
    fn what_is_illegal_changes_nothing() {
        let mut player = Player::new();
        for (side, text) in
            [(Side::Black, "a1"), (Side::Black, "d4"), (Side::Black, "pass"), (Side::White, "f5")]
        {
            let message = player.play(side, mv(text)).unwrap_err().to_string();
            assert!(message.contains("expected"), "{message}");
            assert_eq!((player.position(), player.played()), (Position::START, 0));
        }
    }

    #[test]
    fn a_forced_pass_may_be_played_or_left_out() {
        let mut said = after_pass();
        said.play(Side::White, Move::PASS).unwrap();
        said.play(Side::Black, mv("h8")).unwrap();
        let mut understood = after_pass();
        understood.play(Side::Black, mv("h8")).unwrap();
        assert_eq!(said.position(), understood.position());
        assert!(understood.undo() && !understood.undo());
        assert_eq!(understood.position(), board::read(PASS).unwrap());
        assert!(after_pass().play(Side::Black, mv("a1")).is_err());
    }

    #[test]
    fn a_level_plays_the_same_on_every_run() {
        let (one, other) = (choose(&mut Player::new()).unwrap(), choose(&mut Player::new()).unwrap());
        assert_eq!((one.mv, one.outcome.counters), (other.mv, other.outcome.counters));
        assert_eq!(one.outcome.depth, i16::from(Level::DEFAULT.number()));
    }

    /// Odd and even depths differ by more than a disc, and the four first moves by nothing.
    #[test]
    fn equal_moves_have_equal_scores() {
        let mut lines = Vec::new();
        let mut player = Player::new();
        let report =
            |line: &Report<Move>| lines.push((line.depth, line.line, line.score, line.variation.clone()));
        player.choose(Side::Black, Limits::Depth(7), 4, report).unwrap();
        assert_eq!(lines.len(), 28);
        for (depth, iteration) in (1..).zip(lines.chunks(4)) {
            let score = iteration[0].2;
            assert!(
                (1..).zip(iteration).all(|(rank, line)| (line.0, line.1, line.2) == (depth, rank, score))
            );
            let mut first: Vec<String> = iteration.iter().map(|line| line.3[0].to_string()).collect();
            first.sort();
            assert_eq!(first, ["c4", "d3", "e6", "f5"]);
        }
    }

    #[test]
    fn several_threads_find_the_exact_score() {
        let position =
            board::read("-OOOOO----OOOO--XOOOOOX-XXOOOXOXXXXXXOOXX-OXOOOX---OOXO---O-OOOO X").unwrap();
        let solve = |threads| {
            let mut player = Player::new();
            player.set_threads(NonZero::new(threads).unwrap());
            player.begin(position);
            choose(&mut player).unwrap().outcome.score
        };
        assert_eq!([1, 2, 3].map(solve), [24 * othello::position::DISC; 3]);
    }

    #[test]
    fn a_forced_pass_is_chosen_and_a_finished_game_has_no_choice() {
        let mut player = after_pass();
        assert!(choose(&mut player).unwrap().mv.is_pass());
        player.play(Side::Black, mv("h8")).unwrap();
        assert!(choose(&mut player).is_none());
    }
}
