//! What the help of each command shows, how it is wrapped, and that its examples are read.

use clap::{Command, CommandFactory, Parser};
use shuangqi::args::Cli;
use shuangqi_cli::program::HELP_WIDTH;

/// Each command that is shown with its words, the tool itself first.
fn commands() -> Vec<(String, Command)> {
    let mut root = Cli::command();
    root.build();
    let mut found = vec![("shuangqi".to_owned(), root)];
    let mut next = 0;
    while let Some((words, command)) = found.get(next).cloned() {
        let own =
            command.get_subcommands().filter(|inner| inner.get_name() != "help" && !inner.is_hide_set());
        found.extend(own.map(|inner| (format!("{words} {}", inner.get_name()), inner.clone())));
        next += 1;
    }
    found
}

/// The text that ends the help of a command. That of `match` has a form of its own.
fn ending(command: &mut Command) -> String {
    command
        .get_after_help()
        .map_or_else(|| command.clone().render_long_help().to_string(), ToString::to_string)
}

/// The words of each example of a text after the program's name, which is the one that runs, without what a shell would do with the output.
fn examples(text: &str) -> Vec<Vec<String>> {
    let text = text.split_once("Examples:\n").map_or("", |(_, examples)| examples).replace("\\\n", "");
    let lines = text.lines().take_while(|line| !line.is_empty());
    let words = lines.map(|line| shlex::split(line).unwrap().into_iter().skip(1));
    words.map(|words| words.take_while(|word| !["<", ">"].contains(&word.as_str())).collect()).collect()
}

#[test]
fn every_command_has_examples_that_are_read() {
    for (words, mut command) in commands() {
        let examples = examples(&ending(&mut command));
        assert!(examples.len() >= 3, "{words}: {examples:?}");
        for example in examples {
            let line = std::iter::once("shuangqi".into()).chain(example.iter().map(Into::into));
            let read = Cli::try_parse_from(shuangqi_arena::normalised_words(line));
            assert!(read.is_ok(), "{example:?}: {}", read.unwrap_err());
        }
    }
}

/// The terminal wraps a paragraph that is one line; one that is wrapped already would be broken twice.
#[test]
fn a_line_that_is_too_long_is_a_paragraph() {
    let mut broken = Vec::new();
    for (words, mut command) in commands() {
        let text = ending(&mut command);
        let mut is_whole = true;
        for line in text.lines() {
            let (begins, ends) = (is_whole && !line.starts_with(' '), line.ends_with(['.', ':']));
            if line.chars().count() > HELP_WIDTH && !(begins && ends) {
                broken.push(format!("{words}: {line}"));
            }
            is_whole = line.is_empty() || ends;
        }
    }
    assert_eq!(broken, [""; 0]);
}
