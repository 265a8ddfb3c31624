//! Games as GGF, the format of the Generic Game Server, a line each.

use shuangqi_cli::Failure;

use super::MatchGames;

/// All games; nothing if their kind has no such format.
pub fn text(played: &MatchGames<'_>) -> Result<String, Failure> {
    let Some(line) = played.config.game.ggf else { return Ok(String::new()) };
    let mut text = String::new();
    for game in played.games {
        let engines = game.fixture.engines.map(|engine| played.config.engines.get(engine));
        text.push_str(&line(game, engines, played.options.site.as_deref())?);
        text.push('\n');
    }
    Ok(text)
}
