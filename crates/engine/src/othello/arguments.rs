//! The options of the program, in the spellings of this program and of Edax.

use std::ffi::OsString;

use othello::level::Level;
use shuangqi_cli::Failure;
use shuangqi_cli::bad_input::quote;

use crate::arguments::{EngineArguments, ProgramOptions, value};

/// A protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// The Go Text Protocol.
    Gtp,
    /// NBoard's protocol.
    NBoard,
}

/// The options of this program alone.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct OthelloOptions {
    /// The level, if given.
    pub level: Option<Level>,
    /// The protocol, if given.
    pub protocol: Option<Protocol>,
    /// The words of the command `solve`, if it is given as an option: that ends the options.
    pub solve: Option<Vec<OsString>>,
}

impl ProgramOptions for OthelloOptions {
    const NAMES: &'static [&'static str] = &["gtp", "nboard", "level", "n-tasks", "solve"];

    fn read(
        &mut self,
        name: &str,
        words: &mut impl Iterator<Item = OsString>,
        engine: &mut EngineArguments,
    ) -> Result<bool, Failure> {
        match name {
            "gtp" => self.protocol = Some(Protocol::Gtp),
            "nboard" => self.protocol = Some(Protocol::NBoard),
            "l" | "level" => self.level = Some(level(words.next())?),
            "n" | "n-tasks" => engine.threads = Some(value("--threads", words.next())?),
            "solve" => self.solve = Some(std::iter::once("solve".into()).chain(words).collect()),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

fn level(word: Option<OsString>) -> Result<Level, Failure> {
    let text = word.map(|word| word.to_string_lossy().into_owned()).unwrap_or_default();
    text.parse().ok().and_then(Level::new).ok_or_else(|| {
        let most = Level::MOST;
        let found = quote(&text);
        Failure::Usage(format!("--level: found {found}, expected a number from 1 to {most}; try --level 8"))
    })
}

#[cfg(test)]
mod tests {
    use shuangqi_cli::args::Threads;

    use super::*;
    use crate::arguments::Arguments;

    fn parse(line: &str) -> Result<Arguments<OthelloOptions>, Failure> {
        Arguments::parse(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn options_have_one_dash_or_two() {
        let ten = Level::new(10);
        let (gtp, nboard) = (Some(Protocol::Gtp), Some(Protocol::NBoard));
        for (line, level, protocol) in [
            ("", None, None),
            ("-gtp", None, gtp),
            ("--gtp -l 10", ten, gtp),
            ("-l 10 -nboard", ten, nboard),
            ("-level 10 -console", ten, None),
            ("-l 10 genmove b", ten, None),
        ] {
            let expected = OthelloOptions { level, protocol, solve: None };
            assert_eq!(parse(line).unwrap().own, expected, "{line}");
        }
        let solve = ["solve", "ffo.obf", "--check"].map(OsString::from).to_vec();
        assert_eq!(parse("-l 10 -solve ffo.obf --check").unwrap().own.solve, Some(solve));
    }

    #[test]
    fn threads_may_be_called_tasks() {
        for line in ["-t auto", "-n auto", "-n-tasks auto"] {
            assert_eq!(parse(line).unwrap().engine.threads, Some(Threads::Auto), "{line}");
        }
    }

    #[test]
    fn bad_options_are_usage_errors() {
        for line in ["-l", "-l 0", "-level 61", "--level x", "-gtp -lvl 3", "-n 0"] {
            assert!(matches!(parse(line), Err(Failure::Usage(_))), "{line}");
        }
    }
}
