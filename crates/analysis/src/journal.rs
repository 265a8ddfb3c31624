//! The file that keeps a run: its first line says what is analysed and how, and each line after it is a finished game.

use serde::{Deserialize, Serialize};
use shuangqi_arena::games::Game;
use shuangqi_arena::openings;
use shuangqi_cli::Failure;
use shuangqi_cli::journal::{self, Kind};
use shuangqi_cli::run_journal::RunKind;

use crate::analyst::AnalystOptions;
use crate::game_analysis::GameAnalysis;
use crate::input_game::InputGame;

const KIND: RunKind = RunKind {
    journal: Kind {
        name: "journal of analysed games",
        schema: "analyze-journal/1",
        first: "header",
        item: "a game of the run with all its positions",
        restart: "analyse the games again, with another journal",
    },
    // The same games may be in other files.
    options: &[
        ("/game", "the game"),
        ("/games", "the games of the files"),
        ("/games_hash", "the games of the files"),
        ("/limits/nodes", "--nodes"),
        ("/limits/depth", "--depth"),
        ("/limits/move_time", "--time"),
        ("/exact_empties", "--exact"),
        ("/hash_bytes", "--hash"),
        ("/weights_hash", "--eval"),
        ("/notation", "--notation"),
    ],
    another: "name another journal with --resume",
    may: "find other scores",
};

/// Everything that decides what is found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Setting {
    /// Which game is played.
    pub game: Game,
    /// How positions are searched.
    #[serde(flatten)]
    pub options: AnalystOptions,
    /// The number of games.
    pub games: usize,
    /// A hash of their starts and moves, in order.
    pub games_hash: u64,
    /// A hash of the file of weights; `None` for the weights of the program.
    pub weights_hash: Option<u64>,
}

impl Setting {
    /// The setting of a run over these games.
    pub fn new(
        game: Game,
        options: AnalystOptions,
        games: &[InputGame],
        weights_hash: Option<u64>,
    ) -> Setting {
        let moves: Vec<_> = games.iter().map(|game| game.game.moves.clone()).collect();
        Setting { game, options, games: games.len(), games_hash: openings::hash(&moves), weights_hash }
    }
}

/// A finished game: its index, from 0, and what was found.
#[derive(Debug, Deserialize)]
struct FinishedGame {
    index: usize,
    #[serde(flatten)]
    analysis: GameAnalysis,
}

/// The same to be written.
#[derive(Debug, Serialize)]
struct FinishedGameRef<'a> {
    index: usize,
    #[serde(flatten)]
    analysis: &'a GameAnalysis,
}

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    file: journal::Journal,
}

/// The finished games by index; `None` for those still to be analysed.
pub type Known = Vec<Option<GameAnalysis>>;

impl Journal {
    /// Opens the journal of a run, or begins it; with the games that it holds.
    ///
    /// # Errors
    /// A file that cannot be used, that another run is using, that is no journal or was changed;
    /// [`Failure::Usage`] if it is that of another run.
    pub fn open(path: &str, setting: &Setting, games: &[InputGame]) -> Result<(Journal, Known), Failure> {
        let mut known: Known = games.iter().map(|_| None).collect();
        let file = KIND.open(path, setting, |line| take(line, games, &mut known))?;
        Ok((Journal { file }, known))
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// [`Failure::Unwritable`].
    pub fn write(&mut self, index: usize, analysis: &GameAnalysis) -> Result<(), Failure> {
        self.file.write_soon(&FinishedGameRef { index, analysis })
    }

    /// Closes the journal, with every game on the disk.
    ///
    /// # Errors
    /// [`Failure::Unwritable`].
    pub fn finish(self) -> Result<(), Failure> {
        self.file.finish()
    }
}

/// Takes a game, if it is one of the run and has all its positions.
fn take(line: FinishedGame, games: &[InputGame], known: &mut Known) -> Result<(), String> {
    let FinishedGame { index, analysis } = line;
    let game = games.get(index).ok_or_else(|| format!("game {}", index + 1))?;
    let (found, needed) = (analysis.positions.len(), game.moves().len() + 1);
    if found != needed || analysis.ending.as_ref().is_some_and(|ending| ending.after >= needed) {
        return Err(format!("{found} positions of game {}, which has {needed}", index + 1));
    }
    known[index] = Some(analysis);
    Ok(())
}
