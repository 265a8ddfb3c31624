//! `shuangqi elo` and `shuangqi sprt`: the statistics of results on the command line.

use std::path::{Path, PathBuf};

use serde::Serialize;
use shuangqi_cli::args::{FormatArgs, ProgressArgs};
use shuangqi_cli::output::{Format, Record};
use shuangqi_cli::progress::Mode;
use shuangqi_cli::{Exit, Failure};

use super::{Counts, Estimate, Pentanomial, Sprt, SprtParameters, SprtState, Trinomial, Verdict};

const ELO_EXAMPLES: &str = "\
All intervals have a confidence of 95 %. Where openings were played twice with
sides swapped, give pairs: the advantage of the openings cancels out, and the
interval is smaller.

Examples:
  shuangqi elo 96 111 136
  shuangqi elo --penta 10 40 100 60 20
  shuangqi elo --penta 0 0 0 0 12 --json";

const SPRT_EXAMPLES: &str = "\
Strengths are in the unit of --model, normalised Elo by default. The expected \
lengths are those of a test from its beginning, at elo0, midway and at elo1, \
where results vary as the given ones do.

A test can be played by many machines: each plays a shard of the same match with the same -sprt \
(match -sprt elo0=0 elo1=5 -shard I/N -state FOLDER/I.journal), and sprt --watch FOLDER counts \
the games of all of them. Once the test is decided it writes FOLDER/stop, at which the shards stop.

Examples:
  shuangqi sprt 40 60 80 --elo0 0 --elo1 10 --model logistic
  shuangqi sprt --penta 10 40 100 60 20 --elo0 -5 --elo1 0
  shuangqi sprt --penta 46 936 2083 1043 63 --json";

/// The greatest count: it and its sums are exact as floating-point numbers.
const MAX_COUNT: u64 = 1_000_000_000_000_000;

/// Compute Elo and its interval from the results of a match
#[derive(Debug, clap::Args)]
#[command(after_help = ELO_EXAMPLES)]
pub struct EloArgs {
    #[command(flatten)]
    results: ResultsArgs,
    #[command(flatten)]
    format: FormatArgs,
}

/// Test results for one of two strengths
#[derive(Debug, clap::Args)]
#[command(after_help = SPRT_EXAMPLES)]
pub struct SprtArgs {
    #[command(flatten)]
    results: ResultsArgs,
    #[command(flatten)]
    parameters: SprtParameters,
    /// Count the games of the shards whose journals (NAME.journal) are in FOLDER as they end, and stop the shards once their test is
    /// decided. FOLDER/all.journal keeps the games in the order in which they were counted
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["single", "penta", "elo0", "elo1", "alpha", "beta", "model"])]
    watch: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// Games, or pairs of games.
#[derive(Debug, clap::Args)]
struct ResultsArgs {
    /// Losses, draws and wins
    #[arg(value_names = ["L", "D", "W"], num_args = 3, value_parser = count, allow_negative_numbers = true)]
    single: Vec<u64>,
    /// Pairs of games with the same opening and swapped sides, by points: 0, 1/2, 1, 3/2, 2
    #[arg(long, value_names = ["LL", "LD", "DD", "DW", "WW"], num_args = 5, value_parser = count,
          allow_negative_numbers = true, conflicts_with = "single")]
    penta: Vec<u64>,
}

impl SprtArgs {
    /// The folder of a test that is to be watched.
    pub fn watched(&self) -> Option<&Path> {
        self.watch.as_deref()
    }

    /// How results are written.
    pub fn format(&self) -> Format {
        self.format.format()
    }

    /// How progress is shown.
    pub fn progress(&self) -> Mode {
        self.progress.progress
    }
}

impl ResultsArgs {
    fn read(&self) -> Result<Counts, Failure> {
        match (self.single.as_slice(), self.penta.as_slice()) {
            (&[losses, draws, wins], _) => Ok(Trinomial { losses, draws, wins }.into()),
            (_, &[ll, ld, even, dw, ww]) => Ok(Pentanomial([ll, ld, even, dw, ww]).into()),
            _ => {
                let message = "no results. Give losses, draws and wins, as in 96 111 136, or pairs, as in --penta 10 \
                               40 100 60 20.";
                Err(Failure::Usage(message.to_owned()))
            }
        }
    }
}

fn count(text: &str) -> Result<u64, String> {
    let count = text.parse().ok().filter(|count| *count <= MAX_COUNT);
    count.ok_or_else(|| format!("expected a whole number from 0 to {MAX_COUNT}, as in 136"))
}

/// `shuangqi elo`.
///
/// # Errors
/// Results that are missing, and output that cannot be written.
pub fn elo(args: &EloArgs) -> Result<Exit, Failure> {
    let results = args.results.read()?;
    emit(args.format, &Strength::of(results), &strength_figures(results))
}

/// `shuangqi sprt`.
///
/// # Errors
/// Invalid parameters, results that are missing, output that cannot be written.
pub fn sprt(args: &SprtArgs) -> Result<Exit, Failure> {
    let sprt = Sprt::new(args.parameters).map_err(|bad| Failure::Usage(bad.to_string()))?;
    let results = args.results.read()?;
    emit(args.format, &Test::of(results, &sprt), &test_figures(results, &sprt))
}

/// Writes the answer: figures for people, or one record.
fn emit(format: FormatArgs, record: &impl Record, figures: &[Figure]) -> Result<Exit, Failure> {
    format.deliver(|output| {
        match format.format() {
            Format::Table | Format::Md => figures.iter().try_for_each(|figure| output.emit(figure))?,
            _ => output.emit(record)?,
        }
        Ok(Exit::Success)
    })
}

/// The statistics of results. Numbers and bounds that do not exist are null.
#[derive(Clone, Debug, Serialize)]
struct Strength {
    counts: Vec<u64>,
    games: u64,
    points: f64,
    score: f64,
    elo: Option<f64>,
    elo_error: Option<f64>,
    elo_lower: Option<f64>,
    elo_upper: Option<f64>,
    nelo: Option<f64>,
    nelo_error: Option<f64>,
    los: f64,
    /// Drawn games to all games; not known of pairs.
    draw_ratio: Option<f64>,
    /// Pairs of a point each to all pairs.
    #[serde(skip_serializing_if = "Option::is_none")]
    even_pair_ratio: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs_ratio: Option<f64>,
}

impl Record for Strength {
    const SCHEMA: &'static str = "elo/3";
    const COLUMNS: &'static [&'static str] = shuangqi_cli::columns! {
        counts games points score elo elo_error elo_lower elo_upper nelo nelo_error los draw_ratio
        even_pair_ratio pairs_ratio
    };
}

impl Strength {
    fn of(results: Counts) -> Strength {
        let spread = results.spread();
        let (elo, nelo) = (spread.elo(), spread.normalized_elo());
        let is_paired = matches!(results, Counts::Pairs(_));
        Strength {
            counts: results.list(),
            games: results.games(),
            points: results.points(),
            score: spread.mean,
            elo: elo.value,
            elo_error: elo.error,
            elo_lower: elo.lower,
            elo_upper: elo.upper,
            nelo: nelo.value,
            nelo_error: nelo.error,
            los: spread.superiority(),
            draw_ratio: results.draw_ratio().filter(|_| !is_paired),
            even_pair_ratio: results.draw_ratio().filter(|_| is_paired),
            pairs_ratio: results.pair_ratio(),
        }
    }
}

/// The state of a test.
#[derive(Clone, Debug, Serialize)]
struct Test {
    counts: Vec<u64>,
    games: u64,
    #[serde(flatten)]
    parameters: SprtParameters,
    #[serde(flatten)]
    state: SprtState,
    elo: Option<f64>,
    elo_error: Option<f64>,
    /// The expected numbers of games at elo0, midway and at elo1.
    expected_games: [u64; 3],
}

impl Record for Test {
    const SCHEMA: &'static str = "sprt/2";
    const COLUMNS: &'static [&'static str] = shuangqi_cli::columns! {
        counts games elo0 elo1 alpha beta model llr lower upper fraction verdict elo elo_error
        expected_games
    };
}

impl Test {
    /// The record of a test after these results.
    fn of(results: Counts, sprt: &Sprt) -> Test {
        let elo = results.spread().elo();
        Test {
            counts: results.list(),
            games: results.games(),
            parameters: sprt.parameters,
            state: sprt.state(results),
            elo: elo.value,
            elo_error: elo.error,
            expected_games: expected_games(results, sprt),
        }
    }
}

fn expected_games(results: Counts, sprt: &Sprt) -> [u64; 3] {
    sprt.expected_games(results).map(|games| games.round() as u64)
}

/// A figure for people, in words.
#[derive(Clone, Debug, Serialize)]
struct Figure {
    figure: &'static str,
    value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    interval: Option<String>,
}

impl Record for Figure {
    const SCHEMA: &'static str = "figure/1";
    const COLUMNS: &'static [&'static str] = &["figure", "value", "interval"];
}

impl Figure {
    fn new(figure: &'static str, value: String) -> Figure {
        Figure { figure, value, interval: None }
    }

    fn estimate(figure: &'static str, estimate: Estimate) -> Figure {
        let interval = match (estimate.lower, estimate.upper) {
            (Some(lower), Some(upper)) => Some(format!("{lower:.2} to {upper:.2}")),
            (None, None) => None,
            _ => Some("a bound on one side only".to_owned()),
        };
        Figure { figure, value: estimate.to_string(), interval }
    }

    fn points(results: Counts) -> Figure {
        let (games, points) = (results.games(), results.points());
        let score = if games > 0 { format!(" ({})", percent(results.spread().mean)) } else { String::new() };
        Figure::new("points", format!("{points} of {games}{score}"))
    }
}

/// The figures of strength, the most important first.
fn strength_figures(results: Counts) -> Vec<Figure> {
    let spread = results.spread();
    let even = if matches!(results, Counts::Pairs(_)) { "even pairs" } else { "draws" };
    let mut figures = vec![
        Figure::estimate("Elo", spread.elo()),
        Figure::estimate("normalised Elo", spread.normalized_elo()),
        Figure::new("likelihood of superiority", percent(spread.superiority())),
        Figure::points(results),
    ];
    figures.extend(results.draw_ratio().map(|ratio| Figure::new(even, percent(ratio))));
    figures.extend(results.pair_ratio().map(|ratio| Figure::new("pairs won to lost", format!("{ratio:.2}"))));
    figures
}

/// The figures of a test.
fn test_figures(results: Counts, sprt: &Sprt) -> Vec<Figure> {
    let SprtParameters { elo0, elo1, model, .. } = sprt.parameters;
    let SprtState { llr, lower, upper, fraction, verdict } = sprt.state(results);
    let verdict = match verdict {
        Verdict::H0 => "H0 is accepted",
        Verdict::H1 => "H1 is accepted",
        Verdict::Continue => "not yet: play on",
    };
    let toward = if llr < 0.0 { "H0" } else { "H1" };
    let way = format!("{llr:.3} ({:.1} % of the way to {toward})", 100.0 * fraction.abs());
    let [at0, midway, at1] = expected_games(results, sprt);
    vec![
        Figure::new("verdict", verdict.to_owned()),
        Figure::new("log-likelihood ratio", way),
        Figure::new("bounds", format!("{lower:.3} to {upper:.3}")),
        Figure::new("hypotheses", format!("{elo0} and {elo1}, {}", model.unit())),
        Figure::new("expected length", format!("{at0} games at elo0, {midway} midway, {at1} at elo1")),
        Figure::points(results),
        Figure::estimate("Elo, biased by stopping", results.spread().elo()),
    ]
}

fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}
