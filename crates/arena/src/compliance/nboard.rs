//! NBoard's protocol.

use std::time::Duration;

use ::othello::Position;
use ::othello::notation::ggf;
use protocols::nboard::{Command, Reply};

use super::harness::{Harness, StepFailure, StepResult, fail, require, skip, within};
use super::othello::{BEFORE_PASS, after, cells, is_legal, legal, play};
use super::script::{Do::*, Session, require_legal};
use super::step_list::{Scripted, Step, extra, rule};

/// The longest wait for the first hint. An engine without hints writes nothing.
const HINTS: Duration = Duration::from_secs(3);

/// An engine that speaks NBoard's protocol.
#[derive(Clone, Debug)]
pub struct Nboard {
    name: Option<String>,
    handshake_time: Duration,
    position: Position,
}

impl Default for Nboard {
    fn default() -> Nboard {
        Nboard { name: None, handshake_time: Duration::ZERO, position: Position::START }
    }
}

const STEPS: &[Step<Nboard>] = &[
    rule("handshake", &[Test(handshake)]),
    rule("unknown commands are ignored", &[Send(&["xyzzy", "set contempt 3", "set nothing 3"]), Settle]),
    rule("a legal move from the start", &[Start, Search("go")]),
    rule("go plays nothing", &[Start, Search("go"), Search("go")]),
    rule(
        "moves are played",
        &[Start, Search("go"), Send(&["move F5", "move d6/1.50/0.2", "move C3//1"]), Search("go")],
    ),
    rule("a forced pass", &[Moves(BEFORE_PASS), Search("go"), Send(&["move PA"]), Search("go")]),
    rule("a game of many moves", &[Send(&[MANY]), Search("go")]),
    rule("hints", &[Start, Test(hints), Settle]),
    rule(
        "a ping ends a search",
        &[Start, Send(&["set depth 60", "go"]), Pause(200), Settle, Send(&["set depth 4"]), Within(500)],
    ),
    rule("a whole game", &[Send(&["set depth 1"]), Start, Test(whole_game)]),
    rule("quit", &[Quit]),
    extra("broken lines do no harm", &[Send(&BROKEN), Settle, Send(&["set depth 4"])]),
    extra("the same move twice", &[Twice(&[Moves("f5d6c3"), Search("go")])]),
    extra("an invalid game", &[Start, Search("go"), Refuse(&NONSENSE)]),
];

const MANY: &str = "set game (;GM[Othello]PC[test]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]\
                    B[F5/1.2/0.5]W[D6]B[c3//3]W[D3]B[C4];)";
const BROKEN: [&str; 7] = ["set", "set depth", "set depth x", "move", "hint", "hint x", ""];
const NONSENSE: [&str; 3] =
    ["set game (;GM[Othello]BO[8 --- *];)", "set game hello", "set game (;GM[Othello]BO[8"];

/// The move of an answer, in our words; `None`: another line.
fn answer(line: &str) -> Option<String> {
    let Ok(Reply::Move(played)) = line.parse() else { return None };
    let mv = played.mv.to_ascii_lowercase();
    Some(if mv == "pa" { "pass".to_owned() } else { mv })
}

impl Scripted for Nboard {
    fn steps(&self) -> Vec<&'static Step<Nboard>> {
        [STEPS, &Step::ENDINGS].into_iter().flatten().collect()
    }
}

impl Session for Nboard {
    fn handshake(&mut self, harness: &mut Harness) -> Result<(), StepFailure> {
        harness.send_all(["nboard 2", "set depth 4"])?;
        self.handshake_time = self.settle(harness)?;
        Ok(())
    }

    fn engine_name(&self) -> Option<String> {
        self.name.clone()
    }

    fn send(&mut self, harness: &mut Harness, line: &str) -> Result<(), StepFailure> {
        harness.send(line)?;
        match line.parse() {
            Ok(Command::Move(played)) if played.mv == "PA" => drop(play(&mut self.position, "pass")),
            Ok(Command::Move(played)) => drop(play(&mut self.position, &played.mv)),
            Ok(Command::SetGame(game)) => {
                let record = ggf::read(&game).ok().and_then(|mut records| records.pop());
                self.position = record.map_or(self.position, |record| record.game.last);
            }
            _ => {}
        }
        Ok(())
    }

    /// There is no move in a game that is refused.
    fn refuse(&mut self, harness: &mut Harness, lines: &[&str]) -> Result<(), StepFailure> {
        harness.send_all(lines)?;
        self.settle(harness)?;
        harness.send(Command::Go)?;
        let written = harness.collect(Duration::from_millis(300))?;
        self.settle(harness)?;
        let is_move = |line: &&String| answer(line).is_some_and(|mv| is_legal(&self.position, &mv));
        match written.iter().find(is_move) {
            Some(line) => fail(format!("\"{line}\" in an invalid game")),
            None => Ok(()),
        }
    }

    fn set_up(&mut self, harness: &mut Harness, _: Option<&str>, moves: &str) -> Result<(), StepFailure> {
        let position = after(moves)?;
        let text = format!("(;GM[Othello]PC[test]PB[Black]PW[White]RE[?]TY[8]BO[8 {}];)", cells(position));
        self.send(harness, &Command::SetGame(text).to_string())
    }

    fn search(&mut self, harness: &mut Harness, line: &str) -> Result<(String, Duration), StepFailure> {
        let (lines, elapsed) = harness.request(line, harness.timeouts.answer, Nboard::is_answer)?;
        let mv = lines.last().and_then(|output| answer(&output.text)).unwrap_or_default();
        require_legal(&mv, is_legal(&self.position, &mv), || legal(&self.position).join(" "))?;
        Ok((mv, elapsed))
    }

    /// Some engines report their name with their depth only.
    fn settle(&mut self, harness: &mut Harness) -> Result<Duration, StepFailure> {
        let (lines, time) = harness.ping()?;
        for output in lines {
            if let Ok(Reply::Name(name)) = output.text.parse() {
                self.name = Some(name);
            }
        }
        Ok(time)
    }

    fn is_answer(line: &str) -> bool {
        answer(line).is_some()
    }
}

/// Its name is for the window alone, and may be missing.
fn handshake(nboard: &mut Nboard, harness: &mut Harness) -> StepResult {
    let time = within(nboard.handshake_time, harness.timeouts.start, Duration::ZERO)?;
    Ok(format!("{}, {time}", nboard.name.as_deref().unwrap_or("no set myname")))
}

fn hints(_: &mut Nboard, harness: &mut Harness) -> StepResult {
    harness.send("hint 2")?;
    let is_hint = |line: &str| matches!(line.parse(), Ok(Reply::Search(_) | Reply::Book(_)));
    let Some(lines) = harness.read_until(HINTS, is_hint)? else { return skip("no search lines") };
    let line = lines.last().map(|output| output.text.clone()).unwrap_or_default();
    let best = match line.parse() {
        Ok(Reply::Search(hint) | Reply::Book(hint)) => hint.line.into_iter().next().unwrap_or_default(),
        _ => String::new(),
    };
    require(is_legal(&Position::START, &best), || format!("\"{line}\" begins with no legal move"))?;
    Ok(line)
}

fn whole_game(nboard: &mut Nboard, harness: &mut Harness) -> StepResult {
    let mut plies = 0;
    while !nboard.position.board.is_over() {
        let (mv, _) = nboard.search(harness, "go")?;
        nboard.send(harness, &format!("move {}", if mv == "pass" { "PA" } else { &mv }))?;
        plies += 1;
    }
    Ok(format!("{plies} plies"))
}
