//! Games as PGN: of Xiangqi as Chinese and Western programs read it, of Othello with Black as the one who begins.
//!
//! Results are from the view of the side that moves first in the standard start, Red or Black.

use shuangqi_cli::Failure;
use xiangqi::notation::{Script, write_move};
use xiangqi::{Move, Position};

use super::calendar::{clock, date_and_time};
use super::replay::{bad_move, unplayable};
use super::{MatchGames, comment, ending};
use crate::arena::config::{EngineConfig, Game};
use crate::arena::config::{Notation, PgnFile};
use crate::arena::record::{GameRecord, Termination};
use crate::arena::seat::Seat;

/// The longest line of moves.
const WIDTH: usize = 80;
/// The start of Othello as records write it.
const OTHELLO_START: &str = "---------------------------OX------XO--------------------------- X";

/// All games.
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
fn escaped(value: &str) -> String {
    let printable: String =
        value.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    printable.replace('\\', "\\\\").replace('"', "\\\"")
}

type Tag = (&'static str, String);

fn tags(played: &MatchGames<'_>, game: &GameRecord, notation: Notation) -> Vec<Tag> {
    let (date, time) = date_and_time(game.begun);
    let unknown = || "?".to_owned();
    let mut tags = vec![
        ("Game", if played.config.game == Game::Xiangqi { "Chinese Chess" } else { "Othello" }.to_owned()),
        ("Event", played.options.event.clone().unwrap_or_else(unknown)),
        ("Site", played.options.site.clone().unwrap_or_else(unknown)),
        ("Date", date.clone()),
        ("Round", format!("{}.{}", game.fixture.round + 1, game.fixture.number + 1)),
    ];
    tags.extend(players(played, game));
    tags.push(("Result", game.result.text().to_owned()));
    match played.config.game {
        Game::Xiangqi => xiangqi_tags(&mut tags, played, game, notation),
        Game::Othello => othello_tags(&mut tags, game),
    }
    tags.push(("Opening", game.opening_name.clone()));
    tags.push(("PlyCount", game.moves.len().to_string()));
    tags.push(("GameStartTime", format!("{}T{time}Z", date.replace('.', "-"))));
    tags.push(("GameDuration", clock(game.lasted / 1000)));
    tags.push(("Termination", termination(game.termination).to_owned()));
    tags.extend(time_controls(played, game));
    tags
}

/// Red is White to Western programs; in Othello, Black begins.
fn players(played: &MatchGames<'_>, game: &GameRecord) -> Vec<Tag> {
    let [first, second] = game.fixture.engines.map(|engine| played.config.engine_name(engine).to_owned());
    match played.config.game {
        Game::Xiangqi => vec![("Red", first.clone()), ("White", first), ("Black", second)],
        Game::Othello => vec![("Black", first), ("White", second)],
    }
}

fn xiangqi_tags(tags: &mut Vec<Tag>, played: &MatchGames<'_>, game: &GameRecord, notation: Notation) {
    let format = match notation {
        Notation::Iccs => "ICCS",
        Notation::Chinese => "Chinese",
        Notation::Wxf => "WXF",
    };
    tags.push(("Variant", "xiangqi".to_owned()));
    tags.push(("Format", format.to_owned()));
    tags.extend(played.config.special_rules().map(|rules| ("Rules", rules.to_owned())));
    if game.start != xiangqi::fen::START {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", game.start.clone()));
    }
}

fn othello_tags(tags: &mut Vec<Tag>, game: &GameRecord) {
    tags.push(("Variant", "othello".to_owned()));
    if let Some(discs) = game.discs {
        tags.push(("Discs", format!("{discs:+}")));
    }
    if game.start != OTHELLO_START {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", game.start.clone()));
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
    match played.config.game {
        Game::Xiangqi => vec![("WhiteTimeControl", first), ("BlackTimeControl", second)],
        Game::Othello => vec![("BlackTimeControl", first), ("WhiteTimeControl", second)],
    }
}

/// `40/60+0.5`, `0.1/move`, `-` where no time is set.
fn time_control(engine: &EngineConfig) -> String {
    match (engine.clock, engine.limits.move_time) {
        (Some(clock), _) => clock.to_string(),
        (None, Some(time)) => format!("{}/move", time.as_secs_f64()),
        (None, None) => "-".to_owned(),
    }
}

/// Move numbers, moves, comments and the result; a comment is one item.
fn movetext(played: &MatchGames<'_>, game: &GameRecord, file: &PgnFile) -> Result<Vec<String>, Failure> {
    let moves = written(played.config.game, game, file.notation)?;
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

fn braced(text: &str) -> String {
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

/// The moves in the notation of the file.
fn written(kind: Game, game: &GameRecord, notation: Notation) -> Result<Vec<String>, Failure> {
    if kind == Game::Othello {
        return Ok(game.moves.iter().map(|step| step.text.clone()).collect());
    }
    let mut position = Position::from_fen(&game.start).map_err(|bad| unplayable(game, &bad.to_string()))?;
    let mut moves = Vec::with_capacity(game.moves.len());
    for step in &game.moves {
        let mv = Move::parse(&step.text).map_err(|_| bad_move(game, &step.text))?;
        moves.push(match notation {
            Notation::Iccs => mv.iccs(),
            Notation::Chinese => write_move(position.board(), mv, Script::Characters),
            Notation::Wxf => write_move(position.board(), mv, Script::Letters),
        });
        position.try_play(mv).map_err(|_| bad_move(game, &step.text))?;
    }
    Ok(moves)
}

/// Adds words as lines; a comment that is longer than a line has one of its own.
fn wrap(text: &mut String, words: &[String]) {
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
