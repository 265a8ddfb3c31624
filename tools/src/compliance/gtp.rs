//! GTP, as Othello engines speak it.

use std::time::{Duration, Instant};

use ::othello::Position;

use super::bench::{Bench, Finding, Miss, demand, fail, skip, within};
use super::course::{Course, Step};
use super::othello::{BEFORE_PASS, after, full_game, is_legal, legal, play};
use crate::arena::fault::Fault;

/// An engine that speaks GTP.
#[derive(Clone, Debug, Default)]
pub struct Gtp {
    title: Option<String>,
    commands: Vec<String>,
    greeted: Duration,
}

/// A reply, as it arrived: no number is sent, and so none is expected, but where numbers are tested.
struct Reply {
    /// Whether it begins with `=`.
    is_success: bool,
    /// Its first line without the sign in front, as it arrived.
    first_line: String,
    /// All of it without the sign, and without blanks around it.
    text: String,
}

/// What a controller cannot do without.
const NEEDED: [&str; 10] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "play",
    "genmove",
];

/// Writes a line, and reads the reply, which ends with an empty line.
fn request(bench: &mut Bench, line: &str) -> Result<Reply, Miss> {
    let until = bench.say(line)? + bench.patience.ready;
    let mut lines: Vec<String> = Vec::new();
    while let Some(heard) = bench.next_line(until)? {
        let text = heard.text.trim_end();
        if lines.is_empty() && !text.starts_with(['=', '?']) {
            continue;
        }
        if text.is_empty() {
            let first_line = lines[0][1..].to_owned();
            let text = lines.join("\n")[1..].trim().to_owned();
            return Ok(Reply { is_success: lines[0].starts_with('='), first_line, text });
        }
        lines.push(text.to_owned());
    }
    Err(Fault::Stall { to: line.to_owned(), waited: bench.patience.ready }.into())
}

/// The text of a reply, or that of a refusal.
fn command(bench: &mut Bench, line: &str) -> Result<Result<String, String>, Miss> {
    let reply = request(bench, line)?;
    Ok(if reply.is_success { Ok(reply.text) } else { Err(reply.text) })
}

/// The reply to a line that must not be refused.
fn obey(bench: &mut Bench, line: &str) -> Result<String, Miss> {
    command(bench, line)?.or_else(|refusal| fail(format!("? {refusal} to \"{line}\"")))
}

/// Demands that a line is refused.
fn refuse(bench: &mut Bench, line: &str) -> Result<(), Miss> {
    match command(bench, line)? {
        Ok(text) => fail(format!("= {text} to \"{line}\"")),
        Err(_) => Ok(()),
    }
}

/// Plays a game from its beginning.
fn tell(bench: &mut Bench, moves: &str) -> Result<Position, Miss> {
    obey(bench, "clear_board")?;
    let letters: Vec<char> = moves.chars().collect();
    for (number, pair) in letters.chunks(2).enumerate() {
        let colour = ["b", "w"][number % 2];
        obey(bench, &format!("play {colour} {}", String::from_iter(pair)))?;
    }
    after(moves)
}

/// Asks for a move, which must be legal.
fn generate(bench: &mut Bench, word: &str, position: &Position) -> Result<String, Miss> {
    let colour = if position.side == ::othello::Side::Black { "b" } else { "w" };
    let mv = obey(bench, &format!("{word} {colour}"))?;
    demand(is_legal(position, &mv), || format!("{mv} is not one of {}", legal(position).join(" ")))?;
    Ok(mv)
}

impl Gtp {
    fn need(&self, name: &str) -> Result<(), Miss> {
        if self.commands.iter().any(|known| known == name) { Ok(()) } else { skip(format!("no {name}")) }
    }
}

impl Course for Gtp {
    fn steps(&self) -> Vec<Step<Gtp>> {
        STEPS.to_vec()
    }

    fn greet(&mut self, bench: &mut Bench) -> Result<(), Miss> {
        let begin = Instant::now();
        // Whatever it answers, it is there.
        let _ = command(bench, "protocol_version")?;
        self.greeted = begin.elapsed();
        let (name, version) = (command(bench, "name")?, command(bench, "version")?);
        let title = name.ok().map(|name| format!("{name} {}", version.unwrap_or_default()));
        self.title = title.map(|title| title.trim().to_owned());
        let list = command(bench, "list_commands")?.unwrap_or_default();
        self.commands = list.split_whitespace().map(str::to_owned).collect();
        Ok(())
    }

    fn protocol(&self) -> &'static str {
        "gtp"
    }

    fn title(&self) -> Option<String> {
        self.title.clone()
    }
}

const STEPS: &[Step<Gtp>] = &[
    Step::protocol("handshake", handshake),
    Step::protocol("all needed commands are listed", needed),
    Step::protocol("known_command tells the truth", known),
    Step::protocol("unknown commands are refused", unknown),
    Step::protocol("numbers of requests come back", numbers),
    Step::protocol("remarks and blank lines are passed over", remarks),
    Step::protocol("one size of board", sizes),
    Step::protocol("a legal move from the start", first_move),
    Step::protocol("a move played is one's own too", own_move),
    Step::protocol("reg_genmove plays nothing", no_play),
    Step::protocol("letters in either case", letters),
    Step::protocol("illegal moves are refused", illegal),
    Step::protocol("undo", undo),
    Step::protocol("a forced pass", pass),
    Step::protocol("a whole game", game),
    Step::protocol("final_score", score),
    Step::protocol("showboard", show),
    Step::protocol("time for one move is kept", move_time),
    Step::protocol("a clock is understood", clock),
    Step::protocol("quit", quit),
    Step::robustness("broken lines are refused", broken),
    Step::robustness("a pass beside moves is refused", no_pass),
    Step::robustness("no move after the end of the game", after_end),
    Step::robustness("the same move twice", twice),
    Step::robustness("quit ends with status 0", quit_well),
    Step::robustness("the end of input", |_, bench| bench.end_input()),
];

fn handshake(gtp: &mut Gtp, bench: &mut Bench) -> Finding {
    let version = obey(bench, "protocol_version")?;
    demand(matches!(version.as_str(), "2" | "2.0"), || format!("protocol_version {version} instead of 2"))?;
    let Some(title) = &gtp.title else { return fail("it refuses to tell its name") };
    Ok(format!("{title}, {} commands, {} ms", gtp.commands.len(), gtp.greeted.as_millis()))
}

fn needed(gtp: &mut Gtp, _: &mut Bench) -> Finding {
    let missing: Vec<&str> = NEEDED.into_iter().filter(|name| gtp.need(name).is_err()).collect();
    demand(missing.is_empty(), || format!("not listed: {}", missing.join(" ")))?;
    Ok(String::new())
}

fn known(gtp: &mut Gtp, bench: &mut Bench) -> Finding {
    gtp.need("known_command")?;
    for (name, expected) in [("genmove", "true"), ("xyzzy", "false")] {
        let told = obey(bench, &format!("known_command {name}"))?;
        demand(told == expected, || format!("known_command {name} is {told}"))?;
    }
    Ok(String::new())
}

fn unknown(_: &mut Gtp, bench: &mut Bench) -> Finding {
    refuse(bench, "xyzzy")?;
    obey(bench, "name").map(|_| String::new())
}

/// Whether a reply to this number begins with it: directly behind the sign, and followed by a blank or nothing.
fn is_numbered(reply: &Reply, number: &str) -> bool {
    let rest = reply.first_line.strip_prefix(number);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}

fn numbers(_: &mut Gtp, bench: &mut Bench) -> Finding {
    let expected = obey(bench, "protocol_version")?;
    for (number, line) in [("42", "42 protocol_version"), ("43", "43 xyzzy")] {
        let reply = request(bench, line)?;
        let sign = if reply.is_success { '=' } else { '?' };
        demand(is_numbered(&reply, number), || format!("\"{sign}{}\" to \"{line}\"", reply.first_line))?;
    }
    let reply = request(bench, "protocol_version")?;
    demand(reply.text == expected, || format!("\"={}\" to a request without a number", reply.first_line))?;
    // An engine that goes on with an old number is to blame here alone.
    bench.clear();
    Ok(String::new())
}

fn remarks(_: &mut Gtp, bench: &mut Bench) -> Finding {
    let expected = obey(bench, "protocol_version")?;
    for line in ["", "   ", "# a remark"] {
        bench.say(line)?;
    }
    let version = obey(bench, "protocol_version # another\r")?;
    demand(version == expected, || format!("= {version} to protocol_version"))?;
    Ok(String::new())
}

fn sizes(_: &mut Gtp, bench: &mut Bench) -> Finding {
    obey(bench, "boardsize 8")?;
    refuse(bench, "boardsize 19").map(|()| String::new())
}

fn first_move(_: &mut Gtp, bench: &mut Bench) -> Finding {
    let position = tell(bench, "")?;
    generate(bench, "genmove", &position)
}

fn own_move(_: &mut Gtp, bench: &mut Bench) -> Finding {
    let mut position = tell(bench, "f5")?;
    let mv = generate(bench, "genmove", &position)?;
    play(&mut position, &mv);
    let next = generate(bench, "genmove", &position)?;
    Ok(format!("{mv} {next}"))
}

fn no_play(gtp: &mut Gtp, bench: &mut Bench) -> Finding {
    gtp.need("reg_genmove")?;
    let position = tell(bench, "")?;
    generate(bench, "reg_genmove", &position)?;
    generate(bench, "genmove", &position)
}

fn letters(_: &mut Gtp, bench: &mut Bench) -> Finding {
    for line in ["play b f5", "play B F5", "play black f5", "play BLACK F5"] {
        obey(bench, "clear_board")?;
        obey(bench, line)?;
    }
    Ok(String::new())
}

fn illegal(_: &mut Gtp, bench: &mut Bench) -> Finding {
    let position = tell(bench, "")?;
    for line in ["play b a1", "play b d4"] {
        refuse(bench, line)?;
    }
    generate(bench, "genmove", &position)
}

fn broken(_: &mut Gtp, bench: &mut Bench) -> Finding {
    tell(bench, "")?;
    for line in ["play", "play b", "play b z9", "play green f5", "genmove", "genmove green", "boardsize"] {
        refuse(bench, line)?;
    }
    Ok(String::new())
}

fn no_pass(_: &mut Gtp, bench: &mut Bench) -> Finding {
    let position = tell(bench, "")?;
    refuse(bench, "play b pass")?;
    generate(bench, "genmove", &position)
}

fn undo(gtp: &mut Gtp, bench: &mut Bench) -> Finding {
    gtp.need("undo")?;
    tell(bench, "f5d6")?;
    obey(bench, "undo")?;
    let position = after("f5")?;
    let mv = generate(bench, "genmove", &position)?;
    tell(bench, "")?;
    refuse(bench, "undo").map(|()| mv)
}

fn pass(_: &mut Gtp, bench: &mut Bench) -> Finding {
    let position = tell(bench, BEFORE_PASS)?;
    let mv = generate(bench, "genmove", &position)?;
    generate(bench, "genmove", &position.passed()).map(|next| format!("{mv} {next}"))
}

/// A game with itself to its end.
fn game(_: &mut Gtp, bench: &mut Bench) -> Finding {
    let mut position = tell(bench, "")?;
    let mut plies = 0;
    while !position.board.is_over() {
        let mv = generate(bench, "genmove", &position)?;
        play(&mut position, &mv);
        plies += 1;
    }
    Ok(format!("{plies} plies"))
}

fn score(gtp: &mut Gtp, bench: &mut Bench) -> Finding {
    gtp.need("final_score")?;
    let end = tell(bench, &full_game())?;
    let side = if end.side == ::othello::Side::Black { 1 } else { -1 };
    let expected = match side * end.board.final_difference() {
        0 => "0".to_owned(),
        margin @ 1.. => format!("B+{margin}"),
        margin => format!("W+{}", -margin),
    };
    let told = obey(bench, "final_score")?;
    let said = told.trim_end_matches(".0");
    demand(said.eq_ignore_ascii_case(&expected), || format!("final_score {told} instead of {expected}"))?;
    Ok(told)
}

/// A pass and a refusal both say that there are no moves left.
fn after_end(_: &mut Gtp, bench: &mut Bench) -> Finding {
    tell(bench, &full_game())?;
    match command(bench, "genmove b")? {
        Ok(mv) if mv.eq_ignore_ascii_case("pass") => Ok(mv),
        Ok(mv) => fail(format!("= {mv} to genmove b")),
        Err(refusal) => Ok(format!("? {refusal}")),
    }
}

fn twice(_: &mut Gtp, bench: &mut Bench) -> Finding {
    let mut moves = Vec::new();
    for _ in 0..2 {
        let position = tell(bench, "f5d6c3")?;
        moves.push(generate(bench, "genmove", &position)?);
    }
    demand(moves[0] == moves[1], || format!("first {}, then {}", moves[0], moves[1]))?;
    Ok(moves[0].clone())
}

fn show(gtp: &mut Gtp, bench: &mut Bench) -> Finding {
    gtp.need("showboard")?;
    let board = obey(bench, "showboard")?;
    demand(!board.is_empty(), || "it shows nothing".to_owned())?;
    Ok(format!("{} lines", board.lines().count()))
}

fn move_time(gtp: &mut Gtp, bench: &mut Bench) -> Finding {
    gtp.need("time_settings")?;
    let position = tell(bench, "f5d6c3")?;
    obey(bench, "time_settings 0 1 1")?;
    let begin = Instant::now();
    generate(bench, "genmove", &position)?;
    within(begin.elapsed(), Duration::from_secs(1), bench.margin)
}

fn clock(gtp: &mut Gtp, bench: &mut Bench) -> Finding {
    gtp.need("time_settings")?;
    gtp.need("time_left")?;
    let position = tell(bench, "f5d6c3")?;
    obey(bench, "time_settings 60 0 0")?;
    obey(bench, "time_left b 2 0")?;
    obey(bench, "time_left w 2 0")?;
    let begin = Instant::now();
    generate(bench, "genmove", &position)?;
    within(begin.elapsed(), Duration::from_secs(2), Duration::ZERO)
}

fn quit(_: &mut Gtp, bench: &mut Bench) -> Finding {
    obey(bench, "quit")?;
    bench.await_end()
}

fn quit_well(_: &mut Gtp, bench: &mut Bench) -> Finding {
    bench.say("quit")?;
    bench.await_success()
}
