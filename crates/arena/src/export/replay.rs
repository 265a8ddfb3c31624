//! The positions of finished games.

use shuangqi_cli::Failure;

use super::MatchGames;

/// The last board of every game as EPD, with its number and result.
pub fn final_positions(played: &MatchGames<'_>) -> Result<String, Failure> {
    let mut text = String::new();
    for game in played.games {
        let session = played.config.begin(&game.beginning(usize::MAX))?;
        let board = session.board();
        let number = game.fixture.number + 1;
        let separator = if played.config.game.info.has_epd { "" } else { ";" };
        text.push_str(&format!("{board}{separator} id \"{number}\"; c0 \"{}\";\n", game.result.text()));
    }
    Ok(text)
}
