//! From a comparison to the data of its report.

use search_core::minimal_trees::uniform_minimum;
use search_core::recipe::{PARTS, PRESETS};
use search_core::{MoveKind, MoveList, Position};
use shuangqi_cli::units::{counted, counted_as};
use shuangqi_cli::version;

use super::algorithm::Algorithm;
use super::comparison::Comparison;
use super::findings;
use super::results::Results;
use crate::data::{
    AlgorithmInfo, Fact, Finding, Measurement, PositionInfo, Reference, ReferenceKind, ReportData, Search,
};
use crate::lab_game::LabGame;

/// What each preset is, in a few words.
const PRESET_MEANINGS: [(&str, &str); PRESETS.len()] = [
    ("negamax", "plain minimax in negamax form"),
    ("fail-hard", "alpha-beta whose answers stay within the window"),
    ("alpha-beta", "alpha-beta, fail-soft"),
    ("pvs", "principal variation search"),
    ("negascout", "NegaScout, Reinefeld's form of principal variation search"),
    ("strongest", "the best exact search of this game"),
    ("selective", "every selective part that pays in Xiangqi"),
];

/// All measurements and findings.
pub fn report_data<P: LabGame>(comparison: &Comparison<'_, P>, results: &Results<'_>) -> ReportData {
    let summaries = comparison.all_summaries(results);
    let measured = |(position, algorithm, search): (usize, usize, &Search)| Measurement {
        algorithm,
        position,
        search: search.clone(),
        error: results.error(position, algorithm, search.depth),
    };
    let (algorithms, texts) = (comparison.algorithms.iter(), comparison.texts.iter());
    let findings = findings::findings::<P>(&comparison.experiments, &summaries);
    ReportData {
        title: format!("{}: what search techniques are worth", P::INFO.title),
        game: P::INFO.name.to_owned(),
        overview: overview(comparison, results),
        command: comparison.command(),
        facts: facts(comparison),
        seed: comparison.args.seed.seed,
        algorithms: algorithms.map(info).collect(),
        positions: texts.enumerate().map(|(index, text)| position(comparison, index, text)).collect(),
        searches: results.all().map(measured).collect(),
        references: references(comparison, results),
        experiments: comparison.experiments.clone(),
        summaries,
        findings: [findings, vec![widths(comparison)]].concat(),
    }
}

fn overview<P: LabGame>(comparison: &Comparison<'_, P>, results: &Results<'_>) -> String {
    let searches = counted_as(results.all().count() as u64, "search", "searches");
    let agreement = match results.disagreements().len() {
        0 => "Every exact algorithm found the same score everywhere.".to_owned(),
        count => format!("On {count} positions exact algorithms disagree: something is wrong."),
    };
    format!(
        "{searches} by {} on up to {}, each with an empty table, on one thread each. Counts are exact and the same on every run; times compare with each other only. {agreement}",
        counted(comparison.algorithms.len() as u64, "algorithm"),
        counted(comparison.texts.len() as u64, "position"),
    )
}

fn facts<P: LabGame>(comparison: &Comparison<'_, P>) -> Vec<Fact> {
    let fact = |name: &str, value: String| Fact { name: name.to_owned(), value };
    let hash = match comparison.args.hash {
        Some(hash) => format!("{hash}, cleared before every search"),
        None => "from 1 MiB to 256 MiB by depth, cleared before every search".to_owned(),
    };
    let source = match &comparison.args.positions {
        Some(_) => "from a file",
        None => "the embedded set, made by the project",
    };
    vec![
        fact("Positions", format!("{}, {source}", comparison.texts.len())),
        fact("Scores", format!("100 to a {}", P::INFO.hundred)),
        fact("Table", hash),
        fact(
            "Limit",
            format!(
                "{} a search, a tenth of it for plain minimax",
                counted(comparison.args.max_nodes, "node")
            ),
        ),
        fact(
            "Rules",
            "repetition and move limits off; quiescence the same for all exact algorithms".to_owned(),
        ),
        fact("Version", version::SHORT.to_owned()),
    ]
}

fn info(Algorithm { name, is_exact, .. }: &Algorithm) -> AlgorithmInfo {
    AlgorithmInfo { name: name.clone(), meaning: meaning(name), is_selective: !is_exact }
}

/// The preset's meaning, and those of the parts that are named.
fn meaning(name: &str) -> String {
    let method = name.split([':', '@']).next().unwrap_or(name);
    let preset = PRESET_MEANINGS.iter().filter(|(preset, _)| method.starts_with(preset));
    let Some((preset, mut text)) =
        preset.max_by_key(|(preset, _)| preset.len()).map(|&(p, m)| (p, m.to_owned()))
    else {
        return name.to_owned();
    };
    let mut rest = &method[preset.len()..];
    while let Some(sign) = rest.chars().next() {
        let named =
            PARTS.iter().filter(|part| rest[1..].starts_with(part.name)).max_by_key(|part| part.name.len());
        let Some(part) = named else { break };
        text += if sign == '+' { "; with " } else { "; without " };
        text += part.meaning;
        rest = &rest[1 + part.name.len()..];
    }
    text + &name[method.len()..].replace('@', "; driver ").replace(':', ", ")
}

fn position<P: LabGame>(comparison: &Comparison<'_, P>, index: usize, text: &str) -> PositionInfo {
    PositionInfo { text: text.to_owned(), stratum: stratum(comparison, index).to_owned() }
}

/// The stratum of a position; the embedded set repeats them in turn, each round begun one later.
fn stratum<P: LabGame>(comparison: &Comparison<'_, P>, index: usize) -> &'static str {
    let strata = P::LAB.strata;
    match comparison.is_whole_set() {
        true => strata[(index + index / strata.len()) % strata.len()],
        false => "as given",
    }
}

/// E1: how many moves there are, stratum by stratum.
fn widths<P: LabGame>(comparison: &Comparison<'_, P>) -> Finding {
    let mut strata: Vec<(String, u64, u64)> = Vec::new();
    for (index, position) in comparison.positions.iter().enumerate() {
        let stratum = stratum(comparison, index);
        let place = strata.iter().position(|(name, _, _)| name == stratum).unwrap_or(strata.len());
        if place == strata.len() {
            strata.push((stratum.to_owned(), 0, 0));
        }
        strata[place].1 += position.count_moves();
        strata[place].2 += 1;
    }
    let mean = |moves: u64, count: u64| moves as f64 / count.max(1) as f64;
    let (moves, count) = strata.iter().fold((0, 0), |(moves, count), row| (moves + row.1, count + row.2));
    let rows: Vec<String> =
        strata.iter().map(|(name, moves, count)| format!("{name} {:.1}", mean(*moves, *count))).collect();
    Finding {
        question: "How many moves does a position have? (In Othello about ten, Allis says.)".to_owned(),
        answer: format!("{:.1} on average.", mean(moves, count)),
        evidence: format!("By kind of position: {}.", rows.join(", ")),
        experiment: None,
    }
}

fn references<P: LabGame>(comparison: &Comparison<'_, P>, results: &Results<'_>) -> Vec<Reference> {
    let widths: Vec<f64> = comparison.positions.iter().map(mean_width).collect();
    let mut references = Vec::new();
    for (position, found) in results.all_references() {
        let depth = found.depth;
        let uniform = uniform_minimum(widths[position], depth).round() as u64;
        let kinds = [
            (ReferenceKind::KnuthMoore, Some(uniform)),
            (ReferenceKind::MinimalTree, Some(found.minimal_tree)),
            (ReferenceKind::LeftFirstMinimalGraph, Some(found.minimal_graph)),
            (ReferenceKind::CheapCut, found.cheap_cuts),
        ];
        let known = kinds.into_iter().filter_map(|(kind, nodes)| Some((kind, nodes?)));
        references.extend(known.map(|(kind, nodes)| Reference { kind, position, depth, nodes }));
    }
    references
}

/// The number of moves of a position and of those after it: the geometric mean of the first, and of the mean of the
/// others.
fn mean_width<P: Position>(position: &P) -> f64 {
    let mut list = MoveList::new();
    position.moves(MoveKind::All, &mut list);
    let replies: u64 = list
        .iter()
        .map(|mv| {
            let mut child = position.clone();
            child.play(mv);
            child.count_moves()
        })
        .sum();
    (replies as f64).sqrt().max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_explained() {
        let text = meaning("strongest-scout+history-count@mtdf:guess=zero");
        assert!(text.starts_with("the best exact search of this game; without null-window scouts"), "{text}");
        assert!(text.ends_with("one a cut-off; driver mtdf, guess=zero"), "{text}");
        let names = PRESET_MEANINGS.map(|(name, _)| name);
        assert_eq!(names, PRESETS.map(|(name, _)| name));
    }

    #[test]
    fn the_width_is_that_of_the_first_two_plies() {
        assert!((mean_width(&othello::Position::START) - 12f64.sqrt()).abs() < 1e-9);
    }
}
