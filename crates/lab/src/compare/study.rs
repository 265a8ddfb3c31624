//! A comparison as a report wants it.

use search_core::minimal_trees::uniform_minimum;
use search_core::recipe::{PARTS, PRESETS};
use search_core::{MoveKind, MoveList, Position};
use shuangqi_cli::version;

use super::block::{Block, Shape, combinations};
use super::comparison::Comparison;
use super::findings;
use super::record::Summary;
use super::results::Results;
use super::workplace::Search;
use crate::game::Game;
use crate::report::{
    AblatedPart, AlgorithmInfo, Block as ReportBlock, Fact, Finding, Kind, Measured, Method, PositionInfo,
    Reference, ReferenceKind, Study, Summary as ReportSummary,
};

/// What each preset is, in a few words.
const PRESET_MEANINGS: [(&str, &str); PRESETS.len()] = [
    ("negamax", "plain minimax in negamax form"),
    ("fail-hard", "alpha-beta whose answers stay within the window"),
    ("alpha-beta", "alpha-beta, fail-soft"),
    ("pvs", "principal variation search"),
    ("negascout", "NegaScout, Reinefeld's form of principal variation search"),
    ("strongest", "the best exact search of this game"),
];

/// Everything that was measured, and what it says.
pub fn study<P: Game>(comparison: &Comparison<'_, P>, results: &Results<'_>) -> Study {
    let summaries = comparison.all_summaries(results);
    Study {
        title: format!("{}: what search techniques are worth", P::INFO.title),
        game: P::INFO.name.to_owned(),
        overview: overview(comparison, results),
        command: comparison.command(),
        facts: facts(comparison),
        seed: comparison.args.seed.seed,
        algorithms: comparison
            .algorithms
            .iter()
            .map(|algorithm| info(&algorithm.name, algorithm.is_exact))
            .collect(),
        positions: comparison
            .texts
            .iter()
            .enumerate()
            .map(|(index, text)| position(comparison, index, text))
            .collect(),
        searches: results
            .all()
            .map(|(position, algorithm, search)| measured(results, position, algorithm, search))
            .collect(),
        references: references(comparison, results),
        blocks: comparison.blocks.iter().map(|block| report_block(block, results)).collect(),
        summaries: summaries.iter().filter_map(|row| summary(row, &comparison.blocks, results)).collect(),
        findings: [findings::findings::<P>(&comparison.blocks, &summaries), vec![widths(comparison)]]
            .concat(),
    }
}

fn overview<P: Game>(comparison: &Comparison<'_, P>, results: &Results<'_>) -> String {
    let searches = results.all().count();
    let agreement = match results.disagreements().len() {
        0 => "Every exact algorithm found the same score everywhere.".to_owned(),
        count => format!("On {count} positions exact algorithms disagree: something is wrong."),
    };
    format!(
        "{searches} searches by {} algorithms on up to {} positions, each begun with nothing remembered, on one thread \
         each. Counts are exact and the same on every run; times compare with each other only. {agreement}",
        comparison.algorithms.len(),
        comparison.texts.len(),
    )
}

fn facts<P: Game>(comparison: &Comparison<'_, P>) -> Vec<Fact> {
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
            format!("{} nodes a search, a tenth of it for plain minimax", comparison.args.max_nodes),
        ),
        fact(
            "Rules",
            "repetition and move limits off; quiescence the same for all exact algorithms".to_owned(),
        ),
        fact("Version", version::SHORT.to_owned()),
    ]
}

fn info(name: &str, is_exact: bool) -> AlgorithmInfo {
    AlgorithmInfo { name: name.to_owned(), meaning: meaning(name), is_selective: !is_exact }
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

fn position<P: Game>(comparison: &Comparison<'_, P>, index: usize, text: &str) -> PositionInfo {
    PositionInfo { text: text.to_owned(), stratum: stratum(comparison, index).to_owned() }
}

/// The stratum of a position; the embedded set repeats them in turn, each round begun one later.
fn stratum<P: Game>(comparison: &Comparison<'_, P>, index: usize) -> &'static str {
    let strata = P::LAB.strata;
    match comparison.is_whole_set() {
        true => strata[(index + index / strata.len()) % strata.len()],
        false => "as given",
    }
}

fn measured(results: &Results<'_>, position: usize, algorithm: usize, search: &Search) -> Measured {
    let tally = &search.tally;
    Measured {
        algorithm,
        position,
        depth: search.depth,
        score: search.found.as_ref().map(|&(score, _)| score),
        nodes: search.cost(),
        visits: tally.visits,
        leaves: tally.leaves,
        quiescence: tally.quiescence,
        ordering: tally.ordering,
        re_searches: tally.re_searches,
        re_search_nodes: tally.re_search_visits,
        cutoffs: tally.cutoffs,
        first_move_cutoffs: tally.first_move_cutoffs,
        table_probes: tally.table_probes,
        table_hits: tally.table_hits,
        table_cutoffs: tally.table_cutoffs,
        last_visits: search.full_width(),
        seconds: search.seconds,
        error: results.error(position, algorithm, search.depth),
    }
}

/// E1: how many moves there are, stratum by stratum.
fn widths<P: Game>(comparison: &Comparison<'_, P>) -> Finding {
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
        evidence: format!("By stratum: {}.", rows.join(", ")),
        block: None,
    }
}

fn references<P: Game>(comparison: &Comparison<'_, P>, results: &Results<'_>) -> Vec<Reference> {
    let widths: Vec<f64> = comparison.positions.iter().map(mean_width).collect();
    let mut references = Vec::new();
    for (position, depth, found) in results.all_references() {
        let uniform = uniform_minimum(widths[position], depth).round() as u64;
        let kinds = [
            (ReferenceKind::KnuthMoore, Some(uniform)),
            (ReferenceKind::MinimalTree, Some(found.tree)),
            (ReferenceKind::LeftFirstMinimalGraph, Some(found.graph)),
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

fn report_block(block: &Block, results: &Results<'_>) -> ReportBlock {
    let index = |name: &str| results.index(name).unwrap_or(usize::MAX);
    let algorithms: Vec<usize> = block.algorithms().iter().map(|name| index(name)).collect();
    let baseline = match &block.shape {
        Shape::List { algorithms, baseline, .. } => index(&algorithms[*baseline]),
        Shape::Ablation { bare, .. } | Shape::Factorial { bare, .. } => index(bare),
        Shape::Setting { methods, .. } => {
            methods[0].pairs.first().map_or(usize::MAX, |(_, divisor)| index(divisor))
        }
    };
    ReportBlock {
        id: block.id.clone(),
        title: block.title.clone(),
        question: block.question.clone(),
        remarks: block.remarks.clone(),
        algorithms,
        baseline,
        kind: kind(&block.shape, &index),
    }
}

fn kind(shape: &Shape, index: &dyn Fn(&str) -> usize) -> Kind {
    match shape {
        Shape::List { is_selective: true, .. } => Kind::Selective,
        Shape::List { .. } => Kind::Exact,
        Shape::Ablation { bare, full, parts } => {
            let part = |name: &String| AblatedPart {
                name: name.clone(),
                added: Some(index(&format!("{bare}+{name}"))),
                removed: Some(index(&format!("{full}-{name}"))),
            };
            Kind::Ablation { bare: index(bare), full: index(full), parts: parts.iter().map(part).collect() }
        }
        Shape::Factorial { bare, parts } => Kind::Factorial {
            parts: parts.clone(),
            algorithms: combinations(bare, parts).iter().map(|name| index(name)).collect(),
        },
        Shape::Setting { setting, values, methods } => {
            let pair = |(name, divisor): &(String, String)| Some((index(name), index(divisor)));
            let method = |method: &super::block::Method| Method {
                name: method.name.clone(),
                pairs: method.pairs.iter().map(pair).collect(),
            };
            Kind::Setting {
                setting: setting.clone(),
                values: values.clone(),
                methods: methods.iter().map(method).collect(),
            }
        }
    }
}

fn summary(row: &Summary, blocks: &[Block], results: &Results<'_>) -> Option<ReportSummary> {
    let exact = row.same_score.map(|is_same| if is_same { 100.0 } else { 0.0 });
    Some(ReportSummary {
        block: blocks.iter().position(|block| block.id == row.block)?,
        algorithm: results.index(&row.algorithm)?,
        baseline: results.index(&row.baseline)?,
        depth: row.depth,
        positions: row.positions,
        unfinished: row.unfinished,
        ratio_geomean: row.ratio_geomean,
        ci95: row.ci95,
        ratio_of_totals: row.ratio_of_totals,
        visits_ratio: row.visits_ratio,
        first_move_percent: row.first_move_percent,
        wins: row.wins,
        losses: row.losses,
        mean_error: row.mean_error,
        move_agreement: row.move_agreement,
        same_score: row.score_agreement.or(exact),
        is_significant: row.is_significant,
    })
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
