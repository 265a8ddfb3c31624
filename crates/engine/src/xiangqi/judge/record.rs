//! What judge reports.

use serde::Serialize;
use shuangqi_cli::Exit;
use shuangqi_cli::output::Record;

use super::case::Case;
use xiangqi::game::Game;

/// A game that was judged.
#[derive(Clone, Debug, Serialize)]
pub struct Judged {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<String>>,
    outcome: String,
    reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    expect: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ok: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<String>,
}

impl Record for Judged {
    const SCHEMA: &'static str = "judge/1";
    const COLUMNS: &'static [&'static str] =
        &["id", "fen", "moves", "outcome", "reason", "expect", "ok", "explanation"];
}

impl Judged {
    /// The answer to a game. What is too long for a table is left out unless the record `is_whole`.
    pub fn new(case: &Case, game: &Game, is_whole: bool) -> Judged {
        let verdict = game.verdict();
        let ok = case.expect.map(|expect| expect == verdict.outcome);
        Judged {
            id: case.line,
            fen: is_whole.then(|| case.start.to_string()),
            moves: is_whole.then(|| case.moves.iter().map(ToString::to_string).collect()),
            outcome: verdict.outcome.to_string(),
            reason: verdict.reason.to_string(),
            expect: case.expect.map(|expect| expect.to_string()),
            ok,
            explanation: is_whole.then(|| game.explanation()),
        }
    }

    /// Whether another answer was expected.
    pub fn is_unexpected(&self) -> bool {
        self.ok == Some(false)
    }
}

/// The end of a suite.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Sums {
    games: u64,
    right: u64,
    wrong: u64,
    bad_lines: u64,
}

impl Record for Sums {
    const SCHEMA: &'static str = "judge-summary/1";
    const COLUMNS: &'static [&'static str] = &["games", "right", "wrong", "bad_lines"];
}

impl Sums {
    /// The sums before the first game, with the number of lines that cannot be used.
    pub fn new(bad_lines: usize) -> Sums {
        Sums { bad_lines: bad_lines as u64, ..Sums::default() }
    }

    /// Adds a record.
    pub fn add(&mut self, record: &Judged) {
        self.games += 1;
        self.right += u64::from(record.ok == Some(true));
        self.wrong += u64::from(record.is_unexpected());
    }

    /// Whether no answer was expected of any game.
    pub fn is_unchecked(&self) -> bool {
        self.right + self.wrong == 0
    }

    /// The exit code.
    pub fn exit(&self) -> Exit {
        match (self.bad_lines, self.wrong) {
            (0, 0) => Exit::Success,
            (0, _) => Exit::Wrong,
            _ => Exit::BadInput,
        }
    }
}
