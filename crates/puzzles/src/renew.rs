//! A set of puzzles made again by the program as it is now: after a change of the evaluation or of the search.

use game::GameSession;
use search_core::Control;
use shuangqi_arena::games::Game;
use shuangqi_cli::progress::Progress;
use shuangqi_cli::worker_pool::{InOrder, WorkerPool};
use shuangqi_cli::{Exit, Failure};

use crate::finder::Finder;
use crate::puzzle::Puzzle;
use crate::{Args, PuzzleGame, check};

/// Writes the puzzles of all files in their order, with the solutions and grades of now; those that have no single solution any more
/// are left out.
///
/// # Errors
/// As [`crate::run`].
pub(crate) fn run<G: PuzzleGame>(game: Game, args: &Args) -> Result<Exit, Failure> {
    let puzzles = check::read_all::<G>(game, &args.files)?;
    let pool = WorkerPool::new(args.run.threads.count())?;
    args.run.format.deliver(|output| {
        let progress = Progress::start(args.run.progress, "puzzles", "puzzles", puzzles.len() as u64);
        let mut order = InOrder::default();
        pool.work(
            &puzzles,
            Finder::<G>::new,
            |finder, (_, puzzle, session), control| match finder {
                Ok(finder) => Ok(control.unless_stopped(renewed(finder, puzzle, session, control))),
                Err(failure) => Err(Failure::Usage(failure.to_string())),
            },
            Control::stop,
            |place, puzzle| {
                let Some(puzzle) = puzzle? else { return Ok(()) };
                order.put(place, puzzle);
                progress.advance(1);
                progress.suspend(|| {
                    while let Some((_, puzzle)) = order.take() {
                        puzzle.map_or(Ok(()), |puzzle| output.emit(&puzzle))?;
                    }
                    Ok(())
                })
            },
        )?;
        Ok(Exit::Success)
    })
}

fn renewed<G: PuzzleGame>(
    finder: &mut Finder<G>,
    puzzle: &Puzzle,
    session: &GameSession<G>,
    control: &Control,
) -> Option<Puzzle> {
    let solution = G::puzzle(finder, session, control)?;
    finder.graded(session, &solution, puzzle.source.clone(), control)
}
