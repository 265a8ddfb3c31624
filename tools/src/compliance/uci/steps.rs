//! What is asked of an engine that speaks UCI or UCCI.

use std::time::Duration;

use super::{Search, Uci};
use crate::arena::drivers::options::Announced;
use crate::arena::player::Claim;
use crate::compliance::course::{Bench, Finding, Miss, Step, demand, fail, skip};
use crate::compliance::xiangqi::{
    MATE_IN_ONE, MATED, MIDDLE, NONSENSE, STALEMATED, is_legal, long_game, position, start,
};

/// In order.
pub const STEPS: &[Step<Uci>] = &[
    Step { name: "handshake within its time", check: handshake },
    Step { name: "isready while idle", check: |uci, bench| Ok(millis(uci.is_ready(bench)?)) },
    Step { name: "unknown commands are survived", check: unknown },
    Step { name: "blanks, tabs and CR LF are survived", check: blanks },
    Step { name: "options take their own defaults", check: options },
    Step { name: "a legal move from the start", check: first_move },
    Step { name: "a legal move from a FEN", check: from_fen },
    Step { name: "a legal move after moves", check: after_moves },
    Step { name: "go depth is kept", check: depth },
    Step { name: "go nodes is kept", check: nodes },
    Step { name: "time for one move is kept", check: move_time },
    Step { name: "a move in a millisecond", check: millisecond },
    Step { name: "a clock is kept", check: clock },
    Step { name: "every expected line is legal", check: lines },
    Step { name: "bestmove begins the last line", check: best_is_first },
    Step { name: "nothing comes after bestmove", check: nothing_after },
    Step { name: "the same search twice", check: twice },
    Step { name: "a mate is found and named", check: mate },
    Step { name: "no move where there is none", check: no_move },
    Step { name: "a move after a long game", check: long },
    Step { name: "several lines at once", check: several_lines },
    Step { name: "searchmoves or banmoves are obeyed", check: restricted },
    Step { name: "an infinite search is stopped", check: stopped },
    Step { name: "stop without a search", check: stop_idle },
    Step { name: "a position that is none", check: nonsense },
    Step { name: "a game with an illegal move", check: illegal },
    Step { name: "quit during a search", check: quit_searching },
    Step { name: "quit while idle", check: quit_idle },
    Step { name: "the end of input", check: |_, bench| bench.end_input() },
];

fn millis(time: Duration) -> String {
    format!("{} ms", time.as_millis())
}

fn handshake(uci: &mut Uci, _: &mut Bench) -> Finding {
    let Some(title) = &uci.title else { return fail("there is no id name") };
    Ok(format!("{title}, {} options, {}", uci.options.list.len(), millis(uci.greeted)))
}

fn unknown(uci: &mut Uci, bench: &mut Bench) -> Finding {
    for line in ["xyzzy", "position", "go depth x", "setoption", "setoption name Nobody value 3"] {
        bench.say(line)?;
        // Whatever it makes of a broken "go", it is not to go on for ever.
        bench.say("stop")?;
    }
    uci.is_ready(bench)?;
    Ok(String::new())
}

fn blanks(_: &mut Uci, bench: &mut Bench) -> Finding {
    bench.say("")?;
    let ready = |line: &str| line == "readyok";
    for line in ["isready\r", "  isready  ", "\tisready\t"] {
        bench.ask(line, Duration::from_secs(1), ready).map_err(|_| {
            let shown = line.escape_debug();
            Miss::Failed(format!("no readyok to \"{shown}\""))
        })?;
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
    let limit = Duration::from_millis(limit);
    let elapsed = millis(search.elapsed);
    demand(search.elapsed <= limit + bench.margin, || format!("{elapsed} instead of {}", millis(limit)))?;
    Ok(format!("{elapsed} of {}", millis(limit)))
}

/// The words for a search of so long.
fn timed(uci: &Uci, time: u64) -> Result<String, Miss> {
    if uci.is_uci() {
        return Ok(format!("go movetime {time}"));
    }
    if !uci.has_milliseconds() {
        return skip("it counts seconds");
    }
    Ok(format!("go time {time} movestogo 1"))
}

fn move_time(uci: &mut Uci, bench: &mut Bench) -> Finding {
    let search = uci.search_well(bench, &uci.place(None, &[]), &timed(uci, 300)?, &start()?)?;
    in_time(&search, bench, 300)
}

fn millisecond(uci: &mut Uci, bench: &mut Bench) -> Finding {
    let search = uci.search_well(bench, &uci.place(None, &[]), &timed(uci, 1)?, &start()?)?;
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

fn nothing_after(uci: &mut Uci, bench: &mut Bench) -> Finding {
    uci.search_well(bench, &uci.place(None, &[]), "go depth 3", &start()?)?;
    let after = bench.overhear(Duration::from_millis(300))?;
    let said: Vec<String> = after.into_iter().filter(|line| !line.trim().is_empty()).collect();
    demand(said.is_empty(), || format!("it said \"{}\"", said.join("; ")))?;
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
        (Some(Claim::Mate(1)), _) => Ok("mate 1".to_owned()),
        // UCCI has no word for mate.
        (Some(Claim::Hundredths(score)), false) if score > 1000 => Ok(format!("score {score}")),
        (Some(other), _) => fail(format!("the score is {other:?}")),
    }
}

fn no_move(uci: &mut Uci, bench: &mut Bench) -> Finding {
    for fen in [MATED, STALEMATED] {
        let search = uci.search(bench, &uci.place(Some(fen), &[]), "go depth 3")?;
        let is_none = matches!(search.best.as_str(), "(none)" | "none" | "0000" | "NULL");
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
    let Some(name) = uci.options.find("MultiPV").map(|option| option.name.clone()).filter(|_| uci.is_uci())
    else {
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

fn restricted(uci: &mut Uci, bench: &mut Bench) -> Finding {
    if uci.is_uci() {
        let line = format!("go depth 3 searchmoves {}", uci.points.write("a0a1"));
        let search = uci.search(bench, &uci.place(None, &[]), &line)?;
        demand(search.best == "a0a1", || format!("bestmove {} instead of a0a1", search.best))?;
        return Ok("searchmoves".to_owned());
    }
    let free = uci.search_well(bench, &uci.place(None, &[]), "go depth 3", &start()?)?;
    bench.say(&uci.place(None, &[]))?;
    let search = uci.search_well(bench, &format!("banmoves {}", free.best), "go depth 3", &start()?)?;
    demand(search.best != free.best, || format!("bestmove {} was banned", free.best))?;
    Ok("banmoves".to_owned())
}

fn stopped(uci: &mut Uci, bench: &mut Bench) -> Finding {
    let line = uci.infinite();
    bench.say(&uci.place(None, &[]))?;
    bench.say(line)?;
    let before = bench.overhear(Duration::from_millis(300))?;
    demand(!before.iter().any(|line| Uci::is_best(line.trim())), || "bestmove came before stop".to_owned())?;
    let ready = uci.is_ready(bench)?;
    demand(ready <= Duration::from_millis(500) + bench.margin, || {
        format!("readyok after {}", millis(ready))
    })?;
    let begin = bench.say("stop")?;
    let search = uci.result(bench, "stop", begin, bench.patience.ready)?;
    demand(is_legal(&start()?, &search.best), || format!("bestmove {} is not legal", search.best))?;
    let elapsed = millis(search.elapsed);
    demand(search.elapsed <= Duration::from_millis(200) + bench.margin, || {
        format!("bestmove after {elapsed}")
    })?;
    Ok(format!("readyok after {}, bestmove after {elapsed}", millis(ready)))
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
    let is_none = matches!(word, "(none)" | "none" | "0000" | "NULL");
    bench.say("stop")?;
    uci.is_ready(bench)?;
    demand(is_none, || format!("bestmove {word} after \"{place}\""))
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
    bench.say(&uci.place(None, &[]))?;
    bench.say(uci.infinite())?;
    bench.overhear(Duration::from_millis(100))?;
    bench.say("quit")?;
    bench.await_end()
}

fn quit_idle(_: &mut Uci, bench: &mut Bench) -> Finding {
    bench.say("quit")?;
    bench.await_end()
}
