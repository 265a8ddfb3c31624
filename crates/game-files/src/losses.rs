//! What a kind of file cannot hold of a game.

use std::collections::BTreeSet;

use crate::file_game::FileGame;
use crate::kind::FileKind;
use crate::tree::NodeId;
use crate::{dhtmlxq, ggf, sgf, wthor, xqf};

/// The things that are lost when games are written in a kind.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Losses {
    /// Moves in the place of another.
    pub variations: usize,
    /// Comments.
    pub comments: usize,
    /// Marks of moves.
    pub marks: usize,
    /// Sides to move, of positions without moves.
    pub sides: usize,
    /// Names of headers.
    pub tags: BTreeSet<String>,
}

impl Losses {
    /// What is lost of the games of one file.
    pub fn of_all(games: &[FileGame], kind: FileKind) -> Losses {
        let mut losses = Losses::default();
        games.iter().for_each(|file| losses.add(Losses::of(file, kind)));
        if kind == FileKind::Wthor {
            losses.tags.extend(wthor::lost_together(games).map(str::to_owned));
        }
        losses
    }

    /// What is lost of a game.
    pub fn of(file: &FileGame, kind: FileKind) -> Losses {
        let (mut losses, notes) = (Losses::default(), || file.tree.notes());
        let holds_tag = |(name, value): &&(String, String)| match kind {
            FileKind::Pgn => true,
            FileKind::Ggf => ggf::holds_tag(name, value),
            FileKind::Sgf => sgf::holds_tag(name),
            FileKind::Xqf => xqf::holds_tag(name, value),
            FileKind::DhtmlXq => dhtmlxq::holds_tag(name),
            FileKind::Wthor => wthor::holds_tag(name, value),
            FileKind::Lines => false,
        };
        losses.tags = file.tags.iter().filter(|tag| !holds_tag(tag)).map(|(name, _)| name.clone()).collect();
        if matches!(kind, FileKind::Lines | FileKind::Ggf | FileKind::Wthor) {
            losses.variations = file.tree.variations();
            let is_lost = |comment: &str| match kind {
                FileKind::Ggf => !ggf::without_commands(comment).is_empty(),
                _ => !comment.is_empty(),
            };
            losses.comments =
                notes().filter(|(_, note)| is_lost(&note.comment) || is_lost(&note.before)).count();
        }
        let is_lost =
            |mark: &&u8| kind != FileKind::Pgn && (kind != FileKind::Sgf || !sgf::holds_mark(**mark));
        let of_moves = notes().filter(|(node, _)| *node != NodeId::ROOT);
        losses.marks = of_moves.map(|(_, note)| note.marks.iter().filter(is_lost).count()).sum();
        let has_no_side = matches!(kind, FileKind::Xqf | FileKind::DhtmlXq);
        let is_black = file.start.split(' ').nth(1) == Some("b");
        losses.sides = usize::from(has_no_side && file.tree.count() == 0 && is_black);
        losses
    }

    /// Adds those of another game.
    fn add(&mut self, other: Losses) {
        self.variations += other.variations;
        self.comments += other.comments;
        self.marks += other.marks;
        self.sides += other.sides;
        self.tags.extend(other.tags);
    }

    /// The losses as a list: `3 variations, 2 comments`; empty if there are none.
    pub fn text(&self) -> String {
        let counted = |count: usize, one: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{count} {one}s")),
        };
        let tags = self.tags.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        let tags = (!tags.is_empty()).then(|| format!("the headers {tags}"));
        let parts = [
            counted(self.variations, "variation"),
            counted(self.comments, "comment"),
            counted(self.marks, "mark"),
            (self.sides > 0).then(|| "the side to move".to_owned()),
            tags,
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}
