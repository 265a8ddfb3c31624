//! The pictures of an experiment.

mod diagnosis;
mod distribution;
mod labels;
mod nodes;
mod parts;
mod ratios;
mod scatter;
mod selective;

use shuangqi_plot::{Chart, Figure, Fill, Line, Look, Name, Point, Stroke, number};

use super::view::{Ratio, View};
use crate::data::{Experiment, Shape};
use crate::stats::ENOUGH_POSITIONS;
use labels::Labels;
use parts::AblatedPart;

/// The figures of an experiment, in the order in which they are to be read.
pub fn figures(view: &View<'_>, index: usize, experiment: &Experiment) -> Vec<Figure> {
    let (algorithms, baseline) = (view.algorithms(experiment), view.index(experiment.baseline()));
    let subject = Subject { view, index, experiment, algorithms, baseline };
    let mut figures = Vec::new();
    match &experiment.shape {
        Shape::List { is_selective: false, .. } => {
            figures.extend(nodes::nodes_by_depth(&subject));
            figures.extend(ratios::ratio_by_depth(&subject));
            figures.extend(ratios::distances(&subject));
            figures.extend(scatter::panels(&subject));
            figures.extend(distribution::distribution(&subject));
            figures.extend(diagnosis::panels(&subject));
            figures.extend(diagnosis::nodes_and_time(&subject, &subject.pairs()));
        }
        Shape::List { is_selective: true, .. } => {
            figures.extend(selective::pareto(&subject));
            figures.extend(ratios::ratio_by_depth(&subject));
            figures.extend(diagnosis::nodes_and_time(&subject, &subject.pairs()));
        }
        Shape::Ablation { bare, full, parts } => {
            let parts = AblatedPart::all(view, (bare, full), parts);
            let full = view.index(full);
            let without: Vec<(usize, usize)> = parts.iter().map(|part| (part.removed, full)).collect();
            figures.extend(parts::ablation(&subject, (baseline, full), &parts));
            figures.extend(diagnosis::nodes_and_time(&subject, &without));
        }
        Shape::Factorial { bare, parts } => figures.extend(parts::factorial(&subject, bare, parts)),
        Shape::Setting { setting, values, methods } => {
            figures.extend(ratios::by_setting(&subject, setting, values, methods));
        }
    }
    figures
}

/// The experiment that a figure is about.
#[derive(Clone, Debug)]
struct Subject<'data> {
    view: &'data View<'data>,
    index: usize,
    experiment: &'data Experiment,
    algorithms: Vec<usize>,
    baseline: usize,
}

impl Subject<'_> {
    fn stem(&self, name: &str) -> String {
        let safe =
            |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
        let stem: String =
            format!("{}-{}-{name}", self.view.report.game, self.experiment.id).chars().map(safe).collect();
        stem.trim_matches('-').to_owned()
    }

    /// The title of a picture that stands alone: what it shows, and of which experiment.
    fn file_title(&self, title: &str) -> String {
        let experiment = &self.experiment.title;
        if title.starts_with(experiment.as_str()) {
            title.to_owned()
        } else {
            format!("{title}: {experiment}")
        }
    }

    fn full(&self, name: &str, reading: impl Into<String>, chart: &impl Chart) -> Figure {
        Figure::full(self.stem(name), reading, chart).filed_as(self.file_title(chart.title()))
    }

    /// A figure that stands beside others.
    fn panel(&self, name: &str, reading: impl Into<String>, chart: &impl Chart) -> Figure {
        Figure::panel(self.stem(name), reading, chart).filed_as(self.file_title(chart.title()))
    }

    fn baseline(&self) -> &str {
        self.view.name(self.baseline)
    }

    fn labels(&self) -> Labels<'_> {
        Labels::new(self.view, &self.algorithms, self.baseline)
    }

    fn others(&self) -> Vec<usize> {
        self.algorithms.iter().copied().filter(|&algorithm| algorithm != self.baseline).collect()
    }

    fn pairs(&self) -> Vec<(usize, usize)> {
        self.others().into_iter().map(|algorithm| (algorithm, self.baseline)).collect()
    }

    fn clearest_depth(&self) -> Option<i16> {
        self.view.clearest_depth(&self.pairs())
    }

    /// The colour and marks of an algorithm: the same in all figures of the experiment.
    fn look(&self, algorithm: usize) -> Look {
        if algorithm == self.baseline {
            return Look::Baseline;
        }
        Look::Numbered(self.others().iter().position(|&other| other == algorithm).unwrap_or(0))
    }

    fn ratio(&self, (one, other): (usize, usize), depth: i16) -> Option<Ratio> {
        self.view.ratio(self.index, one, other, depth)
    }

    /// Whether all positions of the experiment were finished.
    fn is_whole(&self, positions: u64) -> bool {
        positions >= self.view.positions_of_experiment(self.index)
    }
}

impl Ratio {
    /// As in "0.873 (0.861 to 0.885), 300 positions", and whether that is too little to tell.
    fn note(&self) -> String {
        let interval = self.interval.map_or_else(String::new, |(low, high)| {
            format!(" ({} to {})", number::ratio(low), number::ratio(high))
        });
        let is_clear = self.interval.is_some_and(|(low, high)| low > 1.0 || high < 1.0);
        let doubt = if is_clear && self.positions >= ENOUGH_POSITIONS { "" } else { ": too little to tell" };
        format!("{}{interval}, {}{doubt}", number::ratio(self.mean), positions(self.positions))
    }
}

fn positions(count: u64) -> String {
    format!("{} position{}", number::grouped(count), if count == 1 { "" } else { "s" })
}

/// The ratios of a thing by depth as two lines, because trees of odd and of even depth grow differently (their smallest
/// size has ⌈d/2⌉ and ⌊d/2⌋ as exponents).
fn by_parity(subject: &Subject<'_>, name: &Name, look: Look, ratios: &[(i16, Ratio)]) -> [Line; 2] {
    [(0, Stroke::Solid), (1, Stroke::Dashed)].map(|(parity, stroke)| {
        let of_parity = ratios.iter().filter(|(depth, _)| depth.rem_euclid(2) == parity);
        let points = of_parity.map(|(depth, ratio)| Point {
            interval: ratio.interval,
            fill: Some(fill(*depth, subject.is_whole(ratio.positions))),
            ..Point::new(
                f64::from(*depth),
                ratio.mean,
                format!("{}, depth {depth}: {}", name.full, ratio.note()),
            )
        });
        Line { stroke, ..Line::new(name.clone(), look, points.collect()) }
    })
}

/// Marks of even depth are full, of odd depth open, and faint where positions are missing.
fn fill(depth: i16, is_whole: bool) -> Fill {
    match (is_whole, depth.rem_euclid(2)) {
        (false, _) => Fill::Faint,
        (true, 0) => Fill::Full,
        (true, _) => Fill::Open,
    }
}

/// How marks of depths are to be read.
const PARITY: &str = "Full marks and solid lines are even depths, open marks and dashed lines odd ones; a \
    faint mark means that not all positions were finished.";
