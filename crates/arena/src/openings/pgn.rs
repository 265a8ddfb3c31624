//! Games, or openings from them, in Portable Game Notation, of any game.
//!
//! Moves may be in every notation of the game. Comments, variations and annotations are skipped.

use game::any::AnySession;
use shuangqi_cli::BadInput;
use shuangqi_cli::bad_input::quote;

use super::lines::without_number;
use super::scan::{Place, Scan};
use super::{FileGame, Source, Tags};

const KIND: &str = "PGN";
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// All games, or their openings.
pub fn read(source: &Source<'_>, text: &str) -> Result<Vec<FileGame>, BadInput> {
    let mut reader = Reader { source, games: Vec::new(), game: None };
    let mut scan = Scan::new(text);
    loop {
        scan.take_while(char::is_whitespace);
        let place = scan.place();
        match scan.peek() {
            None => break,
            Some('[') => reader.tag(place, &mut scan)?,
            Some('{') => drop(scan.take_past('}').ok_or_else(|| open(source, place, "{", "}"))?),
            Some('(') => variation(source, &mut scan)?,
            Some(';') => drop(scan.take_while(|letter| letter != '\n')),
            Some('%') if place.column == 1 => drop(scan.take_while(|letter| letter != '\n')),
            Some(_) => {
                let word = scan.take_while(|letter| !letter.is_whitespace() && !"{(;)".contains(letter));
                match word.is_empty() {
                    true => return Err(place.blame(source.file, unexpected(&mut scan))),
                    false => reader.word(place, word)?,
                }
            }
        }
    }
    reader.close()?;
    Ok(reader.games)
}

fn unexpected(scan: &mut Scan<'_>) -> BadInput {
    let letter: String = scan.peek().into_iter().collect();
    BadInput::new(KIND, None, quote(&letter), "a move, a tag, a comment or a result", "Remove it")
}

fn open(source: &Source<'_>, place: Place, sign: &str, end: &str) -> BadInput {
    let found = format!("{} without an end", quote(sign));
    place.blame(source.file, BadInput::new(KIND, None, found, quote(end), "Close it, or remove it"))
}

/// The value of a tag, in which quotes and backslashes stand behind backslashes.
fn unquoted(value: &str) -> String {
    let inside = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value);
    inside.replace("\\\"", "\"").replace("\\\\", "\\")
}

/// Skips a variation, with those inside it.
fn variation(source: &Source<'_>, scan: &mut Scan<'_>) -> Result<(), BadInput> {
    let place = scan.place();
    let mut depth = 0;
    while let Some(letter) = scan.peek() {
        match letter {
            '{' if scan.take_past('}').is_some() => continue,
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        scan.skip();
        if depth == 0 {
            return Ok(());
        }
    }
    Err(open(source, place, "(", ")"))
}

struct Begun {
    place: Place,
    opening: Box<dyn AnySession>,
    tags: Tags,
    has_moves: bool,
}

struct Reader<'a> {
    source: &'a Source<'a>,
    games: Vec<FileGame>,
    game: Option<Begun>,
}

impl Reader<'_> {
    /// The current game, begun here if there is none.
    fn game(&mut self, place: Place) -> Result<&mut Begun, BadInput> {
        match &mut self.game {
            Some(begun) => Ok(begun),
            empty => {
                let opening = self.source.begin()?;
                Ok(empty.insert(Begun { place, opening, tags: Tags::new(), has_moves: false }))
            }
        }
    }

    fn tag(&mut self, place: Place, scan: &mut Scan<'_>) -> Result<(), BadInput> {
        if self.game.as_ref().is_some_and(|begun| begun.has_moves) {
            self.close()?;
        }
        scan.skip();
        scan.take_while(char::is_whitespace);
        let name = scan.take_while(|letter| letter.is_alphanumeric() || letter == '_');
        scan.take_while(char::is_whitespace);
        let start = scan.place();
        let text = scan.take_past(']').ok_or_else(|| open(self.source, place, "[", "]"))?;
        let value = text.trim().trim_matches('"');
        let source = self.source;
        let begun = self.game(place)?;
        begun.tags.push((name.to_owned(), unquoted(text.trim())));
        if name.eq_ignore_ascii_case("FEN") && !value.is_empty() {
            let is_before = |letter: &char| *letter != '\n' && (letter.is_whitespace() || *letter == '"');
            let inside = text.chars().take_while(is_before).count();
            let here = Place { column: start.column + inside, ..start };
            let opening = source.game.session(value, "");
            begun.opening = opening.map_err(|bad| here.blame_in(source.file, value, bad))?;
        }
        Ok(())
    }

    fn word(&mut self, place: Place, word: &str) -> Result<(), BadInput> {
        let source = self.source;
        let begun = self.game(place)?;
        begun.has_moves = true;
        if RESULTS.contains(&word) {
            return self.close();
        }
        let text = without_number(word);
        let is_annotation = text.starts_with('$') || text.chars().all(|letter| "!?.…".contains(letter));
        if is_annotation || begun.opening.plies() >= source.plies {
            return Ok(());
        }
        let skipped = word.chars().count() - text.chars().count();
        let here = Place { column: place.column + skipped, ..place };
        let text = text.trim_end_matches(['!', '?']);
        begun.opening.play_text(text).map_err(|bad| here.blame(source.file, bad))
    }

    /// Ends the current game.
    fn close(&mut self) -> Result<(), BadInput> {
        let Some(begun) = self.game.take() else { return Ok(()) };
        let line = begun.place.line;
        let finished = self.source.finish(line, &line.to_string(), &*begun.opening, begun.tags);
        self.games.push(finished.map_err(|bad| begun.place.blame(self.source.file, bad))?);
        Ok(())
    }
}
