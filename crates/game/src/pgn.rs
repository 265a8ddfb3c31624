//! Games as PGN, written in one way for matches, pages and terminals.
//!
//! Results are from the view of the side that moves first in the standard start.

use crate::any::AnySession;
use crate::{GameInfo, Notation, Seat};

/// The longest line of moves.
const WIDTH: usize = 80;

/// A tag: its name and its value.
pub type Tag = (&'static str, String);

/// The values of the tags that every game has; what is not known is `?`.
#[derive(Clone, Copy, Debug)]
pub struct Header<'a> {
    /// The tournament.
    pub event: &'a str,
    /// The place.
    pub site: &'a str,
    /// The day, as in `2026.11.23`.
    pub date: &'a str,
    /// The round.
    pub round: &'a str,
    /// The players, by seat.
    pub players: [&'a str; 2],
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that goes on.
    pub result: &'a str,
}

impl Header<'_> {
    /// That of a game of which nothing is known.
    pub const UNKNOWN: Header<'static> =
        Header { event: "?", site: "?", date: "????.??.??", round: "?", players: ["?"; 2], result: "*" };
}

/// The tags that every game has, moves being written in this notation; `start` is the board, if it is not that of every game.
pub fn tags(info: &GameInfo, header: Header<'_>, notation: Notation, start: Option<&str>) -> Vec<Tag> {
    let mut tags = vec![
        ("Game", info.pgn.game.to_owned()),
        ("Event", header.event.to_owned()),
        ("Site", header.site.to_owned()),
        ("Date", header.date.to_owned()),
        ("Round", header.round.to_owned()),
    ];
    for (names, player) in info.pgn.players.into_iter().zip(header.players) {
        tags.extend(names.iter().map(|&name| (name, player.to_owned())));
    }
    tags.push(("Result", header.result.to_owned()));
    tags.push(("Variant", info.name.to_owned()));
    if info.has_notations {
        tags.push(("Format", format_name(notation).to_owned()));
    }
    if let Some(start) = start {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", start.to_owned()));
    }
    tags
}

/// The notation as the tag `Format` has it.
fn format_name(notation: Notation) -> &'static str {
    match notation {
        Notation::Iccs => "ICCS",
        Notation::Chinese | Notation::Traditional => "Chinese",
        Notation::Wxf => "WXF",
    }
}

/// A game by its tags and the words of its moves; a comment is one word.
pub fn text(tags: &[(impl AsRef<str>, String)], movetext: &[String]) -> String {
    let mut text = String::new();
    for (name, value) in tags {
        text.push_str(&format!("[{} \"{}\"]\n", name.as_ref(), escaped(value)));
    }
    text.push('\n');
    wrap(&mut text, movetext);
    text
}

/// A session without comments, of which nothing but the game itself is known.
pub fn of_session(session: &dyn AnySession, start: &str, notation: Notation) -> String {
    let result = session.verdict().map_or("*", |verdict| verdict.result.text());
    let board = session.board_after(0);
    let own_start = Some(board.as_str()).filter(|board| *board != start);
    let tags = tags(session.info(), Header { result, ..Header::UNKNOWN }, notation, own_start);
    let first = first_place(session.seat(), session.plies());
    let mut words = Vec::new();
    for (index, mv) in session.moves(notation).into_iter().enumerate() {
        words.extend(number(first + index, index == 0));
        words.push(mv.name);
    }
    words.push(result.to_owned());
    text(&tags, &words)
}

/// The place of the first move of a game of so many plies after which this seat is to move: 1 if the second seat made it.
pub fn first_place(to_move: Seat, plies: usize) -> usize {
    (to_move.index() + plies) % 2
}

/// The number before the move at a place; that of the second seat has one only at the beginning or after a comment.
pub fn number(place: usize, is_after_other: bool) -> Option<String> {
    match place % 2 {
        0 => Some(format!("{}.", place / 2 + 1)),
        _ => is_after_other.then(|| format!("{}...", place / 2 + 1)),
    }
}

/// A text as a comment, which may go over several lines.
pub fn braced(text: &str) -> String {
    let safe = |letter: char| match letter {
        '{' => '(',
        '}' => ')',
        letter if letter.is_control() && letter != '\n' => ' ',
        letter => letter,
    };
    format!("{{{}}}", text.chars().map(safe).collect::<String>())
}

/// A tag value without control characters, escaped.
fn escaped(value: &str) -> String {
    let printable: String =
        value.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    printable.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Adds words as lines; a comment that is longer than a line has one of its own.
fn wrap(text: &mut String, words: &[String]) {
    let mut length = 0;
    for word in words {
        let own = word.chars().count();
        if length > 0 && length + 1 + own > WIDTH {
            text.push('\n');
            length = 0;
        }
        if length > 0 {
            text.push(' ');
            length += 1;
        }
        text.push_str(word);
        length = word.rsplit_once('\n').map_or(length + own, |(_, last)| last.chars().count());
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_escaped_and_lines_are_short() {
        let words: Vec<String> = (0..40).map(|number| format!("m{number}")).collect();
        let text = text(&[("Event", "a \"b\"\n\\".to_owned())], &words);
        assert!(text.starts_with("[Event \"a \\\"b\\\" \\\\\"]\n\nm0 m1 "), "{text}");
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(braced("{a}\t\n"), "{(a) \n}");
    }

    #[test]
    fn a_number_stands_before_the_first_seats_moves() {
        assert_eq!([0, 2, 3].map(|place| number(place, false)), [Some("1.".into()), Some("2.".into()), None]);
        assert_eq!(number(3, true).as_deref(), Some("2..."));
        assert_eq!([first_place(Seat::First, 2), first_place(Seat::First, 3)], [0, 1]);
    }
}
