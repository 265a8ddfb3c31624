//! The interface of a game to the tools: [`Game`], which a game's position implements.
//!
//! Perft, compare and tree need nothing else of a game, so that another game joins them by one `impl` and one entry in
//! the list of games of the program. Methods with a sensible default for most games are provided; a small game states
//! its names, how positions are read and written, an evaluator, and how deep the laboratory goes.

mod othello;
mod xiangqi;

use std::fmt::{Debug, Display};

use clap::ValueEnum;
use search_core::score::{INFINITY, plies_to_mate, plies_to_ruling};
use search_core::{Evaluator, MoveKind, MoveList, Position, Recipe, Score};
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::{BadInput, position};
use shuangqi_plot::board::Board;

/// A game of the tools, implemented by its position.
///
/// [`Position`] states the rules for searches; this trait adds what people need: names, notation, units, and the
/// settings of the laboratory.
pub trait Game: Position<Move: Display> + Debug + 'static {
    /// What scores the leaves of searches in the laboratory.
    type Evaluator: Evaluator<Self> + Default + Debug;

    /// Names and units.
    const INFO: GameInfo;
    /// The position in which games begin, as [`Game::read_board`] reads it.
    const START: &'static str;
    /// The strongest exact recipe of the game.
    const STRONGEST: Recipe;
    /// The positions, depths and units of the laboratory.
    const LAB: LabSettings;
    /// A tree of this many plies is counted by perft on one thread.
    const PERFT_GRAIN: u32;

    /// Reads a board or FEN.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read_board(text: &str) -> Result<Self, BadInput>;

    /// The board or FEN that [`Game::read_board`] reads.
    fn write_board(&self) -> String;

    /// The legal move that is written so, in either case.
    ///
    /// # Errors
    /// Why it cannot be played, as a phrase.
    fn find_move(&self, text: &str) -> Result<Self::Move, String> {
        let mut list = MoveList::new();
        self.moves(MoveKind::All, &mut list);
        let found = list.iter().find(|mv| mv.to_string().eq_ignore_ascii_case(text));
        found.ok_or_else(|| match list.is_empty() {
            true => "the game is over".to_owned(),
            false => "it is no legal move".to_owned(),
        })
    }

    /// The legal move that is written so.
    ///
    /// # Errors
    /// Why it cannot be played.
    fn read_move(&self, word: &str) -> Result<Self::Move, BadInput> {
        self.find_move(word).map_err(|why| {
            let found = format!("{}: {why}", quote(word));
            BadInput::new("move", None, found, "a legal move", "Correct the move, or leave it out")
        })
    }

    /// Plays what one word after `moves` says: a move, or in games whose moves may be run together, several.
    ///
    /// # Errors
    /// What is wrong with the first move that cannot be played.
    fn play_word(&mut self, word: &str) -> Result<(), BadInput> {
        self.read_move(word).map(|mv| self.play(mv))
    }

    /// Reads `startpos`, a board, or either followed by `moves` and the moves played from there.
    ///
    /// # Errors
    /// What is wrong with the board or the first move that cannot be played, with its column.
    fn read(text: &str) -> Result<Self, BadInput> {
        let set_up = |board: &str| Self::read_board(if board == "startpos" { Self::START } else { board });
        position::read(text, set_up, Self::play_word)
    }

    /// The colour of the side to move.
    fn side_name(&self) -> &'static str {
        Self::INFO.sides[self.side()]
    }

    /// The leaves `depth` plies below. Games without passes have only one way to count.
    fn perft(&self, depth: u32, _convention: PassConvention) -> u64 {
        search_core::perft::perft(self, depth)
    }

    /// The counts of a perft suite, and what is wrong with its other lines; `file` is its name in messages.
    fn perft_suite(file: &str, _text: &str) -> Vec<Result<KnownCount<Self>, BadInput>> {
        let found = format!("a suite of {}", Self::INFO.title);
        let remedy = "Leave out --suite, and give a position and a depth";
        vec![Err(
            BadInput::new("perft suite", None, found, "a game with a format for suites", remedy).at(file, 1)
        )]
    }
}

/// Names and units of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// As options and records spell it: lower-case letters and digits.
    pub name: &'static str,
    /// As headings spell it.
    pub title: &'static str,
    /// A few words for the help.
    pub summary: &'static str,
    /// The colours of the sides in lower case, by [`Position::side`].
    pub sides: [&'static str; 2],
    /// What a score of 100 is worth, in the singular: `disc`.
    pub hundred: &'static str,
    /// How trees show scores.
    pub unit: Unit,
    /// Whether a side may have to pass, so that perft has several conventions.
    pub has_passes: bool,
    /// How pages draw its board.
    pub board: Board,
}

/// What scores are shown in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Its name in the plural.
    pub name: &'static str,
    /// How many units of score make one; a power of ten.
    pub size: Score,
}

impl Unit {
    /// A score as people write it: `6`, `-0.35`, `inf`, `win at ply 3`, `win by ruling at ply 3`.
    pub fn text(self, score: Score) -> String {
        if score.abs() >= INFINITY {
            return if score > 0 { "inf" } else { "-inf" }.to_owned();
        }
        if let Some(plies) = plies_to_mate(score) {
            return format!("{} at ply {plies}", if score > 0 { "win" } else { "loss" });
        }
        if let Some(plies) = plies_to_ruling(score) {
            return format!("{} by ruling at ply {plies}", if score > 0 { "win" } else { "loss" });
        }
        let sign = if score < 0 { "-" } else { "" };
        let (whole, part) = (score.abs() / self.size, score.abs() % self.size);
        if part == 0 {
            return format!("{sign}{whole}");
        }
        let digits = self.size.ilog10() as usize;
        format!("{sign}{}", format!("{whole}.{part:0digits$}").trim_end_matches('0'))
    }
}

/// The settings of the laboratory for a game.
#[derive(Clone, Copy, Debug)]
pub struct LabSettings {
    /// Half the first aspiration window, in units of score: about what the score changes from one depth to the next.
    pub radius: Score,
    /// The embedded positions, one a line.
    pub positions: &'static str,
    /// The strata of the embedded set: position `i` is of stratum `(i + i / n) mod n`.
    pub strata: &'static [&'static str],
    /// Up to this depth searches are so short that clearing a large table would take longer.
    pub shallow: i16,
    /// How deep the experiments go.
    pub depths: ExperimentDepths,
    /// Grains of scores to compare, by name.
    pub grains: &'static [(&'static str, Score)],
    /// Whether there are captures, and quiescence with them.
    pub has_captures: bool,
    /// Whether passing is worse than the best move, so that a null move proves something.
    pub has_null_move: bool,
}

/// How deep a game's experiments go, and on how many positions.
#[derive(Clone, Copy, Debug)]
pub struct ExperimentDepths {
    /// Depths at which even plain alpha-beta is quick.
    pub shallow: (i16, i16),
    /// Depths for what is ordered well.
    pub deep: (i16, i16),
    /// Positions for those.
    pub deep_positions: usize,
    /// Depths for one part against another, all ordered well.
    pub parts: (i16, i16),
    /// Depths for one part against another, some without any ordering.
    pub plain: (i16, i16),
    /// Positions for experiments with many algorithms.
    pub many: usize,
    /// The depth of the heat map of all combinations.
    pub factorial: i16,
    /// Depths for selective algorithms.
    pub selective: (i16, i16),
    /// The depth whose moves theirs are compared with.
    pub oracle: i16,
}

/// What perft counts as a ply and what as a leaf, in games with passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PassConvention {
    /// A pass is a ply; a game that ended is one leaf
    A,
    /// A pass is free; a game that ended is one leaf
    B,
    /// A pass is a ply; a game that ended is no leaf
    C,
}

impl PassConvention {
    /// As options and records spell it.
    pub fn letter(self) -> &'static str {
        match self {
            PassConvention::A => "a",
            PassConvention::B => "b",
            PassConvention::C => "c",
        }
    }
}

/// A position of a perft suite and the count at one depth.
#[derive(Clone, Debug)]
pub struct KnownCount<P> {
    /// The position.
    pub position: P,
    /// How passes are counted, where the game has them.
    pub convention: Option<PassConvention>,
    /// Plies.
    pub depth: u32,
    /// The leaves.
    pub count: u64,
    /// The line of the file, from 1.
    pub line: usize,
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use search_core::score::{mate_in, mated_in, ruling};

    use super::*;

    #[test]
    fn scores_are_written_in_the_unit_of_people() {
        let discs = ::othello::Position::INFO.unit;
        let texts = [600, -35, 1250, -1205, 0, INFINITY, -INFINITY].map(|score| discs.text(score));
        assert_eq!(texts, ["6", "-0.35", "12.5", "-12.05", "0", "inf", "-inf"]);
        let points = ::xiangqi::Position::INFO.unit;
        let texts = [-120, mate_in(3), mated_in(4)].map(|score| points.text(score));
        assert_eq!(texts, ["-120", "win at ply 3", "loss at ply 4"]);
        let texts = [ruling(Ordering::Greater, 3), ruling(Ordering::Less, 4)].map(|score| points.text(score));
        assert_eq!(texts, ["win by ruling at ply 3", "loss by ruling at ply 4"]);
    }

    #[test]
    fn a_move_is_found_by_its_text() {
        let start = ::othello::Position::START;
        assert_eq!(start.find_move("F5").unwrap().to_string(), "f5");
        assert_eq!(start.find_move("a1").unwrap_err(), "it is no legal move");
    }
}
