//! `shuangqi book check`: the moves that a book would make, each searched again.

use std::collections::HashMap;
use std::num::NonZeroU64;
use std::path::PathBuf;

use game::{GameEngine, GameSession, Limits, SearchRequest};
use search_core::{Control, Score};
use serde::{Deserialize, Serialize};
use shuangqi_arena::games::Game;
use shuangqi_book::{Book, BuildOptions, Builder};
use shuangqi_cli::args::RunArgs;
use shuangqi_cli::journal::{Journal, Kind};
use shuangqi_cli::output::Record;
use shuangqi_cli::progress::Progress;
use shuangqi_cli::run_journal::RunKind;
use shuangqi_cli::worker_pool::WorkerPool;
use shuangqi_cli::{Exit, Failure, columns, files, program, units};
use shuangqi_lab::LabGame;

use super::{HASH_BYTES, lines, read_or_own, search_each, settled};
use crate::games::GameArg;

const EXAMPLES: &str = "\
Examples:
  shuangqi book check othello
  shuangqi book check othello book.csv --nodes 500K --fix
  shuangqi book check xiangqi book.csv --threads 2 --json";

/// Search every move that a book would make, and name those that lose too much
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct CheckArgs {
    /// The game
    pub(super) game: GameArg,
    /// The file of the book [default: that of the program]
    #[arg(value_name = "FILE", required_if_eq("fix", "true"))]
    file: Option<PathBuf>,
    /// Nodes for each search; K, M, G stand for 10^3, 10^6, 10^9
    #[arg(long, value_name = "N", default_value = "500K", value_parser = units::nodes)]
    nodes: NonZeroU64,
    /// Hundredths of a disc or a soldier that a move may lose [default: 200 in Othello, 50 in Xiangqi]
    #[arg(long, value_name = "N")]
    loss: Option<Score>,
    /// Write what was found into the book; where nothing leads, it moves no more
    #[arg(long)]
    fix: bool,
    /// Write each position that was searched to this file, and take from it what is known: after a fix too
    #[arg(long, value_name = "JOURNAL")]
    resume: Option<String>,
    #[command(flatten)]
    run: RunArgs,
}

/// The journal of a check.
const JOURNAL: RunKind = RunKind {
    journal: Kind {
        name: "journal of a book's check",
        schema: "book-check-journal/1",
        first: "header",
        item: "a position with its moves",
        restart: "check again, with another --resume",
    },
    options: &[("/game", "the game"), ("/nodes", "--nodes")],
    unit: None,
    another: "name another --resume",
    may: "search otherwise",
};

#[derive(Serialize)]
struct Run {
    game: &'static str,
    nodes: NonZeroU64,
}

/// A position with what the searches of it and of the book's moves have found.
#[derive(Serialize, Deserialize)]
struct Line {
    board: String,
    best: (String, Score),
    moves: Vec<(String, Score)>,
}

impl Line {
    fn new<P: LabGame>(position: &P, checked: &Checked<P>) -> Line {
        let text = |&(mv, score): &(P::Move, Score)| (mv.to_string(), score);
        let moves = checked.moves.iter().map(text).collect();
        Line { board: position.board_text(), best: text(&checked.best), moves }
    }

    /// The same as moves; `None` if the book would make others.
    fn checked<P: LabGame>(&self, position: &P, moves: &[P::Move]) -> Option<Checked<P>> {
        let read = |(mv, score): &(String, Score)| Some((position.parse_move(mv).ok()?, *score));
        let known: Vec<_> = self.moves.iter().map(read).collect::<Option<_>>()?;
        let is_same = known.iter().map(|&(mv, _)| mv).eq(moves.iter().copied());
        is_same.then_some(Checked { best: read(&self.best)?, moves: known })
    }
}

/// What a search of now says of the moves that a book would make at a position.
struct Checked<P: LabGame> {
    /// The best of all moves, and its score.
    best: (P::Move, Score),
    /// Those of the book, with their scores.
    moves: Vec<(P::Move, Score)>,
}

impl<P: LabGame> Checked<P> {
    /// The moves of the book, with their scores and what each loses against the best.
    fn losses(&self) -> impl Iterator<Item = (P::Move, Score, Score)> + '_ {
        self.moves.iter().map(|&(mv, score)| (mv, score, (self.best.1 - score).max(0)))
    }
}

/// Runs the command.
pub(super) fn run<P: LabGame>(game: Game, args: &CheckArgs) -> Result<Exit, Failure> {
    let book = read_or_own(args.file.as_deref(), game)?;
    let usual = if P::INFO.averages_depths { 2 * P::INFO.unit.size } else { P::INFO.unit.size / 2 };
    let most = args.loss.unwrap_or(usual);
    let mut builder = Builder::<P>::new(book, BuildOptions::default());
    let positions = builder.moving();
    let found = search(game, args, builder.book(), &positions)?;
    let moves = found.iter().flatten().map(|checked| checked.moves.len()).sum();
    let worst =
        found.iter().flatten().flat_map(Checked::losses).map(|(_, _, loss)| loss).max().unwrap_or_default();
    let mut refuted = Vec::new();
    for (position, checked) in positions.iter().zip(&found) {
        let Some(checked) = checked else { continue };
        let wrong: Vec<_> = checked.losses().filter(|&(_, _, loss)| loss > most).collect();
        if let ([_, ..], (best, highest)) = (&wrong[..], checked.best) {
            builder.add(position, best, highest, args.nodes.get());
        }
        for (mv, score, loss) in wrong {
            builder.correct(position, mv, score, args.nodes.get());
            refuted.push(Refuted { board: position.board_text(), r#move: mv.to_string(), score, loss });
        }
    }
    let summary =
        Summary { game: game.name(), positions: positions.len(), moves, refuted: refuted.len(), worst };
    args.run.format.deliver(|output| {
        refuted.iter().try_for_each(|refuted| output.emit(refuted))?;
        output.emit(&summary).map(|()| Exit::Success)
    })?;
    if let Some(file) = args.file.as_deref().filter(|_| args.fix) {
        builder.propagate();
        builder.forget_unreached();
        files::write(file, builder.book().text().as_bytes())?;
    }
    Ok(if refuted.is_empty() { Exit::Success } else { Exit::Wrong })
}

/// What searches say of each position, those in the journal first; `None` where there is no move.
fn search<P: LabGame>(
    game: Game,
    args: &CheckArgs,
    book: &Book,
    positions: &[P],
) -> Result<Vec<Option<Checked<P>>>, Failure> {
    let mut known = HashMap::new();
    let run = Run { game: game.name(), nodes: args.nodes };
    let open = |path: &String| {
        JOURNAL.open(path, &run, |line: Line| {
            // What was searched last is of the book as it is.
            known.insert(line.board.clone(), line);
            Ok(())
        })
    };
    let mut journal: Option<Journal> = args.resume.as_ref().map(open).transpose()?;
    let played: Vec<Vec<P::Move>> = positions.iter().map(|position| good_moves(book, position)).collect();
    let kept = |(position, moves): (&P, &Vec<P::Move>)| {
        known.get(&position.board_text()).and_then(|line| line.checked(position, moves))
    };
    let mut found: Vec<Option<Checked<P>>> = positions.iter().zip(&played).map(kept).collect();
    let missing: Vec<usize> = (0..positions.len()).filter(|&index| found[index].is_none()).collect();
    let pool = WorkerPool::new(args.run.threads.count())?;
    let progress = Progress::start(args.run.progress, "book", "positions", missing.len() as u64);
    let searched = search_each(
        &pool,
        HASH_BYTES,
        &missing,
        |engine, &index, control| checked(engine, &played[index], &positions[index], args.nodes, control),
        |place, checked| {
            let index = missing[place];
            if let (Some(journal), Some(checked)) = (&mut journal, &checked) {
                journal.write_soon(&Line::new(&positions[index], checked))?;
            }
            found[index] = checked;
            progress.advance(1);
            Ok(())
        },
    );
    searched.map_err(|failure| failure.resumable_by(args.resume.is_some().then(program::command_line)))?;
    journal.map_or(Ok(()), Journal::finish)?;
    Ok(found)
}

/// The moves that the book would make.
fn good_moves<P: LabGame>(book: &Book, position: &P) -> Vec<P::Move> {
    let moves = book.moves(position);
    let highest = moves.first().map_or(0, |known| known.value);
    let is_good = |value| highest - value <= Book::margin(&P::INFO);
    moves.iter().filter(|known| is_good(known.value)).map(|known| known.mv).collect()
}

/// Searches a position, and each of these moves; `None` if there is no move.
fn checked<P: LabGame>(
    engine: &mut GameEngine<P>,
    moves: &[P::Move],
    position: &P,
    nodes: NonZeroU64,
    control: &Control,
) -> Option<Checked<P>> {
    let &best = lines(engine, position, 1, nodes, control).first()?;
    let score = |&mv: &P::Move| {
        let score = if mv == best.0 { best.1 } else { score_of(engine, position, mv, nodes, control) };
        (mv, score)
    };
    Some(Checked { best, moves: moves.iter().map(score).collect() })
}

/// The score of a move after a search of it alone.
fn score_of<P: LabGame>(
    engine: &mut GameEngine<P>,
    position: &P,
    mv: P::Move,
    nodes: NonZeroU64,
    control: &Control,
) -> Score {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let session = GameSession::new(position.clone(), P::Rules::default());
    let mut job = GameEngine::job(&session, &SearchRequest::within(limits));
    job.options.only = vec![mv];
    engine.clear();
    settled::<P>(&engine.think_job(&job, control, |_| {}))
}

#[derive(Debug, Serialize)]
struct Refuted {
    board: String,
    r#move: String,
    score: Score,
    loss: Score,
}

impl Record for Refuted {
    const SCHEMA: &'static str = "book-refuted/1";
    const COLUMNS: &'static [&'static str] = &["board", "move", "score", "loss"];
}

#[derive(Debug, Serialize)]
struct Summary {
    game: &'static str,
    positions: usize,
    moves: usize,
    refuted: usize,
    /// The most that a move loses, in hundredths.
    worst: Score,
}

impl Record for Summary {
    const SCHEMA: &'static str = "book-check/1";
    const COLUMNS: &'static [&'static str] = columns! { game positions moves refuted worst };
}
