//! The Smart Game Format of Othello: `(;FF[4]GM[2]SZ[8]PB[…]PW[…];B[f5];W[d6](;B[c3])(;B[c4]))`.
//!
//! A square is a letter and a digit; letters for both, as on boards of Go, are read too. Marks become those of PGN.

use game::any::AnyGame;
use game::{Notation, Seat};
use search_core::bad_input::quote;
use search_core::{BadInput, Message, message};

use crate::cursor::Cursor;
use crate::file_game::{FileGame, result_of_discs};
use crate::scan::{Place, Scan, without_an_end};
use crate::source::{Extent, PartialGame, Source};
use crate::tree::{GameTree, NodeId, Note};

const SGF: &str = "SGF";

/// Headers that have names in PGN.
const NAMES: [(&str, &str); 10] = [
    ("EV", "Event"),
    ("PC", "Site"),
    ("DT", "Date"),
    ("RO", "Round"),
    ("PB", "Black"),
    ("PW", "White"),
    ("BR", "BlackElo"),
    ("WR", "WhiteElo"),
    ("AN", "Annotator"),
    ("ON", "Opening"),
];

/// The start of the names of headers that PGN has no names for.
const OWN: &str = "Sgf";

/// Headers that say how the file is written.
const DERIVED: [&str; 7] = ["FF", "GM", "SZ", "CA", "AP", "ST", "PL"];

/// Marks of moves, and their numbers in PGN.
const MARKS: [(&str, &str, u8); 6] =
    [("TE", "1", 1), ("BM", "1", 2), ("TE", "2", 3), ("BM", "2", 4), ("IT", "", 5), ("DO", "", 6)];

/// The start board without its discs, and its side to move, as the game writes them.
const EMPTY: [u8; 64] = [b'-'; 64];

/// All games of a text; text between games is skipped.
pub(crate) fn read(source: Source<'_>, text: &str) -> Result<Vec<FileGame>, BadInput> {
    let mut reader = Reader { source, scan: Scan::new(text), games: Vec::new() };
    while reader.scan.peek().is_some() {
        let place = reader.scan.place;
        if reader.scan.take_text("(") {
            reader.game(place)?;
        } else {
            reader.scan.skip();
        }
    }
    Ok(reader.games)
}

struct Reader<'a> {
    source: Source<'a>,
    scan: Scan<'a>,
    games: Vec<FileGame>,
}

/// A property: its name, its values, and its place.
struct Property<'a> {
    name: &'a str,
    values: Vec<(Place, String)>,
    place: Place,
}

impl<'a> Reader<'a> {
    fn bad(&self, place: Place, found: Message) -> BadInput {
        let expected = message!("input-sgf-node", "a node such as ;B[f5]");
        let remedy = message!("input-correct-game", "Correct the game, or leave it out");
        place.blame(self.source.file, BadInput::new(SGF, None, found, expected, remedy))
    }

    /// A game whose bracket is open.
    fn game(&mut self, begin: Place) -> Result<(), BadInput> {
        let mut game = PartialGame::begin(self.source, begin)?;
        // The nodes at which the open brackets began.
        let mut forks = vec![NodeId::ROOT];
        let mut is_root = true;
        while let Some(&fork) = forks.last() {
            self.scan.skip_blanks();
            let place = self.scan.place;
            match self.scan.peek() {
                Some(';') => {
                    self.scan.skip();
                    let node = self.node()?;
                    if std::mem::take(&mut is_root) {
                        self.root(&mut game, &node)?;
                    }
                    self.play(&mut game, node)?;
                }
                Some('(') => {
                    self.scan.skip();
                    if self.source.extent != Extent::Tree
                        && game.tree.main_child(game.cursor.node()).is_some()
                    {
                        self.skip_branch(place)?;
                    } else {
                        forks.push(game.cursor.node());
                    }
                }
                Some(')') => {
                    self.scan.skip();
                    forks.pop();
                    game.cursor.go_to(&game.tree, fork)?;
                }
                Some(sign) => return Err(self.bad(place, quote(&sign.to_string()))),
                None => return Err(self.bad(begin, without_an_end('('))),
            }
        }
        let number = self.games.len() + 1;
        self.games.push(game.finish(number.to_string()));
        Ok(())
    }

    /// Skips a branch whose bracket is open.
    fn skip_branch(&mut self, begin: Place) -> Result<(), BadInput> {
        let mut depth = 1;
        while depth > 0 {
            self.scan.skip_blanks();
            match self.scan.peek() {
                Some(';') => {
                    self.scan.skip();
                    self.node()?;
                }
                Some('(') => {
                    self.scan.skip();
                    depth += 1;
                }
                Some(')') => {
                    self.scan.skip();
                    depth -= 1;
                }
                _ => return Err(self.bad(begin, without_an_end('('))),
            }
        }
        Ok(())
    }

    /// The properties of a node.
    fn node(&mut self) -> Result<Vec<Property<'a>>, BadInput> {
        let mut properties = Vec::new();
        loop {
            self.scan.skip_blanks();
            let place = self.scan.place;
            let name = self.scan.take_while(|letter| letter.is_ascii_alphabetic());
            if name.is_empty() {
                return Ok(properties);
            }
            let mut values = Vec::new();
            loop {
                self.scan.skip_blanks();
                if !self.scan.take_text("[") {
                    break;
                }
                let inside = self.scan.place;
                values.push((inside, self.value(inside)?));
            }
            if values.is_empty() {
                let found = message!("input-sgf-no-value", "{name} without a value", name = quote(name));
                return Err(self.bad(place, found));
            }
            properties.push(Property { name, values, place });
        }
    }

    /// A value to its bracket; a letter behind a backslash is itself, an end of a line behind one is none.
    fn value(&mut self, begin: Place) -> Result<String, BadInput> {
        let mut value = String::new();
        loop {
            value.push_str(self.scan.take_while(|letter| !matches!(letter, ']' | '\\' | '\r')));
            match self.scan.peek() {
                None => {
                    return Err(self.bad(begin, message!("input-sgf-open-value", "a value without an end")));
                }
                Some(']') => {
                    self.scan.skip();
                    return Ok(value);
                }
                Some('\r') => self.scan.skip(),
                Some(_) => {
                    self.scan.skip();
                    let letter = self.scan.peek().filter(|letter| !matches!(letter, '\n' | '\r'));
                    value.extend(letter);
                    self.scan.skip();
                }
            }
        }
    }

    /// The headers of the first node, and the board that it sets up.
    fn root(&self, game: &mut PartialGame<'_>, node: &[Property<'_>]) -> Result<(), BadInput> {
        let mut board = EMPTY;
        let mut is_set_up = false;
        for Property { name, values, place } in node {
            let value = values.first().map_or("", |(_, value)| value.as_str());
            match *name {
                "GM" if value.trim() != "2" => {
                    let english = "a game of number {number}, not 2, which is Othello";
                    return Err(self.bad(*place, message!("input-sgf-game", english, number = quote(value))));
                }
                "SZ" if value.trim() != "8" => {
                    let english = "a board of size {size}, not 8";
                    return Err(self.bad(*place, message!("input-sgf-size", english, size = quote(value))));
                }
                "AB" | "AW" => {
                    is_set_up = true;
                    for (inside, square) in values {
                        let at = square_index(square.trim()).ok_or_else(|| {
                            let english = "{square} as a square";
                            self.bad(*inside, message!("input-sgf-square", english, square = quote(square)))
                        })?;
                        board[at] = if *name == "AB" { b'X' } else { b'O' };
                    }
                }
                _ => read_tag(game, name, value),
            }
        }
        if !is_set_up {
            return Ok(());
        }
        let begins =
            node.iter().find(|property| property.name == "PL").and_then(|property| property.values.first());
        let is_white = begins.is_some_and(|(_, side)| side.trim().to_ascii_uppercase().starts_with('W'));
        let cells = String::from_utf8_lossy(&board);
        let place =
            node.first().map_or(Place { line: game.line(), ..Place::START }, |property| property.place);
        game.set_board(place, &format!("{cells} {}", if is_white { 'O' } else { 'X' }))
    }

    /// The moves of a node, with what is said about them.
    fn play(&self, game: &mut PartialGame<'_>, node: Vec<Property<'_>>) -> Result<(), BadInput> {
        for Property { name, values, .. } in node.iter().filter(|property| matches!(property.name, "B" | "W"))
        {
            for (place, value) in values {
                let square = square_index(value.trim());
                let name_of = |at: usize| format!("{}{}", char::from(b'a' + (at % 8) as u8), at / 8 + 1);
                // An empty value is a pass, as on boards of Go.
                let text = match value.trim() {
                    "" => "pass".to_owned(),
                    text => square.map_or_else(|| text.to_owned(), name_of),
                };
                if game.is_full() {
                    return Ok(());
                }
                let mover = Seat::BOTH[usize::from(*name == "W")];
                let is_other = game.cursor.session().seat() != mover && !game.cursor.session().must_pass();
                if is_other && text != "pass" {
                    let english = "a move of {name}, whose turn it is not";
                    return Err(self.bad(*place, message!("input-sgf-turn", english, name = *name)));
                }
                if !game.play(*place, &text)? {
                    return Ok(());
                }
            }
        }
        for Property { name, values, .. } in &node {
            let value = values.first().map_or("", |(_, value)| value.trim());
            if *name == "C" {
                game.comment(value);
            }
            let is_mark = |(known, emphasis, _): &&(&str, &str, u8)| {
                known == name && (emphasis.is_empty() || *emphasis == value)
            };
            MARKS.iter().find(is_mark).into_iter().for_each(|&(_, _, mark)| game.mark(mark));
        }
        Ok(())
    }
}

/// Returns whether this can be the name of a header: it is not that of a move, a remark, a mark or a board.
fn is_header(name: &str) -> bool {
    let is_other = ["B", "W", "C", "AB", "AW", "AE"].contains(&name) || DERIVED.contains(&name);
    let is_mark = MARKS.iter().any(|(mark, ..)| *mark == name);
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic()) && !is_other && !is_mark
}

fn read_tag(game: &mut PartialGame<'_>, name: &str, value: &str) {
    if !is_header(name) {
        return;
    }
    if name == "RE" {
        result(value).into_iter().for_each(|result| game.tag("Result", result));
    }
    match NAMES.iter().find(|(own, _)| *own == name) {
        Some((_, "Date")) => game.tag("Date", &value.replace('-', ".")),
        Some((_, known)) => game.tag(known, value),
        None => game.tag(&format!("{OWN}{name}"), value),
    }
}

/// `B+4`, `W+Resign`, `0`, `Draw`.
fn result(value: &str) -> Option<&'static str> {
    match value.trim().as_bytes() {
        [b'B', b'+', ..] => Some(result_of_discs(1.0).text()),
        [b'W', b'+', ..] => Some(result_of_discs(-1.0).text()),
        [b'0'] | b"Draw" => Some(result_of_discs(0.0).text()),
        _ => None,
    }
}

/// The square of a letter and a digit, or of two letters; row by row from the top.
fn square_index(text: &str) -> Option<usize> {
    let [column, row] = *text.as_bytes() else { return None };
    let column = column.to_ascii_lowercase().checked_sub(b'a')?;
    let row = row
        .checked_sub(b'1')
        .filter(|row| *row < 8)
        .or_else(|| row.to_ascii_lowercase().checked_sub(b'a'))?;
    (column < 8 && row < 8).then_some(usize::from(row) * 8 + usize::from(column))
}

/// A game with its tree. A comment before the first move of a variation stands with that on the move.
pub(crate) fn write(game: &dyn AnyGame, file: &FileGame) -> Result<String, BadInput> {
    let session = file.session(game)?;
    let discs = session.verdict().and_then(|verdict| verdict.discs);
    let mut writer = Writer {
        text: "(;FF[4]GM[2]SZ[8]CA[UTF-8]AP[Shuangqi]".to_owned(),
        tree: &file.tree,
        cursor: Cursor::new(session),
    };
    writer.set_up(game.start(), &file.start);
    writer.headers(file, discs);
    writer.note(&Note { marks: Vec::new(), ..file.tree.note(NodeId::ROOT).clone() });
    writer.moves()?;
    Ok(writer.text + ")\n")
}

struct Writer<'a> {
    text: String,
    tree: &'a GameTree,
    cursor: Cursor,
}

impl Writer<'_> {
    fn property(&mut self, name: &str, value: &str) {
        let value = value.replace('\\', "\\\\").replace(']', "\\]");
        self.text.push_str(&format!("{name}[{value}]"));
    }

    fn set_up(&mut self, usual: &str, board: &str) {
        if board == usual {
            return;
        }
        for (name, disc) in [("AB", 'X'), ("AW", 'O')] {
            let squares = board.chars().take(64).enumerate().filter(|(_, cell)| *cell == disc);
            let squares: String = squares
                .map(|(at, _)| format!("[{}{}]", char::from(b'a' + (at % 8) as u8), at / 8 + 1))
                .collect();
            if !squares.is_empty() {
                self.text.push_str(&format!("{name}{squares}"));
            }
        }
        self.property("PL", if board.ends_with('O') { "W" } else { "B" });
    }

    fn headers(&mut self, file: &FileGame, discs: Option<i32>) {
        for (name, value) in &file.tags {
            let known = NAMES.iter().find(|(_, known)| known == name).map(|(own, _)| *own);
            match known.or_else(|| name.strip_prefix(OWN)) {
                Some("DT") => self.property("DT", &value.replace('.', "-")),
                Some(own) if own != "RE" && is_header(own) => self.property(own, value),
                _ => {}
            }
        }
        // A result that was read may be that of a game which has been changed since.
        let kept = file.tag("SgfRE").filter(|value| discs.is_none() && result(value) == Some(file.result()));
        let stated = kept.map(str::to_owned).or_else(|| Some(score(discs?)));
        let stated = stated.unwrap_or_else(|| match file.result() {
            "1-0" => "B+".to_owned(),
            "0-1" => "W+".to_owned(),
            "1/2-1/2" => "0".to_owned(),
            _ => String::new(),
        });
        if !stated.is_empty() {
            self.property("RE", &stated);
        }
    }

    fn note(&mut self, note: &Note) {
        for mark in &note.marks {
            if let Some((name, emphasis, _)) = MARKS.iter().find(|(_, _, known)| known == mark) {
                self.property(name, emphasis);
            }
        }
        let comment = [note.before.as_str(), note.comment.as_str()];
        let comment = comment.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ");
        if !comment.is_empty() {
            self.property("C", &comment);
        }
    }

    fn moves(&mut self) -> Result<(), BadInput> {
        // What is left to write, the last first: a node, and whether it has a bracket of its own; `None` closes one.
        let branches = |tree: &GameTree, node| {
            let children: Vec<NodeId> = tree.children(node).collect();
            let has_brackets = children.len() > 1;
            children.into_iter().rev().map(move |child| Some((child, has_brackets))).collect::<Vec<_>>()
        };
        let mut tasks = branches(self.tree, NodeId::ROOT);
        while let Some(task) = tasks.pop() {
            let Some((node, has_brackets)) = task else {
                self.text.push(')');
                continue;
            };
            if has_brackets {
                self.text.push_str("\n(");
                tasks.push(None);
            }
            self.mv(node)?;
            tasks.extend(branches(self.tree, node));
        }
        Ok(())
    }

    fn mv(&mut self, node: NodeId) -> Result<(), BadInput> {
        self.cursor.go_to(self.tree, self.tree.parent(node))?;
        let letter = ["B", "W"][self.cursor.session().seat().index()];
        self.cursor.go_to(self.tree, node)?;
        let mv = self.cursor.last_move(Notation::default()).text;
        self.text.push(';');
        self.property(letter, if mv == "pass" { "PA" } else { &mv });
        self.note(&self.tree.note(node).clone());
        Ok(())
    }
}

/// A difference of discs from Black's view.
fn score(discs: i32) -> String {
    match discs {
        0 => "0".to_owned(),
        _ if discs > 0 => format!("B+{discs}"),
        _ => format!("W+{}", -discs),
    }
}

/// Returns whether a header has a place in the form.
pub(crate) fn holds_tag(name: &str) -> bool {
    name == "Result"
        || name.strip_prefix(OWN).is_some_and(is_header)
        || NAMES.iter().any(|(_, known)| *known == name)
}

/// Returns whether a mark has a place in the form.
pub(crate) fn holds_mark(mark: u8) -> bool {
    MARKS.iter().any(|(_, _, known)| *known == mark)
}
