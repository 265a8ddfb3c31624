//! Writes DhtmlXQ.

use game::any::AnyGame;
use search_core::BadInput;

use super::fields::escaped;
use super::{NAMES, OWN, is_header};
use crate::file_game::{FileGame, Tags};
use crate::ggf::is_day;
use crate::points::{NOWHERE, ends, points};
use crate::tree::NodeId;

/// A game with its headers, lines and comments, a field on a line.
pub fn write(game: &dyn AnyGame, file: &FileGame) -> Result<String, BadInput> {
    let session = file.session(game)?;
    let result = match file.result_of(&*session) {
        "1-0" => "红胜",
        "0-1" => "黑胜",
        "1/2-1/2" => "和棋",
        _ => "未知",
    };
    let mut text = "[DhtmlXQ]\n".to_owned();
    let mut field = |name: &str, value: &str| {
        text.push_str(&format!("[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]\n"));
    };
    field("ver", "www_dpxq_com");
    field("init", "500,350");
    field("binit", &points(&file.start).map(digits).concat());
    headers(file).iter().for_each(|(name, value)| field(name, &escaped(value)));
    field("result", result);
    lines(file).iter().for_each(|(name, value)| field(name, value));
    Ok(text + "[/DhtmlXQ]\n")
}

/// A point as two digits.
fn digits(point: u8) -> String {
    if point == NOWHERE { "99".to_owned() } else { format!("{}{}", point / 10, 9 - point % 10) }
}

fn headers(file: &FileGame) -> Tags {
    let known = NAMES.iter().filter_map(|(name, known)| Some((*name, file.tag(known)?)));
    let known = known.map(|(name, value)| match name {
        "date" if is_day(value) => (name.to_owned(), value.replace('?', "0").replace('.', "-")),
        _ => (name.to_owned(), value.to_owned()),
    });
    let own = file.tags.iter().filter_map(|(name, value)| Some((name.strip_prefix(OWN)?, value)));
    let own = own.filter(|(name, _)| is_header(name) && !NAMES.iter().any(|(known, _)| known == name));
    known.chain(own.map(|(name, value)| (name.to_owned(), value.clone()))).collect()
}

/// The line in which another stands, the ply of its first move, and that move.
struct Begin {
    parent: usize,
    ply: usize,
    node: NodeId,
}

/// The fields of the lines and of their comments.
fn lines(file: &FileGame) -> Tags {
    let (mut moves, mut comments) = (Tags::new(), Tags::new());
    add_comment(&mut comments, file, NodeId::ROOT, "0".to_owned());
    let Some(node) = file.tree.main_child(NodeId::ROOT) else {
        moves.push(("movelist".to_owned(), String::new()));
        moves.extend(comments);
        return moves;
    };
    let mut begins = vec![Begin { parent: 0, ply: 1, node }];
    let mut number = 0;
    while let Some(Begin { parent, ply, node }) = begins.get(number) {
        let (name, first) = match number {
            0 => ("movelist".to_owned(), *ply),
            _ => (format!("move_{parent}_{ply}_{number}"), *ply),
        };
        let nodes = std::iter::successors(Some(*node), |node| file.tree.main_child(*node));
        let mut line = String::new();
        let mut inside = Vec::new();
        for (ply, node) in (first..).zip(nodes) {
            line.extend(ends(file.tree.mv(node)).into_iter().flatten().map(digits));
            let place = if number == 0 { ply.to_string() } else { format!("{number}_{ply}") };
            add_comment(&mut comments, file, node, place);
            // The moves in the place of a variation's first one stand in the line in which it stands.
            if number == 0 || ply > first {
                let others =
                    std::iter::successors(file.tree.next_sibling(node), |node| file.tree.next_sibling(*node));
                inside.extend(others.map(|node| Begin { parent: number, ply, node }));
            }
        }
        moves.push((name, line));
        begins.extend(inside);
        number += 1;
    }
    moves.extend(comments);
    moves
}

/// Adds what is said about a move, if anything is; a line has one comment at a place.
fn add_comment(comments: &mut Tags, file: &FileGame, node: NodeId, place: String) {
    let note = file.tree.note(node);
    let comment = [note.before.as_str(), note.comment.as_str()].map(str::trim).join(" ");
    if !comment.trim().is_empty() {
        comments.push((format!("comment{place}"), escaped(comment.trim())));
    }
}

/// Returns whether a header has a place in the form.
pub fn holds_tag(name: &str) -> bool {
    name == "Result"
        || NAMES.iter().any(|(_, known)| *known == name)
        || name.strip_prefix(OWN).is_some_and(is_header)
}
