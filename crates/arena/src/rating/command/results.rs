//! The results on the command line.

use shuangqi_cli::Failure;

use crate::rating::numbers;
use crate::rating::{Counts, Pairs, Pentanomial, Trinomial};

/// Games, or pairs of games.
#[derive(Debug, clap::Args)]
pub struct ResultsArgs {
    /// Losses, draws and wins
    #[arg(value_names = ["L", "D", "W"], num_args = 3, value_parser = numbers::count, allow_negative_numbers = true)]
    single: Vec<u64>,
    /// Pairs of games with the same opening and swapped sides, by points: 0, 1/2, 1, 3/2, 2
    #[arg(long, value_names = ["LL", "LD", "DD", "DW", "WW"], num_args = 5, value_parser = numbers::count,
          allow_negative_numbers = true, conflicts_with = "single")]
    penta: Vec<u64>,
    /// The pairs with 1 point that are a win and a loss; the others are two draws
    #[arg(long, value_name = "N", requires = "penta", allow_negative_numbers = true,
          value_parser = numbers::count)]
    win_loss: Option<u64>,
}

/// The results.
#[derive(Clone, Copy, Debug)]
pub struct Results {
    /// The counts from which the statistics follow.
    pub counts: Counts,
    /// The single games, where they are known.
    pub games: Option<Trinomial>,
    /// The pairs, where the two kinds of even ones are known.
    pub pairs: Option<Pairs>,
}

impl ResultsArgs {
    /// The results.
    pub fn read(&self) -> Result<Results, Failure> {
        match (self.single.as_slice(), self.penta.as_slice()) {
            (&[losses, draws, wins], _) => {
                let games = Trinomial { losses, draws, wins };
                Ok(Results { counts: games.into(), games: Some(games), pairs: None })
            }
            (_, &[ll, ld, even, dw, ww]) => self.pairs(Pentanomial([ll, ld, even, dw, ww])),
            _ => {
                let message = "no results. Give losses, draws and wins, as in 96 111 136, or pairs, as in --penta 10 \
                               40 100 60 20.";
                Err(Failure::Usage(message.to_owned()))
            }
        }
    }

    fn pairs(&self, counts: Pentanomial) -> Result<Results, Failure> {
        let even = counts.0[2];
        if let Some(split) = self.win_loss.filter(|&split| split > even) {
            let message = format!(
                "--win-loss {split} is more than the {even} pairs with 1 point. Give {even} or fewer."
            );
            return Err(Failure::Usage(message));
        }
        let pairs = self.win_loss.map(|win_loss| Pairs { counts, win_loss });
        Ok(Results { counts: counts.into(), games: pairs.map(Pairs::games), pairs })
    }
}

impl Results {
    /// The counts, from the lowest result to the highest.
    pub fn list(&self) -> Vec<u64> {
        match self.counts {
            Counts::Games(games) => games.counts().to_vec(),
            Counts::Pairs(pairs) => pairs.0.to_vec(),
        }
    }

    /// The ratio of pairs won to pairs lost.
    pub fn pairs_ratio(&self) -> Option<f64> {
        match self.counts {
            Counts::Games(_) => None,
            Counts::Pairs(pairs) => pairs.ratio(),
        }
    }
}
