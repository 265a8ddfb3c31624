//! A puzzle as files have it.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use shuangqi_cli::columns;
use shuangqi_cli::output::Record;

/// What the solver can reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// A mate in so many of the solver's moves.
    Mate(u32),
    /// Material.
    Gain,
    /// The game.
    Win,
    /// All discs of the other side, where every other move leaves some.
    WipeOut,
    /// A draw, where everything else loses.
    Draw,
}

/// A position in which one move is clearly best.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Puzzle {
    /// The game's name.
    pub game: String,
    /// The board as the game writes it, with the solver to move.
    pub board: String,
    /// What the solver can reach.
    pub goal: Goal,
    /// The solution in coordinates: the solver's moves and the answers to them; it ends with a move of the solver.
    pub moves: Vec<String>,
    /// What it is an example of, in words of lower case.
    pub themes: Vec<String>,
    /// How difficult it is, on a scale of players.
    pub rating: u32,
    /// The depth at which the engine settles on the first move, in plies.
    pub depth: u32,
    /// The positions that it has visited by then.
    pub nodes: u64,
    /// Where it comes from: the file, the line of its game, and the moves before the position.
    pub source: String,
}

impl Record for Puzzle {
    const SCHEMA: &'static str = "puzzle/1";
    const COLUMNS: &'static [&'static str] =
        columns! { game board goal moves themes rating depth nodes source };
    const MINOR: &'static [&'static str] = columns! { source game nodes depth };
}

impl Puzzle {
    /// The rating of a line of so many moves whose first one takes so many positions to find.
    pub(crate) fn rate(nodes: u64, moves: usize) -> u32 {
        /// The rating where the engine sees the move at once.
        const LEAST: f64 = 600.0;
        /// The positions that the engine visits in any case.
        const AT_ONCE: f64 = 32.0;
        const DOUBLING: f64 = 100.0;
        const MOVE: usize = 60;
        let doublings = (nodes as f64 / AT_ONCE).max(1.0).log2();
        (LEAST + DOUBLING * doublings) as u32 + (MOVE * (moves / 2)) as u32
    }
}

/// The puzzles of a game in the program; none for a game without a set.
pub fn of_game(game: &str) -> &'static [Puzzle] {
    static SETS: [OnceLock<Vec<Puzzle>>; 3] = [const { OnceLock::new() }; 3];
    let (place, text) = match game {
        "othello" => (0, include_str!("../data/othello.jsonl")),
        "xiangqi" => (1, include_str!("../data/xiangqi.jsonl")),
        _ => (2, ""),
    };
    // Every line is a puzzle: a test reads them.
    SETS[place].get_or_init(|| text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_is_read_as_it_is_written() {
        let text = |goal: Goal| serde_json::to_string(&goal).unwrap();
        assert_eq!([text(Goal::Mate(3)), text(Goal::Gain)], [r#"{"mate":3}"#, r#""gain""#]);
        for goal in [Goal::Mate(1), Goal::Win, Goal::WipeOut, Goal::Draw] {
            assert_eq!(serde_json::from_str::<Goal>(&text(goal)).unwrap(), goal);
        }
    }

    #[test]
    fn every_line_of_the_sets_is_a_puzzle() {
        for (game, text) in [
            ("othello", include_str!("../data/othello.jsonl")),
            ("xiangqi", include_str!("../data/xiangqi.jsonl")),
        ] {
            let puzzles = of_game(game);
            assert_eq!(puzzles.len(), text.lines().count(), "{game}");
            for puzzle in puzzles {
                assert!(puzzle.game == game && puzzle.moves.len() % 2 == 1, "{puzzle:?}");
            }
        }
    }

    #[test]
    fn what_takes_longer_is_rated_higher() {
        assert_eq!(Puzzle::rate(10, 1), 600);
        assert!(Puzzle::rate(64, 1) == 700 && Puzzle::rate(64, 5) == 820);
    }
}
