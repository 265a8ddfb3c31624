//! Games as PGN.
//!
//! Results are from the view of the side that moves first in the standard start.

use shuangqi_cli::Failure;

use super::{MatchGames, comment, ending};
use crate::arena::calendar::{clock, date_and_time};
use crate::arena::config::EngineConfig;
use crate::arena::config::{Notation, PgnFile};
use crate::arena::record::{GameRecord, Termination};
use game::Seat;

/// A tag: its name and its value.
type Tag = (&'static str, String);

/// The longest line of moves.
const WIDTH: usize = 80;

pub fn text(played: &MatchGames<'_>, file: &PgnFile) -> Result<String, Failure> {
    let mut text = String::new();
    for game in played.games {
        for (name, value) in tags(played, game, file.notation) {
            text.push_str(&format!("[{name} \"{}\"]\n", escaped(&value)));
        }
        text.push('\n');
        wrap(&mut text, &movetext(played, game, file)?);
        text.push('\n');
    }
    Ok(text)
}

/// A tag value without control characters, escaped.
pub fn escaped(value: &str) -> String {
    let printable: String =
        value.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    printable.replace('\\', "\\\\").replace('"', "\\\"")
}

fn tags(played: &MatchGames<'_>, game: &GameRecord, notation: Notation) -> Vec<Tag> {
    let (date, time) = date_and_time(game.begun);
    let unknown = || "?".to_owned();
    let mut tags = vec![
        ("Game", played.config.game.info.pgn.game.to_owned()),
        ("Event", played.options.event.clone().unwrap_or_else(unknown)),
        ("Site", played.options.site.clone().unwrap_or_else(unknown)),
        ("Date", date.clone()),
        ("Round", format!("{}.{}", game.fixture.round + 1, game.fixture.number + 1)),
    ];
    tags.extend(players(played, game));
    tags.push(("Result", game.result.text().to_owned()));
    tags.push(("Variant", played.config.game.name().to_owned()));
    if played.config.game.info.has_notations {
        tags.push(("Format", format_name(notation).to_owned()));
    }
    tags.extend(game.discs.map(|discs| ("Discs", format!("{discs:+}"))));
    tags.extend(played.config.special_rules().map(|rules| ("Rules", rules.to_owned())));
    if game.start != played.config.game.start {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", game.start.clone()));
    }
    tags.push(("Opening", game.opening_name.clone()));
    tags.push(("PlyCount", game.moves.len().to_string()));
    tags.push(("GameStartTime", format!("{}T{time}Z", date.replace('.', "-"))));
    tags.push(("GameDuration", clock(game.lasted / 1000)));
    tags.push(("Termination", termination(game.termination).to_owned()));
    tags.extend(time_controls(played, game));
    tags
}

/// The names of both players under all their tags.
fn players(played: &MatchGames<'_>, game: &GameRecord) -> Vec<Tag> {
    let tags_of = |(tags, engine): (&'static [&'static str], usize)| {
        tags.iter().map(move |&tag| (tag, played.config.engine_name(engine).to_owned()))
    };
    played.config.game.info.pgn.players.into_iter().zip(game.fixture.engines).flat_map(tags_of).collect()
}

/// The notation as the tag `Format` has it.
fn format_name(notation: Notation) -> &'static str {
    match notation {
        Notation::Iccs => "ICCS",
        Notation::Chinese => "Chinese",
        Notation::Wxf => "WXF",
    }
}

fn termination(termination: Termination) -> &'static str {
    match termination {
        Termination::Normal => "normal",
        Termination::Adjudication => "adjudication",
        Termination::TimeForfeit => "time forfeit",
        Termination::IllegalMove => "illegal move",
        Termination::NoMove => "no move",
        Termination::Abandoned => "abandoned",
    }
}

/// The time control of both players, or one for each.
fn time_controls(played: &MatchGames<'_>, game: &GameRecord) -> Vec<Tag> {
    let engines = game.fixture.engines.map(|engine| played.config.engines.get(engine));
    let [first, second] = engines.map(|engine| engine.map_or_else(|| "?".to_owned(), time_control));
    if first == second {
        return vec![("TimeControl", first)];
    }
    played.config.game.info.pgn.clocks.into_iter().zip([first, second]).collect()
}

/// `40/60+0.5`, `0.1/move`, `-` where no time is set.
fn time_control(engine: &EngineConfig) -> String {
    match (engine.clock, engine.limits.move_time) {
        (Some(clock), _) => clock.to_string(),
        (None, Some(time)) => format!("{}/move", time.as_secs_f64()),
        (None, None) => "-".to_owned(),
    }
}

/// The moves in a notation; in coordinates, where the game has no others.
fn moves(played: &MatchGames<'_>, game: &GameRecord, notation: Notation) -> Result<Vec<String>, Failure> {
    if !played.config.game.info.has_notations {
        return Ok(game.moves.iter().map(|step| step.text.clone()).collect());
    }
    let mut session =
        played.config.game.session(&game.start, "").map_err(|bad| game.unplayable(&bad.to_string()))?;
    for step in &game.moves {
        session.advance(&step.text).ok_or_else(|| game.bad_move(&step.text))?;
    }
    Ok(session.moves(notation).into_iter().map(|mv| mv.name).collect())
}

/// Move numbers, moves, comments and the result; a comment is one item.
fn movetext(played: &MatchGames<'_>, game: &GameRecord, file: &PgnFile) -> Result<Vec<String>, Failure> {
    let moves = moves(played, game, file.notation)?;
    let offset = usize::from(game.first_to_move() == Seat::Second);
    let mut words = Vec::new();
    for (index, text) in moves.into_iter().enumerate() {
        let place = index + offset;
        if place.is_multiple_of(2) {
            words.push(format!("{}.", place / 2 + 1));
        } else if index == 0 {
            words.push(format!("{}...", place / 2 + 1));
        }
        words.push(text);
        let remark = if file.is_bare { String::new() } else { comment(game, index) };
        if !remark.is_empty() {
            words.push(braced(&remark));
        }
    }
    words.push(braced(&ending(played, game)));
    words.push(game.result.text().to_owned());
    Ok(words)
}

pub fn braced(text: &str) -> String {
    let safe: String = text
        .chars()
        .map(|letter| match letter {
            '{' => '(',
            '}' => ')',
            letter if letter.is_control() => ' ',
            letter => letter,
        })
        .collect();
    format!("{{{safe}}}")
}

/// Adds words as lines; a comment that is longer than a line has one of its own.
pub fn wrap(text: &mut String, words: &[String]) {
    let mut length = 0;
    for word in words {
        let own = word.chars().count();
        if length > 0 && length + 1 + own > WIDTH {
            text.push('\n');
            length = 0;
        }
        if length > 0 {
            text.push(' ');
            length += 1;
        }
        text.push_str(word);
        length += own;
    }
    text.push('\n');
}
