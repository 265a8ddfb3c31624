//! A program of commands: it reads its command line, with a word on misspelled names, handles Ctrl-C, runs the command, and
//! returns an exit code to the shell.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error, Parser, Subcommand};

use crate::args::ColorArgs;
use crate::bad_input::nearest;
use crate::failure::{Exit, Failure};
use crate::interrupt;
use crate::output::{self, Format};

/// No line of a help text is longer.
pub const HELP_WIDTH: usize = 80;

/// A command line, as clap reads it.
pub trait Program: Parser {
    /// Whether messages are coloured.
    fn color(&self) -> ColorArgs;

    /// Runs the command.
    fn run(self) -> Result<Exit, Failure>;
}

/// The commands of a program that does something else without one.
pub trait Commands: Subcommand + std::fmt::Debug {
    /// The program's name.
    const PROGRAM: &'static str;

    /// Runs the command.
    fn run(self) -> Result<Exit, Failure>;
}

/// A command line that consists of one of these commands.
#[derive(Debug, Parser)]
#[command(name = C::PROGRAM)]
struct CommandLine<C: Commands> {
    #[command(subcommand)]
    command: C,
    #[command(flatten)]
    color: ColorArgs,
}

impl<C: Commands> Program for CommandLine<C> {
    fn color(&self) -> ColorArgs {
        self.color
    }

    fn run(self) -> Result<Exit, Failure> {
        self.command.run()
    }
}

/// Runs the command that these words form, the program's name not among them; `None` if the first names none.
pub fn run_command<C: Commands>(words: &[OsString]) -> Option<Exit> {
    C::has_subcommand(&words.first()?.to_string_lossy())
        .then(|| launch::<CommandLine<C>>(std::iter::once(C::PROGRAM.into()).chain(words.iter().cloned())))
}

/// Parses the words of the command line, the program's name first, and runs the command.
pub fn launch<P: Program>(words: impl IntoIterator<Item = OsString>) -> Exit {
    let words: Vec<OsString> = words.into_iter().collect();
    let format = output::asked_for(&words);
    match parse::<P>(words) {
        Ok(program) => execute(program, format),
        Err(answer) => print_answer(&answer, format),
    }
}

/// Reads a command line, the program's name first; what clap prints is wrapped at [`HELP_WIDTH`].
///
/// # Errors
/// The error of the command line, or the help or version that it asks for.
pub fn parse<P: Program>(words: Vec<OsString>) -> Result<P, clap::Error> {
    let mut command = P::command().max_term_width(HELP_WIDTH);
    let is_called = |word: &OsString| command.find_subcommand(word).is_some();
    if !words.get(1).is_some_and(is_called) {
        // Commands are defined when they are called; the help shows what all of them are.
        command.build();
    }
    let matches = command.try_get_matches_from_mut(&words);
    let mut matches = matches.map_err(|error| with_nearest_option(error, &command, &words))?;
    P::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
}

fn execute<P: Program>(program: P, format: Format) -> Exit {
    let color = program.color();
    interrupt::watch().and_then(|()| program.run()).unwrap_or_else(|failure| {
        failure.report(color.is_on());
        if !matches!(failure, Failure::ClosedPipe | Failure::Recorded(_)) {
            print_record(format, failure.to_string(), failure.exit());
        }
        failure.exit()
    })
}

/// Prints the failure as the only record, for programs that read JSON. If that cannot be written, it goes to stderr.
fn print_record(format: Format, message: String, exit: Exit) {
    let record = output::record_of_failure(format, message, exit);
    let _ = record.map_or(Ok(()), |text| io::stdout().write_all(text.as_bytes()));
}

/// Prints clap's answer: help, the version, or what is wrong with the command line.
fn print_answer(answer: &clap::Error, format: Format) -> Exit {
    if answer.use_stderr() {
        let message = answer.to_string();
        print_record(format, message.trim().trim_start_matches("error: ").to_owned(), Exit::Usage);
    }
    match answer.print().map_err(Failure::from_write) {
        Err(failure) if !answer.use_stderr() => failure.exit(),
        _ if answer.use_stderr() => Exit::Usage,
        _ => Exit::Success,
    }
}

/// The error of a command line with the option that was probably meant, where clap has found none: to it short names are
/// never near.
fn with_nearest_option(mut error: Error, command: &Command, words: &[OsString]) -> Error {
    if let (ErrorKind::UnknownArgument, Some(ContextValue::String(option)), None) =
        (error.kind(), error.get(ContextKind::InvalidArg), error.get(ContextKind::SuggestedArg))
    {
        let words = words.iter().filter_map(|word| word.to_str());
        let command = words.fold(command, |command, word| command.find_subcommand(word).unwrap_or(command));
        let known = command.get_arguments().filter_map(Arg::get_long);
        if let Some(similar) = nearest(option.trim_start_matches('-'), known) {
            error.insert(ContextKind::SuggestedArg, ContextValue::String(format!("--{similar}")));
        }
    }
    error
}

/// The error about an option that a program does not have; `known` are those that it has, without dashes.
pub fn unknown_option<'known>(option: &str, known: impl IntoIterator<Item = &'known str>) -> Failure {
    let similar = nearest(option.trim_start_matches('-'), known);
    let tip = similar.map_or_else(String::new, |name| format!(" A similar option exists: --{name}."));
    Failure::Usage(format!("unknown option '{option}'.{tip} Try {} --help.", name()))
}

/// The name under which this program was started, without its folder. Commands that several programs share show it in
/// their messages.
pub fn name() -> String {
    let path = std::env::args_os().next().unwrap_or_default();
    Path::new(&path).file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// The command line of this run, as a shell understands it.
pub fn command_line() -> String {
    let words = std::env::args_os().skip(1).map(|word| shell_word(&word.to_string_lossy()));
    std::iter::once(name()).chain(words).collect::<Vec<_>>().join(" ")
}

/// Options that change no result, or only where it is written.
const INDIFFERENT: [&str; 3] = ["--force", "--json", "--wide"];
/// The same with a value.
const INDIFFERENT_PAIRS: [&str; 8] =
    ["--format", "--threads", "--progress", "--color", "--out", "--report", "--resume", "--shard"];

/// The command line without the options that change no result: two runs with the same one have the same results.
pub fn command_of_results() -> String {
    let words = std::env::args_os().skip(1).map(|word| shell_word(&word.to_string_lossy()));
    std::iter::once(name()).chain(results_alone(words)).collect::<Vec<_>>().join(" ")
}

fn results_alone(mut words: impl Iterator<Item = String>) -> Vec<String> {
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        let option = word.split('=').next().unwrap_or_default();
        let has_value = INDIFFERENT_PAIRS.contains(&option);
        if has_value && option == word {
            words.next();
        }
        if !has_value && !INDIFFERENT.contains(&option) {
            kept.push(word);
        }
    }
    kept
}

/// The word itself, in single quotes if the shell would interpret it.
pub fn shell_word(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:,@+=%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_change_no_result_are_left_out() {
        let kept = |line: &str| results_alone(line.split(' ').map(str::to_owned)).join(" ");
        let line =
            "analyze othello a.pgn --nodes 5K --force --out x --threads=3 --format json --json --exact 9";
        assert_eq!(kept(line), "analyze othello a.pgn --nodes 5K --exact 9");
    }

    #[test]
    fn words_are_quoted_where_the_shell_needs_it() {
        assert_eq!(shell_word("data/ffo.obf"), "data/ffo.obf");
        assert_eq!(shell_word("a b"), "'a b'");
        assert_eq!(shell_word("it's"), r"'it'\''s'");
        assert_eq!(shell_word(""), "''");
    }
}
