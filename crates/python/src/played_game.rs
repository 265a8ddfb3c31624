//! A game in progress, of either game, as a board of Python holds it.

use game::any::AnySession;
use game::{GameSession, Notation};
use search_core::BadInput;
use search_core::bad_input::quote;
use search_core::perft::Convention;
use shuangqi_arena::games::Game;
use shuangqi_cli::Failure;
use shuangqi_cli::worker_pool::WorkerPool;
use shuangqi_lab::LabGame;

use crate::moves::{AnyMove, Move};

/// What Python needs of a game beyond what the laboratory does.
pub(crate) trait PythonGame: LabGame<Move: Sync, LineEntry: Sync> + Sync {
    /// The game as matches know it.
    const GAME: Game;

    /// A move as Python has it.
    fn to_python(mv: Self::Move) -> Move;

    /// A move of this game that Python has.
    fn of_python(mv: Move) -> Option<Self::Move>;
}

impl PythonGame for othello::Position {
    const GAME: Game = Game::OTHELLO;

    fn to_python(mv: othello::Move) -> Move {
        Move(AnyMove::Othello(mv.square()))
    }

    fn of_python(Move(mv): Move) -> Option<othello::Move> {
        match mv {
            AnyMove::Othello(square) => Some(square.map_or(othello::Move::PASS, othello::Move::new)),
            AnyMove::Xiangqi(_) => None,
        }
    }
}

impl PythonGame for xiangqi::Position {
    const GAME: Game = Game::XIANGQI;

    fn to_python(mv: xiangqi::Move) -> Move {
        Move(AnyMove::Xiangqi(mv))
    }

    fn of_python(Move(mv): Move) -> Option<xiangqi::Move> {
        match mv {
            AnyMove::Xiangqi(mv) => Some(mv),
            AnyMove::Othello(_) => None,
        }
    }
}

/// The move of a game, if it is legal.
fn legal<G: PythonGame>(position: &G, mv: Move) -> Result<G::Move, BadInput> {
    let own = G::of_python(mv).and_then(|mv| position.unpack(G::pack(mv)));
    own.ok_or_else(|| {
        let text = mv.to_string();
        let why = position.find_move(&text).err().unwrap_or_else(|| "it is no move of this game".to_owned());
        illegal(&text, &why)
    })
}

fn illegal(text: &str, why: &str) -> BadInput {
    let found = format!("{}: {why}", quote(text));
    BadInput::new("move", None, found, "a legal move", "Play one of legal_moves")
}

/// A new game, of which the board (empty: the start) and the rules are as [`GameSession::parse`] reads them.
///
/// # Errors
/// Everything that is wrong with the board or the rules.
pub(crate) fn begin<G: PythonGame>(board: &str, rules: &[&str]) -> Result<Box<dyn PlayedGame>, BadInput> {
    Ok(Box::new(GameSession::<G>::parse(board, rules)?))
}

/// A [`GameSession`] of any game.
pub(crate) trait PlayedGame: Send + Sync {
    fn game(&self) -> Game;

    /// The same session as engines and files know it.
    fn session(&self) -> &dyn AnySession;

    fn session_mut(&mut self) -> &mut dyn AnySession;

    fn copy(&self) -> Box<dyn PlayedGame>;

    /// A new game of the same kind, as [`begin`] makes it.
    fn begin(&self, board: &str, rules: &[&str]) -> Result<Box<dyn PlayedGame>, BadInput>;

    fn legal_moves(&self) -> Vec<Move>;

    fn moves(&self) -> Vec<Move>;

    fn last_move(&self) -> Option<Move>;

    /// The move that can be played; the error says why it cannot.
    fn check(&self, mv: Move) -> Result<(), BadInput>;

    fn push(&mut self, mv: Move) -> Result<(), BadInput>;

    /// A legal move in coordinates.
    fn parse_coordinates(&self, text: &str) -> Result<Move, BadInput>;

    /// A legal move in any notation of the game.
    fn parse_move(&self, text: &str) -> Result<Move, BadInput>;

    /// Legal moves that follow each other, in a notation.
    fn line_texts(&self, line: &[Move], notation: Notation) -> Result<Vec<String>, BadInput>;

    /// The leaves so many plies below, counted on several threads.
    fn perft(&self, depth: u32, convention: Convention, pool: &WorkerPool) -> Result<u64, Failure>;

    /// Whether perft to this depth takes so short a time that it need not be cut into parts.
    fn is_shallow(&self, depth: u32) -> bool;

    /// The leaves, counted in the calling thread.
    fn perft_shallow(&self, depth: u32, convention: Convention) -> u64;

    /// The key of the position now.
    fn key(&self) -> u64;

    fn drawing(&self, in_letters: bool) -> String;
}

impl<G: PythonGame> PlayedGame for GameSession<G> {
    fn game(&self) -> Game {
        G::GAME
    }

    fn session(&self) -> &dyn AnySession {
        self
    }

    fn session_mut(&mut self) -> &mut dyn AnySession {
        self
    }

    fn copy(&self) -> Box<dyn PlayedGame> {
        Box::new(self.clone())
    }

    fn begin(&self, board: &str, rules: &[&str]) -> Result<Box<dyn PlayedGame>, BadInput> {
        begin::<G>(board, rules)
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.position().legal_moves().iter().map(G::to_python).collect()
    }

    fn moves(&self) -> Vec<Move> {
        GameSession::moves(self).iter().copied().map(G::to_python).collect()
    }

    fn last_move(&self) -> Option<Move> {
        GameSession::moves(self).last().copied().map(G::to_python)
    }

    fn check(&self, mv: Move) -> Result<(), BadInput> {
        legal(self.position(), mv).map(drop)
    }

    fn push(&mut self, mv: Move) -> Result<(), BadInput> {
        let mv = legal(self.position(), mv)?;
        self.play(mv);
        Ok(())
    }

    fn parse_coordinates(&self, text: &str) -> Result<Move, BadInput> {
        let found = self.position().find_move(text);
        found.map(G::to_python).map_err(|why| illegal(text, &why))
    }

    fn parse_move(&self, text: &str) -> Result<Move, BadInput> {
        self.position().parse_move(text).map(G::to_python)
    }

    fn line_texts(&self, line: &[Move], notation: Notation) -> Result<Vec<String>, BadInput> {
        let mut position = self.position().clone();
        let text = |&mv: &Move| {
            let mv = legal(&position, mv)?;
            let text = position.move_text(mv, notation);
            position.play(position.prepare(mv));
            Ok(text)
        };
        line.iter().map(text).collect()
    }

    fn perft(&self, depth: u32, convention: Convention, pool: &WorkerPool) -> Result<u64, Failure> {
        shuangqi::perft::count(self.position(), depth, convention, pool)
    }

    fn is_shallow(&self, depth: u32) -> bool {
        depth <= G::PERFT_GRAIN
    }

    fn perft_shallow(&self, depth: u32, convention: Convention) -> u64 {
        LabGame::perft(self.position(), depth, convention)
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn drawing(&self, in_letters: bool) -> String {
        self.position().drawing(in_letters)
    }
}
