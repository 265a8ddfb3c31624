//! The command line. Each command checks its own part before it begins.

use std::sync::LazyLock;

use clap::{Args, Parser, Subcommand};
use shuangqi_analysis as analysis;
use shuangqi_arena::{self as arena, compliance, queue, shared_test, supervisor, tune};
use shuangqi_arena::{EloArgs, SprtArgs};
use shuangqi_cli::args::ColorArgs;
use shuangqi_cli::program::Program;
use shuangqi_cli::{Exit, Failure, version};
use shuangqi_engine::othello::solve;
use shuangqi_engine::xiangqi::judge;
use shuangqi_lab::{compare, tree};
use shuangqi_puzzles as puzzles;
use shuangqi_training::commands::{Datagen, Dataset, Train};
use shuangqi_training::{evaluate, fit_probcut};

use crate::games::{GameArg, GamesArg, bench_works, games};
use crate::{bench, book, convert, merge, perft, play, serve};

static VERSION: LazyLock<String> = LazyLock::new(|| version::text(&[]));

const EXAMPLES: &str = "\
The games in the browser: shuangqi serve --open

Examples:
  shuangqi play othello
  shuangqi compare othello --depth 4..5
  shuangqi solve problems.obf --check";

/// Tools for Othello and Xiangqi
#[derive(Debug, Parser)]
#[command(name = "shuangqi", version = version::SHORT, long_version = VERSION.as_str(), after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    color: ColorArgs,
}

/// The commands. Only the one that is called is defined, or all of them for the help.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
enum Command {
    Play(OfGame<play::Args>),
    Serve(serve::Args),
    Perft(OfGame<perft::Args>),
    Solve(solve::Args),
    Analyze(OfGame<analysis::Args>),
    Book(book::Args),
    Puzzles(OfGame<puzzles::Args>),
    Convert(convert::Args),
    Compare(OfGames<compare::Args>),
    Tree(OfGame<tree::Args>),
    Bench(bench::Args),
    Datagen(PerGame<Datagen>),
    Dataset(PerGame<Dataset>),
    Train(PerGame<Train>),
    FitProbcut(PerGame<fit_probcut::Args>),
    Evaluate(PerGame<evaluate::Args>),
    Compliance(compliance::Args),
    #[command(alias = "keep")]
    Supervise(supervisor::Args),
    Match(MatchCommand),
    Merge(merge::Args),
    Judge(judge::Args),
    Elo(EloArgs),
    Sprt(SprtArgs),
    Tune(OfGame<tune::Args>),
}

#[derive(Debug, Args)]
struct OfGame<A: Args> {
    /// The game
    game: GameArg,
    #[command(flatten)]
    args: A,
}

#[derive(Debug, Args)]
struct OfGames<A: Args> {
    /// The game, or both, one after the other
    game: GamesArg,
    #[command(flatten)]
    args: A,
}

/// Play matches between engines, and compare them
// Its options are written with one dash, and its help shows them so.
#[derive(Debug, Args)]
#[command(override_help = arena::match_help(), display_name = "shuangqi", version = version::SHORT,
          long_version = VERSION.as_str())]
struct MatchCommand {
    #[command(flatten)]
    args: Box<arena::MatchArgs>,
}

// A command whose arguments are others for each game.
#[derive(Debug, Args)]
struct PerGame<S: Subcommand> {
    #[command(subcommand)]
    args: S,
}

impl Program for Cli {
    fn color(&self) -> ColorArgs {
        self.color
    }

    fn run(self) -> Result<Exit, Failure> {
        match self.command {
            Command::Play(OfGame { game, args }) => (game.0.play)(&args),
            Command::Serve(args) => serve::run(&args, games()),
            Command::Perft(OfGame { game, args }) => (game.0.perft)(&args),
            Command::Solve(args) => solve::run(&args),
            Command::Analyze(OfGame { game, args }) => analysis::run(game.0.game, &args),
            Command::Book(args) => book::run(&args),
            Command::Puzzles(OfGame { game, args }) => game.puzzles(&args),
            Command::Convert(args) => convert::run(&args, &games()),
            Command::Compare(OfGames { game, args }) => game.compare(&args),
            Command::Tree(OfGame { game, args }) => (game.0.lab.tree)(&args),
            Command::Bench(args) => bench::run(&args, &bench_works()),
            Command::Datagen(PerGame { args }) => args.run(),
            Command::Dataset(PerGame { args }) => args.run(),
            Command::Train(PerGame { args }) => args.run(),
            Command::FitProbcut(PerGame { args }) => fit_probcut::run(&args),
            Command::Evaluate(PerGame { args }) => evaluate::run(&args),
            Command::Compliance(args) => compliance::run(&args),
            Command::Supervise(args) => supervisor::run(&args),
            Command::Match(MatchCommand { args }) => match args.queue() {
                Some(path) => queue::run(path, &args, &games()),
                None => arena::run_match(&args, &games()),
            },
            Command::Merge(args) => merge::run(&args),
            Command::Judge(args) => judge::run(&args),
            Command::Elo(args) => arena::elo(&args),
            Command::Sprt(args) => match args.watched() {
                Some(folder) => shared_test::watch(folder, &games(), &args),
                None => arena::sprt(&args),
            },
            Command::Tune(OfGame { game, args }) => tune::run(game.0.game, &args),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;
    use clap::error::ErrorKind;
    use shuangqi_cli::program;

    use super::*;

    /// The commands of a command, each with the words that lead to it.
    fn commands(command: &clap::Command, words: &[String]) -> Vec<(Vec<String>, clap::Command)> {
        let shown = command.get_subcommands().filter(|inner| !inner.is_hide_set());
        let below = shown.flat_map(|inner| {
            let words: Vec<String> = words.iter().cloned().chain([inner.get_name().to_owned()]).collect();
            commands(inner, &words)
        });
        std::iter::once((words.to_vec(), command.clone())).chain(below).collect()
    }

    /// The words that lead to a command and its arguments, with this option behind its game.
    fn line(words: &[String], command: &clap::Command, option: &str) -> Vec<String> {
        let game = command.get_positionals().find(|arg| arg.get_id() == "game").map(|_| "othello");
        let own = game.into_iter().chain([option, "3"]).map(str::to_owned);
        words.iter().cloned().chain(own).collect()
    }

    #[test]
    fn an_option_without_one_of_its_letters_is_refused_with_the_right_one() {
        let mut root = Cli::command();
        root.build();
        let mut count = 0;
        for (words, command) in commands(&root, &["shuangqi".to_owned()]) {
            let names: Vec<&str> = command.get_arguments().filter_map(clap::Arg::get_long).collect();
            for name in names.iter().filter(|name| name.len() > 2) {
                let misspelled = [&name[..name.len() / 2], &name[name.len() / 2 + 1..]].concat();
                if names.contains(&misspelled.as_str()) {
                    continue;
                }
                let line = line(&words, &command, &format!("--{misspelled}"));
                let error = program::parse::<Cli>(arena::normalised_words(line.iter().map(Into::into)));
                let error = error.expect_err(&format!("{line:?}"));
                assert_eq!(
                    (error.kind(), error.exit_code()),
                    (ErrorKind::UnknownArgument, 2),
                    "{line:?}: {error}"
                );
                assert!(error.to_string().contains("a similar argument exists: '--"), "{line:?}: {error}");
                count += 1;
            }
        }
        assert!(count > 200, "{count} options");
    }

    /// The commands whose help is written here, each with its words.
    fn helped() -> impl Iterator<Item = (Vec<String>, clap::Command)> {
        let mut root = Cli::command();
        root.build();
        let all = commands(&root, &["shuangqi".to_owned()]);
        all.into_iter().filter(|(words, _)| !words.contains(&"help".to_owned()))
    }

    /// The text that ends the help of a command, under the tool's name in place of the test's. That of `match` has a form of its own.
    fn ending(command: &mut clap::Command) -> String {
        let after_help = command.get_after_help().map(ToString::to_string);
        let text = after_help.unwrap_or_else(|| command.render_long_help().to_string());
        text.replace(&program::name(), "shuangqi")
    }

    /// The words of each example of a text after the program's name, without files that a shell reads
    /// or writes.
    fn examples(text: &str) -> Vec<Vec<String>> {
        let text = text.split_once("Examples:\n").map_or("", |(_, examples)| examples).replace("\\\n", "");
        let lines = text.lines().take_while(|line| !line.is_empty());
        let words = lines.map(|line| shlex::split(line).unwrap().into_iter().skip(1));
        words.map(|words| words.take_while(|word| !["<", ">"].contains(&word.as_str())).collect()).collect()
    }

    #[test]
    fn every_command_has_examples_that_are_read() {
        for (words, mut command) in helped() {
            let examples = examples(&ending(&mut command));
            assert!(examples.len() >= 3, "{words:?}: {examples:?}");
            for example in examples {
                let line = std::iter::once("shuangqi".into()).chain(example.iter().map(Into::into));
                let read = Cli::try_parse_from(crate::normalised_words(line));
                assert!(read.is_ok(), "{example:?}: {}", read.unwrap_err());
            }
        }
    }

    /// The terminal wraps a paragraph that is one line; one that is wrapped already would be broken twice.
    #[test]
    fn a_line_that_is_too_long_is_a_paragraph() {
        let mut broken = Vec::new();
        for (words, mut command) in helped() {
            let text = ending(&mut command);
            let mut is_whole = true;
            for line in text.lines() {
                let (begins, ends) = (is_whole && !line.starts_with(' '), line.ends_with(['.', ':']));
                if line.chars().count() > program::HELP_WIDTH && !(begins && ends) {
                    broken.push(format!("{words:?}: {line}"));
                }
                is_whole = line.is_empty() || ends;
            }
        }
        assert_eq!(broken, [""; 0]);
    }
}
