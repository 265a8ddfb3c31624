//! The algorithms and positions that the options choose.

use std::collections::BTreeSet;
use std::path::PathBuf;

use shuangqi_cli::args::HashSize;
use shuangqi_cli::memory::{self, TooLarge};
use shuangqi_cli::run_folder::RunFolder;
use shuangqi_cli::worker_pool::WorkerPool;
use shuangqi_cli::{BadInput, Failure, source, units};

use super::algorithm::Algorithm;
use super::experiment::{Experiment, Shape};
use super::results::ORACLE;
use super::{Args, Depths, MAX_NODES, experiments};
use crate::lab_game::LabGame;
use crate::stats::Random;

/// The file in a folder of results that is the journal of the searches.
pub const JOURNAL_FILE: &str = "journal.ndjson";

/// The files of a comparison's folder, pictures apart.
const FILES: [&str; 6] =
    [JOURNAL_FILE, "data.csv", "summaries.csv", "references.csv", "data.json", "report.html"];

/// Every algorithm of every experiment on every position.
#[derive(Debug)]
pub struct Comparison<'args, P> {
    pub(super) args: &'args Args,
    pub(super) worker_pool: WorkerPool,
    pub(super) experiments: Vec<Experiment>,
    pub(super) algorithms: Vec<Algorithm>,
    pub(super) positions: Vec<P>,
    pub(super) texts: Vec<String>,
    pub(super) bad_lines: usize,
    folder: Option<PathBuf>,
}

impl<'args, P: LabGame> Comparison<'args, P> {
    /// Reads what the options name. Where several games are compared, each gets a folder of its own.
    pub fn new(args: &'args Args, is_one_of_several: bool) -> Result<Self, Failure> {
        if is_one_of_several && args.positions.is_some() {
            let message =
                "--positions names positions of one game. Compare othello or xiangqi instead of both.";
            return Err(Failure::Usage(message.to_owned()));
        }
        let experiments = chosen_experiments::<P>(args)?;
        let algorithms = algorithms_of::<P>(&experiments)?;
        check_memory(args, &algorithms)?;
        let (positions, bad_lines) = chosen_positions::<P>(args)?;
        let folder = args.out.clone();
        Ok(Comparison {
            args,
            worker_pool: WorkerPool::new(args.run.threads.count())?,
            experiments,
            algorithms,
            texts: positions.iter().map(P::board_text).collect(),
            positions,
            bad_lines,
            folder: folder.map(|out| if is_one_of_several { out.join(P::INFO.name) } else { out }),
        })
    }

    /// The folder of the results, if there is one.
    pub fn run_folder(&self) -> Option<RunFolder<'_>> {
        let path = self.folder.as_deref()?;
        Some(RunFolder { path, command: self.command(), names: &FILES, pictures: Some(P::INFO.name) })
    }

    /// The command that repeats it, but for what does not change the counts.
    pub(super) fn command(&self) -> String {
        let args = self.args;
        let mut words = vec![format!("shuangqi compare {}", P::INFO.name)];
        words.extend(args.blocks.as_ref().map(|list| format!("--blocks {list}")));
        words.extend(args.algorithms.as_ref().map(|list| format!("--algorithms {list}")));
        words.extend(args.depth.map(|Depths(first, last)| format!("--depth {first}..{last}")));
        words.extend(args.positions.as_ref().map(|file| format!("--positions {file}")));
        words.extend(args.sample.map(|count| format!("--sample {count} --seed {}", args.seed.seed)));
        words.extend(args.hash.map(|hash| format!("--hash {hash}")));
        let is_usual = units::count(MAX_NODES) == Ok(args.max_nodes);
        words.extend((!is_usual).then(|| format!("--max-nodes {}", args.max_nodes)));
        words.join(" ") + " --out DIR"
    }
}

/// The experiments and depths that the options choose.
fn chosen_experiments<P: LabGame>(args: &Args) -> Result<Vec<Experiment>, Failure> {
    let mut experiments = match (&args.algorithms, args.blocks.as_deref()) {
        (Some(list), _) => vec![own_experiment::<P>(list)?],
        (None, None) => vec![experiments::first(&P::LAB)],
        (None, Some("all")) => experiments::all(&P::LAB),
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

/// The experiments of a list, each once.
fn named_experiments<P: LabGame>(list: &str) -> Result<Vec<Experiment>, Failure> {
    let known = experiments::all(&P::LAB);
    let mut named: Vec<Experiment> = Vec::new();
    for name in list.split(',').map(str::trim) {
        let found = known.iter().find(|experiment| experiment.id == name).ok_or_else(|| {
            let names: Vec<&str> = known.iter().map(|experiment| experiment.id).collect();
            let names = names.join(", ");
            Failure::Usage(format!("--blocks: there is no block \"{name}\". Known are: all, {names}."))
        })?;
        if !named.contains(found) {
            named.push(found.clone());
        }
    }
    Ok(named)
}

/// The experiment of the algorithms that the user lists. Selective ones need an exact one to be compared with.
fn own_experiment<P: LabGame>(list: &str) -> Result<Experiment, Failure> {
    let listed = Algorithm::parse_list::<P>(list)?;
    let has_exact = listed.iter().any(|algorithm| algorithm.is_exact);
    let is_selective = listed.iter().any(|algorithm| !algorithm.is_exact);
    let missing = (!has_exact).then(|| ORACLE.to_owned());
    let algorithms = missing.into_iter().chain(listed.into_iter().map(|algorithm| algorithm.name)).collect();
    Ok(Experiment {
        id: "own",
        title: "Algorithms of your choice",
        question: "What do these algorithms cost on the same positions?",
        remark: None,
        shape: Shape::List { algorithms, is_selective },
        positions: usize::MAX,
        references: None,
        ..experiments::first(&P::LAB)
    })
}

/// Every algorithm of the experiments, each once; with the one that finds the moves of a deeper search, where they are compared.
fn algorithms_of<P: LabGame>(experiments: &[Experiment]) -> Result<Vec<Algorithm>, Failure> {
    let mut algorithms: Vec<Algorithm> = Vec::new();
    let oracle = experiments.iter().any(|experiment| experiment.oracle.is_some()).then(|| ORACLE.to_owned());
    for name in experiments.iter().flat_map(Experiment::algorithms).chain(oracle) {
        if algorithms.iter().all(|known| known.name != name) {
            algorithms.push(Algorithm::parse::<P>(&name)?);
        }
    }
    Ok(algorithms)
}

/// Whether there is memory for the tables whose sizes are given, on every thread.
fn check_memory(args: &Args, algorithms: &[Algorithm]) -> Result<(), Failure> {
    let common = args.hash.map(HashSize::bytes);
    let sizes: BTreeSet<usize> =
        algorithms.iter().filter_map(|algorithm| algorithm.hash).chain(common).collect();
    let each = sizes.into_iter().fold(0, usize::saturating_add);
    memory::check_each(each, args.run.threads.count()).map_err(TooLarge::in_option)
}

/// The positions that the options choose, and how many lines of their file are bad, each of which is named.
fn chosen_positions<P: LabGame>(args: &Args) -> Result<(Vec<P>, usize), Failure> {
    let (mut positions, bad) = match &args.positions {
        Some(file) => read_positions(file, &source::read(file)?),
        None => (embedded::<P>(), Vec::new()),
    };
    bad.iter().for_each(|bad| shuangqi_cli::failure::warn(bad));
    if positions.is_empty() && bad.is_empty() {
        let file = args.positions.as_deref().unwrap_or_default();
        let remedy = "Name a file of positions, one a line";
        let bad = BadInput::new("positions", None, "no position", "at least one", remedy);
        return Err(bad.at(file, 1).into());
    }
    if let Some(count) = args.sample {
        let drawn = Random::new(args.seed.seed).draw(count as usize, positions.len());
        positions = drawn.into_iter().map(|index| positions[index].clone()).collect();
    }
    Ok((positions, bad.len()))
}

/// The positions of a text, one a line; empty lines and lines that begin with `#` aside. What is wrong with the
/// others.
fn read_positions<P: LabGame>(file: &str, text: &str) -> (Vec<P>, Vec<BadInput>) {
    let (mut positions, mut bad) = (Vec::new(), Vec::new());
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        match P::parse_position(line) {
            Ok(position) => positions.push(position),
            Err(error) => bad.push(error.at(file, index + 1)),
        }
    }
    (positions, bad)
}

/// The positions that are built in.
pub fn embedded<P: LabGame>() -> Vec<P> {
    read_positions("the built-in positions", P::LAB.positions).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_experiments_and_positions_that_are_built_in_can_be_read() {
        fn check<P: LabGame>() {
            let (positions, bad) = read_positions::<P>("f", P::LAB.positions);
            assert!(bad.is_empty() && positions.len() >= 30);
            assert!(positions.iter().all(|position| position.count_moves() > 1));
            let experiments = experiments::all(&P::LAB);
            assert!(experiments.len() > 10 && experiments[0].depths.len() >= 4);
            assert!(algorithms_of::<P>(&experiments).unwrap().len() > 60);
        }
        check::<othello::Position>();
        check::<xiangqi::Position>();
    }
}
