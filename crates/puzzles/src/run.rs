//! The run over all games: what is finished is kept in a journal and written in the order of the games.

use std::collections::{HashMap, HashSet};

use game::GameSession;
use search_core::Control;
use serde::{Deserialize, Serialize};
use shuangqi_analysis::input_game::{self, InputGame};
use shuangqi_arena::games::Game;
use shuangqi_arena::openings;
use shuangqi_cli::journal::{Journal, Kind};
use shuangqi_cli::output::Output;
use shuangqi_cli::progress::Progress;
use shuangqi_cli::run_journal::RunKind;
use shuangqi_cli::shard::{Shard, SharedRun};
use shuangqi_cli::worker_pool::{InOrder, WorkerPool};
use shuangqi_cli::{Exit, Failure, program};
use shuangqi_game_files::FileKind;

use crate::finder::Finder;
use crate::puzzle::{Goal, Puzzle};
use crate::{Args, PuzzleGame};

/// The journal of puzzles.
pub const JOURNAL: RunKind = RunKind {
    journal: Kind {
        name: "journal of puzzles",
        schema: "puzzles-journal/1",
        first: "header",
        item: "a game of the run with its puzzles",
        restart: "look through the games again, with another journal",
    },
    // The same games may be in other files.
    options: &[
        ("/game", "the game"),
        ("/games", "the games of the files"),
        ("/games_hash", "the games of the files"),
    ],
    unit: Some("/index"),
    another: "name another journal with --resume",
    may: "find other puzzles",
};

/// Everything that decides what is found.
#[derive(Debug, Serialize)]
struct Config {
    game: Game,
    /// The number of games.
    games: usize,
    /// A hash of their starts and moves, in order.
    games_hash: u64,
}

/// A finished game: its index, from 0, and its puzzles.
#[derive(Debug, Serialize, Deserialize)]
struct FinishedGame {
    index: usize,
    puzzles: Vec<Puzzle>,
}

/// Looks through the games of all files.
///
/// # Errors
/// As [`crate::run`].
pub(crate) fn run<G: PuzzleGame>(game: Game, args: &Args) -> Result<Exit, Failure> {
    let games = input_game::read(game, &args.files, args.input.as_deref().and_then(FileKind::named))?;
    let moves: Vec<_> = games.iter().map(|game| game.moves.clone()).collect();
    let config = Config { game, games: games.len(), games_hash: openings::hash(&moves) };
    let mut known: Vec<Option<Vec<Puzzle>>> = vec![None; games.len()];
    let shared = args.shard.map(|shard| SharedRun { shard, units: games.len() as u64 });
    let journal = args.resume.as_deref().map(|path| {
        JOURNAL.open_shard(path, &config, shared, |FinishedGame { index, puzzles }| {
            *known.get_mut(index).ok_or_else(|| format!("game {}", index + 1))? = Some(puzzles);
            Ok(())
        })
    });
    let journal = journal.transpose()?;
    let pool = WorkerPool::new(args.run.threads.count())?;
    let run = Run { args, games: &games };
    args.run.format.deliver(|output| run.run::<G>(&pool, journal, known, output))
}

/// A run over the games.
struct Run<'a> {
    args: &'a Args,
    games: &'a [InputGame],
}

impl Run<'_> {
    fn run<G: PuzzleGame>(
        &self,
        pool: &WorkerPool,
        mut journal: Option<Journal>,
        mut known: Vec<Option<Vec<Puzzle>>>,
        output: &mut Output<'_>,
    ) -> Result<Exit, Failure> {
        let is_kept = journal.is_some();
        let mut choice = Choice {
            output,
            most: self.args.most as usize,
            boards: HashSet::new(),
            mates: HashMap::new(),
            ratings: HashMap::new(),
        };
        let mut order = InOrder::default();
        let mut todo = Vec::new();
        for (index, game) in self.games.iter().enumerate() {
            match known[index].take() {
                Some(puzzles) => order.put(index, puzzles),
                None if Shard::covers(self.args.shard, index) => todo.push((index, game)),
                None => {}
            }
        }
        let progress = Progress::start(self.args.run.progress, "puzzles", "games", todo.len() as u64);
        let outcome = pool.work(
            &todo,
            Finder::<G>::new,
            |finder, (_, game), control| match finder {
                Ok(finder) => puzzles_of(finder, game, control),
                Err(failure) => Err(Failure::Usage(failure.to_string())),
            },
            Control::stop,
            |place, puzzles| {
                let Some(puzzles) = puzzles? else { return Ok(()) };
                let (index, _) = todo[place];
                progress.advance(1);
                let finished = FinishedGame { index, puzzles };
                if let Some(journal) = &mut journal {
                    journal.write_soon(&finished)?;
                }
                order.put(index, finished.puzzles);
                progress.suspend(|| {
                    while let Some((_, puzzles)) = order.take() {
                        choice.write(puzzles)?;
                    }
                    Ok(())
                })
            },
        );
        let outcome = outcome.and(journal.map_or(Ok(()), Journal::finish));
        let written = order.rest().try_for_each(|(_, puzzles)| choice.write(puzzles));
        let resume = || is_kept.then(program::command_line);
        written.and(outcome).map(|()| Exit::Success).map_err(|failure| failure.resumable_by(resume()))
    }
}

/// The puzzles that are written: no board twice, and not too many that are alike.
struct Choice<'run, 'sink> {
    output: &'run mut Output<'sink>,
    most: usize,
    boards: HashSet<String>,
    /// The puzzles of each length of mate, and of each hundred of ratings.
    mates: HashMap<u32, usize>,
    ratings: HashMap<u32, usize>,
}

impl Choice<'_, '_> {
    fn write(&mut self, puzzles: Vec<Puzzle>) -> Result<(), Failure> {
        for puzzle in puzzles {
            if self.boards.len() >= self.most || self.has_enough(&puzzle) {
                continue;
            }
            if self.boards.insert(puzzle.board.clone()) {
                if let Goal::Mate(moves) = puzzle.goal {
                    *self.mates.entry(moves).or_default() += 1;
                }
                *self.ratings.entry(puzzle.rating / 100).or_default() += 1;
                self.output.emit(&puzzle)?;
            }
        }
        Ok(())
    }

    /// Whether there are a quarter of all of the same length of mate, or an eighth of all in the same hundred of ratings.
    fn has_enough(&self, puzzle: &Puzzle) -> bool {
        let known = |counts: &HashMap<u32, usize>, of: u32| counts.get(&of).copied().unwrap_or_default();
        let is_usual = match puzzle.goal {
            Goal::Mate(moves) => known(&self.mates, moves) >= self.most.div_ceil(4),
            Goal::Gain | Goal::Win | Goal::WipeOut | Goal::Draw => false,
        };
        is_usual || known(&self.ratings, puzzle.rating / 100) >= self.most.div_ceil(8)
    }
}

/// The puzzles of a game; `None` if the control was told to stop.
///
/// # Errors
/// A move that cannot be played: none in a game that was read.
fn puzzles_of<G: PuzzleGame>(
    finder: &mut Finder<G>,
    input: &InputGame,
    control: &Control,
) -> Result<Option<Vec<Puzzle>>, Failure> {
    let mut session = GameSession::<G>::parse(&input.moves.start, &[])?;
    let mut puzzles = Vec::new();
    let mut is_after_puzzle = false;
    for text in input.moves() {
        session.play_text(text)?;
        // The line of a puzzle has the positions that follow it.
        let skips = std::mem::take(&mut is_after_puzzle);
        if skips || session.verdict().is_some() {
            continue;
        }
        if let Some(puzzle) = puzzle_of(finder, &session, input, control) {
            puzzles.push(puzzle);
            is_after_puzzle = true;
        }
        if control.is_stopped() {
            return Ok(None);
        }
    }
    Ok(Some(puzzles))
}

/// The puzzle of the last position of a game, if it is one by itself.
fn puzzle_of<G: PuzzleGame>(
    finder: &mut Finder<G>,
    session: &GameSession<G>,
    input: &InputGame,
    control: &Control,
) -> Option<Puzzle> {
    let alone = GameSession::new(session.position().clone(), G::Rules::default());
    let solution = G::puzzle(finder, &alone, control)?;
    if G::is_expected(session, *solution.line.first()?) {
        return None;
    }
    let source = format!("{} move {}", input.place(), session.moves().len());
    finder.graded(&alone, &solution, source, control)
}
