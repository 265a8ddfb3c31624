//! The records of `solve`.

use std::time::Duration;

use serde::Serialize;
use shuangqi_cli::Exit;
use shuangqi_cli::output::Record;
use shuangqi_cli::units::{per_second, short_seconds};

use super::answer::{Answer, Effort, ScoreKind, ScoredMove, SolveRequest, SolveState};
use super::problems::Entry;
use othello::notation::board;

/// A position that was solved, or given up.
#[derive(Clone, Debug, Serialize)]
pub struct Solved<'run> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'run str>,
    id: usize,
    board: String,
    side: char,
    empties: u32,
    window: (i32, i32),
    #[serde(flatten)]
    state: &'run SolveState,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Moves<'run>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ok: Option<bool>,
    #[serde(flatten)]
    effort: Effort,
}

/// The details of a record.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// Set if the answer is compared with the scores of the line.
    pub check: bool,
    /// Set if the file is named.
    pub names_file: bool,
    /// Set if lists may hold objects.
    pub nests: bool,
}

/// Every legal move: as objects, or in words where a cell of a table has to hold them.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Moves<'run> {
    Objects(&'run [ScoredMove]),
    Words(Vec<String>),
}

impl Record for Solved<'_> {
    const SCHEMA: &'static str = "solve/1";
    const COLUMNS: &'static [&'static str] = shuangqi_cli::columns! {
        file id board side empties window solved estimate certainty score bound best pv moves expected ok nodes
        ordering_nodes seconds
    };
    const MINOR: &'static [&'static str] = shuangqi_cli::columns! {
        window ordering_nodes pv empties side board moves nodes
    };
}

impl<'run> Solved<'run> {
    /// The record of an answer.
    pub fn new(entry: &'run Entry, request: &SolveRequest, answer: &'run Answer, view: View) -> Solved<'run> {
        let moves = match answer.moves.as_deref() {
            Some(moves) if view.nests => Some(Moves::Objects(moves)),
            moves => moves.map(|moves| Moves::Words(moves.iter().map(word).collect())),
        };
        let position = entry.problem.position;
        let mut cells = board::write(position);
        cells.truncate(64);
        Solved {
            file: entry.file.as_deref().filter(|_| view.names_file),
            id: entry.id,
            board: cells,
            side: position.side.letter(),
            empties: position.board.empties().len(),
            window: request.window,
            state: &answer.state,
            moves,
            expected: entry.problem.expected().map(|(score, _)| score).filter(|_| view.check),
            ok: if view.check { is_right(entry, answer, request.window) } else { None },
            effort: answer.effort,
        }
    }
}

/// `g8:+18`, `h1:>=+4`, `a2:<=-2`.
fn word(scored: &ScoredMove) -> String {
    let relation = match scored.bound {
        ScoreKind::Exact => "",
        ScoreKind::Lower => ">=",
        ScoreKind::Upper => "<=",
    };
    format!("{}:{relation}{:+}", scored.mv, scored.score)
}

/// Returns whether an answer agrees with the line, as far as the window distinguishes scores: the score, and every move that the line
/// lists among those that were found best or scored. `None` if the line has no scores, or the answer none.
fn is_right(entry: &Entry, answer: &Answer, (alpha, beta): (i32, i32)) -> Option<bool> {
    let (expected, _) = entry.problem.expected()?;
    let SolveState { score, bound, best, pv, .. } = &answer.state;
    let agree = |one: i32, other: i32| one.clamp(alpha, beta) == other.clamp(alpha, beta);
    let agrees_with_line = |name: &str, score: i32| {
        let mut listed = entry.problem.scores.iter().filter(|(mv, _)| mv.to_string() == name);
        listed.next().is_none_or(|&(_, listed)| agree(listed, score))
    };
    // The first move of a line that proves a lower bound is no worse than the bound.
    let proof = pv.first().filter(|_| *bound == Some(ScoreKind::Lower));
    Some(
        agree((*score)?, expected)
            && best.iter().chain(proof).all(|name| agrees_with_line(name, expected))
            && answer.moves.iter().flatten().all(|one| agrees_with_line(&one.mv, one.score)),
    )
}

/// The sums over a run's records, and its end.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    positions: u64,
    right: u64,
    wrong: u64,
    unsolved: u64,
    bad_lines: u64,
    nodes: u64,
    ordering_nodes: u64,
    /// Of all positions together; one thread works at each.
    seconds: f64,
    nodes_per_second: u64,
    /// Of this run, by the clock.
    elapsed: f64,
}

impl Record for Summary {
    const SCHEMA: &'static str = "solve-summary/1";
    const COLUMNS: &'static [&'static str] = shuangqi_cli::columns! {
        positions right wrong unsolved bad_lines nodes ordering_nodes seconds nodes_per_second
        elapsed
    };
    const MINOR: &'static [&'static str] = shuangqi_cli::columns! {
        ordering_nodes elapsed nodes_per_second bad_lines unsolved
    };
}

impl Summary {
    /// Before the first position, with the number of lines that cannot be used.
    pub fn new(bad_lines: usize) -> Summary {
        Summary { bad_lines: bad_lines as u64, ..Summary::default() }
    }

    /// Adds a record.
    pub fn add(&mut self, record: &Solved<'_>) {
        self.positions += 1;
        self.right += u64::from(record.ok == Some(true));
        self.wrong += u64::from(record.ok == Some(false));
        self.unsolved += u64::from(record.state.solved == Some(false));
        self.nodes += record.effort.nodes;
        self.ordering_nodes += record.effort.ordering_nodes;
        self.seconds += record.effort.seconds;
    }

    /// After a run of `elapsed`.
    pub fn after(self, elapsed: Duration) -> Summary {
        let time = Duration::from_secs_f64(self.seconds);
        Summary {
            seconds: short_seconds(time),
            nodes_per_second: per_second(self.nodes, time),
            elapsed: short_seconds(elapsed),
            ..self
        }
    }

    /// The exit code of a run, in which positions had to be solved if answers were checked.
    pub fn exit(&self, is_checked: bool) -> Exit {
        let is_unmet = self.wrong > 0 || (is_checked && self.unsolved > 0);
        match (self.bad_lines, is_unmet) {
            (0, false) => Exit::Success,
            (0, true) => Exit::Wrong,
            _ => Exit::BadInput,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(scores: &str) -> Entry {
        let board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
        let problem = othello::notation::obf::read_line(&format!("{board}; {scores}")).unwrap().unwrap();
        Entry { file: None, id: 1, problem }
    }

    fn answer(score: i32, best: &str, moves: Option<Vec<ScoredMove>>) -> Answer {
        let (score, bound, best) = (Some(score), Some(ScoreKind::Exact), vec![best.to_owned()]);
        Answer {
            state: SolveState { score, bound, best, ..SolveState::default() },
            moves,
            ..Answer::default()
        }
    }

    #[test]
    fn scores_and_listed_moves_must_agree() {
        let entry = entry("G8:+18; H1:+12");
        let right = |score, best, window| is_right(&entry, &answer(score, best, None), window);
        assert_eq!(right(18, "g8", (-64, 64)), Some(true));
        assert_eq!(right(18, "a2", (-64, 64)), Some(true));
        assert_eq!(right(18, "h1", (-64, 64)), Some(false));
        assert_eq!(right(16, "g8", (-64, 64)), Some(false));
        assert_eq!(right(4, "h1", (-1, 1)), Some(true));
        assert_eq!(right(-4, "h1", (-1, 1)), Some(false));
        assert_eq!(is_right(&super::tests::entry(""), &answer(18, "g8", None), (-64, 64)), None);
    }

    #[test]
    fn every_scored_move_is_compared() {
        let moves = |score| Some(vec![ScoredMove { mv: "h1".to_owned(), score, bound: ScoreKind::Upper }]);
        let entry = entry("G8:+18; H1:+12");
        let right = |score| is_right(&entry, &answer(18, "g8", moves(score)), (-64, 64));
        assert_eq!((right(12), right(10)), (Some(true), Some(false)));
        assert_eq!(word(&moves(-2).unwrap()[0]), "h1:<=-2");
    }
}
