//! `judge`: the referee's answer to games.

pub mod case;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde::Serialize;
use shuangqi_cli::args::FormatArgs;
use shuangqi_cli::output::{Format, Record};
use shuangqi_cli::position::PositionArgs;
use shuangqi_cli::{BadInput, Exit, Failure, interrupt, program, source};

use case::{Case, Ruling};
use xiangqi::rules::{GameRules, Rules};

const NOTES: &str = "\
The first ending decides; moves after it are only read. Moves are coordinates (h2e2), and while the game goes on also \
WXF letters (C2.5) or characters (炮二平五).
A line of a suite is a JSON object {\"fen\": …, \"moves\": […], \"expect\": …}; \"expect\" is red, black, draw, none \
(the game goes on) or illegal (the last move is), and may be left out, but not of every line. Other keys are ignored.
A table is followed by the reasons, of a suite only those of answers that were not expected; the other formats hold them all.";

const EXAMPLES: [&str; 3] = [
    "startpos h2e2 h9g7 h0g2",
    "'3k5/9/9/9/9/9/R8/9/9/4K4 w' \\\n    a3a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9 d9d8",
    "--suite data/xiangqi/rules.jsonl --rules pikafish",
];

/// The end of the help, for the program that was started.
fn examples() -> String {
    let program = program::name();
    let lines = EXAMPLES.map(|arguments| format!("  {program} judge {arguments}"));
    format!("{NOTES}\n\nExamples:\n{}", lines.join("\n"))
}

fn usage() -> String {
    let program = program::name();
    format!("{program} judge [OPTIONS] <POSITION> [MOVE]...\n       {program} judge [OPTIONS] --suite <FILE>")
}

/// The sets of rules by their names, with their summaries in the help.
fn rules() -> impl TypedValueParser<Value = Rules> {
    let values = Rules::ALL.map(|rules| PossibleValue::new(rules.name()).help(rules.summary()));
    PossibleValuesParser::new(values).map(|name| Rules::named(&name).unwrap_or_default())
}

/// Judge Xiangqi games: the result, and the rule that decides
#[derive(Debug, clap::Args)]
#[command(after_help = examples(), override_usage = usage())]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Judge the games of a file, one a line, and compare with the answers it expects; exit with 1 if any differs
    #[arg(long, value_name = "FILE", conflicts_with = "first")]
    suite: Option<String>,
    /// What is forbidden while positions repeat
    #[arg(long, value_name = "NAME", default_value = Rules::Asian.name(), value_parser = rules())]
    rules: Rules,
    /// Full moves without a capture that make a draw
    #[arg(long, value_name = "N", default_value_t = GameRules::DEFAULT.quiet_moves,
          value_parser = clap::value_parser!(u16).range(1..=i64::from(GameRules::MAX_MOVES)))]
    moves: u16,
    #[command(flatten)]
    format: FormatArgs,
}

/// Runs the command.
///
/// # Errors
/// Bad positions, moves and files, output that cannot be written, and interruption.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    match &args.suite {
        None if args.position.is_absent() => Err(Failure::Usage(format!(
            "judge: found no game, expected a position with moves, as in startpos h2e2, or --suite FILE. See {} judge \
             --help.",
            program::name()
        ))),
        None => {
            let case = args.position.read()?.parse(Case::parse)?;
            args.format.deliver(|output| {
                let ruling = case.judge(args.game_rules());
                output.emit(&Judged::new(&case, &ruling, args.is_for_programs()))?;
                output.sentence(&ruling.explanation);
                Ok(Exit::Success)
            })
        }
        Some(file) => all(args, file, &source::read(file)?),
    }
}

/// Judges a suite. Lines that cannot be used are named at once; the others are judged all the same.
fn all(args: &Args, file: &str, text: &str) -> Result<Exit, Failure> {
    let name = if file == "-" { "stdin" } else { file };
    let (cases, bad): (Vec<_>, Vec<_>) = case::read(name, text).partition(Result::is_ok);
    bad.iter().filter_map(|line| line.as_ref().err()).for_each(|bad| shuangqi_cli::failure::warn(bad));
    if cases.is_empty() && bad.is_empty() {
        return Err(nothing_to_judge(name).into());
    }
    let mut sums = Sums::new(bad.len());
    args.format.deliver(|output| {
        let mut unexpected = Vec::new();
        for case in cases.iter().flatten() {
            interrupt::check()?;
            let ruling = case.judge(args.game_rules());
            let judged = Judged::new(case, &ruling, args.is_for_programs());
            sums.add(&judged);
            output.emit(&judged)?;
            if judged.ok == Some(false) {
                unexpected.push(format!("{}: {}", case.line.unwrap_or_default(), ruling.explanation));
            }
        }
        output.emit(&sums)?;
        unexpected.iter().for_each(|explanation| output.sentence(explanation));
        if sums.is_unchecked() { Err(nothing_to_check(name).into()) } else { Ok(sums.exit()) }
    })
}

fn nothing_to_judge(file: &str) -> BadInput {
    let remedy = "Name a file of lines {\"fen\": …, \"moves\": […], \"expect\": …}";
    BadInput::new("judge suite", None, "no games", "at least one", remedy).at(file, 1)
}

fn nothing_to_check(file: &str) -> BadInput {
    let remedy = "Add the answer to each line, as in \"expect\": \"draw\"";
    BadInput::new("judge suite", None, "no line with expect", "at least one", remedy).at(file, 1)
}

impl Args {
    fn game_rules(&self) -> GameRules {
        GameRules { repetition: self.rules, quiet_moves: self.moves }
    }

    fn is_for_programs(&self) -> bool {
        matches!(self.format.format(), Format::Json | Format::Ndjson | Format::Csv)
    }
}

/// A game that was judged.
#[derive(Clone, Debug, Serialize)]
struct Judged<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<String>>,
    outcome: &'a str,
    reason: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    expect: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ok: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<&'a str>,
}

impl Record for Judged<'_> {
    const SCHEMA: &'static str = "judge/1";
    const COLUMNS: &'static [&'static str] =
        &["id", "fen", "moves", "outcome", "reason", "expect", "ok", "explanation"];
}

impl<'a> Judged<'a> {
    /// The answer to a game. What is too long for a table is left out unless the record `is_whole`.
    fn new(case: &'a Case, ruling: &'a Ruling, is_whole: bool) -> Judged<'a> {
        Judged {
            id: case.line,
            fen: is_whole.then(|| case.start.to_string()),
            moves: is_whole.then(|| case.moves.iter().map(ToString::to_string).collect()),
            outcome: ruling.outcome,
            reason: &ruling.reason,
            expect: case.expect.as_deref(),
            ok: case.expect.as_ref().map(|expect| expect == ruling.outcome),
            explanation: is_whole.then_some(&ruling.explanation),
        }
    }
}

/// The end of a suite.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Sums {
    games: u64,
    right: u64,
    wrong: u64,
    bad_lines: u64,
}

impl Record for Sums {
    const SCHEMA: &'static str = "judge-summary/1";
    const COLUMNS: &'static [&'static str] = &["games", "right", "wrong", "bad_lines"];
}

impl Sums {
    /// The sums before the first game, with the number of lines that cannot be used.
    fn new(bad_lines: usize) -> Sums {
        Sums { bad_lines: bad_lines as u64, ..Sums::default() }
    }

    /// Adds a record.
    fn add(&mut self, record: &Judged<'_>) {
        self.games += 1;
        self.right += u64::from(record.ok == Some(true));
        self.wrong += u64::from(record.ok == Some(false));
    }

    /// Returns whether no answer was expected of any game.
    fn is_unchecked(&self) -> bool {
        self.right + self.wrong == 0
    }

    /// The exit code.
    fn exit(&self) -> Exit {
        match (self.bad_lines, self.wrong) {
            (0, 0) => Exit::Success,
            (0, _) => Exit::Wrong,
            _ => Exit::BadInput,
        }
    }
}
