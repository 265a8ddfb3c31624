//! What the steps of UCI and UCCI test beyond legal moves.

use std::time::Duration;

use protocols::option::EngineOption;
use protocols::uci::{BestMove, Command, Dialect, Reply};

use super::session::{Found, Uci, best};
use crate::compliance::harness::{Harness, StepFailure, StepResult, fail, require, skip, within};
use crate::compliance::script::{Session, silence};
use crate::compliance::xiangqi::{MATE_IN_ONE, first_illegal, long_game, position};
use crate::drivers::info;
use crate::score::EngineScore;

const DONE: String = String::new();

impl Found {
    fn node_count(&self) -> Option<u64> {
        self.infos.iter().rev().find_map(|info| info.nodes)
    }
}

/// UCI demands a name, UCCI does not.
pub fn handshake(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    require(uci.name.is_some() || !uci.is_uci(), || "there is no id name".to_owned())?;
    let time = within(uci.handshake_time, harness.timeouts.start, Duration::ZERO)?;
    let name = uci.name.as_deref().unwrap_or("no id name");
    Ok(format!("{name}, {} options, {time}", uci.options.list.len()))
}

pub fn unknown_option(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    uci.set(harness, "NoSuchOption", "3").map(|()| DONE)
}

/// The engine must answer `readyok` to a line that means `isready`.
pub fn understood(harness: &mut Harness, line: &str) -> StepResult {
    harness.send(line)?;
    let timeout = harness.timeouts.ready.min(Duration::from_secs(2));
    let answer = harness.read_until(timeout, |line| line.parse() == Ok(Reply::ReadyOk))?;
    require(answer.is_some(), || format!("no readyok to \"{}\"", line.escape_debug()))?;
    Ok(DONE)
}

pub fn defaults(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    let is_plain = |option: &&EngineOption| matches!(option.kind.as_str(), "check" | "spin" | "combo");
    // The others choose the game and its notation.
    let is_own =
        |option: &&EngineOption| !["UCI_Variant", "Protocol", "usemillisec"].contains(&&*option.name);
    let mut count = 0;
    for option in uci.options.list.iter().filter(is_plain).filter(is_own) {
        let Some(value) = &option.default else { continue };
        uci.set(harness, &option.name, value)?;
        count += 1;
    }
    uci.settle(harness)?;
    Ok(format!("{count} set"))
}

pub fn new_game(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    if uci.is_uci() {
        harness.send(Command::NewGame)?;
    } else if uci.has("newgame") {
        uci.set(harness, "newgame", "")?;
    }
    Ok(DONE)
}

pub fn long(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    uci.set_up(harness, None, &long_game()).map(|()| DONE)
}

pub fn depth<const DEPTH: u32>(uci: &mut Uci, _: &mut Harness) -> StepResult {
    let deepest = uci.last.infos.iter().filter_map(|info| info.depth).max();
    let Some(depth) = deepest else { return skip("it reports no depth") };
    require(depth == DEPTH, || format!("the deepest line is of depth {depth} instead of {DEPTH}"))?;
    Ok(DONE)
}

pub fn nodes<const NODES: u64>(uci: &mut Uci, _: &mut Harness) -> StepResult {
    let Some(nodes) = uci.last.node_count() else { return skip("it reports no nodes") };
    require(nodes <= NODES + NODES / 4, || format!("{nodes} nodes instead of {NODES}"))?;
    Ok(format!("{nodes} of {NODES}"))
}

pub fn node_count(uci: &mut Uci, _: &mut Harness) -> StepResult {
    Ok(uci.last.node_count().map_or(DONE, |nodes| format!("{nodes} nodes")))
}

fn in_time(uci: &mut Uci, harness: &mut Harness, line: &str, limit: u64) -> StepResult {
    let (_, elapsed) = uci.search(harness, line)?;
    within(elapsed, Duration::from_millis(limit), harness.margin)
}

/// The command for a search of this many milliseconds, or units of the engine.
fn timed(uci: &Uci, time: u64) -> String {
    if uci.is_uci() { format!("go movetime {time}") } else { format!("go time {time} movestogo 1") }
}

pub fn move_time(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    let (time, limit) = if uci.has_milliseconds() { (300, 300) } else { (1, 1000) };
    in_time(uci, harness, &timed(uci, time), limit)
}

pub fn millisecond(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    if !uci.has_milliseconds() {
        return skip("it counts seconds");
    }
    in_time(uci, harness, &timed(uci, 1), 1)
}

pub fn clock(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    let (line, limit) = match (uci.dialect, uci.has_milliseconds()) {
        (Dialect::Uci, _) => ("go wtime 500 btime 500 winc 10 binc 10", 500),
        (Dialect::Ucci, true) => ("go time 500 increment 10 opptime 500 oppincrement 10", 500),
        (Dialect::Ucci, false) => ("go time 2 increment 0 opptime 2 oppincrement 0", 2000),
    };
    in_time(uci, harness, line, limit)
}

/// Every line of the last search must be legal.
pub fn lines(uci: &mut Uci, _: &mut Harness) -> StepResult {
    let lines = || uci.last.infos.iter().filter(|info| !info.pv.is_empty());
    let Some(position) = uci.position else { return Ok(DONE) };
    for info in lines() {
        let pv = info::line(info, uci.coordinates());
        if let Some(mv) = first_illegal(&position, &pv) {
            return fail(format!("{mv} is not legal in pv {}", pv.join(" ")));
        }
    }
    Ok(format!("{} lines", lines().count()))
}

pub fn several<const COUNT: u32>(uci: &mut Uci, _: &mut Harness) -> StepResult {
    let most = uci.last.infos.iter().filter_map(|info| info.multipv).max().unwrap_or(0);
    require(most == COUNT, || format!("{most} lines instead of {COUNT}"))?;
    Ok(DONE)
}

pub fn best_is_first(uci: &mut Uci, _: &mut Harness) -> StepResult {
    let main = uci.last.infos.iter().rfind(|info| info::is_main(info) && !info.pv.is_empty());
    let Some(main) = main else { return skip("it reports no lines") };
    let (first, best) = (&info::line(main, uci.coordinates())[0], uci.last.best.mv.as_ref());
    require(Some(first) == best, || format!("bestmove {best:?} after a line that begins {first}"))?;
    Ok(DONE)
}

pub fn nothing_after(_: &mut Uci, harness: &mut Harness) -> StepResult {
    let mut after = harness.collect(Duration::from_millis(300))?;
    // A second answer has a step of its own.
    after.retain(|line| !line.trim().is_empty() && !Uci::is_answer(line));
    require(after.is_empty(), || format!("it wrote \"{}\"", after.join("; ")))?;
    Ok(DONE)
}

pub fn mates(uci: &mut Uci, _: &mut Harness) -> StepResult {
    let mv = uci.last.best.mv.clone().unwrap_or_default();
    let after = position(MATE_IN_ONE, &mv)?;
    require(after.legal_moves().is_empty(), || format!("bestmove {mv} does not mate"))?;
    let main = uci.last.infos.iter().rfind(|info| info::is_main(info));
    let score = main.and_then(|info| info.score).map(|score| info::score_of(score, uci.dialect));
    match (score, uci.is_uci()) {
        (None, _) => skip("it reports no score"),
        (Some(EngineScore::Mate(1)), _) => Ok("mate 1".to_owned()),
        // UCCI has no word for mate.
        (Some(EngineScore::Hundredths(score)), false) if score > 1000 => Ok(format!("score {score}")),
        (Some(other), _) => fail(format!("the score is {other:?}")),
    }
}

pub fn no_move(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    uci.find(harness, "go depth 3")?;
    let Found { best: BestMove { mv, .. }, is_nobestmove, .. } = &uci.last;
    require(mv.is_none() && *is_nobestmove != uci.is_uci(), || {
        format!("bestmove {}", mv.as_deref().unwrap_or("(none)"))
    })?;
    Ok(DONE)
}

pub fn no_move_written(_: &mut Uci, harness: &mut Harness) -> StepResult {
    let written = harness.collect(Duration::from_millis(200))?;
    let is_best = |line: &String| matches!(line.parse(), Ok(Reply::BestMove(_)));
    require(!written.iter().any(is_best), || format!("it wrote \"{}\"", written.join("; ")))?;
    Ok(DONE)
}

pub fn only_move(uci: &mut Uci, _: &mut Harness) -> StepResult {
    let best = uci.last.best.mv.as_deref();
    require(best == Some("a0a1"), || format!("bestmove {best:?} instead of a0a1"))?;
    Ok(DONE)
}

pub fn ban_moves(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    let banned = uci.last.best.mv.clone().unwrap_or_default();
    uci.set_up(harness, None, "")?;
    harness.send(uci.translated(&format!("banmoves {banned}")))?;
    uci.settle(harness)?;
    let (mv, _) = uci.search(harness, "go depth 3")?;
    require(mv != banned, || format!("bestmove {banned} was banned"))?;
    Ok(format!("instead of {mv}"))
}

/// Begins a search that only `stop` ends; the note is the command for it.
pub fn search_on(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    let line = uci.infinite(harness)?;
    uci.set_up(harness, None, "")?;
    harness.send(line)?;
    let result = silence::<Uci>(harness, Duration::from_millis(300));
    match result {
        Err(StepFailure::Failed(_)) => fail(format!("\"{line}\" ends by itself")),
        other => other.map(|_| format!("{line}:")),
    }
}

pub fn ready_searching(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    let result = within(uci.settle(harness)?, Duration::from_millis(500), harness.margin);
    harness.send(Command::Stop)?;
    harness.expect("stop", harness.timeouts.ready, |line| best(line).is_some())?;
    result
}

pub fn stopped(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    let begin = harness.send(Command::Stop)?;
    uci.result(harness, "stop", begin, harness.timeouts.ready)?;
    uci.legal_move()?;
    within(uci.last.elapsed, Duration::from_millis(200), harness.margin)
}
