//! A game of a match in GGF, the format of Othello's Generic Game Server: with its engines, their times, evaluations and the reason
//! of its end.

use game::{EngineScore, GameResult};
use shuangqi_cli::{BadInput, Failure};
use shuangqi_game_files::{Cursor, FileGame, FileKind, GameTree, write};

use crate::calendar::date_and_time;
use crate::config::EngineConfig;
use crate::fault::Fault;
use crate::games::Game;
use crate::record::{GameRecord, MoveRecord};

/// Whether games of this game are written in the format.
pub(crate) fn holds(game: Game) -> bool {
    FileKind::Ggf.fits(&game.info)
}

/// A game in a line, with its end.
pub(super) fn line(
    game: Game,
    record: &GameRecord,
    engines: [Option<&EngineConfig>; 2],
    site: Option<&str>,
) -> Result<String, Failure> {
    let written = file_game(game, record, tags(record, engines, site))
        .and_then(|file| write(game.any, &[file], FileKind::Ggf, game::Notation::default()));
    let written = written.map_err(|bad| record.unplayable(&bad.to_string()))?;
    Ok(String::from_utf8_lossy(&written).into_owned())
}

fn file_game(game: Game, record: &GameRecord, tags: Vec<(String, String)>) -> Result<FileGame, BadInput> {
    let session = game.any.session(&record.start, &[])?;
    let start = session.board();
    let (mut cursor, mut tree) = (Cursor::new(session), GameTree::default());
    for step in &record.moves {
        cursor.play(&mut tree, &step.text)?;
        tree.note_mut(cursor.node()).add_comment(&commands(step));
    }
    Ok(FileGame { tags, tree, ..FileGame::of_moves(start, [""; 0]) })
}

/// The evaluation and the time of a move, as game files have them in comments.
fn commands(step: &MoveRecord) -> String {
    let discs = step.claim.and_then(|claim| match claim {
        EngineScore::Hundredths(score) => Some(f64::from(score) / 100.0),
        EngineScore::Mate(_) => None,
    });
    let evaluation = discs.map(|discs| format!("[%eval {discs:.2}]"));
    let time = step.micros.map(|micros| format!("[%emt {:.2}]", micros as f64 / 1e6));
    [evaluation, time].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn tags(game: &GameRecord, engines: [Option<&EngineConfig>; 2], site: Option<&str>) -> Vec<(String, String)> {
    let [black, white] = engines.map(|engine| engine.map_or("?", |engine| &engine.name).to_owned());
    let (date, time_of_day) = date_and_time(game.begun);
    let mut tags = vec![
        ("Site", site.unwrap_or("shuangqi").to_owned()),
        ("GgfDT", format!("{date}_{time_of_day}.UTC")),
        ("Black", black),
        ("White", white),
        ("Result", game.result.text().to_owned()),
        ("GgfRE", result(game)),
    ];
    match engines.map(|engine| engine.and_then(time)) {
        [Some(black), Some(white)] if black == white => tags.push(("GgfTI", black)),
        [black, white] => {
            tags.extend(black.map(|time| ("GgfTB", time)));
            tags.extend(white.map(|time| ("GgfTW", time)));
        }
    }
    tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
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
