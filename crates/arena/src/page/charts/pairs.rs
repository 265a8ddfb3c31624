//! How pairs of games ended.

use shuangqi_cli::units::counted;

use super::{look, panel};
use crate::page::Report;
use shuangqi_plot::Figure;
use shuangqi_plot::{Axis, Bar, BarChart, Name, Row, Ruling, number};

/// The pairs of a match by the points of its first engine; `None` without pairs.
pub fn pairs(report: &Report<'_>) -> Option<Figure> {
    let pairs = report.standings.first_encounter().pairs;
    let (counts, all) = (pairs.counts.0, pairs.counts.pairs());
    if all == 0 || !report.is_duel() {
        return None;
    }
    let even = format!("1 (of these a win and a loss: {})", pairs.win_loss);
    let names = ["2 (both won)", "1½", &even, "½", "0 (both lost)"];
    let row = |(name, &count): (&str, &u64)| {
        let percent = 100.0 * count as f64 / all as f64;
        let tip = format!("{name}: {count} of {}, {percent:.1} %", counted(all, "pair"));
        let bar = Bar { value: count as f64, interval: None, text: format!("{count} ({percent:.0} %)"), tip };
        let short = name.split(" (of").next().unwrap_or_default().to_owned();
        Row { name: Name { short, full: name.to_owned() }, bars: vec![Some(bar)] }
    };
    let engine = report.name(0);
    let chart = BarChart {
        title: format!("Pairs of games by the points of {engine}"),
        axis: Axis::new("pairs", Ruling::Whole, number::plain),
        origin: 0.0,
        groups: vec![(engine.into(), look(0))],
        rows: names.into_iter().zip(counts.iter().rev()).map(row).collect(),
    };
    let reading = format!(
        "Two games from the same opening with colours swapped make a pair. Even ones: {}, of which {} with a win and \
         a loss, and {} with two draws.",
        counts[2],
        pairs.win_loss,
        pairs.draw_draw()
    );
    let title = format!("Pairs by the points of {engine}");
    Some(panel("pairs", &title, &reading, |layout| chart.draw(layout)))
}
