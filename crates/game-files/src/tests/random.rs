//! Random games with variations, comments and marks.

use game::Notation;
use game::any::AnyGame;

use crate::{Cursor, FileGame, GameTree, NodeId, Tags};

/// Random numbers (a linear congruential generator), so that a game depends on its seed alone.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }

    fn one_in(&mut self, chance: usize) -> bool {
        self.below(chance) == 0
    }

    fn comment(&mut self, chinese: bool) -> String {
        const WORDS: [&str; 8] =
            ["the", "usual", "(best)", "1-0", "[%eval", "a;b", "\"quoted\"", "back\\slash"];
        const CHINESE: [&str; 4] = ["好棋", "此着", "紧凑，", "中炮。"];
        let words = 1 + self.below(4);
        let list: &[&str] = if chinese && self.one_in(2) { &CHINESE } else { &WORDS };
        let between = if self.one_in(5) { "\n" } else { " " };
        (0..words).map(|_| list[self.below(list.len())]).collect::<Vec<_>>().join(between)
    }
}

/// A game of random moves, with variations, comments and marks in them.
pub fn random_game(game: &dyn AnyGame, seed: u64) -> FileGame {
    let mut random = Random(seed);
    let mut cursor = Cursor::new(game.session("", &[]).unwrap());
    let mut tree = GameTree::default();
    let chinese = game.info().has_notations;
    let mut nodes = vec![NodeId::ROOT];
    for _ in 0..10 + random.below(50) {
        let fork = random.one_in(6);
        let at = if fork { nodes[random.below(nodes.len())] } else { cursor.node() };
        cursor.go_to(&tree, at).unwrap();
        let moves = cursor.session().legal_moves(Notation::default());
        if moves.is_empty() {
            continue;
        }
        let mv = &moves[random.below(moves.len())].text;
        cursor.play(&mut tree, mv).unwrap();
        nodes.push(cursor.node());
        let is_variation = tree.main_child(tree.parent(cursor.node())) != Some(cursor.node());
        let note = tree.note_mut(cursor.node());
        if random.one_in(5) {
            note.comment = random.comment(chinese);
        }
        if is_variation && random.one_in(8) {
            note.before = random.comment(chinese);
        }
        if random.one_in(6) {
            note.marks = vec![1 + random.below(6) as u8];
        }
    }
    if random.one_in(3) {
        tree.note_mut(NodeId::ROOT).comment = random.comment(chinese);
    }
    let colours = if chinese { ["Red", "Black"] } else { ["Black", "White"] };
    let mut tags: Tags = vec![
        ("Event".into(), "Open 2026".into()),
        ("Date".into(), "2026.05.01".into()),
        (colours[0].into(), "Li \"A\" [x]".into()),
        (colours[1].into(), if chinese { "胡荣华".into() } else { "Tamenori".into() }),
    ];
    if random.one_in(2) {
        tags.push(("Result".into(), ["1-0", "0-1", "1/2-1/2"][random.below(3)].into()));
    }
    let start = if random.one_in(4) { after_some(game, &mut random) } else { game.start().to_owned() };
    let file = FileGame { name: "1".into(), line: 1, offset: 0, start: game.start().to_owned(), tags, tree };
    if start == game.start() { file } else { FileGame { tree: GameTree::default(), start, ..file } }
}

/// The board after some moves.
fn after_some(game: &dyn AnyGame, random: &mut Random) -> String {
    let mut session = game.session("", &[]).unwrap();
    for _ in 0..random.below(20) {
        let moves = session.legal_moves(Notation::default());
        if let Some(mv) = moves.get(random.below(moves.len())) {
            session.advance(&mv.text);
        }
    }
    session.board()
}
