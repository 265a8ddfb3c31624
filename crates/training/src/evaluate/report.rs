//! The report of `shuangqi evaluate`: where the evaluator errs, by empty squares, by score, by moves and by file.

use std::collections::BTreeMap;

use serde::Serialize;
use shuangqi_cli::program;
use shuangqi_plot::report::Part;
use shuangqi_plot::table::{Cell, Table};
use shuangqi_plot::{Figure, Fill, Point, number};

use super::measured::{Measured, ProblemSet, group};
use crate::errors::{ErrorSums, Errors};
use crate::report::{Chart, EvaluatorReport, Subject, line};

const OVERVIEW: &str = "The evaluation of each position, without a search, beside its exact score. Errors are in discs, from the view \
    of the side to move.";

const METHOD: &str = "An error is the evaluation less the exact score; the exact score of a position is that of its best move. The \
    mean absolute error says how far the evaluation is off; the bias, the mean error, is above 0 where it thinks too well of \
    the side to move.";

/// The files of the report.
pub(super) const FILES: &[&str] =
    &["empties.svg", "score.svg", "bias.svg", "moves.svg", "data.json", "report.html"];

/// Scores are put together in groups of so many discs, of which one is around a draw.
const SCORES: i32 = 8;

/// A mean over fewer positions than this is drawn faint.
const FEW: u64 = 20;

/// What was measured. It holds no time: the same positions and weights give the same report.
#[derive(Debug, Serialize)]
pub(super) struct EvaluationResults {
    schema: &'static str,
    game: &'static str,
    /// The command line that repeats it.
    command: String,
    /// The checksum of the weights.
    evaluator: String,
    files: Vec<FileErrors>,
}

/// The errors on the positions of a file.
#[derive(Debug, Serialize)]
struct FileErrors {
    file: String,
    #[serde(flatten)]
    errors: Errors,
    by_empties: Vec<Group>,
    by_score: Vec<Group>,
    by_moves: Vec<Group>,
}

/// The errors on positions that have something in common.
#[derive(Debug, Serialize)]
struct Group {
    /// The number of empty squares or of moves, or the middle of the scores in discs.
    at: i32,
    #[serde(flatten)]
    errors: Errors,
}

impl Group {
    fn all(groups: BTreeMap<i32, ErrorSums>) -> Vec<Group> {
        groups.into_iter().map(|(at, sums)| Group { at, errors: sums.errors() }).collect()
    }
}

impl FileErrors {
    fn new(set: &ProblemSet, measured: &[Measured]) -> FileErrors {
        let by = |key: &dyn Fn(&Measured) -> i32| Group::all(group(measured.iter(), key));
        let mut all = ErrorSums::default();
        measured.iter().for_each(|measured| all.add(measured.error));
        FileErrors {
            file: set.name.clone(),
            errors: all.errors(),
            by_empties: by(&|measured| measured.empties as i32),
            by_score: by(&|measured| (measured.score + SCORES / 2).div_euclid(SCORES) * SCORES),
            by_moves: by(&|measured| measured.moves as i32),
        }
    }
}

impl EvaluationResults {
    pub fn new(evaluator: String, sets: &[ProblemSet], measured: &[Vec<Measured>]) -> EvaluationResults {
        EvaluationResults {
            schema: "evaluate-report/1",
            game: "othello",
            command: program::command_line(),
            evaluator,
            files: sets.iter().zip(measured).map(|(set, measured)| FileErrors::new(set, measured)).collect(),
        }
    }

    pub fn report(&self) -> EvaluatorReport {
        let mut report = EvaluatorReport {
            subject: Subject::Evaluation,
            game: "Othello",
            overview: OVERVIEW,
            command: self.command.clone(),
            method: METHOD,
            ..EvaluatorReport::default()
        };
        let positions = self.files.iter().map(|file| file.errors.positions).sum();
        report.fact("Positions", number::grouped(positions));
        report.fact("Weights (checksum)", self.evaluator.clone());
        report.parts("files-section", "By kind of position", vec![self.table()]);
        for drawing in DRAWINGS {
            let figure = drawing.figure(&self.files);
            report.section(&format!("{}-section", drawing.name), drawing.title, figure, Vec::new());
        }
        report
    }

    /// The errors of each file.
    fn table(&self) -> Part {
        let discs = |value: f64| Cell::number(Some(value), |value| format!("{value:.2}"));
        let row = |file: &FileErrors| {
            let Errors { positions, error, root_mean_square, bias } = file.errors;
            let bias = Cell::number(Some(bias), |value| number::signed(value, 2));
            vec![Cell::name(&file.file), Cell::count(positions), discs(error), discs(root_mean_square), bias]
        };
        Part::Table(Table::explained(&COLUMNS, self.files.iter().map(row).collect()))
    }
}

const COLUMNS: [(&str, &str); 5] = [
    ("file", ""),
    ("positions", ""),
    ("error", "Mean absolute error, in discs"),
    ("root mean square", "Root of the mean squared error, in discs"),
    ("bias", "Mean error, in discs: above 0 where the side to move is thought of too well"),
];

/// What a picture draws of the groups of each file.
struct Drawing {
    name: &'static str,
    title: &'static str,
    reading: &'static str,
    axes: (&'static str, &'static str),
    groups: fn(&FileErrors) -> &[Group],
    value: fn(&Errors) -> f64,
}

const DRAWINGS: [Drawing; 4] = [
    Drawing {
        name: "empties",
        title: "By empty squares",
        reading: "A faint mark stands for fewer than 20 positions.",
        axes: ("empty squares", "mean absolute error (discs)"),
        groups: |file| &file.by_empties,
        value: |errors| errors.error,
    },
    Drawing {
        name: "score",
        title: "By score",
        reading: "Scores are put together in groups of eight discs, each drawn at its middle.",
        axes: ("exact score (discs)", "mean absolute error (discs)"),
        groups: |file| &file.by_score,
        value: |errors| errors.error,
    },
    Drawing {
        name: "bias",
        title: "Bias by score",
        reading: "An evaluator that says what is to be expected does not know everything: it is above 0 for positions that are \
            lost, and below for those that are won.",
        axes: ("exact score (discs)", "mean error (discs)"),
        groups: |file| &file.by_score,
        value: |errors| errors.bias,
    },
    Drawing {
        name: "moves",
        title: "By moves",
        reading: "The moves are those of the side to move.",
        axes: ("legal moves", "mean absolute error (discs)"),
        groups: |file| &file.by_moves,
        value: |errors| errors.error,
    },
];

impl Drawing {
    fn figure(&self, files: &[FileErrors]) -> Option<Figure> {
        let of_file = |(style, file): (usize, &FileErrors)| {
            let point = |group: &Group| {
                let value = (self.value)(&group.errors);
                let (at, count) = (group.at, number::grouped(group.errors.positions));
                let tip = format!("{}, {at}: {value:.2} discs, {count} positions", file.file);
                let fill = if group.errors.positions < FEW { Fill::Faint } else { Fill::Full };
                Point { fill: Some(fill), ..Point::new(f64::from(at), value, tip) }
            };
            line(&file.file, style, (self.groups)(file).iter().map(point).collect())
        };
        let chart = Chart {
            name: self.name,
            game: "Othello",
            title: self.title,
            reading: self.reading,
            axes: self.axes,
            uprights: Vec::new(),
        };
        chart.figure(files.iter().enumerate().map(of_file).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(files: &[(&str, &[Measured])]) -> EvaluationResults {
        let set = |name: &str| ProblemSet { name: name.to_owned(), positions: Vec::new() };
        let sets: Vec<ProblemSet> = files.iter().map(|(name, _)| set(name)).collect();
        let measured: Vec<Vec<Measured>> = files.iter().map(|(_, measured)| measured.to_vec()).collect();
        EvaluationResults::new("0123abcd".to_owned(), &sets, &measured)
    }

    fn measured(score: i32, error: f64) -> Measured {
        Measured { empties: 20, moves: 7, score, error }
    }

    #[test]
    fn positions_are_grouped_by_what_they_have_in_common() {
        let all = [measured(3, 2.0), measured(-4, -4.0), measured(-5, 1.0), measured(64, 0.5)];
        let [file] = &results(&[("a", &all)]).files[..] else { panic!() };
        let at = |groups: &[Group]| {
            groups.iter().map(|group| (group.at, group.errors.positions)).collect::<Vec<_>>()
        };
        assert_eq!(at(&file.by_score), [(-8, 1), (0, 2), (64, 1)]);
        assert_eq!((at(&file.by_empties), at(&file.by_moves)), (vec![(20, 4)], vec![(7, 4)]));
        assert_eq!((file.by_score[1].errors.error, file.by_score[1].errors.bias), (3.0, -1.0));
    }

    #[test]
    fn a_report_has_its_files_and_a_row_for_each_set() {
        let results = results(&[("random.obf", &[measured(2, 1.0)]), ("<b>.obf", &[measured(-2, -3.0)])]);
        let files = results.report().files(&results).unwrap();
        assert_eq!(files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>(), FILES);
        for picture in files.iter().filter(|file| file.name.ends_with(".svg")) {
            assert!(roxmltree::Document::parse(&picture.text).is_ok() && !picture.text.contains("NaN"));
        }
        let page = &files[5].text;
        assert!(page.contains("random.obf") && page.contains("−3.00") && !page.contains("<b>.obf"));
    }
}
