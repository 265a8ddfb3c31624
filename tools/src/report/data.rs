//! The data of a study as JSON that may stand inside a page.

use console::Failure;
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use super::study::{AlgorithmInfo, Block, Fact, Finding, Measured, PositionInfo, Reference, Study, Summary};

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

/// A study, with what there is much of in rows without names.
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
    reference_columns: [&'static str; 4],
    references: Vec<ReferenceRow<'study>>,
    search_columns: [&'static str; 19],
    searches: Vec<SearchRow<'study>>,
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
            reference_columns: ["kind", "position", "depth", "nodes"],
            references: study.references.iter().map(ReferenceRow).collect(),
            search_columns: SEARCH_COLUMNS,
            searches: study.searches.iter().map(SearchRow).collect(),
        }
    }
}

/// A reference as [kind, position, depth, nodes].
struct ReferenceRow<'study>(&'study Reference);

impl Serialize for ReferenceRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Reference { kind, position, depth, nodes } = self.0;
        (kind, position, depth, nodes).serialize(serializer)
    }
}

const SEARCH_COLUMNS: [&str; 19] = [
    "algorithm",
    "position",
    "depth",
    "nodes",
    "visits",
    "leaves",
    "quiescence",
    "ordering",
    "re_searches",
    "re_search_nodes",
    "cutoffs",
    "first_move_cutoffs",
    "table_probes",
    "table_hits",
    "table_cutoffs",
    "last_visits",
    "score",
    "error",
    "seconds",
];

/// A search as [`SEARCH_COLUMNS`] name its values.
struct SearchRow<'study>(&'study Measured);

impl SearchRow<'_> {
    fn counts(&self) -> [u64; 13] {
        let search = self.0;
        [
            search.nodes,
            search.visits,
            search.leaves,
            search.quiescence,
            search.ordering,
            search.re_searches,
            search.re_search_nodes,
            search.cutoffs,
            search.first_move_cutoffs,
            search.table_probes,
            search.table_hits,
            search.table_cutoffs,
            search.last_visits,
        ]
    }
}

impl Serialize for SearchRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let search = self.0;
        let mut row = serializer.serialize_seq(Some(SEARCH_COLUMNS.len()))?;
        row.serialize_element(&search.algorithm)?;
        row.serialize_element(&search.position)?;
        row.serialize_element(&search.depth)?;
        self.counts().iter().try_for_each(|count| row.serialize_element(count))?;
        row.serialize_element(&search.score)?;
        row.serialize_element(&search.error)?;
        row.serialize_element(&search.seconds)?;
        row.end()
    }
}
