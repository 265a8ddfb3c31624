//! A game at the terminal for any game of which matches are played, with its referee and its engine.

use std::fmt::Write as _;
use std::io::{IsTerminal, stdin, stdout};
use std::marker::PhantomData;
use std::time::Duration;

use search_core::score::MAX_PLY;
use search_core::session::{Listener, SearchJob, Session};
use search_core::{Budget, Outcome, Recipe, Score, SearchOptions};
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::memory::{self, TooLarge};
use shuangqi_cli::terminal::command::{self, Syntax};
use shuangqi_cli::terminal::{
    Answer, Command, CommandOf, Ending, Game, Limit, Report, Reporter, Screen, Terminal,
};
use shuangqi_cli::{BadInput, Failure, interrupt, lines, version};
use shuangqi_lab::game::Unit;
use shuangqi_plot::board::Board;

use super::Setup;
use crate::arena::match_game::MatchGame;
use crate::arena::referee::Referee;
use crate::arena::seat::Seat;

const MOVE_TIME: Duration = Duration::from_secs(1);
pub(crate) const TABLE_BYTES: usize = 64 << 20;
/// How many moves are listed in a line.
const MOVES_IN_LINE: usize = 10;

/// Plays with the person at the terminal until the end of input, `quit` or Ctrl-C.
///
/// # Errors
/// A command of the setup that is none, a table that there is no memory for, and [`Failure::Interrupted`].
pub fn run<P: MatchGame>(setup: &Setup) -> Result<(), Failure> {
    let interrupts = interrupt::events()?;
    let mut out = stdout();
    let screen = Screen::stdout(&mut out);
    let game = BoardGame::<P>::new(setup)?;
    let mut terminal =
        Terminal::new(game, screen, Seat::Second, Limit::Time(MOVE_TIME), stdin().is_terminal());
    setup.commands.iter().try_for_each(|line| terminal.prepare(line))?;
    match terminal.run(&lines::from_stdin(), &interrupts)? {
        Ending::Interrupted => Err(Failure::Interrupted(None)),
        Ending::Quit | Ending::Protocol(_) => Ok(()),
    }
}

/// A game with its moves, the referee, and the engine that plays it.
struct BoardGame<P: MatchGame> {
    /// From the start to the position now.
    positions: Vec<P>,
    /// The same as the search needs them.
    history: Vec<P::LineEntry>,
    moves: Vec<P::Move>,
    referee: Box<dyn Referee>,
    session: Session<P, P::Evaluator, &'static Recipe>,
}

impl<P: MatchGame> BoardGame<P> {
    fn new(setup: &Setup) -> Result<Self, Failure> {
        let start = P::read_board(P::START)?;
        let bytes = setup.hash_bytes.unwrap_or(TABLE_BYTES);
        let session = || Ok::<_, TooLarge>(Session::new(P::Evaluator::default(), &P::STRONGEST, bytes));
        let mut session = memory::take(bytes, 0, session).map_err(TooLarge::in_option)?;
        session.set_threads(setup.threads);
        Ok(BoardGame {
            history: vec![start.line_entry(None)],
            referee: Self::referee(&start)?,
            positions: vec![start],
            moves: Vec::new(),
            session,
        })
    }

    fn referee(start: &P) -> Result<Box<dyn Referee>, BadInput> {
        P::referee(&start.write_board(), P::MATCH.default_rules.unwrap_or_default())
    }

    fn position(&self) -> &P {
        // There is always the start.
        &self.positions[self.positions.len() - 1]
    }

    /// Goes back to this many moves.
    fn replay(&mut self, count: usize) {
        let moves: Vec<P::Move> = self.moves.drain(..).take(count).collect();
        self.positions.truncate(1);
        self.history.truncate(1);
        if let Ok(referee) = Self::referee(&self.positions[0]) {
            self.referee = referee;
        }
        moves.into_iter().for_each(|mv| self.play(mv));
    }

    fn play_words(&mut self, text: &str) -> Result<(), BadInput> {
        for (_, word) in text.split_whitespace().flat_map(P::split_moves) {
            let mv = self.position().read_move(word)?;
            if self.referee.ending().is_some() {
                let remedy = "Type undo to take moves back, or new";
                return Err(BadInput::new("move", None, quote(word), "a game that goes on", remedy));
            }
            self.play(mv);
        }
        Ok(())
    }
}

impl<P: MatchGame> Game for BoardGame<P> {
    type Side = Seat;
    type Position = P;
    type Move = P::Move;
    type Setting = ();

    /// A legal move comes before a command that is abbreviated so.
    fn parse(&self, line: &str) -> Result<CommandOf<Self>, BadInput> {
        let first = line.split_whitespace().next().unwrap_or_default();
        if self.position().find_move(first).is_ok() {
            return Ok(Command::Play(line.trim().to_owned()));
        }
        command::parse::<BoardSyntax<P>>(line)
    }

    fn help(&self) -> String {
        command::help::<BoardSyntax<P>>(
            &[("MOVE", "play a move, or several with blanks between them")],
            ("set BOARD", "begin from a position"),
            &[("save FILE.txt", "write the moves of the game; with --force behind it, in place of a file")],
        )
    }

    fn title(&self) -> String {
        format!("Shuangqi {} {}", P::INFO.title, version::SHORT)
    }

    fn sides(&self) -> [(Seat, &'static str); 2] {
        Seat::BOTH.map(|seat| (seat, P::MATCH.colours[seat.index()]))
    }

    fn side(&self) -> Seat {
        Seat::BOTH[self.position().side()]
    }

    fn prompt(&self) -> String {
        P::MATCH.colours[self.side().index()].to_owned()
    }

    fn board(&self) -> String {
        let position = self.position();
        drawing(&position.write_board(), P::INFO.board) + &format!("{} to move\n", self.prompt())
    }

    fn result(&self) -> Option<String> {
        self.referee.ending().map(|ending| format!("The game is over. {}.", ending.explanation))
    }

    fn begin(&mut self, position: Option<P>) {
        let start = position.or_else(|| P::read_board(P::START).ok());
        if let Some(start) = start {
            (self.history, self.positions) = (vec![start.line_entry(None)], vec![start]);
        }
        self.moves.clear();
        self.session.clear();
        self.replay(0);
    }

    fn play_text(&mut self, text: &str) -> Result<(), BadInput> {
        let before = self.moves.len();
        let played = self.play_words(text);
        if played.is_err() {
            self.replay(before);
        }
        played
    }

    fn play(&mut self, mv: P::Move) {
        // The moves of the reader and of the search are legal.
        if self.referee.play(&mv.to_string()).is_ok() {
            let mut next = self.position().clone();
            next.play(next.prepare(mv));
            self.history.push(next.line_entry(Some(mv)));
            self.positions.push(next);
            self.moves.push(mv);
        }
    }

    fn pass(&mut self) -> Option<String> {
        let only = self.referee.must_pass().then(|| self.position().find_move("pass").ok())??;
        let name = self.prompt();
        self.play(only);
        Some(format!("{name} must pass.\n"))
    }

    fn undo(&mut self) -> bool {
        let count = self.moves.len();
        self.replay(count.saturating_sub(1));
        count > 0
    }

    fn has_choice(&self) -> bool {
        !self.referee.must_pass()
    }

    fn moves(&self) -> String {
        let mut text = String::new();
        for (index, moves) in self.moves.chunks(MOVES_IN_LINE).enumerate() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{:>2}: {}", index * MOVES_IN_LINE + 1, listed(moves));
        }
        if text.is_empty() { "No move has been played.\n".to_owned() } else { text }
    }

    fn record(&self, path: &str) -> Result<String, BadInput> {
        let bad =
            |found: &str, expected, remedy: &str| Err(BadInput::new("save", None, found, expected, remedy));
        match &self.positions[0] {
            _ if !path.to_ascii_lowercase().ends_with(".txt") => {
                bad(path, "a name that ends in .txt", "Type save game.txt, for example")
            }
            start if start.write_board() != P::START => {
                let remedy = "Play from the start to save the game";
                bad("a game from a position that was set", "one from the start", remedy)
            }
            _ => Ok(listed(&self.moves) + "\n"),
        }
    }

    fn set(&mut self, (): ()) {}

    fn search(&mut self, limit: Limit, lines: usize, reporter: Reporter<P::Move>) -> Result<(), Failure> {
        let plies = |depth: u8| u32::from(depth).min(MAX_PLY) as i16;
        let (options, budget) = match limit {
            Limit::Level(depth) | Limit::Depth(depth) => (SearchOptions::to_depth(plies(depth)), None),
            Limit::Nodes(nodes) => {
                (SearchOptions { nodes: nodes.get(), ..SearchOptions::to_depth(MAX_PLY as i16) }, None)
            }
            Limit::Time(time) => {
                (SearchOptions::to_depth(MAX_PLY as i16), Some(Budget::fixed(time, Duration::ZERO)))
            }
        };
        let job = SearchJob {
            root: self.position().clone(),
            history: self.history.clone(),
            options: SearchOptions { lines, ..options },
            budget,
            is_held: false,
        };
        let started = self.session.start(job, SearchListener { reporter, unit: P::INFO.unit });
        started.map_err(|error| Failure::Internal(format!("no thread to search on: {error}")))
    }

    fn stop(&mut self) {
        self.session.stop();
    }
}

/// The syntax of the commands of such a game.
struct BoardSyntax<P>(PhantomData<P>);

impl<P: MatchGame> Syntax for BoardSyntax<P> {
    type Side = Seat;
    type Position = P;
    type Setting = ();

    const MOST: u8 = 60;
    const SIDES: &'static str = "a colour of the game, both or none";
    const SIDE: &'static str = P::INFO.sides[1];
    const MOVE: &'static str = "a move";

    fn both() -> Vec<Seat> {
        Seat::BOTH.to_vec()
    }

    fn side(name: &str) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| P::INFO.sides[seat.index()] == name)
    }

    fn position(text: &str) -> Result<P, BadInput> {
        P::read_board(text)
    }

    /// What is no command is a move, or an error of one.
    fn is_move(_line: &str) -> bool {
        true
    }
}

/// Passes on what a search finds.
struct SearchListener<M> {
    reporter: Reporter<M>,
    unit: Unit,
}

impl<M: std::fmt::Display + Send> Listener<M> for SearchListener<M> {
    fn report(&mut self, report: &search_core::Report<M>) {
        self.reporter.report(Report {
            rank: report.line,
            evaluation: self.evaluation(report.score, report.depth),
            line: listed(&report.variation),
        });
    }

    fn answer(self, outcome: Outcome<M>, elapsed: Duration) {
        let remark = outcome.best.as_ref().map_or_else(String::new, |mv| {
            let evaluation = self.evaluation(outcome.score, outcome.depth);
            let (nodes, seconds) = (outcome.counters.visits, elapsed.as_secs_f64());
            format!("The engine plays {mv} ({evaluation}, {nodes} nodes, {seconds:.2} s).\n")
        });
        self.reporter.answer(Answer { mv: outcome.best, remark });
    }
}

impl<M> SearchListener<M> {
    fn evaluation(&self, score: Score, depth: i16) -> String {
        format!("{} at depth {depth}", self.unit.text(score))
    }
}

fn listed<M: std::fmt::Display>(moves: &[M]) -> String {
    moves.iter().map(M::to_string).collect::<Vec<_>>().join(" ")
}

/// A position's text as a board: cells with the letters of columns and the numbers of rows.
fn drawing(text: &str, board: Board) -> String {
    let Board::Cells { columns, rows, is_first_row_on_top } = board else { return format!("{text}\n") };
    let cells: Vec<char> = text.chars().collect();
    let names: String = (b'a'..).take(columns.into()).map(|name| format!(" {}", char::from(name))).collect();
    let mut drawn = String::new();
    for (index, row) in cells.chunks(columns.into()).take(rows.into()).enumerate() {
        let number = if is_first_row_on_top { index + 1 } else { usize::from(rows) - index };
        let row: String = row.iter().map(|cell| format!(" {cell}")).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(drawn, "{number:>2}{row}");
    }
    drawn + "  " + &names + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_drawn_as_its_text_counts_rows() {
        let board = |is_first_row_on_top| Board::Cells { columns: 3, rows: 2, is_first_row_on_top };
        assert_eq!(drawing("XO-OX- X", board(true)), " 1 X O -\n 2 O X -\n   a b c\n");
        assert_eq!(drawing("XO-OX- X", board(false)), " 2 X O -\n 1 O X -\n   a b c\n");
    }
}
