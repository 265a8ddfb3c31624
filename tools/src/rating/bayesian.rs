//! BayesElo: strengths with a draw margin, "drawelo", estimated from the games (Coulom, Bayesian Elo Rating, 2005; a form
//! of Rao and Kupper, Ties in Paired-Comparison Experiments, 1967).

use std::f64::consts::LN_10;

/// The probabilities of a loss, a draw and a win.
pub fn chances(elo: f64, draw_elo: f64) -> [f64; 3] {
    let chance = |elo: f64| 1.0 / (1.0 + 10f64.powf((draw_elo - elo) / 400.0));
    let (loss, win) = (chance(-elo), chance(elo));
    [loss, (1.0 - win - loss).max(0.0), win]
}

/// The expected score.
pub fn score(elo: f64, draw_elo: f64) -> f64 {
    let [_, draw, win] = chances(elo, draw_elo);
    win + draw / 2.0
}

/// The draw margin that fits losses, draws and wins, none of them 0.
pub fn draw_elo(counts: &[f64; 3]) -> f64 {
    let [losses, draws, wins] = counts;
    200.0 * ((wins + draws) / losses * ((losses + draws) / wins)).log10()
}

/// The log-likelihood ratio of the games, `elo1` to `elo0`.
pub fn ratio(counts: &[f64; 3], draw_elo: f64, elo0: f64, elo1: f64) -> f64 {
    let logarithms = |elo| logarithms(elo, draw_elo);
    let (before, after) = (logarithms(elo0), logarithms(elo1));
    (0..3).map(|place| counts[place] * (after[place] - before[place])).sum()
}

/// The logarithms of the probabilities, that of a draw up to a term that does not depend on the strength.
fn logarithms(elo: f64, draw_elo: f64) -> [f64; 3] {
    let exponent = |elo: f64| (draw_elo - elo) / 400.0 * LN_10;
    let (loss, win) = (-softplus(exponent(-elo)), -softplus(exponent(elo)));
    [loss, loss + win, win]
}

/// ln(1 + e^x).
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

/// Elo for each BayesElo about equality.
pub fn scale(draw_elo: f64) -> f64 {
    let x = 10f64.powf(-draw_elo / 400.0);
    4.0 * x / (1.0 + x).powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_draw_margin_fits_the_shares() {
        let [losses, draws, wins] = [0.2, 0.35, 0.45];
        let margin = draw_elo(&[losses, draws, wins]);
        let elo = 200.0 * (wins * (1.0 - losses) / (losses * (1.0 - wins))).log10();
        for (found, expected) in chances(elo, margin).iter().zip([losses, draws, wins]) {
            assert!((found - expected).abs() < 1e-12);
        }
        assert!((score(elo, margin) - 0.625).abs() < 1e-12);
    }

    #[test]
    fn the_ratio_is_that_of_the_probabilities() {
        let counts = [96.0, 111.0, 136.0];
        let (before, after) = (chances(1.0, 120.0), chances(7.0, 120.0));
        let expected: f64 = (0..3).map(|place| counts[place] * (after[place] / before[place]).ln()).sum();
        assert!((ratio(&counts, 120.0, 1.0, 7.0) - expected).abs() < 1e-12);
        assert!(ratio(&counts, 0.0, -5000.0, 5000.0).is_finite());
    }

    /// The slope of the score, in Elo.
    #[test]
    fn the_scale_is_the_slope_about_equality() {
        let margin = 150.0;
        let slope = (score(0.01, margin) - score(-0.01, margin)) / 0.02;
        let logistic = std::f64::consts::LN_10 / 1600.0;
        assert!((slope / logistic - scale(margin)).abs() < 1e-6);
    }
}
