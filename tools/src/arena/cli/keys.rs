//! Values of options, and the keys of those that take `key=value`.

use std::path::PathBuf;
use std::time::Duration;

use shuangqi_cli::bad_input::quote;

use super::MatchConfigBuilder;
use super::option::Key;
use super::read::{choice, number};
use crate::arena::config::{Book, Concurrency, PgnFile};
use crate::arena::config::{DrawRule, Order, ResignRule};
use crate::arena::openings::Format;
use crate::rating::SprtParameters;

/// More rounds or moves than any match has.
pub(super) const MOST: u32 = 100_000_000;
/// The deepest adjudication that takes seconds rather than hours.
pub(super) const MOST_EMPTIES: u32 = 26;
/// The largest score an adjudication can ask for.
pub(super) const MOST_SCORE: i32 = 1_000_000;

pub(super) fn put<T>(place: &mut Option<T>, value: T) -> Result<(), String> {
    *place = Some(value);
    Ok(())
}

pub(super) fn path(text: &str) -> Result<PathBuf, String> {
    if text.is_empty() { Err("found nothing, expected a file".to_owned()) } else { Ok(text.into()) }
}

pub(super) fn millis(text: &str) -> Result<Duration, String> {
    number(text, 0, 86_400_000).map(Duration::from_millis)
}

pub(super) fn real(text: &str, least: f64, most: f64) -> Result<f64, String> {
    number(text, least, most)
}

pub(super) fn yes(text: &str) -> Result<bool, String> {
    match text {
        "true" | "yes" | "on" | "1" => Ok(true),
        "false" | "no" | "off" | "0" => Ok(false),
        _ => Err(format!("found {}, expected true or false", quote(text))),
    }
}

pub(super) fn rules(text: &str) -> Result<xiangqi::Rules, String> {
    let names = || xiangqi::Rules::ALL.map(xiangqi::Rules::name).join(", ");
    xiangqi::Rules::named(&text.to_ascii_lowercase())
        .ok_or_else(|| format!("found {}, expected one of {}", quote(text), names()))
}

pub(super) fn concurrency(text: &str) -> Result<Concurrency, String> {
    if text == "auto" {
        return Ok(Concurrency::Auto);
    }
    let count: i32 = number(text, -1024, 1024)?;
    let magnitude = count.unsigned_abs() as usize;
    Ok(if count > 0 { Concurrency::Games(magnitude) } else { Concurrency::AllBut(magnitude) })
}

/// `0-3,8`.
pub(super) fn processors(text: &str) -> Result<Vec<usize>, String> {
    let wrong = || format!("found {}, expected numbers of processors, as in 0-3,8", quote(text));
    let mut all = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let bounds = first.parse::<usize>().ok().zip(last.parse::<usize>().ok());
        let (first, last) = bounds.filter(|(first, last)| first <= last && *last < 4096).ok_or_else(wrong)?;
        all.extend((first..=last).filter(|one| !all.contains(one)).collect::<Vec<_>>());
    }
    Ok(all)
}

pub(super) fn book(draft: &mut MatchConfigBuilder) -> &mut Book {
    draft.book.get_or_insert_default()
}

pub(super) fn test(draft: &mut MatchConfigBuilder) -> &mut SprtParameters {
    draft.test.get_or_insert_default()
}

pub(super) fn resign(draft: &mut MatchConfigBuilder) -> &mut ResignRule {
    draft.resign.get_or_insert(ResignRule { moves: 3, score: 600, is_two_sided: false })
}

pub(super) fn draw(draft: &mut MatchConfigBuilder) -> &mut DrawRule {
    draft.draw.get_or_insert(DrawRule { from_move: 40, moves: 8, score: 10 })
}

pub(super) fn pgn(draft: &mut MatchConfigBuilder) -> &mut PgnFile {
    draft.pgn.get_or_insert_default()
}

pub(super) static RULES_KEYS: &[Key<MatchConfigBuilder>] = &[
    Key::new("name", "NAME", "the rules; NAME alone is the same", |draft, text| {
        put(&mut draft.rules, rules(text)?)
    }),
    Key::new("moves", "N", "a draw after N full moves without a capture (60)", |draft, text| {
        put(&mut draft.quiet_moves, number(text, 1, xiangqi::GameRules::MOST_MOVES)?)
    }),
];

pub(super) static OPENING_KEYS: &[Key<MatchConfigBuilder>] = &[
    Key::new("file", "FILE", "the file (without one, openings are generated)", |draft, text| {
        book(draft).file = Some(path(text)?.to_string_lossy().into_owned());
        Ok(())
    }),
    Key::new(
        "format",
        "FORM",
        "epd, obf, xot, pgn, ggf or lines (otherwise told by its content)",
        |draft, text| match Format::named(text) {
            Some(_) => put(&mut book(draft).format, text.to_ascii_lowercase()),
            None => Err(format!("found {}, expected epd, obf, xot, pgn, ggf or lines", quote(text))),
        },
    ),
    Key::new("order", "ORDER", "sequential, or random by the seed (sequential)", |draft, text| {
        put(&mut draft.order, choice::<Order>(text)?)
    }),
    Key::new("plies", "N", "take no more than N plies of each game in the file", |draft, text| {
        put(&mut book(draft).plies, number(text, 0, 200)?)
    }),
    Key::new("start", "N", "begin with the Nth opening (1)", |draft, text| {
        put(&mut draft.first, number::<usize>(text, 1, 1_000_000_000)? - 1)
    }),
];

pub(super) static TEST_KEYS: &[Key<MatchConfigBuilder>] = &[
    Key::new("elo0", "ELO", "the strength that is rejected (0)", |draft, text| {
        test(draft).elo0 = real(text, -200.0, 200.0)?;
        Ok(())
    }),
    Key::new("elo1", "ELO", "the strength that is accepted (5)", |draft, text| {
        test(draft).elo1 = real(text, -200.0, 200.0)?;
        Ok(())
    }),
    Key::new("alpha", "P", "the chance of a false acceptance (0.05)", |draft, text| {
        test(draft).alpha = real(text, 1e-9, 0.499)?;
        Ok(())
    }),
    Key::new("beta", "P", "the chance of a false rejection (0.05)", |draft, text| {
        test(draft).beta = real(text, 1e-9, 0.499)?;
        Ok(())
    }),
    Key::new(
        "model",
        "MODEL",
        "what Elo means: normalized, logistic, bayesian, bayesian-mean or cutechess (normalized); the last three count games, the others pairs",
        |draft, text| {
            test(draft).model = choice(text)?;
            Ok(())
        },
    ),
];

pub(super) static RESIGN_KEYS: &[Key<MatchConfigBuilder>] = &[
    Key::new("movecount", "N", "for so many moves of the player in a row (3)", |draft, text| {
        resign(draft).moves = number(text, 1, 10_000)?;
        Ok(())
    }),
    Key::new(
        "score",
        "N",
        "at least so far behind, in hundredths of a soldier or disc (600)",
        |draft, text| {
            resign(draft).score = number(text, 1, MOST_SCORE)?;
            Ok(())
        },
    ),
    Key::new("twosided", "BOOL", "the opponent has to agree (false)", |draft, text| {
        resign(draft).is_two_sided = yes(text)?;
        Ok(())
    }),
];

pub(super) static DRAW_KEYS: &[Key<MatchConfigBuilder>] = &[
    Key::new("movenumber", "N", "from this full move on (40)", |draft, text| {
        draw(draft).from_move = number(text, 0, MOST)?;
        Ok(())
    }),
    Key::new("movecount", "N", "for so many moves of each player in a row (8)", |draft, text| {
        draw(draft).moves = number(text, 1, 10_000)?;
        Ok(())
    }),
    Key::new("score", "N", "neither side further ahead, in hundredths (10)", |draft, text| {
        draw(draft).score = number(text, 0, MOST_SCORE)?;
        Ok(())
    }),
];

pub(super) static PGN_KEYS: &[Key<MatchConfigBuilder>] = &[
    Key::new("file", "FILE", "the file; FILE alone is the same", |draft, text| {
        pgn(draft).file = path(text)?;
        Ok(())
    }),
    Key::new("notation", "FORM", "moves of Xiangqi: iccs, chinese or wxf (iccs)", |draft, text| {
        pgn(draft).notation = choice(text)?;
        Ok(())
    }),
    Key::new("min", "BOOL", "no comments after moves (false)", |draft, text| {
        pgn(draft).is_bare = yes(text)?;
        Ok(())
    }),
];

pub(super) static LOG_KEYS: &[Key<MatchConfigBuilder>] =
    &[Key::new("file", "FILE", "the file; FILE alone is the same", |draft, text| {
        put(&mut draft.log, path(text)?)
    })];
