//! The finished tasks of a comparison, so that it can be interrupted and resumed.

use search_core::Counters;
use search_core::minimal_trees::MinimalTrees;
use serde::{Deserialize, Serialize};
use shuangqi_cli::journal::{self, Kind};
use shuangqi_cli::{BadInput, Failure, version};

use super::task::{Done, Task, Work};
use crate::data::Search;

/// The first journals, of `compare-journal/1`, had no checksums.
const KIND: Kind = Kind {
    name: "journal of a comparison",
    schema: "compare-journal/2",
    first: "line",
    restart: "begin anew, with another --out",
};

/// Everything that the result of a task depends on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TaskKey {
    schema: String,
    version: String,
    position: String,
    /// The algorithm's name, or which references.
    work: String,
    depths: Vec<i16>,
    max_nodes: u64,
    hash: Option<usize>,
}

impl TaskKey {
    /// The key of a task, on the position of this text, by the algorithm of this name.
    pub fn new(task: &Task, position: &str, algorithm: &str, max_nodes: u64, hash: Option<usize>) -> TaskKey {
        let work = match task.work {
            Work::Search(_) => algorithm.to_owned(),
            Work::MinimalTrees(thoroughness) => format!("{thoroughness:?}"),
        };
        let (schema, version) = (KIND.schema.to_owned(), version::SHORT.to_owned());
        TaskKey {
            schema,
            version,
            position: position.to_owned(),
            work,
            depths: task.depths.clone(),
            max_nodes,
            hash,
        }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Line {
    #[serde(flatten)]
    key: TaskKey,
    searches: Vec<SearchLine>,
    references: Vec<(i16, u64, u64, Option<u64>)>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct SearchLine {
    depth: i16,
    found: Option<(i32, String)>,
    tally: Vec<u64>,
    last_iteration: Vec<u64>,
    seconds: f64,
}

#[derive(Debug)]
pub struct Journal {
    file: journal::Journal,
    known: Vec<Line>,
}

impl Journal {
    /// Opens a journal, or begins one. Results of other versions of the program are ignored.
    pub fn open(path: &str) -> Result<Journal, Failure> {
        let mut known = Vec::new();
        let mut file = journal::Journal::open(path, &KIND, |_, text| {
            known.push(read(text)?);
            Ok(())
        })?;
        file.create()?;
        Ok(Journal { file, known })
    }

    /// The result of a task, if it is known.
    pub fn recall(&self, key: &TaskKey) -> Option<Done> {
        let line = self.known.iter().find(|line| line.key == *key)?;
        if line.references.is_empty() {
            return line.searches.iter().map(SearchLine::read).collect::<Option<_>>().map(Done::Searches);
        }
        let reference = |&(depth, tree, graph, cheap_cuts)| (depth, MinimalTrees { tree, graph, cheap_cuts });
        Some(Done::MinimalTrees(line.references.iter().map(reference).collect()))
    }

    pub fn write(&mut self, key: TaskKey, done: &Done) -> Result<(), Failure> {
        let mut line = Line { key, searches: Vec::new(), references: Vec::new() };
        match done {
            Done::Searches(searches) => line.searches = searches.iter().map(SearchLine::new).collect(),
            Done::MinimalTrees(references) => {
                let row = |&(depth, found): &(i16, MinimalTrees)| {
                    (depth, found.tree, found.graph, found.cheap_cuts)
                };
                line.references = references.iter().map(row).collect();
            }
        }
        self.file.write(&line)
    }
}

fn read(text: &str) -> Result<Line, BadInput> {
    serde_json::from_str(text).map_err(|error| {
        let remedy = format!("Another version of this program may have written it: {}", KIND.restart);
        BadInput::new(KIND.name, None, error.to_string(), "what came of a task", remedy)
    })
}

impl SearchLine {
    fn new(search: &Search) -> SearchLine {
        let Search { depth, found, counters, last_iteration, seconds } = search;
        SearchLine {
            depth: *depth,
            found: found.clone(),
            tally: counters.values().to_vec(),
            last_iteration: last_iteration.values().to_vec(),
            seconds: *seconds,
        }
    }

    fn read(&self) -> Option<Search> {
        let counters = |values: &[u64]| Some(Counters::from_values(values.try_into().ok()?));
        Some(Search {
            depth: self.depth,
            found: self.found.clone(),
            counters: counters(&self.tally)?,
            last_iteration: counters(&self.last_iteration)?,
            seconds: self.seconds,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Thoroughness;

    #[test]
    fn what_is_written_is_found_by_the_same_key() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j").to_str().unwrap().to_owned();
        let task = Task { position: 0, work: Work::Search(1), depths: vec![3, 4] };
        let key = |max_nodes| TaskKey::new(&task, "p", "pvs", max_nodes, None);
        let counters = Counters { visits: 9, extensions: 2, ..Counters::default() };
        let found = Some((4, "d3".to_owned()));
        let done = Done::Searches(vec![Search {
            depth: 3,
            found,
            counters,
            last_iteration: counters,
            seconds: 0.25,
        }]);
        let references = Task { work: Work::MinimalTrees(Thoroughness::Minimal), ..task.clone() };
        let asked = TaskKey::new(&references, "p", "", 9, None);
        let sizes = Done::MinimalTrees(vec![(3, MinimalTrees { tree: 7, graph: 5, cheap_cuts: None })]);
        let mut journal = Journal::open(&path).unwrap();
        journal.write(key(9), &done).unwrap();
        journal.write(asked.clone(), &sizes).unwrap();
        drop(journal);
        let journal = Journal::open(&path).unwrap();
        assert_eq!(journal.recall(&key(9)), Some(done));
        assert_eq!(journal.recall(&key(8)), None);
        assert_eq!(journal.recall(&asked), Some(sizes));
        drop(journal);
        let whole = std::fs::read_to_string(&path).unwrap();
        for place in (0..whole.len()).filter(|&place| whole.as_bytes()[place].is_ascii_digit()) {
            let other = if whole.as_bytes()[place] == b'8' { "3" } else { "8" };
            std::fs::write(&path, format!("{}{other}{}", &whole[..place], &whole[place + 1..])).unwrap();
            let error = Journal::open(&path).unwrap_err();
            assert!(matches!(&error, Failure::BadInput(bad) if bad.place.is_some()), "{place}: {error}");
        }
    }
}
