//! Games to be judged, as users and files write them.

use std::collections::BTreeMap;

use game::{GameResult, GameSession};
use protocols::words::Words;
use serde::Deserialize;
use serde::de::IgnoredAny;
use shuangqi_cli::BadInput;
use shuangqi_cli::bad_input::{nearest, quote};

use xiangqi::fen;
use xiangqi::moves::Move;
use xiangqi::notation::parse_move;
use xiangqi::position::Position;
use xiangqi::referee::moment;
use xiangqi::rules::GameRules;

/// The outcomes: a side has won, a draw, the game goes on, or the last move may not be played.
const OUTCOMES: [&str; 5] = ["red", "black", "draw", "none", "illegal"];

/// A game, legal or not in its last move, and what is expected of it.
#[derive(Clone, Debug)]
pub struct Case {
    /// The line of the file, from 1; `None` on the command line.
    pub line: Option<usize>,
    /// The position in which the game starts.
    pub start: Position,
    /// The moves from there.
    pub moves: Vec<Move>,
    /// The outcome that the file expects.
    pub expect: Option<String>,
}

/// The referee's answer to a game.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// Red or Black has won, a draw, the game goes on, or the last move may not be played.
    pub outcome: &'static str,
    /// The rule, in snake case.
    pub reason: String,
    /// A sentence or two.
    pub explanation: String,
}

impl Case {
    /// Reads `startpos` or a FEN, the word `moves` if it is there, and the moves.
    ///
    /// # Errors
    /// A bad FEN, or the first word that is no move, with its column.
    pub fn parse(text: &str) -> Result<Case, BadInput> {
        let mut words = Words::of(text);
        let start = start(text, &mut words)?;
        if words.peek() == Some("moves") {
            words.next();
        }
        let mut reader = Reader { position: start, is_open: true };
        let moves = words.map(|word| reader.read(&word.text).map_err(|bad| word.place(bad)));
        Ok(Case { line: None, start, moves: moves.collect::<Result<_, _>>()?, expect: None })
    }

    /// The referee's answer: the first ending decides, and so does the first illegal move before it.
    pub fn judge(&self, rules: GameRules) -> Ruling {
        let mut session = GameSession::new(self.start, rules);
        for &mv in &self.moves {
            if session.verdict().is_some() {
                break;
            }
            if let Err(why) = session.position().check(mv) {
                let explanation = format!("{}, {mv} is not legal: {why}.", moment(session.moves().len() + 1));
                return Ruling { outcome: "illegal", reason: "illegal_move".to_owned(), explanation };
            }
            session.play(mv);
        }
        let Some(verdict) = session.verdict() else {
            let explanation = format!("{}, no rule has ended the game.", moment(session.moves().len()));
            return Ruling { outcome: "none", reason: "ongoing".to_owned(), explanation };
        };
        let outcome = match verdict.result {
            GameResult::First => "red",
            GameResult::Second => "black",
            GameResult::Draw => "draw",
        };
        Ruling { outcome, reason: verdict.reason, explanation: verdict.explanation + "." }
    }
}

/// The position of the first words; what follows is left.
fn start(text: &str, words: &mut Words<'_>) -> Result<Position, BadInput> {
    match words.peek() {
        None => return Position::from_fen(text),
        Some("startpos") => {
            words.next();
            return Position::from_fen(fen::START);
        }
        Some(_) => {}
    }
    let mut is_first = true;
    let fen = words.until(|word| !std::mem::take(&mut is_first) && !is_field(word));
    Position::from_fen(&fen.text).map_err(|bad| bad.shifted(fen.column.unwrap_or(1) - 1))
}

/// Returns whether a word can be one of a FEN's fields after the board; no move looks like that.
fn is_field(word: &str) -> bool {
    matches!(word, "w" | "r" | "R" | "b" | "-") || word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads move after move. Coordinates mean the same everywhere, other spellings need the position before them; after
/// an illegal move there is none.
struct Reader {
    position: Position,
    is_open: bool,
}

impl Reader {
    fn read(&mut self, word: &str) -> Result<Move, BadInput> {
        let mv = match Move::parse(word) {
            Ok(mv) => mv,
            Err(bad) if !self.is_open => return Err(bad),
            Err(_) => parse_move(self.position.board(), word)?,
        };
        self.is_open = self.is_open && self.position.try_play(mv).is_ok();
        Ok(mv)
    }
}

#[derive(Deserialize)]
struct Line {
    fen: String,
    moves: Vec<String>,
    expect: Option<String>,
}

/// The games of a file's text, and an error for each line that is none; empty lines are skipped. `file` is its name in
/// error messages.
pub fn read<'a>(file: &'a str, text: &'a str) -> impl Iterator<Item = Result<Case, BadInput>> + 'a {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines.map(move |(number, line)| read_line(number, line).map_err(|bad| bad.at(file, number)))
}

const KIND: &str = "judge suite line";
const REMEDY: &str = "Write the line as {\"fen\": \"…\", \"moves\": [\"h2e2\", …], \"expect\": \"draw\"}";

fn read_line(number: usize, text: &str) -> Result<Case, BadInput> {
    let line: Line = serde_json::from_str(text).map_err(|error| no_line(text, &error))?;
    if let Some(key) = misspelt_expect(text).filter(|_| line.expect.is_none()) {
        return Err(BadInput::new(KIND, None, format!("the key {}", quote(&key)), "expect", REMEDY));
    }
    let start = Position::from_fen(&line.fen).map_err(|bad| inside("fen", bad))?;
    let mut reader = Reader { position: start, is_open: true };
    let mut moves = Vec::new();
    for (index, word) in line.moves.iter().enumerate() {
        moves.push(reader.read(word).map_err(|bad| inside(&format!("move {}", index + 1), bad))?);
    }
    if let Some(name) = line.expect.as_ref().filter(|name| !OUTCOMES.contains(&name.as_str())) {
        let found = format!("expect {}", quote(name));
        return Err(BadInput::new(KIND, None, found, "red, black, draw, none or illegal", REMEDY));
    }
    Ok(Case { line: Some(number), start, moves, expect: line.expect })
}

/// The key that was meant for `expect`, if there is one: what it says would not be checked.
fn misspelt_expect(text: &str) -> Option<String> {
    let keys: BTreeMap<String, IgnoredAny> = serde_json::from_str(text).ok()?;
    keys.into_keys().find(|key| key != "expect" && nearest(key, ["expect"]).is_some())
}

/// The error of a line that is no such object.
fn no_line(text: &str, error: &serde_json::Error) -> BadInput {
    const MAX_LETTERS: usize = 100;
    let message = error.to_string();
    // The parser names its line too, but there is only this one; and it may quote characters that must not be printed.
    let message = message.split(" at line ").next().unwrap_or_default();
    let found = message.chars().filter(|letter| !letter.is_control()).take(MAX_LETTERS).collect::<String>();
    // The parser counts bytes.
    let column = text.char_indices().take_while(|(byte, _)| *byte < error.column()).count().max(1);
    BadInput::new(KIND, Some(column), found, "an object with fen, moves and perhaps expect", REMEDY)
}

/// The error of a text inside a line, where escapes make columns useless.
fn inside(name: &str, mut bad: BadInput) -> BadInput {
    for reason in &mut bad.reasons {
        reason.column = None;
        reason.found = format!("in {name} {}", reason.found).into();
    }
    bad
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        Case::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn a_fen_ends_where_the_moves_begin() {
        let played = |text: &str| Case::parse(text).unwrap().moves.len();
        assert_eq!(played("startpos"), 0);
        assert_eq!(played("startpos h2e2 H9-G7"), 2);
        assert_eq!(played(&format!("{} moves h2e2", fen::START)), 1);
        assert_eq!(played("3k5/9/9/9/9/9/R8/9/9/4K4 w a3a9 d9d8"), 2);
        assert_eq!(played("  3k5/9/9/9/9/9/R8/9/9/4K4 w - - 3 7 a3a9"), 1);
    }

    #[test]
    fn moves_may_be_in_letters_and_characters() {
        let one = Case::parse("startpos 炮二平五 H8+7 h0g2").unwrap();
        let other = Case::parse("startpos h2e2 h9g7 h0g2").unwrap();
        assert_eq!(one.moves, other.moves);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_column() {
        assert!(message("startpos h2e2 x9").contains("column 15: "), "{}", message("startpos h2e2 x9"));
        assert!(message("3k5/9 w h2e2").contains("2 ranks"));
        assert!(message("").contains("nothing"));
        assert!(message("startpos e0e5 C2.5").contains("C2.5"), "an illegal move leaves no position behind");
    }

    #[test]
    fn bad_lines_of_a_suite_are_named() {
        let good = r#"{"fen":"3k5/9/9/9/9/9/R8/9/9/4K4 w","moves":["a3a9"],"expect":"none","why":1}"#;
        let message = |line: &str| read_line(1, line).unwrap_err().to_string();
        assert!(message("{}").contains("missing field `fen`"), "{}", message("{}"));
        assert!(message(&good.replace("none", "white")).contains("expect \"white\", expected red, black"));
        assert!(message(&good.replace("a3a9", "z3a9")).contains("in move 1 \"z3a9\""));
        assert!(message(&good.replace("/4K4 w", " w")).contains("in fen 9 ranks"));
    }

    #[test]
    fn a_misspelt_expect_is_named_and_other_keys_are_ignored() {
        let line = |key: &str| {
            let text = format!(r#"{{"fen":"3k5/9/9/9/9/9/R8/9/9/4K4 w","moves":[],"{key}":"none"}}"#);
            read_line(1, &text).map(|case| case.expect).map_err(|bad| bad.to_string())
        };
        for key in ["expekt", "Expect", "expected", "exepct"] {
            assert!(line(key).unwrap_err().contains(&format!("found the key \"{key}\", expected expect")));
        }
        for key in ["id", "why", "explanation", "comment"] {
            assert_eq!(line(key), Ok(None), "{key}");
        }
    }
}
