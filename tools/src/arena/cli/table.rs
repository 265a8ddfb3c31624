//! Every option, once: how it is spelled, what it takes, what it does, and how the help tells of it.

use shuangqi_cli::bad_input::quote;

use super::keys::*;
use super::option::{Group, Key, Takes, Word};
use super::read::{choice, number};
use crate::arena::config::Affinity;
use crate::arena::config::Tournament;

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
        takes: Takes::Keys(RULES_KEYS, Some(|draft, text| put(&mut draft.rules, rules(text)?)), |_| ()),
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
        group: Group::RunOptions,
        takes: Takes::One("N", |draft, text| put(&mut draft.concurrency, concurrency(text)?)),
        help: "Games at the same time; 0: as many as processors, -1: all but one (auto: the physical cores but one, over \
               the largest Threads option)",
    },
    Word {
        names: &["use-affinity", "affinity"],
        group: Group::RunOptions,
        takes: Takes::Maybe("CPUS", |draft, text| {
            let chosen = text.map_or(Ok(Affinity::All), |text| processors(text).map(Affinity::Of))?;
            put(&mut draft.affinity, chosen)
        }),
        help: "Pin each game's engines to processors of their own: of all, or of these, as in 0-3,8",
    },
    Word {
        names: &["recover"],
        group: Group::RunOptions,
        takes: Takes::Nothing(|draft| draft.recovers = Some(true)),
        help: "Begin even if an engine cannot be started: its games are lost",
    },
    Word {
        names: &["wait"],
        group: Group::RunOptions,
        takes: Takes::One("MS", |draft, text| put(&mut draft.pause, millis(text)?)),
        help: "Pause before each game",
    },
    Word {
        names: &["startup-ms"],
        group: Group::RunOptions,
        takes: Takes::One("MS", |draft, text| put(&mut draft.start, millis(text)?)),
        help: "How long an engine may take to start (10000)",
    },
    Word {
        names: &["ucinewgame-ms", "ping-ms"],
        group: Group::RunOptions,
        takes: Takes::One("MS", |draft, text| put(&mut draft.ready, millis(text)?)),
        help: "How long an engine may take to be ready for a game (60000)",
    },
    Word {
        names: &["answer-ms"],
        group: Group::RunOptions,
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
        help: "Every game as PGN, added to the file as soon as it ends; what the file holds already stays",
    },
    Word {
        names: &["ggfout"],
        group: Group::Files,
        takes: Takes::One("FILE", |draft, text| put(&mut draft.ggf, path(text)?)),
        help: "The same as GGF (Othello)",
    },
    Word {
        names: &["epdout"],
        group: Group::Files,
        takes: Takes::One("FILE", |draft, text| put(&mut draft.epd, path(text)?)),
        help: "All final positions, written at the end of the match",
    },
    Word {
        names: &["force"],
        group: Group::Files,
        takes: Takes::Nothing(|draft| draft.force = true),
        help: "Replace files of others where results are to be written",
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
        help: "What is said to engines (>) and what they answer (<), with the seconds since the start; log= of -engine: \
               of that engine alone",
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
        takes: Takes::Nothing(|draft| draft.format = Some(shuangqi_cli::output::Format::Json)),
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
