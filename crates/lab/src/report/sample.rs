//! Studies made of invented figures of plausible size, for tests and for looking at pages.

use super::study::*;
use crate::stats::{Paired, Random};

/// An algorithm's behaviour: how its trees grow, how much it differs from position to position, how far it errs.
#[derive(Clone, Copy, Debug)]
pub struct Behaviour {
    /// Added to the logarithm of the nodes at each ply.
    growth: f64,
    /// Added once.
    offset: f64,
    /// The spread of the logarithm over positions.
    spread: f64,
    /// The mean error of a selective algorithm, in hundredths.
    error: Option<u32>,
}

/// A study in the making.
#[derive(Debug)]
pub struct Sample {
    study: Study,
    random: Random,
    depths: std::ops::RangeInclusive<i16>,
}

impl Sample {
    /// A study of some positions and depths, without algorithms.
    pub fn new(positions: usize, depths: std::ops::RangeInclusive<i16>) -> Sample {
        const STRATA: [&str; 5] = ["12 discs", "20 discs", "28 discs", "36 discs", "44 discs"];
        let position = |place: usize| PositionInfo {
            text: format!("{}X {place}", "-OX".repeat(21)),
            stratum: STRATA[place * STRATA.len() / positions].to_owned(),
        };
        let fact = |name: &str, value: &str| Fact { name: name.to_owned(), value: value.to_owned() };
        let study = Study {
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
            ..Study::default()
        };
        Sample { study, random: Random::new(7), depths }
    }

    /// About −1 to 1, mostly near 0.
    fn noise(&mut self) -> f64 {
        (0..4).map(|_| self.random.below(1000) as f64 / 1000.0 - 0.5).sum::<f64>() / 1.2
    }

    /// Adds an algorithm with its searches and gives its index.
    pub fn algorithm(&mut self, name: &str, behaviour: Behaviour) -> usize {
        let index = self.study.algorithms.len();
        self.study.algorithms.push(AlgorithmInfo {
            name: name.to_owned(),
            meaning: format!("Searches as {name} does, with everything that its name says and nothing else."),
            is_selective: behaviour.error.is_some(),
        });
        for position in 0..self.study.positions.len() {
            let bias = self.noise() * behaviour.spread;
            for depth in self.depths.clone() {
                let search = self.search(behaviour, bias, (index, position, depth));
                self.study.searches.push(search);
            }
        }
        index
    }

    fn search(
        &mut self,
        behaviour: Behaviour,
        bias: f64,
        (algorithm, position, depth): (usize, usize, i16),
    ) -> Measured {
        let hard = 1.0 + (position * 37 % 101) as f64 / 200.0;
        let parity = if depth % 2 == 0 { 0.0 } else { 0.12 };
        let log = behaviour.offset
            + parity
            + f64::from(depth) * behaviour.growth * hard
            + bias
            + 0.05 * self.noise();
        let visits = log.exp() as u64 + 1;
        let is_finished = visits < 50_000_000;
        let error = behaviour.error.map(|mean| (f64::from(mean) * (1.0 + self.noise())).max(0.0) as u32);
        let cutoffs = visits / 3;
        Measured {
            algorithm,
            position,
            depth,
            score: is_finished.then_some(12),
            nodes: visits + visits / 5,
            visits,
            leaves: visits / 2,
            ordering: visits / 5,
            re_searches: visits / 400,
            re_search_nodes: visits / (20 + algorithm as u64 * 3),
            cutoffs,
            first_move_cutoffs: cutoffs * (70 + algorithm as u64 % 25) / 100,
            table_probes: if algorithm.is_multiple_of(3) { visits } else { 0 },
            table_hits: visits / 5,
            table_cutoffs: visits / 9,
            last_visits: visits * 7 / 10,
            seconds: visits as f64 * 2.1e-7 * (1.0 + 0.3 * self.noise()) + 1e-6,
            error,
            ..Measured::default()
        }
    }

    /// Adds a block with a summary for each pair of algorithms that it divides.
    pub fn block(&mut self, id: &str, title: &str, kind: Kind, algorithms: &[usize], baseline: usize) {
        let block = self.study.blocks.len();
        self.study.blocks.push(Block {
            id: id.to_owned(),
            title: title.to_owned(),
            question: format!("Does {} earn its keep, and from which depth?", title.to_lowercase()),
            remarks: Vec::new(),
            algorithms: algorithms.to_vec(),
            baseline,
            kind,
        });
        let against = |algorithm: usize| match &self.study.blocks[block].kind {
            Kind::Ablation { full, parts, .. }
                if parts.iter().any(|part| part.removed == Some(algorithm)) =>
            {
                *full
            }
            _ => baseline,
        };
        let pairs: Vec<(usize, usize)> =
            algorithms.iter().map(|&algorithm| (algorithm, against(algorithm))).collect();
        let summaries: Vec<Summary> = pairs
            .into_iter()
            .flat_map(|pair| self.depths.clone().map(move |depth| (pair, depth)))
            .collect::<Vec<_>>()
            .into_iter()
            .filter_map(|(pair, depth)| self.summary(block, pair, depth))
            .collect();
        self.study.summaries.extend(summaries);
    }

    fn summary(&self, block: usize, (algorithm, baseline): (usize, usize), depth: i16) -> Option<Summary> {
        let (per_position, per_algorithm) = (self.depths.clone().count(), self.study.positions.len());
        let find = |algorithm: usize, position: usize| {
            let place = (depth - self.depths.start()) as usize;
            let search =
                self.study.searches.get((algorithm * per_algorithm + position) * per_position + place)?;
            search.score.map(|_| search)
        };
        let positions = 0..self.study.positions.len();
        let counts: Vec<(u64, u64)> = positions
            .filter_map(|position| Some((find(algorithm, position)?.nodes, find(baseline, position)?.nodes)))
            .collect();
        let better = counts.iter().filter(|(one, other)| one < other).count() as u64;
        let worse = counts.iter().filter(|(one, other)| one > other).count() as u64;
        let paired = Paired { counts };
        let is_selective = self.study.algorithms.get(algorithm)?.is_selective;
        let error = is_selective.then_some(14.2 + 3.0 * (algorithm % 7) as f64);
        Some(Summary {
            block,
            algorithm,
            baseline,
            depth,
            positions: paired.counts.len() as u64,
            unfinished: (self.study.positions.len() - paired.counts.len()) as u64,
            ratio_geomean: Some(paired.geometric_mean()?),
            ci95: paired.interval(1),
            ratio_of_totals: paired.ratio_of_totals(),
            visits_ratio: paired.geometric_mean(),
            first_move_percent: Some(70.0 + (algorithm % 25) as f64),
            wins: better,
            losses: worse,
            mean_error: error,
            same_score: error.map(|_| 71.3),
            ..Summary::default()
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
            for position in 0..self.study.positions.len() {
                for depth in self.depths.clone() {
                    let hard = 1.0 + (position * 37 % 101) as f64 / 200.0;
                    let nodes = (offset + f64::from(depth) * growth * hard).exp() as u64 + 1;
                    self.study.references.push(Reference { kind, position, depth, nodes });
                }
            }
        }
    }

    /// The study.
    pub fn done(self) -> Study {
        self.study
    }
}

/// An exact algorithm.
pub fn exact(growth: f64, offset: f64, spread: f64) -> Behaviour {
    Behaviour { growth, offset, spread, error: None }
}

/// A selective one.
pub fn selective(growth: f64, offset: f64, error: u32) -> Behaviour {
    Behaviour { growth, offset, spread: 0.5, error: Some(error) }
}

/// A study with a block of every kind.
pub fn study(positions: usize) -> Study {
    let mut sample = Sample::new(positions, 3..=9);
    let drivers: Vec<usize> = [
        ("negamax", exact(2.1, 0.0, 0.05)),
        ("fail-hard", exact(1.22, 0.8, 0.1)),
        ("alpha-beta", exact(1.2, 0.8, 0.1)),
        ("pvs", exact(1.195, 0.75, 0.12)),
        ("pvs+sort+table", exact(1.0, 0.9, 0.3)),
        ("strongest", exact(0.9, 1.0, 0.3)),
        ("strongest@aspiration", exact(0.895, 0.98, 0.3)),
        ("strongest@mtdf", exact(0.89, 0.99, 0.35)),
    ]
    .map(|(name, behaviour)| sample.algorithm(name, behaviour))
    .to_vec();
    sample.references();
    sample.block("drivers", "Drivers of the search", Kind::Exact, &drivers, drivers[2]);
    ablation(&mut sample, drivers[3], drivers[5]);
    factorial(&mut sample);
    ordering(&mut sample);
    pruning(&mut sample, drivers[5]);
    let mut study = sample.done();
    study.findings = findings();
    study
}

fn ablation(sample: &mut Sample, bare: usize, full: usize) {
    let parts = ["sort", "table", "killers", "history", "transposed cut-offs", "deepening"];
    let parts: Vec<AblatedPart> = parts
        .iter()
        .enumerate()
        .map(|(place, part)| {
            let worth = 0.03 * (6 - place) as f64;
            let added = Some(sample.algorithm(&format!("pvs+{part}"), exact(1.195 - worth, 0.75, 0.3)));
            let removed =
                Some(sample.algorithm(&format!("strongest-{part}"), exact(0.9 + worth / 3.0, 1.0, 0.3)));
            AblatedPart { name: (*part).to_owned(), added, removed }
        })
        .collect();
    let algorithms: Vec<usize> = parts.iter().flat_map(|part| [part.added, part.removed]).flatten().collect();
    sample.block("parts", "Parts, one by one", Kind::Ablation { bare, full, parts }, &algorithms, bare);
}

fn factorial(sample: &mut Sample) {
    let parts: Vec<String> = ["table", "sort", "killers", "history", "deepening"].map(str::to_owned).to_vec();
    let algorithms: Vec<usize> = (0..1usize << parts.len())
        .map(|bits| {
            let worth: f64 =
                (0..parts.len()).filter(|bit| bits >> bit & 1 == 1).map(|bit| 0.05 / (bit + 1) as f64).sum();
            sample.algorithm(&format!("combination {bits}"), exact(1.2 - worth, 0.8, 0.2))
        })
        .collect();
    let baseline = algorithms[0];
    sample.block(
        "combinations",
        "Every combination of parts",
        Kind::Factorial { parts, algorithms: algorithms.clone() },
        &algorithms,
        baseline,
    );
}

fn ordering(sample: &mut Sample) {
    let values = ["none", "static", "iterative deepening", "iterative deepening + table", "perfect"]
        .map(str::to_owned)
        .to_vec();
    let mut pairs = [Vec::new(), Vec::new()];
    let mut algorithms = Vec::new();
    for (place, value) in values.iter().enumerate() {
        let growth = 1.3 - 0.09 * place as f64;
        let base = sample.algorithm(&format!("alpha-beta, {value}"), exact(growth, 0.8, 0.1));
        let pvs =
            sample.algorithm(&format!("pvs, {value}"), exact(growth + 0.02 - 0.012 * place as f64, 0.8, 0.1));
        let mtdf =
            sample.algorithm(&format!("mtdf, {value}"), exact(growth + 0.05 - 0.02 * place as f64, 0.8, 0.1));
        pairs[0].push(Some((pvs, base)));
        pairs[1].push(Some((mtdf, base)));
        algorithms.extend([base, pvs, mtdf]);
    }
    let [pvs, mtdf] = pairs;
    let methods = vec![
        Method { name: "PVS over alpha-beta".to_owned(), pairs: pvs },
        Method { name: "MTD(f) over alpha-beta".to_owned(), pairs: mtdf },
    ];
    let kind = Kind::Setting { setting: "quality of move ordering".to_owned(), values, methods };
    let baseline = algorithms[0];
    sample.block("ordering", "PVS and the quality of move ordering", kind, &algorithms, baseline);
}

fn pruning(sample: &mut Sample, baseline: usize) {
    let mut algorithms: Vec<usize> = [
        ("strongest+null", selective(0.8, 1.0, 21)),
        ("strongest+null-adaptive", selective(0.78, 1.0, 24)),
        ("strongest+null-verified", selective(0.83, 1.0, 9)),
        ("strongest+futility", selective(0.85, 1.0, 7)),
        ("strongest+extended-futility", selective(0.84, 1.0, 16)),
        ("strongest+razoring", selective(0.82, 1.0, 30)),
        ("strongest+reductions", selective(0.7, 1.0, 26)),
        ("strongest+probes", selective(0.86, 1.0, 12)),
    ]
    .map(|(name, behaviour)| sample.algorithm(name, behaviour))
    .to_vec();
    algorithms.insert(0, baseline);
    sample.block("pruning", "Selective search", Kind::Selective, &algorithms, baseline);
}

fn findings() -> Vec<Finding> {
    let finding = |question: &str, answer: &str, evidence: &str, block: usize| Finding {
        question: question.to_owned(),
        answer: answer.to_owned(),
        evidence: evidence.to_owned(),
        block: Some(block),
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

/// Twenty-five algorithms in one block.
pub fn crowd() -> Study {
    let mut sample = Sample::new(40, 2..=7);
    let algorithms: Vec<usize> = (0..25)
        .map(|place| {
            let name = format!("pvs+sort+part{place}{}@aspiration", "+history".repeat(place % 4));
            sample.algorithm(&name, exact(1.2 - 0.002 * place as f64, 0.8, 0.1))
        })
        .collect();
    sample.references();
    sample.block("crowd", "Twenty-five at once", Kind::Exact, &algorithms, algorithms[0]);
    let selective: Vec<usize> = (0..24)
        .map(|place| {
            let name = format!("strongest+selective{place}");
            sample.algorithm(&name, selective(1.0 - 0.004 * place as f64, 0.8, 3 + place * place % 17))
        })
        .chain([algorithms[0]])
        .collect();
    sample.block("many", "Many selective ones", Kind::Selective, &selective, algorithms[0]);
    sample.done()
}

/// One algorithm, one position, one depth.
pub fn single() -> Study {
    let mut sample = Sample::new(1, 4..=4);
    let only = sample.algorithm("alpha-beta", exact(1.0, 1.0, 0.1));
    sample.block("single", "One of everything", Kind::Exact, &[only], only);
    sample.done()
}

/// Names with signs that mean something in HTML, counts of nothing, times that are no numbers, indices of nothing,
/// blocks without searches.
pub fn hostile() -> Study {
    let mut sample = Sample::new(4, 1..=2);
    let name = "<script>alert(\"&'</script>";
    let one = sample.algorithm(name, exact(1.0, 1.0, 0.1));
    let other = sample.algorithm("]]> -- <!-- & \u{1}", exact(1.0, 1.0, 0.1));
    for title in ["</script><b>", "a & b"] {
        sample.block("x", title, Kind::Exact, &[one, other, 99], other);
    }
    sample.block("pareto", "p", Kind::Selective, &[one, other], 99);
    sample.block(
        "bars",
        "b",
        Kind::Ablation {
            bare: one,
            full: 77,
            parts: vec![
                AblatedPart { name: name.to_owned(), added: Some(other), removed: Some(99) },
                AblatedPart { name: name.to_owned(), added: None, removed: None },
            ],
        },
        &[one],
        one,
    );
    let parts = vec![name.to_owned()];
    sample.block(
        "map",
        "m",
        Kind::Factorial { parts: parts.clone(), algorithms: vec![one, other] },
        &[one],
        one,
    );
    sample.block("short", "m", Kind::Factorial { parts: parts.clone(), algorithms: vec![one] }, &[one], one);
    let methods =
        vec![Method { name: name.to_owned(), pairs: vec![Some((one, other)), None, Some((one, 99))] }];
    sample.block(
        "setting",
        "s",
        Kind::Setting { setting: name.to_owned(), values: parts, methods },
        &[],
        one,
    );
    let mut study = sample.done();
    study.title = name.to_owned();
    study.overview = name.to_owned();
    study.findings = vec![Finding { question: name.to_owned(), block: Some(99), ..Finding::default() }];
    for search in &mut study.searches {
        if search.position == 0 {
            *search = Measured {
                score: Some(0),
                seconds: f64::NAN,
                algorithm: search.algorithm,
                depth: search.depth,
                ..Measured::default()
            };
        }
    }
    for summary in &mut study.summaries {
        summary.ratio_of_totals = Some(f64::INFINITY);
        summary.ci95 = Some((f64::NAN, 1.0));
    }
    study.references.push(Reference { kind: ReferenceKind::MinimalTree, position: 0, depth: 1, nodes: 0 });
    study
}
