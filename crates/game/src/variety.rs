//! Games that differ: in the opening, one of the moves that are about as good as the best is played.

use search_core::{Score, split_mix};

/// Choices among moves, the same for a seed.
#[derive(Clone, Debug)]
pub struct Variety {
    state: u64,
}

/// The lines that a search finds whose move is chosen.
const LINES: usize = 4;
/// The moves of a game, those of both sides, that are chosen so.
const PLIES: usize = 12;

impl Variety {
    /// The choices of a seed.
    pub fn new(seed: u64) -> Variety {
        Variety { state: seed }
    }

    /// The number of lines to be found for a move after so many others: one where nothing is chosen.
    pub fn lines(plies: usize) -> usize {
        if plies < PLIES { LINES } else { 1 }
    }

    /// The place of the line to play, by the scores of all, best first: any of those that lose no more than this against the
    /// best.
    pub fn choose(&mut self, scores: &[Score], margin: Score) -> usize {
        let best = scores.first().copied().unwrap_or_default();
        let good = scores.iter().take_while(|score| best - **score <= margin).count() as u64;
        // There are few lines.
        if good > 1 { (split_mix::next(&mut self.state) % good) as usize } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_moves_near_the_best_are_chosen_and_a_seed_repeats_them() {
        let choices = |seed| {
            let mut variety = Variety::new(seed);
            (0..100).map(|_| variety.choose(&[30, 20, 11, -50], 20)).collect::<Vec<_>>()
        };
        assert_eq!(choices(1), choices(1));
        assert_ne!(choices(1), choices(2));
        assert!((0..3).all(|place| choices(1).contains(&place)) && !choices(1).contains(&3));
        assert_eq!([Variety::new(1).choose(&[], 20), Variety::new(1).choose(&[5, -40], 20)], [0, 0]);
        assert_eq!([Variety::lines(0), Variety::lines(PLIES)], [LINES, 1]);
    }
}
