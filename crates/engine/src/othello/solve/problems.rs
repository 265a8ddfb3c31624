//! The problems to solve, and the journal of those that are solved already.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;

use game::Game as _;
use othello::notation::obf::{self, Problem};
use othello::notation::{board, transcript};
use othello::position::Position;
use search_core::Position as _;
use serde::{Deserialize, Serialize};
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::journal::{self, Kind};
use shuangqi_cli::run_journal::RunKind;
use shuangqi_cli::shard::SharedRun;
use shuangqi_cli::{BadInput, Failure, position, source};

use super::answer::{Answer, SolveRequest, SolveState};

/// A position to solve, and where it stands.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The file; `None` for a position of the command line.
    pub file: Option<String>,
    /// The line of the file, counted from 1.
    pub id: usize,
    /// The position and its known scores.
    pub problem: Problem,
}

/// Everything to solve, and what cannot be.
#[derive(Debug, Default)]
pub struct Problems {
    /// In the order of the files.
    pub entries: Vec<Entry>,
    /// One for each line that is no problem.
    pub bad: Vec<BadInput>,
    /// Set if a problem needs the file's name beside its line number.
    pub are_several_files: bool,
}

impl Problems {
    /// Reads the files or the one position of a command line.
    ///
    /// # Errors
    /// A file that cannot be read, a bad position, or nothing to solve.
    pub fn read(first: &str, rest: &[String], ids: Option<&Ids>) -> Result<Problems, Failure> {
        let words: Vec<&str> = std::iter::once(first).chain(rest.iter().map(String::as_str)).collect();
        if is_position(&words) {
            let position = read_position(&words.join(" "))?;
            let entry = Entry { file: None, id: 1, problem: Problem { position, scores: Vec::new() } };
            return Ok(Problems { entries: vec![entry], ..Problems::default() });
        }
        let mut problems = Problems { are_several_files: words.len() > 1, ..Problems::default() };
        for word in words {
            let path = word.strip_prefix('@').unwrap_or(word);
            let file = if path == "-" { "stdin" } else { path };
            problems.take_file(file, &source::read(path).map_err(or_position)?, ids);
        }
        if problems.entries.is_empty() && problems.bad.is_empty() {
            return Err(nothing_to_solve(first));
        }
        Ok(problems)
    }

    fn take_file(&mut self, file: &str, text: &str, ids: Option<&Ids>) {
        let is_wanted = |line: usize| ids.is_none_or(|ids| ids.has(line));
        for problem in obf::read(file, text) {
            match problem {
                Ok((id, problem)) if is_wanted(id) => {
                    self.entries.push(Entry { file: Some(file.to_owned()), id, problem })
                }
                Err(bad) if bad.place.as_ref().is_none_or(|(_, line)| is_wanted(*line)) => self.bad.push(bad),
                _ => {}
            }
        }
    }
}

/// Returns whether the words are a board rather than names of files.
fn is_position(words: &[&str]) -> bool {
    let letters: usize = words.iter().map(|word| word.chars().count()).sum();
    let ranks =
        words[0].matches('/').count() == 7 && words[0].contains(|letter: char| letter.is_ascii_digit());
    let boardlike = words[0] == "startpos" || letters >= 64 || ranks;
    boardlike && !Path::new(words[0]).exists()
}

/// Reads `startpos`, a board, or either followed by `moves` and the moves played from there, apart or run together.
fn read_position(text: &str) -> Result<Position, BadInput> {
    let set_up = |text: &str| if text == "startpos" { Ok(Position::START) } else { board::read(text) };
    position::read(text, set_up, |position, word| {
        *position = *transcript::read(*position, word)?.position();
        Ok(())
    })
}

/// The error that there is nothing to solve in the input.
fn nothing_to_solve(file: &str) -> Failure {
    let remedy = "Name a file of lines `BOARD SIDE; MOVE:SCORE; …`, or other lines with --ids";
    BadInput::new("problems", None, "no position to solve", "at least one", remedy).at(file, 1).into()
}

/// A file that is not there may have been meant as a board.
fn or_position(mut bad: BadInput) -> BadInput {
    bad.remedy =
        "Check the name and that the file may be read; a position has 64 cells and the side to move".into();
    bad
}

/// Line numbers as `40-49` or `1,3,5-7`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ids(Vec<RangeInclusive<usize>>);

impl Ids {
    fn has(&self, id: usize) -> bool {
        self.0.iter().any(|range| range.contains(&id))
    }
}

impl FromStr for Ids {
    type Err = String;

    fn from_str(text: &str) -> Result<Ids, String> {
        let range = |part: &str| {
            let (low, high) = part.split_once('-').unwrap_or((part, part));
            let (low, high) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
            (1 <= low && low <= high).then_some(low..=high)
        };
        let ranges: Option<Vec<_>> = text.split(',').map(range).collect();
        ranges
            .map(Ids)
            .ok_or_else(|| "expected line numbers from 1; try --ids 40-49 or --ids 1,3,5-7".to_owned())
    }
}

/// The journal of solved positions.
pub const JOURNAL: RunKind = RunKind {
    journal: Kind {
        name: "journal of solved positions",
        schema: "solve-journal/4",
        first: "header",
        item: "a solved position",
        restart: "solve the positions again, with another journal",
    },
    options: &[("/window", "the window"), ("/all_moves", "--all-moves")],
    unit: Some("/unit"),
    another: "name another --resume",
    may: "visit other positions",
};

/// A line of a journal: an answer, and where its position stands.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Line {
    /// The number of the position among all of the run, from 0.
    unit: usize,
    #[serde(flatten)]
    place: Place,
    #[serde(flatten)]
    answer: Answer,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Place {
    file: Option<String>,
    id: usize,
    position: String,
}

impl Place {
    fn of(entry: &Entry) -> Place {
        Place { file: entry.file.clone(), id: entry.id, position: board::write(entry.problem.position) }
    }
}

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    file: journal::Journal,
    /// The answers that it held when it was opened.
    known: HashMap<Place, Answer>,
}

impl Journal {
    /// Opens the journal of a run, or begins it.
    ///
    /// # Errors
    /// A file that cannot be used, that another run is using, that is no such journal, that of another question, or was changed.
    pub fn open(path: &str, request: &SolveRequest, shard: Option<SharedRun>) -> Result<Journal, Failure> {
        let mut known = HashMap::new();
        let file = JOURNAL.open_shard(path, request, shard, |line: Line| {
            replay(&line.place.position, &line.answer.state)?;
            known.insert(line.place, line.answer);
            Ok(())
        })?;
        Ok(Journal { file, known })
    }

    /// The stored answer to an entry.
    pub fn probe(&self, entry: &Entry) -> Option<&Answer> {
        self.known.get(&Place::of(entry))
    }

    /// Adds the answer to an entry, whose number in the run is given, unless the position was given up: the next run may have more time.
    ///
    /// # Errors
    /// [`Failure::Unwritable`].
    pub fn write(&mut self, unit: usize, entry: &Entry, answer: &Answer) -> Result<(), Failure> {
        if !answer.is_solved() {
            return Ok(());
        }
        self.file.write(&Line { unit, place: Place::of(entry), answer: answer.clone() })
    }
}

/// Plays the best moves and the best line of a position.
fn replay(position: &str, state: &SolveState) -> Result<(), String> {
    let start = board::read(position).map_err(|bad| bad.to_string())?;
    for line in state.best.iter().map(std::slice::from_ref).chain([&state.pv[..]]) {
        let mut position = start;
        for text in line {
            let mv = position.find_move(text);
            position.play(mv.map_err(|_| format!("{} as a move of a solved position", quote(text)))?);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "---------------------------OX------XO---------------------------";

    #[test]
    fn moves_may_be_run_together() {
        let apart = read_position("startpos moves f5 d6").unwrap();
        assert!(read_position("startpos moves f5d6").unwrap() == apart);
        let error = read_position("startpos moves f5d6 a1").unwrap_err();
        assert_eq!(error.reasons[0].column, Some(21));
    }

    #[test]
    fn boards_are_told_from_files() {
        assert!(is_position(&["startpos"]) && is_position(&["startpos", "moves", "f5"]));
        assert!(is_position(&[BOARD, "X"]) && is_position(&["8/8/8/3Pp3/3pP3/8/8/8", "b"]));
        assert!(!is_position(&["ffo.obf"]) && !is_position(&["-"]) && !is_position(&["../a/b/c/d/e/f/g"]));
    }

    #[test]
    fn lines_are_listed() {
        let ids: Ids = "1,3, 5-7".parse().unwrap();
        let held: Vec<usize> = (0..10).filter(|&id| ids.has(id)).collect();
        assert_eq!(held, [1, 3, 5, 6, 7]);
        for wrong in ["", "0", "3-1", "a", "1,,2", "1-2-3", "-1"] {
            assert!(wrong.parse::<Ids>().unwrap_err().contains("--ids 40-49"), "{wrong}");
        }
    }

    #[test]
    fn only_wanted_lines_are_read() {
        let text = format!("{BOARD} X;\nbad\n\n{BOARD} O;\nworse\n");
        let lines = |ids: Option<&str>| {
            let mut problems = Problems::default();
            problems.take_file("f", &text, ids.map(|ids| ids.parse().unwrap()).as_ref());
            let bad = problems.bad.iter().map(|bad| bad.place.clone().unwrap().1).collect::<Vec<_>>();
            (problems.entries.iter().map(|entry| entry.id).collect::<Vec<_>>(), bad)
        };
        assert_eq!(lines(None), (vec![1, 4], vec![2, 5]));
        assert_eq!(lines(Some("4-5")), (vec![4], vec![5]));
    }

    const EXACT: SolveRequest = SolveRequest { window: (-64, 64), all_moves: false };

    fn entry(id: usize) -> Entry {
        let problem = Problem { position: Position::START, scores: Vec::new() };
        Entry { file: Some("f".to_owned()), id, problem }
    }

    fn answer(score: i32, best: &str) -> Answer {
        let state = SolveState { score: Some(score), best: vec![best.to_owned()], ..SolveState::default() };
        Answer { state, ..Answer::default() }
    }

    #[test]
    fn what_is_solved_is_remembered_and_what_was_given_up_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j").to_str().unwrap().to_owned();
        let mut journal = Journal::open(&path, &EXACT, None).unwrap();
        journal.write(0, &entry(3), &answer(4, "f5")).unwrap();
        let given_up = SolveState { solved: Some(false), ..SolveState::default() };
        journal.write(1, &entry(4), &Answer { state: given_up, ..Answer::default() }).unwrap();
        drop(journal);
        let journal = Journal::open(&path, &EXACT, None).unwrap();
        assert_eq!(journal.probe(&entry(3)), Some(&answer(4, "f5")));
        assert!(journal.probe(&entry(4)).is_none() && journal.probe(&entry(5)).is_none());
    }

    #[test]
    fn an_illegal_move_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j").to_str().unwrap().to_owned();
        Journal::open(&path, &EXACT, None).unwrap().write(0, &entry(4), &answer(4, "a1")).unwrap();
        let error = Journal::open(&path, &EXACT, None).unwrap_err().to_string();
        assert!(error.contains("j:2: ") && error.contains("found \"a1\" as a move"), "{error}");
    }
}
