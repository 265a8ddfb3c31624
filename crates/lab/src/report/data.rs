//! The data of a study, packed so that they may stand inside a page.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use shuangqi_cli::Failure;
use shuangqi_plot::page::packed;

use super::study::{
    AlgorithmInfo, Block, Fact, Finding, Measured, PositionInfo, Reference, ReferenceKind, Study, Summary,
};

/// A study, packed.
///
/// # Errors
/// Those of [`packed`], which the types of a study rule out.
pub fn of_study(study: &Study) -> Result<String, Failure> {
    packed(&Data::new(study))
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
    references: Table<'study, Reference>,
    searches: Table<'study, Measured>,
}

impl<'study> Data<'study> {
    fn new(study: &'study Study) -> Data<'study> {
        Data {
            schema: "compare-report/2",
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
            references: Table::new(&study.references, |reference| (reference.kind as usize, reference.depth)),
            searches: Table::new(&study.searches, |search| (search.algorithm, search.depth)),
        }
    }
}

/// Rows that are written column by column: what lies side by side is alike, and packs well.
struct Table<'study, R>(Vec<&'study R>);

impl<'study, R> Table<'study, R> {
    /// Rows by what they have in common, in order.
    fn new<K: Ord>(rows: &'study [R], key: impl Fn(&R) -> K) -> Table<'study, R> {
        let mut sorted: Vec<&R> = rows.iter().collect();
        sorted.sort_by_key(|row| key(row));
        Table(sorted)
    }
}

/// A value's name, and how it is read from a row.
type Column<R> = (&'static str, fn(&R) -> Value);

/// A row's values by name.
trait Columns: Sized + 'static {
    const COLUMNS: &'static [Column<Self>];
}

/// A value of a row.
#[derive(Serialize)]
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
        ("seconds", |row| Value::Seconds(rounded(row.seconds))),
    ];
}

/// Times to three digits: no more of them would be the same on another run.
fn rounded(seconds: f64) -> f64 {
    format!("{seconds:.2e}").parse().unwrap_or(seconds)
}

/// An object with an array for each column.
impl<R: Columns> Serialize for Table<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut columns = serializer.serialize_map(Some(R::COLUMNS.len()))?;
        for (name, value) in R::COLUMNS {
            columns.serialize_entry(name, &self.0.iter().map(|row| value(row)).collect::<Vec<Value>>())?;
        }
        columns.end()
    }
}
