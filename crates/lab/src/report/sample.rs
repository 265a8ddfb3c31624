//! Reports made of invented figures of plausible size, for tests and for looking at pages.

use search_core::Counters;

use crate::data::*;
use crate::stats::{Paired, Random};

/// A model of an algorithm: the growth of its trees, their spread over positions, and its mean error.
#[derive(Clone, Copy, Debug)]
pub struct SampleModel {
    /// Added to the logarithm of the nodes at each ply.
    growth: f64,
    offset: f64,
    /// The spread of the logarithm over positions.
    spread: f64,
    /// The mean error of a selective algorithm, in hundredths.
    error: Option<u32>,
}

/// A report that is being built.
#[derive(Debug)]
pub struct Sample {
    report: ReportData,
    random: Random,
    depths: std::ops::RangeInclusive<i16>,
}

impl Sample {
    /// A report of some positions and depths, without algorithms.
    pub fn new(positions: usize, depths: std::ops::RangeInclusive<i16>) -> Sample {
        const STRATA: [&str; 5] = ["12 discs", "20 discs", "28 discs", "36 discs", "44 discs"];
        let position = |place: usize| PositionInfo {
            text: format!("{}X {place}", "-OX".repeat(21)),
            stratum: STRATA[place * STRATA.len() / positions].to_owned(),
        };
        let fact = |name: &str, value: &str| Fact { name: name.to_owned(), value: value.to_owned() };
        let report = ReportData {
            title: "What does each search technique buy in Othello?".to_owned(),
            game: "othello".to_owned(),
            overview: "Twelve ways to search the same positions to the same depths, counted position by \
                position. These figures are invented."
                .to_owned(),
            command: "shuangqi compare othello --depth 3..9 --out report".to_owned(),
            facts: vec![
                fact("positions", "300 from games with random openings, 60 of each phase"),
                fact("depths", "3 to 9 plies"),
                fact("table", "16 MiB, cleared before every search"),
                fact("evaluator", "classical, whole numbers"),
                fact("threads", "2 positions at a time, one thread to a search"),
                fact("commit", "0123abc"),
            ],
            seed: 1,
            positions: (0..positions).map(position).collect(),
            ..ReportData::default()
        };
        Sample { report, random: Random::new(7), depths }
    }

    /// About −1 to 1, mostly near 0.
    fn noise(&mut self) -> f64 {
        (0..4).map(|_| self.random.below(1000) as f64 / 1000.0 - 0.5).sum::<f64>() / 1.2
    }

    /// Adds an algorithm with its searches.
    pub fn algorithm(&mut self, name: &str, model: SampleModel) {
        let index = self.report.algorithms.len();
        self.report.algorithms.push(AlgorithmInfo {
            name: name.to_owned(),
            meaning: format!("Searches as {name} does, with everything that its name says and nothing else."),
            is_selective: model.error.is_some(),
        });
        for position in 0..self.report.positions.len() {
            let bias = self.noise() * model.spread;
            for depth in self.depths.clone() {
                let search = self.search(model, bias, (index, position, depth));
                self.report.searches.push(search);
            }
        }
    }

    fn search(
        &mut self,
        model: SampleModel,
        bias: f64,
        (algorithm, position, depth): (usize, usize, i16),
    ) -> Measurement {
        let hard = 1.0 + (position * 37 % 101) as f64 / 200.0;
        let parity = if depth % 2 == 0 { 0.0 } else { 0.12 };
        let log = model.offset + parity + f64::from(depth) * model.growth * hard + bias + 0.05 * self.noise();
        let visits = log.exp() as u64 + 1;
        let is_finished = visits < 50_000_000;
        let error = model.error.map(|mean| (f64::from(mean) * (1.0 + self.noise())).max(0.0) as u32);
        let cutoffs = visits / 3;
        let counters = Counters {
            visits,
            leaves: visits / 2,
            ordering: visits / 5,
            re_searches: visits / 400,
            re_search_visits: visits / (20 + algorithm as u64 * 3),
            cutoffs,
            first_move_cutoffs: cutoffs * (70 + algorithm as u64 % 25) / 100,
            table_probes: if algorithm.is_multiple_of(3) { visits } else { 0 },
            table_hits: visits / 5,
            table_cutoffs: visits / 9,
            ..Counters::default()
        };
        let search = Search {
            depth,
            found: is_finished.then(|| (12, "a1".to_owned())),
            counters,
            last_iteration: Counters { visits: visits * 7 / 10, ..Counters::default() },
            seconds: visits as f64 * 2.1e-7 * (1.0 + 0.3 * self.noise()) + 1e-6,
        };
        Measurement { algorithm, position, search, error }
    }

    /// Adds an experiment with a summary for each pair of algorithms that it divides.
    pub fn experiment(&mut self, id: &str, title: &str, shape: Shape) {
        let experiment = Experiment {
            id: id.to_owned(),
            title: title.to_owned(),
            question: format!("What does {} save, and from which depth?", title.to_lowercase()),
            remarks: Vec::new(),
            shape,
            depths: self.depths.clone().collect(),
            positions: self.report.positions.len(),
            references: None,
            oracle: None,
        };
        let at = |pair: (String, String)| experiment.depths.iter().map(move |&depth| (pair.clone(), depth));
        let rows = experiment.pairs().into_iter().flat_map(at);
        let summaries: Vec<AlgorithmSummary> =
            rows.filter_map(|(pair, depth)| self.summary(&experiment.id, &pair, depth)).collect();
        self.report.summaries.extend(summaries);
        self.report.experiments.push(experiment);
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.report.algorithms.iter().position(|algorithm| algorithm.name == name)
    }

    fn summary(&self, id: &str, (name, divisor): &(String, String), depth: i16) -> Option<AlgorithmSummary> {
        let (algorithm, baseline) = (self.index(name)?, self.index(divisor)?);
        let (per_position, per_algorithm) = (self.depths.clone().count(), self.report.positions.len());
        let find = |algorithm: usize, position: usize| {
            let place = (depth - self.depths.start()) as usize;
            let index = (algorithm * per_algorithm + position) * per_position + place;
            Some(&self.report.searches.get(index)?.search).filter(|search| search.found.is_some())
        };
        let counts: Vec<(u64, u64)> = (0..per_algorithm)
            .filter_map(|position| {
                Some((find(algorithm, position)?.cost(), find(baseline, position)?.cost()))
            })
            .collect();
        let better = counts.iter().filter(|(one, other)| one < other).count() as u64;
        let worse = counts.iter().filter(|(one, other)| one > other).count() as u64;
        let paired = Paired { counts };
        let is_selective = self.report.algorithms.get(algorithm)?.is_selective;
        let error = is_selective.then_some(14.2 + 3.0 * (algorithm % 7) as f64);
        Some(AlgorithmSummary {
            block: id.to_owned(),
            algorithm: name.clone(),
            baseline: divisor.clone(),
            depth,
            positions: paired.counts.len() as u64,
            unfinished: (per_algorithm - paired.counts.len()) as u64,
            ratio_geomean: Some(paired.geometric_mean()?),
            ci95: paired.interval(1),
            ratio_of_totals: paired.ratio_of_totals(),
            visits_ratio: paired.geometric_mean(),
            first_move_percent: Some(70.0 + (algorithm % 25) as f64),
            wins: better,
            losses: worse,
            mean_error: error,
            score_agreement: error.map(|_| 71.3),
            ..AlgorithmSummary::default()
        })
    }

    /// Adds references of every kind, given how each grows.
    pub fn references(&mut self) {
        use ReferenceKind::*;
        for (kind, growth, offset) in [
            (KnuthMoore, 1.02, 0.7),
            (MinimalTree, 0.92, 0.9),
            (LeftFirstMinimalGraph, 0.85, 0.9),
            (CheapCut, 0.78, 0.8),
        ] {
            for position in 0..self.report.positions.len() {
                for depth in self.depths.clone() {
                    let hard = 1.0 + (position * 37 % 101) as f64 / 200.0;
                    let nodes = (offset + f64::from(depth) * growth * hard).exp() as u64 + 1;
                    self.report.references.push(Reference { kind, position, depth, nodes });
                }
            }
        }
    }

    pub fn done(self) -> ReportData {
        self.report
    }
}

pub fn exact(growth: f64, offset: f64, spread: f64) -> SampleModel {
    SampleModel { growth, offset, spread, error: None }
}

pub fn selective(growth: f64, offset: f64, error: u32) -> SampleModel {
    SampleModel { growth, offset, spread: 0.5, error: Some(error) }
}

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|name| (*name).to_owned()).collect()
}

/// A report with an experiment of every shape.
pub fn report(positions: usize) -> ReportData {
    let mut sample = Sample::new(positions, 3..=9);
    let drivers = [
        ("negamax", exact(2.1, 0.0, 0.05)),
        ("fail-hard", exact(1.22, 0.8, 0.1)),
        ("alpha-beta", exact(1.2, 0.8, 0.1)),
        ("pvs", exact(1.195, 0.75, 0.12)),
        ("pvs+sort+table", exact(1.0, 0.9, 0.3)),
        ("strongest", exact(0.9, 1.0, 0.3)),
        ("strongest@aspiration", exact(0.895, 0.98, 0.3)),
        ("strongest@mtdf", exact(0.89, 0.99, 0.35)),
    ];
    for (name, model) in drivers {
        sample.algorithm(name, model);
    }
    sample.references();
    let algorithms = drivers.iter().map(|(name, _)| (*name).to_owned()).collect();
    let shape = Shape::List { algorithms, baseline: 2, is_selective: false };
    sample.experiment("drivers", "Drivers of the search", shape);
    ablation(&mut sample);
    factorial(&mut sample);
    ordering(&mut sample);
    pruning(&mut sample);
    ReportData { findings: findings(), ..sample.done() }
}

fn ablation(sample: &mut Sample) {
    let parts = names(&["sort", "table", "killers", "history", "transposed cut-offs", "deepening"]);
    for (place, part) in parts.iter().enumerate() {
        let worth = 0.03 * (6 - place) as f64;
        sample.algorithm(&format!("pvs+{part}"), exact(1.195 - worth, 0.75, 0.3));
        sample.algorithm(&format!("strongest-{part}"), exact(0.9 + worth / 3.0, 1.0, 0.3));
    }
    let shape = Shape::Ablation { bare: "pvs".to_owned(), full: "strongest".to_owned(), parts };
    sample.experiment("parts", "Parts, one by one", shape);
}

fn factorial(sample: &mut Sample) {
    let parts = names(&["table", "sort", "killers", "history", "deepening"]);
    for (bits, name) in combinations("combination", &parts).iter().enumerate() {
        let worth: f64 =
            (0..parts.len()).filter(|bit| bits >> bit & 1 == 1).map(|bit| 0.05 / (bit + 1) as f64).sum();
        sample.algorithm(name, exact(1.2 - worth, 0.8, 0.2));
    }
    let shape = Shape::Factorial { bare: "combination".to_owned(), parts };
    sample.experiment("combinations", "Every combination of parts", shape);
}

fn ordering(sample: &mut Sample) {
    let values = names(&["none", "static", "iterative deepening", "iterative deepening + table", "perfect"]);
    let mut method = |title: &str, name: &str, offset: f64, slope: f64| {
        let pair = |(place, value): (usize, &String)| {
            let growth = 1.3 - 0.09 * place as f64;
            let (one, base) = (format!("{name}, {value}"), format!("alpha-beta, {value}"));
            if name == "pvs" {
                sample.algorithm(&base, exact(growth, 0.8, 0.1));
            }
            sample.algorithm(&one, exact(growth + offset - slope * place as f64, 0.8, 0.1));
            (one, base)
        };
        Method { name: title.to_owned(), pairs: values.iter().enumerate().map(pair).collect() }
    };
    let methods = vec![
        method("PVS over alpha-beta", "pvs", 0.02, 0.012),
        method("MTD(f) over alpha-beta", "mtdf", 0.05, 0.02),
    ];
    let shape = Shape::Setting { setting: "quality of move ordering".to_owned(), values, methods };
    sample.experiment("ordering", "PVS and the quality of move ordering", shape);
}

fn pruning(sample: &mut Sample) {
    let algorithms = [
        ("strongest+null", selective(0.8, 1.0, 21)),
        ("strongest+null-adaptive", selective(0.78, 1.0, 24)),
        ("strongest+null-verified", selective(0.83, 1.0, 9)),
        ("strongest+futility", selective(0.85, 1.0, 7)),
        ("strongest+extended-futility", selective(0.84, 1.0, 16)),
        ("strongest+razoring", selective(0.82, 1.0, 30)),
        ("strongest+reductions", selective(0.7, 1.0, 26)),
        ("strongest+probes", selective(0.86, 1.0, 12)),
    ];
    let mut all = names(&["strongest"]);
    for (name, model) in algorithms {
        sample.algorithm(name, model);
        all.push(name.to_owned());
    }
    let shape = Shape::List { algorithms: all, baseline: 0, is_selective: true };
    sample.experiment("pruning", "Selective search", shape);
}

fn findings() -> Vec<Finding> {
    let finding = |question: &str, answer: &str, evidence: &str, experiment: usize| Finding {
        question: question.to_owned(),
        answer: answer.to_owned(),
        evidence: evidence.to_owned(),
        experiment: Some(experiment),
    };
    vec![
        finding(
            "Does PVS save 10 %?",
            "No: 4 % at depth 8, and nothing when moves are badly ordered.",
            "Geometric mean 0.958, 95 % interval 0.951 to 0.965, 300 positions.",
            0,
        ),
        finding(
            "What is a transposition table worth?",
            "More than any other part: without it the best search needs half as \
            much again.",
            "× 1.52 (1.47 to 1.58) at depth 8.",
            1,
        ),
        finding(
            "Does PVS lose to alpha-beta when ordering is bad?",
            "Yes, by 3 %.",
            "× 1.03 (1.02 to 1.04) unordered.",
            3,
        ),
    ]
}

/// One algorithm, one position, one depth.
pub fn single() -> ReportData {
    let mut sample = Sample::new(1, 4..=4);
    sample.algorithm("alpha-beta", exact(1.0, 1.0, 0.1));
    let shape = Shape::List { algorithms: names(&["alpha-beta"]), baseline: 0, is_selective: false };
    sample.experiment("single", "One of everything", shape);
    sample.done()
}

/// A report with names that are markup, names of nothing, and values that are no numbers.
pub fn hostile() -> ReportData {
    let name = "</script><script>alert(1)</script> & \"quotes\" \u{1}";
    let mut sample = Sample::new(9, 1..=3);
    sample.algorithm(name, exact(1.0, 1.0, 0.1));
    let odd = "]]> -- <!-- & \u{1}";
    sample.algorithm(odd, selective(0.9, 1.0, 5));
    sample.references();
    let (one, other, unknown) = (name.to_owned(), odd.to_owned(), "unknown".to_owned());
    let all = vec![one.clone(), other.clone(), unknown.clone()];
    for (id, is_selective) in [("<b>", false), ("same id", true), ("same-id", true)] {
        let shape = Shape::List { algorithms: all.clone(), baseline: 0, is_selective };
        sample.experiment(id, name, shape);
    }
    let parts = vec![name.to_owned(), "known".to_owned()];
    let ablation = Shape::Ablation { bare: one.clone(), full: unknown.clone(), parts: parts.clone() };
    sample.experiment("parts", "p", ablation);
    sample.experiment("map", "m", Shape::Factorial { bare: one.clone(), parts: parts.clone() });
    sample.experiment("short", "m", Shape::Factorial { bare: unknown.clone(), parts: Vec::new() });
    let pairs = vec![(one.clone(), other), (one, unknown)];
    let methods = vec![Method { name: name.to_owned(), pairs }];
    let shape = Shape::Setting { setting: name.to_owned(), values: parts, methods };
    sample.experiment("setting", "s", shape);
    let mut report = sample.done();
    report.title = name.to_owned();
    report.overview = name.to_owned();
    report.findings = vec![Finding { question: name.to_owned(), experiment: Some(99), ..Finding::default() }];
    for measured in report.searches.iter_mut().filter(|measured| measured.position == 0) {
        let (depth, found) = (measured.search.depth, Some((0, String::new())));
        measured.search = Search { depth, found, seconds: f64::NAN, ..Search::default() };
    }
    for summary in &mut report.summaries {
        summary.ratio_of_totals = Some(f64::INFINITY);
        summary.ci95 = Some((f64::NAN, 1.0));
    }
    report.references.push(Reference { kind: ReferenceKind::MinimalTree, position: 0, depth: 1, nodes: 0 });
    report
}
