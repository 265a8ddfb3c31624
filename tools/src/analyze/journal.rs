//! The file that keeps a run: its first line says what is analysed and how, and each line after it is a finished game.

use serde::{Deserialize, Serialize};
use shuangqi_cli::journal::{self, Kind};
use shuangqi_cli::{BadInput, Failure, version};

use super::game_analysis::GameAnalysis;
use super::input_game::InputGame;
use crate::analyze::analyst::AnalystOptions;
use crate::arena::openings;
use crate::games::Game;
use crate::run_journal;

const KIND: Kind = Kind {
    name: "journal of analysed games",
    schema: "analyze-journal/1",
    first: "header",
    restart: "analyse the games again, with another journal",
};

/// Everything that decides what is found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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

    /// The options in which two runs differ. The same games may be in other files.
    fn differences(&self, other: &Setting) -> Vec<&'static str> {
        let (own, others) = (&self.options, &other.options);
        [
            ("the game", self.game == other.game),
            ("the games of the files", (self.games, self.games_hash) == (other.games, other.games_hash)),
            ("--nodes", own.limits.nodes == others.limits.nodes),
            ("--depth", own.limits.depth == others.limits.depth),
            ("--time", own.limits.move_time == others.limits.move_time),
            ("--exact", own.exact_empties == others.exact_empties),
            ("--hash", own.hash_bytes == others.hash_bytes),
            ("--eval", self.weights_hash == other.weights_hash),
            ("--notation", own.notation == others.notation),
        ]
        .into_iter()
        .filter_map(|(name, is_same)| (!is_same).then_some(name))
        .collect()
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Header {
    schema: String,
    /// The version of the program that wrote it.
    version: String,
    #[serde(flatten)]
    setting: Setting,
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
        let mut header = None::<Header>;
        let mut lines = Vec::new();
        let mut file = journal::Journal::open(path, &KIND, |number, line| match number {
            1 => read(line).map(|read| header = Some(read)),
            _ => read(line).map(|line: FinishedGame| lines.push((number, line))),
        })?;
        match header {
            Some(header) => {
                let differences = header.setting.differences(setting);
                run_journal::check(
                    path,
                    &differences,
                    &header.version,
                    ["name another journal with --resume", "find other scores"],
                )?;
            }
            None => file.write(&Header {
                schema: KIND.schema.to_owned(),
                version: version::SHORT.to_owned(),
                setting: setting.clone(),
            })?,
        }
        let mut known: Known = games.iter().map(|_| None).collect();
        for (number, line) in lines {
            take(line, games, &mut known).map_err(|bad| bad.at(path, number))?;
        }
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

fn read<'line, T: Deserialize<'line>>(line: &'line str) -> Result<T, BadInput> {
    serde_json::from_str(line).map_err(|error| unfit(error.to_string()))
}

/// Takes a game, if it is one of the run and has all its positions.
fn take(line: FinishedGame, games: &[InputGame], known: &mut Known) -> Result<(), BadInput> {
    let FinishedGame { index, analysis } = line;
    let Some(game) = games.get(index) else { return Err(unfit(format!("game {}", index + 1))) };
    let (found, needed) = (analysis.positions.len(), game.moves().len() + 1);
    if found != needed || analysis.ending.as_ref().is_some_and(|ending| ending.after >= needed) {
        return Err(unfit(format!("{found} positions of game {}, which has {needed}", index + 1)));
    }
    known[index] = Some(analysis);
    Ok(())
}

fn unfit(found: String) -> BadInput {
    let remedy = format!("Another version of this program may have written it: {}", KIND.restart);
    BadInput::new(KIND.name, None, found, "a game of the run with all its positions", remedy)
}
