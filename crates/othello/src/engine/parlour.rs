//! The interactive console: a person plays, or looks on, at a terminal.

use std::io::Write;
use std::time::Duration;

use console::lines::{self, Event};
use console::{BadInput, Failure, version};
use search_core::{Report, Score};

use super::effort::{Effort, Level};
use super::player::{Choice, Player, colour};
use super::talk::{self, HELP, Talk};
use crate::notation::{drawing, transcript};
use crate::position::{DISC, Move};
use crate::side::Side;

/// A game at the console.
pub struct Parlour<'out> {
    player: Player,
    effort: Effort,
    /// The sides that the engine plays.
    engine: Vec<Side>,
    out: &'out mut dyn Write,
}

impl std::fmt::Debug for Parlour<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Parlour").field("player", &self.player).finish_non_exhaustive()
    }
}

impl<'out> Parlour<'out> {
    /// A new game, in which the engine plays White.
    pub fn new(out: &'out mut dyn Write) -> Parlour<'out> {
        let effort = Effort::Level(Level::DEFAULT);
        Parlour { player: Player::new(), effort, engine: vec![Side::White], out }
    }

    /// Plays until the end of input or `quit`.
    ///
    /// # Errors
    /// If nothing can be written.
    pub fn open(&mut self) -> Result<(), Failure> {
        self.say(&format!(
            "Shuangqi Othello {}. You are X, and begin; help lists the commands.\n",
            version::SHORT
        ))?;
        self.show()?;
        self.prompt()?;
        for event in lines::from_stdin() {
            let talk = match event {
                Event::Line(line) => talk::parse(&line),
                Event::TooLong => talk::parse("(a line without end)"),
                Event::End(_) => break,
            };
            if talk == Ok(Talk::Quit) {
                return Ok(());
            }
            if let Err(bad) = talk.map_err(Failure::from).and_then(|talk| self.hear(talk)) {
                self.shrug(bad)?;
            }
            self.prompt()?;
        }
        self.say("\n")
    }

    /// Tells what is wrong with the input; other failures end the conversation.
    fn shrug(&mut self, failure: Failure) -> Result<(), Failure> {
        match failure {
            Failure::BadInput(bad) => self.say(&format!("{bad}\n")),
            other => Err(other),
        }
    }

    fn hear(&mut self, talk: Talk) -> Result<(), Failure> {
        match talk {
            Talk::Nothing | Talk::Quit => Ok(()),
            Talk::Help => self.say(&format!("{HELP}\n")),
            Talk::Board => self.say(&drawing::draw(self.player.position())),
            Talk::Level(level) => {
                self.effort = Effort::Level(level);
                Ok(())
            }
            Talk::Time(time) => {
                self.effort = Effort::Exactly(time);
                Ok(())
            }
            Talk::Hint(count) => self.hint(count),
            Talk::New(position) => {
                self.player.begin(*position);
                self.go_on()
            }
            Talk::Engine(sides) => {
                self.engine = sides;
                self.go_on()
            }
            Talk::Go => {
                self.engine = vec![self.player.position().side];
                self.go_on()
            }
            Talk::Moves(text) => {
                self.play(&text)?;
                self.go_on()
            }
            Talk::Undo => {
                self.undo();
                self.show()
            }
        }
    }

    fn play(&mut self, text: &str) -> Result<(), BadInput> {
        let game = transcript::read(self.player.position(), text)?;
        for mv in game.moves {
            self.player.play(self.player.position().side, mv)?;
        }
        Ok(())
    }

    /// Back to where a person last chose a move.
    fn undo(&mut self) {
        while self.player.undo() {
            let position = self.player.position();
            if !position.board.must_pass() && !self.engine.contains(&position.side) {
                return;
            }
        }
    }

    /// Forced passes and the engine's moves, until a person has a choice or the game is over.
    fn go_on(&mut self) -> Result<(), Failure> {
        loop {
            let position = self.player.position();
            if position.board.must_pass() {
                self.say(&format!("{} must pass.\n", colour(position.side)))?;
                self.player.play(position.side, Move::PASS)?;
            } else if self.engine.contains(&position.side) {
                let Some(choice) = self.player.choose(position.side, self.effort, 1, |_| {})? else { break };
                self.say(&remark(&choice, position.board.empties().len()))?;
                self.player.play(position.side, choice.mv)?;
            } else {
                break;
            }
        }
        self.show()
    }

    fn hint(&mut self, count: usize) -> Result<(), Failure> {
        let position = self.player.position();
        let empties = position.board.empties().len();
        let mut lines: Vec<String> = Vec::new();
        let note = |report: &Report<Move>| {
            // Each iteration begins with the best line anew.
            lines.truncate(report.line - 1);
            let worth = worth(report.score, report.depth, empties);
            lines.push(format!("{}. {worth}  {}\n", report.line, listed(&report.variation)));
        };
        if self.player.choose(position.side, self.effort, count, note)?.is_none() {
            return self.say("The game is over.\n");
        }
        self.say(&lines.concat())
    }

    fn show(&mut self) -> Result<(), Failure> {
        let position = self.player.position();
        self.say(&format!("\n{}", drawing::draw(position)))?;
        if position.board.is_over() {
            let margin = position.board.final_difference();
            let winner = if margin > 0 { position.side } else { position.side.other() };
            return match margin {
                0 => self.say("The game is over: a draw.\n"),
                _ => self.say(&format!("The game is over: {} wins by {}.\n", colour(winner), margin.abs())),
            };
        }
        Ok(())
    }

    fn prompt(&mut self) -> Result<(), Failure> {
        self.say(&format!("{}> ", self.player.position().side))
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush()).map_err(Failure::from_write)
    }
}

fn remark(choice: &Choice, empties: u32) -> String {
    let worth = worth(choice.outcome.score, choice.outcome.depth, empties);
    let Choice { mv, outcome, elapsed } = choice;
    let nodes = outcome.tally.visits;
    format!("The engine plays {mv} ({worth}, {nodes} nodes, {}).\n", shown(*elapsed))
}

/// A score in discs, and how far it can be trusted.
fn worth(score: Score, depth: i16, empties: u32) -> String {
    if u32::try_from(depth).is_ok_and(|depth| depth >= empties) {
        return format!("{:+} exactly", score / DISC);
    }
    let sign = if score < 0 { '-' } else { '+' };
    let (discs, parts) = (score.abs() / DISC, score.abs() % DISC);
    format!("{sign}{discs}.{parts:02} at depth {depth}")
}

fn shown(elapsed: Duration) -> String {
    format!("{}.{:02} s", elapsed.as_secs(), elapsed.subsec_millis() / 10)
}

fn listed(variation: &[Move]) -> String {
    variation.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said when a person types these lines.
    fn heard(lines: &[&str]) -> String {
        let mut out = Vec::new();
        let mut parlour = Parlour::new(&mut out);
        for line in lines {
            if let Err(failure) = talk::parse(line).map_err(Failure::from).and_then(|talk| parlour.hear(talk))
            {
                parlour.shrug(failure).unwrap();
            }
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_engine_answers_a_move() {
        let text = heard(&["level 1", "f5"]);
        assert!(text.contains("The engine plays ") && text.ends_with("X to move, X 3, O 3\n"), "{text}");
    }

    #[test]
    fn a_person_may_play_both_sides_and_take_back() {
        let text = heard(&["engine none", "f5d6", "undo"]);
        assert!(text.ends_with("O to move, X 4, O 1\n"), "{text}");
        assert!(heard(&["level 1", "f5", "undo"]).ends_with("X to move, X 2, O 2\n"));
    }

    #[test]
    fn the_engine_plays_a_game_with_itself() {
        let text = heard(&["level 1", "engine both"]);
        assert!(text.contains("The game is over: "), "{text}");
        assert!(text.contains(" exactly, "));
    }

    #[test]
    fn hints_come_best_first() {
        let text = heard(&["level 3", "hint 2"]);
        assert_eq!(text.lines().count(), 2, "{text}");
        assert!(text.starts_with("1. ") && text.contains("\n2. "));
    }

    #[test]
    fn what_is_wrong_is_told_and_changes_nothing() {
        assert!(heard(&["a1"]).contains("expected one of d3 c4 f5 e6"), "{}", heard(&["a1"]));
        assert!(heard(&["hello"]).contains("Type help"));
    }
}
