//! The report of a fit: the learning curve, the errors by phase, and the patterns on the board with what they are worth.

use othello::Square;
use othello::patterns::{CLASS_NAMES, GEOMETRY, PATTERNS, Stage, stage_of};
use serde::Serialize;
use shuangqi_cli::columns;
use shuangqi_cli::output::Record;
use shuangqi_plot::diagram::{Diagram, DiagramBoard, Diagrams};
use shuangqi_plot::report::Part;
use shuangqi_plot::{Figure, Fill, Point, Text, number};

use super::fit::{PHASES, Sample};
use crate::errors::ErrorSums;
use crate::report::{Chart, EvaluatorReport, Pass, learning_curve, line};

const OVERVIEW: &str = "Tables of patterns, fitted to the results of games that the engine played against itself. Errors and \
    weights are in discs, from the view of the side to move.";

const CURVE: &str = "Each mark is a pass over the positions. Upright lines divide the levels of the fit: weights for the whole \
    game; for each stage of 15 numbers of empty squares, beginning with those of the game; and the cheaper weights that \
    order moves near the end. A position \
    that is learnt from is counted before the step that it leads to; those held out are counted after the pass.";

const METHOD: &str = "For each instance of a pattern an entry of a table is added up (M. Buro: Experiments with \
    Multi-ProbCut and a New High-Quality Evaluation Function for Othello, 1997). The first number of the \
    entries, the linear weight, adds up to a part of the evaluation; each of the others to a hidden \
    unit, of which the evaluation takes what is above 0. The fit is gradient descent (D. P. Kingma, J. Ba: Adam, a Method for Stochastic \
    Optimization, 2015) on the squared error, beyond 8 discs on its size, from the whole game to its stages.";

/// The results of a fit.
#[derive(Debug, Serialize)]
pub struct OthelloResults {
    /// The name and version of this form.
    pub schema: &'static str,
    pub game: &'static str,
    /// The command line that repeats the fit.
    pub command: String,
    /// The checksum of the file of weights.
    pub evaluator: String,
    /// Positions that were learnt from.
    pub positions: u64,
    pub held_out_positions: u64,
    /// The mean absolute error on them, in discs.
    pub held_out_error: f64,
    /// The roots of mean squared errors, in discs.
    pub passes: Vec<Pass>,
    /// The errors against the results of games.
    pub phases: Vec<PhaseErrors>,
    pub classes: Vec<ClassExtremes>,
}

/// The errors of a phase, in discs.
#[derive(Clone, Debug, Serialize)]
pub struct PhaseErrors {
    game: &'static str,
    pub phase: usize,
    /// The numbers of empty squares in it.
    pub empties: String,
    pub training_positions: u64,
    /// The mean absolute error on these.
    pub training_error: f64,
    pub held_out_positions: u64,
    pub held_out_error: f64,
    pub held_out_root_mean_square: f64,
}

impl Record for PhaseErrors {
    const SCHEMA: &'static str = "train/1";
    const COLUMNS: &'static [&'static str] = columns! {
        game phase empties training_positions training_error held_out_positions held_out_error
        held_out_root_mean_square
    };
    const MINOR: &'static [&'static str] = columns! { game phase held_out_root_mean_square };
}

impl PhaseErrors {
    /// A record for each phase that has positions, in the order of a game.
    pub fn all(training: &[ErrorSums], held_out: &[ErrorSums]) -> Vec<PhaseErrors> {
        let record = |phase: usize| {
            let [training, held_out] = [training, held_out].map(|sums| sums[phase].errors());
            (training.positions + held_out.positions > 0).then(|| PhaseErrors {
                game: "othello",
                phase,
                empties: format!("{}–{}", 2 * phase, 2 * phase + 1),
                training_positions: training.positions,
                training_error: training.error,
                held_out_positions: held_out.positions,
                held_out_error: held_out.error,
                held_out_root_mean_square: held_out.root_mean_square,
            })
        };
        (0..PHASES).rev().filter_map(record).collect()
    }
}

pub fn report(results: &OthelloResults) -> EvaluatorReport {
    let mut report = EvaluatorReport {
        game: "Othello",
        overview: OVERVIEW,
        command: results.command.clone(),
        method: METHOD,
        ..EvaluatorReport::default()
    };
    report.fact("Positions learnt from", number::grouped(results.positions));
    report.fact("Positions held out", number::grouped(results.held_out_positions));
    if results.held_out_positions > 0 {
        report.fact("Error on those held out", format!("{:.2} discs", results.held_out_error));
    }
    report.fact("Passes", number::grouped(results.passes.len() as u64));
    report.fact("Weights (checksum)", results.evaluator.clone());
    let curve = learning_curve("Othello", &results.passes, ("root mean square error", "discs"), CURVE);
    report.section("curve-section", "How the fit went", curve, Vec::new());
    report.section("errors-section", "The errors", errors(&results.phases), Vec::new());
    report.parts("weights-section", "The weights", patterns(&results.classes));
    report
}

/// A mean over fewer positions than this is drawn faint.
const FEW: u64 = 100;

fn errors(phases: &[PhaseErrors]) -> Option<Figure> {
    let of = |name: &str, look, error: fn(&PhaseErrors) -> (u64, f64)| {
        let point = |phase: &PhaseErrors| {
            let (positions, value) = error(phase);
            let grouped = number::grouped(positions);
            let tip = format!("{name}, {} empty: {value:.2} discs, {grouped} positions", phase.empties);
            let fill = if positions < FEW { Fill::Faint } else { Fill::Full };
            let at = 2.0 * phase.phase as f64 + 0.5;
            (positions > 0).then(|| Point { fill: Some(fill), ..Point::new(at, value, tip) })
        };
        line(name, look, phases.iter().rev().filter_map(point).collect())
    };
    let chart = Chart {
        name: "errors",
        game: "Othello",
        title: "Error by phase",
        reading: "The mean distance between the evaluation and the result of the game, on positions that were learnt from \
            and on those of games held out. \
            The result of a game holds the mistakes of both players after the position, so that the error is larger \
            the more squares are empty. A faint mark stands for fewer than 100 positions.",
        axes: ("empty squares", "mean absolute error (discs)"),
        uprights: Vec::new(),
    };
    chart.figure(vec![
        of("training", 0, |phase| (phase.training_positions, phase.training_error)),
        of("held out", 1, |phase| (phase.held_out_positions, phase.held_out_error)),
    ])
}

/// Numbers of empty squares at which contents of patterns are shown: in the opening, in the middle and near the end. A phase
/// has the next number too.
const SHOWN_EMPTIES: [u32; 3] = [40, 20, 8];
/// A content is shown if it occurs at least once in this many positions of its phase, all instances counted.
const RARE: u64 = 1000;
/// No content is shown that occurs less often.
const MIN_OCCURRENCES: u64 = 5;

/// The contents of a class of patterns that are worth most and least, at some phases.
#[derive(Clone, Debug, Serialize)]
pub struct ClassExtremes {
    pub name: &'static str,
    /// The squares of one of its instances.
    pub squares: Vec<String>,
    pub instances: usize,
    pub extremes: Vec<Extremes>,
}

/// The contents that are worth most and least in a phase.
#[derive(Clone, Debug, Serialize)]
pub struct Extremes {
    /// The lower of its two numbers of empty squares.
    pub empties: u32,
    pub highest: Content,
    pub lowest: Content,
}

/// A content of a pattern.
#[derive(Clone, Debug, Serialize)]
pub struct Content {
    /// A letter for each square: `X` for a disc of the side to move, `O` for one of the other, `-` for none.
    pub discs: String,
    /// Its weight, in discs for the side to move.
    pub weight: f64,
    /// The number of occurrences on the positions of the phase that were learnt from.
    pub occurrences: u64,
}

impl ClassExtremes {
    /// All classes, by the weights and the positions that were learnt from.
    pub fn all(stages: &[Stage], training: &[Sample]) -> Vec<ClassExtremes> {
        let mut classes: Vec<ClassExtremes> = (0..PATTERNS).map(ClassExtremes::of_shape).collect();
        for empties in SHOWN_EMPTIES {
            let samples = training.iter().filter(|sample| sample.phase() == empties as usize / 2);
            let occurrences = Occurrences::new(samples);
            let weights = &stages[stage_of(empties)];
            for (index, class) in classes.iter_mut().enumerate() {
                let extremes = occurrences.extremes(weights, index);
                class.extremes.extend(extremes.map(|(highest, lowest)| Extremes {
                    empties,
                    highest,
                    lowest,
                }));
            }
        }
        classes
    }

    fn of_shape(class: usize) -> ClassExtremes {
        let mut instances = GEOMETRY.instances.iter().filter(|instance| instance.class == class);
        let first = instances.next().map(|instance| instance.squares.as_slice()).unwrap_or_default();
        ClassExtremes {
            name: CLASS_NAMES[class],
            squares: first.iter().map(Square::to_string).collect(),
            instances: 1 + instances.count(),
            extremes: Vec::new(),
        }
    }
}

/// Counts of each content of each class on positions, by its folded number.
struct Occurrences {
    by_class: Vec<Vec<u64>>,
    positions: u64,
}

impl Occurrences {
    fn new<'samples>(samples: impl Iterator<Item = &'samples Sample>) -> Occurrences {
        let by_class = GEOMETRY.classes.iter().map(|class| vec![0; class.entries]).collect();
        let mut occurrences = Occurrences { by_class, positions: 0 };
        for sample in samples {
            occurrences.positions += 1;
            for (&content, instance) in sample.contents().iter().zip(&GEOMETRY.instances) {
                occurrences.by_class[instance.class][usize::from(content)] += 1;
            }
        }
        occurrences
    }

    /// The contents of the highest and of the lowest linear weight among those of a class that are not rare; `None` if all
    /// are.
    fn extremes(&self, weights: &Stage, class: usize) -> Option<(Content, Content)> {
        let folded = &GEOMETRY.classes[class].folded;
        let occurrences = |content: usize| self.by_class[class][usize::from(folded[content])];
        let weight = |content: usize| weights.entries[class][usize::from(folded[content])][0];
        let least = (self.positions / RARE).max(MIN_OCCURRENCES);
        let common = || (0..folded.len()).filter(|&content| occurrences(content) >= least);
        let squares = GEOMETRY.classes[class].squares as u32;
        let content = |content: usize| {
            let digit = |place: u32| content / 3_usize.pow(squares - 1 - place) % 3;
            let discs = (0..squares).map(|place| ['O', '-', 'X'][digit(place)]).collect();
            let weight = f64::from(weight(content)) / 100.0;
            Content { discs, weight, occurrences: occurrences(content) }
        };
        let highest = common().rev().max_by_key(|&content| weight(content))?;
        let lowest = common().min_by_key(|&content| weight(content))?;
        Some((content(highest), content(lowest)))
    }
}

/// The classes on the board, at each phase that they are shown at.
fn patterns(classes: &[ClassExtremes]) -> Vec<Part> {
    let mut parts = vec![Part::Paragraph(PATTERN_READING.into())];
    for empties in SHOWN_EMPTIES {
        let boards = |class: &ClassExtremes| {
            let extremes = class.extremes.iter().find(|extremes| extremes.empties == empties)?;
            let boards = [&extremes.highest, &extremes.lowest].map(|content| board(class, content));
            Some((class.name.to_owned(), boards.into()))
        };
        let boards: Vec<(String, Vec<Diagram>)> = classes.iter().filter_map(boards).collect();
        if !boards.is_empty() {
            let heading = format!("At {empties} and {} empty squares", empties + 1);
            parts.extend([Part::Heading(heading.into()), Part::Diagrams(Diagrams(boards))]);
        }
    }
    parts
}

const PATTERN_READING: &str = "Each class of patterns has one table for all its images on the board. Left is the content that is worth \
    most to the side to move, whose discs are dark; right the one that is worth least. Squares outside the pattern are \
    shaded. Contents that occur less than once in 1,000 positions are left out: of them little is known.";

fn board(class: &ClassExtremes, content: &Content) -> Diagram {
    let places = class.squares.iter().filter_map(|name| Square::parse(name));
    let squares = places.map(|square| (square.file(), square.rank())).zip(content.discs.chars());
    let weight = Text::default().bold(number::signed(content.weight, 2)).words(" discs");
    Diagram {
        label: format!("{}: {} on {}", class.name, content.discs, class.squares.join(" ")),
        board: DiagramBoard::Squares(squares.collect()),
        caption: Some((weight, format!("{} times", number::grouped(content.occurrences)))),
    }
}

#[cfg(test)]
mod tests {
    use othello::Board;
    use othello::patterns::{CLASSES, UNITS};

    use super::*;
    use crate::errors::ErrorSums;
    use crate::othello::fit::PHASES;
    use crate::othello::records::Record;

    fn empty() -> OthelloResults {
        OthelloResults {
            schema: "train-report/2",
            game: "othello",
            command: "shuangqi train othello '<script>alert(1)</script>' --out w".to_owned(),
            evaluator: "0123abcd".to_owned(),
            positions: 0,
            held_out_positions: 0,
            held_out_error: 0.0,
            passes: Vec::new(),
            phases: Vec::new(),
            classes: Vec::new(),
        }
    }

    fn sample() -> OthelloResults {
        let errors = |samples| {
            let mut sums = ErrorSums::default();
            (0..samples).for_each(|_| sums.add(7.5));
            sums
        };
        let of_phases: Vec<ErrorSums> = (0..PHASES).map(errors).collect();
        let levels = ["game", "stage", "stage", "stage"].map(|level| (Some(level), 12.0, 9.0));
        let mut classes: Vec<ClassExtremes> = (0..PATTERNS).map(ClassExtremes::of_shape).collect();
        for class in &mut classes {
            let discs = "XO-".repeat(4)[..class.squares.len()].to_owned();
            let content = Content { discs, weight: -1.23, occurrences: 1234 };
            class.extremes.push(Extremes { empties: 20, highest: content.clone(), lowest: content });
        }
        let phases = PhaseErrors::all(&of_phases, &of_phases);
        OthelloResults { passes: Pass::all(levels, 3, true), phases, classes, ..empty() }
    }

    fn files(results: &OthelloResults) -> Vec<(String, String)> {
        let files = report(results).files(results).unwrap();
        files.into_iter().map(|file| (file.name, file.text)).collect()
    }

    #[test]
    fn a_fit_has_pictures_and_a_page_with_every_class() {
        let files = files(&sample());
        let [(curve, svg), (errors, other), (data, _), (page, html)] = &files[..] else {
            panic!("{files:?}")
        };
        assert_eq!([curve, errors, data, page], ["curve.svg", "errors.svg", "data.json", "report.html"]);
        for picture in [svg, other] {
            assert!(roxmltree::Document::parse(picture).is_ok() && !picture.contains("NaN"), "{picture}");
        }
        assert!(svg.contains("held out"));
        assert_eq!(html.matches("class=\"board cells\"").count(), 2 * PATTERNS);
        assert!(html.contains("−1.23") && html.contains("1,234 times"));
    }

    #[test]
    fn a_fit_of_nothing_has_a_report() {
        let files = files(&empty());
        assert_eq!(
            files.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
            ["data.json", "report.html"]
        );
        let page = &files[1].1;
        assert!(page.contains("too little to draw") && !page.contains("<script>alert"));
    }

    #[test]
    fn only_common_contents_are_extremes() {
        let sample = Sample::new(&Record { board: Board::START, result: 0, search: 0 }, 0.0);
        let mut weights = Stage::zero(CLASSES);
        weights.entries[0].fill([900; UNITS]); // of contents that do not occur
        let instances = sample.contents().iter().zip(&GEOMETRY.instances);
        let first = instances.filter(|(_, instance)| instance.class == 0).map(|(content, _)| content);
        first.for_each(|content| weights.entries[0][usize::from(*content)][0] = -20);
        let (highest, lowest) = Occurrences::new([sample; 3].iter()).extremes(&weights, 0).unwrap();
        assert_eq!((highest.weight, lowest.weight), (-0.2, -0.2));
        assert!(highest.occurrences >= MIN_OCCURRENCES);
        assert!(Occurrences::new([sample].iter()).extremes(&weights, 0).is_none());
    }
}
