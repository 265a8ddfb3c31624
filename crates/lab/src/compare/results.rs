//! The work of all experiments, each search once even if several experiments need it; what was found, and what can be
//! read off from single searches.

use serde::{Deserialize, Serialize};
use shuangqi_cli::Failure;
use shuangqi_cli::output::Output;

use super::algorithm::Algorithm;
use super::experiment::{Experiment, Thoroughness};
use super::search::{ReferenceRecord, ReferenceSizes, Search, SearchRecord};

/// The algorithm whose moves at greater depth others are compared with, and whose scores selective ones are.
pub const ORACLE: &str = "strongest";

/// Moves are compared with those of a search that is at least this many plies deeper.
const ORACLE_AHEAD: i16 = 4;

/// One item of work on one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    pub position: usize,
    pub work: TaskKind,
    pub depths: Vec<i16>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TaskKind {
    /// Searches by the algorithm of this index.
    Search(usize),
    /// The minimal trees that searches are compared with.
    MinimalTrees(Thoroughness),
}

/// The result of a task, by rising depth; fewer than asked for if one was given up.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskResult {
    Searches(Vec<Search>),
    References(Vec<ReferenceSizes>),
}

/// Every task that the experiments need, position by position.
pub fn tasks(experiments: &[Experiment], algorithms: &[Algorithm], positions: usize) -> Vec<Task> {
    let mut tasks = Vec::new();
    for position in 0..positions {
        let here: Vec<&Experiment> =
            experiments.iter().filter(|experiment| position < experiment.positions).collect();
        let mut push = |work, mut depths: Vec<i16>| {
            depths.sort_unstable();
            depths.dedup();
            if !depths.is_empty() {
                tasks.push(Task { position, work, depths });
            }
        };
        for (index, algorithm) in algorithms.iter().enumerate() {
            let depths = here.iter().flat_map(|experiment| depths_for(experiment, algorithm));
            push(TaskKind::Search(index), depths.collect());
        }
        for thoroughness in [Thoroughness::Minimal, Thoroughness::CheapCuts] {
            let depths = here.iter().filter(|experiment| experiment.references == Some(thoroughness));
            let depths = depths.flat_map(|experiment| experiment.depths.iter().copied());
            push(TaskKind::MinimalTrees(thoroughness), depths.collect());
        }
    }
    tasks
}

/// The depths at which an experiment needs an algorithm.
fn depths_for(experiment: &Experiment, algorithm: &Algorithm) -> Vec<i16> {
    let mut depths = Vec::new();
    if experiment.algorithms().contains(&algorithm.name) {
        depths.extend_from_slice(&experiment.depths);
    }
    if algorithm.name == ORACLE {
        depths.extend(experiment.oracle);
    }
    depths
}

/// The results of a comparison so far.
#[derive(Debug)]
pub struct Results<'run> {
    pub game: &'static str,
    pub positions: &'run [String],
    pub algorithms: &'run [Algorithm],
    /// By position and algorithm, the searches by rising depth; fewer if cut short.
    searches: Vec<Vec<Search>>,
    references: Vec<Vec<ReferenceSizes>>,
}

impl<'run> Results<'run> {
    pub fn new(game: &'static str, positions: &'run [String], algorithms: &'run [Algorithm]) -> Self {
        let searches = vec![Vec::new(); positions.len() * algorithms.len()];
        Results { game, positions, algorithms, searches, references: vec![Vec::new(); positions.len()] }
    }

    /// Takes what came of a task.
    pub fn take(&mut self, task: &Task, done: TaskResult) {
        match (task.work, done) {
            (TaskKind::Search(algorithm), TaskResult::Searches(searches)) => {
                self.searches[task.position * self.algorithms.len() + algorithm] = searches;
            }
            (_, TaskResult::References(references)) => self.references[task.position].extend(references),
            _ => {}
        }
    }

    /// All searches, with position and algorithm.
    pub fn all(&self) -> impl Iterator<Item = (usize, usize, &Search)> {
        self.searches.iter().enumerate().flat_map(|(index, searches)| {
            let (position, algorithm) = (index / self.algorithms.len(), index % self.algorithms.len());
            searches.iter().map(move |search| (position, algorithm, search))
        })
    }

    pub fn index(&self, name: &str) -> Option<usize> {
        self.algorithms.iter().position(|algorithm| algorithm.name == name)
    }

    /// The search of a position by an algorithm to a depth, if it was finished.
    pub fn finished(&self, position: usize, algorithm: usize, depth: i16) -> Option<&Search> {
        let searches = &self.searches[position * self.algorithms.len() + algorithm];
        searches.iter().find(|search| search.depth == depth && search.found.is_some())
    }

    fn score(&self, position: usize, algorithm: usize, depth: i16) -> Option<i32> {
        self.finished(position, algorithm, depth)?.found.as_ref().map(|&(score, _)| score)
    }

    /// The references of a position at a depth.
    pub fn references(&self, position: usize, depth: i16) -> Option<&ReferenceSizes> {
        self.references[position].iter().find(|sizes| sizes.depth == depth)
    }

    /// The score that exact algorithms found: that of the first one to finish.
    pub fn exact_score(&self, position: usize, depth: i16) -> Option<i32> {
        let mut exact = self.algorithms.iter().enumerate().filter(|(_, algorithm)| algorithm.is_exact);
        exact.find_map(|(algorithm, _)| self.score(position, algorithm, depth))
    }

    /// The distance of a selective algorithm's score from the exact one.
    pub fn error(&self, position: usize, algorithm: usize, depth: i16) -> Option<u32> {
        if self.algorithms[algorithm].is_exact {
            return None;
        }
        let exact = self.exact_score(position, depth)?;
        Some(self.score(position, algorithm, depth)?.abs_diff(exact))
    }

    /// Whether an algorithm chose the move of the strongest exact one at depth `oracle`; only where that is at least
    /// four plies deeper.
    pub fn agrees(&self, position: usize, algorithm: usize, depth: i16, oracle: i16) -> Option<bool> {
        let mv =
            |algorithm, depth| self.finished(position, algorithm, depth)?.found.as_ref().map(|(_, mv)| mv);
        let is_deeper = oracle - depth >= ORACLE_AHEAD;
        let deeper = self.index(ORACLE).filter(|_| is_deeper).and_then(|strongest| mv(strongest, oracle))?;
        Some(mv(algorithm, depth)? == deeper)
    }

    /// Every position and depth on which exact algorithms disagree, with their scores.
    pub fn disagreements(&self) -> Vec<String> {
        let dispute = |(position, algorithm, search): (usize, usize, &Search)| {
            let Algorithm { name, is_exact, .. } = &self.algorithms[algorithm];
            let (score, _) = search.found.as_ref().filter(|_| *is_exact)?;
            let exact = self.exact_score(position, search.depth).filter(|exact| exact != score)?;
            let (depth, text) = (search.depth, &self.positions[position]);
            Some(format!(
                "depth {depth}, {text}: scores differ: {name} finds {score}, other exact algorithms {exact}"
            ))
        };
        self.all().filter_map(dispute).collect()
    }

    /// The number of the first `positions` that an algorithm did not finish.
    pub fn unfinished(&self, algorithm: usize, depth: i16, positions: usize) -> usize {
        let positions = 0..positions.min(self.positions.len());
        positions.filter(|&position| self.finished(position, algorithm, depth).is_none()).count()
    }

    /// Emits what came of a task.
    pub fn emit(&self, task: &Task, output: &mut Output<'_>) -> Result<(), Failure> {
        match task.work {
            TaskKind::Search(algorithm) => {
                let index = task.position * self.algorithms.len() + algorithm;
                let mut searches = self.searches[index].iter();
                searches.try_for_each(|search| output.emit(&self.record(task.position, algorithm, search)))
            }
            TaskKind::MinimalTrees(_) => {
                let mut found = task.depths.iter().filter_map(|&depth| self.references(task.position, depth));
                found.try_for_each(|sizes| output.emit(&self.reference(task.position, sizes)))
            }
        }
    }

    pub fn emit_searches(&self, output: &mut Output<'_>) -> Result<(), Failure> {
        self.all().try_for_each(|(position, algorithm, search)| {
            output.emit(&self.record(position, algorithm, search))
        })
    }

    pub fn emit_references(&self, output: &mut Output<'_>) -> Result<(), Failure> {
        let mut all = self.references.iter().enumerate();
        all.try_for_each(|(position, references)| {
            references.iter().try_for_each(|sizes| output.emit(&self.reference(position, sizes)))
        })
    }

    fn record<'a>(&'a self, position: usize, algorithm: usize, search: &'a Search) -> SearchRecord<'a> {
        let error = self.error(position, algorithm, search.depth);
        let (position, algorithm) = (&self.positions[position], &self.algorithms[algorithm].name);
        SearchRecord { game: self.game, position, algorithm, search, error }
    }

    fn reference<'a>(&'a self, position: usize, sizes: &'a ReferenceSizes) -> ReferenceRecord<'a> {
        ReferenceRecord { game: self.game, position: &self.positions[position], sizes }
    }
}
