//! Writes Portable Game Notation.

use game::any::AnyGame;
use game::pgn::{self, Header};
use game::{Notation, Seat};
use search_core::BadInput;

use crate::cursor::Cursor;
use crate::file_game::{FileGame, Tags};
use crate::tree::{GameTree, NodeId};

/// A game with all that is known of it; moves in this notation.
pub fn write(game: &dyn AnyGame, file: &FileGame, notation: Notation) -> Result<String, BadInput> {
    let session = file.session(game)?;
    let result = file.result_of(&*session);
    let first = pgn::first_place(session.seat(), session.plies());
    let mut text = Movetext {
        cursor: Cursor::new(session),
        tree: &file.tree,
        notation,
        first,
        words: Vec::new(),
        is_after_other: true,
    };
    text.comment(&file.tree.note(NodeId::ROOT).comment);
    text.tree_words()?;
    text.words.push(result.to_owned());
    Ok(pgn::text(&tags(game, file, result, notation), &text.words))
}

/// The headers that every game has, as far as they are known, then the others.
fn tags(game: &dyn AnyGame, file: &FileGame, result: &str, notation: Notation) -> Tags {
    let info = game.info();
    let players = file.players(info);
    let [first, second] =
        Seat::BOTH.map(|seat| Some(players[seat.index()].as_str()).filter(|name| !name.is_empty()));
    let known = |name| file.tag(name).unwrap_or("?");
    let header = Header {
        event: known("Event"),
        site: known("Site"),
        date: file.tag("Date").unwrap_or(Header::UNKNOWN.date),
        round: known("Round"),
        players: [first.unwrap_or("?"), second.unwrap_or("?")],
        result,
    };
    let start = Some(file.start.as_str()).filter(|start| *start != game.start());
    let roster = pgn::tags(info, header, notation, start);
    let is_other =
        |(name, _): &&(String, String)| !roster.iter().any(|(known, _)| known.eq_ignore_ascii_case(name));
    let others: Tags = file.tags.iter().filter(is_other).cloned().collect();
    let roster = roster.into_iter().map(|(name, value)| (name.to_owned(), value));
    roster.chain(others).collect()
}

/// The words of the moves.
struct Movetext<'a> {
    cursor: Cursor,
    tree: &'a GameTree,
    notation: Notation,
    /// 1 if the second side makes the first move.
    first: usize,
    words: Vec<String>,
    /// The next move has a number, whichever side makes it.
    is_after_other: bool,
}

/// What is left to write, the last first.
enum Task {
    /// What follows a node in its line.
    Rest(NodeId),
    /// A move in the place of another, with what follows it.
    Variation(NodeId),
    /// The end of a variation.
    Close,
}

impl Movetext<'_> {
    fn tree_words(&mut self) -> Result<(), BadInput> {
        let mut tasks = vec![Task::Rest(NodeId::ROOT)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Rest(node) => {
                    let mut children = self.tree.children(node);
                    let Some(main) = children.next() else { continue };
                    tasks.push(Task::Rest(main));
                    let others: Vec<NodeId> = children.collect();
                    tasks.extend(others.into_iter().rev().map(Task::Variation));
                    self.mv(main, false)?;
                }
                Task::Variation(node) => {
                    self.is_after_other = true;
                    tasks.extend([Task::Close, Task::Rest(node)]);
                    self.mv(node, true)?;
                }
                Task::Close => {
                    if let Some(word) = self.words.last_mut() {
                        word.push(')');
                    }
                    self.is_after_other = true;
                }
            }
        }
        Ok(())
    }

    /// A move with what is said about it.
    fn mv(&mut self, node: NodeId, begins_variation: bool) -> Result<(), BadInput> {
        let begin = self.words.len();
        let note = self.tree.note(node);
        self.comment(&note.before);
        self.cursor.go_to(self.tree, node)?;
        let place = self.first + self.cursor.plies() - 1;
        self.words.extend(pgn::number(place, self.is_after_other));
        self.words.push(self.cursor.last_move(self.notation).name);
        self.is_after_other = false;
        self.words.extend(note.marks.iter().map(|mark| format!("${mark}")));
        self.comment(&note.comment);
        if let Some(word) = self.words.get_mut(begin).filter(|_| begins_variation) {
            word.insert(0, '(');
        }
        Ok(())
    }

    fn comment(&mut self, text: &str) {
        if !text.is_empty() {
            self.words.push(pgn::braced(text));
            self.is_after_other = true;
        }
    }
}
