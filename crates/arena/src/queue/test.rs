//! A test of a recipe against another one.

use clap::ValueEnum;
use search_core::Recipe;
use serde::{Deserialize, Serialize};
use shuangqi_cli::BadInput;
use shuangqi_cli::bad_input::quote;

use crate::games::Game;
use crate::rating::{Model, Pentanomial, Sprt, SprtParameters, SprtState, Verdict};

/// What is to be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The recipe is stronger: 0 against 10 Elo
    Gain,
    /// The recipe, which has less in it, is not weaker: -10 against 0 Elo
    Simplification,
}

impl Kind {
    /// The strengths of H0 and H1, in Elo.
    pub fn bounds(self) -> [f64; 2] {
        match self {
            Kind::Gain => [0.0, 10.0],
            Kind::Simplification => [-10.0, 0.0],
        }
    }
}

/// Everything that decides the games of a test and its end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Test {
    /// The name of the game.
    pub game: String,
    /// What is tested, as a text.
    pub recipe: String,
    /// What it is tested against.
    pub base: String,
    pub kind: Kind,
    /// The strengths of H0 and H1, in Elo.
    pub bounds: [f64; 2],
    /// Nodes for each move.
    pub nodes: u64,
    /// A test that is not decided after this number of games stays undecided.
    pub games: u64,
    pub seed: u64,
    /// The file of openings; `None`: they are generated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
}

/// The end of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Result {
    /// H1: the gain is there, or nothing is lost by the simplification.
    Accepted,
    /// H0.
    Rejected,
    /// All games were played without a decision.
    Undecided,
}

impl Test {
    /// The number of pairs after which it ends.
    pub fn max_pairs(&self) -> u64 {
        self.games / 2
    }

    /// The state of the sequential test after these pairs; `None` for bounds that no test can have.
    pub fn state(&self, pairs: Pentanomial) -> Option<SprtState> {
        let [elo0, elo1] = self.bounds;
        let parameters = SprtParameters { elo0, elo1, model: Model::Logistic, ..SprtParameters::default() };
        Some(Sprt::new(parameters).ok()?.state(pairs.into()))
    }

    /// The result after these pairs; `None`: there are more to be played.
    pub fn result(&self, pairs: Pentanomial) -> Option<Result> {
        match self.state(pairs)?.verdict {
            Verdict::H1 => Some(Result::Accepted),
            Verdict::H0 => Some(Result::Rejected),
            Verdict::Continue => (pairs.pairs() >= self.max_pairs()).then_some(Result::Undecided),
        }
    }

    /// Makes sure that there is something to be tested.
    ///
    /// # Errors
    /// Recipes that cannot be read, or that are the same.
    pub fn check(&self, game: Game) -> std::result::Result<(), BadInput> {
        let read = |text: &str| -> std::result::Result<Recipe, BadInput> { game.any.parse_recipe(text) };
        if read(&self.recipe)? != read(&self.base)? {
            return Ok(());
        }
        let found = format!("{}, which is the same as {}", quote(&self.recipe), quote(&self.base));
        let remedy = "Change the recipe, or leave the test out";
        Err(BadInput::new("queued test", None, found, "a recipe that differs from its base", remedy))
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A test of few games.
    pub fn small(kind: Kind) -> Test {
        Test {
            game: Game::XIANGQI.to_string(),
            recipe: "play+probcut".to_owned(),
            base: "play".to_owned(),
            kind,
            bounds: kind.bounds(),
            nodes: 60,
            games: 400,
            seed: 1,
            openings: None,
        }
    }

    #[test]
    fn a_test_ends_at_a_bound_or_at_its_last_pair() {
        for kind in [Kind::Gain, Kind::Simplification] {
            let test = small(kind);
            assert_eq!(test.result(Pentanomial([0, 0, 0, 0, 0])), None);
            assert_eq!(test.result(Pentanomial([0, 20, 20, 130, 20])), Some(Result::Accepted));
            assert_eq!(test.result(Pentanomial([20, 130, 20, 20, 0])), Some(Result::Rejected));
        }
        let even = |pairs| Pentanomial([0, pairs, pairs, pairs, 0]);
        assert_eq!(small(Kind::Gain).result(even(20)), None);
        assert_eq!(Test { games: 120, ..small(Kind::Gain) }.result(even(20)), Some(Result::Undecided));
    }

    #[test]
    fn equal_results_speak_for_a_simplification_and_against_a_gain() {
        let level = Pentanomial([50, 200, 500, 200, 50]);
        let llr = |kind| small(kind).state(level).unwrap().llr;
        assert!(llr(Kind::Simplification) > 0.0 && llr(Kind::Gain) < 0.0);
    }

    #[test]
    fn a_recipe_that_is_its_base_is_no_test() {
        let test = |recipe: &str| Test { recipe: recipe.to_owned(), ..small(Kind::Gain) };
        assert!(test("play+probcut").check(Game::XIANGQI).is_ok());
        let refused = test("play-probcut").check(Game::XIANGQI).unwrap_err().to_string();
        assert!(refused.contains("\"play-probcut\", which is the same as \"play\""), "{refused}");
        assert!(test("play+magic").check(Game::XIANGQI).unwrap_err().to_string().contains("magic"));
    }
}
