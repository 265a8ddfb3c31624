//! Problem files (`.obf`): a position and the scores of moves on each line.
//!
//! `BOARD SIDE; MOVE:SCORE; MOVE:SCORE; …` with scores in discs from the view of the side to move. From `%`
//! on a line is a comment. A line without scores is a position to be solved; so are the lines of an endgame
//! script (`.scr`).

use search_core::bad_input::{BadInput, Reason, quote};
use search_core::{Message, message};

use super::{board, read_move};
use crate::position::{Move, Position};

const KIND: &str = "OBF line";
const REMEDY: &str = "Write `BOARD SIDE; MOVE:SCORE; …`, for example `…X; G8:+18; H1:+12`";

/// A position and what is known of its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The position to be solved.
    pub position: Position,
    /// Legal moves and their scores in discs, −64 to 64, from the view of the side to move; in the order of
    /// the line, and not necessarily all.
    pub scores: Vec<(Move, i32)>,
}

impl Problem {
    /// The best score of the line and the moves that reach it, all of them right; `None` without scores.
    pub fn expected(&self) -> Option<(i32, Vec<Move>)> {
        let best = self.scores.iter().map(|&(_, score)| score).max()?;
        let moves = self.scores.iter().filter(|&&(_, score)| score == best).map(|&(mv, _)| mv).collect();
        Some((best, moves))
    }
}

/// The problems of a file's text with their line numbers from 1, and an error for each line that is none;
/// `file` is its name for error messages.
pub fn read<'a>(
    file: &'a str,
    text: &'a str,
) -> impl Iterator<Item = Result<(usize, Problem), BadInput>> + 'a {
    (1..).zip(text.lines()).filter_map(move |(number, line)| match read_line(line) {
        Ok(problem) => Some(Ok((number, problem?))),
        Err(error) => Some(Err(error.at(file, number))),
    })
}

/// The problem of one line, or `None` if the line is empty or a comment.
///
/// # Errors
/// With every reason: those of the board, else fields that are no `MOVE:SCORE`, illegal moves, moves named
/// twice, and scores beyond ±64.
///
/// ```
/// use othello::notation::obf;
/// let line = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; % FFO 1";
/// let (score, moves) = obf::read_line(line).unwrap().unwrap().expected().unwrap();
/// assert_eq!((score, moves.len(), moves[0].to_string().as_str()), (18, 1, "g8"));
/// ```
pub fn read_line(line: &str) -> Result<Option<Problem>, BadInput> {
    let (content, _) = line.split_once('%').unwrap_or((line, ""));
    if content.trim().is_empty() {
        return Ok(None);
    }
    let mut fields = content.split(';');
    let first = fields.next().unwrap_or_default();
    let position = board::read(first)?;
    let (mut scores, mut reasons) = (Vec::new(), Vec::new());
    let mut column = first.chars().count() + 2;
    for field in fields {
        let indent = field.chars().take_while(|letter| letter.is_whitespace()).count();
        if !field.trim().is_empty() {
            match read_score(field.trim(), position, &scores) {
                Ok(score) => scores.push(score),
                Err((found, expected)) => reasons.push(Reason::new(Some(column + indent), found, expected)),
            }
        }
        column += field.chars().count() + 1;
    }
    if reasons.is_empty() {
        return Ok(Some(Problem { position, scores }));
    }
    Err(BadInput::of(KIND, reasons, message!("input-obf-remedy", REMEDY)))
}

/// One field, or what was found in it and what was expected.
fn read_score(
    field: &str,
    position: Position,
    before: &[(Move, i32)],
) -> Result<(Move, i32), (Message, Message)> {
    let Some((name, score)) = field.split_once(':') else {
        return Err((quote(field), Message::verbatim("MOVE:SCORE")));
    };
    let Some(mv) = read_move(name.trim()) else {
        let expected = message!("input-obf-move", "a square such as g8, or PS for a pass");
        return Err((quote(name.trim()), expected));
    };
    let legal = mv.square().map_or(position.board.must_pass(), |square| position.board.is_legal(square));
    if !legal {
        let found = message!("input-illegal-move", "the illegal move {name}", name = mv.to_string());
        return Err((found, position.board.expected_moves()));
    }
    if before.iter().any(|&(other, _)| other == mv) {
        let found = message!("input-obf-again", "{name} a second time", name = mv.to_string());
        return Err((found, message!("input-obf-once", "each move once")));
    }
    match score.trim().parse() {
        Ok(score @ -64..=64) => Ok((mv, score)),
        _ => {
            let english = "the score of {name} in discs, -64 to +64";
            Err((quote(score.trim()), message!("input-obf-score", english, name = mv.to_string())))
        }
    }
}

/// The line of a problem, without a line break: moves in upper case, scores signed and with two digits.
pub fn write(problem: &Problem) -> String {
    let mut line = board::write(problem.position) + ";";
    for (mv, score) in &problem.scores {
        let name = mv.square().map_or("PS".to_owned(), |square| square.to_string().to_ascii_uppercase());
        line += &format!(" {name}:{score:+03};");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Side;
    use crate::naive::Random;

    const FIRST: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

    #[test]
    fn comments_and_empty_lines_are_no_problems() {
        let text = format!("% two; with fields\n{FIRST}\n  \n{FIRST}; g8:+18;\n  % another\n");
        let problems: Vec<_> = read("file.obf", &text).collect::<Result<_, _>>().unwrap();
        let expected = problems.iter().map(|(line, problem)| (*line, problem.expected().is_some()));
        assert_eq!(expected.collect::<Vec<_>>(), [(2, false), (4, true)]);
    }

    #[test]
    fn all_best_moves_are_expected() {
        let problem = read_line(&format!("{FIRST}; H1 : 12; G8:+12 ;a2:-6;")).unwrap().unwrap();
        let (score, moves) = problem.expected().unwrap();
        let names: Vec<String> = moves.iter().map(Move::to_string).collect();
        assert_eq!((score, names.join(" ")), (12, "h1 g8".to_owned()));
    }

    #[test]
    fn a_pass_is_read_where_it_is_forced() {
        let line = "OOOX-X--OOOXXX--OXOXXXXXXXXXXXXX--XXXXXX--XXXOXX--OOOOOO-OOOOOOO X; PS:-04;";
        let problem = read_line(line).unwrap().unwrap();
        assert_eq!(problem.scores, [(Move::PASS, -4)]);
        assert_eq!(write(&problem), line);
    }

    #[test]
    fn problems_survive_the_round_trip() {
        let mut random = Random(14);
        for _ in 0..10_000 {
            let position = Position { board: random.board(), side: Side::ALL[random.below(2)] };
            let moves = position.board.legal_moves().into_iter().map(Move::new);
            let scores = moves.map(|mv| (mv, random.below(65) as i32 * 2 - 64)).collect();
            let problem = Problem { position, scores };
            assert_eq!(read_line(&write(&problem)), Ok(Some(problem)));
        }
    }
}
