//! Every search that was made, and what can be read off from single ones.

use super::algorithm::Algorithm;
use super::task::{Done, ORACLE, Task, Work};
use crate::data::{ReferenceSizes, Search};

/// Moves are compared with those of a search that is at least this many plies deeper.
const ORACLE_AHEAD: i16 = 4;

/// What is known of a comparison.
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
    pub fn take(&mut self, task: &Task, done: Done) {
        match (task.work, done) {
            (Work::Search(algorithm), Done::Searches(searches)) => {
                self.searches[task.position * self.algorithms.len() + algorithm] = searches;
            }
            (_, Done::References(references)) => self.references[task.position].extend(references),
            _ => {}
        }
    }

    /// All searches, with position and algorithm.
    pub fn all(&self) -> impl Iterator<Item = (usize, usize, &Search)> {
        let place = |index: usize| (index / self.algorithms.len(), index % self.algorithms.len());
        self.searches.iter().enumerate().flat_map(move |(index, searches)| {
            let (position, algorithm) = place(index);
            searches.iter().map(move |search| (position, algorithm, search))
        })
    }

    /// The searches of a position by an algorithm, by rising depth.
    pub fn searches(&self, position: usize, algorithm: usize) -> &[Search] {
        &self.searches[position * self.algorithms.len() + algorithm]
    }

    /// All references, with the position.
    pub fn all_references(&self) -> impl Iterator<Item = (usize, ReferenceSizes)> {
        let references = self.references.iter().enumerate();
        references.flat_map(|(position, sizes)| sizes.iter().map(move |&sizes| (position, sizes)))
    }

    pub fn index(&self, name: &str) -> Option<usize> {
        self.algorithms.iter().position(|algorithm| algorithm.name == name)
    }

    /// The search of a position by an algorithm to a depth, if it was finished.
    pub fn finished(&self, position: usize, algorithm: usize, depth: i16) -> Option<&Search> {
        let searches = self.searches.get(position * self.algorithms.len() + algorithm)?;
        searches.iter().find(|search| search.depth == depth && search.found.is_some())
    }

    pub fn score(&self, position: usize, algorithm: usize, depth: i16) -> Option<i32> {
        self.finished(position, algorithm, depth)?.found.as_ref().map(|&(score, _)| score)
    }

    /// The references of a position at a depth.
    pub fn references(&self, position: usize, depth: i16) -> Option<ReferenceSizes> {
        self.references[position].iter().find(|sizes| sizes.depth == depth).copied()
    }

    /// The score that exact algorithms with the same grain found: that of the first one to finish.
    pub fn exact_score(&self, position: usize, depth: i16, grain: i32) -> Option<i32> {
        let exact = |(_, algorithm): &(usize, &Algorithm)| algorithm.is_exact && algorithm.grain == grain;
        let mut exact = self.algorithms.iter().enumerate().filter(exact);
        exact.find_map(|(algorithm, _)| self.score(position, algorithm, depth))
    }

    /// How far a selective algorithm's score is from the exact one.
    pub fn error(&self, position: usize, algorithm: usize, depth: i16) -> Option<u32> {
        let grain = self.algorithms[algorithm].grain;
        let exact = self.exact_score(position, depth, grain)?;
        (!self.algorithms[algorithm].is_exact)
            .then(|| self.score(position, algorithm, depth).map(|score| score.abs_diff(exact)))?
    }

    /// Whether an algorithm chose the move of the strongest exact one at depth `oracle`; only where that is at least
    /// four plies deeper.
    pub fn agrees(&self, position: usize, algorithm: usize, depth: i16, oracle: i16) -> Option<bool> {
        if oracle - depth < ORACLE_AHEAD {
            return None;
        }
        let mv = |search: &Search| search.found.as_ref().map(|(_, mv)| mv.clone());
        let deeper = mv(self.finished(position, self.index(ORACLE)?, oracle)?)?;
        Some(mv(self.finished(position, algorithm, depth)?)? == deeper)
    }

    /// Every position and depth on which exact algorithms disagree, with their scores.
    pub fn disagreements(&self) -> Vec<String> {
        let mut disputed = Vec::new();
        for (position, algorithm, search) in self.all() {
            let known = &self.algorithms[algorithm];
            let exact = self.exact_score(position, search.depth, known.grain);
            let score = search.found.as_ref().map(|&(score, _)| score);
            if known.is_exact && score.is_some() && score != exact {
                disputed.push(self.dispute(position, algorithm, search.depth, exact.unwrap_or_default()));
            }
        }
        disputed
    }

    fn dispute(&self, position: usize, algorithm: usize, depth: i16, exact: i32) -> String {
        let name = &self.algorithms[algorithm].name;
        let score = self.score(position, algorithm, depth).unwrap_or_default();
        let text = &self.positions[position];
        format!("depth {depth}, {text}: scores differ: {name} finds {score}, other exact algorithms {exact}")
    }

    /// How many of the first `positions` an algorithm did not finish.
    pub fn unfinished(&self, algorithm: usize, depth: i16, positions: usize) -> usize {
        let positions = 0..positions.min(self.positions.len());
        positions.filter(|&position| self.finished(position, algorithm, depth).is_none()).count()
    }
}
