//! A game at the terminal for any game of which matches are played, with its referee and its engine.

use std::fmt::Write as _;
use std::io::{IsTerminal, stdin, stdout};
use std::marker::PhantomData;
use std::num::NonZero;
use std::time::Duration;

use game::{BoardShape, GameEngine, GameSession, Limits, SearchRequest, Seat, Unit};
use search_core::session::{Listener, Session};
use search_core::{Outcome, Score};
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::memory::{self, TooLarge};
use shuangqi_cli::terminal::command::{self, Syntax};
use shuangqi_cli::terminal::{
    self, Answer, Command, CommandOf, Ending, Limit, Report, Reporter, Screen, Terminal,
};
use shuangqi_cli::{BadInput, Failure, interrupt, lines, version};
use shuangqi_lab::LabGame;

use super::Setup;

const MOVE_TIME: Duration = Duration::from_secs(1);
/// How many moves are listed in a line.
const MOVES_IN_LINE: usize = 10;

/// Plays with the person at the terminal until the end of input, `quit` or Ctrl-C.
///
/// # Errors
/// A command of the setup that is none, a table that there is no memory for, and [`Failure::Interrupted`].
pub fn run<P: LabGame>(setup: &Setup) -> Result<(), Failure> {
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

/// A game in progress, and the engine that plays it.
struct BoardGame<P: LabGame> {
    game: GameSession<P>,
    searches: Session<P, P::Evaluator, P::Recipe>,
    threads: NonZero<usize>,
}

impl<P: LabGame> BoardGame<P> {
    fn new(setup: &Setup) -> Result<Self, Failure> {
        let weights = match &setup.eval {
            Some(path) => P::parse_weights(path, &[])?,
            None => P::Weights::default(),
        };
        let bytes = setup.hash_bytes.unwrap_or(P::INFO.table_bytes);
        let allocate = || Session::allocate(P::evaluator(&weights, u64::MAX), P::PLAY, bytes);
        let mut searches = memory::take(bytes, 0, allocate).map_err(TooLarge::in_option)?;
        searches.set_threads(setup.threads);
        Ok(BoardGame { game: GameSession::default(), searches, threads: setup.threads })
    }

    fn position(&self) -> &P {
        self.game.position()
    }

    fn play_words(&mut self, text: &str) -> Result<(), BadInput> {
        for (_, word) in text.split_whitespace().flat_map(P::split_moves) {
            let mv = self.position().parse_move(word)?;
            if self.game.verdict().is_some() {
                let remedy = "Type undo to take moves back, or new";
                return Err(BadInput::new("move", None, quote(word), "a game that goes on", remedy));
            }
            self.game.play(mv);
        }
        Ok(())
    }
}

impl<P: LabGame> terminal::Game for BoardGame<P> {
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
        Seat::BOTH.map(|seat| (seat, P::INFO.colours[seat.index()]))
    }

    fn side(&self) -> Seat {
        Seat::to_move(self.position())
    }

    fn prompt(&self) -> String {
        P::INFO.colours[self.side().index()].to_owned()
    }

    fn board(&self) -> String {
        let position = self.position();
        drawing(&position.board_text(), P::INFO.board) + &format!("{} to move\n", self.prompt())
    }

    fn result(&self) -> Option<String> {
        self.game.verdict().map(|verdict| format!("The game is over. {}.", verdict.explanation))
    }

    fn begin(&mut self, position: Option<P>) {
        self.game = GameSession::new(position.unwrap_or_else(P::start), P::Rules::default());
        self.searches.clear();
    }

    fn play_text(&mut self, text: &str) -> Result<(), BadInput> {
        let before = self.game.moves().len();
        self.play_words(text).inspect_err(|_| self.game.truncate(before))
    }

    fn play(&mut self, mv: P::Move) {
        self.game.play(mv);
    }

    fn pass(&mut self) -> Option<String> {
        let only = self.position().must_pass().then(|| self.position().legal_moves().iter().next())??;
        let name = self.prompt();
        self.play(only);
        Some(format!("{name} must pass.\n"))
    }

    fn undo(&mut self) -> bool {
        self.game.undo()
    }

    fn has_choice(&self) -> bool {
        !self.position().must_pass()
    }

    fn moves(&self) -> String {
        let mut text = String::new();
        for (index, moves) in self.game.moves().chunks(MOVES_IN_LINE).enumerate() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{:>2}: {}", index * MOVES_IN_LINE + 1, listed(moves));
        }
        if text.is_empty() { "No move has been played.\n".to_owned() } else { text }
    }

    fn record(&self, path: &str) -> Result<String, BadInput> {
        let bad =
            |found: &str, expected, remedy: &str| Err(BadInput::new("save", None, found, expected, remedy));
        match &self.game.positions()[0] {
            _ if !path.to_ascii_lowercase().ends_with(".txt") => {
                bad(path, "a name that ends in .txt", "Type save game.txt, for example")
            }
            start if start.board_text() != P::START => {
                let remedy = "Play from the start to save the game";
                bad("a game from a position that was set", "one from the start", remedy)
            }
            _ => Ok(listed(self.game.moves()) + "\n"),
        }
    }

    fn set(&mut self, (): ()) {}

    fn search(&mut self, limit: Limit, lines: usize, reporter: Reporter<P::Move>) -> Result<(), Failure> {
        let within = |limits: Limits| SearchRequest::within(limits);
        let request = match limit {
            Limit::Level(level) => SearchRequest::at_level(level),
            Limit::Depth(depth) => within(Limits { depth: Some(depth.into()), ..Limits::default() }),
            Limit::Nodes(nodes) => within(Limits { nodes: Some(nodes), ..Limits::default() }),
            Limit::Time(time) => within(Limits { move_time: Some(time), ..Limits::default() }),
        };
        let request = SearchRequest { lines, threads: self.threads, overhead: Duration::ZERO, ..request };
        let job = GameEngine::job(&self.game, &request);
        let started = self.searches.start(job, SearchListener { reporter, unit: P::INFO.unit });
        started.map_err(|error| Failure::Internal(format!("no thread to search on: {error}")))
    }

    fn stop(&mut self) {
        self.searches.stop();
    }
}

/// The syntax of the commands of such a game.
struct BoardSyntax<P>(PhantomData<P>);

impl<P: LabGame> Syntax for BoardSyntax<P> {
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
        P::parse_board(text)
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
fn drawing(text: &str, board: BoardShape) -> String {
    let BoardShape::Cells { columns, rows, is_first_row_on_top } = board else { return format!("{text}\n") };
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
        let board = |is_first_row_on_top| BoardShape::Cells { columns: 3, rows: 2, is_first_row_on_top };
        assert_eq!(drawing("XO-OX- X", board(true)), " 1 X O -\n 2 O X -\n   a b c\n");
        assert_eq!(drawing("XO-OX- X", board(false)), " 2 X O -\n 1 O X -\n   a b c\n");
    }
}
