//! UCI and UCCI, which differ in words.

use std::time::Duration;

use protocols::option::EngineOption;
use protocols::uci::{Command, Dialect, Info, Reply};

use crate::compliance::session::{
    ComplianceProtocol, DONE, ScriptAction, ScriptAction::*, Session, StepFailure, StepResult, fail, require,
    skip, within,
};
use crate::compliance::steps::{Step, extra, rule};
use crate::drivers::state::ProtocolState;
use crate::drivers::uci::{Uci, is_main, line_of, score_of};
use crate::games::Game;
use crate::player::Choice;
use game::EngineScore;

/// A middle game with Black to move.
pub const MIDDLE: &str = "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 1";
/// Black is mated.
const MATED: &str = "R2k5/1R7/9/9/9/9/9/9/9/4K4 b - - 0 1";
/// Black has no move, and has lost though not in check.
const STALEMATED: &str = "3k5/R8/1R7/9/9/9/9/9/9/4K4 b - - 0 1";
/// Red mates with a1a9 or a1d1.
const MATE_IN_ONE: &str = "3k5/1R7/9/9/9/9/9/9/R8/4K4 w - - 0 1";
/// The chariots move back and forth. Thirty times it is a game of 240 plies.
const BACK_AND_FORTH: &str = "a0a1 a9a8 i0i1 i9i8 a1a0 a8a9 i1i0 i8i9 ";
/// The wait for an engine that must not write, or for the end of a search that may not have begun.
const SILENCE: Duration = Duration::from_millis(300);
const STOP_TIMEOUT: Duration = Duration::from_secs(2);

/// The steps of UCI, in order.
pub const UCI_STEPS: &[&[Step<Uci>]] = &[PROTOCOL, UCI, ROBUSTNESS, Step::ENDINGS];
/// The steps of UCCI, in order.
pub const UCCI_STEPS: &[&[Step<Uci>]] = &[PROTOCOL, UCCI, ROBUSTNESS, Step::ENDINGS, UCCI_ROBUSTNESS];

/// The rules of both protocols.
const PROTOCOL: &[Step<Uci>] = &[
    rule("handshake within its time", &[Test(handshake)]),
    rule("isready while idle", &[Settle, Before(10_000)]),
    rule("unknown commands and options are ignored", &[Send(&["xyzzy"]), Test(unknown_option), Settle]),
    rule("CR LF ends a line", &[Test(|session| understood(session, "isready\r"))]),
    rule("options take their own defaults", &[Test(defaults), Start, Search("go depth 1")]),
    rule("a legal move from the start", &[Start, Search("go depth 3")]),
    rule("a legal move from a FEN", &[Fen(MIDDLE), Search("go depth 3")]),
    rule("a legal move after moves", &[Moves("h2e2 h9g7 h0g2"), Search("go depth 3")]),
    rule("go depth is kept", &[Start, Search("go depth 4"), Test(|session| depth(session, 4))]),
    rule("go nodes is kept", &[Start, Search("go nodes 20000"), Test(|session| nodes(session, 20_000))]),
    rule("time for one move is kept", &[Start, Test(move_time)]),
    rule("a clock is kept", &[Start, Test(clock)]),
    rule("every expected line is legal", &[Fen(MIDDLE), Search("go depth 6"), Test(lines)]),
    rule("one bestmove for each go", &[Start, Search("go depth 3"), Silence(300)]),
    rule("no move where there is none", &[Fen(MATED), Test(no_move), Fen(STALEMATED), Test(no_move)]),
    rule("isready during a search", &[Start, Test(search_on), Test(ready_searching)]),
    rule("an infinite search is stopped", &[Start, Test(search_on), Test(stopped)]),
    rule("quit during a search", &[Start, Test(search_on), Quit]),
    rule("quit while idle", &[Quit]),
];

const BLANKS: [ScriptAction<Uci>; 3] = [
    Send(&[""]),
    Test(|session| understood(session, "  isready  ")),
    Test(|session| understood(session, "\tisready\t")),
];

/// The rules of UCI alone.
const UCI: &[Step<Uci>] = &[
    rule("blanks and tabs between words", &BLANKS),
    rule(
        "several lines at once",
        &[
            Need("MultiPV"),
            Send(&["setoption name MultiPV value 3"]),
            Start,
            Search("go depth 3"),
            Send(&["setoption name MultiPV value 1"]),
            Test(|session| several(session, 3)),
            Test(lines),
        ],
    ),
    rule("searchmoves are obeyed", &[Start, Test(search_moves)]),
];

/// The rules of UCCI alone.
const UCCI: &[Step<Uci>] = &[rule("banmoves are obeyed", &[Start, Search("go depth 3"), Test(ban_moves)])];

/// More than either demands.
const ROBUSTNESS: &[Step<Uci>] = &[
    // Whatever it makes of a broken "go", the search must end.
    extra(
        "broken commands do no harm",
        &[
            Send(&["position", "stop", "go depth x", "stop", "setoption", "stop", "setoption name", "stop"]),
            Settle,
        ],
    ),
    extra("a move in a millisecond", &[Start, Test(millisecond)]),
    extra("bestmove begins the last line", &[Fen(MIDDLE), Search("go depth 5"), Test(best_is_first)]),
    extra("nothing comes after bestmove", &[Start, Search("go depth 3"), Test(nothing_after)]),
    extra("the same search twice", &[Twice(&[Start, Search("go depth 6"), Test(node_count)])]),
    extra("a mate is found and named", &[Fen(MATE_IN_ONE), Search("go depth 4"), Test(mates)]),
    extra("a move after a long game", &[Test(long_game), Search("go depth 3")]),
    // UCCI lets an idle engine answer "nobestmove".
    extra("stop without a search", &[Send(&["stop", "stop", "ponderhit"]), Test(no_move_written), Settle]),
    extra(
        "an invalid position",
        &[Refuse(&[
            "position fen rnbakabnr/9/9 w",
            "position fen 9/9/9/9/9/9/9/9/9/9 w - - 0 1",
            "position fen hello w - - 0 1",
        ])],
    ),
    extra("a game with an illegal move", &[Test(illegal_game)]),
];

/// Demanded by UCI, but not by UCCI.
const UCCI_ROBUSTNESS: &[Step<Uci>] = &[extra("blanks and tabs between words", &BLANKS)];

impl ComplianceProtocol for Uci {
    const GAME: Game = Game::XIANGQI;

    /// A search after an invalid position must not find a move, and the engine must go on.
    fn refuse(session: &mut Session<Uci>, lines: &[&str]) -> Result<(), StepFailure> {
        for line in lines {
            // The valid position before must not be searched instead.
            session.send_all(&["position startpos", line, "go depth 1"])?;
            let found = moves_among(&session.collect(SILENCE)?);
            session.send(Command::Stop)?;
            session.settle()?;
            require(found.is_empty(), || format!("bestmove {} after \"{line}\"", found.join(", ")))?;
        }
        Ok(())
    }
}

/// The moves of the results among these lines.
fn moves_among(lines: &[String]) -> Vec<String> {
    lines.iter().filter_map(|line| line.parse::<Reply>().ok()?.best()?.mv).collect()
}

fn is_uci(session: &Session<Uci>) -> bool {
    session.driver.dialect == Dialect::Uci
}

fn infos(session: &Session<Uci>) -> impl DoubleEndedIterator<Item = Info> {
    session.lines.iter().filter_map(|line| match line.parse() {
        Ok(Reply::Info(info)) => Some(info),
        _ => None,
    })
}

/// The last line that counts.
fn main_info(session: &Session<Uci>) -> Option<Info> {
    infos(session).rfind(is_main)
}

fn last_nodes(session: &Session<Uci>) -> Option<u64> {
    infos(session).rev().find_map(|info| info.nodes)
}

/// UCI demands a name, UCCI does not.
fn handshake(session: &mut Session<Uci>) -> StepResult {
    let name = session.driver.engine_name();
    require(name.is_some() || !is_uci(session), || "there is no id name".to_owned())?;
    let time = within(session.handshake_time, session.setup.timeouts.start, Duration::ZERO)?;
    let (name, options) = (name.as_deref().unwrap_or("no id name"), &session.driver.options.list);
    Ok(format!("{name}, {} options, {time}", options.len()))
}

fn unknown_option(session: &mut Session<Uci>) -> StepResult {
    session.with(|driver, process| driver.set(process, "NoSuchOption", "3"))?;
    Ok(DONE)
}

/// The engine must answer `readyok` to a line that means `isready`.
fn understood(session: &mut Session<Uci>, line: &str) -> StepResult {
    let timeout = session.setup.timeouts.ready.min(STOP_TIMEOUT);
    let until = session.send(line)? + timeout;
    let is_ready = |line: &str| line.parse() == Ok(Reply::ReadyOk);
    let answer = session.with(|_, process| process.read_until(until, is_ready))?;
    require(answer.is_some(), || format!("no readyok to \"{}\"", line.escape_debug()))?;
    Ok(DONE)
}

fn defaults(session: &mut Session<Uci>) -> StepResult {
    let is_plain = |option: &EngineOption| matches!(option.kind.as_str(), "check" | "spin" | "combo");
    // The others choose the game and its notation.
    let is_own = |option: &EngineOption| !["UCI_Variant", "Protocol", "usemillisec"].contains(&&*option.name);
    let mut options = session.driver.options.list.clone();
    options.retain(|option| is_plain(option) && is_own(option) && option.default.is_some());
    for option in &options {
        let default = option.default.as_deref().unwrap_or_default();
        session.with(|driver, process| driver.set(process, &option.name, default))?;
    }
    session.settle()?;
    Ok(format!("{} set", options.len()))
}

fn long_game(session: &mut Session<Uci>) -> StepResult {
    session.set_up(None, &BACK_AND_FORTH.repeat(30)).map(|()| DONE)
}

fn depth(session: &Session<Uci>, depth: u32) -> StepResult {
    let Some(deepest) = infos(session).filter_map(|info| info.depth).max() else {
        return skip("it reports no depth");
    };
    require(deepest == depth, || format!("the deepest line is of depth {deepest} instead of {depth}"))?;
    Ok(DONE)
}

fn nodes(session: &Session<Uci>, limit: u64) -> StepResult {
    let Some(nodes) = last_nodes(session) else { return skip("it reports no nodes") };
    require(nodes <= limit + limit / 4, || format!("{nodes} nodes instead of {limit}"))?;
    Ok(format!("{nodes} of {limit}"))
}

fn node_count(session: &mut Session<Uci>) -> StepResult {
    Ok(last_nodes(session).map_or(DONE, |nodes| format!("{nodes} nodes")))
}

fn in_time(session: &mut Session<Uci>, line: &str, limit: u64) -> StepResult {
    session.search(line)?;
    within(session.elapsed, Duration::from_millis(limit), session.setup.margin)
}

/// The command for a search of this many milliseconds, or units of the engine.
fn timed(session: &Session<Uci>, time: u64) -> String {
    if is_uci(session) { format!("go movetime {time}") } else { format!("go time {time} movestogo 1") }
}

fn move_time(session: &mut Session<Uci>) -> StepResult {
    let (time, limit) = if session.driver.has_milliseconds { (300, 300) } else { (1, 1000) };
    in_time(session, &timed(session, time), limit)
}

fn millisecond(session: &mut Session<Uci>) -> StepResult {
    if !session.driver.has_milliseconds {
        return skip("it counts seconds");
    }
    in_time(session, &timed(session, 1), 1)
}

fn clock(session: &mut Session<Uci>) -> StepResult {
    let (line, limit) = match (session.driver.dialect, session.driver.has_milliseconds) {
        (Dialect::Uci, _) => ("go wtime 500 btime 500 winc 10 binc 10", 500),
        (Dialect::Ucci, true) => ("go time 500 increment 10 opptime 500 oppincrement 10", 500),
        (Dialect::Ucci, false) => ("go time 2 increment 0 opptime 2 oppincrement 0", 2000),
    };
    in_time(session, line, limit)
}

/// Every line of the last search must be legal.
fn lines(session: &mut Session<Uci>) -> StepResult {
    let lines: Vec<Vec<String>> = infos(session)
        .map(|info| line_of(&info, session.driver.coordinates))
        .filter(|line| !line.is_empty())
        .collect();
    for line in &lines {
        let mut game = Game::XIANGQI.session(&session.game.board(), "")?;
        if let Some(mv) = line.iter().find(|mv| game.advance(mv).is_none()) {
            return fail(format!("{mv} is not legal in pv {}", line.join(" ")));
        }
    }
    Ok(format!("{} lines", lines.len()))
}

fn several(session: &Session<Uci>, count: u32) -> StepResult {
    let most = infos(session).filter_map(|info| info.multipv).max().unwrap_or(0);
    require(most == count, || format!("{most} lines instead of {count}"))?;
    Ok(DONE)
}

fn best_is_first(session: &mut Session<Uci>) -> StepResult {
    let main = infos(session).rfind(|info| is_main(info) && !info.pv.is_empty());
    let Some(main) = main else { return skip("it reports no lines") };
    let (first, best) = (&line_of(&main, session.driver.coordinates)[0], session.legal_move()?);
    require(*first == best, || format!("bestmove {best} after a line that begins {first}"))?;
    Ok(DONE)
}

fn nothing_after(session: &mut Session<Uci>) -> StepResult {
    let mut after = session.collect(SILENCE)?;
    // A second answer has a step of its own.
    after.retain(|line| !line.trim().is_empty() && !session.is_answer(line));
    require(after.is_empty(), || format!("it wrote \"{}\"", after.join("; ")))?;
    Ok(DONE)
}

fn mates(session: &mut Session<Uci>) -> StepResult {
    let mv = session.legal_move()?;
    session.game.advance(&mv);
    require(session.legal_moves().is_empty(), || format!("bestmove {mv} does not mate"))?;
    let score = main_info(session).and_then(|info| info.score);
    match (score.map(|score| score_of(score, session.driver.dialect)), is_uci(session)) {
        (None, _) => skip("it reports no score"),
        (Some(EngineScore::Mate(1)), _) => Ok("mate 1".to_owned()),
        // UCCI has no word for mate.
        (Some(EngineScore::Hundredths(score)), false) if score > 1000 => Ok(format!("score {score}")),
        (Some(other), _) => fail(format!("the score is {other:?}")),
    }
}

fn no_move(session: &mut Session<Uci>) -> StepResult {
    let begin = session.send("go depth 3")?;
    session.read_answer("go depth 3", begin, session.setup.timeouts.answer)?;
    let last = session.lines.last().map(String::as_str).unwrap_or_default();
    let is_nobestmove = last.parse() == Ok(Reply::NoBestMove);
    let is_none = matches!(session.choice, Choice::NoMove(_)) && is_nobestmove != is_uci(session);
    require(is_none, || last.trim().to_owned())?;
    Ok(DONE)
}

fn no_move_written(session: &mut Session<Uci>) -> StepResult {
    let written = session.collect(Duration::from_millis(200))?;
    let is_best = |line: &String| matches!(line.parse(), Ok(Reply::BestMove(_)));
    require(!written.iter().any(is_best), || format!("it wrote \"{}\"", written.join("; ")))?;
    Ok(DONE)
}

fn search_moves(session: &mut Session<Uci>) -> StepResult {
    let only = session.driver.coordinates.write("a0a1");
    let best = session.search(&format!("go depth 3 searchmoves {only}"))?;
    require(best == "a0a1", || format!("bestmove {best} instead of a0a1"))?;
    Ok(best)
}

fn ban_moves(session: &mut Session<Uci>) -> StepResult {
    let banned = session.legal_move()?;
    session.set_up(None, "")?;
    session.send(format!("banmoves {}", session.driver.coordinates.write(&banned)))?;
    session.settle()?;
    let mv = session.search("go depth 3")?;
    require(mv != banned, || format!("bestmove {banned} was banned"))?;
    Ok(format!("instead of {mv}"))
}

fn illegal_game(session: &mut Session<Uci>) -> StepResult {
    let [legal, illegal] = ["h2e2", "a0a9"].map(|mv| session.driver.coordinates.write(mv));
    Uci::refuse(session, &[&format!("position startpos moves {legal} {illegal}")])?;
    Ok(DONE)
}

/// Begins a search that only `stop` ends; the note is the command for it.
fn search_on(session: &mut Session<Uci>) -> StepResult {
    let line = infinite(session)?;
    session.set_up(None, "")?;
    session.send(line)?;
    match session.silence(SILENCE) {
        Err(StepFailure::Failed(_)) => fail(format!("\"{line}\" ends by itself")),
        other => other.map(|_| format!("{line}:")),
    }
}

/// The command for a search that only `stop` ends: UCCI's `go depth infinite` where the engine obeys it, else
/// `go infinite`, which is all that many engines of UCCI know.
fn infinite(session: &mut Session<Uci>) -> Result<&'static str, StepFailure> {
    if !is_uci(session) && searches_on(session, "go depth infinite")? {
        return Ok("go depth infinite");
    }
    Ok("go infinite")
}

/// Whether this command begins a search that `stop` ends, and nothing before.
fn searches_on(session: &mut Session<Uci>, line: &str) -> Result<bool, StepFailure> {
    session.set_up(None, "")?;
    session.send(line)?;
    if session.silence(SILENCE).is_err() {
        return Ok(false);
    }
    let begin = session.send(Command::Stop)?;
    let timeout = session.setup.timeouts.ready.min(STOP_TIMEOUT);
    let is_answered = session.read_answer("stop", begin, timeout).is_ok();
    session.settle()?;
    Ok(is_answered && matches!(session.choice, Choice::Move(_)))
}

fn ready_searching(session: &mut Session<Uci>) -> StepResult {
    session.settle()?;
    let result = within(session.elapsed, Duration::from_millis(500), session.setup.margin);
    let begin = session.send(Command::Stop)?;
    session.read_answer("stop", begin, session.setup.timeouts.ready)?;
    result
}

fn stopped(session: &mut Session<Uci>) -> StepResult {
    let begin = session.send(Command::Stop)?;
    session.read_answer("stop", begin, session.setup.timeouts.ready)?;
    session.legal_move()?;
    within(session.elapsed, Duration::from_millis(200), session.setup.margin)
}
