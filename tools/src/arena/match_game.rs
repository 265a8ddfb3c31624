//! The interface of a game to matches: [`MatchGame`], which a game's position implements.

use search_core::Recipe;
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::memory::TooLarge;
use shuangqi_cli::{BadInput, Failure};
use shuangqi_lab::Game;
use shuangqi_lab::commands::Commands;

use super::config::{Adjudication, EngineConfig, Notation, Protocol};
use super::generator::{Generator, Lines, Requirements};
use super::internal::analyst::{Analyst, AnalystOptions, SearchAnalyst};
use super::internal::live::{GameEngine, LiveEngine};
use super::internal::{self, BoardGame};
use super::player::Player;
use super::record::GameRecord;
use super::referee::Referee;
use crate::play::{Setup, board_game};

/// A PGN tag: its name and its value.
pub type Tag = (&'static str, String);

/// Opens the referee of a game from a board under rules.
pub type OpenReferee = fn(&str, &str) -> Result<Box<dyn Referee>, BadInput>;

/// Opens the engine of a game as a player in this process, under rules.
pub type OpenPlayer = fn(&EngineConfig, &str) -> Result<Box<dyn Player>, BadInput>;

/// Writes a game as a line of GGF: the game, its engines by seat, the site.
pub type WriteGgf = fn(&GameRecord, [Option<&EngineConfig>; 2], Option<&str>) -> Result<String, Failure>;

/// A game of which matches are played.
///
/// A game that ends by what is on the board has a referee in [`BoardReferee`](super::board_referee::BoardReferee); the engine
/// that plays in this process, openings and game files are provided. What only one game has, such as GGF or sets of
/// rules, is off unless the game states it.
pub trait MatchGame: Game<Evaluator: Send + 'static> {
    /// Names and units in matches.
    const MATCH: MatchInfo;
    /// The recipe that its engine plays with.
    const PLAY: Recipe = Self::STRONGEST;
    /// The commands of the laboratory.
    const COMMANDS: &'static Commands = &Commands::of::<Self>();
    /// The writer of GGF, in which openings can be read then too.
    const GGF: Option<WriteGgf> = None;

    /// The referee of a game from this board. `rules` is one of the sets of rules, if there are several.
    ///
    /// # Errors
    /// What is wrong with either.
    fn referee(start: &str, rules: &str) -> Result<Box<dyn Referee>, BadInput>;

    /// The engine of the game as a player in this process. `rules` is one of the sets of rules, if there are several.
    ///
    /// # Errors
    /// An unknown option or set of rules, an invalid value, or no limit to the search.
    fn player(config: &EngineConfig, _rules: &str) -> Result<Box<dyn Player>, BadInput> {
        internal::open(BoardGame::<Self>::start()?, config, &Self::PLAY)
    }

    /// The engine of the game as an analyst of games.
    ///
    /// # Errors
    /// If there is no memory for its tables.
    fn analyst(options: AnalystOptions) -> Result<Box<dyn Analyst>, Failure> {
        let game = BoardGame::<Self>::start()?;
        Ok(Box::new(SearchAnalyst::new(game, options).map_err(TooLarge::in_option)?))
    }

    /// The engine of the game as one that reports what it finds while it searches.
    ///
    /// # Errors
    /// If there is no memory for its table.
    fn live_engine(hash_bytes: usize) -> Result<Box<dyn LiveEngine>, Failure> {
        let engine = GameEngine::new(BoardGame::<Self>::start()?, hash_bytes);
        Ok(Box::new(engine.map_err(TooLarge::in_option)?))
    }

    /// A legal move as people write it, in games with notations beside the coordinates.
    fn name_of(&self, _mv: Self::Move, _notation: Notation) -> Option<String> {
        None
    }

    /// Whether the side to move is in check, in games with checks.
    fn is_in_check(&self) -> bool {
        false
    }

    /// Plays a game with a person at the terminal, until the end of input, `quit` or Ctrl-C.
    ///
    /// # Errors
    /// A command of the setup that is none, a table that there is no memory for, and [`Failure::Interrupted`].
    fn play_at_terminal(setup: &Setup) -> Result<(), Failure> {
        board_game::run::<Self>(setup)
    }

    /// Makes the weights of a file those of every evaluator of the process. Returns the contents of the file.
    ///
    /// # Errors
    /// A file that cannot be read or is none of weights; a game whose evaluator has no file of weights.
    fn install_weights(path: &str) -> Result<Vec<u8>, Failure> {
        let found = format!("{} for {}", quote(path), Self::INFO.title);
        let remedy = "Leave the option --eval out";
        Err(BadInput::new("file of weights", None, found, "a game that has such files", remedy).into())
    }

    /// Plays a move of an opening, in any notation of the game, and adds what was played to `moves`.
    ///
    /// # Errors
    /// Why it cannot be played.
    fn play_notation(&mut self, text: &str, moves: &mut Vec<String>) -> Result<(), BadInput> {
        let mv = self.read_move(text)?;
        moves.push(mv.to_string());
        self.play(mv);
        Ok(())
    }

    /// Whether a line of openings that begins with this word begins with a board, not with a move.
    fn is_board(word: &str) -> bool {
        word.len() > 5
    }

    /// Reads the board of a line of openings.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read_board_line(line: &str) -> Result<Self, BadInput> {
        Self::read_board(line)
    }

    /// The moves of a word of an opening, each with the number of characters before it.
    fn split_moves(word: &str) -> Vec<(usize, &str)> {
        Some((0, word)).filter(|_| !word.is_empty()).into_iter().collect()
    }

    /// Random openings by their moves, level and different from each other; the same ones for the same seed.
    ///
    /// # Errors
    /// None: the start position is in order.
    fn random_openings(seed: u64) -> Result<Lines, BadInput> {
        let start = Self::read_board(Self::START)?;
        let evaluator = Self::Evaluator::default();
        Ok(Box::new(Generator::new(Self::MATCH.openings, evaluator, seed, Self::write_board, start)))
    }

    /// The PGN tags that only this game has.
    fn pgn_tags(_game: &GameRecord, _notation: Notation) -> Vec<Tag> {
        Vec::new()
    }

    /// The moves of a PGN file.
    ///
    /// # Errors
    /// A game that cannot be replayed.
    fn pgn_moves(game: &GameRecord, _notation: Notation) -> Result<Vec<String>, Failure> {
        Ok(game.moves.iter().map(|step| step.text.clone()).collect())
    }

    /// The moves in the writing of the game's readers, if it is another one than that of records.
    fn move_names(_game: &GameRecord) -> Option<Vec<String>> {
        None
    }
}

/// Names and units of a game in matches.
#[derive(Clone, Copy, Debug)]
pub struct MatchInfo {
    /// The colours by seat, as sentences begin with them.
    pub colours: [&'static str; 2],
    /// The protocols of its engines, the usual one first, apart from the engine in this process.
    pub protocols: &'static [Protocol],
    /// The default set of rules of its referee, if there are several.
    pub default_rules: Option<&'static str>,
    /// Whether its referee can solve late positions.
    pub has_solver: bool,
    /// The highest level of strength, if its engine has levels that are more than a depth.
    pub levels: Option<u8>,
    /// Whether moves have notations beside the coordinates.
    pub has_notations: bool,
    /// Whether boards of openings and last positions are FENs, behind which the operations of an EPD line may stand.
    pub has_epd: bool,
    /// Whether the script of a page replays its moves; boards are in the page otherwise.
    pub has_script: bool,
    /// What ends the games early by which parameters are tuned.
    pub adjudication: Adjudication,
    /// The requirements on generated openings.
    pub openings: Requirements,
    /// The PGN tag `Game`.
    pub pgn_game: &'static str,
    /// The PGN tags of the players' names by seat.
    pub pgn_players: [&'static [&'static str]; 2],
    /// The PGN tags of their time controls, where these differ.
    pub pgn_clocks: [&'static str; 2],
    /// The axis of the score graph.
    pub scores: ScoreAxis,
}

impl MatchInfo {
    /// A game of this name and these colours, with nothing but the engine in this process.
    pub const fn new(title: &'static str, colours: [&'static str; 2]) -> MatchInfo {
        MatchInfo {
            colours,
            protocols: &[],
            default_rules: None,
            has_solver: false,
            levels: None,
            has_notations: false,
            has_epd: false,
            has_script: false,
            adjudication: Adjudication::NONE,
            openings: Requirements { plies: 6, depth: 5, most: 300, each: None },
            pgn_game: title,
            pgn_players: [&["White"], &["Black"]],
            pgn_clocks: ["WhiteTimeControl", "BlackTimeControl"],
            scores: ScoreAxis { bend: 300, levels: [100, 300, 1000] },
        }
    }
}

/// The axis of a score graph, in hundredths.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub struct ScoreAxis {
    /// The score at half the height.
    pub bend: i32,
    /// The scores that are labelled.
    pub levels: [i32; 3],
}
