//! An engine on the command line: `-engine cmd=… name=… tc=…`.

use std::num::NonZeroU64;
use std::path::Path;
use std::time::Duration;

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::program::shell_word;
use shuangqi_cli::units;

use crate::config::{EngineConfig, Limits, Protocol, Restart, TimeControl};
use crate::games::Game;
use crate::segment::{self, Segment, milliseconds, number};
use crate::{clock, names};

/// By how much an engine may be late unless `timemargin=` is given: what a busy operating system may take.
pub const MARGIN: Duration = Duration::from_millis(20);

type Words = Vec<String>;
/// A time control, or none at all.
type Control = Option<TimeControl>;

#[derive(Clone, Debug, Args)]
#[command(arg_required_else_help = true)]
pub struct EngineArgs {
    /// The program; quoted, with arguments: cmd="prog -l 3"; a name alone is looked for on the PATH, a relative path
    /// (./prog) from dir= if that is given
    #[arg(long, value_name = "PROGRAM", value_parser = program)]
    cmd: Option<String>,
    /// The name in tables (otherwise the program's)
    #[arg(long, value_parser = NonEmptyStringValueParser::new())]
    name: Option<String>,
    #[arg(long, value_name = "NAME", ignore_case = true, hide_possible_values = true, help = protocol_help())]
    proto: Option<Protocol>,
    /// Arguments, as in a shell; arg=WORD: one argument as it is; both may be repeated
    #[arg(long, value_name = "WORDS", value_parser = shell_words)]
    args: Vec<Words>,
    /// Where the program runs, and where a relative cmd= is looked for
    #[arg(long, value_name = "FOLDER", value_parser = NonEmptyStringValueParser::new())]
    dir: Option<String>,
    /// Clock: [moves/]time[+increment] in seconds or m:s, as in 40/60, 10+0.1, 2:00+1; inf: none
    #[arg(long, value_name = "CONTROL", value_parser = clock::read)]
    tc: Option<Control>,
    /// Positions a millisecond: its clock counts them in place of time, so that a busy machine changes nothing
    /// (proto=internal)
    #[arg(long, value_name = "N", value_parser = units::nodes)]
    nodestime: Option<NonZeroU64>,
    /// Time for each move
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    st: Option<Duration>,
    /// Depth of each search
    #[arg(long, value_name = "PLIES", value_parser = number(1..=1000_u32))]
    depth: Option<u32>,
    /// Positions of each search; K, M, G for 10^3, 10^6, 10^9
    #[arg(long, value_name = "N", value_parser = units::nodes)]
    nodes: Option<NonZeroU64>,
    /// By how much it may be late (20)
    #[arg(long, value_name = "MS", value_parser = milliseconds)]
    timemargin: Option<Duration>,
    /// Its option X, as in option.Hash=64
    #[arg(long = "option.X", value_name = "VALUE", value_parser = engine_option)]
    options: Vec<(String, String)>,
    /// A line to send after the handshake; may be repeated
    #[arg(long, value_name = "LINE")]
    initstr: Vec<String>,
    /// auto: after a fault; on: before every game (auto)
    #[arg(long, value_name = "WHEN", hide_possible_values = true)]
    restart: Option<Restart>,
    /// The number of the lowest rank in its moves (UCI; 1 with option.UCI_Variant, which only Fairy-Stockfish has, else
    /// 0)
    #[arg(long, value_name = "0|1", value_parser = number(0..=1_u8))]
    rankbase: Option<u8>,
    /// The factor that makes its scores hundredths of a soldier or disc, for -resign, -draw, game files and charts (1;
    /// about 4.5 for ElephantEye)
    #[arg(long, value_name = "FACTOR", value_parser = number(0.001..=1000.0))]
    scale: Option<f64>,
    /// Where its stderr is kept (otherwise nowhere)
    #[arg(long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new())]
    stderr: Option<String>,
    /// Where all that is sent to it (>), its answers (<) and its stderr (!) are kept
    #[arg(long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new())]
    log: Option<String>,
}

/// The protocols with the games that they are for.
fn protocol_help() -> String {
    let row = |protocol: Protocol| format!("{} ({})", protocol.name(), protocol.facts().games.join(", "));
    let rows = Protocol::external().map(row).collect::<Vec<_>>().join(", ");
    format!(
        "{rows}, or internal: the engine of this project for the game, without a process (otherwise the first of its game)"
    )
}

impl Segment for EngineArgs {
    fn argument(key: &str, value: &str) -> String {
        match key.strip_prefix("option.").filter(|name| !name.is_empty()) {
            Some(name) => format!("--option.X={name}={value}"),
            // Arguments of both keys stay in their order.
            None if key == "arg" => format!("--args={}", shell_word(value)),
            None => format!("--{key}={value}"),
        }
    }

    fn check(&self) -> Result<(), String> {
        let is_known = |(place, (name, _)): &(usize, &(String, String))| {
            self.options[..*place].iter().any(|(other, _)| other.eq_ignore_ascii_case(name))
        };
        match self.options.iter().enumerate().find(is_known) {
            Some((_, (name, _))) => Err(format!("option.{name}= is given twice; leave one out")),
            None => Ok(()),
        }
    }
}

fn engine_option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected option.NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

fn shell_words(text: &str) -> Result<Words, String> {
    shlex::split(text).ok_or_else(|| "a quote is not closed".to_owned())
}

fn program(text: &str) -> Result<String, String> {
    command(text, None).map(|_| text.to_owned())
}

fn seconds(text: &str) -> Result<Duration, String> {
    match clock::read(text) {
        Ok(Some(TimeControl { base, increment: Duration::ZERO, moves: None })) if !base.is_zero() => Ok(base),
        _ => Err("expected seconds for a move, as in 0.5".to_owned()),
    }
}

/// The program and its arguments. A program's name may have blanks in it; if there is no such file, they separate
/// arguments.
fn command(text: &str, folder: Option<&str>) -> Result<Words, String> {
    let file = folder.map_or_else(|| Path::new(text).to_owned(), |folder| Path::new(folder).join(text));
    let words = if file.is_file() { vec![text.to_owned()] } else { shell_words(text)? };
    match words.first() {
        Some(program) if !program.is_empty() => Ok(words),
        _ => Err("expected a program".to_owned()),
    }
}

/// The arguments of an `-engine` or `-each`, which are in order by themselves.
#[derive(Clone, Debug)]
pub struct EngineWords(Vec<String>);

impl EngineWords {
    /// Reads the words of the option.
    pub fn parse(text: &str) -> Result<EngineWords, String> {
        segment::parse::<EngineArgs>(text)?;
        segment::arguments::<EngineArgs>(text).map(EngineWords)
    }

    /// Whether they name a protocol.
    pub fn has_protocol(&self) -> bool {
        self.0.iter().any(|word| word.starts_with("--proto="))
    }

    /// The engine of these words, which go before those given for each engine.
    pub fn config(&self, each: Option<&EngineWords>, game: Game) -> Result<EngineConfig, String> {
        let words = each.into_iter().flat_map(|each| &each.0).chain(&self.0);
        segment::read::<EngineArgs>(words)?.config(game)
    }
}

impl EngineArgs {
    /// The engine, with defaults for what was not given.
    fn config(self, game: Game) -> Result<EngineConfig, String> {
        let words = self.cmd.as_deref().map(|text| command(text, self.dir.as_deref())).transpose()?;
        let words = words.unwrap_or_default();
        let name = self.shown_name(game, words.first())?;
        let protocol = self.proto.unwrap_or(Protocol::usual_of(game));
        let limits = Limits { depth: self.depth, nodes: self.nodes, move_time: self.st };
        self.check_parts(game, protocol, limits)
            .map_err(|why| format!("the engine {}: {why}", quote(&name)))?;
        let options = self.options.into_iter().fold(Vec::new(), with_option);
        let mut words = words.into_iter();
        Ok(EngineConfig {
            name,
            command: words.next().unwrap_or_default(),
            arguments: words.chain(self.args.into_iter().flatten()).collect(),
            folder: self.dir,
            protocol,
            rank_base: self.rankbase.unwrap_or_else(|| usual_rank_base(protocol, &options)),
            options,
            initial: self.initstr.iter().flat_map(|lines| lines.split("\\n")).map(str::to_owned).collect(),
            clock: self.tc.flatten(),
            nodes_per_millisecond: self.nodestime,
            limits,
            margin: self.timemargin.unwrap_or(MARGIN),
            restart: self.restart.unwrap_or_default(),
            scale: self.scale.filter(|factor| *factor != 1.0),
            stderr: self.stderr,
            log: self.log,
        })
    }

    /// Keys that are missing or contradict each other.
    fn check_parts(&self, game: Game, protocol: Protocol, limits: Limits) -> Result<(), String> {
        let is_internal = protocol == Protocol::Internal;
        if !protocol.is_of(game) {
            let known = Protocol::names_of(game);
            return Err(format!("its protocol is not one of {}. Give proto={known}.", game.name()));
        }
        let wrong = match (self.cmd.is_some(), is_internal) {
            _ if self.nodestime.is_some() && !is_internal => {
                "nodestime= needs proto=internal. Leave it out, or play without cmd=."
            }
            _ if self.nodestime.is_some() && self.tc.flatten().is_none() && self.st.is_none() => {
                "nodestime= without a clock counts nothing. Give tc= or st=, or leave it out."
            }
            (true, true) => "proto=internal runs no program. Leave cmd= or proto= out.",
            (false, false) => {
                "there is no program. Give cmd=PROGRAM, or proto=internal for the engine of this project."
            }
            _ if self.tc.is_none() && limits == Limits::default() => {
                "nothing ends its searches. Give tc=, st=, depth= or nodes=; tc=inf if it needs none."
            }
            _ => return Ok(()),
        };
        Err(wrong.to_owned())
    }

    /// The name given, or that of the program.
    fn shown_name(&self, game: Game, program: Option<&String>) -> Result<String, String> {
        let program = program.and_then(|program| Path::new(program).file_stem());
        let own =
            || program.map_or_else(|| game.name().to_owned(), |name| name.to_string_lossy().into_owned());
        let name = self.name.clone().unwrap_or_else(own);
        if names::is_too_long(&name) {
            let most = names::MAX_LENGTH;
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

/// The options with one more, which replaces an earlier one of its name.
fn with_option(mut options: Vec<(String, String)>, option: (String, String)) -> Vec<(String, String)> {
    options.retain(|(known, _)| !known.eq_ignore_ascii_case(&option.0));
    options.push(option);
    options
}

/// Over UCI, Fairy-Stockfish counts ranks from 1, and it alone has this option.
pub fn usual_rank_base(protocol: Protocol, options: &[(String, String)]) -> u8 {
    let is_fairy = options.iter().any(|(option, _)| option.eq_ignore_ascii_case("UCI_Variant"));
    u8::from(protocol == Protocol::Uci && is_fairy)
}
