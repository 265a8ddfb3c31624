//! `shuangqi book`: opening books, built by searching outwards and from games.

use std::collections::HashMap;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use game::{EngineOptions, GameEngine, GameSession, Limits, Notation, SearchRequest, Seat};
use search_core::{Control, Outcome, Score};
use serde::Serialize;
use shuangqi_analysis::input_game::{self, InputGame};
use shuangqi_arena::games::Game;
use shuangqi_arena::notation_parser;
use shuangqi_book::{Book, BookMove, BuildOptions, Builder, Frontier, Replies};
use shuangqi_cli::args::{FormatArgs, RunArgs};
use shuangqi_cli::output::Record;
use shuangqi_cli::progress::Progress;
use shuangqi_cli::shard::Shard;
use shuangqi_cli::worker_pool::WorkerPool;
use shuangqi_cli::{Exit, Failure, columns, files, program, source, units};
use shuangqi_lab::LabGame;

use crate::games::GameArg;
use check::CheckArgs;
use openings::OpeningsArgs;
pub(crate) use round::{JOURNAL as ROUND_JOURNAL, merge as merge_round};

mod check;
mod openings;
mod round;

const EXAMPLES: &str = "\
Positions that differ by a symmetry of the board, or by the order of the moves that \
lead to them, are one. The same command makes the same book, with any number of \
threads, and goes on with what its file holds. Many machines search one round at a \
time: with --shard each searches some of its positions, and shuangqi merge adds them \
to the book.

Examples:
  shuangqi book build othello book.csv --positions 500 --nodes 100K
  shuangqi book build xiangqi book.csv --games games.pgn --positions 2000
  shuangqi book show xiangqi --moves \"h2e2 h9g7\"
  shuangqi book check othello book.csv --nodes 500K --fix
  shuangqi book openings xiangqi openings.txt --count 3200 --plies 4..10";

const BUILD_EXAMPLES: &str = "\
Examples:
  shuangqi book build othello book.csv --positions 500 --nodes 100K
  shuangqi book build xiangqi book.csv --games games.pgn --positions 2000
  shuangqi book build xiangqi book.csv --against 5K,50K --positions 1000";

const SHOW_EXAMPLES: &str = "\
Examples:
  shuangqi book show othello
  shuangqi book show xiangqi --moves \"h2e2 h9g7\"
  shuangqi book show xiangqi book.csv --notation wxf --json";

/// Opening books: build one, look into it, find moves that a deeper search refutes; and level openings
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Build(BuildArgs),
    Show(ShowArgs),
    Check(CheckArgs),
    Openings(OpeningsArgs),
}

/// Grow a book by searching outwards from a position, and by games
#[derive(Debug, clap::Args)]
#[command(after_help = BUILD_EXAMPLES)]
pub struct BuildArgs {
    /// The game
    game: GameArg,
    /// The file of the book; one that is there is gone on with
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Begin a new book with the results of the games of these files
    #[arg(long, value_name = "FILE", num_args = 1..)]
    games: Vec<String>,
    /// Positions of games that came up less often are left out where nothing was searched
    #[arg(long, value_name = "N", default_value_t = 2)]
    least: u32,
    /// Begin a new book with other books
    #[arg(long, value_name = "BOOK", num_args = 1..)]
    merge: Vec<PathBuf>,
    /// Begin after these moves
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// Go on until the book moves at so many positions
    #[arg(long, value_name = "N", default_value_t = 1000)]
    positions: usize,
    /// Nodes for each position; K, M, G stand for 10^3, 10^6, 10^9
    #[arg(long, value_name = "N", default_value = "500K", value_parser = units::nodes)]
    nodes: NonZeroU64,
    /// The best moves of each position that are kept
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=64))]
    lines: u16,
    /// The plies from the first position on at which the book moves at most
    #[arg(long, value_name = "N", default_value_t = 30)]
    plies: u32,
    /// Grow to the positions that games reach against an opponent that searches one of these numbers
    /// of nodes for each move, rather than along good moves of both sides
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = units::nodes)]
    against: Vec<NonZeroU64>,
    /// Grow to the positions that games reach against an opponent that plays what was played in the games
    /// of these files; where nothing was, it searches as in --against
    #[arg(long, value_name = "FILE", num_args = 1..)]
    replies: Vec<String>,
    /// The positions that are searched before the book takes their lines, which decide what is searched next
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    round: u32,
    /// Search some positions of the next round alone: the Ith of every N. auto/N takes I from the scheduler. Nothing is
    /// shown then; shuangqi merge joins the journals
    #[arg(long, value_name = "I/N", requires = "journal", conflicts_with_all = ["games", "merge", "against"])]
    shard: Option<Shard>,
    /// Write the lines of each position of the shard to this file, and take from it what is searched
    #[arg(long, value_name = "FILE", requires = "shard")]
    journal: Option<String>,
    #[command(flatten)]
    run: RunArgs,
}

/// Show the moves of a book in a position
#[derive(Debug, clap::Args)]
#[command(after_help = SHOW_EXAMPLES)]
pub struct ShowArgs {
    /// The game
    game: GameArg,
    /// The file of the book [default: that of the program]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The moves before the position
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// How moves of Xiangqi are written
    #[arg(long, value_name = "NOTATION", default_value = "chinese", value_parser = notation_parser())]
    notation: Notation,
    #[command(flatten)]
    format: FormatArgs,
}

/// The commands for one game.
#[derive(Clone, Copy, Debug)]
pub struct BookCommands {
    build: fn(Game, &BuildArgs) -> Result<Exit, Failure>,
    show: fn(Game, &ShowArgs) -> Result<Exit, Failure>,
    add_round: round::Add,
    check: fn(Game, &CheckArgs) -> Result<Exit, Failure>,
    openings: fn(Game, &OpeningsArgs) -> Result<Exit, Failure>,
}

impl BookCommands {
    /// Those of the game with these positions.
    pub const fn of<P: LabGame>() -> BookCommands {
        BookCommands {
            build: build::<P>,
            add_round: round::add::<P>,
            show: show::<P>,
            check: check::run::<P>,
            openings: openings::run::<P>,
        }
    }
}

/// Runs the command.
///
/// # Errors
/// A file that is no book, moves that cannot be played, files that cannot be written, interruption.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    match &args.command {
        Command::Build(args) => (args.game.0.book.build)(args.game.0.game, args),
        Command::Show(args) => (args.game.0.book.show)(args.game.0.game, args),
        Command::Check(args) => (args.game.0.book.check)(args.game.0.game, args),
        Command::Openings(args) => (args.game.0.book.openings)(args.game.0.game, args),
    }
}

/// The book of a file.
fn read(path: &Path) -> Result<Book, Failure> {
    let name = path.to_string_lossy();
    Ok(Book::read(&name, &source::read(&name)?)?)
}

/// The book of a file, or that of the program.
fn read_or_own(path: Option<&Path>, game: Game) -> Result<Book, Failure> {
    path.map_or_else(|| Ok(Book::of_game(game.name()).clone()), read)
}

/// A game from the start by these moves.
fn session_after<P: LabGame>(moves: &str) -> Result<GameSession<P>, Failure> {
    let mut session = GameSession::<P>::default();
    for (_, mv) in moves.split_whitespace().flat_map(P::split_moves) {
        session.play_text(mv)?;
    }
    Ok(session)
}

/// The table of each engine.
const HASH_BYTES: usize = 16 << 20;

fn build<P: LabGame>(game: Game, args: &BuildArgs) -> Result<Exit, Failure> {
    let book = if args.file.exists() { read(&args.file)? } else { begin::<P>(game, args)? };
    let root = session_after::<P>(&args.moves)?.position().clone();
    let mut replies = replies_of::<P>(game, args)?;
    if let (Some(shard), Some(journal)) = (args.shard, &args.journal) {
        return round::search(game, args, book, &root, &replies, shard, journal);
    }
    let mut builder = builder(book, &root, args.plies);
    let pool = WorkerPool::new(args.run.threads.count())?;
    let missing = args.positions.saturating_sub(builder.book().moving());
    let progress = Progress::start(args.run.progress, "book", "positions", missing as u64);
    let can_be_continued = |failure: Failure| failure.resumable_by(Some(program::command_line()));
    loop {
        let Frontier { own: round, other } = next_round(&mut builder, &root, args, &replies);
        let answers = search_all(&pool, HASH_BYTES, &other, |engine, position, control| {
            let answer = |&nodes| best_move(engine, position, nodes, control);
            args.against.iter().filter_map(answer).collect::<Vec<_>>()
        })
        .map_err(can_be_continued)?;
        for (position, moves) in other.iter().zip(answers) {
            moves.into_iter().for_each(|mv| replies.note(position, mv));
        }
        let searched = search_all(&pool, HASH_BYTES, &round, |engine, position, control| {
            progress.advance(1);
            lines(engine, position, usize::from(args.lines), args.nodes, control)
        })
        .map_err(can_be_continued)?;
        for (position, lines) in round.iter().zip(&searched) {
            builder.expand(position, lines, args.nodes.get());
        }
        builder.propagate();
        files::write(&args.file, builder.book().text().as_bytes())?;
        if round.is_empty() && (other.is_empty() || args.against.is_empty()) {
            break;
        }
    }
    args.run.format.deliver(|output| output.emit(&Built::new(game, builder.book())).map(|()| Exit::Success))
}

/// A book that grows from this position, for so many plies.
fn builder<P: LabGame>(book: Book, root: &P, plies: u32) -> Builder<P> {
    Builder::new(book, BuildOptions { root: root.clone(), plies, ..BuildOptions::default() })
}

/// What is searched next.
fn next_round<P: LabGame>(
    builder: &mut Builder<P>,
    root: &P,
    args: &BuildArgs,
    replies: &Replies,
) -> Frontier<P> {
    let left = args.positions.saturating_sub(builder.book().moving());
    let most = left.min(args.round as usize);
    match args.against.is_empty() && args.replies.is_empty() {
        true => Frontier { own: builder.next(most), other: Vec::new() },
        false => Frontier::of(builder.book(), root, args.plies, replies, most),
    }
}

/// A new book with the positions of other books and of games. One that is gone on with has them already.
fn begin<P: LabGame>(game: Game, args: &BuildArgs) -> Result<Book, Failure> {
    let mut book = Book::default();
    args.merge.iter().try_for_each(|other| read(other).map(|other| book.merge(&other)))?;
    for read in input_game::read(game, &args.games, None)? {
        let session = session_of::<P>(&read, args.plies)?;
        let result = match read.result {
            "1-0" => Some(Some(Seat::First)),
            "0-1" => Some(Some(Seat::Second)),
            "1/2-1/2" => Some(None),
            _ => None,
        };
        book.count(session.positions(), result);
    }
    book.prune(args.least);
    Ok(book)
}

/// What the players of the games of `--replies` play.
fn replies_of<P: LabGame>(game: Game, args: &BuildArgs) -> Result<Replies, Failure> {
    let mut replies = Replies::default();
    for read in input_game::read(game, &args.replies, None)? {
        replies.note_game(session_of::<P>(&read, args.plies)?.positions());
    }
    Ok(replies)
}

/// The first plies of a game.
fn session_of<P: LabGame>(read: &InputGame, plies: u32) -> Result<GameSession<P>, Failure> {
    let mut session = GameSession::<P>::parse(&read.moves.start, &[])?;
    read.moves().iter().take(plies as usize).try_for_each(|mv| session.play_text(mv))?;
    Ok(session)
}

/// Searches positions with an engine for each thread; the results in their order.
fn search_all<P: LabGame, I: Sync, R: Send>(
    pool: &WorkerPool,
    hash_bytes: usize,
    items: &[I],
    search: impl Fn(&mut GameEngine<P>, &I, &Control) -> R + Sync,
) -> Result<Vec<R>, Failure> {
    let mut found: Vec<Option<R>> = items.iter().map(|_| None).collect();
    search_each(pool, hash_bytes, items, search, |index, result| {
        found[index] = Some(result);
        Ok(())
    })?;
    Ok(found.into_iter().flatten().collect())
}

/// The same; each result goes to `arrived`, with the index of its item, as it comes. A search that the user interrupts has none.
fn search_each<P: LabGame, I: Sync, R: Send>(
    pool: &WorkerPool,
    hash_bytes: usize,
    items: &[I],
    search: impl Fn(&mut GameEngine<P>, &I, &Control) -> R + Sync,
    mut arrived: impl FnMut(usize, R) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let options =
        || EngineOptions { hash_bytes, nodes: u64::MAX, recipe: None, weights: None, solves: false };
    pool.work(
        items,
        || GameEngine::<P>::new(options()),
        |engine, item, control| match engine {
            Ok(engine) => Ok(control.unless_stopped(search(engine, item, control))),
            Err(none) => Err(Failure::Usage(none.to_string())),
        },
        Control::stop,
        |index, result| result?.map_or(Ok(()), |result| arrived(index, result)),
    )
}

/// The best lines of a position: first moves with their scores, the best first. Where the scores of odd and even depths differ, the
/// mean of the last two.
fn lines<P: LabGame>(
    engine: &mut GameEngine<P>,
    position: &P,
    lines: usize,
    nodes: NonZeroU64,
    control: &Control,
) -> Vec<(P::Move, Score)> {
    let mut last: Vec<Option<P::Move>> = vec![None; lines];
    let mut scores: HashMap<u16, Vec<Score>> = HashMap::new();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let request = SearchRequest { lines, ..SearchRequest::within(limits) };
    engine.clear();
    engine.think(&GameSession::new(position.clone(), P::Rules::default()), &request, control, |report| {
        let Some(&mv) = report.variation.first() else { return };
        if let Some(slot) = last.get_mut(report.line - 1) {
            *slot = Some(mv);
        }
        scores.entry(P::pack(mv).get()).or_default().push(report.score);
    });
    let score = |mv: P::Move| match scores.get(&P::pack(mv).get()).map(Vec::as_slice) {
        Some([.., before, last]) if P::INFO.averages_depths => (before + last) / 2,
        Some([.., last]) => *last,
        _ => 0,
    };
    let mut found: Vec<_> = last.into_iter().flatten().map(|mv| (mv, score(mv))).collect();
    found.sort_by_key(|&(_, score)| -score);
    found
}

/// The move of an engine after so many nodes.
fn best_move<P: LabGame>(
    engine: &mut GameEngine<P>,
    position: &P,
    nodes: NonZeroU64,
    control: &Control,
) -> Option<P::Move> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    engine.clear();
    let session = GameSession::new(position.clone(), P::Rules::default());
    engine.think(&session, &SearchRequest::within(limits), control, |_| {}).best
}

/// The score of a search. Where the scores of odd and even depths differ, the mean of the last two.
fn settled<P: LabGame>(outcome: &Outcome<P::Move>) -> Score {
    match &outcome.scores[..] {
        [.., before, last] if P::INFO.averages_depths => (before + last) / 2,
        _ => outcome.score,
    }
}

fn show<P: LabGame>(game: Game, args: &ShowArgs) -> Result<Exit, Failure> {
    let book = read_or_own(args.file.as_deref(), game)?;
    let moves = book.session_moves(&mut session_after::<P>(&args.moves)?, args.notation);
    let best = moves.first().map_or(0, |best| best.value);
    args.format.deliver(|output| {
        if moves.is_empty() {
            output.sentence("The book does not move here.");
        }
        for BookMove { mv, value, entry } in &moves {
            let [first, drawn, second] = entry.results;
            let is_played = best - value <= Book::margin(&game.info);
            let score = f64::from(*value) / 100.0;
            output.emit(&Shown {
                r#move: &mv.text,
                notation: &mv.name,
                score,
                is_played,
                first,
                drawn,
                second,
            })?;
        }
        Ok(Exit::Success)
    })
}

#[derive(Debug, Serialize)]
struct Built {
    game: &'static str,
    positions: usize,
    moving: usize,
}

impl Built {
    fn new(game: Game, book: &Book) -> Built {
        Built { game: game.name(), positions: book.len(), moving: book.moving() }
    }
}

impl Record for Built {
    const SCHEMA: &'static str = "book/1";
    const COLUMNS: &'static [&'static str] = columns! { game positions moving };
}

#[derive(Debug, Serialize)]
struct Shown<'a> {
    r#move: &'a str,
    notation: &'a str,
    /// In discs or soldiers, from the view of the side to move.
    score: f64,
    is_played: bool,
    first: u32,
    drawn: u32,
    second: u32,
}

impl Record for Shown<'_> {
    const SCHEMA: &'static str = "book-move/1";
    const COLUMNS: &'static [&'static str] =
        &["move", "notation", "score", "is_played", "first", "drawn", "second"];
}
