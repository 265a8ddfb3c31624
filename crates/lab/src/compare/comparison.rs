//! A comparison: every algorithm of every experiment on every position, and the records of what was found.

use std::path::PathBuf;

use shuangqi_cli::output::Output;
use shuangqi_cli::worker_pool::WorkerPool;
use shuangqi_cli::{BadInput, Failure, source, units};

use super::algorithm::Algorithm;
use super::results::Results;
use super::selection::{algorithms_of, check_memory, chosen_experiments};
use super::summary::Summarizer;
use super::{Args, Depths, MAX_NODES, positions};
use crate::data::{AlgorithmSummary, Experiment, ReferenceRecord, ReferenceSizes, Search, SearchRecord};
use crate::lab_game::LabGame;
use crate::stats::Random;

/// What is compared, and on what.
#[derive(Debug)]
pub struct Comparison<'args, P> {
    pub(super) args: &'args Args,
    pub(super) worker_pool: WorkerPool,
    pub(super) experiments: Vec<Experiment>,
    pub(super) algorithms: Vec<Algorithm>,
    pub(super) positions: Vec<P>,
    pub(super) texts: Vec<String>,
    pub(super) bad_lines: usize,
    pub(super) folder: Option<PathBuf>,
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
        let (mut positions, bad) = match &args.positions {
            Some(file) => positions::read(file, &source::read(file)?),
            None => (positions::embedded::<P>(), Vec::new()),
        };
        bad.iter().for_each(|bad| shuangqi_cli::failure::warn(bad));
        if positions.is_empty() && bad.is_empty() {
            let file = args.positions.as_deref().unwrap_or_default();
            let remedy = "Name a file of positions, one a line";
            return Err(BadInput::new("positions", None, "no position", "at least one", remedy)
                .at(file, 1)
                .into());
        }
        if let Some(count) = args.sample {
            let drawn = Random::new(args.seed.seed).draw(count as usize, positions.len());
            positions = drawn.into_iter().map(|index| positions[index].clone()).collect();
        }
        let texts = positions.iter().map(P::board_text).collect();
        let worker_pool = WorkerPool::new(args.run.threads.count())?;
        let folder =
            args.out.as_ref().map(|out| if is_one_of_several { out.join(P::INFO.name) } else { out.clone() });
        Ok(Comparison {
            args,
            worker_pool,
            experiments,
            algorithms,
            positions,
            texts,
            bad_lines: bad.len(),
            folder,
        })
    }

    pub(super) fn results(&self) -> Results<'_> {
        Results::new(P::INFO.name, &self.texts, &self.algorithms)
    }

    pub(super) fn record<'run>(
        &'run self,
        results: &Results<'_>,
        (position, algorithm, search): (usize, usize, &'run Search),
    ) -> SearchRecord<'run> {
        let error = results.error(position, algorithm, search.depth);
        let (position, algorithm) = (&self.texts[position], &self.algorithms[algorithm].name);
        SearchRecord { game: P::INFO.name, position, algorithm, search, error }
    }

    pub(super) fn reference_record(&self, (position, sizes): (usize, ReferenceSizes)) -> ReferenceRecord<'_> {
        ReferenceRecord { game: P::INFO.name, position: &self.texts[position], sizes }
    }

    /// The figures of every experiment and depth.
    pub(super) fn summaries(&self, results: &Results<'_>) -> Vec<(&Experiment, i16, Vec<AlgorithmSummary>)> {
        let summarizer = Summarizer { results, seed: self.args.seed.seed };
        let experiments = self.experiments.iter();
        let depths = experiments
            .flat_map(|experiment| experiment.depths.iter().map(move |&depth| (experiment, depth)));
        depths
            .map(|(experiment, depth)| (experiment, depth, summarizer.experiment(experiment, depth)))
            .collect()
    }

    pub(super) fn all_summaries(&self, results: &Results<'_>) -> Vec<AlgorithmSummary> {
        self.summaries(results).into_iter().flat_map(|(_, _, rows)| rows).collect()
    }

    /// Emits every search.
    pub(super) fn emit_searches(
        &self,
        results: &Results<'_>,
        output: &mut Output<'_>,
    ) -> Result<(), Failure> {
        results.all().try_for_each(|found| output.emit(&self.record(results, found)))
    }

    pub(super) fn emit_references(
        &self,
        results: &Results<'_>,
        output: &mut Output<'_>,
    ) -> Result<(), Failure> {
        results.all_references().try_for_each(|found| output.emit(&self.reference_record(found)))
    }

    pub(super) fn emit_summaries(
        &self,
        results: &Results<'_>,
        output: &mut Output<'_>,
    ) -> Result<(), Failure> {
        self.all_summaries(results).iter().try_for_each(|row| output.emit(row))
    }

    /// Whether the positions are the embedded ones, all of them and in their order.
    pub(super) fn is_whole_set(&self) -> bool {
        self.args.positions.is_none() && self.args.sample.is_none()
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
