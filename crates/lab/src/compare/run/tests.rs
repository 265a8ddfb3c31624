//! Whole comparisons on a few positions.

use clap::Parser;
use search_core::Counters;

use super::*;
use crate::compare::Args;
use crate::compare::search::Search;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    args: Args,
}

fn args(words: &[&str]) -> Args {
    Line::parse_from([&["compare"], words, &["--progress", "none"]].concat()).args
}

/// Calls a function with the report of a comparison of Othello's algorithms.
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

#[test]
fn what_is_written_to_the_journal_is_known_of_its_task() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    let positions = ["p".to_owned()];
    let open = |command| open_journal(&path, &Run { command, positions: &positions }, 3, None);
    let write = |journal: &mut Journal, task, done: &TaskResult| {
        journal.write(&Finished { task, done: Cow::Borrowed(done) }).unwrap();
    };
    let counters = Counters { visits: 9, extensions: 2, ..Counters::default() };
    let found = Some((4, "d3".to_owned()));
    let search = Search { depth: 3, found, counters, last_iteration: counters, seconds: 0.25 };
    let sizes = ReferenceSizes { depth: 3, minimal_tree: 7, minimal_graph: 5, cheap_cuts: None };
    let done = [TaskResult::Searches(vec![search]), TaskResult::References(vec![sizes])];
    let (mut journal, known) = open("c").unwrap();
    assert_eq!(known, [None, None, None]);
    write(&mut journal, 2, &done[0]);
    write(&mut journal, 0, &done[1]);
    drop(journal);
    let [searches, references] = done.map(Some);
    assert_eq!(open("c").unwrap().1, [references, None, searches]);
    let refused = open("d").unwrap_err().to_string();
    assert!(refused.contains("these differ: the command. "), "{refused}");
    let mut journal = open("c").unwrap().0;
    write(&mut journal, 3, &TaskResult::Searches(Vec::new()));
    drop(journal);
    let unfit = open("c").unwrap_err().to_string();
    assert!(unfit.contains("j:4: ") && unfit.contains("task 3 of 3"), "{unfit}");
}
