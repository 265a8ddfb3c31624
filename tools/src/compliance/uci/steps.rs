//! The steps of UCI and UCCI.

use std::time::Duration;

use super::{Dialect, Game, Search, Uci, from};
use crate::arena::drivers::options::Announced;
use crate::arena::score::EngineScore;
use crate::compliance::harness::{Harness, StepFailure, StepResult, fail, require, skip, within};
use crate::compliance::step_list::Step;
use crate::compliance::xiangqi::{MATE_IN_ONE, MATED, MIDDLE, NONSENSE, STALEMATED, long_game, position};

/// In order.
pub fn steps(dialect: Dialect) -> Vec<Step<Uci>> {
    match dialect {
        Dialect::Uci => [PROTOCOL, UCI, ROBUSTNESS, &Step::ENDINGS].concat(),
        Dialect::Ucci => [PROTOCOL, UCCI, ROBUSTNESS, &Step::ENDINGS, UCCI_ROBUSTNESS].concat(),
    }
}

/// The rules of both protocols.
const PROTOCOL: &[Step<Uci>] = &[
    Step::protocol("handshake within its time", handshake),
    Step::protocol("isready while idle", ready_idle),
    Step::protocol("unknown commands and options are ignored", unknown),
    Step::protocol("CR LF ends a line", line_ends),
    Step::protocol("options take their own defaults", options),
    Step::protocol("a legal move from the start", first_move),
    Step::protocol("a legal move from a FEN", |uci, harness| legal_move(uci, harness, from(MIDDLE))),
    Step::protocol("a legal move after moves", |uci, harness| legal_move(uci, harness, AFTER_MOVES)),
    Step::protocol("go depth is kept", depth),
    Step::protocol("go nodes is kept", nodes),
    Step::protocol("time for one move is kept", move_time),
    Step::protocol("a clock is kept", clock),
    Step::protocol("every expected line is legal", lines),
    Step::protocol("one bestmove for each go", once),
    Step::protocol("no move where there is none", no_move),
    Step::protocol("isready during a search", ready_searching),
    Step::protocol("an infinite search is stopped", stopped),
    Step::protocol("quit during a search", quit_searching),
    Step::protocol("quit while idle", |_, harness| harness.quit()),
];

/// The rules of UCI alone.
const UCI: &[Step<Uci>] = &[
    Step::protocol("blanks and tabs between words", blanks),
    Step::protocol("several lines at once", several_lines),
    Step::protocol("searchmoves are obeyed", search_moves),
];

/// The rules of UCCI alone.
const UCCI: &[Step<Uci>] = &[Step::protocol("banmoves are obeyed", ban_moves)];

/// More than either demands.
const ROBUSTNESS: &[Step<Uci>] = &[
    Step::robustness("broken commands do no harm", broken),
    Step::robustness("a move in a millisecond", millisecond),
    Step::robustness("bestmove begins the last line", best_is_first),
    Step::robustness("nothing comes after bestmove", nothing_after),
    Step::robustness("the same search twice", twice),
    Step::robustness("a mate is found and named", mate),
    Step::robustness("a move after a long game", long),
    Step::robustness("stop without a search", stop_idle),
    Step::robustness("an invalid position", nonsense),
    Step::robustness("a game with an illegal move", illegal),
];

/// Demanded by UCI, but not by UCCI.
const UCCI_ROBUSTNESS: &[Step<Uci>] = &[Step::robustness("blanks and tabs between words", blanks)];

const AFTER_MOVES: Game<'static> = Game { fen: None, moves: &["h2e2", "h9g7", "h0g2"] };

/// UCI demands a name, UCCI does not.
fn handshake(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    require(uci.name.is_some() || !uci.is_uci(), || "there is no id name".to_owned())?;
    let time = within(uci.handshake_time, harness.timeouts.start, Duration::ZERO)?;
    let name = uci.name.as_deref().unwrap_or("no id name");
    Ok(format!("{name}, {} options, {time}", uci.options.list.len()))
}

fn ready_idle(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    within(uci.is_ready(harness)?, harness.timeouts.ready, Duration::ZERO)
}

fn unknown(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    harness.send_all(["xyzzy", &uci.setting("NoSuchOption", "3")])?;
    uci.is_ready(harness)?;
    Ok(String::new())
}

fn broken(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    // Whatever it makes of a broken "go", the search must end.
    for line in ["position", "go depth x", "setoption", "setoption name"] {
        harness.send_all([line, "stop"])?;
    }
    uci.is_ready(harness)?;
    Ok(String::new())
}

/// The engine must answer `readyok` to a line that means `isready`.
fn understood(harness: &mut Harness, line: &str) -> Result<(), StepFailure> {
    harness.send(line)?;
    let answer =
        harness.read_until(harness.timeouts.ready.min(Duration::from_secs(2)), |line| line == "readyok")?;
    require(answer.is_some(), || format!("no readyok to \"{}\"", line.escape_debug()))
}

fn line_ends(_: &mut Uci, harness: &mut Harness) -> StepResult {
    understood(harness, "isready\r").map(|()| String::new())
}

fn blanks(_: &mut Uci, harness: &mut Harness) -> StepResult {
    harness.send("")?;
    for line in ["  isready  ", "\tisready\t"] {
        understood(harness, line)?;
    }
    Ok(String::new())
}

fn options(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    let is_plain = |option: &&Announced| matches!(option.kind.as_str(), "check" | "spin" | "combo");
    // The others choose the game and its notation.
    let is_own = |option: &&Announced| !["UCI_Variant", "Protocol", "usemillisec"].contains(&&*option.name);
    let mut count = 0;
    for option in uci.options.list.iter().filter(is_plain).filter(is_own) {
        let Some(value) = option.field("default") else { continue };
        harness.send(&uci.setting(&option.name, value))?;
        count += 1;
    }
    uci.is_ready(harness)?;
    uci.search_legal(harness, Game::START, "go depth 1")?;
    Ok(format!("{count} set"))
}

/// A legal move in the last position of a game.
fn legal_move(uci: &Uci, harness: &mut Harness, game: Game<'_>) -> StepResult {
    Ok(uci.search_legal(harness, game, "go depth 3")?.best)
}

fn first_move(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    uci.new_game(harness)?;
    legal_move(uci, harness, Game::START)
}

fn depth(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    let search = uci.search_legal(harness, Game::START, "go depth 4")?;
    let Some(depth) = search.depth() else { return skip("it reports no depth") };
    require(depth == 4, || format!("the deepest line is of depth {depth} instead of 4"))?;
    Ok(String::new())
}

fn nodes(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    const NODES: u64 = 20_000;
    let search = uci.search_legal(harness, Game::START, &format!("go nodes {NODES}"))?;
    let Some(nodes) = search.nodes() else { return skip("it reports no nodes") };
    require(nodes <= NODES + NODES / 4, || format!("{nodes} nodes instead of {NODES}"))?;
    Ok(format!("{nodes} of {NODES}"))
}

fn in_time(search: &Search, harness: &Harness, limit: u64) -> StepResult {
    within(search.elapsed, Duration::from_millis(limit), harness.margin)
}

/// The command for a search of this many milliseconds, or units of the engine.
fn timed(uci: &Uci, time: u64) -> String {
    if uci.is_uci() { format!("go movetime {time}") } else { format!("go time {time} movestogo 1") }
}

fn move_time(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    let (time, limit) = if uci.has_milliseconds() { (300, 300) } else { (1, 1000) };
    let search = uci.search_legal(harness, Game::START, &timed(uci, time))?;
    in_time(&search, harness, limit)
}

fn millisecond(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    if !uci.has_milliseconds() {
        return skip("it counts seconds");
    }
    let search = uci.search_legal(harness, Game::START, &timed(uci, 1))?;
    in_time(&search, harness, 1)
}

fn clock(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    let (line, limit) = match (uci.is_uci(), uci.has_milliseconds()) {
        (true, _) => ("go wtime 500 btime 500 winc 10 binc 10", 500),
        (false, true) => ("go time 500 increment 10 opptime 500 oppincrement 10", 500),
        (false, false) => ("go time 2 increment 0 opptime 2 oppincrement 0", 2000),
    };
    let search = uci.search_legal(harness, Game::START, line)?;
    in_time(&search, harness, limit)
}

fn lines(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    let search = uci.search_legal(harness, from(MIDDLE), "go depth 6")?;
    search.check_lines(&position(MIDDLE, &[])?)
}

fn best_is_first(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    let search = uci.search_legal(harness, from(MIDDLE), "go depth 5")?;
    let Some(first) = search.main_lines().filter_map(|info| info.pv.first()).last() else {
        return skip("it reports no lines");
    };
    require(*first == search.best, || format!("bestmove {} after a line that begins {first}", search.best))?;
    Ok(String::new())
}

/// The lines that follow its move within a moment.
fn lines_after_move(uci: &mut Uci, harness: &mut Harness) -> Result<Vec<String>, StepFailure> {
    uci.search_legal(harness, Game::START, "go depth 3")?;
    let after = harness.collect(Duration::from_millis(300))?;
    Ok(after.into_iter().filter(|line| !line.trim().is_empty()).collect())
}

fn once(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    let after = lines_after_move(uci, harness)?;
    match after.iter().find(|line| Uci::is_best(line)) {
        Some(line) => fail(format!("a second answer: \"{line}\"")),
        None => Ok(String::new()),
    }
}

fn nothing_after(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    let mut after = lines_after_move(uci, harness)?;
    // A second answer has a step of its own.
    after.retain(|line| !Uci::is_best(line));
    require(after.is_empty(), || format!("it wrote \"{}\"", after.join("; ")))?;
    Ok(String::new())
}

fn twice(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    if !uci.is_uci() && uci.options.find("newgame").is_none() {
        return skip("no option newgame");
    }
    let mut run = || -> Result<(String, Option<u64>), StepFailure> {
        uci.new_game(harness)?;
        let search = uci.search_legal(harness, Game::START, "go depth 6")?;
        let nodes = search.nodes();
        Ok((search.best, nodes))
    };
    let (first, second) = (run()?, run()?);
    require(first == second, || format!("first {first:?}, then {second:?}"))?;
    Ok(first.1.map_or_else(String::new, |nodes| format!("{nodes} nodes")))
}

fn mate(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    let search = uci.search_legal(harness, from(MATE_IN_ONE), "go depth 4")?;
    let after = position(MATE_IN_ONE, &[&search.best])?;
    require(after.legal_moves().is_empty(), || format!("bestmove {} does not mate", search.best))?;
    let score = search.main_lines().filter_map(|info| info.score).last();
    match (score, uci.is_uci()) {
        (None, _) => skip("it reports no score"),
        (Some(EngineScore::Mate(1)), _) => Ok("mate 1".to_owned()),
        // UCCI has no word for mate.
        (Some(EngineScore::Hundredths(score)), false) if score > 1000 => Ok(format!("score {score}")),
        (Some(other), _) => fail(format!("the score is {other:?}")),
    }
}

/// Whether a word is one that GUIs read as no move.
fn is_no_move(word: &str) -> bool {
    matches!(word, "(none)" | "none" | "0000" | "NULL")
}

fn no_move(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    for fen in [MATED, STALEMATED] {
        let search = uci.search(harness, &uci.place(from(fen)), "go depth 3")?;
        let is_none = if uci.is_uci() { is_no_move(&search.best) } else { search.is_nobestmove };
        require(is_none, || format!("bestmove {} in {fen}", search.best))?;
    }
    Ok(String::new())
}

fn long(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    let moves = long_game();
    let search = uci.search_legal(harness, Game { fen: None, moves: &moves }, "go depth 3")?;
    Ok(format!("{} after {} plies", search.best, moves.len()))
}

fn several_lines(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    let Some(name) = uci.options.find("MultiPV").map(|option| option.name.clone()) else {
        return skip("no option MultiPV");
    };
    harness.send(&uci.setting(&name, "3"))?;
    let search = uci.search_legal(harness, Game::START, "go depth 3")?;
    harness.send(&uci.setting(&name, "1"))?;
    let most = search.infos.iter().filter_map(|info| info.rank).max().unwrap_or(0);
    require(most == 3, || format!("{most} lines instead of 3"))?;
    search.check_lines(&Game::START.position()?)
}

fn search_moves(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    let line = format!("go depth 3 searchmoves {}", uci.coordinates().write("a0a1"));
    let search = uci.search(harness, &uci.place(Game::START), &line)?;
    require(search.best == "a0a1", || format!("bestmove {} instead of a0a1", search.best))?;
    Ok(String::new())
}

fn ban_moves(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    let free = uci.search_legal(harness, Game::START, "go depth 3")?;
    harness.send(&uci.place(Game::START))?;
    let search = uci.search(harness, &format!("banmoves {}", free.best), "go depth 3")?;
    search.check_move(&Game::START.position()?)?;
    require(search.best != free.best, || format!("bestmove {} was banned", free.best))?;
    Ok(format!("{} instead of {}", search.best, free.best))
}

/// Begins a search that only `stop` ends; the command for it.
fn search_on(uci: &mut Uci, harness: &mut Harness) -> Result<&'static str, StepFailure> {
    let line = uci.infinite(harness)?;
    uci.ready_for(harness, &uci.place(Game::START))?;
    harness.send(line)?;
    let before = harness.collect(Duration::from_millis(300))?;
    require(!before.iter().any(|line| Uci::is_best(line.trim())), || format!("\"{line}\" ends by itself"))?;
    Ok(line)
}

fn ready_searching(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    search_on(uci, harness)?;
    let result = within(uci.is_ready(harness)?, Duration::from_millis(500), harness.margin);
    harness.send("stop")?;
    harness.expect("stop", harness.timeouts.ready, Uci::is_best)?;
    result
}

fn stopped(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    let line = search_on(uci, harness)?;
    let begin = harness.send("stop")?;
    let search = uci.result(harness, "stop", begin, harness.timeouts.ready)?;
    search.check_move(&Game::START.position()?)?;
    let time = within(search.elapsed, Duration::from_millis(200), harness.margin)?;
    Ok(format!("{line}: {time}"))
}

fn stop_idle(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    harness.send_all(["stop", "stop", "ponderhit"])?;
    let written = harness.collect(Duration::from_millis(200))?;
    // UCCI lets an idle engine answer "nobestmove".
    let is_move = |line: &String| line.trim().starts_with("bestmove");
    require(!written.iter().any(is_move), || format!("it wrote \"{}\"", written.join("; ")))?;
    uci.is_ready(harness)?;
    Ok(String::new())
}

/// A search after an invalid position must not find a move, and the engine must go on.
fn refused(uci: &Uci, harness: &mut Harness, place: &str) -> Result<(), StepFailure> {
    // The valid position before must not be searched instead.
    harness.send_all([&uci.place(Game::START), place, "go depth 1"])?;
    let written = harness.collect(Duration::from_millis(300))?;
    let best = written.iter().find(|line| line.trim().starts_with("bestmove"));
    let word = best.and_then(|line| line.split_whitespace().nth(1)).unwrap_or("none");
    harness.send("stop")?;
    uci.is_ready(harness)?;
    require(is_no_move(word), || format!("bestmove {word} after \"{place}\""))
}

fn nonsense(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    for fen in NONSENSE {
        refused(uci, harness, &format!("position fen {fen}"))?;
    }
    Ok(String::new())
}

fn illegal(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    refused(uci, harness, &uci.place(Game { fen: None, moves: &["h2e2", "a0a9"] }))?;
    Ok(String::new())
}

fn quit_searching(uci: &mut Uci, harness: &mut Harness) -> StepResult {
    search_on(uci, harness)?;
    harness.quit()
}
