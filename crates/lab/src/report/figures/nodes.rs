//! What searches cost, by depth.

use shuangqi_plot::{Axis, Figure, Fill, Line, LineChart, Look, Point, Ruling, Stroke, number};

use super::super::view::Mean;
use super::{Subject, fill, positions};
use crate::data::ReferenceKind;

/// Nodes by depth with the references; `None` if nothing was finished.
pub fn nodes_by_depth(subject: &Subject<'_>) -> Option<Figure> {
    let depths = subject.view.depths_of_experiment(subject.index);
    let measured = subject.algorithms.iter().map(|&algorithm| line(subject, algorithm, &depths));
    let references =
        REFERENCES.iter().enumerate().map(|(place, kind)| reference(subject, place, *kind, &depths));
    let lines: Vec<Line> = measured.chain(references).filter(|line| !line.points.is_empty()).collect();
    let reading = "Each step up the scale is a multiple, so a straight line means that every ply multiplies \
        the work by the same number. Full marks are even depths, open marks odd ones; \
        a faint mark means that not all positions were finished, and that the growth of those that were is \
        shown."
        .to_owned()
        + references_note(&lines)
        + &subject.labels().note();
    let x = Axis::new("depth (plies)", Ruling::Whole, number::plain);
    let y =
        Axis::new("nodes of a search (geometric mean over positions)", Ruling::Logarithmic, number::count);
    let chart = LineChart { labels_ends: true, ..LineChart::new("Nodes by depth", x, y, lines) };
    let has_any = !chart.lines.is_empty();
    has_any.then(|| subject.full("nodes", reading, &chart))
}

/// How reference lines are to be read, where there are any.
fn references_note(lines: &[Line]) -> &'static str {
    if lines.iter().any(|line| line.stroke.is_reference()) {
        " Broken grey lines are the references: an algorithm that touches one does no needless work as that reference \
         counts it."
    } else {
        ""
    }
}

const REFERENCES: [ReferenceKind; 4] = [
    ReferenceKind::KnuthMoore,
    ReferenceKind::MinimalTree,
    ReferenceKind::LeftFirstMinimalGraph,
    ReferenceKind::CheapCut,
];

impl ReferenceKind {
    /// What a reader calls it.
    pub fn name(self) -> &'static str {
        match self {
            ReferenceKind::KnuthMoore => "Knuth–Moore minimum",
            ReferenceKind::MinimalTree => "minimal tree",
            ReferenceKind::LeftFirstMinimalGraph => "left-first minimal graph",
            ReferenceKind::CheapCut => "cheap-cut bound",
        }
    }
}

fn line(subject: &Subject<'_>, algorithm: usize, depths: &[i16]) -> Line {
    let name = subject.view.name(algorithm);
    let fill = |mean: &Mean| Some(fill(mean.depth, subject.is_whole(mean.positions)));
    let points =
        subject.view.means(algorithm, depths).iter().map(|mean| point(name, mean, fill(mean))).collect();
    Line::new(subject.labels().of(algorithm), subject.look(algorithm), points)
}

fn reference(subject: &Subject<'_>, place: usize, kind: ReferenceKind, depths: &[i16]) -> Line {
    let name = kind.name();
    let points =
        subject.view.reference_means(kind, depths).iter().map(|mean| point(name, mean, None)).collect();
    Line { stroke: Stroke::Reference(place), ..Line::new(name, Look::Aside, points) }
}

fn point(name: &str, mean: &Mean, fill: Option<Fill>) -> Point {
    let (count, positions) = (number::count(mean.nodes), positions(mean.positions));
    let tip = format!("{name}, depth {}: {count} nodes, {positions}", mean.depth);
    Point { fill, ..Point::new(f64::from(mean.depth), mean.nodes, tip) }
}
