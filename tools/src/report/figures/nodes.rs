//! What searches cost, by depth.

use super::super::study::ReferenceKind;
use super::{Figure, Subject, fill, positions};
use crate::plot::{Axis, Line, LineChart, Look, Point, Ruling, Stroke, number};

/// Nodes by depth with the references; `None` if nothing was finished.
pub fn nodes_by_depth(subject: &Subject<'_>) -> Option<Figure> {
    let depths = subject.view.depths(&subject.block.algorithms);
    let measured = subject.block.algorithms.iter().map(|&algorithm| line(subject, algorithm, &depths));
    let references =
        REFERENCES.iter().enumerate().map(|(place, kind)| reference(subject, place, *kind, &depths));
    let lines: Vec<Line> = measured.chain(references).filter(|line| !line.points.is_empty()).collect();
    let title = "Nodes by depth";
    let chart = LineChart {
        title: format!("{title}: {}", subject.block.title),
        x: Axis::new("depth (plies)", Ruling::Whole, number::plain),
        y: Axis::new("nodes of a search (geometric mean over positions)", Ruling::Logarithmic, number::count),
        rules: Vec::new(),
        uprights: Vec::new(),
        labels_ends: true,
        lines,
    };
    let reading = "Each step up the scale is a multiple, so a straight line means that every ply multiplies \
        the work by the same number. Broken grey lines are the references: an algorithm that touches one \
        does no needless work as that reference counts it. Full marks are even depths, open marks odd ones; \
        a faint mark means that not all positions were finished, so the mean is of the easier ones.";
    let has_any = !chart.lines.is_empty();
    has_any.then(|| subject.full("nodes", title, reading.to_owned(), |layout| chart.draw(layout)))
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
    let point = |&depth: &i16| {
        let y = subject.view.mean_nodes(algorithm, depth)?;
        let count = subject.view.finished(algorithm, depth).len() as u64;
        let tip = format!("{name}, depth {depth}: {} nodes, {}", number::count(y), positions(count));
        let fill = Some(fill(depth, subject.is_whole(count)));
        Some(Point { x: f64::from(depth), y, interval: None, tip, fill })
    };
    let points = depths.iter().filter_map(point).collect();
    Line {
        name: name.to_owned(),
        look: subject.look(algorithm),
        stroke: Stroke::Solid,
        is_stepped: false,
        points,
    }
}

fn reference(subject: &Subject<'_>, place: usize, kind: ReferenceKind, depths: &[i16]) -> Line {
    let sizes = subject.view.mean_sizes(kind).into_iter().filter(|(depth, _)| depths.contains(depth));
    let point = |(depth, y): (i16, f64)| {
        let tip = format!("{}, depth {depth}: {} nodes", kind.name(), number::count(y));
        Point { x: f64::from(depth), y, interval: None, tip, fill: None }
    };
    let (name, stroke) = (kind.name().to_owned(), Stroke::Reference(place));
    Line { name, look: Look::Aside, stroke, is_stepped: false, points: sizes.map(point).collect() }
}
