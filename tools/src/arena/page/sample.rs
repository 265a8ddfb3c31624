//! Matches of invented games, legal from the first move to the last, for tests and for looking at pages.

use std::num::{NonZeroU32, NonZeroU64};
use std::time::Duration;

use search_core::{MoveKind, MoveList, Position as _};
use shuangqi_lab::stats::Random;

use crate::arena::config::*;
use crate::arena::fault::Fault;
use crate::arena::record::{FaultRecord, Fixture, GameRecord, GameResult, MoveRecord, Termination};
use crate::arena::score::EngineScore;
use crate::arena::seat::Seat;
use crate::args::Game;

/// What a page is made of.
#[derive(Debug)]
pub struct Sample {
    /// What was played.
    pub setup: MatchConfig,
    /// What came of it.
    pub games: Vec<GameRecord>,
}

/// A game whose moves are drawn by lot.
trait Played: search_core::Position {
    const START: &str;
    fn start() -> Self;
    fn text(mv: Self::Move) -> String;
    /// Hundredths, from the first seat's view.
    fn balance(&self) -> i32;
    fn seat(&self) -> Seat;
    /// How a game that cannot go on has ended.
    fn ending(&self) -> (GameResult, &'static str, String, Option<i32>);
    /// How much a move is wanted.
    fn weight(&self, mv: Self::Move) -> usize;
}

impl Played for othello::Position {
    const START: &str = "---------------------------OX------XO--------------------------- X";

    fn start() -> Self {
        othello::Position::START
    }

    fn text(mv: othello::Move) -> String {
        mv.to_string()
    }

    fn balance(&self) -> i32 {
        othello::evaluator::evaluate(self.board) * if self.seat() == Seat::First { 1 } else { -1 }
    }

    fn seat(&self) -> Seat {
        if self.side == othello::Side::Black { Seat::First } else { Seat::Second }
    }

    fn ending(&self) -> (GameResult, &'static str, String, Option<i32>) {
        let sign = if self.seat() == Seat::First { 1 } else { -1 };
        let discs = self.board.final_difference() * sign;
        let (result, winner) = match discs {
            0 => (GameResult::Draw, ""),
            1.. => (GameResult::First, "Black"),
            _ => (GameResult::Second, "White"),
        };
        let count = (64 + discs.abs()) / 2;
        let text = if discs == 0 {
            "both have 32 discs".to_owned()
        } else {
            format!("{winner} has {count} discs against {}", 64 - count)
        };
        (result, "discs", text, Some(discs))
    }

    fn weight(&self, mv: othello::Move) -> usize {
        let mut after = *self;
        after.play(mv);
        let score = -othello::evaluator::evaluate(after.board) / 100;
        (score + 40).clamp(1, 80).pow(2) as usize
    }
}

impl Played for xiangqi::Position {
    const START: &str = xiangqi::fen::START;

    fn start() -> Self {
        xiangqi::Position::from_fen(xiangqi::fen::START).unwrap()
    }

    fn text(mv: xiangqi::Move) -> String {
        mv.to_string()
    }

    fn balance(&self) -> i32 {
        let value = |letter: char| match letter.to_ascii_lowercase() {
            'r' => 950,
            'c' => 460,
            'n' => 430,
            'a' | 'b' => 200,
            'p' => 110,
            _ => 0,
        };
        let board = self.to_string();
        let pieces = board.chars().take_while(|letter| *letter != ' ');
        pieces.map(|letter| if letter.is_uppercase() { value(letter) } else { -value(letter) }).sum()
    }

    fn seat(&self) -> Seat {
        if self.side() == xiangqi::Color::Red { Seat::First } else { Seat::Second }
    }

    fn ending(&self) -> (GameResult, &'static str, String, Option<i32>) {
        let (result, loser, winner) = match self.seat() {
            Seat::First => (GameResult::Second, "Red", "Black"),
            Seat::Second => (GameResult::First, "Black", "Red"),
        };
        (result, "checkmate", format!("{loser} is checkmated, so {winner} wins"), None)
    }

    fn weight(&self, mv: xiangqi::Move) -> usize {
        match self.board().at(mv.to()) {
            Some(_) => 40,
            None if mv.to().rank() as usize > 4 => 3,
            None => 1,
        }
    }
}

/// A match in the making.
#[derive(Debug)]
struct Maker {
    random: Random,
    setup: MatchConfig,
}

impl Maker {
    fn moves<P: Played>(&mut self, number: u64, openings: usize) -> GameRecord {
        let opening = (number / 2) as usize % openings;
        let mut position = P::start();
        let mut luck = Random::new(opening as u64 + 77);
        let book = 8;
        let mut moves: Vec<MoveRecord> = Vec::new();
        let (mut list, mut left) = (MoveList::new(), [10_000_000u64; 2]);
        let mut level = 0;
        loop {
            list.clear();
            position.moves(MoveKind::All, &mut list);
            if list.is_empty() || moves.len() >= 140 {
                break;
            }
            let is_book = moves.len() < book;
            let random = if is_book { &mut luck } else { &mut self.random };
            let mv = drawn(&position, &list, random);
            let seat = position.seat();
            position.play(mv);
            let text = P::text(mv);
            level += self.random.below(61) as i32 - 30;
            let record = if is_book || text == "pass" {
                MoveRecord { text, claim: None, depth: None, nodes: None, micros: None, left: None }
            } else {
                let view = if seat == Seat::First { 1 } else { -1 };
                let score = (position.balance() + level / 2) * view;
                self.thought(text, score, &mut left[seat.index()], moves.len())
            };
            moves.push(record);
        }
        let is_over = list.is_empty();
        self.record(number, opening, P::START, (book, moves), is_over.then(|| position.ending()))
    }

    fn thought(&mut self, text: String, score: i32, left: &mut u64, ply: usize) -> MoveRecord {
        let micros = (*left / 40 + 100_000) * (50 + self.random.below(100) as u64) / 100;
        *left = (*left + 100_000).saturating_sub(micros);
        let claim = if score.abs() > 2500 {
            EngineScore::Mate(score.signum() * (1 + self.random.below(6) as i32))
        } else {
            EngineScore::Hundredths(score)
        };
        MoveRecord {
            text,
            claim: Some(claim),
            depth: Some(9 + ply as u32 / 9 + self.random.below(4) as u32),
            nodes: Some(micros * (14 + self.random.below(6) as u64) / 10),
            micros: Some(micros),
            left: Some(*left),
        }
    }

    fn record(
        &mut self,
        number: u64,
        opening: usize,
        start: &str,
        (book, moves): (usize, Vec<MoveRecord>),
        ending: Option<(GameResult, &'static str, String, Option<i32>)>,
    ) -> GameRecord {
        let count = self.setup.engines.len();
        let pair = number / 2;
        let one = pair as usize % count;
        let other = (one + 1 + pair as usize / count % (count - 1)) % count;
        let engines = if number.is_multiple_of(2) { [one, other] } else { [other, one] };
        let adjudicated = (GameResult::Draw, "most_moves", "drawn after 70 moves".to_owned(), None);
        let termination = if ending.is_some() { Termination::Normal } else { Termination::Adjudication };
        let (mut result, reason, explanation, discs) = ending.unwrap_or(adjudicated);
        // The first engine is to be a little better than chance makes it.
        if engines[1] == 0 && result == GameResult::First && self.random.below(3) == 0 {
            result = GameResult::Draw;
        }
        GameRecord {
            fixture: Fixture { number, round: (number / 2) as u32, pair, opening, engines },
            opening_name: format!("{}", opening + 1),
            start: start.to_owned(),
            book,
            lasted: moves.iter().filter_map(|mv| mv.micros).sum::<u64>() / 1000,
            moves,
            result,
            termination,
            reason: reason.to_owned(),
            explanation,
            discs,
            fault: None,
            begun: 1_760_000_000_000 + number * 20_000,
        }
    }
}

fn drawn<P: Played>(position: &P, list: &MoveList<P::Move>, random: &mut Random) -> P::Move {
    let weights: Vec<usize> = list.iter().map(|mv| position.weight(mv)).collect();
    let mut at = random.below(weights.iter().sum::<usize>().max(1));
    let chosen = weights.iter().position(|&weight| {
        let is_here = at < weight;
        at = at.saturating_sub(weight);
        is_here
    });
    list.iter().nth(chosen.unwrap_or(0)).unwrap()
}

/// An engine of the match.
pub fn engine(name: &str) -> EngineConfig {
    EngineConfig {
        name: name.to_owned(),
        command: String::new(),
        arguments: Vec::new(),
        folder: None,
        stderr: None,
        log: None,
        protocol: Protocol::Internal,
        rank_base: 0,
        options: Vec::new(),
        initial: Vec::new(),
        clock: Some(TimeControl {
            base: Duration::from_secs(10),
            increment: Duration::from_millis(100),
            moves: None,
        }),
        limits: Limits::default(),
        margin: Duration::from_millis(20),
        restart: Restart::Auto,
        scale: Default::default(),
    }
}

/// A match without games.
pub fn setup(game: Game, names: &[&str]) -> MatchConfig {
    MatchConfig {
        game,
        rules: "asian".to_owned(),
        engines: names.iter().map(|name| engine(name)).collect(),
        openings: "50 openings of 8 plies from balanced.epd".to_owned(),
        openings_hash: 7,
        layout: Layout {
            tournament: Tournament::RoundRobin,
            seeds: 1,
            rounds: 50,
            games: 2,
            repeat: 2,
            swaps: true,
            order: Order::Sequential,
            first: 0,
            seed: 1,
        },
        adjudication: Adjudication {
            resign: Some(ResignRule { moves: 3, score: 600, is_two_sided: true }),
            draw: Some(DrawRule { from_move: 40, moves: 8, score: 10 }),
            most_moves: Some(70),
            solve_empties: (game == Game::Othello).then_some(16),
        },
    }
}

/// A match of so many games; a few of them end with a fault.
pub fn sample(game: Game, names: &[&str], count: u64) -> Sample {
    let mut maker = Maker { random: Random::new(11), setup: setup(game, names) };
    let play = |number| match game {
        Game::Othello => maker.moves::<othello::Position>(number, 50),
        Game::Xiangqi => maker.moves::<xiangqi::Position>(number, 50),
    };
    let mut games: Vec<GameRecord> = (0..count).map(play).collect();
    let fated = games.iter_mut().skip(6).step_by(31).zip(faults().into_iter().cycle());
    fated.take(5).for_each(|(game, (fault, termination))| spoil(game, fault, termination));
    Sample { setup: maker.setup, games }
}

fn faults() -> [(Fault, Termination); 4] {
    let seconds = Duration::from_secs_f64;
    let timeout = Fault::Timeout { used: seconds(1.234), allowed: seconds(1.02) };
    let illegal = Fault::Illegal { text: "z9z9".to_owned(), why: "it is no move at all".to_owned() };
    [
        (timeout, Termination::TimeForfeit),
        (Fault::Crash { how: "it was ended by signal 11".to_owned() }, Termination::Abandoned),
        (illegal, Termination::IllegalMove),
        (Fault::Junk { what: "it answered \"?\" to \"genmove b\"".to_owned() }, Termination::Abandoned),
    ]
}

/// Lets a game end early, by the fault of who is to move.
fn spoil(game: &mut GameRecord, fault: Fault, termination: Termination) {
    game.moves.truncate(31);
    let seat = Seat::Second;
    let kind = match termination {
        Termination::TimeForfeit => "timeout",
        Termination::IllegalMove => "illegal_move",
        _ => "crash",
    };
    game.result = GameResult::win_of(!seat);
    game.termination = termination;
    game.reason = kind.to_owned();
    game.explanation = format!("the second player lost: {fault}");
    game.discs = None;
    let dialogue = ["> position startpos", "> go wtime 1000", "< info depth 3 score cp 12", "< bestmove ?"];
    let dialogue = dialogue.map(str::to_owned).to_vec();
    game.fault = Some(FaultRecord { seat, fault, dialogue });
}

/// Names that would break a page if they were taken for markup, and conditions of every kind.
pub fn hostile() -> Sample {
    const NAME: &str = "<script>alert('&\"')</script> ]]> \u{1}";
    let mut sample = sample(Game::Othello, &[NAME, "B"], 12);
    sample.setup.openings = NAME.to_owned();
    sample.setup.engines[0].clock = None;
    sample.setup.engines[0].limits =
        Limits { depth: Some(8), nodes: NonZeroU64::new(1000), move_time: Some(Duration::from_millis(250)) };
    sample.setup.engines[1].clock = Some(TimeControl {
        base: Duration::from_secs(60),
        increment: Duration::ZERO,
        moves: NonZeroU32::new(40),
    });
    for game in &mut sample.games {
        game.opening_name = NAME.to_owned();
        game.explanation = NAME.to_owned();
        game.reason = NAME.to_owned();
        game.start = NAME.to_owned();
        game.moves[0].text = NAME.to_owned();
    }
    sample
}
