//! A game against a person at a terminal: the parts for Othello. The dialogue is [`shuangqi_cli::terminal`].

pub mod command;

use std::fmt::Write as _;
use std::io::{IsTerminal, Write, stdin};
use std::num::NonZero;
use std::time::Duration;

use search_core::session::Listener;
use search_core::{Outcome, Score};
use shuangqi_cli::terminal::{Answer, CommandOf, Ending, Game, Limit, Report, Reporter, Screen, Terminal};
use shuangqi_cli::{BadInput, Failure, interrupt, lines, version};

use super::player::{Player, colour};
use crate::certainty;
use crate::level::Level;
use crate::notation::ggf::{self, Note, Record};
use crate::notation::{drawing, transcript};
use crate::plan::Limits;
use crate::position::{DISC, Move, Position};
use crate::side::Side;

/// How many moves are listed in a line.
const MOVES_IN_LINE: usize = 10;

/// Plays with the person at the terminal, White at first, until the end of input, `quit` or Ctrl-C. The commands of `setup`
/// are carried out before anything is shown.
///
/// # Errors
/// A command of the setup that is none, if nothing can be written, and [`Failure::Interrupted`].
pub fn run(player: Player, level: Level, setup: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let interrupts = interrupt::events()?;
    let (screen, limit) = (Screen::stdout(out), Limit::Level(level.number()));
    let mut terminal =
        Terminal::new(OthelloGame::with(player), screen, Side::White, limit, stdin().is_terminal());
    setup.iter().try_for_each(|line| terminal.prepare(line))?;
    match terminal.run(&lines::from_stdin(), &interrupts)? {
        Ending::Interrupted => Err(Failure::Interrupted(None)),
        Ending::Quit | Ending::Protocol(_) => Ok(()),
    }
}

/// A game with its moves, and the engine that plays it.
#[derive(Debug)]
pub struct OthelloGame {
    player: Player,
    record: transcript::Game,
}

impl Default for OthelloGame {
    fn default() -> Self {
        OthelloGame::new()
    }
}

impl OthelloGame {
    /// A game before its first move.
    pub fn new() -> OthelloGame {
        OthelloGame::with(Player::new())
    }

    /// The same with this player.
    pub fn with(player: Player) -> OthelloGame {
        OthelloGame { player, record: transcript::Game::new(Position::START) }
    }

    fn position(&self) -> Position {
        self.player.position()
    }

    fn ggf(&self) -> String {
        let margin = self.position().board.is_over().then(|| self.margin());
        let result = margin.map_or_else(|| "?".to_owned(), |margin| format!("{margin:+}"));
        let tags = [("GM", "Othello"), ("PC", "Shuangqi"), ("RE", result.as_str()), ("TY", "8")];
        let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        let game = self.record.clone();
        let notes = vec![Note::default(); game.moves.len()];
        ggf::write(&Record { tags, game, notes }) + "\n"
    }

    /// Discs by which Black has won; negative: White has.
    fn margin(&self) -> i32 {
        let position = self.position();
        let margin = position.board.final_difference();
        if position.side == Side::Black { margin } else { -margin }
    }
}

impl Game for OthelloGame {
    type Side = Side;
    type Position = Position;
    type Move = Move;
    type Setting = NonZero<usize>;

    fn parse(&self, line: &str) -> Result<CommandOf<Self>, BadInput> {
        command::parse(line)
    }

    fn help(&self) -> String {
        command::help()
    }

    fn title(&self) -> String {
        format!("Shuangqi Othello {}", version::SHORT)
    }

    fn sides(&self) -> [(Side, &'static str); 2] {
        [(Side::Black, "X"), (Side::White, "O")]
    }

    fn side(&self) -> Side {
        self.position().side
    }

    fn prompt(&self) -> String {
        self.side().to_string()
    }

    fn board(&self) -> String {
        drawing::draw(self.position())
    }

    fn result(&self) -> Option<String> {
        if !self.position().board.is_over() {
            return None;
        }
        let margin = self.margin();
        let winner = if margin > 0 { Side::Black } else { Side::White };
        Some(match margin {
            0 => "The game is over: a draw.".to_owned(),
            _ => format!("The game is over: {} wins by {}.", colour(winner), margin.abs()),
        })
    }

    fn begin(&mut self, position: Option<Position>) {
        let start = position.unwrap_or(Position::START);
        self.player.begin(start);
        self.record = transcript::Game::new(start);
    }

    fn play_text(&mut self, text: &str) -> Result<(), BadInput> {
        let game = transcript::read(self.position(), text)?;
        game.moves.into_iter().for_each(|mv| self.play(mv));
        Ok(())
    }

    fn play(&mut self, mv: Move) {
        // The moves of the reader and of the search are legal.
        if self.player.play(self.side(), mv).is_ok() {
            self.record.moves.push(mv);
            self.record.last = self.position();
        }
    }

    fn pass(&mut self) -> Option<String> {
        let position = self.position();
        position.board.must_pass().then(|| {
            self.play(Move::PASS);
            format!("{} must pass.\n", colour(position.side))
        })
    }

    fn undo(&mut self) -> bool {
        self.record.moves.pop();
        let is_undone = self.player.undo();
        self.record.last = self.position();
        is_undone
    }

    fn has_choice(&self) -> bool {
        !self.position().board.must_pass()
    }

    fn moves(&self) -> String {
        let mut text = String::new();
        for (index, moves) in self.record.moves.chunks(MOVES_IN_LINE).enumerate() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{:>2}: {}", index * MOVES_IN_LINE + 1, listed(moves));
        }
        if text.is_empty() { "No move has been played.\n".to_owned() } else { text }
    }

    fn record(&self, path: &str) -> Result<String, BadInput> {
        let ending = path.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        let bad = |found, expected, remedy: &str| Err(BadInput::new("save", None, found, expected, remedy));
        match ending.as_deref() {
            Some("ggf") => Ok(self.ggf()),
            Some("txt") if self.record.start == Position::START => {
                Ok(transcript::write(&self.record.moves) + "\n")
            }
            Some("txt") => bad(
                "a game from a position that was set",
                "one from the start, as a transcript is",
                "Save it as FILE.ggf, which holds the position too",
            ),
            _ => bad(
                path,
                "a name that ends in .txt (a transcript) or .ggf",
                "Type save game.txt or save game.ggf, for example",
            ),
        }
    }

    fn set(&mut self, threads: NonZero<usize>) {
        self.player.set_threads(threads);
    }

    fn search(&mut self, limit: Limit, lines: usize, reporter: Reporter<Move>) -> Result<(), Failure> {
        let limits = match limit {
            Limit::Level(level) => Limits::Level(Level::new(level).unwrap_or(Level::DEFAULT)),
            Limit::Depth(depth) => Limits::Depth(depth.into()),
            Limit::Nodes(nodes) => Limits::Nodes(nodes),
            Limit::Time(time) => Limits::Exactly(time),
        };
        let empties = self.position().board.empties().len();
        let listener = SearchListener { reporter, empties };
        let started = self.player.start(limits, lines, listener);
        started.map_err(|error| Failure::Internal(format!("no thread to search on: {error}")))
    }

    fn stop(&mut self) {
        self.player.request_stop();
    }
}

/// Passes on what a search finds.
struct SearchListener {
    reporter: Reporter<Move>,
    empties: u32,
}

impl Listener<Move> for SearchListener {
    fn report(&mut self, report: &search_core::Report<Move>) {
        self.reporter.report(Report {
            rank: report.line,
            evaluation: evaluation(report.score, report.depth, self.empties),
            line: listed(&report.variation),
        });
    }

    fn answer(self, outcome: Outcome<Move>, elapsed: Duration) {
        let remark = outcome.best.map_or_else(String::new, |mv| {
            let evaluation = evaluation(outcome.score, outcome.depth, self.empties);
            let nodes = outcome.counters.visits;
            format!("The engine plays {mv} ({evaluation}, {nodes} nodes, {}).\n", seconds(elapsed))
        });
        self.reporter.answer(Answer { mv: outcome.best, remark });
    }
}

/// A score in discs, with its depth or certainty.
fn evaluation(score: Score, depth: i16, empties: u32) -> String {
    let certainty = certainty::per_cent(empties as i16, depth);
    if certainty == Some(100) {
        return format!("{:+} exactly", score / DISC);
    }
    let sign = if score < 0 { '-' } else { '+' };
    let (discs, parts) = (score.abs() / DISC, score.abs() % DISC);
    match certainty {
        Some(per_cent) => format!("{sign}{discs}.{parts:02} with {per_cent} % certainty"),
        None => format!("{sign}{discs}.{parts:02} at depth {depth}"),
    }
}

fn seconds(elapsed: Duration) -> String {
    format!("{}.{:02} s", elapsed.as_secs(), elapsed.subsec_millis() / 10)
}

fn listed(variation: &[Move]) -> String {
    variation.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
