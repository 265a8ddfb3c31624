//! An engine in words: `-engine cmd=… name=… tc=…`.

use std::path::Path;
use std::time::Duration;

use shuangqi_cli::bad_input::quote;

use super::option::Key;
use super::read::{choice, number};
use super::split;
use crate::arena::config::{EngineConfig, Limits, Protocol, Restart, Scale, TimeControl};
use crate::arena::{clock, names};
use crate::args::Game;

/// By how much an engine may be late unless it is said otherwise: what a busy operating system may take.
pub const MARGIN: Duration = Duration::from_millis(20);

/// What was said of an engine.
#[derive(Clone, Debug, Default)]
pub struct EngineDraft {
    name: Option<String>,
    command: Option<String>,
    arguments: Vec<String>,
    folder: Option<String>,
    protocol: Option<Protocol>,
    rank_base: Option<u8>,
    options: Vec<(String, String)>,
    initial: Vec<String>,
    clock: Option<Option<TimeControl>>,
    limits: Limits,
    margin: Option<Duration>,
    restart: Restart,
    scale: Scale,
    stderr: Option<String>,
    log: Option<String>,
}

/// The key of an engine's own options, of which the name follows.
pub const OPTION: &str = "option.";

/// The keys that may be there more than once in an `-engine`.
pub const REPEATED: [&str; 3] = ["arg", "args", "initstr"];

/// The keys of `-engine` and `-each`.
pub static KEYS: &[Key<EngineDraft>] = &[
    Key::new(
        "cmd",
        "PROGRAM",
        "the program; quoted, with arguments: cmd=\"prog -l 3\"; a name alone is looked for on the PATH, a relative path \
         (./prog) from dir= if that is given",
        |engine, text| {
            command(text, None)?;
            put(&mut engine.command, text.to_owned())
        },
    ),
    Key::new("name", "NAME", "the name in tables (otherwise the program's)", |engine, text| {
        put(&mut engine.name, some_text(text)?)
    }),
    Key::new(
        "proto",
        "NAME",
        "uci, ucci, xboard (Xiangqi), gtp, nboard (Othello), or internal: our own engine of the game without a process \
         (otherwise uci or gtp by the game)",
        |engine, text| put(&mut engine.protocol, choice(text)?),
    ),
    Key::new("args", "WORDS", "arguments, as in a shell", |engine, text| {
        engine.arguments.extend(split::words(text)?);
        Ok(())
    }),
    Key::new("arg", "WORD", "one argument; may be repeated", |engine, text| {
        engine.arguments.push(text.to_owned());
        Ok(())
    }),
    Key::new(
        "dir",
        "FOLDER",
        "where the program runs, and where a relative cmd= is looked for",
        |engine, text| put(&mut engine.folder, some_text(text)?),
    ),
    Key::new(
        "tc",
        "CONTROL",
        "clock: [moves/]time[+increment] in seconds or m:s, as in 40/60, 10+0.1, 2:00+1; inf: none",
        |engine, text| put(&mut engine.clock, clock::read(text).map_err(|bad| bad.to_string())?),
    ),
    Key::new("st", "SECONDS", "time for each move", |engine, text| {
        put(&mut engine.limits.move_time, time(text)?)
    }),
    Key::new("depth", "PLIES", "depth of each search", |engine, text| {
        put(&mut engine.limits.depth, number(text, 1, 1000)?)
    }),
    Key::new("nodes", "N", "positions of each search; K, M, G for 10^3, 10^6, 10^9", |engine, text| {
        engine.limits.nodes = std::num::NonZeroU64::new(shuangqi_cli::units::count(text)?);
        if engine.limits.nodes.is_none() { Err("expected at least 1".to_owned()) } else { Ok(()) }
    }),
    Key::new("timemargin", "MS", "by how much it may be late (20)", |engine, text| {
        put(&mut engine.margin, Duration::from_millis(number(text, 0, 3_600_000)?))
    }),
    Key::new("option.X", "VALUE", "its option X, as in option.Hash=64", |_, _| Ok(())),
    Key::new("initstr", "LINE", "a line to send after the handshake; may be repeated", |engine, text| {
        engine.initial.extend(text.split("\\n").map(str::to_owned));
        Ok(())
    }),
    Key::new("restart", "WHEN", "auto: after a fault; on: before every game (auto)", |engine, text| {
        engine.restart = match text {
            "auto" | "off" => Restart::Auto,
            "on" => Restart::On,
            _ => return Err(format!("found {}, expected auto or on", quote(text))),
        };
        Ok(())
    }),
    Key::new(
        "rankbase",
        "0|1",
        "the number of the lowest rank in its moves (UCI; 1 with option.UCI_Variant, which only Fairy-Stockfish has, \
         else 0)",
        |engine, text| put(&mut engine.rank_base, number(text, 0, 1)?),
    ),
    Key::new(
        "scale",
        "FACTOR",
        "by what its scores are multiplied to be hundredths of a soldier or disc, for -resign, -draw, game files and \
         charts (1; about 4.5 for ElephantEye)",
        |engine, text| {
            engine.scale = Scale::new(number(text, 0.001, 1000.0)?).unwrap_or_default();
            Ok(())
        },
    ),
    Key::new("stderr", "FILE", "where its stderr is kept (otherwise nowhere)", |engine, text| {
        put(&mut engine.stderr, some_text(text)?)
    }),
    Key::new(
        "log",
        "FILE",
        "where all that is said to it (>), its answers (<) and its stderr (!) are kept",
        |engine, text| put(&mut engine.log, some_text(text)?),
    ),
];

fn put<T>(place: &mut Option<T>, value: T) -> Result<(), String> {
    *place = Some(value);
    Ok(())
}

fn some_text(text: &str) -> Result<String, String> {
    if text.is_empty() { Err("found nothing, expected a text".to_owned()) } else { Ok(text.to_owned()) }
}

fn time(text: &str) -> Result<Duration, String> {
    match clock::read(text) {
        Ok(Some(TimeControl { base, increment: Duration::ZERO, moves: None })) if !base.is_zero() => Ok(base),
        _ => Err(format!("found {}, expected seconds for a move, as in 0.5", quote(text))),
    }
}

/// A program's name may have blanks in it; if there is no such file, they separate arguments.
fn command(text: &str, folder: Option<&str>) -> Result<Vec<String>, String> {
    let file = folder.map_or_else(|| Path::new(text).to_owned(), |folder| Path::new(folder).join(text));
    let words = if file.is_file() { vec![text.to_owned()] } else { split::words(text)? };
    if words.first().is_none_or(String::is_empty) {
        return Err("found nothing, expected a program".to_owned());
    }
    Ok(words)
}

impl EngineDraft {
    /// Takes a key and its value.
    ///
    /// # Errors
    /// An unknown key, or a value that does not fit it.
    pub fn take(&mut self, key: &str, value: &str) -> Result<(), String> {
        if let Some(name) = key.strip_prefix(OPTION).filter(|name| !name.is_empty()) {
            self.options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
            self.options.push((name.to_owned(), value.to_owned()));
            return Ok(());
        }
        super::option::key(KEYS, key)?.put(self, value)
    }

    /// The engine, with what was not said filled in.
    ///
    /// # Errors
    /// What is missing, or does not go together.
    pub fn finish(self, game: Game) -> Result<EngineConfig, String> {
        let words = self.command.as_deref().map(|text| command(text, self.folder.as_deref())).transpose()?;
        let words = words.unwrap_or_default();
        let name = self.shown_name(game, words.first())?;
        let protocol = self.protocol.unwrap_or_else(|| Protocol::usual(game));
        let wrong = |text: &str| Err(format!("the engine {}: {text}", quote(&name)));
        if !protocol.serves(game) {
            let protocols = Protocol::names(game);
            return wrong(&format!("its protocol is not one of {}. Give proto={protocols}.", game.name()));
        }
        if self.command.is_some() && protocol.is_internal() {
            return wrong("proto=internal runs no program. Leave cmd= or proto= out.");
        }
        if self.command.is_none() && !protocol.is_internal() {
            return wrong("there is no program. Give cmd=PROGRAM, or proto=internal for our own engine.");
        }
        if self.clock.is_none() && self.limits == Limits::default() {
            return wrong(
                "nothing ends its searches. Give tc=, st=, depth= or nodes=; tc=inf if it needs none.",
            );
        }
        let base = usual_rank_base(protocol, &self.options);
        let mut words = words.into_iter();
        Ok(EngineConfig {
            name,
            command: words.next().unwrap_or_default(),
            arguments: words.chain(self.arguments).collect(),
            folder: self.folder,
            protocol,
            rank_base: self.rank_base.unwrap_or(base),
            options: self.options,
            initial: self.initial,
            clock: self.clock.flatten(),
            limits: self.limits,
            margin: self.margin.unwrap_or(MARGIN),
            restart: self.restart,
            scale: self.scale,
            stderr: self.stderr,
            log: self.log,
        })
    }

    /// The name given, or that of the program.
    fn shown_name(&self, game: Game, program: Option<&String>) -> Result<String, String> {
        let program = program.and_then(|program| Path::new(program).file_stem());
        let own =
            || program.map_or_else(|| game.name().to_owned(), |name| name.to_string_lossy().into_owned());
        let name = self.name.clone().unwrap_or_else(own);
        if names::is_too_long(&name) {
            let most = names::LONGEST;
            return Err(format!(
                "the name {} has more than {most} letters. Give a shorter name=.",
                quote(&name)
            ));
        }
        if name.chars().any(char::is_control) {
            return Err(format!("the name {} cannot be shown. Give another name=.", quote(&name)));
        }
        Ok(name)
    }
}

/// Over UCI, Fairy-Stockfish counts ranks from 1, and it alone has this option.
pub fn usual_rank_base(protocol: Protocol, options: &[(String, String)]) -> u8 {
    let is_fairy = options.iter().any(|(option, _)| option.eq_ignore_ascii_case("UCI_Variant"));
    u8::from(protocol == Protocol::Uci && is_fairy)
}
