//! Every option, once: how it is spelled, what it takes, what it does, and how the help tells of it.

use std::path::PathBuf;
use std::time::Duration;

use console::bad_input::quote;

use super::nearest::nearest;
use super::read::{choice, number};
use super::{Draft, Pair, engine};
use crate::arena::conduct::{Affinity, Book, Concurrency, PgnFile};
use crate::arena::openings::Format;
use crate::arena::setup::{DrawRule, Order, ResignRule, Tournament};
use crate::rating::Question;

/// What becomes of a value.
pub type Put<T> = fn(&mut T, &str) -> Result<(), String>;

/// A key of an option that takes `key=value`.
#[derive(Debug)]
pub struct Key<T: 'static> {
    /// Its name.
    pub name: &'static str,
    /// What stands for the value in the help.
    pub value: &'static str,
    /// What it says.
    pub help: &'static str,
    put: Put<T>,
}

impl<T> Key<T> {
    /// A key.
    pub const fn new(name: &'static str, value: &'static str, help: &'static str, put: Put<T>) -> Key<T> {
        Key { name, value, help, put }
    }

    /// Takes a value.
    ///
    /// # Errors
    /// What is wrong with it, the key before it.
    pub fn put(&self, draft: &mut T, value: &str) -> Result<(), String> {
        (self.put)(draft, value).map_err(|why| format!("{}=: {why}", self.name))
    }
}

/// What follows an option.
#[derive(Debug)]
pub enum Takes {
    /// Nothing.
    Nothing(fn(&mut Draft)),
    /// A value.
    One(&'static str, Put<Draft>),
    /// A value, or nothing.
    Maybe(&'static str, fn(&mut Draft, Option<&str>) -> Result<(), String>),
    /// Keys with values; a value without a key, if it has a meaning; what happens before any of them.
    Keys(&'static [Key<Draft>], Option<Put<Draft>>, fn(&mut Draft)),
    /// The keys of an engine.
    Engine(fn(&mut Draft, Vec<Pair>)),
}

/// Options that belong together in the help.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// Who plays.
    Players,
    /// Where games begin.
    Openings,
    /// How many games there are.
    Schedule,
    /// What ends games and the match.
    Ends,
    /// How it is carried out.
    Conduct,
    /// What is written.
    Files,
    /// What is shown.
    Display,
}

/// An option.
#[derive(Debug)]
pub struct Word {
    /// Its spellings without dashes; the first one is shown.
    pub names: &'static [&'static str],
    /// Where it stands in the help.
    pub group: Group,
    /// What follows it.
    pub takes: Takes,
    /// What it does.
    pub help: &'static str,
}

impl Word {
    /// Its first spelling.
    pub fn name(&self) -> &'static str {
        self.names.first().copied().unwrap_or_default()
    }
}

/// The key of this name.
///
/// # Errors
/// That there is none, and which one was probably meant.
pub fn key<T>(keys: &'static [Key<T>], name: &str) -> Result<&'static Key<T>, String> {
    keys.iter().find(|key| key.name == name).ok_or_else(|| {
        let names = || keys.iter().map(|key| key.name);
        let remedy = match nearest(name, names()) {
            Some(meant) => format!("did you mean {meant}=?"),
            None => format!("known are {}", names().collect::<Vec<_>>().join(", ")),
        };
        format!("there is no key {}; {remedy}", quote(name))
    })
}

/// Whether this can be the name of a key, and not the beginning of a file's name with an `=` in it.
pub fn is_key(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// What other match runners know, and how the same is had here.
pub static FOREIGN: &[(&str, &str)] = &[
    ("config", "-state FILE keeps the match, and -resume FILE goes on with it"),
    ("autosaveinterval", "every game is saved at once with -state FILE"),
    ("tb", "tablebases are for chess; -solve N adjudicates Othello exactly"),
    ("bookmode", "openings are always in memory"),
    ("reverse", "each opening is played with both colours; see -repeat and -noswap"),
    ("debug", "-log file=FILE tells what is played"),
    ("quick", "give two -engine and -each"),
    ("ponder", "engines do not think on their opponent's time"),
    ("force-concurrency", "-concurrency N is always obeyed"),
    ("scoreinterval", "see -ratinginterval N"),
    ("compliance", "it is a command of its own: shuangqi compliance"),
];

/// More rounds or moves than any match has.
const MOST: u32 = 100_000_000;
/// The deepest adjudication that takes seconds rather than hours.
const MOST_EMPTIES: u32 = 26;
/// The largest score an adjudication can ask for.
const MOST_SCORE: i32 = 1_000_000;

fn put<T>(place: &mut Option<T>, value: T) -> Result<(), String> {
    *place = Some(value);
    Ok(())
}

fn path(text: &str) -> Result<PathBuf, String> {
    if text.is_empty() { Err("found nothing, expected a file".to_owned()) } else { Ok(text.into()) }
}

fn millis(text: &str) -> Result<Duration, String> {
    number(text, 0, 86_400_000).map(Duration::from_millis)
}

fn real(text: &str, least: f64, most: f64) -> Result<f64, String> {
    number(text, least, most)
}

fn yes(text: &str) -> Result<bool, String> {
    match text {
        "true" | "yes" | "on" | "1" => Ok(true),
        "false" | "no" | "off" | "0" => Ok(false),
        _ => Err(format!("found {}, expected true or false", quote(text))),
    }
}

fn rules(text: &str) -> Result<String, String> {
    let names = xiangqi::Rules::ALL.map(xiangqi::Rules::name);
    let known = names.iter().find(|name| name.eq_ignore_ascii_case(text));
    known
        .map(|name| (*name).to_owned())
        .ok_or_else(|| format!("found {}, expected one of {}", quote(text), names.join(", ")))
}

fn concurrency(text: &str) -> Result<Concurrency, String> {
    if text == "auto" {
        return Ok(Concurrency::Auto);
    }
    let count: i32 = number(text, -1024, 1024)?;
    let magnitude = count.unsigned_abs() as usize;
    Ok(if count > 0 { Concurrency::Games(magnitude) } else { Concurrency::AllBut(magnitude) })
}

/// `0-3,8`.
fn processors(text: &str) -> Result<Vec<usize>, String> {
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

fn book(draft: &mut Draft) -> &mut Book {
    draft.book.get_or_insert_default()
}

fn test(draft: &mut Draft) -> &mut Question {
    draft.test.get_or_insert_default()
}

fn resign(draft: &mut Draft) -> &mut ResignRule {
    draft.resign.get_or_insert(ResignRule { moves: 3, score: 600, is_two_sided: false })
}

fn draw(draft: &mut Draft) -> &mut DrawRule {
    draft.draw.get_or_insert(DrawRule { from_move: 40, moves: 8, score: 10 })
}

fn pgn(draft: &mut Draft) -> &mut PgnFile {
    draft.pgn.get_or_insert_default()
}

static OPENING_KEYS: &[Key<Draft>] = &[
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

static TEST_KEYS: &[Key<Draft>] = &[
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

static RESIGN_KEYS: &[Key<Draft>] = &[
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

static DRAW_KEYS: &[Key<Draft>] = &[
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

static PGN_KEYS: &[Key<Draft>] = &[
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

static LOG_KEYS: &[Key<Draft>] =
    &[Key::new("file", "FILE", "the file; FILE alone is the same", |draft, text| {
        put(&mut draft.log, path(text)?)
    })];

/// Every option, in the order of the help.
pub static WORDS: &[Word] = &[
    Word {
        names: &["game", "variant"],
        group: Group::Players,
        takes: Takes::One("othello|xiangqi", |draft, text| put(&mut draft.game, choice(text)?)),
        help: "The game",
    },
    Word {
        names: &["engine"],
        group: Group::Players,
        takes: Takes::Engine(|draft, pairs| draft.engines.push(pairs)),
        help: "An engine and its conditions; once for each engine",
    },
    Word {
        names: &["each"],
        group: Group::Players,
        takes: Takes::Engine(|draft, pairs| draft.each.extend(pairs)),
        help: "The same for every engine, unless its own -engine says otherwise; keys as for -engine:",
    },
    Word {
        names: &["rules"],
        group: Group::Players,
        takes: Takes::One("NAME", |draft, text| put(&mut draft.rules, rules(text)?)),
        help: "The rules of the Xiangqi referee: asian, pikafish, checks-only or plain (asian)",
    },
    Word {
        names: &["openings"],
        group: Group::Openings,
        takes: Takes::Keys(OPENING_KEYS, None, |draft| {
            book(draft);
        }),
        help: "Where games begin; each opening is played with both colours",
    },
    Word {
        names: &["srand", "seed"],
        group: Group::Openings,
        takes: Takes::One("N", |draft, text| put(&mut draft.seed, number(text, 0, u64::MAX)?)),
        help: "Seed of shuffled and generated openings (1)",
    },
    Word {
        names: &["tournament"],
        group: Group::Schedule,
        takes: Takes::One("KIND", |draft, text| {
            let text = if text == "roundrobin" { "round-robin" } else { text };
            put(&mut draft.tournament, choice::<Tournament>(text)?)
        }),
        help: "round-robin: everybody against everybody; gauntlet: the first against all others (round-robin)",
    },
    Word {
        names: &["seeds"],
        group: Group::Schedule,
        takes: Takes::One("N", |draft, text| put(&mut draft.seeds, number(text, 1, 1000)?)),
        help: "In a gauntlet, the first N engines play the others (1)",
    },
    Word {
        names: &["rounds"],
        group: Group::Schedule,
        takes: Takes::One("N", |draft, text| put(&mut draft.rounds, number(text, 1, MOST)?)),
        help: "Encounters of each two engines (1; with -sprt as many as it takes, up to 50000)",
    },
    Word {
        names: &["games"],
        group: Group::Schedule,
        takes: Takes::One("N", |draft, text| put(&mut draft.games, number(text, 1, 1_000_000)?)),
        help: "Games of an encounter (2: the same opening with either colour)",
    },
    Word {
        names: &["repeat"],
        group: Group::Schedule,
        takes: Takes::Maybe("N", |draft, text| put(&mut draft.repeat, number(text.unwrap_or("2"), 1, 2)?)),
        help: "Games in a row from one opening, 1 or 2 (2); two are a pair, and statistics count pairs",
    },
    Word {
        names: &["noswap"],
        group: Group::Schedule,
        takes: Takes::Nothing(|draft| draft.swaps = Some(false)),
        help: "Keep colours: the engine named first always moves first",
    },
    Word {
        names: &["sprt"],
        group: Group::Ends,
        takes: Takes::Keys(TEST_KEYS, None, |draft| {
            test(draft);
        }),
        help: "Stop the match once a sequential test between two engines is decided; it counts finished pairs",
    },
    Word {
        names: &["resign"],
        group: Group::Ends,
        takes: Takes::Keys(RESIGN_KEYS, None, |draft| {
            resign(draft);
        }),
        help: "A player that thinks itself lost has lost",
    },
    Word {
        names: &["draw"],
        group: Group::Ends,
        takes: Takes::Keys(DRAW_KEYS, None, |draft| {
            draw(draft);
        }),
        help: "A game that both players think level is drawn",
    },
    Word {
        names: &["maxmoves"],
        group: Group::Ends,
        takes: Takes::One("N", |draft, text| put(&mut draft.most_moves, number(text, 1, MOST)?)),
        help: "A game is drawn after N full moves",
    },
    Word {
        names: &["solve"],
        group: Group::Ends,
        takes: Takes::One("EMPTIES", |draft, text| put(&mut draft.solve, number(text, 1, MOST_EMPTIES)?)),
        help: "Othello: from so many empty squares on, the exact solver tells the result (14 takes a moment)",
    },
    Word {
        names: &["concurrency"],
        group: Group::Conduct,
        takes: Takes::One("N", |draft, text| put(&mut draft.concurrency, concurrency(text)?)),
        help: "Games at the same time; 0: as many as processors, -1: all but one (auto: the physical cores but one, over \
               the largest Threads option)",
    },
    Word {
        names: &["use-affinity", "affinity"],
        group: Group::Conduct,
        takes: Takes::Maybe("CPUS", |draft, text| {
            let chosen = text.map_or(Ok(Affinity::All), |text| processors(text).map(Affinity::Of))?;
            put(&mut draft.affinity, chosen)
        }),
        help: "Pin each game's engines to processors of their own: of all, or of these, as in 0-3,8",
    },
    Word {
        names: &["recover"],
        group: Group::Conduct,
        takes: Takes::Nothing(|draft| draft.recovers = Some(true)),
        help: "Begin even if an engine cannot be started: its games are lost",
    },
    Word {
        names: &["wait"],
        group: Group::Conduct,
        takes: Takes::One("MS", |draft, text| put(&mut draft.pause, millis(text)?)),
        help: "Pause before each game",
    },
    Word {
        names: &["startup-ms"],
        group: Group::Conduct,
        takes: Takes::One("MS", |draft, text| put(&mut draft.start, millis(text)?)),
        help: "How long an engine may take to start (10000)",
    },
    Word {
        names: &["ucinewgame-ms", "ping-ms"],
        group: Group::Conduct,
        takes: Takes::One("MS", |draft, text| put(&mut draft.ready, millis(text)?)),
        help: "How long an engine may take to be ready for a game (60000)",
    },
    Word {
        names: &["answer-ms"],
        group: Group::Conduct,
        takes: Takes::One("MS", |draft, text| put(&mut draft.answer, millis(text)?)),
        help: "How long a move may take where no clock runs (600000)",
    },
    Word {
        names: &["state"],
        group: Group::Files,
        takes: Takes::One("FILE", |draft, text| put(&mut draft.state, path(text)?)),
        help: "Keep every finished game in this journal, and go on with the match that is in it",
    },
    Word {
        names: &["resume"],
        group: Group::Files,
        takes: Takes::One("FILE", |draft, text| put(&mut draft.resume, path(text)?)),
        help: "Go on with the match of this journal; nothing else has to be said, but -rounds may grow, and how it is \
               carried out and shown may change",
    },
    Word {
        names: &["out"],
        group: Group::Files,
        takes: Takes::One("DIR", |draft, text| put(&mut draft.folder, path(text)?)),
        help: "Everything in a folder: the journal if -state names no other, games.pgn, games.ggf (Othello), games.json, \
               final.epd, summary.json, report.html",
    },
    Word {
        names: &["pgnout"],
        group: Group::Files,
        takes: Takes::Keys(
            PGN_KEYS,
            Some(|draft, text| match text {
                "min" => {
                    pgn(draft).is_bare = true;
                    Ok(())
                }
                file => {
                    pgn(draft).file = path(file)?;
                    Ok(())
                }
            }),
            |draft| {
                pgn(draft);
            },
        ),
        help: "All games as PGN",
    },
    Word {
        names: &["ggfout"],
        group: Group::Files,
        takes: Takes::One("FILE", |draft, text| put(&mut draft.ggf, path(text)?)),
        help: "All games as GGF (Othello)",
    },
    Word {
        names: &["epdout"],
        group: Group::Files,
        takes: Takes::One("FILE", |draft, text| put(&mut draft.epd, path(text)?)),
        help: "All final positions",
    },
    Word {
        names: &["event"],
        group: Group::Files,
        takes: Takes::One("TEXT", |draft, text| put(&mut draft.event, text.to_owned())),
        help: "The event, for game files",
    },
    Word {
        names: &["site"],
        group: Group::Files,
        takes: Takes::One("TEXT", |draft, text| put(&mut draft.site, text.to_owned())),
        help: "The site, for game files",
    },
    Word {
        names: &["log"],
        group: Group::Files,
        takes: Takes::Keys(LOG_KEYS, Some(|draft, text| put(&mut draft.log, path(text)?)), |_| ()),
        help: "Every answer of every engine as it comes, and the dialogue that led to a fault",
    },
    Word {
        names: &["format"],
        group: Group::Display,
        takes: Takes::One("FORM", |draft, text| put(&mut draft.format, choice(text)?)),
        help: "How the results are written: table, json, ndjson (each game as it ends), csv or md (table)",
    },
    Word {
        names: &["json"],
        group: Group::Display,
        takes: Takes::Nothing(|draft| draft.format = Some(console::output::Format::Json)),
        help: "The same as --format json",
    },
    Word {
        names: &["progress"],
        group: Group::Display,
        takes: Takes::One("HOW", |draft, text| put(&mut draft.progress, choice(text)?)),
        help: "What is shown on stderr meanwhile: auto (bar on a terminal, else plain), bar, plain or none",
    },
    Word {
        names: &["output"],
        group: Group::Display,
        takes: Takes::Keys(
            &[Key::new("format", "STYLE", "plain, cutechess or fastchess (plain)", |draft, text| {
                put(&mut draft.style, choice(text)?)
            })],
            None,
            |_| (),
        ),
        help: "In whose words plain lines speak",
    },
    Word {
        names: &["ratinginterval"],
        group: Group::Display,
        takes: Takes::One("N", |draft, text| put(&mut draft.rating_interval, number(text, 0, MOST)?)),
        help: "Figures after every N games among plain lines; 0: only at the end (10)",
    },
    Word {
        names: &["color"],
        group: Group::Display,
        takes: Takes::One("WHEN", |draft, text| match text {
            "auto" | "always" | "never" => put(&mut draft.color, text.to_owned()),
            _ => Err(format!("found {}, expected auto, always or never", quote(text))),
        }),
        help: "When to colour messages: auto, always or never (auto)",
    },
];

/// The keys of an option, as the help shows them: name, value, text.
pub fn keys(word: &Word) -> Vec<(&'static str, &'static str, &'static str)> {
    fn rows<T>(keys: &'static [Key<T>]) -> Vec<(&'static str, &'static str, &'static str)> {
        keys.iter().map(|key| (key.name, key.value, key.help)).collect()
    }
    match &word.takes {
        Takes::Keys(keys, ..) => rows(keys),
        Takes::Engine(_) if word.name() == "each" => rows(engine::KEYS),
        _ => Vec::new(),
    }
}
