//! A game as people and programs meet it, on top of the rules that the search plays by.
//!
//! * [`Game`] says everything about a game once: names, units, notation, verdicts, the engine's evaluator and recipe.
//!   The game's position implements it.
//! * [`GameSession`] is a game in progress: its start, its moves, its positions. Engines, referees, terminals, pages and
//!   game files all hold this one type.
//! * [`GameEngine`] thinks about a session: a request in, reports and one outcome out.
//!
//! For games that are chosen at run time, [`any`] has one object-safe form of each. This crate reads no files and prints
//! nothing.

pub mod any;
mod engine;
mod explanation;
mod info;
pub mod pgn;
mod score;
mod session;
mod set_operators;
mod strength;
mod variety;

pub use engine::{EngineOptions, EngineState, GameEngine, Limits, SearchRequest, Searches, parse_recipe};
pub use explanation::Explanation;
pub use info::{BoardShape, GameInfo, HelpTexts, Notation, PgnTags, ScoreAxis};
pub use score::{EngineScore, ReportedScore, Unit};
pub use search_core::message::{Argument, Message};
pub use session::{GameResult, GameSession, Seat, Verdict};
pub use strength::{Strength, StrengthLimits};
pub use variety::Variety;

use std::fmt::{Debug, Display};

use search_core::bad_input::quote;
use search_core::recipe::{Recipe, RecipeSource};
use search_core::{
    BadInput, Budget, Control, Evaluator, MoveKind, MoveList, NoMemory, Position, Score, SearchOptions,
};

/// A game, implemented by its position.
///
/// [`Position`] states the rules for searches; this trait adds what people and programs need. Methods with a sensible
/// default for most games are provided: a small game states its names, how boards are read and written, an evaluator
/// and a recipe.
pub trait Game: Position<Move: Display> + Debug + 'static {
    /// The evaluator of the engine.
    type Evaluator: Evaluator<Self> + Debug + Send + 'static;
    /// The weights of the evaluator, cheap to clone; the default ones are part of the program.
    type Weights: Clone + Default + Send + Sync + 'static;
    /// The recipe of the engine.
    type Recipe: RecipeSource + 'static;
    /// A set of rules, in games with several.
    type Rules: Copy + PartialEq + Default + Debug + Send + Sync + 'static;

    /// Names and units.
    const INFO: GameInfo;
    /// The position in which games begin, as [`Game::parse_board`] reads it.
    const START: &'static str;
    /// The recipe that the engine plays with.
    const PLAY: Self::Recipe;
    /// The strongest exact recipe.
    const STRONGEST: Recipe;

    /// The start position.
    fn start() -> Self;

    /// Reads a board.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    fn parse_board(text: &str) -> Result<Self, BadInput>;

    /// The board as [`Game::parse_board`] reads it.
    fn board_text(&self) -> String;

    /// The legal move with these coordinates, in either case.
    ///
    /// # Errors
    /// Why it cannot be played, as a phrase.
    fn find_move(&self, text: &str) -> Result<Self::Move, String> {
        let legal = self.legal_moves();
        let found = legal.iter().find(|mv| mv.to_string().eq_ignore_ascii_case(text));
        found.ok_or_else(|| match legal.is_empty() {
            true => "the game is over".to_owned(),
            false => "it is no legal move".to_owned(),
        })
    }

    /// The legal move that is written so in any notation of the game.
    ///
    /// # Errors
    /// Why it cannot be played.
    fn parse_move(&self, text: &str) -> Result<Self::Move, BadInput> {
        self.find_move(text).map_err(|why| {
            let found = format!("{}: {why}", quote(text));
            BadInput::new("move", None, found, "a legal move", "Correct the move, or leave it out")
        })
    }

    /// A legal move in a notation; in coordinates, where the game has no others.
    fn move_text(&self, mv: Self::Move, _notation: Notation) -> String {
        mv.to_string()
    }

    /// A line of legal moves from here in a notation.
    fn line_texts(&self, line: &[Self::Move], notation: Notation) -> Vec<String> {
        let mut position = self.clone();
        let text = |&mv: &Self::Move| {
            let text = position.move_text(mv, notation);
            position.play(position.prepare(mv));
            text
        };
        line.iter().map(text).collect()
    }

    /// The moves of a word, each with the number of characters before it: in some games moves may be run together.
    fn split_moves(word: &str) -> Vec<(usize, &str)> {
        if word.is_empty() { Vec::new() } else { vec![(0, word)] }
    }

    /// Returns whether a line that begins with this word begins with a board, not with a move.
    fn is_board(word: &str) -> bool {
        word.len() > 5
    }

    /// Reads the board of a line of a file, which may go on with other things.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    fn parse_board_line(line: &str) -> Result<Self, BadInput> {
        Self::parse_board(line)
    }

    /// All legal moves, in the order of the generator.
    fn legal_moves(&self) -> MoveList<Self::Move> {
        let mut list = MoveList::new();
        self.moves(MoveKind::All, &mut list);
        list
    }

    /// Returns whether the only legal move is a pass.
    fn must_pass(&self) -> bool {
        false
    }

    /// Reads a set of rules by its name; what the text does not say is as in `base`.
    ///
    /// # Errors
    /// A set that the game does not have.
    fn parse_rules(_text: &str, base: Self::Rules) -> Result<Self::Rules, BadInput> {
        Ok(base)
    }

    /// A set of rules as [`Game::parse_rules`] reads it.
    fn rules_text(_rules: Self::Rules) -> String {
        String::new()
    }

    /// The same position under these rules.
    #[must_use]
    fn under(self, _rules: Self::Rules) -> Self {
        self
    }

    /// The end of the game, if it has ended: by default where no move is left, with the sign of the final score.
    fn verdict(session: &GameSession<Self>) -> Option<Verdict> {
        let position = session.position();
        if position.count_moves() > 0 {
            return None;
        }
        let mover = Seat::to_move(position);
        let winner = match position.final_score(0) {
            0 => return Some(Verdict::new(GameResult::Draw, "draw", "A draw".to_owned())),
            score if score > 0 => mover,
            _ => !mover,
        };
        let explanation = format!("{} wins", Self::INFO.colours[winner.index()]);
        Some(Verdict::new(GameResult::win_of(winner), "win", explanation))
    }

    /// What [`Game::verdict`] explains, in games whose words are in the catalogues of languages.
    fn verdict_message(_session: &GameSession<Self>) -> Option<Message> {
        None
    }

    /// The end of the game with best play, if at most this many squares are empty and the game has a solver.
    fn solution(&self, _empties: u32) -> Option<Verdict> {
        None
    }

    /// The number of empty squares, in games that end when none is left.
    fn empty_squares(&self) -> Option<u32> {
        None
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    /// Everything that is wrong with it; that the game has no such files.
    fn parse_weights(path: &str, _contents: &[u8]) -> Result<Self::Weights, BadInput> {
        let found = format!("{path:?} for {}", Self::INFO.title);
        let remedy = "Leave the option out";
        Err(BadInput::new("file of weights", None, found, "a game that has such files", remedy))
    }

    /// The evaluations of the program by their names, with their weights; the one that it plays with comes first.
    fn evaluations() -> Vec<(&'static str, Self::Weights)> {
        vec![("evaluator", Self::Weights::default())]
    }

    /// The weights of one of [`Game::evaluations`], by its name in either case.
    ///
    /// # Errors
    /// A name that none has.
    fn weights_named(name: &str) -> Result<Self::Weights, BadInput> {
        let all = Self::evaluations();
        let names = all.iter().map(|&(known, _)| known).collect::<Vec<_>>().join(" or ");
        let found = all.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, weights)| weights).ok_or_else(|| {
            BadInput::new(
                "evaluation",
                None,
                quote(name),
                names,
                "Name one of these, or leave the option out",
            )
        })
    }

    /// Unpacks the program's own weights, unless that is done: otherwise the first search does it.
    fn load_weights() {}

    /// The name of the evaluator and the checksum of its weights, in games that have files of them.
    fn evaluator_id(_weights: &Self::Weights) -> (&'static str, String) {
        ("evaluator", String::new())
    }

    /// Explains the evaluation of the position, in games whose evaluators can.
    fn explain(&self, _weights: &Self::Weights) -> Option<Explanation> {
        None
    }

    /// The evaluator for searches of at most this many nodes.
    fn evaluator(weights: &Self::Weights, nodes: u64) -> Self::Evaluator;

    /// A solver with tables of so many bytes, in games whose endings can be solved.
    ///
    /// # Errors
    /// If there is no memory for it.
    fn solver(
        _weights: &Self::Weights,
        _bytes: usize,
    ) -> Result<Option<Box<dyn ExactSolver<Self>>>, NoMemory> {
        Ok(None)
    }

    /// The search that a request asks for. By default every limit counts, and a clock is shared among twenty moves.
    fn plan(
        session: &GameSession<Self>,
        request: &SearchRequest,
    ) -> (SearchOptions<Self::Move>, Option<Budget>) {
        /// The moves to keep time for.
        const EXPECTED_MOVES: u32 = 20;
        let nodes = request.limits.nodes.map_or(u64::MAX, |nodes| nodes.get());
        let options = SearchOptions { nodes, ..SearchOptions::to_depth(request.depth()) };
        let seat = Seat::to_move(session.position());
        (options, request.budget(seat, |clock| clock.budget(request.overhead, EXPECTED_MOVES)))
    }

    /// How easily a person overlooks the move, from 0 to 100: what is far or quiet is overlooked first.
    fn obscurity(&self, _mv: Self::Move) -> u32 {
        50
    }

    /// The certainty of the score of a search of this depth, in per cent, if it is one of the whole rest of the game; 100:
    /// exact.
    fn certainty(&self, _depth: i16) -> Option<u32> {
        None
    }

    /// The chances to win, draw and lose in per mille that a score of the position means, where there is a model of it.
    fn win_draw_loss(&self, _score: Score, _weights: &Self::Weights) -> Option<[u16; 3]> {
        None
    }

    /// Who is to move, and what else people at a terminal want to know of the position.
    fn to_move(&self) -> Message {
        Message::new("to-move", "{side} to move").with("side", Self::INFO.side(Seat::to_move(self)))
    }

    /// The board as people at a terminal see it; its last line is [`Game::to_move`]. In letters, or where there are others in the
    /// characters of the game.
    fn drawing(&self, _in_letters: bool) -> String {
        format!("{}{}\n", info::drawing(&self.board_text(), Self::INFO.board), self.to_move())
    }

    /// Moves from the start of every game as a line of a file.
    fn transcript(moves: &[Self::Move]) -> String {
        moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    /// The key under which boards count as equal openings: those that symmetries map to each other.
    fn opening_class(&self) -> String {
        self.board_text()
    }
}

/// Solves the endings of a game.
pub trait ExactSolver<G: Position>: Send {
    /// Forgets what was found before.
    fn clear(&mut self);

    /// Solves a position; `None` if the control was told to stop.
    fn solve(&mut self, position: &G, control: &Control) -> Option<ExactScore<G::Move>>;
}

/// The result of a position with best play.
#[derive(Clone, Debug)]
pub struct ExactScore<M> {
    /// From the view of the side to move, in units of score.
    pub score: Score,
    /// The best line.
    pub line: Vec<M>,
    /// Positions visited.
    pub nodes: u64,
}
