//! `shuangqi datagen xiangqi`: games begin with a balanced random opening or a random ending, and go on by the engine's search with
//! a limit of nodes for each move, until they end or both sides agree on the result.

use std::fmt::{self, Display};

use clap::ValueEnum;
use game::{Game, GameSession};
use search_core::score::{DECISIVE, MAX_PLY};
use search_core::{
    Control, Evaluator, Heuristics, MoveKind, MoveList, Outcome, Position as _, Report, Root, Score,
    SearchOptions, Table, ThreadData, think,
};
use shuangqi_cli::weights::WeightsArgs;
use shuangqi_cli::{Exit, Failure};
use xiangqi::plan::{DRIVER, Play};
use xiangqi::referee::{self, Reason};
use xiangqi::{Color, GameRules, Move, Position};

use super::endings::random_ending;
use super::records::{Adjudication, Ending, GameRecord, Ply, start};
use crate::datagen::{self, CommonArgs, SelfPlay, random_moves};

const EXAMPLES: &str = "\
Games of the same seed and shard are the same on every machine. A shard that is there already is not played again, so \
the same command goes on where it was stopped, and more shards extend a folder. Kept are positions in which nothing is in check or \
can be won by a capture, and in which the move played takes nothing.

Examples:
  shuangqi datagen xiangqi --out games
  shuangqi datagen xiangqi --out first --shards 100 --games 200 --threads 2
  shuangqi datagen xiangqi --out second --eval new.weights --seed 2 \\
    --nodes 20000";

/// Options of self-play of Xiangqi.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct XiangqiArgs {
    #[command(flatten)]
    common: CommonArgs,
    #[command(flatten)]
    conditions: Conditions,
    #[command(flatten)]
    weights: WeightsArgs,
}

impl XiangqiArgs {
    pub fn run(&self) -> Result<Exit, Failure> {
        let weights = self.weights.read::<Position>()?;
        datagen::play(&self.common, &Games { conditions: self.conditions, weights })
    }
}

/// Games by an evaluation with these weights.
struct Games {
    conditions: Conditions,
    weights: <Position as Game>::Weights,
}

impl SelfPlay for Games {
    type Item = GameRecord;
    type Player = Player<<Position as Game>::Evaluator>;

    fn conditions(&self) -> String {
        format!("{} evaluator={}", self.conditions, Position::evaluator_id(&self.weights).1)
    }

    fn player(&self) -> Self::Player {
        Player::new(&Position::evaluator(&self.weights, self.conditions.nodes), self.conditions)
    }

    fn play(player: &mut Self::Player, seed: u64) -> Vec<GameRecord> {
        vec![player.game(seed)]
    }
}

/// The most nodes that show whether an opening is balanced.
const BALANCE_NODES: u64 = 2_000;
/// A game of so many searched plies is a draw.
const MAX_PLIES: usize = 400;
/// Bytes of the table for each node of a move: as many as a game fills, no more, as each game clears it.
const TABLE_BYTES_PER_NODE: u64 = 100;

/// The conditions of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::Args)]
pub struct Conditions {
    /// Nodes that each move is searched
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub nodes: u64,
    /// Random moves at the beginning, as FEWEST..MOST, each number as likely as the others
    #[arg(long, value_name = "A..B", default_value = "6..10", value_parser = |text: &str| random_moves(text, 40, "6..10"))]
    pub random: (u32, u32),
    /// How far from 0 the score after them may be; a soldier is about 100
    #[arg(long, value_name = "SCORE", default_value_t = 150, value_parser = clap::value_parser!(Score).range(30..))]
    pub balance: Score,
    /// How many of a hundred games begin with a random ending instead, of up to four attackers a side
    #[arg(long, value_name = "PER_CENT", default_value_t = 5, value_parser = clap::value_parser!(u32).range(0..=100))]
    pub endings: u32,
    /// Whether a game ends once both sides' scores agree on its result
    #[arg(long, value_name = "HOW", default_value = "on")]
    pub adjudicate: Switch,
    /// How many of a hundred adjudicated games are played on, to see whether the result was right
    #[arg(long, value_name = "PER_CENT", default_value_t = 5, value_parser = clap::value_parser!(u32).range(0..=100))]
    pub check_adjudication: u32,
}

/// The value of an option that is on or off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Switch {
    On,
    Off,
}

impl Display for Conditions {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Conditions { nodes, random: (fewest, most), balance, endings, adjudicate, check_adjudication } =
            self;
        write!(out, "nodes={nodes} random={fewest}..{most} balance={balance} endings={endings} ")?;
        match adjudicate {
            Switch::On => write!(out, "adjudicate=on check-adjudication={check_adjudication}"),
            Switch::Off => write!(out, "adjudicate=off"),
        }
    }
}

/// The position that a game begins with, the random moves from there, and the game so far.
type Beginning = (Position, Vec<Move>, GameSession<Position>);

/// Plays games, one after the other; each is a function of its seed.
#[derive(Debug)]
pub struct Player<E> {
    thread: ThreadData<Position, E>,
    table: Table<u64>,
    /// For facts about single moves.
    evaluator: E,
    conditions: Conditions,
}

impl<E: Evaluator<Position>> Player<E> {
    pub fn new(evaluator: &E, conditions: Conditions) -> Self {
        let bytes = conditions.nodes.saturating_mul(TABLE_BYTES_PER_NODE).clamp(1 << 17, 1 << 24);
        Player {
            thread: ThreadData::new(evaluator.fork()),
            table: Table::with_bytes(bytes as usize),
            evaluator: evaluator.fork(),
            conditions,
        }
    }

    pub fn game(&mut self, seed: u64) -> GameRecord {
        let mut random = fastrand::Rng::with_seed(seed);
        let is_checked = random.u32(..100) < self.conditions.check_adjudication;
        let is_ending = random.u32(..100) < self.conditions.endings;
        let (start, opening, mut game) =
            if is_ending { self.ending(&mut random) } else { self.opening(&mut random) };
        self.thread.clear();
        self.table.clear();
        let mut adjudicator = Adjudicator::default();
        let (mut line, mut adjudication) = (Vec::new(), None);
        while !is_over(&game) && line.len() < MAX_PLIES {
            let outcome = self.search(&game, self.conditions.nodes);
            let Some(mv) = outcome.best else { break };
            let is_kept = adjudication.is_none() && self.is_kept(game.position(), mv, outcome.score);
            let red_score = if game.position().side() == Color::Red { outcome.score } else { -outcome.score };
            line.push(Ply { mv, score: outcome.score as i16, is_kept });
            game.play(mv);
            if self.conditions.adjudicate == Switch::On && adjudication.is_none() && !is_over(&game) {
                let after = line.len() as u16;
                adjudication = adjudicator.note(red_score).map(|winner| Adjudication { winner, after });
            }
            if let Some(adjudication) = adjudication.filter(|_| !is_checked) {
                let (winner, ending) = (adjudication.winner, Ending::Adjudication);
                return GameRecord { start, opening, line, winner, ending, adjudication: Some(adjudication) };
            }
        }
        let (winner, ending) = ending(&game);
        GameRecord { start, opening, line, winner, ending, adjudication }
    }

    /// Random moves after which neither side is better.
    fn opening(&mut self, random: &mut fastrand::Rng) -> Beginning {
        loop {
            let (moves, game) = random_line(random, self.conditions.random);
            if self.is_within(self.conditions.balance, &game) {
                return (start(), moves, game);
            }
        }
    }

    /// A random ending that is not decided, though either side may be better.
    fn ending(&mut self, random: &mut fastrand::Rng) -> Beginning {
        loop {
            let start = random_ending(random);
            let game = GameSession::new(start, GameRules::DEFAULT);
            if self.is_within(WON - 1, &game) {
                return (start, Vec::new(), game);
            }
        }
    }

    /// Returns whether the game goes on and neither side is better by more than this.
    fn is_within(&mut self, most: Score, game: &GameSession<Position>) -> bool {
        if is_over(game) {
            return false;
        }
        self.thread.clear();
        self.table.clear();
        self.search(game, BALANCE_NODES.min(self.conditions.nodes)).score.abs() <= most
    }

    fn search(&mut self, game: &GameSession<Position>, nodes: u64) -> Outcome<Move> {
        let options = SearchOptions { driver: DRIVER, nodes, ..SearchOptions::to_depth(MAX_PLY as i16) };
        let root = Root { position: game.position(), history: game.line() };
        let ignore = |_: &Report<Move>| {};
        think(root, &mut self.thread, &self.table, Play, &options, &Control::new(), ignore)
    }

    /// Returns whether a static evaluation can be compared with the score: nothing is in check or can be won by a capture, the move
    /// to play takes nothing, and no mate is in sight.
    fn is_kept(&mut self, position: &Position, mv: Move, score: Score) -> bool {
        let takes = |mv: Move| position.board().at(mv.to()).is_some();
        if position.in_check() || takes(mv) || score.abs() >= DECISIVE {
            return false;
        }
        let mut captures = MoveList::new();
        position.moves(MoveKind::Captures, &mut captures);
        !captures.iter().any(|capture| self.evaluator.heuristics().see(position, capture, 1))
    }
}

/// A number of random legal moves from the start, and the game so far.
fn random_line(random: &mut fastrand::Rng, (fewest, most): (u32, u32)) -> (Vec<Move>, GameSession<Position>) {
    let mut game = GameSession::new(start(), GameRules::DEFAULT);
    let moves = (0..random.u32(fewest..=most)).map_while(|_| {
        let mv = random.choice(game.position().legal_moves())?;
        game.play(mv);
        Some(mv)
    });
    (moves.collect(), game)
}

fn is_over(game: &GameSession<Position>) -> bool {
    referee::ending(game.position(), game.line()).is_some()
}

/// The winner and the end of a game that goes no further.
fn ending(game: &GameSession<Position>) -> (Option<Color>, Ending) {
    let Some(end) = referee::ending(game.position(), game.line()) else { return (None, Ending::Length) };
    let ending = match end.reason {
        Reason::Checkmate | Reason::Stalemate => Ending::NoMove,
        Reason::MoveLimit => Ending::MoveLimit,
        Reason::NoAttackers => Ending::NoAttackers,
        _ => Ending::Repetition,
    };
    (end.winner, ending)
}

/// The score of a won game, in either direction: more than a chariot.
const WON: i32 = 1_100;
/// A game is won after this number of winning scores in a row on each side.
const WON_PLIES: usize = 3;
/// The highest score of a drawn game, in either direction.
const DRAWN: i32 = 15;
/// A game is drawn after this number of drawn scores in a row.
const DRAWN_PLIES: usize = 20;
/// No game is called drawn before this number of searched plies.
const DRAWN_FROM: usize = 100;

/// Names a result as soon as both sides' scores agree on it.
#[derive(Clone, Debug, Default)]
struct Adjudicator {
    /// Plies searched.
    plies: usize,
    /// The length of the present run of scores by which the same side, or neither, wins; and that side.
    won: (usize, Option<Color>),
    /// The length of the present run of drawn scores.
    level: usize,
}

impl Adjudicator {
    /// Takes the score of the next ply, from Red's view; the winner if the game is decided.
    fn note(&mut self, score: i32) -> Option<Option<Color>> {
        let leader = (score.abs() >= WON).then_some(if score > 0 { Color::Red } else { Color::Black });
        let streak = if leader == self.won.1 { self.won.0 + 1 } else { 1 };
        self.won = (streak, leader);
        self.level = if score.abs() <= DRAWN { self.level + 1 } else { 0 };
        self.plies += 1;
        if leader.is_some() && streak >= 2 * WON_PLIES {
            return Some(leader);
        }
        (self.level >= DRAWN_PLIES && self.plies >= DRAWN_FROM).then_some(None)
    }
}

#[cfg(test)]
mod tests {
    use xiangqi::evaluator::Classical;

    use super::*;

    const CONDITIONS: Conditions = Conditions {
        nodes: 200,
        random: (4, 8),
        balance: 150,
        endings: 0,
        adjudicate: Switch::On,
        check_adjudication: 0,
    };

    fn player(conditions: Conditions) -> Player<Classical> {
        Player::new(&Classical::default(), conditions)
    }

    /// The referee comes to the same end, and nothing that is kept is in check or begins with a capture.
    #[test]
    fn games_are_as_their_records_say() {
        let mut player = player(CONDITIONS);
        let mut kept = 0;
        for seed in 0..6 {
            let record = player.game(seed);
            assert!((4..=8).contains(&record.opening.len()) && !record.line.is_empty());
            let moves = record.opening.iter().copied().chain(record.line.iter().map(|ply| ply.mv));
            let mut game = GameSession::new(record.start, GameRules::DEFAULT);
            moves.for_each(|mv| game.play(mv));
            match record.adjudication {
                Some(adjudication) => {
                    assert_eq!((adjudication.winner, record.ending), (record.winner, Ending::Adjudication))
                }
                None => assert_eq!(ending(&game), (record.winner, record.ending)),
            }
            for sample in record.samples() {
                assert!(!sample.position.in_check() && i32::from(sample.score).abs() < DECISIVE);
                kept += 1;
            }
        }
        assert!(kept > 60, "{kept} positions are kept");
    }

    /// A checked game goes on to its end, but nothing is kept after it was decided.
    #[test]
    fn checked_games_go_on() {
        let checked = Conditions { check_adjudication: 100, ..CONDITIONS };
        let (mut one, mut other) = (player(CONDITIONS), player(checked));
        let decided = |seed: &u64| one.game(*seed).adjudication.is_some();
        let seed = (0..20).find(decided).unwrap();
        let (short, long) = (one.game(seed), other.game(seed));
        assert_eq!(long.line[..short.line.len()], short.line[..]);
        assert_eq!(long.adjudication, short.adjudication);
        assert_ne!(long.ending, Ending::Adjudication);
        assert!(long.line[short.line.len()..].iter().all(|ply| !ply.is_kept));
    }

    /// The number of scores until there is a result, and the result.
    fn after(scores: impl IntoIterator<Item = i32>) -> Option<(usize, Option<Color>)> {
        let mut adjudicator = Adjudicator::default();
        (1..).zip(scores).find_map(|(ply, score)| Some((ply, adjudicator.note(score)?)))
    }

    #[test]
    fn a_win_needs_both_sides_scores() {
        assert_eq!(after([0, 1200, 1200, 1300, 1200, 1200, 1250]), Some((7, Some(Color::Red))));
        assert_eq!(after([-1500; 9]), Some((6, Some(Color::Black))));
        assert_eq!(after([1200, 900, 1200, 1200, 1200, 1200, 1200, -1200]), None);
    }

    #[test]
    fn a_draw_needs_a_long_level_game() {
        assert_eq!(after([3; 400]), Some((100, None)));
        assert_eq!(after((0..400).map(|ply| if ply == 95 { 40 } else { -3 })), Some((116, None)));
        assert_eq!(after((0..400).map(|ply| if ply % 10 == 0 { 40 } else { 0 })), None);
    }
}
