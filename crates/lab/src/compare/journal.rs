//! The finished tasks of a comparison, so that it can be interrupted and resumed.

use serde::{Deserialize, Serialize};
use shuangqi_cli::Failure;
use shuangqi_cli::journal::{self, Kind};
use shuangqi_cli::run_journal::RunKind;

use super::task::Done;

const KIND: RunKind = RunKind {
    journal: Kind {
        name: "journal of a comparison",
        schema: "compare-journal/3",
        first: "header",
        item: "what came of a task",
        restart: "begin anew, with another --out",
    },
    // Counts of two versions must not stand side by side.
    options: &[
        ("/version", "the version of the program"),
        ("/command", "the command"),
        ("/positions", "the positions"),
    ],
    another: "name another --out",
    may: "count otherwise",
};

/// Everything that decides the tasks and what comes of them.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Run<'run> {
    pub command: &'run str,
    pub positions: &'run [String],
}

/// What came of a task: its place among all tasks, and the result.
#[derive(Deserialize)]
struct Finished {
    task: usize,
    #[serde(flatten)]
    done: Done,
}

/// An open journal.
#[derive(Debug)]
pub struct Journal(journal::Journal);

impl Journal {
    /// Opens the journal of a comparison of so many tasks, or begins it; with what is known of each.
    pub fn open(path: &str, run: &Run<'_>, tasks: usize) -> Result<(Journal, Vec<Option<Done>>), Failure> {
        let mut known = vec![None; tasks];
        let file = KIND.open(path, run, |Finished { task, done }| {
            *known.get_mut(task).ok_or_else(|| format!("task {task} of {tasks}"))? = Some(done);
            Ok(())
        })?;
        Ok((Journal(file), known))
    }

    pub fn write(&mut self, task: usize, done: &Done) -> Result<(), Failure> {
        #[derive(Serialize)]
        struct Line<'done> {
            task: usize,
            #[serde(flatten)]
            done: &'done Done,
        }
        self.0.write(&Line { task, done })
    }
}

#[cfg(test)]
mod tests {
    use search_core::Counters;

    use super::*;
    use crate::data::{ReferenceSizes, Search};

    #[test]
    fn what_is_written_is_known_of_its_task() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j").to_str().unwrap().to_owned();
        let positions = ["p".to_owned()];
        let open = |command| Journal::open(&path, &Run { command, positions: &positions }, 3);
        let counters = Counters { visits: 9, extensions: 2, ..Counters::default() };
        let found = Some((4, "d3".to_owned()));
        let search = Search { depth: 3, found, counters, last_iteration: counters, seconds: 0.25 };
        let sizes = ReferenceSizes { depth: 3, minimal_tree: 7, minimal_graph: 5, cheap_cuts: None };
        let done = [Done::Searches(vec![search]), Done::References(vec![sizes])];
        let (mut journal, known) = open("c").unwrap();
        assert_eq!(known, [None, None, None]);
        journal.write(2, &done[0]).unwrap();
        journal.write(0, &done[1]).unwrap();
        drop(journal);
        let [searches, references] = done.map(Some);
        assert_eq!(open("c").unwrap().1, [references, None, searches]);
        let refused = open("d").unwrap_err().to_string();
        assert!(refused.contains("these differ: the command. "), "{refused}");
        let mut journal = open("c").unwrap().0;
        journal.write(3, &Done::Searches(Vec::new())).unwrap();
        drop(journal);
        let unfit = open("c").unwrap_err().to_string();
        assert!(unfit.contains("j:4: ") && unfit.contains("task 3 of 3"), "{unfit}");
    }
}
