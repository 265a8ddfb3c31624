//! The work of all experiments: each search once, even if several experiments need it.

use search_core::Control;
use serde::{Deserialize, Serialize};
use shuangqi_cli::memory::TooLarge;

use super::algorithm::Algorithm;
use super::search_runner::SearchRunner;
use crate::data::{Experiment, ReferenceSizes, Search, Thoroughness};
use crate::lab_game::LabGame;

/// One item of work on one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    pub position: usize,
    pub work: Work,
    pub depths: Vec<i16>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// Searches by the algorithm of this index.
    Search(usize),
    /// The minimal trees that searches are compared with.
    MinimalTrees(Thoroughness),
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Done {
    /// By rising depth; fewer than asked for if one was given up.
    Searches(Vec<Search>),
    /// By rising depth.
    References(Vec<ReferenceSizes>),
}

impl Task {
    pub fn perform<P: LabGame>(
        &self,
        place: &mut SearchRunner<P>,
        positions: &[P],
        algorithms: &[Algorithm],
        max_nodes: u64,
        control: &Control,
    ) -> Result<Done, TooLarge> {
        let position = &positions[self.position];
        match self.work {
            Work::Search(algorithm) => {
                let algorithm = &algorithms[algorithm];
                place.deepen(position, algorithm, &self.depths, max_nodes, control).map(Done::Searches)
            }
            Work::MinimalTrees(thoroughness) => {
                let is_thorough = thoroughness == Thoroughness::CheapCuts;
                let find = |&depth: &i16| {
                    let found = place.minimal_trees(position, depth, is_thorough, control).transpose()?;
                    Some(found.map(|found| ReferenceSizes::new(depth, found)))
                };
                self.depths.iter().map_while(find).collect::<Result<_, _>>().map(Done::References)
            }
        }
    }
}

/// Every task that the experiments need, position by position.
pub fn tasks(experiments: &[Experiment], algorithms: &[Algorithm], positions: usize) -> Vec<Task> {
    let mut tasks = Vec::new();
    for position in 0..positions {
        let here: Vec<&Experiment> =
            experiments.iter().filter(|experiment| position < experiment.positions).collect();
        for (index, algorithm) in algorithms.iter().enumerate() {
            let depths = here.iter().flat_map(|experiment| depths_for(experiment, algorithm));
            push(&mut tasks, position, Work::Search(index), depths);
        }
        for thoroughness in [Thoroughness::Minimal, Thoroughness::CheapCuts] {
            let depths = here.iter().filter(|experiment| experiment.references == Some(thoroughness));
            let depths = depths.flat_map(|experiment| experiment.depths.iter().copied());
            push(&mut tasks, position, Work::MinimalTrees(thoroughness), depths);
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

/// The algorithm whose moves at greater depth others are compared with, and whose scores selective ones are.
pub const ORACLE: &str = "strongest";

fn push(tasks: &mut Vec<Task>, position: usize, work: Work, depths: impl Iterator<Item = i16>) {
    let mut depths: Vec<i16> = depths.collect();
    depths.sort_unstable();
    depths.dedup();
    if !depths.is_empty() {
        tasks.push(Task { position, work, depths });
    }
}
