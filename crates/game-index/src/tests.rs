//! Folders of games through the index.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use game::any::AnySession;
use shuangqi_arena::games::{Game, Games};
use shuangqi_cli::reader::read_file;
use shuangqi_game_files::{Contents, Extent, Source, read_part};

use crate::{GameIndex, Update, position_key};

const PGN: &str = "[Event \"Cup\"]\n[Red \"许银川\"]\n[Black \"胡荣华\"]\n[Date \"1999.05.01\"]\n[Result \"1-0\"]\n\n1. h2e2 h9g7 1-0\n\n\
                   [Red \"wrong\"]\n\n1. h2e2 e0e5 *\n\n[Red \"third\"]\n[Result \"0-1\"]\n\n1. b2e2 b9c7 0-1\n";

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn indexed(folder: &Path) -> GameIndex {
    GameIndex::default().updated(folder, &Update::of(&Games::built_in())).unwrap()
}

fn after(game: Game, moves: &str) -> Box<dyn AnySession> {
    let mut session = game.session("", "").unwrap();
    moves.split(' ').for_each(|mv| session.play_text(mv).unwrap());
    session
}

fn results(index: &GameIndex, game: Game, moves: &str) -> [u32; 4] {
    let session = after(game, moves);
    index.results(position_key(&*session, session.plies()))
}

/// Protects the discs of games whose file states none: the shortest wipe-out, after which the empty squares are the winner's, and a game
/// that is not over.
#[test]
fn discs_are_counted_where_a_game_ends_by_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "othello.txt", "e6f4e3f6g5d6e7f5c5\ne6f4e3f6g5d6e7f5\n");
    let discs: Vec<_> = indexed(folder.path()).games().iter().map(|game| game.discs).collect();
    assert_eq!(discs, [Some([64, 0]), None]);
}

/// Protects what users look for: both games, any kind of file, folders inside, and a wrong game that spoils no other.
#[test]
fn games_are_found_by_headers_and_positions() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a/xiangqi.pgn", PGN);
    write(folder.path(), "othello.txt", "f5d6c3 30-34\nd3c5\n");
    write(folder.path(), "broken.sgf", "(;GM[2]");
    write(folder.path(), ".hidden.pgn", PGN);
    write(folder.path(), "letter.doc", PGN);
    let index = indexed(folder.path());
    let files: Vec<_> = index.files().iter().map(|file| (&*file.path, &*file.game, file.broken)).collect();
    assert_eq!(
        files,
        [("a/xiangqi.pgn", "xiangqi", 1), ("broken.sgf", "", 0), ("othello.txt", "othello", 0)]
    );
    assert!(index.files()[1].error.is_some());
    assert!(
        index.files()[0].error.as_ref().unwrap().contains("a/xiangqi.pgn:11"),
        "{:?}",
        index.files()[0].error
    );
    assert_eq!((index.find("xiangqi", "").len(), index.find("othello", "").len()), (3, 2));
    let [found] = index.find("xiangqi", "许 1999 CUP")[..] else { panic!() };
    assert_eq!(index.games()[found as usize].players, ["许银川", "胡荣华"]);
    assert!(index.find("xiangqi", "许 2000").is_empty());
    let discs: Vec<_> = index.games().iter().map(|game| game.discs).collect();
    assert_eq!(discs, [None, None, None, Some([30, 34]), None]);
    // The third game is the mirror image of the first.
    assert_eq!(results(&index, Game::XIANGQI, "h2e2 h9g7"), [1, 0, 1, 0]);
    assert_eq!(results(&index, Game::OTHELLO, "f5 d6"), [0, 0, 1, 1]);
}

/// Protects the opening of a game from its index: the part that is read has that game.
#[test]
fn a_game_is_read_from_its_part() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "xiangqi.pgn", PGN);
    let index = indexed(folder.path());
    let third = &index.games()[2];
    let source = Source { game: Game::XIANGQI.any, file: "xiangqi.pgn", extent: Extent::Tree };
    let kind = shuangqi_game_files::FileKind::Pgn;
    let read = read_part(source, Contents::Text(PGN), kind, &third.part()).unwrap();
    assert_eq!((read.tag("Red"), read.line, third.line), (Some("third"), 13, 13));
    assert!(read.moves().eq(["b2e2", "b9c7"]));
}

/// Protects collections that grow: only what has changed is read, and the result is that of a new index.
#[test]
fn an_update_reads_what_has_changed() {
    let folder = tempfile::tempdir().unwrap();
    let read = AtomicU64::new(0);
    let games = Games::built_in();
    let count = |games| {
        read.fetch_add(games, Relaxed);
    };
    let update = Update { games: &games, on_read: &count, is_cancelled: &|| false };
    write(folder.path(), "b.pgn", PGN);
    write(folder.path(), "c.txt", "f5d6c3 30-34\n");
    let index = GameIndex::default().updated(folder.path(), &update).unwrap();
    assert_eq!((read.swap(0, Relaxed), index.updated(folder.path(), &update)), (4, None));
    write(folder.path(), "a.txt", "f5d6c3c4 34-30\n");
    fs::remove_file(folder.path().join("b.pgn")).unwrap();
    let index = index.updated(folder.path(), &update).unwrap();
    assert_eq!((read.swap(0, Relaxed), &index), (1, &indexed(folder.path())));
    let cancelled = Update { is_cancelled: &|| true, ..update };
    let none = GameIndex::default().updated(folder.path(), &cancelled).unwrap();
    assert_eq!((none.files().len(), none.updated(folder.path(), &update).unwrap()), (0, index));
}

/// Protects the saved index: it comes back as it was, and a damaged one is none.
#[test]
fn an_index_is_read_as_it_was_saved() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "xiangqi.pgn", PGN);
    let index = indexed(folder.path());
    let path = folder.path().join("caches").join("index");
    index.save(&path).unwrap();
    assert_eq!(GameIndex::open(&path).unwrap(), index);
    let bytes = read_file(&path, 1 << 20).unwrap();
    for at in (0..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x55;
        fs::write(&path, &damaged).unwrap();
        assert!(GameIndex::open(&path).is_none_or(|read| read == index), "{at}");
        fs::write(&path, &bytes[..at]).unwrap();
        assert!(GameIndex::open(&path).is_none(), "{at}");
    }
}
