//! GTP, as Othello engines speak it.

use std::time::{Duration, Instant};

use ::othello::Position;

use super::course::{Bench, Course, Finding, Miss, Step, demand, fail, skip};
use super::othello::{BEFORE_PASS, after, is_legal, legal, play};
use crate::arena::player::Fault;

/// An engine that speaks GTP.
#[derive(Debug, Default)]
pub struct Gtp {
    title: Option<String>,
    commands: Vec<String>,
    greeted: Duration,
}

/// A reply: its text, or that of a refusal.
type Reply = Result<String, String>;

/// What a controller cannot do without.
const NEEDED: [&str; 9] = [
    "protocol_version",
    "name",
    "version",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "play",
    "genmove",
];

/// Says a line, and listens to the reply, which ends with an empty line.
fn command(bench: &mut Bench, line: &str) -> Result<Reply, Fault> {
    let until = bench.say(line)? + bench.patience.ready;
    let mut found: Option<(bool, String)> = None;
    while let Some(heard) = bench.process()?.hear(until)? {
        let text = heard.text.trim();
        match &mut found {
            None if text.starts_with(['=', '?']) => {
                found = Some((text.starts_with('='), text[1..].trim().to_owned()));
            }
            None => {}
            Some((is_good, said)) if text.is_empty() => {
                return Ok(if *is_good { Ok(said.clone()) } else { Err(said.clone()) });
            }
            Some((_, said)) => {
                said.push('\n');
                said.push_str(text);
            }
        }
    }
    Err(Fault::Stall { to: line.to_owned(), waited: bench.patience.ready })
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

/// Tells a game from its beginning.
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
    const STEPS: &'static [Step<Gtp>] = STEPS;

    fn greet(&mut self, bench: &mut Bench) -> Result<(), Fault> {
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
    Step { name: "handshake", check: handshake },
    Step { name: "all needed commands are listed", check: needed },
    Step { name: "known_command tells the truth", check: known },
    Step { name: "unknown commands are refused", check: unknown },
    Step { name: "numbers of requests come back", check: numbers },
    Step { name: "remarks and blank lines are passed over", check: remarks },
    Step { name: "one size of board", check: sizes },
    Step { name: "a legal move from the start", check: first_move },
    Step { name: "a move played is one's own too", check: own_move },
    Step { name: "reg_genmove plays nothing", check: no_play },
    Step { name: "letters in either case", check: letters },
    Step { name: "illegal moves are refused", check: illegal },
    Step { name: "broken lines are refused", check: broken },
    Step { name: "undo", check: undo },
    Step { name: "a forced pass", check: pass },
    Step { name: "a whole game", check: game },
    Step { name: "the same move twice", check: twice },
    Step { name: "showboard", check: show },
    Step { name: "time for one move is kept", check: move_time },
    Step { name: "a clock is understood", check: clock },
    Step { name: "quit", check: quit },
    Step { name: "the end of input", check: |_, bench| bench.end_input() },
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

fn numbers(_: &mut Gtp, bench: &mut Bench) -> Finding {
    let told = obey(bench, "42 protocol_version")?;
    let words: Vec<&str> = told.split_whitespace().collect();
    demand(words.first() == Some(&"42"), || format!("= {told} to \"42 protocol_version\""))?;
    refuse(bench, "43 xyzzy").map(|()| String::new())
}

fn remarks(_: &mut Gtp, bench: &mut Bench) -> Finding {
    for line in ["", "   ", "# a remark"] {
        bench.say(line)?;
    }
    let name = obey(bench, "protocol_version # another\r")?;
    demand(name.starts_with('2'), || format!("= {name} to protocol_version"))?;
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
    for line in ["play b a1", "play b d4", "play b z9", "play b pass", "play b"] {
        refuse(bench, line)?;
    }
    generate(bench, "genmove", &position)
}

fn broken(_: &mut Gtp, bench: &mut Bench) -> Finding {
    for line in ["play", "play green f5", "genmove", "genmove green", "boardsize"] {
        refuse(bench, line)?;
    }
    Ok(String::new())
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

/// A game with itself to its end, in which it must also be told that there are no moves left.
fn game(gtp: &mut Gtp, bench: &mut Bench) -> Finding {
    let mut position = tell(bench, "")?;
    let mut plies = 0;
    while !position.board.is_over() {
        let mv = generate(bench, "genmove", &position)?;
        play(&mut position, &mv);
        plies += 1;
    }
    if let Ok(mv) = command(bench, "genmove b")? {
        demand(mv.eq_ignore_ascii_case("pass"), || format!("{mv} after the end of the game"))?;
    }
    let side = if position.side == ::othello::Side::Black { 1 } else { -1 };
    let margin = side * position.board.final_difference();
    if gtp.need("final_score").is_ok() {
        let expected = match margin {
            0 => "0".to_owned(),
            1.. => format!("B+{margin}"),
            _ => format!("W+{}", -margin),
        };
        let told = obey(bench, "final_score")?;
        let said = told.trim_end_matches(".0");
        demand(said.eq_ignore_ascii_case(&expected), || format!("final_score {told} instead of {expected}"))?;
    }
    Ok(format!("{plies} plies, {margin:+}"))
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
    demand(board.lines().count() >= 8, || format!("{} lines", board.lines().count()))?;
    Ok(format!("{} lines", board.lines().count()))
}

fn move_time(gtp: &mut Gtp, bench: &mut Bench) -> Finding {
    gtp.need("time_settings")?;
    let position = tell(bench, "f5d6c3")?;
    obey(bench, "time_settings 0 1 1")?;
    let begin = Instant::now();
    generate(bench, "genmove", &position)?;
    let elapsed = begin.elapsed();
    let limit = Duration::from_secs(1) + bench.margin;
    demand(elapsed <= limit, || format!("{} ms instead of 1000", elapsed.as_millis()))?;
    Ok(format!("{} ms of 1000", elapsed.as_millis()))
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
    let elapsed = begin.elapsed();
    demand(elapsed <= Duration::from_secs(2), || format!("{} ms of the 2 s left", elapsed.as_millis()))?;
    Ok(format!("{} ms of the 2 s left", elapsed.as_millis()))
}

fn quit(_: &mut Gtp, bench: &mut Bench) -> Finding {
    obey(bench, "quit")?;
    bench.await_end()
}
