//! The positions of finished games.

use shuangqi_cli::bad_input::quote;
use shuangqi_cli::{BadInput, Failure};

use super::MatchGames;
use crate::arena::config::{Game, MatchConfig, Opening};
use crate::arena::record::GameRecord;
use crate::arena::referee;

/// The board after the last move, as the game's text.
pub fn last_board(config: &MatchConfig, game: &GameRecord) -> Result<String, Failure> {
    let opening = Opening {
        name: game.opening_name.clone(),
        start: game.start.clone(),
        is_standard: false,
        moves: game.moves.iter().map(|step| step.text.clone()).collect(),
    };
    Ok(referee::begin(config.game, &config.rules, &opening)?.boards().now.to_owned())
}

/// The last board of every game as EPD, with its number and result.
pub fn final_positions(played: &MatchGames<'_>) -> Result<String, Failure> {
    let mut text = String::new();
    for game in played.games {
        let board = last_board(played.config, game)?;
        let number = game.fixture.number + 1;
        let separator = if played.config.game == Game::Othello { ";" } else { "" };
        text.push_str(&format!("{board}{separator} id \"{number}\"; c0 \"{}\";\n", game.result.text()));
    }
    Ok(text)
}

/// The failure of a game that cannot be replayed.
pub fn unplayable(game: &GameRecord, why: &str) -> Failure {
    let found = format!("game {}, {}", game.fixture.number + 1, why);
    let remedy = "Restore the journal from a copy";
    BadInput::new("game of a match", None, found, "moves that can be played", remedy).into()
}

/// The failure of a move that cannot be replayed.
pub fn bad_move(game: &GameRecord, text: &str) -> Failure {
    unplayable(game, &format!("move {}", quote(text)))
}
