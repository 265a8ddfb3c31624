//! The conditions of the match.

use std::borrow::Cow;

use shuangqi_cli::units::{counted, counted_as};

use super::Report;
use super::format::{capital, duration, words};
use crate::config::{Adjudication, EngineConfig, Layout, Limits, Order, TimeControl, Tournament};
use shuangqi_plot::number;

/// Names and values, in the order in which they are shown.
pub fn conditions(report: &Report<'_>) -> Vec<(Cow<'static, str>, String)> {
    let config = report.config;
    let mut conditions = vec![("time", times(report)), ("openings", config.openings.clone())];
    conditions.push(("schedule", schedule(&config.layout, report.is_duel())));
    if config.game.info.rules.is_some() {
        conditions.push(("rules", capital(&config.rules)));
    }
    conditions.push(("ended early", adjudication(&config.adjudication, &report.unit())));
    conditions.push(("engines", protocols(report)));
    conditions.into_iter().map(|(name, value)| (name.into(), value)).collect()
}

fn times(report: &Report<'_>) -> String {
    each(report, time)
}

fn protocols(report: &Report<'_>) -> String {
    each(report, |engine| {
        let protocol = engine.protocol.facts().title;
        let scale = (!engine.scale.is_one()).then(|| format!("scores times {}", f64::from(engine.scale)));
        let options = engine.options.iter().map(|(name, value)| format!("{name}={value}"));
        let options: Vec<String> = options.chain(scale).collect();
        if options.is_empty() { protocol.to_owned() } else { format!("{protocol}, {}", options.join(" ")) }
    })
}

/// A text that is the same for all engines once, or else each engine's own.
fn each(report: &Report<'_>, text: impl Fn(&EngineConfig) -> String) -> String {
    let texts: Vec<String> = report.config.engines.iter().map(text).collect();
    match texts.first() {
        Some(first) if texts.iter().all(|other| other == first) => first.clone(),
        _ => {
            let named =
                texts.iter().enumerate().map(|(engine, text)| format!("{}: {text}", report.name(engine)));
            named.collect::<Vec<_>>().join("; ")
        }
    }
}

/// `10 s + 0.1 s a move`, `depth 8`.
pub fn time(engine: &EngineConfig) -> String {
    let parts: Vec<String> = engine.clock.map(control).into_iter().chain(limits(&engine.limits)).collect();
    if parts.is_empty() { "no limit".to_owned() } else { parts.join(", ") }
}

fn control(control: TimeControl) -> String {
    let TimeControl { base, increment, moves } = control;
    let base = match moves {
        Some(moves) => format!("{} for {}", duration(base), counted(moves.get().into(), "move")),
        None => duration(base),
    };
    if increment.is_zero() { base } else { format!("{base} + {} a move", duration(increment)) }
}

fn limits(limits: &Limits) -> impl Iterator<Item = String> {
    let depth = limits.depth.map(|depth| format!("depth {depth}"));
    let nodes = limits.nodes.map(|nodes| format!("{} a move", counted(nodes.get(), "node")));
    let time = limits.move_time.map(|time| format!("{} a move", duration(time)));
    [depth, nodes, time].into_iter().flatten()
}

fn schedule(layout: &Layout, is_duel: bool) -> String {
    let kind = match layout.tournament {
        _ if is_duel => "",
        Tournament::RoundRobin => "all against all, ",
        Tournament::Gauntlet => "the first against all others, ",
    };
    let swaps = match (layout.games, layout.swaps) {
        (1, _) => "",
        (_, true) => ", colours swapped",
        (_, false) => ", colours not swapped",
    };
    let order = if layout.order == Order::Random { ", openings shuffled" } else { "" };
    let (rounds, games) = (counted(layout.rounds.into(), "round"), counted(layout.games.into(), "game"));
    format!("{kind}{rounds} of {games}{swaps}{order}")
}

fn adjudication(rules: &Adjudication, unit: &str) -> String {
    let score = |hundredths: i32| format!("{} {unit}", number::plain(f64::from(hundredths) / 100.0));
    let resign = rules.resign.map(|rule| {
        let agreed = if rule.is_two_sided { ", both agreeing" } else { "" };
        format!("lost at −{} for {}{agreed}", score(rule.score), counted(rule.moves.into(), "move"))
    });
    let draw = rules.draw.map(|rule| {
        let moves = counted(rule.moves.into(), "move");
        format!("drawn within ±{} for {moves} from move {}", score(rule.score), rule.from_move)
    });
    let most = rules.most_moves.map(|most| format!("drawn after {}", counted(most.into(), "move")));
    let solved = rules
        .solve_empties
        .map(|empties| format!("solved exactly at {}", counted_as(empties.into(), "empty", "empties")));
    let rules: Vec<String> = [resign, draw, most, solved].into_iter().flatten().collect();
    if rules.is_empty() { "never: every game is played out".to_owned() } else { words(&rules.join("; ")) }
}

#[cfg(test)]
mod tests {
    use std::num::{NonZeroU32, NonZeroU64};
    use std::time::Duration;

    use super::super::sample;
    use super::*;

    #[test]
    fn time_controls_have_their_text() {
        let mut engine = sample::engine("A");
        assert_eq!(time(&engine), "10 s + 0.1 s a move");
        let base = Duration::from_secs(5400);
        engine.clock = Some(TimeControl { base, increment: Duration::ZERO, moves: NonZeroU32::new(40) });
        assert_eq!(time(&engine), "1:30 h for 40 moves");
        engine.clock = None;
        assert_eq!(time(&engine), "no limit");
        let move_time = Some(Duration::from_millis(250));
        engine.limits = Limits { depth: Some(8), nodes: NonZeroU64::new(20_000), move_time };
        assert_eq!(time(&engine), "depth 8, 20,000 nodes a move, 0.25 s a move");
    }
}
