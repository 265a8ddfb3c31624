//! Games, or openings from them: in Portable Game Notation, of any game, with moves in every notation of the game, comments,
//! variations and annotations skipped; and in the Generic Game Format: `(;GM[Othello]…BO[8 … *]B[f5]W[d6]…;)`.

use game::any::AnySession;
use shuangqi_cli::BadInput;
use shuangqi_cli::bad_input::quote;

use super::lines::without_number;
use super::{FileGame, Place, Scan, Source, Tags};

const PGN: &str = "PGN";
const GGF: &str = "GGF";
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// All games in PGN, or their openings.
pub fn read_pgn(source: &Source<'_>, text: &str) -> Result<Vec<FileGame>, BadInput> {
    let mut reader = Reader::new(source, text);
    loop {
        reader.scan.take_while(char::is_whitespace);
        let place = reader.scan.place;
        match reader.scan.peek() {
            None => break,
            Some('[') => reader.tag(place)?,
            Some('{') => drop(reader.take_past(place, '{', '}')?),
            Some('(') => reader.skip_variation(place)?,
            Some(';') => reader.skip_line(),
            Some('%') if place.column == 1 => reader.skip_line(),
            Some(sign) => {
                let is_part = |letter: char| !letter.is_whitespace() && !"{(;)".contains(letter);
                let word = reader.scan.take_while(is_part);
                if word.is_empty() {
                    let (found, expected) =
                        (quote(&sign.to_string()), "a move, a tag, a comment or a result");
                    let bad = BadInput::new(PGN, None, found, expected, "Remove it");
                    return Err(place.blame(source.file, bad));
                }
                reader.word(place, word)?;
            }
        }
    }
    reader.close()?;
    Ok(reader.games)
}

/// All games in GGF, or their openings; text between games is skipped.
pub fn read_ggf(source: &Source<'_>, text: &str) -> Result<Vec<FileGame>, BadInput> {
    if source.game.ggf.is_none() {
        let title = source.game.info.title;
        let remedy = format!("Give a file of {title} openings: lines (EPD) or PGN");
        let bad = BadInput::new(GGF, None, "games of Othello", format!("openings of {title}"), remedy);
        return Err(bad.at(source.file, 1));
    }
    let mut reader = Reader::new(source, text);
    while reader.scan.peek().is_some() {
        let place = reader.scan.place;
        if reader.scan.take_text("(;") {
            reader.current(place)?;
            reader.ggf_tags(place)?;
            reader.close()?;
        } else {
            reader.scan.skip();
        }
    }
    Ok(reader.games)
}

/// A game that is not yet read to its end.
struct PartialGame {
    place: Place,
    session: Box<dyn AnySession>,
    tags: Tags,
    has_moves: bool,
}

/// Reads the games of a text one after the other.
struct Reader<'a> {
    source: &'a Source<'a>,
    scan: Scan<'a>,
    games: Vec<FileGame>,
    game: Option<PartialGame>,
}

impl<'a> Reader<'a> {
    fn new(source: &'a Source<'a>, text: &'a str) -> Reader<'a> {
        Reader { source, scan: Scan::new(text), games: Vec::new(), game: None }
    }

    /// The current game, begun here if there is none.
    fn current(&mut self, place: Place) -> Result<&mut PartialGame, BadInput> {
        match &mut self.game {
            Some(partial) => Ok(partial),
            empty => {
                let session = self.source.begin()?;
                Ok(empty.insert(PartialGame { place, session, tags: Tags::new(), has_moves: false }))
            }
        }
    }

    /// Ends the current game. Its name is that of its line; with a number, where others stand before it there.
    fn close(&mut self) -> Result<(), BadInput> {
        let Some(partial) = self.game.take() else { return Ok(()) };
        let line = partial.place.line;
        let others = self.games.iter().rev().take_while(|game| game.line == line).count();
        let name = if others == 0 { line.to_string() } else { format!("{line}.{}", others + 1) };
        let finished = self.source.finish(line, &name, &*partial.session, partial.tags);
        self.games.push(finished.map_err(|bad| partial.place.blame(self.source.file, bad))?);
        Ok(())
    }

    /// Sets the current game to a board that begins here.
    fn set_board(&mut self, place: Place, board: &str) -> Result<(), BadInput> {
        let session = self.source.game.session(board, "");
        let session = session.map_err(|bad| place.blame_in(self.source.file, board, bad))?;
        self.current(place)?.session = session;
        Ok(())
    }

    /// Plays a move that begins here, unless there are enough.
    fn play(&mut self, place: Place, text: &str) -> Result<(), BadInput> {
        let Source { file, plies, .. } = *self.source;
        let partial = self.current(place)?;
        if partial.session.plies() >= plies {
            return Ok(());
        }
        partial.session.play_text(text).map_err(|bad| place.blame_in(file, text, bad))
    }

    fn skip_line(&mut self) {
        self.scan.take_while(|letter| letter != '\n');
    }

    /// Takes the text up to this end of what began here.
    fn take_past(&mut self, begin: Place, sign: char, end: char) -> Result<&'a str, BadInput> {
        self.scan.take_past(end).ok_or_else(|| self.unclosed(begin, sign, end))
    }

    fn unclosed(&self, begin: Place, sign: char, end: char) -> BadInput {
        let found = format!("{} without an end", quote(&sign.to_string()));
        let bad = BadInput::new(PGN, None, found, quote(&end.to_string()), "Close it, or remove it");
        begin.blame(self.source.file, bad)
    }

    /// Skips a variation, with those inside it.
    fn skip_variation(&mut self, begin: Place) -> Result<(), BadInput> {
        let mut depth = 0;
        while let Some(letter) = self.scan.peek() {
            match letter {
                '{' if self.scan.take_past('}').is_some() => continue,
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

    /// A tag of PGN.
    fn tag(&mut self, place: Place) -> Result<(), BadInput> {
        if self.game.as_ref().is_some_and(|partial| partial.has_moves) {
            self.close()?;
        }
        self.scan.skip();
        self.scan.take_while(char::is_whitespace);
        let name = self.scan.take_while(|letter| letter.is_alphanumeric() || letter == '_');
        self.scan.take_while(char::is_whitespace);
        let start = self.scan.place;
        let text = self.take_past(place, '[', ']')?;
        self.current(place)?.tags.push((name.to_owned(), unquoted(text.trim())));
        let value = text.trim().trim_matches('"');
        if !name.eq_ignore_ascii_case("FEN") || value.is_empty() {
            return Ok(());
        }
        let is_before = |letter: &char| *letter != '\n' && (letter.is_whitespace() || *letter == '"');
        let inside = text.chars().take_while(is_before).count();
        self.set_board(Place { column: start.column + inside, ..start }, value)
    }

    /// A move, a result or an annotation of PGN.
    fn word(&mut self, place: Place, word: &str) -> Result<(), BadInput> {
        self.current(place)?.has_moves = true;
        if RESULTS.contains(&word) {
            return self.close();
        }
        let text = without_number(word);
        if text.starts_with('$') || text.chars().all(|letter| "!?.…".contains(letter)) {
            return Ok(());
        }
        let skipped = word.chars().count() - text.chars().count();
        self.play(Place { column: place.column + skipped, ..place }, text.trim_end_matches(['!', '?']))
    }

    /// The tags of a game in GGF, to its end.
    fn ggf_tags(&mut self, begin: Place) -> Result<(), BadInput> {
        loop {
            self.scan.take_while(char::is_whitespace);
            let place = self.scan.place;
            if self.scan.take_text(";)") {
                return Ok(());
            }
            let name = self.scan.take_while(|letter| letter.is_ascii_alphanumeric());
            let inside = Place { column: place.column + name.len() + 1, ..place };
            let is_tag = !name.is_empty() && self.scan.take_text("[");
            let Some(value) = is_tag.then(|| self.scan.take_past(']')).flatten() else {
                let rest: String = self.scan.take_while(|letter| letter != '\n').chars().take(20).collect();
                let found = quote(&format!("{name}{}{rest}", if is_tag { "[" } else { "" }));
                let remedy = format!("End the game that begins on line {} with ;)", begin.line);
                let bad = BadInput::new(GGF, None, found, "a tag such as B[f5]", remedy);
                return Err(place.blame(self.source.file, bad));
            };
            match name {
                "BO" => self.ggf_board(inside, value)?,
                "B" | "W" => self.play(inside, value.split('/').next().unwrap_or_default().trim())?,
                _ => self.current(place)?.tags.push((name.to_owned(), value.to_owned())),
            }
        }
    }

    fn ggf_board(&mut self, place: Place, value: &str) -> Result<(), BadInput> {
        let (size, board) = value.trim_start().split_once(char::is_whitespace).unwrap_or((value, value));
        if size != "8" {
            let found = format!("a board of size {}", quote(size));
            let bad = BadInput::new(GGF, None, found, "size 8", "Leave games on other boards out");
            return Err(place.blame_in(self.source.file, value, bad));
        }
        self.set_board(place, board)
    }
}

/// The value of a tag, in which quotes and backslashes stand behind backslashes.
fn unquoted(value: &str) -> String {
    let inside = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value);
    inside.replace("\\\"", "\"").replace("\\\\", "\\")
}
