//! The output of fastchess.

use super::{TextReport, plus_minus, ratio, test_state};
use crate::arena::config::EngineConfig;
use crate::arena::standings::{Encounter, Standings};
use crate::rating::Counts;

const RULE: &str = "--------------------------------------------------";

/// The block of each two engines, between lines of dashes.
pub fn figures(report: &TextReport<'_>, standings: &Standings) -> String {
    let mut lines = vec![RULE.to_owned()];
    for encounter in standings.encounters() {
        lines.extend(block(report, encounter, standings));
        lines.push(RULE.to_owned());
    }
    lines.join("\n")
}

fn block(report: &TextReport<'_>, encounter: &Encounter, standings: &Standings) -> Vec<String> {
    let [one, other] = encounter.engines.map(|engine| report.name(engine));
    let games = encounter.games();
    let (spread, pairs) = (encounter.counts().spread(), encounter.pairs);
    let mut lines = vec![
        format!("Results of {one} vs {other} ({}):", conditions(report, encounter)),
        format!("Elo: {}, nElo: {}", plus_minus(spread.elo(), 2), plus_minus(spread.normalized_elo(), 2)),
        format!(
            "LOS: {:.2} %, DrawRatio: {:.2} %, PairsRatio: {}",
            spread.superiority() * 100.0,
            encounter.counts().draw_ratio().unwrap_or(0.0) * 100.0,
            ratio(pairs.counts.ratio())
        ),
        format!(
            "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1} ({:.2} %)",
            games.games(),
            games.wins,
            games.losses,
            games.draws,
            games.points(),
            encounter.score() * 100.0
        ),
    ];
    if matches!(encounter.counts(), Counts::Pairs(_)) {
        let [ll, ld, middle, dw, ww] = pairs.counts.0;
        let even = ratio(pairs.win_loss_ratio());
        lines.push(format!("Ptnml(0-2): [{ll}, {ld}, {middle}, {dw}, {ww}], WL/DD Ratio: {even}"));
    }
    lines.extend(test(standings));
    lines
}

fn test(standings: &Standings) -> Option<String> {
    let (state, [elo0, elo1]) = test_state(standings)?;
    let (llr, percent) = (state.llr, 100.0 * state.fraction);
    Some(format!(
        "LLR: {llr:.2} ({percent:.1}%) ({:.2}, {:.2}) [{elo0:.2}, {elo1:.2}]",
        state.lower, state.upper
    ))
}

/// `10+0.1, 1t, 16MB, openings.epd`.
fn conditions(report: &TextReport<'_>, encounter: &Encounter) -> String {
    let engines = encounter.engines.map(|engine| &report.config.engines[engine]);
    let both = |text: fn(&EngineConfig) -> String| {
        let [one, other] = engines.map(text);
        if one == other { one } else { format!("{one} - {other}") }
    };
    let parts = [
        both(limit),
        both(|engine| option(engine, "Threads", "1") + "t"),
        both(hash),
        report.config.openings.clone(),
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

fn limit(engine: &EngineConfig) -> String {
    let limits = &engine.limits;
    let clock = engine.clock.map(|clock| clock.to_string());
    let time = limits.move_time.map(|time| format!("{}/move", time.as_secs_f64()));
    let nodes = limits.nodes.map(|nodes| format!("{nodes} nodes"));
    let depth = limits.depth.map(|depth| format!("{depth} plies"));
    [clock, time, nodes, depth].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn option(engine: &EngineConfig, name: &str, otherwise: &str) -> String {
    let known = engine.options.iter().find(|(option, _)| option.eq_ignore_ascii_case(name));
    known.map_or_else(|| otherwise.to_owned(), |(_, value)| value.clone())
}

fn hash(engine: &EngineConfig) -> String {
    let size = option(engine, "Hash", "");
    if size.is_empty() { size } else { size + "MB" }
}
