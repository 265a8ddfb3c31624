//! Whole comparisons on a few positions.

use clap::Parser;
use shuangqi_cli::Exit;

use super::*;
use crate::compare::Args;
use crate::compare::experiments;
use crate::compare::report_data::report_data;
use crate::compare::selection::algorithms_of;
use crate::data::ReportData;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    args: Args,
}

fn args(words: &[&str]) -> Args {
    Line::parse_from([&["compare"], words].concat()).args
}

/// What a comparison of Othello's algorithms finds.
pub(crate) fn measured(words: &[&str]) -> ReportData {
    let args = args(&[words, &["--progress", "none"]].concat());
    let comparison = Comparison::<othello::Position>::new(&args, false).unwrap();
    let mut results = comparison.results();
    comparison.search(&mut results, |_, _| Ok(())).unwrap();
    report_data(&comparison, &results)
}

/// A recipe with futility that is declared exact: the comparison must detect the difference and exit with 1.
#[test]
fn a_broken_recipe_is_wrong() {
    let list = "alpha-beta,pvs+table+deepening";
    let args = args(&["--depth", "6", "--algorithms", list, "--sample", "40", "--progress", "none"]);
    let mut comparison = Comparison::<othello::Position>::new(&args, false).unwrap();
    let exit_of = |comparison: &Comparison<'_, othello::Position>| {
        let mut results = comparison.results();
        comparison.search(&mut results, |_, _| Ok(())).unwrap();
        comparison.finish(&results).unwrap()
    };
    assert_eq!(exit_of(&comparison), Exit::Success);
    let broken = &mut comparison.algorithms[1];
    broken.recipe.futility = true;
    assert!(broken.is_exact);
    assert_eq!(exit_of(&comparison), Exit::Wrong);
}

#[test]
fn experiments_name_known_algorithms() {
    fn check<P: LabGame>() {
        let experiments = experiments::all::<P>();
        let algorithms = algorithms_of::<P>(&experiments).unwrap();
        assert!(experiments.len() > 10 && algorithms.len() > 60);
        assert!(experiments[0].depths.len() >= 4);
        for experiment in &experiments {
            assert!(
                experiment.pairs().iter().all(|(name, _)| algorithms.iter().any(|known| known.name == *name))
            );
        }
    }
    check::<othello::Position>();
    check::<xiangqi::Position>();
}
