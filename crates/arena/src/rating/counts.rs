//! Counts of games by outcome, and of pairs of games by points.

use game::{GameResult, Seat};
use serde::{Deserialize, Serialize};

use super::likelihood::filled;
use super::spread::Spread;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Loss,
    Draw,
    Win,
}

impl Outcome {
    /// The outcome that a result is for a seat.
    pub const fn of(result: GameResult, seat: Seat) -> Outcome {
        match (result, seat) {
            (GameResult::Draw, _) => Outcome::Draw,
            (GameResult::First, Seat::First) | (GameResult::Second, Seat::Second) => Outcome::Win,
            _ => Outcome::Loss,
        }
    }

    /// Half points: 0, 1 or 2.
    pub fn half_points(self) -> usize {
        self as usize
    }
}

/// Games by the outcome for the first engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Trinomial {
    pub losses: u64,
    pub draws: u64,
    pub wins: u64,
}

impl Trinomial {
    pub fn add(&mut self, outcome: Outcome) {
        let count = match outcome {
            Outcome::Loss => &mut self.losses,
            Outcome::Draw => &mut self.draws,
            Outcome::Win => &mut self.wins,
        };
        *count = count.saturating_add(1);
    }

    /// The counts from losses to wins.
    pub fn counts(self) -> [u64; 3] {
        [self.losses, self.draws, self.wins]
    }

    pub fn games(self) -> u64 {
        total(&self.counts())
    }

    /// The games that are won less those that are lost.
    pub fn lead(self) -> f64 {
        self.wins as f64 - self.losses as f64
    }

    /// The points: 1 for a win, ½ for a draw.
    pub fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The share of the points, from 0 to 1; `None` without games.
    pub fn score(self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    pub fn reversed(self) -> Trinomial {
        Trinomial { losses: self.wins, draws: self.draws, wins: self.losses }
    }

    #[must_use]
    pub fn merged(self, other: Trinomial) -> Trinomial {
        Trinomial {
            losses: self.losses.saturating_add(other.losses),
            draws: self.draws.saturating_add(other.draws),
            wins: self.wins.saturating_add(other.wins),
        }
    }
}

/// Pairs of games with the same opening and swapped sides, by the first engine's points: 0, ½, 1, 1½, 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    pub fn add(&mut self, one: Outcome, other: Outcome) {
        let count = &mut self.0[one.half_points() + other.half_points()];
        *count = count.saturating_add(1);
    }

    pub fn pairs(self) -> u64 {
        total(&self.0)
    }

    #[must_use]
    pub fn merged(self, other: Pentanomial) -> Pentanomial {
        Pentanomial(std::array::from_fn(|place| self.0[place].saturating_add(other.0[place])))
    }

    pub fn reversed(self) -> Pentanomial {
        let [ll, ld, middle, dw, ww] = self.0;
        Pentanomial([ww, dw, middle, ld, ll])
    }

    /// Pairs won (1½ or 2 points) for each pair lost (½ or 0); `None` where none was lost.
    pub fn ratio(self) -> Option<f64> {
        let [ll, ld, _, dw, ww] = self.0;
        ratio(dw.saturating_add(ww), ll.saturating_add(ld))
    }
}

/// Counts of either kind. Where openings are played twice with sides swapped, pairs are the right kind: the advantage
/// of an opening cancels out in them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counts {
    Games(Trinomial),
    Pairs(Pentanomial),
}

impl From<Trinomial> for Counts {
    fn from(games: Trinomial) -> Counts {
        Counts::Games(games)
    }
}

impl From<Pentanomial> for Counts {
    fn from(pairs: Pentanomial) -> Counts {
        Counts::Pairs(pairs)
    }
}

impl Counts {
    /// The mean and variance, from which Elo and the like follow.
    pub fn spread(self) -> Spread {
        match self {
            Counts::Games(games) => Spread::of(games.counts()),
            Counts::Pairs(pairs) => Spread::of(pairs.0),
        }
    }

    /// The mean and variance of the counts without zeros.
    pub(super) fn filled_spread(self) -> Spread {
        match self {
            Counts::Games(games) => Spread::of_weights(filled(games.counts())),
            Counts::Pairs(pairs) => Spread::of_weights(filled(pairs.0)),
        }
    }

    /// The counts from the lowest result to the highest.
    pub fn list(self) -> Vec<u64> {
        match self {
            Counts::Games(games) => games.counts().to_vec(),
            Counts::Pairs(pairs) => pairs.0.to_vec(),
        }
    }

    pub fn games(self) -> u64 {
        match self {
            Counts::Games(games) => games.games(),
            Counts::Pairs(pairs) => pairs.pairs().saturating_mul(2),
        }
    }

    pub fn points(self) -> f64 {
        self.list().into_iter().zip(0u32..).map(|(count, place)| count as f64 * f64::from(place) / 2.0).sum()
    }

    /// The share of drawn games, or of even pairs; `None` without any.
    pub fn draw_ratio(self) -> Option<f64> {
        let counts = self.list();
        ratio(counts[counts.len() / 2], total(&counts))
    }

    /// Pairs won for each pair lost; `None` of games, and where none was lost.
    pub fn pair_ratio(self) -> Option<f64> {
        match self {
            Counts::Games(_) => None,
            Counts::Pairs(pairs) => pairs.ratio(),
        }
    }

    pub fn reversed(self) -> Counts {
        match self {
            Counts::Games(games) => games.reversed().into(),
            Counts::Pairs(pairs) => pairs.reversed().into(),
        }
    }
}

fn total(counts: &[u64]) -> u64 {
    counts.iter().fold(0, |sum, &count| sum.saturating_add(count))
}

fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_counts_as_its_two_games() {
        let all = [Outcome::Loss, Outcome::Draw, Outcome::Win];
        let (mut pairs, mut games) = (Pentanomial::default(), Trinomial::default());
        for (index, (one, other)) in all.iter().flat_map(|one| all.map(|other| (*one, other))).enumerate() {
            for _ in 0..=index {
                pairs.add(one, other);
                games.add(one);
                games.add(other);
            }
        }
        assert_eq!(pairs, Pentanomial([1, 2 + 4, 3 + 5 + 7, 6 + 8, 9]));
        assert_eq!(Counts::from(pairs).points(), Counts::from(games).points());
        assert_eq!(pairs.ratio(), Some(23.0 / 7.0));
    }

    #[test]
    fn empty_counts_have_no_ratio_and_large_ones_saturate() {
        assert_eq!(Counts::from(Trinomial::default()).draw_ratio(), None);
        assert_eq!(Pentanomial::default().ratio(), None);
        assert_eq!(Counts::from(Pentanomial([u64::MAX; 5])).games(), u64::MAX);
    }
}
