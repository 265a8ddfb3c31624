//! What is asked of an engine that speaks UCI or UCCI.

use std::time::Duration;

use super::{Dialect, Search, Uci};
use crate::arena::drivers::options::Announced;
use crate::arena::score::EngineScore;
use crate::compliance::bench::{Bench, Finding, Miss, demand, fail, skip, within};
use crate::compliance::course::Step;
use crate::compliance::xiangqi::{
    MATE_IN_ONE, MATED, MIDDLE, NONSENSE, STALEMATED, is_legal, long_game, position, start,
};

/// In order.
pub fn steps(dialect: Dialect) -> Vec<Step<Uci>> {
    match dialect {
        Dialect::Uci => [PROTOCOL, UCI, ROBUSTNESS].concat(),
        Dialect::Ucci => [PROTOCOL, UCCI, ROBUSTNESS, UCCI_ROBUSTNESS].concat(),
    }
}

/// What both protocols say.
const PROTOCOL: &[Step<Uci>] = &[
    Step::protocol("handshake within its time", handshake),
    Step::protocol("isready while idle", ready_idle),
    Step::protocol("unknown commands and options are ignored", unknown),
    Step::protocol("CR LF ends a line", line_ends),
    Step::protocol("options take their own defaults", options),
    Step::protocol("a legal move from the start", first_move),
    Step::protocol("a legal move from a FEN", from_fen),
    Step::protocol("a legal move after moves", after_moves),
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
    Step::protocol("quit while idle", quit_idle),
];

/// What UCI alone says.
const UCI: &[Step<Uci>] = &[
    Step::protocol("blanks and tabs between words", blanks),
    Step::protocol("several lines at once", several_lines),
    Step::protocol("searchmoves are obeyed", search_moves),
];

/// What UCCI alone says.
const UCCI: &[Step<Uci>] = &[Step::protocol("banmoves are obeyed", ban_moves)];

/// More than either says.
const ROBUSTNESS: &[Step<Uci>] = &[
    Step::robustness("broken commands are survived", broken),
    Step::robustness("a move in a millisecond", millisecond),
    Step::robustness("bestmove begins the last line", best_is_first),
    Step::robustness("nothing comes after bestmove", nothing_after),
    Step::robustness("the same search twice", twice),
    Step::robustness("a mate is found and named", mate),
    Step::robustness("a move after a long game", long),
    Step::robustness("stop without a search", stop_idle),
    Step::robustness("a position that is none", nonsense),
    Step::robustness("a game with an illegal move", illegal),
    Step::robustness("quit ends with status 0", quit_well),
    Step::robustness("the end of input", |_, bench| bench.end_input()),
];

/// What UCI says, and UCCI does not.
const UCCI_ROBUSTNESS: &[Step<Uci>] = &[Step::robustness("blanks and tabs between words", blanks)];

/// UCI demands a name, UCCI does not.
fn handshake(uci: &mut Uci, bench: &mut Bench) -> Finding {
    demand(uci.title.is_some() || !uci.is_uci(), || "there is no id name".to_owned())?;
    let time = within(uci.greeted, bench.patience.start, Duration::ZERO)?;
    let title = uci.title.as_deref().unwrap_or("no id name");
    Ok(format!("{title}, {} options, {time}", uci.options.list.len()))
}

fn ready_idle(uci: &mut Uci, bench: &mut Bench) -> Finding {
    within(uci.is_ready(bench)?, bench.patience.ready, Duration::ZERO)
}

fn unknown(uci: &mut Uci, bench: &mut Bench) -> Finding {
    bench.say("xyzzy")?;
    bench.say(&uci.setting("Nobody", "3"))?;
    uci.is_ready(bench)?;
    Ok(String::new())
}

fn broken(uci: &mut Uci, bench: &mut Bench) -> Finding {
    for line in ["position", "go depth x", "setoption", "setoption name"] {
        bench.say(line)?;
        // Whatever it makes of a broken "go", it is not to go on for ever.
        bench.say("stop")?;
    }
    uci.is_ready(bench)?;
    Ok(String::new())
}

/// Demands `readyok` to a line that means `isready`.
fn understood(bench: &mut Bench, line: &str) -> Result<(), Miss> {
    bench.say(line)?;
    let answer =
        bench.read_until(bench.patience.ready.min(Duration::from_secs(2)), |line| line == "readyok")?;
    demand(answer.is_some(), || format!("no readyok to \"{}\"", line.escape_debug()))
}

fn line_ends(_: &mut Uci, bench: &mut Bench) -> Finding {
    understood(bench, "isready\r").map(|()| String::new())
}

fn blanks(_: &mut Uci, bench: &mut Bench) -> Finding {
    bench.say("")?;
    for line in ["  isready  ", "\tisready\t"] {
        understood(bench, line)?;
    }
    Ok(String::new())
}

fn options(uci: &mut Uci, bench: &mut Bench) -> Finding {
    let is_plain = |option: &&Announced| matches!(option.kind.as_str(), "check" | "spin" | "combo");
    // These say what game is played, and how it is spoken of.
    let is_own = |option: &&Announced| !["UCI_Variant", "Protocol", "usemillisec"].contains(&&*option.name);
    let mut count = 0;
    for option in uci.options.list.iter().filter(is_plain).filter(is_own) {
        let Some(value) = option.field("default") else { continue };
        bench.say(&uci.setting(&option.name, value))?;
        count += 1;
    }
    uci.is_ready(bench)?;
    uci.search_well(bench, &uci.place(None, &[]), "go depth 1", &start()?)?;
    Ok(format!("{count} set"))
}

fn first_move(uci: &mut Uci, bench: &mut Bench) -> Finding {
    uci.new_game(bench)?;
    Ok(uci.search_well(bench, &uci.place(None, &[]), "go depth 3", &start()?)?.best)
}

fn from_fen(uci: &mut Uci, bench: &mut Bench) -> Finding {
    let position = position(MIDDLE, &[])?;
    Ok(uci.search_well(bench, &uci.place(Some(MIDDLE), &[]), "go depth 3", &position)?.best)
}

fn after_moves(uci: &mut Uci, bench: &mut Bench) -> Finding {
    let moves = ["h2e2", "h9g7", "h0g2"];
    let position = position(::xiangqi::fen::START, &moves)?;
    Ok(uci.search_well(bench, &uci.place(None, &moves), "go depth 3", &position)?.best)
}

fn depth(uci: &mut Uci, bench: &mut Bench) -> Finding {
    let search = uci.search_well(bench, &uci.place(None, &[]), "go depth 4", &start()?)?;
    let Some(depth) = search.depth() else { return skip("it tells no depth") };
    demand(depth == 4, || format!("the deepest line is of depth {depth} instead of 4"))?;
    Ok(String::new())
}

fn nodes(uci: &mut Uci, bench: &mut Bench) -> Finding {
    const NODES: u64 = 20_000;
    let search = uci.search_well(bench, &uci.place(None, &[]), &format!("go nodes {NODES}"), &start()?)?;
    let Some(nodes) = search.nodes() else { return skip("it tells no nodes") };
    demand(nodes <= NODES + NODES / 4, || format!("{nodes} nodes instead of {NODES}"))?;
    Ok(format!("{nodes} of {NODES}"))
}

fn in_time(search: &Search, bench: &Bench, limit: u64) -> Finding {
    within(search.elapsed, Duration::from_millis(limit), bench.margin)
}

/// The words for a search of so many milliseconds, or units of the engine's.
fn timed(uci: &Uci, time: u64) -> String {
    if uci.is_uci() { format!("go movetime {time}") } else { format!("go time {time} movestogo 1") }
}

fn move_time(uci: &mut Uci, bench: &mut Bench) -> Finding {
    let (time, limit) = if uci.has_milliseconds() { (300, 300) } else { (1, 1000) };
    let search = uci.search_well(bench, &uci.place(None, &[]), &timed(uci, time), &start()?)?;
    in_time(&search, bench, limit)
}

fn millisecond(uci: &mut Uci, bench: &mut Bench) -> Finding {
    if !uci.has_milliseconds() {
        return skip("it counts seconds");
    }
    let search = uci.search_well(bench, &uci.place(None, &[]), &timed(uci, 1), &start()?)?;
    in_time(&search, bench, 1)
}

fn clock(uci: &mut Uci, bench: &mut Bench) -> Finding {
    let (line, limit) = match (uci.is_uci(), uci.has_milliseconds()) {
        (true, _) => ("go wtime 500 btime 500 winc 10 binc 10", 500),
        (false, true) => ("go time 500 increment 10 opptime 500 oppincrement 10", 500),
        (false, false) => ("go time 2 increment 0 opptime 2 oppincrement 0", 2000),
    };
    let search = uci.search_well(bench, &uci.place(None, &[]), line, &start()?)?;
    in_time(&search, bench, limit)
}

fn lines(uci: &mut Uci, bench: &mut Bench) -> Finding {
    let position = position(MIDDLE, &[])?;
    let search = uci.search_well(bench, &uci.place(Some(MIDDLE), &[]), "go depth 6", &position)?;
    search.check_lines(&position)
}

fn best_is_first(uci: &mut Uci, bench: &mut Bench) -> Finding {
    let position = position(MIDDLE, &[])?;
    let search = uci.search_well(bench, &uci.place(Some(MIDDLE), &[]), "go depth 5", &position)?;
    let Some(first) = search.lines().filter_map(|info| info.line.first()).last() else {
        return skip("it tells no lines");
    };
    demand(*first == search.best, || format!("bestmove {} after a line that begins {first}", search.best))?;
    Ok(String::new())
}

/// What it writes within a moment after its move.
fn afterwards(uci: &mut Uci, bench: &mut Bench) -> Result<Vec<String>, Miss> {
    uci.search_well(bench, &uci.place(None, &[]), "go depth 3", &start()?)?;
    let after = bench.overhear(Duration::from_millis(300))?;
    Ok(after.into_iter().filter(|line| !line.trim().is_empty()).collect())
}

fn once(uci: &mut Uci, bench: &mut Bench) -> Finding {
    let after = afterwards(uci, bench)?;
    match after.iter().find(|line| Uci::is_best(line)) {
        Some(line) => fail(format!("a second answer: \"{line}\"")),
        None => Ok(String::new()),
    }
}

fn nothing_after(uci: &mut Uci, bench: &mut Bench) -> Finding {
    let mut after = afterwards(uci, bench)?;
    // A second answer has a step of its own.
    after.retain(|line| !Uci::is_best(line));
    demand(after.is_empty(), || format!("it wrote \"{}\"", after.join("; ")))?;
    Ok(String::new())
}

fn twice(uci: &mut Uci, bench: &mut Bench) -> Finding {
    if !uci.is_uci() && uci.options.find("newgame").is_none() {
        return skip("no option newgame");
    }
    let mut run = || -> Result<(String, Option<u64>), Miss> {
        uci.new_game(bench)?;
        let search = uci.search_well(bench, &uci.place(None, &[]), "go depth 6", &start()?)?;
        let nodes = search.nodes();
        Ok((search.best, nodes))
    };
    let (first, second) = (run()?, run()?);
    demand(first == second, || format!("first {first:?}, then {second:?}"))?;
    Ok(first.1.map_or_else(String::new, |nodes| format!("{nodes} nodes")))
}

fn mate(uci: &mut Uci, bench: &mut Bench) -> Finding {
    let before = position(MATE_IN_ONE, &[])?;
    let search = uci.search_well(bench, &uci.place(Some(MATE_IN_ONE), &[]), "go depth 4", &before)?;
    let after = position(MATE_IN_ONE, &[&search.best])?;
    demand(after.legal_moves().is_empty(), || format!("bestmove {} does not mate", search.best))?;
    let claim = search.lines().filter_map(|info| info.claim).last();
    match (claim, uci.is_uci()) {
        (None, _) => skip("it tells no score"),
        (Some(EngineScore::Mate(1)), _) => Ok("mate 1".to_owned()),
        // UCCI has no word for mate.
        (Some(EngineScore::Hundredths(score)), false) if score > 1000 => Ok(format!("score {score}")),
        (Some(other), _) => fail(format!("the score is {other:?}")),
    }
}

/// The words for no move that GUIs know.
fn is_no_move(word: &str) -> bool {
    matches!(word, "(none)" | "none" | "0000" | "NULL")
}

fn no_move(uci: &mut Uci, bench: &mut Bench) -> Finding {
    for fen in [MATED, STALEMATED] {
        let search = uci.search(bench, &uci.place(Some(fen), &[]), "go depth 3")?;
        let is_none = if uci.is_uci() { is_no_move(&search.best) } else { search.is_nobestmove };
        demand(is_none, || format!("bestmove {} in {fen}", search.best))?;
    }
    Ok(String::new())
}

fn long(uci: &mut Uci, bench: &mut Bench) -> Finding {
    let moves = long_game();
    let position = position(::xiangqi::fen::START, &moves)?;
    let search = uci.search_well(bench, &uci.place(None, &moves), "go depth 3", &position)?;
    Ok(format!("{} after {} plies", search.best, moves.len()))
}

fn several_lines(uci: &mut Uci, bench: &mut Bench) -> Finding {
    let Some(name) = uci.options.find("MultiPV").map(|option| option.name.clone()) else {
        return skip("no option MultiPV");
    };
    bench.say(&uci.setting(&name, "3"))?;
    let place = uci.place(None, &[]);
    let search = uci.search_well(bench, &place, "go depth 3", &start()?)?;
    bench.say(&uci.setting(&name, "1"))?;
    let most = search.infos.iter().filter_map(|info| info.rank).max().unwrap_or(0);
    demand(most == 3, || format!("{most} lines instead of 3"))?;
    search.check_lines(&start()?)
}

fn search_moves(uci: &mut Uci, bench: &mut Bench) -> Finding {
    let line = format!("go depth 3 searchmoves {}", uci.points().write("a0a1"));
    let search = uci.search(bench, &uci.place(None, &[]), &line)?;
    demand(search.best == "a0a1", || format!("bestmove {} instead of a0a1", search.best))?;
    Ok(String::new())
}

fn ban_moves(uci: &mut Uci, bench: &mut Bench) -> Finding {
    let free = uci.search_well(bench, &uci.place(None, &[]), "go depth 3", &start()?)?;
    bench.say(&uci.place(None, &[]))?;
    let search = uci.search_well(bench, &format!("banmoves {}", free.best), "go depth 3", &start()?)?;
    demand(search.best != free.best, || format!("bestmove {} was banned", free.best))?;
    Ok(format!("{} instead of {}", search.best, free.best))
}

/// Begins a search that only `stop` ends; the words for it.
fn search_on(uci: &mut Uci, bench: &mut Bench) -> Result<&'static str, Miss> {
    let line = uci.infinite(bench)?;
    uci.ready_for(bench, &uci.place(None, &[]))?;
    bench.say(line)?;
    let before = bench.overhear(Duration::from_millis(300))?;
    demand(!before.iter().any(|line| Uci::is_best(line.trim())), || format!("\"{line}\" ends by itself"))?;
    Ok(line)
}

fn ready_searching(uci: &mut Uci, bench: &mut Bench) -> Finding {
    search_on(uci, bench)?;
    let finding = within(uci.is_ready(bench)?, Duration::from_millis(500), bench.margin);
    bench.say("stop")?;
    bench.hear("stop", bench.patience.ready, Uci::is_best)?;
    finding
}

fn stopped(uci: &mut Uci, bench: &mut Bench) -> Finding {
    let line = search_on(uci, bench)?;
    let begin = bench.say("stop")?;
    let search = uci.result(bench, "stop", begin, bench.patience.ready)?;
    demand(is_legal(&start()?, &search.best), || format!("bestmove {} is not legal", search.best))?;
    let time = within(search.elapsed, Duration::from_millis(200), bench.margin)?;
    Ok(format!("{line}: {time}"))
}

fn stop_idle(uci: &mut Uci, bench: &mut Bench) -> Finding {
    for line in ["stop", "stop", "ponderhit"] {
        bench.say(line)?;
    }
    let said = bench.overhear(Duration::from_millis(200))?;
    // UCCI lets an idle engine answer "nobestmove".
    let is_move = |line: &String| line.trim().starts_with("bestmove");
    demand(!said.iter().any(is_move), || format!("it said \"{}\"", said.join("; ")))?;
    uci.is_ready(bench)?;
    Ok(String::new())
}

/// A search from a position that is none must not find a move, and the engine must live on.
fn refused(uci: &Uci, bench: &mut Bench, place: &str) -> Result<(), Miss> {
    // A good position before, which must not be taken in place of the bad one.
    bench.say(&uci.place(None, &[]))?;
    bench.say(place)?;
    bench.say("go depth 1")?;
    let said = bench.overhear(Duration::from_millis(300))?;
    let best = said.iter().find(|line| line.trim().starts_with("bestmove"));
    let word = best.and_then(|line| line.split_whitespace().nth(1)).unwrap_or("none");
    bench.say("stop")?;
    uci.is_ready(bench)?;
    demand(is_no_move(word), || format!("bestmove {word} after \"{place}\""))
}

fn nonsense(uci: &mut Uci, bench: &mut Bench) -> Finding {
    for fen in NONSENSE {
        refused(uci, bench, &format!("position fen {fen}"))?;
    }
    Ok(String::new())
}

fn illegal(uci: &mut Uci, bench: &mut Bench) -> Finding {
    refused(uci, bench, &uci.place(None, &["h2e2", "a0a9"]))?;
    Ok(String::new())
}

fn quit_searching(uci: &mut Uci, bench: &mut Bench) -> Finding {
    search_on(uci, bench)?;
    bench.say("quit")?;
    bench.await_end()
}

fn quit_idle(_: &mut Uci, bench: &mut Bench) -> Finding {
    bench.say("quit")?;
    bench.await_end()
}

fn quit_well(_: &mut Uci, bench: &mut Bench) -> Finding {
    bench.say("quit")?;
    bench.await_success()
}
