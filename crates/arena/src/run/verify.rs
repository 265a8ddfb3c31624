//! Games of a journal are replayed before they are counted: every move must be legal, and the end must follow from the
//! rules or from what the record says of it.

use std::collections::BTreeMap;

use game::any::AnySession;
use game::{GameResult, Seat};
use rayon::prelude::*;
use shuangqi_cli::Failure;

use super::journal::unfit;
use super::schedule::Schedule;
use crate::match_config::MatchConfig;
use crate::record::{GameRecord, Termination};

/// Replays every game; `lines` are those of the journal in which they stand.
pub fn verify(
    path: &str,
    config: &MatchConfig,
    schedule: &Schedule,
    games: &BTreeMap<u64, GameRecord>,
    lines: &BTreeMap<u64, usize>,
) -> Result<(), Failure> {
    let wrong = games.par_iter().filter_map(|(number, game)| {
        let line = lines.get(number).copied().unwrap_or(1);
        let why = replay(config, schedule, game).err()?;
        Some((line, format!("game {}: {why}", number + 1)))
    });
    match wrong.min() {
        Some((line, found)) => Err(unfit(found).at(path, line).into()),
        None => Ok(()),
    }
}

/// Replays a game; the error says what is wrong with it.
fn replay(config: &MatchConfig, schedule: &Schedule, game: &GameRecord) -> Result<(), String> {
    if schedule.fixture(game.fixture.number) != Some(game.fixture) {
        return Err("not a game of the schedule".to_owned());
    }
    if game.book > game.moves.len() {
        return Err(format!("an opening of {} moves in a game of {}", game.book, game.moves.len()));
    }
    let mut session = config.begin(&game.beginning(0)).map_err(|bad| bad.to_string())?;
    for (index, step) in game.moves.iter().enumerate() {
        let played = session.referee_move(&step.text);
        played.map_err(|why| format!("move {}, {:?}, cannot be played: {why}", index + 1, step.text))?;
    }
    check_end(config, &*session, game)
}

/// Whether the game ended as its record says, as far as that follows from it.
fn check_end(config: &MatchConfig, session: &dyn AnySession, game: &GameRecord) -> Result<(), String> {
    let is_ruled = game.termination == Termination::Normal
        && !matches!(game.reason.as_str(), "resignation" | "agreement");
    match (session.verdict(), is_ruled) {
        (None, true) => return Err("its moves do not end the game".to_owned()),
        (Some(ending), false) => {
            return Err(format!("its moves end the game otherwise: {}", ending.explanation));
        }
        (Some(ending), true) if (ending.result, ending.discs) != (game.result, game.discs) => {
            return Err(format!("the result {}, but {}", shown(game), ending.explanation));
        }
        (Some(ending), true) if ending.reason != game.reason => {
            return Err(format!("the end {:?} instead of {:?}", game.reason, ending.reason));
        }
        (Some(_), true) => {}
        (None, false) => check_early_end(config, session.seat(), game)?,
    }
    check_fault(game)
}

/// An end before the rules of the game ended it.
fn check_early_end(config: &MatchConfig, mover: Seat, game: &GameRecord) -> Result<(), String> {
    let is_win = game.result != GameResult::Draw;
    let is_late = |most: u32| game.moves.len() >= 2 * most as usize;
    let discs = game.discs.map(|discs| match discs.signum() {
        1 => GameResult::First,
        -1 => GameResult::Second,
        _ => GameResult::Draw,
    });
    let fits = match (game.termination, game.reason.as_str()) {
        (_, "resignation") => game.result == GameResult::win_of(!mover),
        (_, "agreement" | "draw_rule") => !is_win,
        (_, "resign_rule") => is_win,
        (_, "most_moves") => !is_win && config.adjudication.most_moves.is_some_and(is_late),
        (_, "solved") => discs == Some(game.result),
        _ => true,
    };
    match fits && (discs.is_none() || game.reason == "solved") {
        true => Ok(()),
        false => Err(format!("the result {} of an end by {:?}", shown(game), game.reason)),
    }
}

/// An engine with a fault has lost, and no fault is recorded where a game ended otherwise.
fn check_fault(game: &GameRecord) -> Result<(), String> {
    let is_fault = !matches!(game.termination, Termination::Normal | Termination::Adjudication);
    match &game.fault {
        None if is_fault => Err("the end of a fault, and none is recorded".to_owned()),
        Some(_) if !is_fault => Err("a fault that has not ended the game".to_owned()),
        Some(fault) if game.result != GameResult::win_of(!fault.seat) => {
            Err(format!("the result {}, against the fault recorded", shown(game)))
        }
        _ => Ok(()),
    }
}

/// `1-0`, or `1-0 by +12 discs`.
fn shown(game: &GameRecord) -> String {
    let discs = game.discs.map_or_else(String::new, |discs| format!(" by {discs:+} discs"));
    game.result.text().to_owned() + &discs
}

#[cfg(test)]
mod tests;
