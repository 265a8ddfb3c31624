//! Sums over the positions of shards.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use xiangqi::{Color, PieceKind, Position};

use super::records::{Phase, Total, tenths};
use crate::othello::records::Record;
use crate::shards::Item;
use crate::xiangqi::records::GameRecord;
use crate::xiangqi::tally::GameTotals;

/// What a shard of a game holds, in numbers.
pub trait Described: Item {
    /// The name of the game.
    const GAME: &'static str;
    /// The same in titles.
    const TITLE: &'static str;

    fn observe(&self, observe: impl FnMut(Observation));

    /// The length of the game in plies, and who won; `None` if the item is no game.
    fn length(&self) -> Option<(usize, Option<Color>)> {
        None
    }

    /// What became of the games, if the items are games.
    fn totals(_items: &[Self]) -> Option<GameTotals> {
        None
    }
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Observation {
    /// The same for the same position.
    key: u64,
    /// From 0 at the end of a game on.
    phase: usize,
    /// From the view of the side to move.
    score: f64,
    /// What the game brought that side: 1, ½ or 0.
    points: f32,
}

/// Empty squares of a phase of Othello.
const EMPTIES: usize = 10;
/// Sums of attacking pieces of a phase of Xiangqi: chariots count four, horses and cannons two each.
const STRENGTH: usize = 4;

impl Described for Record {
    const GAME: &'static str = "othello";
    const TITLE: &'static str = "Othello";

    fn observe(&self, mut observe: impl FnMut(Observation)) {
        let mut hasher = DefaultHasher::new();
        (self.board.mover().0, self.board.opponent().0).hash(&mut hasher);
        let points = match self.result.signum() {
            1 => 1.0,
            0 => 0.5,
            _ => 0.0,
        };
        observe(Observation {
            key: hasher.finish(),
            phase: self.board.empties().len() as usize / EMPTIES,
            score: f64::from(self.search),
            points,
        });
    }
}

impl Described for GameRecord {
    const GAME: &'static str = "xiangqi";
    const TITLE: &'static str = "Xiangqi";

    fn observe(&self, mut observe: impl FnMut(Observation)) {
        for sample in self.samples() {
            observe(Observation {
                key: sample.position.board().key(),
                phase: strength(&sample.position) / STRENGTH,
                score: f64::from(sample.score),
                points: sample.points,
            });
        }
    }

    fn length(&self) -> Option<(usize, Option<Color>)> {
        Some((self.opening.len() + self.line.len(), self.winner))
    }

    fn totals(items: &[GameRecord]) -> Option<GameTotals> {
        Some(GameTotals::new(items))
    }
}

fn strength(position: &Position) -> usize {
    let count = |kind| position.board().kind(kind).len() as usize;
    4 * count(PieceKind::Rook) + 2 * (count(PieceKind::Horse) + count(PieceKind::Cannon))
}

/// Sums over positions.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    positions: u64,
    /// Lost, drawn and won by the side to move.
    results: [u64; 3],
    scores: f64,
    absolute_scores: f64,
}

impl Sums {
    fn add(&mut self, observation: &Observation) {
        self.positions += 1;
        self.results[(2.0 * observation.points) as usize] += 1;
        self.scores += observation.score;
        self.absolute_scores += observation.score.abs();
    }

    fn mean(&self, sum: f64) -> f64 {
        tenths(sum / self.positions.max(1) as f64)
    }
}

/// What shards hold.
#[derive(Debug, Default)]
pub struct Summary {
    shards: u64,
    by_phase: Vec<Sums>,
    all: Sums,
    keys: HashSet<u64>,
    games: Option<GameTotals>,
    /// Of each game, with the winner.
    pub lengths: Vec<(usize, Option<Color>)>,
    /// How a phase is named: the numbers in it.
    width: usize,
}

impl Summary {
    /// Adds a shard.
    pub fn add<I: Described>(&mut self, items: &[I]) {
        self.shards += 1;
        self.width = if I::GAME == "othello" { EMPTIES } else { STRENGTH };
        for item in items {
            item.observe(|observation| self.observe(&observation));
            self.lengths.extend(item.length());
        }
        if let Some(games) = I::totals(items) {
            self.games.get_or_insert_default().add(&games);
        }
    }

    fn observe(&mut self, observation: &Observation) {
        let phases = self.by_phase.len().max(observation.phase + 1);
        self.by_phase.resize(phases, Sums::default());
        self.by_phase[observation.phase].add(observation);
        self.all.add(observation);
        self.keys.insert(observation.key);
    }

    /// Those of a full board first for Xiangqi, of an empty one for Othello.
    pub fn phases(&self, game: &'static str) -> impl Iterator<Item = Phase> {
        let phase = move |(phase, sums): (usize, &Sums)| {
            let share = |count: u64| tenths(100.0 * count as f64 / sums.positions as f64);
            let [losses, draws, wins] = sums.results.map(share);
            Phase {
                game,
                phase: format!("{}–{}", phase * self.width, (phase + 1) * self.width - 1),
                least: phase * self.width,
                positions: sums.positions,
                wins,
                draws,
                losses,
                mean_score: sums.mean(sums.scores),
                mean_absolute_score: sums.mean(sums.absolute_scores),
            }
        };
        self.by_phase.iter().enumerate().rev().filter(|(_, sums)| sums.positions > 0).map(phase)
    }

    /// All together.
    pub fn total(&self, game: &'static str) -> Total {
        let plies: usize = self.lengths.iter().map(|(length, _)| length).sum();
        let games = self.lengths.len();
        Total {
            game,
            shards: self.shards,
            positions: self.all.positions,
            distinct: self.keys.len() as u64,
            mean_score: self.all.mean(self.all.scores),
            mean_absolute_score: self.all.mean(self.all.absolute_scores),
            games: self.games,
            mean_length: (games > 0).then(|| tenths(plies as f64 / games as f64)),
        }
    }
}
