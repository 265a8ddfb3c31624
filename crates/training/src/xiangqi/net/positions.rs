//! Positions as the fit of a net sees them, packed: hundreds of millions are held in memory.

use std::collections::HashSet;

use fastrand::Rng;
use search_core::{Position as _, Score};
use xiangqi::evaluator::net::{INPUTS, View};
use xiangqi::evaluator::{AnyEvaluator, Chances, phase_of, scales};
use xiangqi::{Bitboard, Color, Move, Piece, PieceKind, Position, Square};

use crate::xiangqi::records::{GameRecord, Sample};

/// The most pieces of a position.
pub const MAX_PIECES: usize = 32;
/// Scores further from zero tell that a game is decided, not how well a side stands.
const MAX_SCORE: i16 = 3000;
/// The same of an evaluation that is imitated.
const MAX_IMITATED: Score = 4000;
/// The most random moves off a game.
const MAX_RANDOM_MOVES: u32 = 3;

/// Positions to learn from, or to judge by.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    /// With the score of the search and the result of the game.
    pub of_games: Vec<Packed>,
    /// A few random moves off the games, with the evaluation that is imitated in the place of a score.
    pub off_games: Vec<Packed>,
    /// What tells positions of games apart: none is learnt from twice.
    known: HashSet<u64>,
}

/// A position, from the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Packed {
    /// A bit for each point that is occupied.
    occupied: [u32; 3],
    /// The pieces there, in the order of the points: half a byte each, [`Piece::index`].
    pieces: [u8; MAX_PIECES / 2],
    /// The score that the value is to agree with.
    pub score: i16,
    /// The evaluation that is imitated, before it is scaled.
    pub imitated: i16,
    /// The rest of an advantage of the side to move, and of the other side, in 255ths.
    scales: [u8; 2],
    /// Twice the points of the side to move; above them its colour.
    points_and_side: u8,
    /// From 0 on the bare board to 32 on the full one.
    phase: u8,
}

/// The inputs that are set, of the side to move and of the other.
#[derive(Clone, Copy, Debug)]
pub struct Inputs {
    inputs: [[u16; MAX_PIECES]; 2],
    count: usize,
}

impl Inputs {
    pub const NONE: Inputs = Inputs { inputs: [[0; MAX_PIECES]; 2], count: 0 };

    /// Of the side to move (0), and of the other (1).
    pub fn of(&self, side: usize) -> &[u16] {
        &self.inputs[side][..self.count]
    }

    pub fn pieces(&self) -> u32 {
        self.count as u32
    }
}

impl Positions {
    /// The positions of games, and `imitated` times as many off them, evaluated by a teacher.
    pub fn of(games: &[GameRecord], imitated: f32, teacher: &mut AnyEvaluator, seed: u64) -> Positions {
        let mut positions = Positions::default();
        for game in games {
            let mut random = Rng::with_seed(seed ^ hash(game));
            for (sample, mv) in game.all_samples() {
                if is_quiet(&sample.position, mv) && sample.score.abs() <= MAX_SCORE {
                    let Sample { position, score, points, .. } = sample;
                    positions.add(Packed::of(&position, teacher, score, points));
                }
                for _ in 0..whole_times(imitated, &mut random) {
                    positions.off_games.extend(off_game(sample.position, teacher, &mut random));
                }
            }
        }
        positions
    }

    /// Adds a position of a game, unless it is there already.
    fn add(&mut self, position: Packed) {
        if self.known.insert(position.key()) {
            self.of_games.push(position);
        }
    }

    pub fn append(&mut self, more: Positions) {
        more.of_games.into_iter().for_each(|position| self.add(position));
        self.off_games.extend(more.off_games);
    }
}

/// A whole number whose mean is this.
fn whole_times(mean: f32, random: &mut Rng) -> u32 {
    mean as u32 + u32::from(random.f32() < mean.fract())
}

/// The same for the same game.
fn hash(game: &GameRecord) -> u64 {
    let moves = game.opening.iter().copied().chain(game.line.iter().map(|ply| ply.mv));
    moves.fold(0, |hash, mv| search_core::split_mix::mix(hash ^ u64::from(mv.packed().get())))
}

fn is_quiet(position: &Position, mv: Move) -> bool {
    !position.in_check() && position.victim(mv) == 0
}

/// A position some random moves later, unless it is a check.
fn off_game(mut position: Position, teacher: &mut AnyEvaluator, random: &mut Rng) -> Option<Packed> {
    for _ in 0..random.u32(1..=MAX_RANDOM_MOVES) {
        position.play(random.choice(position.legal_moves())?);
    }
    if position.in_check() {
        return None;
    }
    let mut packed = Packed::of(&position, teacher, 0, 0.5);
    (packed.score, packed.scales) = (packed.imitated, [255; 2]);
    Some(packed)
}

impl Packed {
    pub(super) fn of(position: &Position, teacher: &mut AnyEvaluator, score: i16, points: f32) -> Packed {
        let board = position.board();
        let (mut occupied, mut pieces) = ([0; 3], [0; MAX_PIECES / 2]);
        for (place, square) in board.occupied().into_iter().enumerate() {
            let piece = board.at(square).map_or(0, Piece::index) as u8;
            occupied[square.index() / 32] |= 1 << (square.index() % 32);
            pieces[place / 2] |= piece << (4 * (place % 2));
        }
        Packed {
            occupied,
            pieces,
            score,
            imitated: teacher.unscaled(position).clamp(-MAX_IMITATED, MAX_IMITATED) as i16,
            scales: scales(position).map(|scale| (255.0 * scale).round() as u8),
            points_and_side: (2.0 * points) as u8 | (position.side() as u8) << 7,
            phase: phase_of(board) as u8,
        }
    }

    /// The same for the same pieces and the same side to move, whatever is known of the position.
    fn key(&self) -> u64 {
        let halves = self.pieces.as_chunks::<8>().0.iter().map(|half| u64::from_le_bytes(*half));
        let words = self.occupied.iter().map(|&word| u64::from(word)).chain(halves);
        words.fold(self.side() as u64, |key, word| search_core::split_mix::mix(key ^ word))
    }

    /// The points of the side to move: 1, ½ or 0.
    pub fn points(&self) -> f32 {
        f32::from(self.points_and_side & 3) / 2.0
    }

    /// The part of a value that counts.
    pub fn scale(&self, value: f32) -> f32 {
        f32::from(self.scales[usize::from(value < 0.0)]) / 255.0
    }

    /// The phase, from 0 on the bare board to 1 on the full one.
    pub fn phase(&self) -> f32 {
        f32::from(self.phase) / Chances::FULL_BOARD as f32
    }

    /// The number of pieces.
    pub fn count(&self) -> u32 {
        self.occupied.iter().map(|word| word.count_ones()).sum()
    }

    /// The number of chariots of both sides.
    pub fn chariots(&self) -> usize {
        self.pieces(false).filter(|(piece, _)| piece.kind == PieceKind::Rook).count()
    }

    fn side(&self) -> Color {
        if self.points_and_side >> 7 == 0 { Color::Red } else { Color::Black }
    }

    /// The pieces with their points, of the board as it is or of its mirror image.
    fn pieces(&self, is_mirrored: bool) -> impl Iterator<Item = (Piece, Square)> + Clone + '_ {
        let bits = self.occupied.iter().rev().fold(0, |bits, &word| bits << 32 | u128::from(word));
        Bitboard::from_bits(bits).into_iter().enumerate().filter_map(move |(place, square)| {
            let piece = Piece::try_index(usize::from(self.pieces[place / 2] >> (4 * (place % 2)) & 15))?;
            Some((piece, if is_mirrored { square.mirrored() } else { square }))
        })
    }

    /// The inputs of the position, or of its mirror image.
    pub fn inputs(&self, is_mirrored: bool) -> Inputs {
        let side = self.side();
        let views = [side, !side].map(|side| {
            let general = Piece::new(side, PieceKind::King);
            let found = self.pieces(is_mirrored).find(|&(piece, _)| piece == general);
            View::of(side, found.unwrap_or_else(|| unreachable!("a position has both generals")).1)
        });
        let mut inputs = Inputs::NONE;
        for (piece, square) in self.pieces(is_mirrored) {
            for (inputs_of, view) in inputs.inputs.iter_mut().zip(views) {
                inputs_of[inputs.count] = view.input(piece, square) as u16;
            }
            inputs.count += 1;
        }
        debug_assert!(inputs.inputs.iter().flatten().all(|&input| usize::from(input) < INPUTS));
        inputs
    }
}
