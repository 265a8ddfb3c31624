//! Answers to common questions, as sentences made from the summaries.

use crate::data::{AlgorithmSummary, Experiment, Finding};
use crate::lab_game::LabGame;
use crate::stats::ENOUGH_POSITIONS;
use shuangqi_plot::number;

/// The answers that these experiments can give.
pub fn findings<P: LabGame>(experiments: &[Experiment], summaries: &[AlgorithmSummary]) -> Vec<Finding> {
    let figures = Figures { experiments, summaries };
    [
        figures.saving(),
        figures.distance(),
        figures.ordering(),
        figures.aspiration(),
        figures.mtdf(),
        figures.shallower(),
        figures.ten_plies::<P>(),
        figures.futility(),
        figures.futility_steps(),
        figures.null_moves(),
        figures.verification(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[derive(Clone, Copy)]
struct Figures<'run> {
    experiments: &'run [Experiment],
    summaries: &'run [AlgorithmSummary],
}

impl<'run> Figures<'run> {
    /// The figures of an algorithm in an experiment, by rising depth. Where it has several divisors, against itself aside.
    fn rows(&self, experiment: &str, algorithm: &str) -> Vec<&'run AlgorithmSummary> {
        let rows = self.summaries.iter().filter(|row| row.block == experiment && row.algorithm == algorithm);
        rows.collect()
    }

    /// The same at the greatest depth.
    fn last(&self, experiment: &str, algorithm: &str) -> Option<&'run AlgorithmSummary> {
        self.rows(experiment, algorithm).pop()
    }

    fn finding(&self, experiment: &str, question: &str, answer: String, evidence: String) -> Option<Finding> {
        let experiment = self.experiments.iter().position(|known| known.id == experiment);
        Some(Finding { question: question.to_owned(), answer, evidence, experiment })
    }

    /// Moreland's figure (A8 in `data/laboratory`).
    fn saving(&self) -> Option<Finding> {
        let rows = self.rows("deep", "strongest");
        let last = rows.last()?;
        let (depth, (low, high)) = (last.depth, last.ci95?);
        let answer = match last.ratio_geomean? {
            _ if !is_clear(last) => format!("{TOO_LITTLE} at depth {depth}."),
            ratio if ratio > 1.0 => {
                format!("No: it costs {} more at depth {depth}.", number::percent(100.0 * (ratio - 1.0)))
            }
            ratio => {
                let saved = number::percent(100.0 * (1.0 - ratio));
                let answer = match (low <= 0.9, high >= 0.9) {
                    (true, true) => "About that",
                    (true, false) => "More",
                    (false, _) => "Less",
                };
                format!("{answer}: it saves {saved} at depth {depth}.")
            }
        };
        self.finding(
            "deep",
            "Does principal variation search save 10 % over alpha-beta with the same ordering?",
            answer,
            format!("Ratio of nodes: {}.", ratios(&rows)),
        )
    }

    fn distance(&self) -> Option<Finding> {
        let rows: Vec<&AlgorithmSummary> =
            self.rows("deep", "strongest").into_iter().filter(|row| row.graph_ratio.is_some()).collect();
        let (first, last) = (rows.first()?, rows.last()?);
        let figures: Vec<String> = rows
            .iter()
            .filter_map(|row| {
                let (low, high) = row.graph_ci95?;
                Some(format!("{} ({low}–{high}) at depth {}", row.graph_ratio?, row.depth))
            })
            .collect();
        let answer = match has_enough(&rows) {
            false => format!("{TOO_LITTLE}."),
            true => format!(
                "Its last iteration visits {} times the left-first minimal graph at depth {}, {} times at depth {}.",
                first.graph_ratio?, first.depth, last.graph_ratio?, last.depth
            ),
        };
        self.finding(
            "deep",
            "How far is the best exact search from the smallest one?",
            answer,
            format!("Visits without quiescence over the graph's: {}.", figures.join(", ")),
        )
    }

    /// D6 in `data/laboratory`.
    fn ordering(&self) -> Option<Finding> {
        let depth = self.rows("ordering", "pvs").last()?.depth;
        let at = |name: &str| self.rows("ordering", name).into_iter().find(|row| row.depth == depth);
        let (worst, best) = (at("pvs")?, at("pvs+sort+perfect")?);
        let answer = match worst.ratio_geomean? > 1.0 {
            _ if !is_clear(worst) => format!("{TOO_LITTLE} without ordering"),
            true => format!("Yes: without ordering the nodes change by {}", change(worst)?),
            false => format!("Not here: even without ordering the nodes change by {}", change(worst)?),
        };
        let names = ["pvs", "pvs+sort", "pvs+sort+deepening", "pvs+sort+table+deepening", "pvs+sort+perfect"];
        let rows: Vec<String> = names
            .iter()
            .filter_map(|name| {
                Some(format!("{} {}", name.trim_start_matches("pvs+"), with_interval(at(name)?)?))
            })
            .collect();
        self.finding(
            "ordering",
            "Does principal variation search lose to alpha-beta when moves are badly ordered?",
            format!("{answer}; with perfect order: {}.", change(best)?),
            format!("PVS over alpha-beta at depth {depth}: {}.", rows.join(", ")),
        )
    }

    /// B9 and B10 in `data/laboratory`.
    fn aspiration(&self) -> Option<Finding> {
        let rows = self.rows("aspiration", "alpha-beta+sort+table+deepening@aspiration");
        let last = rows.last()?;
        let helps = |row: &&&AlgorithmSummary| is_clear(row) && row.ratio_geomean < Some(1.0);
        let first = rows.iter().rev().take_while(helps).last();
        let answer = match first {
            Some(row) => {
                format!("From depth {} on; at depth {}: {}.", row.depth, last.depth, change(last)?)
            }
            None if !is_clear(last) => format!("{TOO_LITTLE} down to depth {}.", last.depth),
            None => format!("Not down to depth {}.", last.depth),
        };
        self.finding(
            "aspiration",
            "From which depth does an aspiration window help alpha-beta?",
            answer,
            format!("Ratio of nodes to the full window: {}.", ratios(&rows)),
        )
    }

    fn mtdf(&self) -> Option<Finding> {
        let (mtdf, window) =
            (self.rows("drivers", "strongest@mtdf"), self.rows("drivers", "strongest@aspiration"));
        let (one, other) = (mtdf.last()?, window.last()?);
        let answer = match quotient(one, other) {
            None => format!("{TOO_LITTLE} at depth {}.", one.depth),
            Some(quotient) => format!(
                "{} At depth {} it takes {quotient:.3} times the nodes of aspiration.",
                if quotient < 1.0 { "Yes." } else { "No." },
                one.depth
            ),
        };
        self.finding(
            "drivers",
            "Is MTD(f) better than an aspiration window?",
            answer,
            format!("Against the full window: MTD(f) {}; aspiration {}.", ratios(&mtdf), ratios(&window)),
        )
    }

    /// B8 in `data/laboratory`: a search of one ply less as a first guess.
    fn shallower(&self) -> Option<Finding> {
        let rows = |name: &str| Some(self.rows("headline", name)).filter(|rows| has_enough(rows));
        let share = |name: &str| {
            let shares: Vec<String> = rows(name)?
                .windows(2)
                .filter(|pair| pair[0].positions == pair[1].positions)
                .filter_map(|pair| {
                    Some((pair[1].total_nodes? as f64 / pair[0].total_nodes? as f64, pair[1].depth))
                })
                .map(|(share, depth)| format!("1/{share:.1} for depth {depth}"))
                .collect();
            (!shares.is_empty()).then(|| shares.join(", "))
        };
        let (plain, ordered) = (share("alpha-beta")?, share("alpha-beta+sort+table")?);
        self.finding(
            "headline",
            "What does a search of one ply less cost? (Quoted as 1/15 to 1/5.)",
            format!("For plain alpha-beta {plain}; well ordered {ordered}."),
            "Nodes of all positions together, each depth searched for itself.".to_owned(),
        )
    }

    /// E2 and E8 in `data/laboratory`.
    fn ten_plies<P: LabGame>(&self) -> Option<Finding> {
        if P::INFO.name != "othello" {
            return None;
        }
        let full = extrapolate(&self.rows("headline", "negamax"), 10)?;
        let plain = extrapolate(&self.rows("headline", "alpha-beta"), 10)?;
        let best = self.rows("deep", "strongest").into_iter().find(|row| row.depth == 10)?;
        self.finding(
            "headline",
            "Ten plies of Othello: ten thousand million positions without alpha-beta, a million with it?",
            format!(
                "About {} without, {} with plain alpha-beta in fixed order, {} with the best exact search.",
                rounded(full),
                rounded(plain),
                rounded(best.mean_nodes? as f64)
            ),
            "Mean nodes a position; the first two go on from the deepest depths measured, by the growth of the last two plies."
                .to_owned(),
        )
    }

    /// C17 in `data/laboratory`.
    fn futility(&self) -> Option<Finding> {
        let all_steps = "strongest+futility+extended-futility+razoring";
        let before = self.last("pruning", all_steps)?;
        let after = self.last("pruning", &format!("{all_steps}+futility-after-make"))?;
        let text =
            |row: &AlgorithmSummary| Some(format!("nodes {}, time {}", change(row)?, time_change(row)?));
        self.finding(
            "pruning",
            "Do futility and razoring lower nodes but not time, as ElephantEye's author found?",
            format!("Decided before the move is made: {}. Decided after: {}.", text(before)?, text(after)?),
            format!("At depth {}, all three steps, against the strongest exact search, with 95 % intervals. Times are of a shared machine.", before.depth),
        )
    }

    fn futility_steps(&self) -> Option<Finding> {
        let names = ["futility", "futility+extended-futility", "futility+extended-futility+razoring"];
        let rows: Vec<&AlgorithmSummary> =
            names.iter().filter_map(|parts| self.last("pruning", &format!("strongest+{parts}"))).collect();
        let [one, two, three] = rows.as_slice() else { return None };
        let further = |row, before| match quotient(row, before) {
            Some(quotient) => format!("a further {}", signed_percent(quotient)),
            None => TOO_LITTLE.to_lowercase(),
        };
        self.finding(
            "pruning",
            "Heinz measured −60 % for selective futility, a further −10 to −20 % for extended futility, −5 to −15 % for limited \
             razoring. Here?",
            format!("Selective: {}; extended: {}; razoring: {}.", change(one)?, further(two, one), further(three, two)),
            format!(
                "Ratio of nodes to the strongest exact search at depth {}, margins of 0.8, 1.6 and 2.4 minor pieces: selective {}, \
                 with extended {}, with razoring {}.",
                one.depth,
                with_interval(one)?,
                with_interval(two)?,
                with_interval(three)?
            ),
        )
    }

    /// Heinz's figure, where the rule differs from a reduction of 2 at all.
    fn null_moves(&self) -> Option<Finding> {
        let rows = self.rows("deep-pruning", "strongest+null-heinz");
        let last = rows.last()?;
        self.finding(
            "deep-pruning",
            "Heinz: an adaptive null move saves 10 to 30 % against a reduction of 2. Here?",
            format!("At depth {}: {}.", last.depth, change(last)?),
            format!("Adaptive over a reduction of 2: {}. Up to depth 6 the two are the same.", ratios(&rows)),
        )
    }

    fn verification(&self) -> Option<Finding> {
        let deep = self.last("deep-pruning", "strongest+null3+verify-tabibi")?;
        let two = self.last("pruning", "strongest+null2")?;
        let three = self.last("pruning", "strongest+null3")?;
        let verified = self.last("pruning", "strongest+null3+verify-tabibi")?;
        let row =
            |row: &AlgorithmSummary| Some(format!("{} (exact on {} %)", change(row)?, row.score_agreement?));
        self.finding(
            "deep-pruning",
            "Tabibi: a verified null move with reduction 3 gives a smaller tree than reduction 2, and errs less. Here?",
            format!("Nodes at depth {}, against reduction 2: {}.", deep.depth, change(deep)?),
            format!(
                "At depth {}, against the exact search: reduction 2 {}, reduction 3 {}, verified {}.",
                two.depth,
                row(two)?,
                row(three)?,
                row(verified)?
            ),
        )
    }
}

/// The answer where figures do not decide.
const TOO_LITTLE: &str = "Too little to tell";

fn has_enough(rows: &[&AlgorithmSummary]) -> bool {
    !rows.is_empty() && rows.iter().all(|row| row.positions >= ENOUGH_POSITIONS)
}

/// Whether the ratio of nodes differs from 1: its interval does not include 1, and there are enough positions.
fn is_clear(row: &AlgorithmSummary) -> bool {
    excludes_one(row, row.ci95)
}

fn excludes_one(row: &AlgorithmSummary, interval: Option<(f64, f64)>) -> bool {
    interval.is_some_and(|(low, high)| low > 1.0 || high < 1.0) && has_enough(&[row])
}

/// How many times the nodes of another row; `None` where the intervals of the two overlap.
fn quotient(row: &AlgorithmSummary, other: &AlgorithmSummary) -> Option<f64> {
    let ((low, high), (other_low, other_high)) = (row.ci95?, other.ci95?);
    let is_clear = has_enough(&[row, other]) && (high < other_low || other_high < low);
    is_clear.then_some(row.ratio_geomean? / other.ratio_geomean?)
}

/// What the nodes of a row save or add, with the interval.
fn change(row: &AlgorithmSummary) -> Option<String> {
    Some(change_of(row, row.ratio_geomean?, row.ci95))
}

fn time_change(row: &AlgorithmSummary) -> Option<String> {
    Some(change_of(row, row.seconds_ratio?, row.seconds_ci95))
}

fn change_of(row: &AlgorithmSummary, ratio: f64, interval: Option<(f64, f64)>) -> String {
    let range = |(low, high)| format!("{} to {}", signed_percent(low), signed_percent(high));
    match interval {
        Some(interval) if excludes_one(row, Some(interval)) => {
            format!("{} ({})", signed_percent(ratio), range(interval))
        }
        Some(interval) => format!("too little to tell ({}, {} positions)", range(interval), row.positions),
        None => "too little to tell".to_owned(),
    }
}

/// The mean nodes a position at a depth, by the growth of the last two plies measured.
fn extrapolate(rows: &[&AlgorithmSummary], depth: i16) -> Option<f64> {
    let is_whole = |row: &&&AlgorithmSummary| row.unfinished == 0 && row.positions >= ENOUGH_POSITIONS;
    let whole: Vec<&&AlgorithmSummary> = rows.iter().filter(is_whole).collect();
    let [.., before, _, last] = whole.as_slice() else { return None };
    let (from, to) = (before.mean_nodes? as f64, last.mean_nodes? as f64);
    let growth = (to / from).sqrt();
    Some(to * growth.powi(i32::from(depth - last.depth)))
}

fn ratios(rows: &[&AlgorithmSummary]) -> String {
    let texts: Vec<String> = rows
        .iter()
        .filter_map(|row| Some(format!("{} at depth {}", with_interval(row)?, row.depth)))
        .collect();
    texts.join(", ")
}

fn with_interval(row: &AlgorithmSummary) -> Option<String> {
    let (low, high) = row.ci95?;
    Some(format!("{:.3} ({low:.3}–{high:.3})", row.ratio_geomean?))
}

/// A ratio as what it saves or adds.
fn signed_percent(ratio: f64) -> String {
    format!("{} %", number::signed(100.0 * (ratio - 1.0), 1))
}

/// A large number by its power of ten.
fn rounded(number: f64) -> String {
    let power = number.max(1.0).log10().floor();
    let digits = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let exponent: String = format!("{power}")
        .chars()
        .filter_map(|digit| digit.to_digit(10))
        .map(|digit| digits[digit as usize])
        .collect();
    format!("{:.1} · 10{exponent}", number / 10f64.powf(power))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(
            [rounded(12_345.0), rounded(9.9e9), rounded(1.0)],
            ["1.2 · 10⁴", "9.9 · 10⁹", "1.0 · 10⁰"]
        );
        assert_eq!([0.9, 1.25, 1.0].map(signed_percent), ["−10.0 %", "+25.0 %", "0.0 %"]);
    }

    #[test]
    fn what_does_not_decide_is_said_to_tell_too_little() {
        let row = |positions, ci95| AlgorithmSummary {
            positions,
            ratio_geomean: Some(0.9),
            ci95,
            seconds_ratio: Some(2.695),
            ..AlgorithmSummary::default()
        };
        assert_eq!(change(&row(20, Some((0.8, 0.95)))).unwrap(), "−10.0 % (−20.0 % to −5.0 %)");
        for (positions, interval) in [(20, Some((0.8, 1.1))), (4, Some((0.8, 0.95))), (20, None)] {
            let text = change(&row(positions, interval)).unwrap();
            assert!(text.starts_with("too little to tell"), "{text}");
        }
        assert_eq!(time_change(&row(20, Some((0.8, 0.95)))).unwrap(), "too little to tell");
        let (one, other) = (row(20, Some((0.8, 0.95))), row(20, Some((0.9, 1.0))));
        assert_eq!(quotient(&one, &other), None);
        assert_eq!(quotient(&one, &row(20, Some((0.96, 1.0)))), Some(1.0));
    }

    #[test]
    fn growth_goes_on_as_measured() {
        let row = |depth, mean_nodes| AlgorithmSummary {
            depth,
            positions: ENOUGH_POSITIONS,
            mean_nodes: Some(mean_nodes),
            ..AlgorithmSummary::default()
        };
        let rows = [row(3, 100), row(4, 500), row(5, 10_000)];
        let rows: Vec<&AlgorithmSummary> = rows.iter().collect();
        assert!((extrapolate(&rows, 6).unwrap() - 100_000.0).abs() < 1e-6);
        assert!(extrapolate(&rows[1..], 6).is_none());
    }
}
