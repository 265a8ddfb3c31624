//! What the options choose: experiments, and the algorithms that they need.

use std::collections::BTreeSet;

use shuangqi_cli::Failure;
use shuangqi_cli::args::HashSize;
use shuangqi_cli::memory::{self, TooLarge};

use super::algorithm::{Algorithm, baseline};
use super::task::ORACLE;
use super::{Args, Depths, experiments};
use crate::data::{Experiment, Shape};
use crate::lab_game::LabGame;

/// Whether there is memory for the tables whose sizes are given, on every thread.
pub fn check_memory(args: &Args, algorithms: &[Algorithm]) -> Result<(), Failure> {
    let common = args.hash.map(HashSize::bytes);
    let sizes: BTreeSet<usize> =
        algorithms.iter().filter_map(|algorithm| algorithm.hash).chain(common).collect();
    let each = sizes.into_iter().fold(0, usize::saturating_add);
    memory::check_each(each, args.run.threads.count()).map_err(TooLarge::in_option)
}

/// The experiments and depths that the options choose.
pub fn chosen_experiments<P: LabGame>(args: &Args) -> Result<Vec<Experiment>, Failure> {
    let mut experiments = match (&args.algorithms, args.blocks.as_deref()) {
        (Some(list), _) => vec![own_experiment::<P>(list)?],
        (None, None) => vec![experiments::first::<P>()],
        (None, Some("all")) => experiments::all::<P>(),
        (None, Some(list)) => named_experiments::<P>(list)?,
    };
    if let Some(Depths(first, last)) = args.depth {
        for experiment in &mut experiments {
            experiment.depths = (first..=last).collect();
            experiment.oracle = None;
        }
    }
    Ok(experiments)
}

fn named_experiments<P: LabGame>(list: &str) -> Result<Vec<Experiment>, Failure> {
    let known = experiments::all::<P>();
    let find = |name: &str| {
        known.iter().find(|experiment| experiment.id == name).cloned().ok_or_else(|| {
            let names: Vec<&str> = known.iter().map(|experiment| experiment.id.as_str()).collect();
            let names = names.join(", ");
            Failure::Usage(format!("--blocks: there is no block \"{name}\". Known are: all, {names}."))
        })
    };
    list.split(',').map(|name| find(name.trim())).collect()
}

/// The experiment of the algorithms that the user lists. Selective ones need an exact one to be compared with.
fn own_experiment<P: LabGame>(list: &str) -> Result<Experiment, Failure> {
    let mut algorithms = Algorithm::parse_list::<P>(list)?;
    let is_selective = algorithms.iter().any(|algorithm| !algorithm.is_exact);
    if is_selective && algorithms.iter().all(|algorithm| !algorithm.is_exact) {
        algorithms.insert(0, Algorithm::parse::<P>(ORACLE)?);
    }
    let baseline = baseline(&algorithms);
    let names = algorithms.into_iter().map(|algorithm| algorithm.name).collect();
    let mut experiment = experiments::all::<P>().swap_remove(0);
    experiment.id = "own".to_owned();
    experiment.title = "Algorithms of your choice".to_owned();
    experiment.question = "What do these algorithms cost on the same positions?".to_owned();
    experiment.references = None;
    experiment.shape = Shape::List { algorithms: names, baseline, is_selective };
    Ok(experiment)
}

/// Every algorithm of the experiments, each once; with the one that finds the moves of a deeper search, where they are compared.
pub fn algorithms_of<P: LabGame>(experiments: &[Experiment]) -> Result<Vec<Algorithm>, Failure> {
    let mut algorithms: Vec<Algorithm> = Vec::new();
    let oracle = experiments.iter().any(|experiment| experiment.oracle.is_some()).then(|| ORACLE.to_owned());
    for name in experiments.iter().flat_map(Experiment::algorithms).chain(oracle) {
        if algorithms.iter().all(|known| known.name != name) {
            algorithms.push(Algorithm::parse::<P>(&name)?);
        }
    }
    Ok(algorithms)
}
