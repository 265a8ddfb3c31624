//! Options that several programs take, in groups for clap to flatten into a command.

use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::{fmt, thread};

use clap::{Args, ValueEnum};

use crate::failure::{Exit, Failure};
use crate::output::{self, Format, Layout, Output};
use crate::progress::Mode;

/// The form of results.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Common options")]
pub struct FormatArgs {
    /// How to write the results
    #[arg(long, value_name = "FORM", default_value = "table")]
    format: Format,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Show every column of a table, also those that do not fit the terminal
    #[arg(long)]
    wide: bool,
}

impl FormatArgs {
    /// The chosen form.
    pub fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }

    /// Does work whose records go to standard output. Tables on a terminal are no wider than it is.
    pub fn deliver(
        &self,
        work: impl FnOnce(&mut Output<'_>) -> Result<Exit, Failure>,
    ) -> Result<Exit, Failure> {
        let mut stdout = io::stdout();
        let terminal = stdout.is_terminal().then(terminal_size::terminal_size).flatten();
        let width = terminal.map(|(width, _)| usize::from(width.0)).filter(|_| !self.wide);
        output::deliver(Layout { format: self.format(), width }, &mut stdout, work)
    }
}

/// The display of progress.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Common options")]
pub struct ProgressArgs {
    /// How to show progress on stderr
    #[arg(long, value_name = "HOW", default_value = "auto")]
    pub progress: Mode,
}

/// The number of threads.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Common options")]
pub struct ThreadsArgs {
    /// Threads to use: a number, or auto for one per processor core
    #[arg(long, value_name = "N", default_value = "auto")]
    pub threads: Threads,
}

/// The options of long work.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Common options")]
pub struct RunArgs {
    /// Threads to use: a number, or auto for one per processor core
    #[arg(long, value_name = "N", default_value = "auto")]
    pub threads: Threads,
    /// The form of results.
    #[command(flatten)]
    pub format: FormatArgs,
    /// How to show progress on stderr
    #[arg(long, value_name = "HOW", default_value = "auto")]
    pub progress: Mode,
}

/// The seed of random choices.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Common options")]
pub struct SeedArgs {
    /// Seed of every random choice: the same seed, the same results
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// Whether messages are coloured.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Common options")]
pub struct ColorArgs {
    /// When to colour messages; the environment variable NO_COLOR turns colours off as well
    #[arg(long, value_name = "WHEN", default_value = "auto", global = true)]
    color: Color,
}

impl ColorArgs {
    /// Whether diagnostics on stderr are to be coloured.
    pub fn is_on(&self) -> bool {
        let terminal = io::stderr().is_terminal();
        self.color.decide(terminal, std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    fn decide(self, terminal: bool, forbidden: bool) -> bool {
        match self {
            Color::Auto => terminal && !forbidden,
            Color::Always => true,
            Color::Never => false,
        }
    }
}

/// A number of threads, or one per processor core.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threads {
    /// One for each processor core that the program may use.
    Auto,
    /// Just as many.
    Exactly(NonZeroUsize),
}

/// The most threads: today's machines have fewer cores, so a larger number is a typing error.
pub const MAX_THREADS: usize = 1024;

impl Threads {
    /// The number; for `auto`, that of this machine's cores.
    pub fn count(self) -> NonZeroUsize {
        match self {
            Threads::Auto => thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            Threads::Exactly(count) => count,
        }
    }
}

impl FromStr for Threads {
    type Err = String;

    fn from_str(text: &str) -> Result<Threads, String> {
        if text == "auto" {
            return Ok(Threads::Auto);
        }
        let count = text.parse().ok().filter(|count: &NonZeroUsize| count.get() <= MAX_THREADS);
        count
            .map(Threads::Exactly)
            .ok_or_else(|| format!("expected a number from 1 to {MAX_THREADS}, or auto; try --threads auto"))
    }
}

/// Room in memory, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HashSize(usize);

impl HashSize {
    /// The size in bytes.
    pub fn bytes(self) -> usize {
        self.0
    }
}

impl FromStr for HashSize {
    type Err = String;

    /// A whole number followed by K, M, G or T (powers of 1024; `KiB`, `MB` … mean the same, case does not
    /// matter), or by nothing: then it counts mebibytes, as engines do.
    fn from_str(text: &str) -> Result<HashSize, String> {
        let digits = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
        let (number, unit) = text.split_at(digits);
        let shift = match unit.to_ascii_lowercase().as_str() {
            "k" | "kb" | "kib" => Some(10),
            "" | "m" | "mb" | "mib" => Some(20),
            "g" | "gb" | "gib" => Some(30),
            "t" | "tb" | "tib" => Some(40),
            _ => None,
        };
        let bytes = number
            .parse::<usize>()
            .ok()
            .zip(shift)
            .and_then(|(number, shift)| number.checked_mul(1 << shift));
        bytes.filter(|bytes| *bytes > 0).map(HashSize).ok_or_else(|| {
            "expected a whole number above 0 with a unit K, M, G or T; try --hash 64M or --hash 2G".to_owned()
        })
    }
}

impl fmt::Display for HashSize {
    /// With the largest unit that keeps the number whole.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [(u32, &str); 4] = [(40, "T"), (30, "G"), (20, "M"), (10, "K")];
        let fitting = UNITS.iter().find(|(shift, _)| self.0.trailing_zeros() >= *shift && self.0 > 0);
        match fitting {
            Some((shift, unit)) => write!(out, "{}{unit}", self.0 >> shift),
            None => write!(out, "{}B", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct All {
        #[command(flatten)]
        run: RunArgs,
        #[command(flatten)]
        seed: SeedArgs,
        #[command(flatten)]
        color: ColorArgs,
    }

    fn parsed(line: &str) -> Result<All, clap::Error> {
        All::try_parse_from(std::iter::once("all").chain(line.split_whitespace()))
    }

    #[test]
    fn options_have_defaults_and_what_is_typed_is_meant() {
        for (line, format, progress, threads, seed) in [
            ("", Format::Table, Mode::Auto, Threads::Auto, 1),
            (
                "--json --threads 1 --seed 9 --progress plain",
                Format::Json,
                Mode::Plain,
                Threads::Exactly(NonZeroUsize::MIN),
                9,
            ),
        ] {
            let All { run, seed: SeedArgs { seed: read }, .. } = parsed(line).unwrap();
            assert_eq!(
                (run.format.format(), run.progress, run.threads, read),
                (format, progress, threads, seed)
            );
        }
        assert!(!parsed("--color never").unwrap().color.is_on());
        assert!(parsed("--json --format csv").is_err());
    }

    #[test]
    fn sizes_have_units() {
        let bytes = |text: &str| text.parse::<HashSize>().map(HashSize::bytes);
        assert_eq!(bytes("64M"), Ok(64 << 20));
        assert_eq!(bytes("64"), Ok(64 << 20));
        assert_eq!(bytes("3k"), Ok(3 << 10));
        assert_eq!(bytes("1GiB"), Ok(1 << 30));
        assert_eq!(bytes("2mb"), Ok(2 << 20));
    }

    #[test]
    fn colour_follows_the_option_then_the_environment_then_the_terminal() {
        assert!(Color::Always.decide(false, true));
        assert!(!Color::Never.decide(true, false));
        assert!(Color::Auto.decide(true, false));
        assert!(!Color::Auto.decide(true, true));
        assert!(!Color::Auto.decide(false, false));
    }
}
