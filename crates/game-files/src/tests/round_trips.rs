//! Whole games through the kinds of files: what one can hold comes back.

use game::Notation;
use game::any::AnyGame;

use super::random::random_game;
use super::{OTHELLO, XIANGQI, source};
use crate::{
    Contents, FileGame, FileKind, GameTree, Losses, NodeId, Note, WthorNames, ggf, read, write, write_wthor,
};

/// The parts of a game that a kind of file holds.
fn held(file: &FileGame, kind: FileKind) -> FileGame {
    let mut held = FileGame { name: "1".into(), line: 1, ..file.clone() };
    let losses = Losses::of(file, kind);
    held.tags.retain(|(name, _)| !losses.tags.contains(name));
    if losses.variations > 0 {
        held.tree = GameTree::of_line(file.moves());
        let line: Vec<(NodeId, NodeId)> = held.tree.main_line().zip(file.tree.main_line()).collect();
        *held.tree.note_mut(NodeId::ROOT) = file.tree.note(NodeId::ROOT).clone();
        line.into_iter().for_each(|(node, of)| *held.tree.note_mut(node) = file.tree.note(of).clone());
    }
    let nodes: Vec<NodeId> =
        std::iter::once(NodeId::ROOT).chain(held.tree.walk().map(|(_, node)| node)).collect();
    nodes.into_iter().for_each(|node| {
        let note = held_note(held.tree.note(node), kind, node == NodeId::ROOT);
        *held.tree.note_mut(node) = note;
    });
    held
}

/// What a kind of file holds of a note; that of the root has no marks.
fn held_note(note: &Note, kind: FileKind, is_root: bool) -> Note {
    let joined = [note.before.as_str(), note.comment.as_str()].join(" ").trim().to_owned();
    let (before, comment) = match kind {
        FileKind::Pgn => (note.before.clone(), note.comment.clone()),
        FileKind::Sgf | FileKind::Xqf | FileKind::DhtmlXq => (String::new(), joined),
        FileKind::Ggf if !is_root => (String::new(), ggf::commands(&note.comment)),
        FileKind::Ggf | FileKind::Lines | FileKind::Wthor => (String::new(), String::new()),
    };
    let has_marks = matches!(kind, FileKind::Pgn | FileKind::Sgf);
    Note { before, comment, marks: if has_marks { note.marks.clone() } else { Vec::new() } }
}

/// The kinds that can hold games of this game.
fn kinds(game: &dyn AnyGame) -> impl Iterator<Item = FileKind> {
    FileKind::ALL.into_iter().filter(|kind| kind.fits(game.info()))
}

/// Writes a game and reads it again; `None` if the kind has no place for games like this one.
fn through(game: &dyn AnyGame, file: &FileGame, kind: FileKind, notation: Notation) -> Option<FileGame> {
    let (games, mut names) = (std::slice::from_ref(file), WthorNames::default());
    let written = match kind {
        FileKind::Wthor => write_wthor(game, games, &mut names),
        _ => write(game, games, kind, notation),
    };
    let Ok(contents) = written else {
        // Only games from the start that have results go into the database.
        let has_result = file.result() != "*" || file.session(game).unwrap().verdict().is_some();
        assert!(kind == FileKind::Wthor && (file.start != game.start() || !has_result), "{kind:?} {file:?}");
        return None;
    };
    let is_recognised = kind == FileKind::Lines || FileKind::of(&contents) == kind;
    assert!(is_recognised, "{kind:?}\n{}", String::from_utf8_lossy(&contents));
    let mut read = read(source(game), Contents::Bytes(&contents, &names), None).unwrap();
    assert_eq!(read.len(), 1, "{kind:?}\n{}", String::from_utf8_lossy(&contents));
    Some(read.remove(0))
}

/// Asserts that what was read is what the kind can hold; headers that a kind adds of itself do not count.
fn assert_held(file: &FileGame, kind: FileKind, mut back: FileGame, seed: u64) {
    let mut expected = held(file, kind);
    if matches!(kind, FileKind::Xqf | FileKind::DhtmlXq) {
        // A file has the board without counters, and the side whose piece moves first.
        let placement = |file: &FileGame| file.start.split(' ').next().map(str::to_owned);
        assert_eq!(placement(&expected), placement(&back), "{kind:?} {seed}");
        expected.start.clone_from(&back.start);
    }
    back.tags.retain(|(name, value)| match name.as_str() {
        "Result" => expected.tag(name) == Some(value.as_str()),
        _ => expected.tag(name).is_some(),
    });
    expected.tags.retain(|(name, _)| name != "Result" || back.tag(name).is_some());
    [&mut back.tags, &mut expected.tags].into_iter().for_each(|tags| tags.sort());
    assert_eq!(back.tree, expected.tree, "{kind:?} {seed}");
    assert_eq!((back.tags, back.start), (expected.tags, expected.start), "{kind:?} {seed}");
}

/// The number of random games of each game; `SHUANGQI_CASES` asks for others.
fn cases(usual: u64) -> u64 {
    std::env::var("SHUANGQI_CASES").map_or(usual, |text| text.parse().unwrap())
}

/// Through each kind, and what came back through each: 25 pairs of kinds of Othello's games, 16 of Xiangqi's.
#[test]
fn games_come_back_from_every_pair_of_kinds_that_hold_them() {
    let notations = [Notation::Chinese, Notation::Iccs, Notation::Wxf];
    for game in [OTHELLO, XIANGQI] {
        for (seed, &notation) in (0..cases(40)).zip(notations.iter().cycle()) {
            let file = random_game(game, seed);
            for first in kinds(game) {
                let Some(once) = through(game, &file, first, notation) else { continue };
                assert_held(&file, first, once.clone(), seed);
                for second in kinds(game) {
                    let twice = through(game, &once, second, notation);
                    twice.into_iter().for_each(|twice| assert_held(&once, second, twice, seed));
                }
            }
        }
    }
}
