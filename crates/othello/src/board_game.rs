//! Othello as people and programs meet it: [`Game`] for [`Position`].

use std::num::NonZero;

use game::{
    BoardShape, ExactScore, ExactSolver, Game, GameInfo, GameResult, GameSession, HelpTexts, Message,
    PgnTags, ScoreAxis, SearchRequest, Seat, Unit, Verdict,
};
use search_core::bad_input::quote;
use search_core::{BadInput, Budget, Control, NoMemory, Position as _, Recipe, SearchOptions, message};

use crate::certainty::{self, Level};
use crate::endgame::Endgame;
use crate::notation::{board, obf, read_move, transcript};
use crate::patterns::Patterns;
use crate::plan;
use crate::position::{DISC, Move, Position, Side};
use crate::recipe::{self, Play};
use crate::solve::{EXACT, Solver};
use crate::strengths::STRENGTHS;
use crate::symmetry::canonical;

impl Game for Position {
    type Evaluator = Endgame;
    type Weights = Patterns;
    type Recipe = Play;
    type Rules = ();

    const INFO: GameInfo = GameInfo {
        summary: "8 × 8, discs that turn",
        hundred: "disc",
        unit: Unit { name: "discs", size: DISC },
        has_passes: true,
        has_solver: true,
        levels: Some(Level::MAX),
        default_level: Some(Level::DEFAULT.number()),
        strengths: &STRENGTHS,
        variety: DISC,
        // Whoever moves last before the evaluation looks better by a disc or two.
        averages_depths: true,
        pgn: PgnTags {
            game: "Othello",
            players: [&["Black"], &["White"]],
            clocks: ["BlackTimeControl", "WhiteTimeControl"],
        },
        file_forms: &["ggf", "sgf", "wtb"],
        scores: ScoreAxis { bend: 800, levels: [400, 1600, 6400] },
        help: HelpTexts {
            example: "a move such as f5",
            moves: &[("f5", "play a move; f5d6c3 plays several (a forced pass is played by itself)")],
            position: "begin from a position: 64 cells of X, O and -, then the side to move",
            level: "strength N: so many plies ahead, and more near the end",
        },
        ..GameInfo::new(
            "othello",
            "Othello",
            ["black", "white"],
            ["Black", "White"],
            BoardShape::Cells { columns: 8, rows: 8, is_first_row_on_top: true },
        )
    };
    const START: &'static str = "---------------------------OX------XO--------------------------- X";
    const PLAY: Play = Play;
    const STRONGEST: Recipe = recipe::STRONGEST;

    fn start() -> Self {
        Position::START
    }

    fn parse_board(text: &str) -> Result<Self, BadInput> {
        board::read(text)
    }

    fn board_text(&self) -> String {
        board::write(*self)
    }

    fn find_move(&self, text: &str) -> Result<Move, String> {
        let mv = read_move(text).ok_or("it is no square, nor a pass")?;
        let board = self.board;
        match mv.square() {
            Some(square) if board.is_legal(square) => Ok(mv),
            Some(square) if board.empties().has(square) => Err("it turns no disc".to_owned()),
            Some(_) => Err("the square is occupied".to_owned()),
            None if board.must_pass() => Ok(mv),
            None => Err(match board.legal_moves().into_iter().next() {
                Some(square) => format!("there are moves, such as {square}"),
                None => "the game is over".to_owned(),
            }),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Move, BadInput> {
        let mv = read_move(text).ok_or_else(|| {
            let expected = message!("input-square-or-pass", "a square such as f5, or a pass");
            let remedy = message!("input-write-squares", "Write squares in the order of play");
            BadInput::new("Othello move", None, quote(text), expected, remedy)
        })?;
        match mv.square() {
            Some(square) => self.board.play(square).map(|_| mv),
            None if self.board.must_pass() => Ok(mv),
            None => {
                let found = message!("input-pass", "a pass");
                let remedy = message!("input-play-legal", "Play one of the legal moves");
                Err(BadInput::new("Othello move", None, found, self.board.expected_moves(), remedy))
            }
        }
    }

    /// Squares and passes that follow each other without a blank.
    fn split_moves(word: &str) -> Vec<(usize, &str)> {
        let mut found = Vec::new();
        let (mut rest, mut offset) = (word, 0);
        while !rest.is_empty() {
            let is_pass = rest.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("pass"));
            let wanted = if is_pass { 4 } else { 2 };
            let end = rest.char_indices().nth(wanted).map_or(rest.len(), |(index, _)| index);
            let (piece, tail) = rest.split_at(end);
            found.push((offset, piece));
            offset += piece.chars().count();
            rest = tail;
        }
        found
    }

    fn is_board(word: &str) -> bool {
        let mut letters = word.chars();
        let is_move = match letters.next() {
            Some('1'..='9') => !word.contains('/'),
            Some('A'..='H' | 'a'..='h') => matches!(letters.next(), Some('1'..='8')),
            _ => false,
        };
        !is_move
    }

    fn parse_board_line(line: &str) -> Result<Position, BadInput> {
        let nothing = || {
            let found = message!("input-obf-comment", "a comment");
            let remedy = message!("input-obf-comments", "Begin comments with %");
            BadInput::new("OBF line", None, found, message!("input-board", "a board"), remedy)
        };
        Ok(obf::read_line(line)?.ok_or_else(nothing)?.position)
    }

    fn must_pass(&self) -> bool {
        self.board.must_pass()
    }

    fn verdict(session: &GameSession<Self>) -> Option<Verdict> {
        let board = session.position().board;
        board.is_over().then(|| {
            let verdict = decided(session.position(), board.final_difference());
            let explanation = explained(&verdict, board.empties().len()).to_string();
            Verdict { reason: "discs".to_owned(), explanation, ..verdict }
        })
    }

    fn verdict_message(session: &GameSession<Self>) -> Option<Message> {
        Some(explained(&Self::verdict(session)?, session.position().board.empties().len()))
    }

    fn solution(&self, empties: u32) -> Option<Verdict> {
        let left = self.board.empties().len();
        (left <= empties).then(|| {
            let solution = Solver::with_bytes(solver_bytes(left)).solve(self, EXACT, &Control::new());
            let verdict = decided(self, solution.score);
            let explanation =
                Message::new("othello-solved", "{ending} with best play of the last {empties} squares")
                    .with("ending", counted(&verdict))
                    .with("empties", left as usize);
            let explanation = explanation.to_string();
            Verdict { reason: "solved".to_owned(), explanation, ..verdict }
        })
    }

    fn empty_squares(&self) -> Option<u32> {
        Some(self.board.empties().len())
    }

    fn parse_weights(path: &str, contents: &[u8]) -> Result<Patterns, BadInput> {
        Patterns::from_file(contents).map_err(|error| {
            let remedy = "Name a file that shuangqi train othello has written, or leave the option out";
            let expected = "weights of Othello's patterns";
            BadInput::new("file of weights", None, error.to_string(), expected, remedy).at(path, 1)
        })
    }

    fn evaluations() -> Vec<(&'static str, Patterns)> {
        vec![(Patterns::NAME, Patterns::default())]
    }

    fn load_weights() {
        Patterns::unpack();
    }

    fn evaluator_id(weights: &Patterns) -> (&'static str, String) {
        (Patterns::NAME, weights.id())
    }

    fn evaluator(weights: &Patterns, nodes: u64) -> Endgame {
        Endgame::for_play_of(weights.clone(), nodes)
    }

    fn solver(weights: &Patterns, bytes: usize) -> Result<Option<Box<dyn ExactSolver<Self>>>, NoMemory> {
        Ok(Some(Box::new(Solver::allocate_with(weights.clone(), bytes)?)))
    }

    fn plan(session: &GameSession<Self>, request: &SearchRequest) -> (SearchOptions<Move>, Option<Budget>) {
        let empties = session.position().board.empties().len() as i16;
        if let Some(level) = request.level {
            return (plan::to_level(empties, Level::new(level).unwrap_or(Level::DEFAULT)), None);
        }
        let depth = request.limits.depth.map_or(i16::MAX, |depth| i16::try_from(depth).unwrap_or(i16::MAX));
        let (mut options, budget) = timed(session.position(), request, depth);
        if depth < empties {
            options.depth = options.depth.min(depth);
            options.stepwise = options.stepwise.min(depth);
        }
        options.nodes = request.limits.nodes.map_or(u64::MAX, NonZero::get);
        (options, budget)
    }

    /// A beginner sees moves that turn many discs first.
    fn obscurity(&self, mv: Move) -> u32 {
        80_u32.saturating_sub(10 * self.prepare(mv).flips().len())
    }

    fn certainty(&self, depth: i16) -> Option<u32> {
        certainty::per_cent(self.board.empties().len() as i16, depth)
    }

    fn to_move(&self) -> Message {
        let [black, white] = Side::ALL.map(|side| self.discs(side).len() as usize);
        Message::new("othello-to-move", "{disc} to move, X {black}, O {white}")
            .with("disc", self.side.to_string())
            .with("black", black)
            .with("white", white)
    }

    fn drawing(&self, _in_letters: bool) -> String {
        board::draw(*self)
    }

    fn transcript(moves: &[Move]) -> String {
        transcript::write(moves)
    }

    fn opening_class(&self) -> String {
        board::write(Position { board: canonical(self.board), ..*self })
    }
}

/// The search that the clock or the time for each move allows; without either the depth counts, and without any limit
/// selective searches of the rest of the game come before the exact one.
fn timed(position: &Position, request: &SearchRequest, depth: i16) -> (SearchOptions<Move>, Option<Budget>) {
    let (board, overhead, threads) = (position.board, request.overhead, request.threads);
    let seat = Seat::to_move(position);
    let clock = request.clocks[seat.index()].map(|clock| plan::by_clock(board, clock, overhead, threads));
    let fixed = request.limits.move_time.map(|time| plan::for_time(board, time, overhead, threads));
    let shortest = fixed.into_iter().chain(clock).min_by_key(|(_, budget)| budget.map(|budget| budget.hard));
    shortest.unwrap_or_else(|| match request.is_endless_for(seat) {
        true => plan::for_time(board, Budget::UNLIMITED.hard, overhead, threads),
        false => (plan::to_plies(board.empties().len() as i16, depth), None),
    })
}

/// The table of the solver, by empty squares: twice as large for each from 12 on, which it solves without one.
fn solver_bytes(empties: u32) -> usize {
    1 << (16 + empties.saturating_sub(12)).min(24)
}

/// The end of a game by this difference of discs for the side to move.
fn decided(position: &Position, difference: i32) -> Verdict {
    let discs = if Seat::to_move(position) == Seat::First { difference } else { -difference };
    let result = match discs.signum() {
        1 => GameResult::First,
        -1 => GameResult::Second,
        _ => GameResult::Draw,
    };
    Verdict { discs: Some(discs), ..Verdict::new(result, "", String::new()) }
}

/// `Black wins 40 to 24`, empty squares counted for the winner.
fn counted(verdict: &Verdict) -> Message {
    let half = verdict.discs.unwrap_or_default().unsigned_abs() as usize / 2;
    let won = |winner| {
        Message::new("othello-win", "{winner} wins {more} to {fewer}")
            .with("winner", Position::INFO.side(winner))
    };
    let message = match verdict.result {
        GameResult::First => won(Seat::First),
        GameResult::Second => won(Seat::Second),
        GameResult::Draw => Message::new("othello-draw", "A draw, {more} to {fewer}"),
    };
    message.with("more", 32 + half).with("fewer", 32 - half)
}

/// The same, and that empty squares were counted, where there are any.
fn explained(verdict: &Verdict, empties: u32) -> Message {
    let counted = counted(verdict);
    let english = match (empties, verdict.result) {
        (0, _) | (_, GameResult::Draw) => return counted,
        (1, _) => "{ending}, the empty square counted for the winner",
        _ => "{ending}, the {empties} empty squares counted for the winner",
    };
    Message::new("othello-empty", english).with("ending", counted).with("empties", empties as usize)
}

impl ExactSolver<Position> for Solver {
    fn clear(&mut self) {
        self.clear();
    }

    fn solve(&mut self, position: &Position, control: &Control) -> Option<ExactScore<Move>> {
        let solution = Solver::solve(self, position, EXACT, control);
        (!solution.is_stopped).then(|| ExactScore {
            score: solution.score * DISC,
            line: solution.variation,
            nodes: solution.counters.visits,
        })
    }
}
