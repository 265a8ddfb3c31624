//! Records of games. A position costs four bytes, the move that leads on from it and its score; it is found again by playing
//! the moves.
//!
//! ```text
//! per game, little-endian:
//!   winner i8 (1 Red, 0 none, -1 Black), ending u8 (the place in Ending::ALL)
//!   adjudication i8 (what the adjudication said, as winner; 2: nothing), plies u16 (in the line when it said so)
//!   start u8 (the bytes of the FEN that it begins with; 0: the start of the game)
//!   opening u8 (the number of random moves), line u16 (the number of plies that were searched)
//!   the FEN
//!   per random move: move u16
//!   per ply: move u16 (top bit: the position before it is kept), score i16 (from the side to move)
//! ```
//! A move is packed as `xiangqi::Move::packed` says: 128 times the point it starts from and the point where it ends.

use std::num::NonZeroU16;

use search_core::Position as _;
use xiangqi::evaluator::phase_of;
use xiangqi::{Color, Move, Position};

use crate::dataset::{DatasetItem, GameTotals, Observation};
use crate::numbers::rounded;
use crate::shards::Item;

/// The bit of a move before which the position is kept.
const KEPT: u16 = 1 << 15;
/// In the place of a winner: none was named.
const NO_ADJUDICATION: i8 = 2;

/// A game of self-play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The position that it begins with.
    pub start: Position,
    /// The random moves from there.
    pub opening: Vec<Move>,
    /// The searched plies, to the end of the game.
    pub line: Vec<Ply>,
    /// The winner.
    pub winner: Option<Color>,
    /// The end of the game.
    pub ending: Ending,
    /// The adjudication, even if the game went on.
    pub adjudication: Option<Adjudication>,
}

/// A move with what the search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move that was played.
    pub mv: Move,
    /// Its score, from the view of the side to move.
    pub score: i16,
    /// Set if the position before it is to be learnt from.
    pub is_kept: bool,
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By a side without a legal move.
    NoMove,
    /// By a position that occurred for the third time.
    Repetition,
    /// By the limit of plies without a capture.
    MoveLimit,
    /// By the lack of pieces that could cross the river.
    NoAttackers,
    /// By adjudication.
    Adjudication,
    /// By its length.
    Length,
}

impl Ending {
    /// All of them, in the order of their numbers in files.
    pub const ALL: [Ending; 6] = [
        Ending::NoMove,
        Ending::Repetition,
        Ending::MoveLimit,
        Ending::NoAttackers,
        Ending::Adjudication,
        Ending::Length,
    ];
}

/// An adjudication.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// The predicted winner.
    pub winner: Option<Color>,
    /// The number of plies of the line that were played by then.
    pub after: u16,
}

/// A position that is kept, and what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The position, with its counter towards the sixty-move rule.
    pub position: Position,
    /// The score of the search, from the view of the side to move.
    pub score: i16,
    /// The points of the side to move: 1, ½ or 0.
    pub points: f32,
    /// Plies played before it, the random ones included.
    pub ply: usize,
}

impl GameRecord {
    /// The positions that are kept, in the order of the game.
    pub fn samples(&self) -> impl Iterator<Item = Sample> + '_ {
        let mut position = self.start;
        self.opening.iter().for_each(|&mv| position.play(mv));
        (self.opening.len()..).zip(&self.line).filter_map(move |(ply, played)| {
            let before = position;
            position.play(played.mv);
            let points = points(self.winner, before.side());
            played.is_kept.then_some(Sample { position: before, score: played.score, points, ply })
        })
    }

    /// The positions of the line with the moves played.
    pub fn all_samples(&self) -> impl Iterator<Item = (Sample, Move)> + '_ {
        let mut position = self.start;
        self.opening.iter().for_each(|&mv| position.play(mv));
        (self.opening.len()..).zip(&self.line).map(move |(ply, played)| {
            let before = position;
            position.play(played.mv);
            let points = points(self.winner, before.side());
            (Sample { position: before, score: played.score, points, ply }, played.mv)
        })
    }

    fn is_legal(&self) -> bool {
        let mut position = self.start;
        let moves = self.opening.iter().copied().chain(self.line.iter().map(|ply| ply.mv));
        moves.into_iter().all(|mv| position.try_play(mv).is_ok())
    }
}

/// The points of a side.
fn points(winner: Option<Color>, side: Color) -> f32 {
    match winner {
        None => 0.5,
        Some(winner) if winner == side => 1.0,
        Some(_) => 0.0,
    }
}

/// The position in which a game begins, unless it is an ending.
pub fn start() -> Position {
    xiangqi::fen::START.parse().unwrap_or_else(|_| unreachable!("the game has a start"))
}

impl Item for GameRecord {
    const MAGIC: &'static str = "shuangqi xiangqi games 2";
    const FAULT: &'static str = "a record is no game of legal moves";

    fn write(&self, bytes: &mut Vec<u8>) {
        let (adjudication, after) =
            self.adjudication.map_or((NO_ADJUDICATION, 0), |it| (sign(it.winner), it.after));
        bytes.extend([sign(self.winner) as u8, self.ending as u8, adjudication as u8]);
        bytes.extend(after.to_le_bytes());
        let fen = if self.start == start() { String::new() } else { self.start.to_string() };
        bytes.extend([fen.len() as u8, self.opening.len() as u8]);
        bytes.extend((self.line.len() as u16).to_le_bytes());
        bytes.extend(fen.bytes());
        self.opening.iter().for_each(|mv| bytes.extend(mv.packed().get().to_le_bytes()));
        for ply in &self.line {
            let kept = if ply.is_kept { KEPT } else { 0 };
            bytes.extend((ply.mv.packed().get() | kept).to_le_bytes());
            bytes.extend(ply.score.to_le_bytes());
        }
    }

    fn read(bytes: &mut &[u8]) -> Option<GameRecord> {
        let (
            &[winner, ending, adjudication, after_low, after_high, fen, opening, line_low, line_high],
            mut rest,
        ) = bytes.split_first_chunk()?;
        let after = u16::from_le_bytes([after_low, after_high]);
        let adjudication = match adjudication as i8 {
            NO_ADJUDICATION => None,
            sign => Some(Adjudication { winner: winner_of(sign)?, after }),
        };
        let start = read_start(&mut rest, fen)?;
        let opening = (0..opening).map(|_| read_move(&mut rest)).collect::<Option<_>>()?;
        let plies = u16::from_le_bytes([line_low, line_high]);
        let line = (0..plies).map(|_| read_ply(&mut rest)).collect::<Option<_>>()?;
        let ending = *Ending::ALL.get(usize::from(ending))?;
        let game =
            GameRecord { start, opening, line, winner: winner_of(winner as i8)?, ending, adjudication };
        *bytes = rest;
        game.is_legal().then_some(game)
    }

    fn positions(&self) -> u64 {
        self.line.iter().filter(|ply| ply.is_kept).count() as u64
    }
}

impl DatasetItem for GameRecord {
    const GAME: &'static str = "xiangqi";
    const TITLE: &'static str = "Xiangqi";
    /// Of the sum of attacking pieces: chariots count four, horses and cannons two each.
    const PHASE: usize = 4;

    fn observe(&self, mut observe: impl FnMut(Observation)) {
        for Sample { position, score, points, .. } in self.samples() {
            let (key, progress) = (position.board().key(), phase_of(position.board()) as usize);
            observe(Observation { key, progress, score: f64::from(score), points });
        }
    }

    fn count_game(&self, games: &mut Option<GameTotals>) {
        add(games.get_or_insert_default(), self);
    }
}

/// Adds a game to the totals.
fn add(totals: &mut GameTotals, game: &GameRecord) {
    totals.games += 1;
    match game.winner {
        Some(Color::Red) => totals.red_wins += 1,
        None => totals.draws += 1,
        Some(Color::Black) => totals.black_wins += 1,
    }
    totals.plies += game.line.len() as u64;
    totals.kept += game.positions();
    totals.kept_per_cent = rounded(100.0 * totals.kept as f64 / totals.plies.max(1) as f64, 1);
    match game.adjudication {
        Some(_) if game.ending == Ending::Adjudication => totals.adjudicated += 1,
        Some(adjudication) => {
            totals.checked += 1;
            totals.wrong += u64::from(adjudication.winner != game.winner);
        }
        None => {}
    }
    totals.random += game.opening.len() as u64;
}

fn sign(winner: Option<Color>) -> i8 {
    match winner {
        Some(Color::Red) => 1,
        None => 0,
        Some(Color::Black) => -1,
    }
}

fn winner_of(sign: i8) -> Option<Option<Color>> {
    match sign {
        1 => Some(Some(Color::Red)),
        0 => Some(None),
        -1 => Some(Some(Color::Black)),
        _ => None,
    }
}

fn read_word(bytes: &mut &[u8]) -> Option<u16> {
    let (word, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u16::from_le_bytes(*word))
}

/// The position that a game begins with, whose FEN has so many bytes.
fn read_start(bytes: &mut &[u8], length: u8) -> Option<Position> {
    let (fen, rest) = bytes.split_at_checked(usize::from(length))?;
    *bytes = rest;
    if fen.is_empty() { Some(start()) } else { str::from_utf8(fen).ok()?.parse().ok() }
}

fn read_move(bytes: &mut &[u8]) -> Option<Move> {
    NonZeroU16::new(read_word(bytes)?).and_then(Move::unpack)
}

fn read_ply(bytes: &mut &[u8]) -> Option<Ply> {
    let (mv, score) = (read_word(bytes)?, read_word(bytes)? as i16);
    let is_kept = mv & KEPT != 0;
    let mv = NonZeroU16::new(mv & !KEPT).and_then(Move::unpack)?;
    Some(Ply { mv, score, is_kept })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::shards::tests::{check_damage, check_round_trip};
    use crate::xiangqi::endings::random_ending;

    /// A game of random legal moves with random scores.
    fn game(seed: u64) -> GameRecord {
        let mut random = fastrand::Rng::with_seed(seed);
        let start = if random.bool() { start() } else { random_ending(&mut random) };
        let mut position = start;
        let plies = random.usize(..40);
        let mut moves = Vec::new();
        for _ in 0..plies {
            let Some(mv) = random.choice(position.legal_moves()) else { break };
            moves.push(mv);
            position.play(mv);
        }
        let line = moves.split_off(random.usize(..=moves.len().min(10)));
        let mut ply = |mv| Ply { mv, score: random.i16(..), is_kept: random.bool() };
        let line = line.into_iter().map(&mut ply).collect();
        let mut winner = || random.choice([Some(Color::Red), None, Some(Color::Black)]).unwrap();
        let (winner, adjudged) = (winner(), winner());
        let after = random.u16(..);
        let adjudication = random.bool().then_some(Adjudication { winner: adjudged, after });
        GameRecord {
            start,
            opening: moves,
            line,
            winner,
            ending: random.choice(Ending::ALL).unwrap(),
            adjudication,
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(seeds in prop::collection::vec(any::<u64>(), 0..6)) {
            check_round_trip(&seeds.into_iter().map(game).collect::<Vec<_>>());
        }

        #[test]
        fn damage_is_noticed(seed: u64, place in any::<prop::sample::Index>(), change in 1..=255_u8) {
            check_damage(&[game(seed), game(!seed)], &place, change);
        }

        /// Behind a checksum that is right too, only games of legal moves are read.
        #[test]
        fn any_bytes_are_read_as_games_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..60), seed: u64) {
            let mut whole = Vec::new();
            game(seed).write(&mut whole);
            whole.extend(bytes);
            let mut rest = &whole[..];
            while let Some(game) = GameRecord::read(&mut rest) {
                prop_assert_eq!(game.samples().count() as u64, game.positions());
            }
        }
    }

    #[test]
    fn samples_are_the_positions_that_are_kept() {
        let moves = ["h2e2", "h9g7", "h0g2", "i9h9"].map(|text| Move::parse(text).unwrap());
        let ply = |mv, score, is_kept| Ply { mv, score, is_kept };
        let line = vec![ply(moves[1], -20, true), ply(moves[2], 30, false), ply(moves[3], -40, true)];
        let opening = moves[..1].to_vec();
        let game = GameRecord {
            start: start(),
            opening,
            line,
            winner: Some(Color::Red),
            ending: Ending::NoMove,
            adjudication: None,
        };
        let samples: Vec<(String, i16, f32, usize)> = game
            .samples()
            .map(|sample| (sample.position.to_string(), sample.score, sample.points, sample.ply))
            .collect();
        let fens = [
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1",
            "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 2",
        ];
        let expected = [(fens[0].to_owned(), -20, 0.0, 1), (fens[1].to_owned(), -40, 0.0, 3)];
        assert_eq!(samples, expected);
    }
}
