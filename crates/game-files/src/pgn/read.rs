//! Reads Portable Game Notation.

use search_core::bad_input::quote;
use search_core::{BadInput, message};

use crate::file_game::{FileGame, RESULTS};
use crate::lines::without_number;
use crate::marks;
use crate::scan::{Place, Scan, without_an_end};
use crate::source::{Extent, LineNames, PartialGame, Source};
use crate::tree::{NodeId, append};

const PGN: &str = "PGN";

/// The headers that the game itself tells: which game it is, where it begins, and how moves are written.
const DERIVED: [&str; 5] = ["Game", "Variant", "SetUp", "FEN", "Format"];

/// All games of a text.
pub fn read(source: Source<'_>, text: &str) -> Result<Vec<FileGame>, BadInput> {
    let mut reader = Reader {
        source,
        scan: Scan::new(text),
        games: Vec::new(),
        names: LineNames::default(),
        game: None,
        before_first: String::new(),
    };
    loop {
        reader.scan.skip_blanks();
        let place = reader.scan.place;
        match reader.scan.peek() {
            None => break,
            Some('[') => reader.tag(place)?,
            Some('{') => reader.comment(place)?,
            Some('(') => reader.begin_variation(place)?,
            Some(')') => reader.end_variation(place)?,
            Some(';') => reader.line_comment(),
            Some('%') if place.column == 1 => drop(reader.scan.take_while(|letter| letter != '\n')),
            Some(sign) => {
                let is_part = |letter: char| !letter.is_whitespace() && !"{(;)".contains(letter);
                match reader.scan.take_while(is_part) {
                    "" => return Err(reader.unexpected(place, sign)),
                    word => reader.word(place, word)?,
                }
            }
        }
    }
    reader.close()?;
    Ok(reader.games)
}

/// A game and its variations that are not yet read to their end.
struct OpenGame<'a> {
    game: PartialGame<'a>,
    has_moves: bool,
    /// Where each variation began, and the node to which the line before it goes on.
    forks: Vec<(Place, NodeId)>,
    /// A variation has begun, and no move of it was read.
    is_fresh: bool,
}

/// Reads the games of a text one after the other.
struct Reader<'a> {
    source: Source<'a>,
    scan: Scan<'a>,
    games: Vec<FileGame>,
    names: LineNames,
    game: Option<OpenGame<'a>>,
    /// The comment before the first game.
    before_first: String,
}

impl<'a> Reader<'a> {
    /// The current game, begun here if there is none.
    fn current(&mut self, place: Place) -> Result<&mut OpenGame<'a>, BadInput> {
        match &mut self.game {
            Some(game) => Ok(game),
            empty => {
                let mut game = PartialGame::begin(self.source, place)?;
                game.comment(&std::mem::take(&mut self.before_first));
                Ok(empty.insert(OpenGame { game, has_moves: false, forks: Vec::new(), is_fresh: false }))
            }
        }
    }

    /// Ends the current game.
    fn close(&mut self) -> Result<(), BadInput> {
        let Some(open) = self.game.take() else { return Ok(()) };
        if let Some(&(place, _)) = open.forks.last() {
            return Err(self.unclosed(place, '(', ')'));
        }
        let name = self.names.next(open.game.line());
        self.games.push(open.game.finish(name));
        Ok(())
    }

    fn unexpected(&self, place: Place, sign: char) -> BadInput {
        let found = quote(&sign.to_string());
        let expected = message!("input-pgn-part", "a move, a tag, a comment or a result");
        let bad = BadInput::new(PGN, None, found, expected, message!("input-remove", "Remove it"));
        place.blame(self.source.file, bad)
    }

    fn unclosed(&self, begin: Place, sign: char, end: char) -> BadInput {
        let found = without_an_end(sign);
        let remedy = message!("input-close", "Close it, or remove it");
        let bad = BadInput::new(PGN, None, found, quote(&end.to_string()), remedy);
        begin.blame(self.source.file, bad)
    }

    /// Takes the text up to this end of what began here.
    fn take_past(&mut self, begin: Place, sign: char, end: char) -> Result<&'a str, BadInput> {
        self.scan.take_past(end).ok_or_else(|| self.unclosed(begin, sign, end))
    }

    fn comment(&mut self, place: Place) -> Result<(), BadInput> {
        let text = self.take_past(place, '{', '}')?;
        self.add_comment(text.strip_prefix('{').unwrap_or(text));
        Ok(())
    }

    fn line_comment(&mut self) {
        let text = self.scan.take_while(|letter| letter != '\n');
        self.add_comment(text.strip_prefix(';').unwrap_or(text));
    }

    /// A comment behind a game belongs to its end, one before the first game to the beginning of that.
    fn add_comment(&mut self, text: &str) {
        if self.source.extent != Extent::Tree {
            return;
        }
        let text = text.replace('\r', "");
        match (&mut self.game, self.games.last_mut()) {
            (Some(open), _) if open.is_fresh => open.game.comment_next(text.trim()),
            (Some(open), _) => open.game.comment(text.trim()),
            (None, Some(last)) => {
                let end = last.tree.main_line().last().unwrap_or(NodeId::ROOT);
                last.tree.note_mut(end).add_comment(text.trim());
            }
            (None, None) => append(&mut self.before_first, text.trim()),
        }
    }

    /// Goes back to the position before the last move.
    fn begin_variation(&mut self, place: Place) -> Result<(), BadInput> {
        if self.source.extent != Extent::Tree {
            return self.skip_variation(place);
        }
        self.scan.skip();
        let open = self.current(place)?;
        let at = open.game.cursor.node();
        if at == NodeId::ROOT || open.is_fresh {
            return Err(self.unexpected(place, '('));
        }
        open.forks.push((place, at));
        open.is_fresh = true;
        open.game.cursor.go_to(&open.game.tree, open.game.tree.parent(at))
    }

    fn end_variation(&mut self, place: Place) -> Result<(), BadInput> {
        self.scan.skip();
        let open = self.current(place)?;
        let Some((_, fork)) = open.forks.pop() else { return Err(self.unexpected(place, ')')) };
        open.is_fresh = false;
        // A comment without a move behind it belongs to the move that has no variation then.
        let comment = std::mem::take(&mut open.game.before_next);
        open.game.cursor.go_to(&open.game.tree, fork)?;
        open.game.comment(&comment);
        Ok(())
    }

    /// Skips a variation, with those inside it.
    fn skip_variation(&mut self, begin: Place) -> Result<(), BadInput> {
        let mut depth = 0;
        while let Some(letter) = self.scan.peek() {
            match letter {
                '{' => {
                    self.take_past(self.scan.place, '{', '}')?;
                    continue;
                }
                ';' => {
                    self.scan.take_while(|letter| letter != '\n');
                    continue;
                }
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            self.scan.skip();
            if depth == 0 {
                return Ok(());
            }
        }
        Err(self.unclosed(begin, '(', ')'))
    }

    fn tag(&mut self, place: Place) -> Result<(), BadInput> {
        self.scan.skip();
        self.scan.skip_blanks();
        let name = self.scan.take_while(|letter| letter.is_alphanumeric() || letter == '_');
        // A game without moves ends where a header comes again.
        let has_tag = |open: &OpenGame<'_>| open.game.tags.iter().any(|(known, _)| known == name);
        if self.game.as_ref().is_some_and(|open| open.has_moves || has_tag(open)) {
            self.close()?;
        }
        self.scan.skip_blanks();
        let start = self.scan.place;
        let text = match self.scan.peek() {
            Some('"') => self.quoted(place)?,
            _ => self.take_past(place, '[', ']')?,
        };
        let value = unquoted(text.trim());
        let open = self.current(place)?;
        let is_undecided = name == "Result" && matches!(value.as_str(), "*" | "?");
        if !is_undecided && !DERIVED.iter().any(|derived| derived.eq_ignore_ascii_case(name)) {
            open.game.tag(name, &value);
        }
        if !name.eq_ignore_ascii_case("FEN") || value.is_empty() {
            return Ok(());
        }
        let is_before = |letter: &char| *letter != '\n' && (letter.is_whitespace() || *letter == '"');
        let inside = text.chars().take_while(is_before).count();
        open.game.set_board(Place { column: start.column + inside, ..start }, &value)
    }

    /// Takes a value in quotes, in which a bracket is a letter like any other, and the bracket behind it.
    fn quoted(&mut self, begin: Place) -> Result<&'a str, BadInput> {
        let mut is_escaped = false;
        let ends = |letter: char| {
            let is_end = letter == '\n' || letter == '"' && !is_escaped;
            is_escaped = letter == '\\' && !is_escaped;
            is_end
        };
        let inside = self.scan.rest.get(1..).unwrap_or_default();
        let end = inside.find(ends).filter(|&end| inside[end..].starts_with('"'));
        let Some(end) = end else { return self.take_past(begin, '[', ']') };
        let value = self.scan.take(end + 2);
        self.take_past(begin, '[', ']')?;
        Ok(value)
    }

    /// A move, a result or a mark.
    fn word(&mut self, place: Place, word: &str) -> Result<(), BadInput> {
        let open = self.current(place)?;
        open.has_moves = true;
        if RESULTS.contains(&word) {
            return self.result(word);
        }
        let text = without_number(word);
        if let Some(number) = text.strip_prefix('$') {
            number.parse().into_iter().for_each(|mark| open.game.mark(mark));
            return Ok(());
        }
        let mv = text.trim_end_matches(['!', '?']);
        let skipped = word.chars().count() - text.chars().count();
        if !mv.trim_matches(['.', '…']).is_empty() {
            let here = Place { column: place.column + skipped, ..place };
            if !open.game.play(here, mv)? {
                return Ok(());
            }
            open.is_fresh = false;
        }
        marks::of_sign(&text[mv.len()..]).into_iter().for_each(|mark| open.game.mark(mark));
        Ok(())
    }

    /// A result ends the game; inside a variation it is a remark.
    fn result(&mut self, word: &str) -> Result<(), BadInput> {
        if let Some(open) = &mut self.game {
            if !open.forks.is_empty() {
                open.game.comment(word);
                return Ok(());
            }
            if word != "*" {
                open.game.tag("Result", word);
            }
        }
        self.close()
    }
}

/// The value of a tag, in which quotes and backslashes stand behind backslashes.
fn unquoted(value: &str) -> String {
    let inside = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value);
    let mut plain = String::with_capacity(inside.len());
    let mut letters = inside.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_escape = letter == '\\' && letters.peek().is_some_and(|next| matches!(next, '"' | '\\'));
        plain.push(if is_escape { letters.next().unwrap_or(letter) } else { letter });
    }
    plain
}
