//! Games of Othello as GGF, the format of the Generic Game Server, a line each.

use othello::Position;
use othello::notation::ggf::{Note, Record, write};
use othello::notation::{board, transcript};
use shuangqi_cli::Failure;

use crate::calendar::date_and_time;
use crate::config::EngineConfig;
use crate::fault::Fault;
use crate::record::{GameRecord, GameResult, MoveRecord};
use crate::score::EngineScore;

/// A game as a line.
pub fn line(
    game: &GameRecord,
    engines: [Option<&EngineConfig>; 2],
    site: Option<&str>,
) -> Result<String, Failure> {
    let start: Position = board::read(&game.start).map_err(|bad| game.unplayable(&bad.to_string()))?;
    let moves: String =
        game.moves.iter().map(|step| step.text.as_str()).filter(|text| *text != "pass").collect();
    let replayed = transcript::read(start, &moves).map_err(|_| game.bad_move(&moves))?;
    let written: usize = game.moves.len();
    let mut notes: Vec<Note> = game.moves.iter().map(note).collect();
    notes.resize(replayed.moves.len().max(written), Note::default());
    notes.truncate(replayed.moves.len());
    Ok(write(&Record { tags: tags(game, engines, site), game: replayed, notes }))
}

fn note(step: &MoveRecord) -> Note {
    let discs = step.claim.and_then(|claim| match claim {
        EngineScore::Hundredths(score) => Some(f64::from(score) / 100.0),
        EngineScore::Mate(_) => None,
    });
    Note { discs, seconds: step.micros.map(|micros| (micros as f64 / 1e4).round() / 100.0) }
}

fn tags(game: &GameRecord, engines: [Option<&EngineConfig>; 2], site: Option<&str>) -> Vec<(String, String)> {
    let [black, white] = engines.map(|engine| engine.map_or("?", |engine| &engine.name).to_owned());
    let (date, time_of_day) = date_and_time(game.begun);
    let mut tags = vec![
        ("GM", "Othello".to_owned()),
        ("PC", site.unwrap_or("shuangqi").to_owned()),
        ("DT", format!("{date}_{time_of_day}.UTC")),
        ("PB", black),
        ("PW", white),
        ("RE", result(game)),
        ("TY", "8".to_owned()),
    ];
    match engines.map(|engine| engine.and_then(time)) {
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
