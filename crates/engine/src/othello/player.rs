//! A game in progress, and the search that plays it.

use std::io;
use std::time::{Duration, Instant};

use game::{GameEngine, GameSession, SearchRequest};
use othello::position::{Move, Position};
use othello::side::Side;
use search_core::session::Listener;
use search_core::{Control, Outcome, Report, Score};
use shuangqi_cli::BadInput;

/// A game and the engine that thinks about it.
#[derive(Debug, Default)]
pub struct Player {
    engine: GameEngine<Position>,
    session: GameSession<Position>,
    /// The number of moves before each turn: a pass that was left out and the move after it are one.
    turns: Vec<usize>,
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

impl Player {
    /// A player before the first move of a game.
    pub fn new(engine: GameEngine<Position>) -> Player {
        Player { engine, ..Player::default() }
    }

    /// Does what need not be done on the clock.
    pub fn prepare_for_clock(&mut self) {
        self.engine.searches().populate();
    }

    /// The position now.
    pub fn position(&self) -> Position {
        *self.session.position()
    }

    /// The positions before each turn, and the one now.
    pub fn positions(&self) -> Vec<Position> {
        let plies = self.turns.iter().copied().chain([self.session.moves().len()]);
        plies.map(|ply| self.session.positions()[ply]).collect()
    }

    /// Begins a new game from this position.
    pub fn begin(&mut self, position: Position) {
        self.session = GameSession::new(position, ());
        self.turns.clear();
        self.engine.clear();
    }

    /// Plays a move of this side. If it is the other's turn and a pass is forced, the pass is played first; both are
    /// taken back together.
    ///
    /// # Errors
    /// If it is not this side's turn, or the move is illegal.
    pub fn play(&mut self, side: Side, mv: Move) -> Result<(), BadInput> {
        let turn = self.session.moves().len();
        self.pass_to(side)?;
        if let Err(bad) = check(self.position(), mv) {
            self.session.truncate(turn);
            return Err(bad);
        }
        self.session.play(mv);
        self.turns.push(turn);
        Ok(())
    }

    /// Plays the pass of the other side, if it is that side's turn and it must pass.
    fn pass_to(&mut self, side: Side) -> Result<(), BadInput> {
        let position = self.position();
        if position.side == side {
            return Ok(());
        }
        if position.board.must_pass() {
            self.session.play(Move::PASS);
            return Ok(());
        }
        let turn = colour(position.side);
        let expected = format!("{turn}, whose turn it is");
        let remedy = format!("Play for {turn}, or take moves back");
        Err(BadInput::new("wrong colour", None, colour(side), expected, remedy))
    }

    /// Takes back the last turn; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let last = self.turns.pop();
        last.map(|turn| self.session.truncate(turn)).is_some()
    }

    /// Finds a move for this side, and reports its lines; `None` if the game is over.
    ///
    /// # Errors
    /// If it is not this side's turn, and the other need not pass.
    pub fn choose(
        &mut self,
        side: Side,
        request: &SearchRequest,
        report: impl FnMut(&Report<Move>),
    ) -> Result<Option<Choice>, BadInput> {
        let begin = Instant::now();
        let turn = self.session.moves().len();
        self.pass_to(side)?;
        let request = self.with_threads(request);
        let outcome = self.engine.think(&self.session, &request, &Control::new(), report);
        self.session.truncate(turn);
        Ok(outcome.best.map(|mv| Choice { mv, outcome, elapsed: begin.elapsed() }))
    }

    fn with_threads(&self, request: &SearchRequest) -> SearchRequest {
        SearchRequest { threads: self.engine.threads(), ..*request }
    }

    /// Finds a move in the background, and reports to the listener.
    ///
    /// # Errors
    /// If the operating system has no thread to spare.
    pub fn start(
        &mut self,
        request: &SearchRequest,
        listener: impl Listener<Move> + 'static,
    ) -> io::Result<()> {
        self.engine.start(&self.session, request, listener)
    }

    /// Evaluates every position of the game by search in the background, the last one first, and reports each one's
    /// turn and score, from the view of its side to move.
    ///
    /// # Errors
    /// If the operating system has no thread to spare.
    pub fn evaluate_positions(
        &mut self,
        request: &SearchRequest,
        on_score: impl Fn(usize, Score) + Send + 'static,
    ) -> io::Result<()> {
        let request = self.with_threads(request);
        let job = |position| GameEngine::job(&GameSession::new(position, ()), &request);
        let jobs: Vec<_> = self.positions().into_iter().map(job).collect();
        self.engine.searches().run(move |state, recipe, control| {
            for (turn, job) in jobs.iter().enumerate().rev() {
                let outcome = state.think(recipe, job, control, |_| {});
                if outcome.is_stopped {
                    return;
                }
                on_score(turn, outcome.score);
            }
        })
    }

    /// Stops the search in the background, and waits for its answer.
    pub fn stop(&mut self) {
        self.engine.searches().interrupt();
    }

    /// Waits for what runs in the background.
    pub fn wait(&mut self) {
        self.engine.searches().wait();
    }
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
    use std::num::NonZero;

    use game::Limits;
    use othello::level::Level;
    use othello::notation::{board, read_move};

    use super::*;

    /// White has no move, Black has one at h8.
    const PASS: &str = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOOO- O";

    fn mv(text: &str) -> Move {
        read_move(text).unwrap()
    }

    /// For the side to move, at the default level.
    fn choose(player: &mut Player) -> Option<Choice> {
        let side = player.position().side;
        player.choose(side, &SearchRequest::at_level(Level::DEFAULT.number()), |_| {}).unwrap()
    }

    fn after_pass() -> Player {
        let mut player = Player::default();
        player.begin(board::read(PASS).unwrap());
        player
    }

    #[test]
    fn moves_are_played_and_taken_back() {
        let mut player = Player::default();
        player.play(Side::Black, mv("f5")).unwrap();
        player.play(Side::White, mv("d6")).unwrap();
        assert_eq!(player.positions().len(), 3);
        assert!(player.undo() && player.undo() && !player.undo());
        assert_eq!(player.position(), Position::START);
    }

    #[test]
    fn what_is_illegal_changes_nothing() {
        let mut player = Player::default();
        for (side, text) in
            [(Side::Black, "a1"), (Side::Black, "d4"), (Side::Black, "pass"), (Side::White, "f5")]
        {
            let message = player.play(side, mv(text)).unwrap_err().to_string();
            assert!(message.contains("expected"), "{message}");
            assert_eq!(player.positions(), [Position::START]);
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
        let (one, other) = (choose(&mut Player::default()).unwrap(), choose(&mut Player::default()).unwrap());
        assert_eq!((one.mv, one.outcome.counters), (other.mv, other.outcome.counters));
        assert_eq!(one.outcome.depth, i16::from(Level::DEFAULT.number()));
    }

    /// Odd and even depths differ by more than a disc, and the four first moves by nothing.
    #[test]
    fn equal_moves_have_equal_scores() {
        let mut lines = Vec::new();
        let mut player = Player::default();
        let report =
            |line: &Report<Move>| lines.push((line.depth, line.line, line.score, line.variation.clone()));
        let limits = Limits { depth: Some(7), ..Limits::default() };
        let request = SearchRequest { lines: 4, ..SearchRequest::within(limits) };
        player.choose(Side::Black, &request, report).unwrap();
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
            let mut player = Player::default();
            player.engine.set_threads(NonZero::new(threads).unwrap());
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
