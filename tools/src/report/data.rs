//! The data of a study as JSON that may stand inside a page.

use std::collections::BTreeMap;

use console::Failure;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::study::{
    AlgorithmInfo, Block, Fact, Finding, Measured, PositionInfo, Reference, ReferenceKind, Study, Summary,
};

/// The study as JSON in which no `<` stands, so that nothing in it can end the element of a page that holds it.
///
/// # Errors
/// [`Failure::Internal`] if it cannot be written as JSON, which its types rule out.
pub fn json(study: &Study) -> Result<String, Failure> {
    let text = serde_json::to_string(&Data::new(study));
    let text =
        text.map_err(|error| Failure::Internal(format!("the report's data cannot be written: {error}")))?;
    Ok(text.replace('<', "\\u003c"))
}

/// A study, with what there is much of in columns.
#[derive(Serialize)]
struct Data<'study> {
    schema: &'static str,
    title: &'study str,
    game: &'study str,
    overview: &'study str,
    command: &'study str,
    seed: u64,
    facts: &'study [Fact],
    algorithms: &'study [AlgorithmInfo],
    positions: &'study [PositionInfo],
    blocks: &'study [Block],
    findings: &'study [Finding],
    summaries: &'study [Summary],
    references: Vec<Group<'study, Reference>>,
    searches: Vec<Group<'study, Measured>>,
}

impl<'study> Data<'study> {
    fn new(study: &'study Study) -> Data<'study> {
        Data {
            schema: "compare-report/1",
            title: &study.title,
            game: &study.game,
            overview: &study.overview,
            command: &study.command,
            seed: study.seed,
            facts: &study.facts,
            algorithms: &study.algorithms,
            positions: &study.positions,
            blocks: &study.blocks,
            findings: &study.findings,
            summaries: &study.summaries,
            references: groups(&study.references, |reference| (reference.kind as usize, reference.depth)),
            searches: groups(&study.searches, |search| (search.algorithm, search.depth)),
        }
    }
}

/// Rows that are written as columns: there are many of them, and most of what is in them is the same.
struct Group<'study, R>(Vec<&'study R>);

/// Rows by what they have in common, in order.
fn groups<R, K: Ord>(rows: &[R], key: impl Fn(&R) -> K) -> Vec<Group<'_, R>> {
    let mut groups: BTreeMap<K, Vec<&R>> = BTreeMap::new();
    rows.iter().for_each(|row| groups.entry(key(row)).or_default().push(row));
    groups.into_values().map(Group).collect()
}

/// A value's name, and how it is read from a row.
type Column<R> = (&'static str, fn(&R) -> Value);

/// A row's values by name.
trait Columns: Sized + 'static {
    const COLUMNS: &'static [Column<Self>];
}

/// A value of a row.
#[derive(Clone, PartialEq, Serialize)]
#[serde(untagged)]
enum Value {
    Count(u64),
    Score(Option<i32>),
    Error(Option<u32>),
    Seconds(f64),
    Kind(ReferenceKind),
}

impl Columns for Reference {
    const COLUMNS: &'static [Column<Self>] = &[
        ("kind", |row| Value::Kind(row.kind)),
        ("depth", |row| Value::Score(Some(row.depth.into()))),
        ("position", |row| Value::Count(row.position as u64)),
        ("nodes", |row| Value::Count(row.nodes)),
    ];
}

impl Columns for Measured {
    const COLUMNS: &'static [Column<Self>] = &[
        ("algorithm", |row| Value::Count(row.algorithm as u64)),
        ("depth", |row| Value::Score(Some(row.depth.into()))),
        ("position", |row| Value::Count(row.position as u64)),
        ("score", |row| Value::Score(row.score)),
        ("error", |row| Value::Error(row.error)),
        ("nodes", |row| Value::Count(row.nodes)),
        ("visits", |row| Value::Count(row.visits)),
        ("leaves", |row| Value::Count(row.leaves)),
        ("quiescence", |row| Value::Count(row.quiescence)),
        ("ordering", |row| Value::Count(row.ordering)),
        ("re_searches", |row| Value::Count(row.re_searches)),
        ("re_search_nodes", |row| Value::Count(row.re_search_nodes)),
        ("cutoffs", |row| Value::Count(row.cutoffs)),
        ("first_move_cutoffs", |row| Value::Count(row.first_move_cutoffs)),
        ("table_probes", |row| Value::Count(row.table_probes)),
        ("table_hits", |row| Value::Count(row.table_hits)),
        ("table_cutoffs", |row| Value::Count(row.table_cutoffs)),
        ("last_visits", |row| Value::Count(row.last_visits)),
        ("seconds", |row| Value::Seconds(row.seconds)),
    ];
}

/// An object with an array for each column, or, where all rows have the same value, the value alone.
impl<R: Columns> Serialize for Group<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut columns = serializer.serialize_map(Some(R::COLUMNS.len()))?;
        for (name, value) in R::COLUMNS {
            let values: Vec<Value> = self.0.iter().map(|row| value(row)).collect();
            match values.first() {
                Some(first) if values.iter().all(|value| value == first) => {
                    columns.serialize_entry(name, first)?
                }
                _ => columns.serialize_entry(name, &values)?,
            }
        }
        columns.end()
    }
}
