//! Which chances a fit ends with, and how they agree with the games that it has not seen.

use serde::Serialize;
use shuangqi_cli::columns;
use shuangqi_cli::output::Record;
use xiangqi::evaluator::{Chances, Weights};

use super::records::rounded;
use crate::xiangqi::chances::{Form, Outcomes, fit};

/// The forms of the chances that were tried, and the one that is used.
#[derive(Clone, Debug)]
pub struct FittedChances {
    /// On the full board and on the bare one.
    pub chosen: [Chances; 2],
    /// Those that the fit began with first.
    pub forms: Vec<FormLosses>,
    /// What the chosen ones say of positions held out, and what became of them.
    pub calibration: Vec<CalibrationBin>,
}

impl FittedChances {
    /// Fits each form; the one with the least loss on positions held out is used, of equal ones the first. So numbers that fit
    /// better than what there is to learn from are kept, and so they are if nothing is held out.
    pub fn new(training: &Outcomes, held_out: &Outcomes, begin: &Weights) -> FittedChances {
        let before = [Chances::FULL_BOARD, 0].map(|phase| Chances::of(begin, phase));
        let fitted = |form| fit(training, form, &before).map(whole);
        let tried =
            [("before", before), ("constant", fitted(Form::Constant)), ("by phase", fitted(Form::ByPhase))];
        let losses = tried.map(|(_, chances)| held_out.loss(&chances));
        let best =
            (1..tried.len()).fold(0, |best, form| if losses[form] < losses[best] { form } else { best });
        let form = |(place, (form, chances)): (usize, (&'static str, [Chances; 2]))| {
            FormLosses::new(form, &chances, [training, held_out], place == best)
        };
        let chosen = tried[best].1;
        let calibration = CalibrationBin::all(held_out, &chosen);
        FittedChances { chosen, forms: tried.into_iter().enumerate().map(form).collect(), calibration }
    }

    /// The mean losses on positions held out: by the chances that the fit began with, and by those that it ended with.
    pub fn losses(&self) -> (f64, f64) {
        FormLosses::before_and_after(&self.forms)
    }
}

/// As a file of weights holds them.
fn whole(chances: Chances) -> Chances {
    Chances::new(chances.half().round(), chances.spread().round())
}

/// A form of the chances, its numbers on the full board and on the bare one, and its mean losses in nats: of a win, a draw and a
/// loss.
#[derive(Clone, Debug, Serialize)]
pub struct FormLosses {
    game: &'static str,
    pub form: &'static str,
    pub half_full: f64,
    pub half_bare: f64,
    pub spread_full: f64,
    pub spread_bare: f64,
    pub training_loss: f64,
    pub held_out_loss: f64,
    /// Whether the weights have these numbers.
    pub is_used: bool,
}

impl FormLosses {
    fn new(
        form: &'static str,
        chances: &[Chances; 2],
        outcomes: [&Outcomes; 2],
        is_used: bool,
    ) -> FormLosses {
        let [full, bare] = *chances;
        let [training_loss, held_out_loss] = outcomes.map(|outcomes| rounded(outcomes.loss(chances), 6));
        FormLosses {
            game: "xiangqi",
            form,
            half_full: full.half(),
            half_bare: bare.half(),
            spread_full: full.spread(),
            spread_bare: bare.spread(),
            training_loss,
            held_out_loss,
            is_used,
        }
    }

    /// The mean losses on positions held out: of the first form, and of the one that is used.
    pub fn before_and_after(forms: &[FormLosses]) -> (f64, f64) {
        let loss = |form: Option<&FormLosses>| form.map_or(0.0, |form| form.held_out_loss);
        (loss(forms.first()), loss(forms.iter().find(|form| form.is_used)))
    }
}

impl Record for FormLosses {
    const SCHEMA: &'static str = "train-xiangqi-chances/1";
    const COLUMNS: &'static [&'static str] = columns! {
        game form half_full half_bare spread_full spread_bare training_loss held_out_loss is_used
    };
    const MINOR: &'static [&'static str] = columns! { game };
}

/// Positions held out whose chances are nearly the same.
#[derive(Clone, Debug, Serialize)]
pub struct CalibrationBin {
    /// `decided`: a win, or a loss as one of the other side; `drawn`.
    pub outcome: &'static str,
    /// How many there are; each counts twice among decided ones, once for each side.
    pub positions: u64,
    /// The mean chance, in per cent.
    pub predicted: f64,
    /// How many of a hundred of them came out so.
    pub observed: f64,
}

/// Into how many bins chances from 0 to 1 are sorted.
const BINS: usize = 20;

#[derive(Clone, Copy, Default)]
struct Bin {
    positions: u64,
    chances: f64,
    came_true: u64,
}

impl Bin {
    fn add(&mut self, positions: u64, chance: f64, came_true: u64) {
        self.positions += positions;
        self.chances += positions as f64 * chance;
        self.came_true += came_true;
    }

    fn named(&self, outcome: &'static str) -> CalibrationBin {
        let per_cent = |sum: f64| rounded(100.0 * sum / self.positions as f64, 2);
        CalibrationBin {
            outcome,
            positions: self.positions,
            predicted: per_cent(self.chances),
            observed: per_cent(self.came_true as f64),
        }
    }
}

impl CalibrationBin {
    fn all(outcomes: &Outcomes, chances: &[Chances; 2]) -> Vec<CalibrationBin> {
        let mut bins = [[Bin::default(); BINS]; 2];
        for counts in &outcomes.counts {
            let [win, draw, loss] = counts.shares(chances);
            let [won, drawn, lost] = counts.results;
            let positions = won + drawn + lost;
            for (kind, chance, came_true) in [(0, win, won), (0, loss, lost), (1, draw, drawn)] {
                let bin = ((BINS as f64 * chance) as usize).min(BINS - 1);
                bins[kind][bin].add(positions, chance, came_true);
            }
        }
        let named = |(bins, outcome): ([Bin; BINS], &'static str)| {
            bins.into_iter().filter(|bin| bin.positions > 0).map(move |bin| bin.named(outcome))
        };
        bins.into_iter().zip(["decided", "drawn"]).flat_map(named).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results that agree with chances better than any other numbers do leave those alone.
    #[test]
    fn what_fits_the_positions_held_out_best_is_used() {
        let begin = Weights::embedded();
        let with_phase = Outcomes::new([
            ((32, 0), [20, 60, 20]),
            ((32, 300), [60, 35, 5]),
            ((0, 0), [5, 90, 5]),
            ((0, 100), [90, 9, 1]),
        ]);
        let fitted = FittedChances::new(&with_phase, &with_phase, begin);
        let used: Vec<&str> = fitted.forms.iter().filter(|it| it.is_used).map(|it| it.form).collect();
        assert_eq!(used, ["by phase"]);
        assert!(fitted.losses().1 < fitted.losses().0);
        assert_eq!(fitted.forms[2].half_full, fitted.chosen[0].half());

        let nothing = FittedChances::new(&with_phase, &Outcomes::default(), begin);
        assert!(nothing.forms[0].is_used && nothing.calibration.is_empty());
        assert_eq!(nothing.chosen, [Chances::FULL_BOARD, 0].map(|phase| Chances::of(begin, phase)));
    }

    #[test]
    fn each_position_has_its_bin() {
        let held_out = Outcomes::new([((32, 0), [20, 60, 20]), ((16, 3000), [99, 1, 0])]);
        let bins = CalibrationBin::all(&held_out, &[Chances::new(200.0, 100.0); 2]);
        let of = |outcome| bins.iter().filter(move |bin| bin.outcome == outcome);
        assert_eq!(of("decided").map(|bin| bin.positions).sum::<u64>(), 400);
        assert_eq!(of("drawn").map(|bin| bin.positions).sum::<u64>(), 200);
        let last = of("decided").next_back().unwrap();
        assert_eq!((last.positions, last.predicted, last.observed), (100, 100.0, 99.0));
    }
}
