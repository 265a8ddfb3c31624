//! What is solved already.

use console::bad_input::quote;
use console::{BadInput, Failure, journal};
use serde::{Deserialize, Serialize};

use super::answer::{Answer, Question};
use super::problems::Entry;
use crate::notation::board;

const SCHEMA: &str = "solve-journal/1";

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
    /// A file that cannot be opened, that another run is using, or that is no journal.
    pub fn open(path: &str, question: &Question) -> Result<Journal, Failure> {
        let (file, texts) = journal::Journal::open(path)?;
        let mut known = lines(path, &texts)?;
        known.retain(|line| line.window == question.window && line.all_moves == question.all_moves);
        Ok(Journal { file, question: *question, known })
    }

    /// What is known of an entry.
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
            schema: SCHEMA.to_owned(),
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

fn lines(path: &str, texts: &[String]) -> Result<Vec<Line>, BadInput> {
    let line = |(index, text): (usize, &String)| match serde_json::from_str::<Line>(text) {
        Ok(line) if line.schema == SCHEMA => Ok(line),
        _ => {
            let expected = format!("a line of a journal, {{\"schema\":\"{SCHEMA}\",…}}");
            let remedy = "Name a journal that this command has begun, or a new one";
            Err(BadInput::new("journal", None, quote(text), expected, remedy).at(path, index + 1))
        }
    };
    texts.iter().enumerate().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::solve::answer::{Meaning, Verdict};

    const EXACT: Question = Question { window: (-64, 64), all_moves: false };

    fn entry(id: usize) -> Entry {
        let problem = crate::notation::obf::Problem { position: crate::Position::START, scores: Vec::new() };
        Entry { file: Some("f".to_owned()), id, problem }
    }

    fn answer(score: i32) -> Answer {
        let (best, pv) = (vec!["f5".to_owned()], Vec::new());
        let verdict = Some(Verdict { score, bound: Meaning::Exact, best, pv, moves: None });
        Answer { verdict, nodes: 7, ordering_nodes: 3, seconds: 0.125 }
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
        std::fs::write(&path, format!("{whole}hello\n")).unwrap();
        let error = Journal::open(&path, &EXACT).unwrap_err();
        assert!(matches!(&error, Failure::BadInput(_)) && error.to_string().contains(":2: "), "{error}");
    }
}
