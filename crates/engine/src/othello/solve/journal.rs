//! What is solved already.

use search_core::Position as _;
use serde::{Deserialize, Serialize};
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::journal::{self, Kind};
use shuangqi_cli::{BadInput, Failure};

use super::answer::{Answer, Question, Verdict};
use super::problems::Entry;
use othello::notation::{board, read_move};

/// The first journals, of `solve-journal/1`, had no checksums.
const KIND: Kind = Kind {
    name: "journal of solved positions",
    schema: "solve-journal/2",
    first: "line",
    item: "a solved position",
    restart: "solve the positions again, with another journal",
};

/// A solved position with all that its answer depends on.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Line {
    schema: String,
    file: Option<String>,
    id: usize,
    position: String,
    window: (i32, i32),
    all_moves: bool,
    #[serde(flatten)]
    answer: Answer,
}

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    file: journal::Journal,
    question: Question,
    /// What it held when it was opened, as far as it answers the question.
    known: Vec<Line>,
}

impl Journal {
    /// Opens a journal, or begins one.
    ///
    /// # Errors
    /// A file that cannot be opened, that another run is using, or that is no journal, or was changed.
    pub fn open(path: &str, question: &Question) -> Result<Journal, Failure> {
        let mut known = Vec::new();
        let mut file = journal::Journal::open(path, &KIND, |_, text| {
            let line = read(text)?;
            if (line.window, line.all_moves) == (question.window, question.all_moves) {
                known.push(line);
            }
            Ok(())
        })?;
        file.create()?;
        Ok(Journal { file, question: *question, known })
    }

    /// The stored answer to an entry.
    pub fn recall(&self, entry: &Entry) -> Option<&Answer> {
        let position = board::write(entry.problem.position);
        let is_same =
            |line: &&Line| line.id == entry.id && line.file == entry.file && line.position == position;
        self.known.iter().find(is_same).map(|line| &line.answer)
    }

    /// Adds an answer, unless the position was given up: the next run may have more time.
    ///
    /// # Errors
    /// [`Failure::Unwritable`].
    pub fn write(&mut self, entry: &Entry, answer: &Answer) -> Result<(), Failure> {
        if answer.verdict.is_none() {
            return Ok(());
        }
        let line = Line {
            schema: KIND.schema.to_owned(),
            file: entry.file.clone(),
            id: entry.id,
            position: board::write(entry.problem.position),
            window: self.question.window,
            all_moves: self.question.all_moves,
            answer: answer.clone(),
        };
        self.file.write(&line)
    }
}

/// A line, if the moves of its answer can be played.
fn read(text: &str) -> Result<Line, BadInput> {
    let line: Line = KIND.parse(text)?;
    let replayed = line.answer.verdict.as_ref().map_or(Ok(()), |verdict| replay(&line.position, verdict));
    replayed.map(|()| line).map_err(|found| KIND.unfit(found))
}

/// Plays the best moves and the best line of a position.
fn replay(position: &str, verdict: &Verdict) -> Result<(), String> {
    let start = board::read(position).map_err(|bad| bad.to_string())?;
    for line in verdict.best.iter().map(std::slice::from_ref).chain([&verdict.pv[..]]) {
        let mut position = start;
        for text in line {
            let mv = read_move(text).filter(|mv| {
                mv.square()
                    .map_or_else(|| position.board.must_pass(), |square| position.board.is_legal(square))
            });
            position.play(mv.ok_or_else(|| format!("{} as a move of a solved position", quote(text)))?);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::solve::answer::{Meaning, Verdict};

    const EXACT: Question = Question { window: (-64, 64), all_moves: false };

    fn entry(id: usize) -> Entry {
        let problem =
            othello::notation::obf::Problem { position: othello::Position::START, scores: Vec::new() };
        Entry { file: Some("f".to_owned()), id, problem }
    }

    fn answer(score: i32) -> Answer {
        let (best, pv) = (vec!["f5".to_owned()], Vec::new());
        let verdict = Some(Verdict { score, bound: Meaning::Exact, best, pv, moves: None });
        Answer { verdict, estimate: None, nodes: 7, ordering_nodes: 3, seconds: 0.125 }
    }

    #[test]
    fn what_is_written_is_remembered_for_the_same_question() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j").to_str().unwrap().to_owned();
        let mut journal = Journal::open(&path, &EXACT).unwrap();
        journal.write(&entry(3), &answer(4)).unwrap();
        journal.write(&entry(4), &Answer { verdict: None, ..answer(0) }).unwrap();
        assert!(matches!(Journal::open(&path, &EXACT), Err(Failure::Usage(why)) if why.contains("in use")));
        drop(journal);
        let journal = Journal::open(&path, &EXACT).unwrap();
        assert_eq!(journal.recall(&entry(3)), Some(&answer(4)));
        assert!(journal.recall(&entry(4)).is_none() && journal.recall(&entry(5)).is_none());
        drop(journal);
        let other = Journal::open(&path, &Question { window: (-1, 1), ..EXACT }).unwrap();
        assert!(other.recall(&entry(3)).is_none());
    }

    #[test]
    fn a_torn_line_is_dropped_and_another_kind_of_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j").to_str().unwrap().to_owned();
        Journal::open(&path, &EXACT).unwrap().write(&entry(1), &answer(2)).unwrap();
        let whole = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{whole}{}", &whole[..whole.len() / 2])).unwrap();
        let mut journal = Journal::open(&path, &EXACT).unwrap();
        assert!(journal.recall(&entry(1)).is_some());
        journal.write(&entry(2), &answer(6)).unwrap();
        drop(journal);
        assert!(Journal::open(&path, &EXACT).unwrap().recall(&entry(2)).is_some());
        drop(std::fs::remove_file(&path));
        std::fs::write(&path, "hello\n").unwrap();
        let error = Journal::open(&path, &EXACT).unwrap_err();
        assert!(matches!(&error, Failure::BadInput(_)) && error.to_string().contains(":1: "), "{error}");
    }

    #[test]
    fn a_changed_score_and_an_illegal_move_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j").to_str().unwrap().to_owned();
        let mut journal = Journal::open(&path, &EXACT).unwrap();
        (1..4).for_each(|id| journal.write(&entry(id), &answer(4)).unwrap());
        drop(journal);
        let whole = std::fs::read_to_string(&path).unwrap();
        for place in (0..whole.len()).filter(|&place| whole.as_bytes()[place].is_ascii_digit()) {
            let other = if whole.as_bytes()[place] == b'6' { "2" } else { "6" };
            std::fs::write(&path, format!("{}{other}{}", &whole[..place], &whole[place + 1..])).unwrap();
            let error = Journal::open(&path, &EXACT).unwrap_err();
            assert!(matches!(&error, Failure::BadInput(bad) if bad.place.is_some()), "{place}: {error}");
        }
        std::fs::write(&path, &whole).unwrap();
        let mut journal = Journal::open(&path, &EXACT).unwrap();
        let mut illegal = answer(4);
        illegal.verdict.as_mut().unwrap().best = vec!["a1".to_owned()];
        journal.write(&entry(4), &illegal).unwrap();
        drop(journal);
        let error = Journal::open(&path, &EXACT).unwrap_err().to_string();
        assert!(error.contains("j:4: ") && error.contains("found \"a1\" as a move"), "{error}");
    }
}
