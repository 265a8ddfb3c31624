//! `judge`: the referee's answer to games.

pub mod case;
mod record;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use shuangqi_cli::args::FormatArgs;
use shuangqi_cli::output::{Format, Output};
use shuangqi_cli::position::PositionArgs;
use shuangqi_cli::{BadInput, Exit, Failure, interrupt, program, source};

use case::Case;
use record::{Judged, Sums};
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
                let game = case.play(args.game_rules());
                output.emit(&Judged::new(&case, &game, args.is_for_programs()))?;
                output.sentence(&game.explanation());
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
            let game = case.play(args.game_rules());
            let judged = Judged::new(case, &game, args.is_for_programs());
            unexpected.extend(judged.is_unexpected().then(|| (case.line, game.explanation())));
            sums.add(&judged);
            output.emit(&judged)?;
        }
        output.emit(&sums)?;
        explain(&unexpected, output);
        if sums.is_unchecked() { Err(nothing_to_check(name).into()) } else { Ok(sums.exit()) }
    })
}

/// The reasons of answers that were not expected, by the lines of their games.
fn explain(unexpected: &[(Option<usize>, String)], output: &mut Output<'_>) {
    for (line, explanation) in unexpected {
        output.sentence(&format!("{}: {explanation}", line.unwrap_or_default()));
    }
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
