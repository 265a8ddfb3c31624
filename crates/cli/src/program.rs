//! A program of commands: it reads its command line, handles Ctrl-C, runs the command, and returns an exit code to the
//! shell.

use std::ffi::OsString;
use std::io::{self, Write};

use clap::{Parser, Subcommand};

use crate::args::ColorArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, Format};
use crate::spelling::with_nearest_option;

pub use crate::command_line::{command_line, command_of_results, name, shell_word};

/// No line of a help text is longer.
pub const HELP_WIDTH: usize = 80;

/// A command line, as clap reads it.
pub trait Program: Parser {
    /// Whether messages are coloured.
    fn color(&self) -> ColorArgs;

    /// Runs the command.
    ///
    /// # Errors
    /// What kept the command from completing.
    fn run(self) -> Result<Exit, Failure>;
}

/// The commands of a program that does something else without one.
pub trait Commands: Subcommand + std::fmt::Debug {
    /// The program's name.
    const PROGRAM: &'static str;

    /// Runs the command.
    ///
    /// # Errors
    /// What kept it from completing.
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
/// What is wrong with it, or the help or version that it asks for.
pub fn parse<P: Program>(words: Vec<OsString>) -> Result<P, clap::Error> {
    let mut command = P::command().max_term_width(HELP_WIDTH);
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
    let record = output::record(format, message, exit as u8);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Parser)]
    struct Counting {
        number: u32,
        #[command(flatten)]
        color: ColorArgs,
    }

    impl Program for Counting {
        fn color(&self) -> ColorArgs {
            self.color
        }

        fn run(self) -> Result<Exit, Failure> {
            Ok(if self.number > 0 { Exit::Success } else { Exit::Wrong })
        }
    }

    #[test]
    fn the_shell_is_told_how_it_ended() {
        let exit = |word: &str| launch::<Counting>(["counting".into(), word.into()]);
        assert_eq!((exit("x"), exit("--help")), (Exit::Usage, Exit::Success));
    }
}
