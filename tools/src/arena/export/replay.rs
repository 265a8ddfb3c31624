//! The positions of finished games.

use shuangqi_cli::Failure;

use super::MatchGames;
use crate::arena::match_config::MatchConfig;
use crate::arena::record::GameRecord;

/// The board after the last move, as the game's text.
pub fn last_board(config: &MatchConfig, game: &GameRecord) -> Result<String, Failure> {
    Ok(config.begin(&game.beginning(usize::MAX))?.boards().now.to_owned())
}

/// The last board of every game as EPD, with its number and result.
pub fn final_positions(played: &MatchGames<'_>) -> Result<String, Failure> {
    let mut text = String::new();
    for game in played.games {
        let board = last_board(played.config, game)?;
        let number = game.fixture.number + 1;
        let separator = if played.config.game.match_info.has_epd { "" } else { ";" };
        text.push_str(&format!("{board}{separator} id \"{number}\"; c0 \"{}\";\n", game.result.text()));
    }
    Ok(text)
}
