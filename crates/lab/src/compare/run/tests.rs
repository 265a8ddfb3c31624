//! Whole comparisons on a few positions.

use clap::Parser;

use super::*;
use crate::compare::Args;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    args: Args,
}

fn args(words: &[&str]) -> Args {
    Line::parse_from([&["compare"], words, &["--progress", "none"]].concat()).args
}

/// What `look` sees of the report of a comparison of Othello's algorithms.
pub(crate) fn with_report<T>(words: &[&str], look: impl FnOnce(&Report<'_>) -> T) -> T {
    let args = args(words);
    let comparison = Comparison::<othello::Position>::new(&args, false).unwrap();
    let mut results = comparison.results();
    comparison.search(&mut results, |_, _| Ok(())).unwrap();
    let summaries = comparison.summaries(&results);
    look(&comparison.report(&results, &summaries))
}

/// A recipe with futility that is declared exact: the comparison must detect the difference and exit with 1.
#[test]
fn a_broken_recipe_is_wrong() {
    let list = "alpha-beta,pvs+table+deepening";
    let args = args(&["--depth", "6", "--algorithms", list, "--sample", "40"]);
    let mut comparison = Comparison::<othello::Position>::new(&args, false).unwrap();
    let exit_of = |comparison: &Comparison<'_, othello::Position>| {
        let mut results = comparison.results();
        comparison.search(&mut results, |_, _| Ok(())).unwrap();
        comparison.finish(&results, &[]).unwrap()
    };
    assert_eq!(exit_of(&comparison), Exit::Success);
    let broken = &mut comparison.algorithms[1];
    broken.recipe.futility = true;
    assert!(broken.is_exact);
    assert_eq!(exit_of(&comparison), Exit::Wrong);
}

#[test]
fn the_width_is_that_of_the_first_two_plies() {
    assert!((mean_width(&othello::Position::START) - 12f64.sqrt()).abs() < 1e-9);
}
