//! A round of a book's growth that is shared out over machines: each shard searches some of its positions into a journal of its own, and
//! merging these journals adds the round to the book.

use std::path::Path;

use serde::{Deserialize, Serialize};
use shuangqi_arena::games::Game;
use shuangqi_book::{Book, Replies};
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::journal::Kind;
use shuangqi_cli::journal::merge::ShardJournals;
use shuangqi_cli::progress::Progress;
use shuangqi_cli::run_journal::RunKind;
use shuangqi_cli::shard::{Shard, SharedRun};
use shuangqi_cli::worker_pool::WorkerPool;
use shuangqi_cli::{BadInput, Exit, Failure, failure, files, program};
use shuangqi_lab::LabGame;

use super::{BuildArgs, HASH_BYTES, builder, lines, next_round, read, search_each, session_after};
use crate::games::GameArg;

/// The journal of a shard.
pub(crate) const JOURNAL: RunKind = RunKind {
    journal: Kind {
        name: "journal of a book's shard",
        schema: "book-round/1",
        first: "header",
        item: "a position that was searched",
        restart: "search the shard again, with another --journal",
    },
    options: &[
        ("/game", "the game"),
        ("/moves", "--moves"),
        ("/plies", "--plies"),
        ("/nodes", "--nodes"),
        ("/lines", "--lines"),
        ("/positions", "--positions, --round or --replies"),
        ("/book", "the book"),
    ],
    unit: Some("/unit"),
    another: "name another --journal",
    may: "search otherwise",
};

/// The round, as the first line of the journal of a shard names it.
#[derive(Serialize, Deserialize)]
struct Round {
    game: String,
    moves: String,
    plies: u32,
    nodes: u64,
    lines: u16,
    /// A checksum of the positions.
    positions: u32,
    /// A checksum of the book before.
    book: u32,
}

/// A position that was searched.
#[derive(Serialize, Deserialize)]
struct Searched {
    /// From 0 in each round.
    unit: usize,
    board: String,
    /// First moves with their scores, the best first.
    lines: Vec<(String, i32)>,
}

/// Adds the round of shards to a book.
pub(super) type Add = fn(&ShardJournals<'_>, &str) -> Result<(), Failure>;

/// Searches the positions of a shard that are missing in its journal.
pub(super) fn search<P: LabGame>(
    game: Game,
    args: &BuildArgs,
    book: Book,
    root: &P,
    replies: &Replies,
    shard: Shard,
    path: &str,
) -> Result<Exit, Failure> {
    let before = crc32fast::hash(book.text().as_bytes());
    let positions = next_round(&mut builder(book, root, args.plies), root, args, replies).own;
    if positions.is_empty() {
        failure::note("the book is complete: there is nothing to search");
        return Ok(Exit::Success);
    }
    let boards: Vec<String> = positions.iter().map(P::board_text).collect();
    let round = Round {
        game: game.name().to_owned(),
        moves: args.moves.clone(),
        plies: args.plies,
        nodes: args.nodes.get(),
        lines: args.lines,
        positions: crc32fast::hash(boards.join("\n").as_bytes()),
        book: before,
    };
    let shared = SharedRun { shard, units: positions.len() as u64 };
    let mut known = vec![false; positions.len()];
    let mut journal = JOURNAL.open_shard(path, &round, Some(shared), |Searched { unit, .. }| {
        known.get_mut(unit).map(|known| *known = true).ok_or_else(|| format!("unit {unit}"))
    })?;
    let missing: Vec<usize> =
        (0..positions.len()).filter(|&unit| shard.has(unit as u64) && !known[unit]).collect();
    let pool = WorkerPool::new(args.run.threads.count())?;
    let progress = Progress::start(args.run.progress, "book", "positions", missing.len() as u64);
    let searched = search_each(
        &pool,
        HASH_BYTES,
        &missing,
        |engine, &unit, control| {
            lines::<P>(engine, &positions[unit], usize::from(args.lines), args.nodes, control)
        },
        |place, found| {
            let unit = missing[place];
            let lines = found.iter().map(|&(mv, score)| (mv.to_string(), score)).collect();
            progress.advance(1);
            journal.write_soon(&Searched { unit, board: boards[unit].clone(), lines })
        },
    );
    searched.map_err(|failure| failure.resumable_by(Some(program::command_line())))?;
    journal.finish()?;
    Ok(Exit::Success)
}

/// Adds the round that all shards have searched to the book of a file, or begins it.
///
/// # Errors
/// A book that is not the one that the shards know; boards and moves that the program would not have written; a file that cannot be
/// written.
pub(crate) fn merge(journals: &ShardJournals<'_>, path: &str) -> Result<(), Failure> {
    let Round { game, .. } = journals.header()?;
    let unknown = || Failure::Usage(format!("the shards are of {}, which is no game here", quote(&game)));
    let known = GameArg::named(&game).ok_or_else(unknown)?;
    (known.0.book.add_round)(journals, path)
}

pub(super) fn add<P: LabGame>(journals: &ShardJournals<'_>, path: &str) -> Result<(), Failure> {
    let Round { moves, plies, nodes, book: before, .. } = journals.header()?;
    let book = if Path::new(path).exists() { read(Path::new(path))? } else { Book::default() };
    if crc32fast::hash(book.text().as_bytes()) != before {
        let found = format!("positions of another book than {}, or of one that has them by now", quote(path));
        let expected = "the round after the book as it is";
        let remedy = "Name with --out the book that the shards were given before, as it was then";
        return Err(BadInput::new(JOURNAL.journal.name, None, found, expected, remedy).into());
    }
    let root = session_after::<P>(&moves)?.position().clone();
    let mut builder = builder(book, &root, plies);
    for Searched { board, lines, .. } in journals.units()? {
        let position = P::parse_board(&board)?;
        let lines = lines.iter().map(|(mv, score)| Ok((position.parse_move(mv)?, *score)));
        builder.expand(&position, &lines.collect::<Result<Vec<_>, BadInput>>()?, nodes);
    }
    builder.propagate();
    files::write(Path::new(path), builder.book().text().as_bytes())
}
