//! GTP, as Othello engines speak it.

use std::time::{Duration, Instant};

use ::othello::Position;

use super::harness::{Harness, StepFailure, StepResult, fail, require, require_equal, skip, within};
use super::othello::{BEFORE_PASS, after, full_game, is_legal, legal, play};
use super::step_list::{Step, StepList};
use crate::arena::fault::Fault;

/// An engine that speaks GTP.
#[derive(Clone, Debug, Default)]
pub struct Gtp {
    name: Option<String>,
    commands: Vec<String>,
    handshake_time: Duration,
}

/// A response as it arrived. Requests have no number, and responses none, except where numbers are tested.
struct Response {
    is_success: bool,
    /// The first line after the sign.
    first_line: String,
    /// The lines after the sign, without blanks around them.
    text: String,
}

/// The commands that a controller needs.
const NEEDED: &str =
    "protocol_version name version known_command list_commands quit boardsize clear_board play genmove";

/// Sends a line, and reads the response, which ends with an empty line.
fn request(harness: &mut Harness, line: &str) -> Result<Response, StepFailure> {
    let until = harness.send(line)? + harness.timeouts.ready;
    let mut lines: Vec<String> = Vec::new();
    while let Some(output) = harness.next_line(until)? {
        let text = output.text.trim_end();
        if lines.is_empty() && !text.starts_with(['=', '?']) {
            continue;
        }
        if text.is_empty() {
            let first_line = lines[0][1..].to_owned();
            let text = lines.join("\n")[1..].trim().to_owned();
            return Ok(Response { is_success: lines[0].starts_with('='), first_line, text });
        }
        lines.push(text.to_owned());
    }
    Err(Fault::Stall { to: line.to_owned(), waited: harness.timeouts.ready }.into())
}

/// The text of a success, or that of a failure.
fn command(harness: &mut Harness, line: &str) -> Result<Result<String, String>, StepFailure> {
    let Response { is_success, text, .. } = request(harness, line)?;
    Ok(if is_success { Ok(text) } else { Err(text) })
}

/// The response to a line that must succeed.
fn obey(harness: &mut Harness, line: &str) -> Result<String, StepFailure> {
    command(harness, line)?.or_else(|refusal| fail(format!("? {refusal} to \"{line}\"")))
}

/// Sends a line that must be refused.
fn refuse(harness: &mut Harness, line: &str) -> Result<(), StepFailure> {
    match command(harness, line)? {
        Ok(text) => fail(format!("= {text} to \"{line}\"")),
        Err(_) => Ok(()),
    }
}

/// Plays a game from its beginning.
fn set_up(harness: &mut Harness, moves: &str) -> Result<Position, StepFailure> {
    obey(harness, "clear_board")?;
    let letters: Vec<char> = moves.chars().collect();
    for (number, pair) in letters.chunks(2).enumerate() {
        let colour = ["b", "w"][number % 2];
        obey(harness, &format!("play {colour} {}", String::from_iter(pair)))?;
    }
    after(moves)
}

/// Requests a move, which must be legal.
fn generate(harness: &mut Harness, word: &str, position: &Position) -> Result<String, StepFailure> {
    let colour = if position.side == ::othello::Side::Black { "b" } else { "w" };
    let mv = obey(harness, &format!("{word} {colour}"))?;
    require(is_legal(position, &mv), || format!("{mv} is not one of {}", legal(position).join(" ")))?;
    Ok(mv)
}

impl Gtp {
    fn need(&self, name: &str) -> Result<(), StepFailure> {
        if self.commands.iter().any(|known| known == name) { Ok(()) } else { skip(format!("no {name}")) }
    }
}

impl StepList for Gtp {
    fn steps(&self) -> Vec<Step<Gtp>> {
        [STEPS, &Step::ENDINGS].concat()
    }

    fn handshake(&mut self, harness: &mut Harness) -> Result<(), StepFailure> {
        let begin = Instant::now();
        // A failure is an answer too.
        let _ = command(harness, "protocol_version")?;
        self.handshake_time = begin.elapsed();
        let (name, version) = (command(harness, "name")?, command(harness, "version")?);
        let name = name.ok().map(|name| format!("{name} {}", version.unwrap_or_default()));
        self.name = name.map(|name| name.trim().to_owned());
        let list = command(harness, "list_commands")?.unwrap_or_default();
        self.commands = list.split_whitespace().map(str::to_owned).collect();
        Ok(())
    }

    fn engine_name(&self) -> Option<String> {
        self.name.clone()
    }
}

const STEPS: &[Step<Gtp>] = &[
    Step::protocol("handshake", handshake),
    Step::protocol("all needed commands are listed", needed),
    Step::protocol("known_command is right", known),
    Step::protocol("unknown commands are refused", unknown),
    Step::protocol("responses have the number of the request", numbers),
    Step::protocol("comments and blank lines are ignored", comments),
    Step::protocol("one size of board", sizes),
    Step::protocol("a legal move from the start", |_, harness| search(harness, "").map(|(mv, _)| mv)),
    Step::protocol("its own move is played", own_move),
    Step::protocol("reg_genmove plays nothing", no_play),
    Step::protocol("letters in either case", letters),
    Step::protocol("illegal moves are refused", illegal),
    Step::protocol("undo", undo),
    Step::protocol("a forced pass", pass),
    Step::protocol("a whole game", game),
    Step::protocol("final_score", score),
    Step::protocol("showboard", show),
    Step::protocol("time for one move is kept", move_time),
    Step::protocol("a clock is kept", clock),
    Step::protocol("quit", quit),
    Step::robustness("broken lines are refused", broken),
    Step::robustness("a pass beside moves is refused", no_pass),
    Step::robustness("no move after the end of the game", after_end),
    Step::robustness("the same move twice", twice),
];

fn handshake(gtp: &mut Gtp, harness: &mut Harness) -> StepResult {
    let version = obey(harness, "protocol_version")?;
    require(matches!(version.as_str(), "2" | "2.0"), || format!("protocol_version {version} instead of 2"))?;
    let Some(name) = &gtp.name else { return fail("the engine refuses to report its name") };
    Ok(format!("{name}, {} commands, {} ms", gtp.commands.len(), gtp.handshake_time.as_millis()))
}

fn needed(gtp: &mut Gtp, _: &mut Harness) -> StepResult {
    let missing: Vec<&str> = NEEDED.split(' ').filter(|name| gtp.need(name).is_err()).collect();
    require(missing.is_empty(), || format!("not listed: {}", missing.join(" ")))?;
    Ok(String::new())
}

fn known(gtp: &mut Gtp, harness: &mut Harness) -> StepResult {
    gtp.need("known_command")?;
    for (name, expected) in [("genmove", "true"), ("xyzzy", "false")] {
        let answer = obey(harness, &format!("known_command {name}"))?;
        require(answer == expected, || format!("known_command {name} is {answer}"))?;
    }
    Ok(String::new())
}

fn unknown(_: &mut Gtp, harness: &mut Harness) -> StepResult {
    refuse(harness, "xyzzy")?;
    obey(harness, "name").map(|_| String::new())
}

/// Whether a response begins with this number: directly after the sign, and followed by a blank or nothing.
fn is_numbered(response: &Response, number: &str) -> bool {
    let rest = response.first_line.strip_prefix(number);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}

fn numbers(_: &mut Gtp, harness: &mut Harness) -> StepResult {
    let expected = obey(harness, "protocol_version")?;
    for (number, line) in [("42", "42 protocol_version"), ("43", "43 xyzzy")] {
        let response = request(harness, line)?;
        let sign = if response.is_success { '=' } else { '?' };
        require(is_numbered(&response, number), || {
            format!("\"{sign}{}\" to \"{line}\"", response.first_line)
        })?;
    }
    let response = request(harness, "protocol_version")?;
    require(response.text == expected, || {
        format!("\"={}\" to a request without a number", response.first_line)
    })?;
    // An engine that keeps an old number fails this step alone.
    harness.end_process();
    Ok(String::new())
}

fn comments(_: &mut Gtp, harness: &mut Harness) -> StepResult {
    let expected = obey(harness, "protocol_version")?;
    harness.send_all(["", "   ", "# a comment"])?;
    let version = obey(harness, "protocol_version # another\r")?;
    require(version == expected, || format!("= {version} to protocol_version"))?;
    Ok(String::new())
}

fn sizes(_: &mut Gtp, harness: &mut Harness) -> StepResult {
    obey(harness, "boardsize 8")?;
    refuse(harness, "boardsize 19").map(|()| String::new())
}

/// The move in the position after these moves, and that position.
fn search(harness: &mut Harness, moves: &str) -> Result<(String, Position), StepFailure> {
    let position = set_up(harness, moves)?;
    Ok((generate(harness, "genmove", &position)?, position))
}

fn own_move(_: &mut Gtp, harness: &mut Harness) -> StepResult {
    let (mv, mut position) = search(harness, "f5")?;
    play(&mut position, &mv);
    let next = generate(harness, "genmove", &position)?;
    Ok(format!("{mv} {next}"))
}

fn no_play(gtp: &mut Gtp, harness: &mut Harness) -> StepResult {
    gtp.need("reg_genmove")?;
    let position = set_up(harness, "")?;
    generate(harness, "reg_genmove", &position)?;
    generate(harness, "genmove", &position)
}

fn letters(_: &mut Gtp, harness: &mut Harness) -> StepResult {
    for line in ["play b f5", "play B F5", "play black f5", "play BLACK F5"] {
        obey(harness, "clear_board")?;
        obey(harness, line)?;
    }
    Ok(String::new())
}

fn illegal(_: &mut Gtp, harness: &mut Harness) -> StepResult {
    let position = set_up(harness, "")?;
    for line in ["play b a1", "play b d4"] {
        refuse(harness, line)?;
    }
    generate(harness, "genmove", &position)
}

fn broken(_: &mut Gtp, harness: &mut Harness) -> StepResult {
    set_up(harness, "")?;
    for line in ["play", "play b", "play b z9", "play green f5", "genmove", "genmove green", "boardsize"] {
        refuse(harness, line)?;
    }
    Ok(String::new())
}

fn no_pass(_: &mut Gtp, harness: &mut Harness) -> StepResult {
    let position = set_up(harness, "")?;
    refuse(harness, "play b pass")?;
    generate(harness, "genmove", &position)
}

fn undo(gtp: &mut Gtp, harness: &mut Harness) -> StepResult {
    gtp.need("undo")?;
    set_up(harness, "f5d6")?;
    obey(harness, "undo")?;
    let position = after("f5")?;
    let mv = generate(harness, "genmove", &position)?;
    set_up(harness, "")?;
    refuse(harness, "undo").map(|()| mv)
}

fn pass(_: &mut Gtp, harness: &mut Harness) -> StepResult {
    let (mv, position) = search(harness, BEFORE_PASS)?;
    generate(harness, "genmove", &position.passed()).map(|next| format!("{mv} {next}"))
}

/// A game with itself to its end.
fn game(_: &mut Gtp, harness: &mut Harness) -> StepResult {
    let mut position = set_up(harness, "")?;
    let mut plies = 0;
    while !position.board.is_over() {
        let mv = generate(harness, "genmove", &position)?;
        play(&mut position, &mv);
        plies += 1;
    }
    Ok(format!("{plies} plies"))
}

fn score(gtp: &mut Gtp, harness: &mut Harness) -> StepResult {
    gtp.need("final_score")?;
    let end = set_up(harness, &full_game())?;
    let side = if end.side == ::othello::Side::Black { 1 } else { -1 };
    let expected = match side * end.board.final_difference() {
        0 => "0".to_owned(),
        margin @ 1.. => format!("B+{margin}"),
        margin => format!("W+{}", -margin),
    };
    let answer = obey(harness, "final_score")?;
    let shown = answer.trim_end_matches(".0");
    require(shown.eq_ignore_ascii_case(&expected), || format!("final_score {answer} instead of {expected}"))?;
    Ok(answer)
}

/// A pass or a refusal shows that there are no moves left.
fn after_end(_: &mut Gtp, harness: &mut Harness) -> StepResult {
    set_up(harness, &full_game())?;
    match command(harness, "genmove b")? {
        Ok(mv) if mv.eq_ignore_ascii_case("pass") => Ok(mv),
        Ok(mv) => fail(format!("= {mv} to genmove b")),
        Err(refusal) => Ok(format!("? {refusal}")),
    }
}

fn twice(_: &mut Gtp, harness: &mut Harness) -> StepResult {
    let (first, _) = search(harness, "f5d6c3")?;
    require_equal(first, &search(harness, "f5d6c3")?.0)
}

fn show(gtp: &mut Gtp, harness: &mut Harness) -> StepResult {
    gtp.need("showboard")?;
    let board = obey(harness, "showboard")?;
    require(!board.is_empty(), || "showboard is empty".to_owned())?;
    Ok(format!("{} lines", board.lines().count()))
}

fn move_time(gtp: &mut Gtp, harness: &mut Harness) -> StepResult {
    gtp.need("time_settings")?;
    let position = set_up(harness, "f5d6c3")?;
    obey(harness, "time_settings 0 1 1")?;
    let begin = Instant::now();
    generate(harness, "genmove", &position)?;
    within(begin.elapsed(), Duration::from_secs(1), harness.margin)
}

fn clock(gtp: &mut Gtp, harness: &mut Harness) -> StepResult {
    gtp.need("time_settings")?;
    gtp.need("time_left")?;
    let position = set_up(harness, "f5d6c3")?;
    obey(harness, "time_settings 60 0 0")?;
    obey(harness, "time_left b 2 0")?;
    obey(harness, "time_left w 2 0")?;
    let begin = Instant::now();
    generate(harness, "genmove", &position)?;
    within(begin.elapsed(), Duration::from_secs(2), Duration::ZERO)
}

fn quit(_: &mut Gtp, harness: &mut Harness) -> StepResult {
    obey(harness, "quit")?;
    harness.await_exit()
}
