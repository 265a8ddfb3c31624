//! `shuangqi match -queue FILE`: tests of recipes, one after the other, until each is decided.
//!
//! The file lists the tests (`file`); beside it are the `state`, from which an interrupted queue continues, and the ledger of
//! the results. Pairs of games are counted in the order of their openings, so a test comes to the same end on any number
//! of threads and after any interruption.

pub(crate) mod file;
mod state;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

use shuangqi_cli::output::{Output, deliver};
use shuangqi_cli::progress::{Mode, Progress};
use shuangqi_cli::{Exit, Failure, failure, program};

use crate::MatchArgs;
use crate::games::Games;
use crate::recipe_match::{Conditions, RecipeMatch};
use crate::run::processors::Processors;
use crate::run::workers::MatchEnd;
use file::{QueuedTest, Test};
use state::{Entry, QueueState};

/// Works off a queue of tests in these games.
///
/// # Errors
/// A file that cannot be used, tests that cannot be played, interruption.
pub fn run(path: &Path, args: &MatchArgs, games: &Games) -> Result<Exit, Failure> {
    let lock = file::lock(path)?;
    let threads = Processors::of_machine().games(args.run_options(None)?.concurrency, &[]);
    let mut queue = Queue {
        path,
        games,
        mode: args.own.progress.progress,
        threads: NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN),
        state: QueueState::open(path)?,
    };
    state::read_ledger(path)?;
    lower_priority();
    let ended = deliver(args.own.format.format(), &mut std::io::stdout(), |output| queue.run(output));
    drop(lock);
    ended
}

/// Games of tests leave the processors to other work.
#[cfg(unix)]
fn lower_priority() {
    /// As much as the command `nice` adds.
    const NICENESS: i32 = 10;
    // A queue at the usual priority is one all the same.
    let _ = rustix::process::nice(NICENESS);
}

#[cfg(not(unix))]
fn lower_priority() {}

/// A queue that is worked off.
struct Queue<'a> {
    path: &'a Path,
    games: &'a Games,
    mode: Mode,
    /// Games at the same time.
    threads: NonZeroUsize,
    state: QueueState,
}

impl Queue<'_> {
    /// Plays the tests that are not finished. The file is read again after each, so that tests can be added meanwhile.
    fn run(&mut self, output: &mut Output<'_>) -> Result<Exit, Failure> {
        loop {
            let tests = file::read(self.path, self.games)?;
            let (finished, waiting): (Vec<_>, Vec<_>) =
                tests.iter().partition(|queued| self.state.test(&queued.test).result().is_some());
            // Those that an earlier run has finished, but not written down, among them.
            finished.iter().try_for_each(|queued| self.record(&queued.test, output))?;
            // A recipe of a finished test may be what the engine plays with by now; others have to differ from it.
            waiting.iter().try_for_each(|queued| queued.check())?;
            let Some(next) = waiting.first() else { return Ok(Exit::Success) };
            self.play(next, &format!("test {} of {}", next.number, tests.len()))?;
        }
    }

    /// Plays a test to its end.
    fn play(&mut self, queued: &QueuedTest, place: &str) -> Result<(), Failure> {
        let test = &queued.test;
        let games = RecipeMatch::new(self.conditions(queued)?, self.threads)?;
        let before = self.state.begin(test, games.openings_hash())?;
        self.state.save()?;
        let what = format!("{place}: {} against {}", test.recipe, test.base);
        self.note(format_args!("{what}, from pair {} of at most {}", before.pairs() + 1, test.max_pairs()));
        let left = test.max_pairs() - before.pairs();
        let progress = Progress::start(self.mode, &what, "pairs", left);
        let range = before.pairs() as u32..test.max_pairs() as u32;
        let state = &mut self.state;
        let ended = games.play([&test.recipe, &test.base], range, &mut |pair| {
            progress.advance(1);
            let is_decided = test.result(state.count(test, pair)?).is_some();
            Ok(if is_decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        self.state.save()?;
        match ended? {
            MatchEnd::Interrupted => Err(Failure::Interrupted(Some(program::command_line()))),
            MatchEnd::Complete => Ok(()),
        }
    }

    fn conditions(&self, QueuedTest { test, game, .. }: &QueuedTest) -> Result<Conditions, Failure> {
        Ok(Conditions {
            game: *game,
            limit: test.limit()?,
            openings: test.openings.as_deref().map(|name| file::beside(self.path, name)),
            seed: test.seed,
            pairs: test.max_pairs() as u32,
        })
    }

    /// Writes the result of a test down, unless that was done before.
    fn record(&self, test: &Test, output: &mut Output<'_>) -> Result<(), Failure> {
        let entry = Entry::new(&self.state.test(test))?;
        if !entry.add_to_ledger(self.path)? {
            return Ok(());
        }
        self.note(format_args!("{entry}"));
        output.emit(&entry)
    }

    fn note(&self, text: std::fmt::Arguments<'_>) {
        if self.mode != Mode::None {
            failure::note(text);
        }
    }
}
