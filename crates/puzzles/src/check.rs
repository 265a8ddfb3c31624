//! A set of puzzles once more: each has one solution, and the engine solves it within the positions that it states.

use game::GameSession;
use search_core::Control;
use serde::Serialize;
use shuangqi_arena::games::Game;
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::output::Record;
use shuangqi_cli::progress::Progress;
use shuangqi_cli::source;
use shuangqi_cli::worker_pool::WorkerPool;
use shuangqi_cli::{BadInput, Exit, Failure, columns};

use crate::finder::Finder;
use crate::puzzle::Puzzle;
use crate::{Args, PuzzleGame};

/// What was verified.
#[derive(Debug, Default, Serialize)]
struct Checked {
    game: String,
    puzzles: usize,
    /// With the solution that they state, and no other.
    unique: usize,
    /// Solved by the engine within the positions that they state.
    solved: usize,
}

impl Record for Checked {
    const SCHEMA: &'static str = "puzzle-check/1";
    const COLUMNS: &'static [&'static str] = columns! { game puzzles unique solved };
}

/// Verifies the puzzles of all files.
///
/// # Errors
/// As [`crate::run`]; the exit code says whether all are as they should be.
pub(crate) fn run<G: PuzzleGame>(game: Game, args: &Args) -> Result<Exit, Failure> {
    let puzzles = read_all::<G>(game, &args.files)?;
    let pool = WorkerPool::new(args.run.threads.count())?;
    let mut checked = Checked { game: game.name().to_owned(), puzzles: puzzles.len(), ..Checked::default() };
    args.run.format.deliver(|output| {
        let progress = Progress::start(args.run.progress, "puzzles", "puzzles", puzzles.len() as u64);
        pool.work(
            &puzzles,
            Finder::<G>::new,
            |finder, (_, puzzle, session), control| match finder {
                Ok(finder) => Ok(control.unless_stopped(verify(finder, puzzle, session, control))),
                Err(failure) => Err(Failure::Usage(failure.to_string())),
            },
            Control::stop,
            |index, found| {
                // Nothing is said of a puzzle whose search the user interrupts.
                let Some([is_unique, is_solved]) = found? else { return Ok(()) };
                progress.advance(1);
                checked.unique += usize::from(is_unique);
                checked.solved += usize::from(is_solved);
                if !(is_unique && is_solved) {
                    let (place, puzzle, _) = &puzzles[index];
                    let why =
                        if is_unique { "is not solved within its positions" } else { "has another solution" };
                    output.sentence(&format!("{place}: {} {why}", puzzle.board));
                }
                Ok(())
            },
        )?;
        let are_right = [checked.unique, checked.solved] == [checked.puzzles; 2];
        output.emit(&checked)?;
        Ok(if are_right { Exit::Success } else { Exit::Wrong })
    })
}

/// A puzzle with its place, and its position as a session.
pub(crate) type Problem<G> = (String, Puzzle, GameSession<G>);

/// The puzzles of all files, each with its place.
///
/// # Errors
/// A file that cannot be read, or that is none of puzzles of the game.
pub(crate) fn read_all<G: PuzzleGame>(game: Game, files: &[String]) -> Result<Vec<Problem<G>>, BadInput> {
    let read = files.iter().map(|file| read(game, file)).collect::<Result<Vec<_>, _>>()?;
    Ok(read.into_iter().flatten().collect())
}

/// The puzzles of a file, each with its place.
fn read<G: PuzzleGame>(game: Game, file: &str) -> Result<Vec<Problem<G>>, BadInput> {
    let text = source::read(file)?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let read = |(index, line)| {
        let (puzzle, session) = problem(game, line).map_err(|bad: BadInput| bad.at(file, index + 1))?;
        Ok((format!("{file}:{}", index + 1), puzzle, session))
    };
    lines.map(read).collect()
}

fn problem<G: PuzzleGame>(game: Game, line: &str) -> Result<(Puzzle, GameSession<G>), BadInput> {
    let remedy = "Name a file that shuangqi puzzles has written as ndjson";
    let unread = |found: String| BadInput::new("puzzle", None, found, "a puzzle of the game as JSON", remedy);
    let puzzle: Puzzle = serde_json::from_str(line).map_err(|error| unread(error.to_string()))?;
    if puzzle.game != game.name() {
        return Err(unread(format!("one of {}", quote(&puzzle.game))));
    }
    let mut session = GameSession::parse(&puzzle.board, &[])?;
    puzzle.moves.iter().try_for_each(|mv| session.play_text(mv))?;
    session.truncate(0);
    Ok((puzzle, session))
}

/// Whether a puzzle has the solution that it states, and is solved within its positions.
fn verify<G: PuzzleGame>(
    finder: &mut Finder<G>,
    puzzle: &Puzzle,
    session: &GameSession<G>,
    control: &Control,
) -> [bool; 2] {
    let solution = G::puzzle(finder, session, control);
    let is_unique = solution.is_some_and(|solution| {
        solution.goal == puzzle.goal
            && solution.line.iter().map(ToString::to_string).eq(puzzle.moves.iter().cloned())
    });
    let best = finder.best(session, puzzle.nodes, control);
    [is_unique, best.map(|mv| mv.to_string()).as_ref() == puzzle.moves.first()]
}
