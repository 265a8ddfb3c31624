//! The help, made from the table of options.

use super::option::{Group, Takes, Word, keys};
use super::table::WORDS;

/// Where the explanations begin.
const INDENT: usize = 25;
/// The longest line.
const WIDTH: usize = 100;

const HEAD: &str = "\
Play matches between engines, of either game and over any protocol, and tell how they compare

Usage: shuangqi match -game GAME -engine KEY=VALUE… -engine KEY=VALUE… [OPTIONS]
       shuangqi match -resume FILE [OPTIONS]

Options may have one dash or two; defaults are in parentheses.
";

const TAIL: &str = "
A round is a pair of games from the same opening with colours swapped, unless -games and -repeat say otherwise.
Without any file of openings, different ones are generated. A clock counts from the question to the arrival of the
answer. An engine that crashes, hangs, is late or plays what is not allowed loses that game, and the match goes on.
Before the first game every engine is started once: its options and limits are compared with what it announces, and it
is set to an opening of each kind. What it cannot do is an error then.

Ctrl-C stops the match: with -state or -out, every finished game is kept and the command to go on is told. A second
Ctrl-C ends the engines at once.

Exit status: 0 the match is over; 2 wrong options; 3 a bad file; 4 an engine cannot be started; 5 results cannot be
written, or a game failed for a reason of ours; 130 interrupted.

Examples:
  shuangqi match -game othello -engine name=a proto=internal nodes=2000 -engine name=b proto=internal nodes=1000 \\
    -rounds 50 -state m.journal
  shuangqi match -game xiangqi -engine proto=internal name=ours -engine cmd=fairy-stockfish \\
    option.UCI_Variant=xiangqi -each tc=10+0.1 -rounds 100 -resign movecount=4 score=800 -out results
  shuangqi match -game othello -engine cmd=./new -engine cmd=./old -each st=0.1 -sprt elo0=0 elo1=10 \\
    -openings file=xot.txt order=random -solve 14 -output format=fastchess
";

const GROUPS: [(Group, &str); 7] = [
    (Group::Players, "Who plays what"),
    (Group::Openings, "Where games begin"),
    (Group::Schedule, "Which games there are"),
    (Group::Ends, "What ends games and the match"),
    (Group::RunOptions, "How it is carried out"),
    (Group::Files, "What is kept and written"),
    (Group::Display, "What is shown"),
];

/// The whole text.
pub fn text() -> String {
    let mut text = HEAD.to_owned();
    for (group, title) in GROUPS {
        text.push_str(&format!("\n{title}:\n"));
        for word in WORDS.iter().filter(|word| word.group == group) {
            entry(&mut text, 2, &usage(word), word.help);
            for (name, value, help) in keys(word) {
                entry(&mut text, 6, &format!("{name}={value}"), help);
            }
        }
    }
    entry(&mut text, 2, "-help", "Print this");
    text + TAIL
}

/// `-rounds N`, `-repeat [N]`, `-srand N, -seed N`.
fn usage(word: &Word) -> String {
    let value = match word.takes {
        Takes::Nothing(_) => String::new(),
        Takes::One(value, _) => format!(" {value}"),
        Takes::Maybe(value, _) => format!(" [{value}]"),
        Takes::Keys([first, ..], Some(_), _) => format!(" {}", first.value),
        Takes::Keys(..) | Takes::Engine(_) => " KEY=VALUE…".to_owned(),
    };
    let names: Vec<String> = word.names.iter().map(|name| format!("-{name}")).collect();
    names.join(", ") + &value
}

/// What is typed, and its explanation beside it, or below it where there is no room.
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
