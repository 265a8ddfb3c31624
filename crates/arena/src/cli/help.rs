//! The help of a match, made from the options as clap has them.

use clap::{Arg, Args, Command};
use shuangqi_cli::args::ColorArgs;

use super::engine::EngineArgs;
use super::{MatchArgs, OpeningArgs, RulesArgs, USAGE};
use crate::config::{DrawRule, LogFile, PgnFile, ResignRule};
use crate::rating::SprtParameters;
use crate::segment::Segment;

/// The column at which explanations begin.
const INDENT: usize = 25;
/// The longest line.
const WIDTH: usize = 80;

const HEAD: &str = "\
Play matches between engines, of either game and over any protocol, and compare
them
";

const TAIL: &str = "
A round is a pair of games from the same opening with colours swapped, unless
-games and -repeat say otherwise. Without any file of openings, different ones
are generated. A clock counts from the request to the arrival of the answer. An
engine that crashes, hangs, exceeds its time or plays an illegal move loses that
game, and the match goes on.
Before the first game every engine is started once: its options and limits are
compared with what it announces, and it is set to an opening of each kind. What
it cannot do is an error then.

A line of the file of -queue is a test: a recipe, or as in +probcut a change of
base= (play), with game=, nodes=, and kind=gain (0 to 10 Elo) or
kind=simplification (-10 to 0). Other keys are elo0=, elo1=, games= (6000),
openings= (generated) and seed= (1). Behind the word each, keys hold for all
lines below.

Ctrl-C stops the match: with -state or -out, every finished game is kept and the
command that resumes the match is printed. A second Ctrl-C ends the engines at
once.

Exit status: 0 the match is over; 2 wrong options; 3 a bad file; 4 an engine
cannot be started; 5 results cannot be written, or a game failed for an internal
reason; 130 interrupted.

Examples:
  shuangqi match -game othello -engine name=a proto=internal nodes=2000 \\
    -engine name=b proto=internal nodes=1000 -rounds 50 -state m.journal
  shuangqi match -game xiangqi -engine proto=internal name=ours \\
    -engine cmd=fairy-stockfish option.UCI_Variant=xiangqi -each tc=10+0.1 \\
    -rounds 100 -resign movecount=4 score=800 -out results
  shuangqi match -game othello -engine cmd=./new -engine cmd=./old \\
    -each st=0.1 -sprt elo0=0 elo1=10 -openings file=xot.txt order=random \\
    -solve 14
";

/// The headings of the options.
const HEADINGS: [&str; 7] = [
    "Who plays what",
    "Where games begin",
    "Which games there are",
    "What ends games and the match",
    "How it is carried out",
    "What is kept and written",
    "Common options",
];

/// The options of a match.
pub fn options() -> Command {
    MatchArgs::augment_args(Command::new("match"))
}

/// The help of `shuangqi match`, whose options are read in its own way.
pub fn text() -> String {
    let options = ColorArgs::augment_args(options());
    let mut text =
        format!("{HEAD}\nUsage: {USAGE}\n\nOptions may have one dash or two; defaults are in parentheses.\n");
    for heading in HEADINGS {
        text.push_str(&format!("\n{heading}:\n"));
        let is_listed = |option: &&Arg| option.get_help_heading() == Some(heading) && !option.is_hide_set();
        for option in options.get_arguments().filter(is_listed) {
            entry(&mut text, 2, &usage(option), &explanation(option));
            for key in keys(option).iter().flat_map(Command::get_arguments) {
                entry(&mut text, 6, &format!("{}={}", name(key), value(key)), &explanation(key));
            }
        }
    }
    entry(&mut text, 2, "-help, -h", "Print this");
    entry(&mut text, 2, "-version, -V", "Print the version");
    text + TAIL
}

/// The keys of an option that takes them.
pub fn keys(option: &Arg) -> Option<Command> {
    Some(match name(option) {
        "engine" => EngineArgs::command(),
        "rules" => RulesArgs::command(),
        "openings" => OpeningArgs::command(),
        "sprt" => SprtParameters::command(),
        "resign" => ResignRule::command(),
        "draw" => DrawRule::command(),
        "pgnout" => PgnFile::command(),
        "log" => LogFile::command(),
        _ => return None,
    })
}

/// The name of an option or key.
pub fn name(arg: &Arg) -> &str {
    arg.get_long().unwrap_or_default()
}

/// The placeholder for the value of an option or key; nothing for a flag.
pub fn value(arg: &Arg) -> &str {
    let names = arg.get_value_names().filter(|_| !is_flag(arg));
    names.and_then(|names| names.first()).map_or("", |name| name.as_str())
}

/// Whether nothing follows it.
pub fn is_flag(arg: &Arg) -> bool {
    !arg.get_action().takes_values() || arg.get_num_args().is_some_and(|count| count.max_values() == 0)
}

/// `-rounds N`, `-repeat [N]`, `-srand N, -seed N`.
fn usage(option: &Arg) -> String {
    let is_optional = option.get_num_args().is_some_and(|count| count.min_values() == 0);
    let value = match value(option) {
        "" => String::new(),
        value if is_optional => format!(" [{value}]"),
        value => format!(" {value}"),
    };
    let names = std::iter::once(name(option)).chain(option.get_visible_aliases().unwrap_or_default());
    names.map(|name| format!("-{name}{value}")).collect::<Vec<_>>().join(", ")
}

/// The help of an option or key, with its values and its default.
fn explanation(arg: &Arg) -> String {
    let mut text = arg.get_help().map(ToString::to_string).unwrap_or_default();
    if is_flag(arg) {
        return text;
    }
    let values: Vec<String> =
        arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    if !values.is_empty() && !arg.is_hide_possible_values_set() {
        text.push_str(&format!(": {}", values.join(", ")));
    }
    if let Some(value) = arg.get_default_values().first() {
        text.push_str(&format!(" ({})", value.to_string_lossy()));
    }
    text
}

/// The words to type, and their explanation beside them, or below it where there is no room.
fn entry(text: &mut String, margin: usize, typed: &str, help: &str) {
    let mut line = format!("{:margin$}{typed}", "");
    if line.chars().count() + 2 > INDENT {
        text.push_str(&line);
        text.push('\n');
        line.clear();
    }
    line = format!("{line:INDENT$}");
    let mut is_empty = true;
    for word in help.split_whitespace() {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            text.push_str(&line);
            text.push('\n');
            line = format!("{:INDENT$}", "");
            is_empty = true;
        }
        line.push_str(if is_empty { "" } else { " " });
        line.push_str(word);
        is_empty = false;
    }
    text.push_str(&line);
    text.push('\n');
}
