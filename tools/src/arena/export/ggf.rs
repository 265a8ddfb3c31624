//! Games of Othello as GGF, the format of the Generic Game Server, a line each.

use othello::Position;
use othello::notation::ggf::{Note, Record, write};
use othello::notation::{board, transcript};
use shuangqi_cli::Failure;

use super::MatchGames;
use super::calendar::date_and_time;
use super::replay::{bad_move, unplayable};
use crate::arena::config::EngineConfig;
use crate::arena::fault::Fault;
use crate::arena::record::{GameRecord, GameResult, MoveRecord};
use crate::arena::score::EngineScore;

/// All games.
pub fn text(played: &MatchGames<'_>) -> Result<String, Failure> {
    let mut text = String::new();
    for game in played.games {
        text.push_str(&write(&record(played, game)?));
        text.push('\n');
    }
    Ok(text)
}

fn record(played: &MatchGames<'_>, game: &GameRecord) -> Result<Record, Failure> {
    let start: Position = board::read(&game.start).map_err(|bad| unplayable(game, &bad.to_string()))?;
    let moves: String =
        game.moves.iter().map(|step| step.text.as_str()).filter(|text| *text != "pass").collect();
    let replayed = transcript::read(start, &moves).map_err(|_| bad_move(game, &moves))?;
    let written: usize = game.moves.len();
    let mut notes: Vec<Note> = game.moves.iter().map(note).collect();
    notes.resize(replayed.moves.len().max(written), Note::default());
    notes.truncate(replayed.moves.len());
    Ok(Record { tags: tags(played, game), game: replayed, notes })
}

fn note(step: &MoveRecord) -> Note {
    let discs = step.claim.and_then(|claim| match claim {
        EngineScore::Hundredths(score) => Some(f64::from(score) / 100.0),
        EngineScore::Mate(_) => None,
    });
    Note { discs, seconds: step.micros.map(|micros| (micros as f64 / 1e4).round() / 100.0) }
}

fn tags(played: &MatchGames<'_>, game: &GameRecord) -> Vec<(String, String)> {
    let engine = |seat: usize| played.config.engines.get(game.fixture.engines[seat]);
    let name = |seat: usize| played.config.engine_name(game.fixture.engines[seat]).to_owned();
    let (date, time_of_day) = date_and_time(game.begun);
    let mut tags = vec![
        ("GM", "Othello".to_owned()),
        ("PC", played.options.site.clone().unwrap_or_else(|| "shuangqi".to_owned())),
        ("DT", format!("{date}_{time_of_day}.UTC")),
        ("PB", name(0)),
        ("PW", name(1)),
        ("RE", result(game)),
        ("TY", "8".to_owned()),
    ];
    match [0, 1].map(|seat| engine(seat).and_then(time)) {
        [Some(black), Some(white)] if black == white => tags.push(("TI", black)),
        [black, white] => {
            tags.extend(black.map(|time| ("TB", time)));
            tags.extend(white.map(|time| ("TW", time)));
        }
    }
    tags.into_iter().map(|(name, value)| (name.to_owned(), value.replace([']', '['], " "))).collect()
}

/// `15:00/00:02`, `00:10.5/00:00.1`.
fn time(engine: &EngineConfig) -> Option<String> {
    let clock = engine.clock?;
    let shown = |time: std::time::Duration| {
        let parts = format!("{:.3}", f64::from(time.subsec_millis()) / 1000.0);
        let parts = parts.trim_start_matches('0').trim_end_matches('0').trim_end_matches('.');
        format!("{:02}:{:02}{parts}", time.as_secs() / 60, time.as_secs() % 60)
    };
    Some(format!("{}/{}", shown(clock.base), shown(clock.increment)))
}

/// Black's discs less White's. In a game that did not reach its end all discs count for the winner, with the letter of
/// the reason.
fn result(game: &GameRecord) -> String {
    if let Some(discs) = game.discs {
        return format!("{discs:+}.000");
    }
    let discs = match game.result {
        GameResult::First => 64,
        GameResult::Draw => 0,
        GameResult::Second => -64,
    };
    let how = match game.fault.as_ref().map(|fault| &fault.fault) {
        Some(Fault::Timeout { .. }) => ":t",
        _ if discs != 0 => ":r",
        _ => "",
    };
    format!("{discs:+}.000{how}")
}

#[cfg(test)]
pub fn moves(text: &str) -> Vec<Vec<String>> {
    let records = othello::notation::ggf::read(text).unwrap();
    records.iter().map(|record| record.game.moves.iter().map(ToString::to_string).collect()).collect()
}
