//! The options that name a file to read.

use clap::{Arg, Command, CommandFactory};

/// How a file is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// As text, from a pipe too.
    Text,
    /// As weights of a game, from a file on a disk.
    Weights(&'static str),
    /// As a journal or as shards, from a file on a disk.
    Records,
}

/// A command line, or lines of a protocol, that names a file.
#[derive(Debug)]
pub struct FileOption {
    pub program: &'static str,
    /// `FILE` stands for the file, `SHARDS` for a folder with the file as its shard, `NEW` for a path where nothing is.
    pub line: &'static str,
    /// What is sent, with the same words.
    pub input: &'static str,
    pub reading: Reading,
}

const fn option(program: &'static str, line: &'static str, reading: Reading) -> FileOption {
    FileOption { program, line, input: "", reading }
}

const fn text(line: &'static str) -> FileOption {
    option("shuangqi", line, Reading::Text)
}

const fn weights(game: &'static str, line: &'static str) -> FileOption {
    option("shuangqi", line, Reading::Weights(game))
}

const fn records(line: &'static str) -> FileOption {
    option("shuangqi", line, Reading::Records)
}

const fn protocol(input: &'static str) -> FileOption {
    FileOption { program: "xiangqi", line: "", input, reading: Reading::Weights("xiangqi") }
}

pub const OPTIONS: &[FileOption] = &[
    text("perft xiangqi --suite FILE"),
    text("perft othello --suite FILE"),
    text("perft xiangqi @FILE --depth 1"),
    text("perft othello @FILE --depth 1"),
    text("solve FILE"),
    text("solve @FILE"),
    text("perft othello - --depth 1"),
    text("solve -"),
    text("judge -"),
    text("evaluate othello -"),
    text("analyze othello FILE"),
    text("analyze xiangqi FILE"),
    text("convert FILE NEW --to pgn"),
    text("convert - NEW --to pgn"),
    text("puzzles othello FILE --most 1"),
    text("puzzles xiangqi FILE --check"),
    text("puzzles othello FILE --renew"),
    text("book build othello NEW --positions 1 --nodes 9 --games FILE"),
    text("book build othello NEW --positions 1 --nodes 9 --replies FILE"),
    text("book build othello NEW --positions 1 --nodes 9 --merge FILE"),
    text("book build othello FILE --positions 1 --nodes 9"),
    text("book show othello FILE"),
    text("book check othello FILE --nodes 9"),
    text("serve --port 0 --engine-list FILE"),
    text("compare othello --positions FILE"),
    text("compare xiangqi --positions FILE"),
    text("tree othello @FILE --depth 1"),
    text("tree xiangqi @FILE --depth 1"),
    text("evaluate othello FILE"),
    text("judge --suite FILE"),
    text("judge @FILE"),
    text("tune xiangqi --parameters all --openings FILE"),
    text(
        "match -game othello -engine name=a proto=internal nodes=9 -engine name=b proto=internal nodes=9 \
         -openings file=FILE",
    ),
    option("othello", "solve FILE", Reading::Text),
    option("othello", "--solve FILE", Reading::Text),
    option("xiangqi", "judge --suite FILE", Reading::Text),
    option("xiangqi", "judge @FILE", Reading::Text),
    weights("othello", "play othello --eval FILE"),
    weights("xiangqi", "play xiangqi --eval FILE"),
    weights("othello", "solve startpos --eval FILE"),
    weights("othello", "analyze othello data/analyze/othello.pgn --eval FILE"),
    weights("xiangqi", "analyze xiangqi data/analyze/xiangqi.pgn --eval FILE"),
    weights("othello", "datagen othello --out NEW --eval FILE"),
    weights("xiangqi", "datagen xiangqi --out NEW --eval FILE"),
    weights("othello", "train othello SHARDS --out NEW --begin FILE"),
    weights("xiangqi", "train xiangqi SHARDS --out NEW --eval FILE"),
    weights("xiangqi", "train xiangqi SHARDS --out NEW --net --begin FILE"),
    weights("othello", "fit-probcut othello SHARDS --out NEW --eval FILE"),
    weights("othello", "evaluate othello data/othello/exact.obf --eval FILE"),
    weights(
        "xiangqi",
        "match -game xiangqi -engine name=a proto=internal nodes=9 option.EvalFile=FILE -engine name=b \
         proto=internal nodes=9",
    ),
    option("othello", "--eval FILE name", Reading::Weights("othello")),
    option("othello", "solve startpos --eval FILE", Reading::Weights("othello")),
    option("xiangqi", "--eval FILE d", Reading::Weights("xiangqi")),
    protocol("uci\nsetoption name EvalFile value FILE\nisready\ngo depth 1\nquit\n"),
    protocol("ucci\nsetoption evalfile FILE\nisready\ngo depth 1\nquit\n"),
    protocol("xboard\noption EvalFile=FILE\nping 1\nquit\n"),
    records("solve startpos --resume FILE"),
    records("perft othello --depth 1 --resume FILE"),
    records("merge FILE --out NEW"),
    records("analyze othello data/analyze/othello.pgn --resume FILE"),
    records("puzzles othello data/analyze/othello.pgn --resume FILE"),
    records("tune xiangqi --parameters all --journal FILE"),
    records("tune xiangqi --parameters all --after FILE --journal NEW --shard 1/2"),
    records("tune xiangqi --parameters all --after NEW --journal FILE --shard 1/2"),
    records("book build othello NEW --positions 1 --nodes 9 --shard 1/2 --journal FILE"),
    records("book check othello --nodes 9 --resume FILE"),
    records("match -resume FILE"),
    records("match -queue FILE"),
    records(
        "match -game othello -engine name=a proto=internal nodes=9 -engine name=b proto=internal nodes=9 \
         -state FILE",
    ),
    text("datagen othello --out NEW --openings FILE"),
    records("datagen othello --out SHARDS --shards 1 --games 1"),
    records("datagen xiangqi --out SHARDS --shards 1 --games 1"),
    records("dataset othello SHARDS"),
    records("dataset xiangqi SHARDS"),
    records("train othello SHARDS --out NEW"),
    records("train xiangqi SHARDS --out NEW"),
    records("fit-probcut othello SHARDS --out NEW --eval crates/othello/data/evaluator.weights"),
];

impl FileOption {
    /// The exit code of a refusal: a protocol goes on, and an option of an engine is part of the command line.
    pub fn code(&self) -> i32 {
        match self.input {
            "" if self.line.contains(" option.") => 2,
            "" => 3,
            _ => 0,
        }
    }

    /// Whether the file is standard input.
    pub fn reads_stdin(&self) -> bool {
        self.line.split(' ').any(|word| word == "-")
    }

    /// The answer to the question behind the option of a protocol.
    pub fn answer(&self) -> &'static str {
        match self.input {
            "" => "",
            input if input.contains("isready") => "readyok",
            _ => "pong 1",
        }
    }

    /// Whether an argument of a command is what this option tests.
    fn is_of(&self, command: &str, argument: &Arg) -> bool {
        let words: Vec<&str> = self.line.split_whitespace().collect();
        let is_file = |word: &&str| word.ends_with("FILE") || *word == "SHARDS";
        let place = words
            .iter()
            .position(|word| argument.get_long().is_some_and(|long| word.trim_start_matches('-') == long));
        let is_named = match argument.get_long() {
            Some(_) => place.and_then(|place| words.get(place + 1)).is_some_and(is_file),
            None => words.windows(2).any(|pair| is_file(&pair[1]) && !pair[0].starts_with('-')),
        };
        self.program == "shuangqi" && self.line.starts_with(command) && is_named
    }
}

/// Options whose files are written, arguments that are folders of files to serve or to start an engine in, that of journals to wait
/// for (`arena` tests it), and the checkpoint of a fit, which is read after the records of that fit (`training` tests it).
const OTHERS: [&str; 11] = [
    "checkpoint",
    "out",
    "held_out",
    "report",
    "ggf",
    "epd",
    "folder",
    "dir",
    "position",
    "supervise",
    "watch",
];

/// The options of a command and those below it that the table lacks.
fn missing(command: &Command, path: &str) -> Vec<String> {
    let names_file = |argument: &&Arg| {
        let names = argument.get_value_names().unwrap_or_default().iter().map(|name| name.to_string());
        names.into_iter().any(|name| {
            ["FILE", "FOLDER", "DIR", "JOURNAL", "POSITION"].iter().any(|kind| name.contains(kind))
        })
    };
    let is_tested = |argument: &&Arg| OPTIONS.iter().any(|option| option.is_of(path, argument));
    let own = command
        .get_arguments()
        .filter(names_file)
        .filter(|argument| !is_tested(argument) && !OTHERS.contains(&argument.get_id().as_str()));
    let own = own.map(|argument| format!("{path} {}", argument.get_id()));
    let below = command
        .get_subcommands()
        .flat_map(|inner| missing(inner, format!("{path} {}", inner.get_name()).trim()));
    own.chain(below).collect()
}

#[test]
fn the_table_has_every_option_that_names_a_file() {
    let mut command = shuangqi::args::Cli::command();
    command.build();
    let missing = missing(&command, "");
    assert!(missing.is_empty(), "read, but not in the table: {missing:?}");
}
