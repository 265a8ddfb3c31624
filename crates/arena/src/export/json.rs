//! Games as records for programs.

use serde::Serialize;
use shuangqi_cli::output::{Format, Record, deliver};
use shuangqi_cli::{Exit, Failure};

use super::MatchGames;
use crate::match_config::MatchConfig;
use crate::record::GameRecord;

/// A game with the names of its engines.
#[derive(Clone, Debug, Serialize)]
pub struct GameLine<'a> {
    game: &'static str,
    /// By seat.
    players: [&'a str; 2],
    #[serde(flatten)]
    record: &'a GameRecord,
}

impl Record for GameLine<'_> {
    const SCHEMA: &'static str = "match-game/1";
    const COLUMNS: &'static [&'static str] = shuangqi_cli::columns! {
        game players number round pair opening engines opening_name start book moves result
        termination reason explanation discs fault begun lasted
    };
}

impl<'a> GameLine<'a> {
    pub fn new(config: &'a MatchConfig, record: &'a GameRecord) -> GameLine<'a> {
        let players = record.fixture.engines.map(|engine| config.engine_name(engine));
        GameLine { game: config.game.name(), players, record }
    }
}

pub fn text(played: &MatchGames<'_>) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    deliver(Format::Json, &mut bytes, |output| {
        played.games.iter().try_for_each(|game| output.emit(&GameLine::new(played.config, game)))?;
        Ok(Exit::Success)
    })?;
    String::from_utf8(bytes).map_err(|error| Failure::Internal(error.to_string()))
}
