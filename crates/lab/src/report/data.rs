//! The data of a report, packed for its page.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::data::{
    AlgorithmInfo, AlgorithmSummary, COUNTS, Experiment, Fact, Finding, Measurement, PositionInfo, Reference,
    ReportData,
};

/// A report with its lists stored in columns.
#[derive(Serialize)]
pub struct Data<'data> {
    schema: &'static str,
    title: &'data str,
    game: &'data str,
    overview: &'data str,
    command: &'data str,
    seed: u64,
    facts: &'data [Fact],
    algorithms: &'data [AlgorithmInfo],
    positions: &'data [PositionInfo],
    experiments: &'data [Experiment],
    findings: &'data [Finding],
    summaries: &'data [AlgorithmSummary],
    references: ReferenceColumns<'data>,
    searches: SearchColumns<'data>,
}

impl<'data> Data<'data> {
    pub fn new(report: &'data ReportData) -> Data<'data> {
        let mut references: Vec<&Reference> = report.references.iter().collect();
        references.sort_by_key(|reference| (reference.kind, reference.depth));
        let mut searches: Vec<&Measurement> = report.searches.iter().collect();
        searches.sort_by_key(|measured| (measured.algorithm, measured.search.depth));
        Data {
            schema: "compare-report/3",
            title: &report.title,
            game: &report.game,
            overview: &report.overview,
            command: &report.command,
            seed: report.seed,
            facts: &report.facts,
            algorithms: &report.algorithms,
            positions: &report.positions,
            experiments: &report.experiments,
            findings: &report.findings,
            summaries: &report.summaries,
            references: ReferenceColumns(references),
            searches: SearchColumns(searches),
        }
    }
}

/// An array for each column: similar values side by side compress well.
struct ReferenceColumns<'data>(Vec<&'data Reference>);

struct SearchColumns<'data>(Vec<&'data Measurement>);

fn column<R, T: Serialize>(rows: &[&R], value: impl Fn(&R) -> T) -> Vec<T> {
    rows.iter().map(|row| value(row)).collect()
}

impl Serialize for ReferenceColumns<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut columns = serializer.serialize_map(None)?;
        columns.serialize_entry("kind", &column(&self.0, |row| row.kind))?;
        columns.serialize_entry("depth", &column(&self.0, |row| row.depth))?;
        columns.serialize_entry("position", &column(&self.0, |row| row.position))?;
        columns.serialize_entry("nodes", &column(&self.0, |row| row.nodes))?;
        columns.end()
    }
}

impl Serialize for SearchColumns<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut columns = serializer.serialize_map(None)?;
        columns.serialize_entry("algorithm", &column(&self.0, |row| row.algorithm))?;
        columns.serialize_entry("depth", &column(&self.0, |row| row.search.depth))?;
        columns.serialize_entry("position", &column(&self.0, |row| row.position))?;
        let score = |row: &Measurement| row.search.found.as_ref().map(|&(score, _)| score);
        columns.serialize_entry("score", &column(&self.0, score))?;
        columns.serialize_entry("error", &column(&self.0, |row| row.error))?;
        for (name, count) in COUNTS {
            columns.serialize_entry(name, &column(&self.0, |row| count(&row.search)))?;
        }
        columns.serialize_entry("seconds", &column(&self.0, |row| rounded(row.search.seconds)))?;
        columns.end()
    }
}

/// Times to three digits: no more of them would be the same on another run.
fn rounded(seconds: f64) -> f64 {
    format!("{seconds:.2e}").parse().unwrap_or(seconds)
}
