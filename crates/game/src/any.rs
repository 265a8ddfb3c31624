//! Games, sessions and engines where the game is chosen at run time: one object-safe form of each.

use std::any::Any;
use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use search_core::recipe::Recipe;
use search_core::{BadInput, Bound, Control, NoMemory, Outcome, Report, Score};

use crate::session::parse_rules;
use crate::{
    EngineOptions, Explanation, Game, GameEngine, GameInfo, GameSession, Message, Notation, SearchRequest,
    Seat, Verdict, parse_recipe,
};

/// A [`Game`].
pub trait AnyGame: Send + Sync {
    /// Names and units.
    fn info(&self) -> &'static GameInfo;

    /// The start position, as [`AnySession::board`] writes it.
    fn start(&self) -> &'static str;

    /// As [`GameSession::parse`].
    ///
    /// # Errors
    /// Everything that is wrong with the board or the rules.
    fn session(&self, board: &str, rules: &[&str]) -> Result<Box<dyn AnySession>, BadInput>;

    /// The rules of these names, each of which changes what it says of the ones before, as one text.
    ///
    /// # Errors
    /// Rules that the game does not have.
    fn rules(&self, names: &[&str]) -> Result<String, BadInput>;

    /// A game that begins with the board of a line, which may go on with other things.
    ///
    /// # Errors
    /// Everything that is wrong with the board.
    fn session_of_line(&self, line: &str) -> Result<Box<dyn AnySession>, BadInput>;

    /// As [`Game::is_board`].
    fn is_board(&self, word: &str) -> bool;

    /// As [`Game::split_moves`].
    fn split_moves<'a>(&self, word: &'a str) -> Vec<(usize, &'a str)>;

    /// As [`parse_recipe`].
    ///
    /// # Errors
    /// A preset or a part that there is not.
    fn parse_recipe(&self, text: &str) -> Result<Recipe, BadInput>;

    /// As [`Game::parse_weights`].
    ///
    /// # Errors
    /// Everything that is wrong with the file.
    fn parse_weights(&self, path: &str, contents: &[u8]) -> Result<AnyWeights, BadInput>;

    /// As [`Game::weights_named`].
    ///
    /// # Errors
    /// A name that no evaluation of the program has.
    fn weights_named(&self, name: &str) -> Result<AnyWeights, BadInput>;

    /// An engine before its first game.
    ///
    /// # Errors
    /// If the system has no memory for its tables.
    fn engine(&self, options: &AnyEngineOptions) -> Result<Box<dyn AnyEngine>, NoMemory>;
}

/// The weights of a game's evaluator.
#[derive(Clone)]
pub struct AnyWeights(Arc<dyn Any + Send + Sync>);

impl Debug for AnyWeights {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("AnyWeights")
    }
}

/// The options of a new engine.
pub type AnyEngineOptions = EngineOptions<AnyWeights>;

/// A move, and how people write it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct NamedMove {
    /// In the game's coordinates.
    pub text: String,
    /// In the notation that was asked for.
    pub name: String,
}

/// A [`GameSession`].
pub trait AnySession: Any + Send {
    /// Names and units of the game.
    fn info(&self) -> &'static GameInfo;

    /// The side to move.
    fn seat(&self) -> Seat;

    /// The colour of a seat, as sentences begin with it.
    fn colour(&self, seat: Seat) -> &'static str {
        self.info().colours[seat.index()]
    }

    /// The number of moves that were played.
    fn plies(&self) -> usize;

    /// The board after this number of moves.
    fn board_after(&self, plies: usize) -> String;

    /// As [`Game::opening_class`], of the position after this number of moves.
    fn opening_class_after(&self, plies: usize) -> String;

    /// The board now.
    fn board(&self) -> String {
        self.board_after(self.plies())
    }

    /// The moves that were played.
    fn moves(&self, notation: Notation) -> Vec<NamedMove>;

    /// The move that was played after this number of others.
    fn move_at(&self, index: usize, notation: Notation) -> NamedMove;

    /// Takes back all moves but the first ones.
    fn truncate(&mut self, plies: usize);

    /// The legal moves; a forced pass is one.
    fn legal_moves(&self, notation: Notation) -> Vec<NamedMove>;

    /// As [`GameSession::play_text`].
    ///
    /// # Errors
    /// Why the move cannot be played; nothing has changed then.
    fn play_text(&mut self, text: &str) -> Result<(), BadInput>;

    /// As [`GameSession::referee_move`]; the move in its usual spelling.
    ///
    /// # Errors
    /// Why the move is illegal; nothing has changed then.
    fn referee_move(&mut self, text: &str) -> Result<String, String>;

    /// Plays a move in coordinates, whether or not the game is over; `None` if it is illegal.
    fn advance(&mut self, text: &str) -> Option<()>;

    /// Returns whether the only legal move is a pass.
    fn must_pass(&self) -> bool;

    /// Returns whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// The end of the game, if the last move ended it.
    fn verdict(&self) -> Option<Verdict>;

    /// As [`Game::verdict_message`].
    fn verdict_message(&self) -> Option<Message>;

    /// As [`Game::solution`].
    fn solution(&self, empties: u32) -> Option<Verdict>;

    /// As [`Game::empty_squares`].
    fn empty_squares(&self) -> Option<u32>;

    /// As [`Game::explain`], by the weights that are part of the program.
    fn explain(&self) -> Option<Explanation>;

    /// The number of moves up to and including the last capture.
    fn last_capture(&self) -> usize;

    /// The number of times that the position has occurred.
    fn occurrences(&self) -> usize;
}

/// A line as the search sees it at the end of an iteration.
#[derive(Clone, PartialEq, Debug)]
pub struct LineReport {
    /// From 1, the best first.
    pub rank: usize,
    /// The iteration, in plies.
    pub depth: u32,
    /// The deepest ply reached.
    pub reached: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// From the view of the side to move.
    pub score: Score,
    /// The meaning of the score.
    pub bound: Bound,
    /// As [`Game::certainty`].
    pub certainty: Option<u32>,
    /// As [`Game::win_draw_loss`].
    pub win_draw_loss: Option<[u16; 3]>,
    /// The moves.
    pub line: Vec<NamedMove>,
}

/// The findings of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchResult {
    /// The move to play; `None` if there is none.
    pub best: Option<NamedMove>,
    /// From the view of the side to move.
    pub score: Score,
    /// The scores of all iterations, that of the last one at the end.
    pub scores: Vec<Score>,
    /// The last finished iteration, in plies; 0 if none was finished.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The best line, if names were asked for.
    pub line: Vec<NamedMove>,
}

/// A [`GameEngine`]. The sessions that it is given are of its own game.
pub trait AnyEngine: Send {
    /// Forgets what was found before.
    fn clear(&mut self);

    /// Sets the number of threads that search together, from the next search on.
    fn set_threads(&mut self, threads: NonZero<usize>);

    /// Searches the last position of a session until a limit of the request, or until the control says stop. With a notation
    /// each line that an iteration finishes is reported, and the result has its line; without one, names cost no time.
    fn think(
        &mut self,
        session: &dyn AnySession,
        request: &SearchRequest,
        notation: Option<Notation>,
        control: &Control,
        report: &mut dyn FnMut(LineReport),
    ) -> SearchResult;

    /// Solves the last position of a session; `None` without a solver, or if the control was told to stop.
    fn solve(
        &mut self,
        session: &dyn AnySession,
        notation: Notation,
        control: &Control,
    ) -> Option<SearchResult>;

    /// The chances to win, draw and lose in per mille that a score means after this number of moves, where there is a model of
    /// it.
    fn win_draw_loss(&self, session: &dyn AnySession, plies: usize, score: Score) -> Option<[u16; 3]>;
}

/// The game with these positions as [`AnyGame`].
pub struct GameEntry<G>(PhantomData<fn() -> G>);

impl<G> GameEntry<G> {
    /// The only value.
    pub const NEW: GameEntry<G> = GameEntry(PhantomData);
}

impl<G> Debug for GameEntry<G> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("GameEntry")
    }
}

impl<G: Game> AnyGame for GameEntry<G> {
    fn info(&self) -> &'static GameInfo {
        &const { G::INFO }
    }

    fn start(&self) -> &'static str {
        G::START
    }

    fn session(&self, board: &str, rules: &[&str]) -> Result<Box<dyn AnySession>, BadInput> {
        Ok(Box::new(GameSession::<G>::parse(board, rules)?))
    }

    fn rules(&self, names: &[&str]) -> Result<String, BadInput> {
        parse_rules::<G>(names).map(G::rules_text)
    }

    fn session_of_line(&self, line: &str) -> Result<Box<dyn AnySession>, BadInput> {
        Ok(Box::new(GameSession::new(G::parse_board_line(line)?, G::Rules::default())))
    }

    fn is_board(&self, word: &str) -> bool {
        G::is_board(word)
    }

    fn split_moves<'a>(&self, word: &'a str) -> Vec<(usize, &'a str)> {
        G::split_moves(word)
    }

    fn parse_recipe(&self, text: &str) -> Result<Recipe, BadInput> {
        parse_recipe::<G>(text)
    }

    fn parse_weights(&self, path: &str, contents: &[u8]) -> Result<AnyWeights, BadInput> {
        Ok(AnyWeights(Arc::new(G::parse_weights(path, contents)?)))
    }

    fn weights_named(&self, name: &str) -> Result<AnyWeights, BadInput> {
        Ok(AnyWeights(Arc::new(G::weights_named(name)?)))
    }

    fn engine(&self, options: &AnyEngineOptions) -> Result<Box<dyn AnyEngine>, NoMemory> {
        let EngineOptions { hash_bytes, nodes, recipe, solves, .. } = *options;
        let weights = options.weights.as_ref().and_then(|weights| weights.0.downcast_ref().cloned());
        let engine = GameEngine::<G>::new(EngineOptions { hash_bytes, nodes, recipe, weights, solves })?;
        Ok(Box::new(engine))
    }
}

impl<G: Game> AnySession for GameSession<G> {
    fn info(&self) -> &'static GameInfo {
        &const { G::INFO }
    }

    fn seat(&self) -> Seat {
        Seat::to_move(self.position())
    }

    fn plies(&self) -> usize {
        GameSession::moves(self).len()
    }

    fn board_after(&self, plies: usize) -> String {
        self.positions()[plies].board_text()
    }

    fn opening_class_after(&self, plies: usize) -> String {
        self.positions()[plies].opening_class()
    }

    fn moves(&self, notation: Notation) -> Vec<NamedMove> {
        let moves = self.positions().iter().zip(GameSession::moves(self));
        moves.map(|(position, &mv)| named(position, mv, notation)).collect()
    }

    fn move_at(&self, index: usize, notation: Notation) -> NamedMove {
        named(&self.positions()[index], GameSession::moves(self)[index], notation)
    }

    fn truncate(&mut self, plies: usize) {
        GameSession::truncate(self, plies);
    }

    fn legal_moves(&self, notation: Notation) -> Vec<NamedMove> {
        let position = self.position();
        position.legal_moves().iter().map(|mv| named(position, mv, notation)).collect()
    }

    fn play_text(&mut self, text: &str) -> Result<(), BadInput> {
        GameSession::play_text(self, text)
    }

    fn referee_move(&mut self, text: &str) -> Result<String, String> {
        GameSession::referee_move(self, text).map(|mv| mv.to_string())
    }

    fn advance(&mut self, text: &str) -> Option<()> {
        let mv = self.position().find_move(text).ok()?;
        self.play(mv);
        Some(())
    }

    fn must_pass(&self) -> bool {
        self.position().must_pass()
    }

    fn in_check(&self) -> bool {
        self.position().in_check()
    }

    fn verdict(&self) -> Option<Verdict> {
        GameSession::verdict(self)
    }

    fn verdict_message(&self) -> Option<Message> {
        G::verdict_message(self)
    }

    fn solution(&self, empties: u32) -> Option<Verdict> {
        self.position().solution(empties)
    }

    fn empty_squares(&self) -> Option<u32> {
        self.position().empty_squares()
    }

    fn explain(&self) -> Option<Explanation> {
        self.position().explain(&G::Weights::default())
    }

    fn last_capture(&self) -> usize {
        GameSession::last_capture(self)
    }

    fn occurrences(&self) -> usize {
        GameSession::occurrences(self)
    }
}

fn named<G: Game>(position: &G, mv: G::Move, notation: Notation) -> NamedMove {
    NamedMove { text: mv.to_string(), name: position.move_text(mv, notation) }
}

/// A line from a position on.
fn named_line<G: Game>(position: &G, line: &[G::Move], notation: Notation) -> Vec<NamedMove> {
    let names = position.line_texts(line, notation);
    line.iter().zip(names).map(|(mv, name)| NamedMove { text: mv.to_string(), name }).collect()
}

impl<G: Game> AnyEngine for GameEngine<G> {
    fn clear(&mut self) {
        GameEngine::clear(self);
    }

    fn set_threads(&mut self, threads: NonZero<usize>) {
        GameEngine::set_threads(self, threads);
    }

    fn think(
        &mut self,
        session: &dyn AnySession,
        request: &SearchRequest,
        notation: Option<Notation>,
        control: &Control,
        report: &mut dyn FnMut(LineReport),
    ) -> SearchResult {
        let session = own::<G>(session);
        let position = session.position();
        // Matches ask for no names, and their searches are too short to copy weights for each.
        let naming = notation.map(|notation| (notation, self.weights().clone()));
        let outcome = GameEngine::think(self, session, request, control, |found| {
            if let Some((notation, weights)) = &naming {
                report(line_report(position, weights, found, *notation));
            }
        });
        result(position, outcome, notation)
    }

    fn solve(
        &mut self,
        session: &dyn AnySession,
        notation: Notation,
        control: &Control,
    ) -> Option<SearchResult> {
        let session = own::<G>(session);
        let solved = GameEngine::solve(self, session, control)?;
        let line = named_line(session.position(), &solved.line, notation);
        Some(SearchResult {
            best: line.first().cloned(),
            score: solved.score,
            scores: vec![solved.score],
            depth: session.position().empty_squares().unwrap_or_default(),
            nodes: solved.nodes,
            line,
        })
    }

    fn win_draw_loss(&self, session: &dyn AnySession, plies: usize, score: Score) -> Option<[u16; 3]> {
        own::<G>(session).positions()[plies].win_draw_loss(score, self.weights())
    }
}

/// The session of an engine's own game.
fn own<G: Game>(session: &dyn AnySession) -> &GameSession<G> {
    let session: &dyn Any = session;
    session.downcast_ref().unwrap_or_else(|| panic!("an engine of {} was given another game", G::INFO.title))
}

fn line_report<G: Game>(
    position: &G,
    weights: &G::Weights,
    found: &Report<G::Move>,
    notation: Notation,
) -> LineReport {
    LineReport {
        rank: found.line,
        depth: plies(found.depth),
        reached: found.reached,
        nodes: found.counters.visits,
        elapsed: found.elapsed,
        score: found.score,
        bound: found.bound,
        certainty: position.certainty(found.depth),
        win_draw_loss: position.win_draw_loss(found.score, weights),
        line: named_line(position, &found.variation, notation),
    }
}

/// The best move is named, and so is the line if there is one to write.
fn result<G: Game>(position: &G, outcome: Outcome<G::Move>, notation: Option<Notation>) -> SearchResult {
    let best = outcome.best.map(|mv| match notation {
        Some(notation) => named(position, mv, notation),
        None => NamedMove { text: mv.to_string(), name: String::new() },
    });
    let mut line =
        notation.map_or_else(Vec::new, |notation| named_line(position, &outcome.variation, notation));
    if line.is_empty() && notation.is_some() {
        line.extend(best.clone());
    }
    SearchResult {
        best,
        score: outcome.score,
        scores: outcome.scores,
        depth: plies(outcome.depth),
        nodes: outcome.counters.visits,
        line,
    }
}

fn plies(depth: i16) -> u32 {
    u32::try_from(depth).unwrap_or_default()
}
