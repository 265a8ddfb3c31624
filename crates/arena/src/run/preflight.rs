//! Before the first game: every engine is started once, its abilities are read, and it is set to the openings.
//!
//! Otherwise each game would be lost by what the engine cannot do, and be counted against it.

use std::sync::Arc;

use shuangqi_cli::{Failure, failure, interrupt};

use super::Plan;
use super::workers::Open;
use crate::config::{ConfigProblem, EngineConfig, Opening};
use crate::fault::Fault;
use crate::player::{MoveRequest, Player};
use game::Seat;

/// Games looked at for openings that differ in kind.
const GAMES: u64 = 100_000;

/// Tries every engine. `note` receives what is worth knowing.
pub fn check(plan: &Plan, open: &Open<'_>, note: &dyn Fn(String)) -> Result<(), Failure> {
    let openings = openings(plan)?;
    for (index, engine) in plan.config.engines.iter().enumerate() {
        interrupt::check()?;
        let mut player = open(index, 0, &[])?;
        let outcome = try_out(plan, engine, player.as_mut(), &openings);
        let (dialogue, title) = (player.dialogue(), player.engine_name());
        player.quit();
        match outcome? {
            None => {
                let message = title.map(|title| format!("{} is {title}", engine.name));
                message.filter(|_| !engine.protocol.is_internal()).into_iter().for_each(note);
            }
            Some(message) => fail(plan, &message, &dialogue)?,
        }
    }
    plan.config.engines.iter().filter_map(|engine| without_scores(plan, engine)).for_each(failure::note);
    Ok(())
}

/// Starts an engine and sets it to the openings; returns what it failed in, if it did.
fn try_out(
    plan: &Plan,
    engine: &EngineConfig,
    player: &mut dyn Player,
    openings: &[Opening],
) -> Result<Option<String>, Failure> {
    let cannot =
        |what: &str, fault: &Fault| Some(format!("the engine \"{}\" cannot {what}: {fault}", engine.name));
    for (number, opening) in openings.iter().enumerate() {
        if let Err(fault) = player.begin(opening, Seat::First) {
            let is_at_start = opening.is_standard || number == 0 && !matches!(fault, Fault::Junk { .. });
            let what = if is_at_start { "play".to_owned() } else { set_to(plan, opening) };
            return Ok(cannot(&what, &fault));
        }
        if number == 0 {
            report(engine, player.problems())?;
        }
        if let Err(fault) = set_position(plan, player, opening)? {
            return Ok(cannot(&set_to(plan, opening), &fault));
        }
    }
    Ok(None)
}

fn set_to(plan: &Plan, opening: &Opening) -> String {
    format!("be set to the opening {} of {}", opening.name, plan.config.openings)
}

/// Returns mistakes as an error, and prints warnings.
fn report(engine: &EngineConfig, problems: Vec<ConfigProblem>) -> Result<(), Failure> {
    let (fatal, others): (Vec<_>, Vec<_>) = problems.into_iter().partition(|problem| problem.is_fatal);
    let message = |problem: &ConfigProblem| format!("the engine \"{}\": {}", engine.name, problem.text);
    others.iter().map(message).for_each(failure::note);
    let fatal: Vec<String> = fatal.iter().map(message).collect();
    if fatal.is_empty() { Ok(()) } else { Err(Failure::Usage(fatal.join("\n"))) }
}

/// An engine that cannot play ends the match, unless its games are to be counted as lost.
fn fail(plan: &Plan, message: &str, dialogue: &[String]) -> Result<(), Failure> {
    let lines = dialogue.iter().map(|line| format!("\n  {line}")).collect::<String>();
    if !plan.options.recovers {
        let remedy = "Check its cmd=, args= and proto=, or have its games counted as lost with -recover.";
        return Err(Failure::Engine(format!("{message}. {remedy}{lines}")));
    }
    failure::note(format_args!("{message}; its games will be lost{lines}"));
    Ok(())
}

/// Plays an opening's moves to an engine, as far as its protocol does that before a search.
fn set_position(
    plan: &Plan,
    player: &mut dyn Player,
    opening: &Opening,
) -> Result<Result<(), Fault>, Failure> {
    let session = plan.config.begin(opening)?;
    let is_cancelled = Arc::default();
    Ok(player.set_position(&MoveRequest {
        opening,
        moves: &opening.moves,
        session: &*session,
        clocks: [None; 2],
        limits: Default::default(),
        allowance: None,
        is_cancelled: &is_cancelled,
    }))
}

/// The first opening of the match, the first that begins at a board of its own, and the first with a pass.
fn openings(plan: &Plan) -> Result<Vec<Opening>, Failure> {
    let mut chosen: Vec<Opening> = Vec::new();
    let (mut has_board, mut has_pass) = (false, false);
    let known = plan.openings.known();
    let scheduled_games = (0..plan.schedule.len().min(GAMES)).filter_map(|number| plan.schedule.game(number));
    for scheduled in scheduled_games.filter(|scheduled| scheduled.opening < known) {
        let opening = plan.openings.opening(scheduled.opening)?;
        let is_board = !opening.is_standard && !has_board;
        let is_pass = opening.moves.iter().any(|text| text == "pass") && !has_pass;
        (has_board, has_pass) = (has_board || is_board, has_pass || is_pass);
        if chosen.is_empty() || is_board || is_pass {
            chosen.push(opening);
        }
    }
    Ok(chosen)
}

/// A warning that rules of adjudication do not apply to an engine that reports no scores.
fn without_scores(plan: &Plan, engine: &EngineConfig) -> Option<String> {
    let rules = plan.config.adjudication;
    let rules = match (rules.resign, rules.draw) {
        (None, None) => return None,
        (Some(_), None) => "-resign does not end games that it loses",
        (None, Some(_)) => "-draw does not end its games",
        (Some(_), Some(_)) => "-resign does not end games that it loses, and -draw none of its games",
    };
    (!engine.protocol.facts().reports_scores).then(|| {
        let remedy =
            "Use proto=nboard if it speaks that too, or leave them out (-solve ends games of Othello)";
        let protocol = engine.protocol.facts().title;
        format!("the engine \"{}\" reports no scores over {protocol}: {rules}. {remedy}", engine.name)
    })
}
