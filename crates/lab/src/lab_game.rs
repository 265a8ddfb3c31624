//! [`LabGame`]: the wants of the laboratory beyond [`Game`].

use std::fmt::Debug;

use game::Game;
use search_core::perft::{Convention, KnownCount};
use search_core::{Evaluator, Score};
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::{BadInput, position};

/// A game of the laboratory: perft, compare and tree need nothing else of it.
pub trait LabGame: Game {
    /// The evaluator of searches in the laboratory.
    type LabEvaluator: Evaluator<Self> + Default + Debug + Send;

    /// The positions, depths and units of the laboratory.
    const LAB: LabSettings;
    /// A tree of this many plies is counted by perft on one thread.
    const PERFT_GRAIN: u32;

    /// Plays what one word after `moves` says: a move, or in games whose moves may be run together, several.
    ///
    /// # Errors
    /// The first move that cannot be played.
    fn play_word(&mut self, word: &str) -> Result<(), BadInput> {
        let mv = self.parse_move(word)?;
        self.play(self.prepare(mv));
        Ok(())
    }

    /// Reads `startpos`, a board, or either followed by `moves` and the moves played from there.
    ///
    /// # Errors
    /// A bad board, or the first move that cannot be played, with its column.
    fn parse_position(text: &str) -> Result<Self, BadInput> {
        let set_up = |board: &str| Self::parse_board(if board == "startpos" { Self::START } else { board });
        position::read(text, set_up, Self::play_word)
    }

    /// The leaves `depth` plies below. Games without passes have only one way to count.
    fn perft(&self, depth: u32, _convention: Convention) -> u64 {
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

/// The settings of the laboratory for a game.
#[derive(Clone, Copy, Debug)]
pub struct LabSettings {
    /// Half the first aspiration window, in units of score: about what the score changes from one depth to the next.
    pub radius: Score,
    /// The embedded positions, one a line.
    pub positions: &'static str,
    /// Up to this depth searches are so short that clearing a large table would take longer.
    pub shallow: i16,
    /// The depths of the bench: of its count of leaves, and of its searches.
    pub bench: [i16; 2],
    /// The depths of the experiments.
    pub depths: ExperimentDepths,
    /// Set if there are captures, and quiescence with them.
    pub has_captures: bool,
    /// Set if passing is worse than the best move, so that a null move proves something.
    pub has_null_move: bool,
}

/// The depths of a game's experiments, and their numbers of positions.
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

impl LabGame for othello::Position {
    type LabEvaluator = othello::evaluator::Classical;

    const LAB: LabSettings = LabSettings {
        radius: 150,
        positions: include_str!("../data/othello.txt"),
        shallow: 6,
        bench: [9, 8],
        depths: ExperimentDepths {
            shallow: (2, 7),
            deep: (6, 10),
            deep_positions: 100,
            parts: (3, 8),
            plain: (3, 7),
            many: 200,
            factorial: 6,
            selective: (3, 8),
            oracle: 12,
        },
        has_captures: false,
        has_null_move: false,
    };
    const PERFT_GRAIN: u32 = 7;

    fn play_word(&mut self, word: &str) -> Result<(), BadInput> {
        *self = *othello::notation::transcript::read(*self, word)?.position();
        Ok(())
    }

    fn perft(&self, depth: u32, convention: Convention) -> u64 {
        othello::perft::perft(self.board, depth, convention)
    }

    fn perft_suite(file: &str, text: &str) -> Vec<Result<KnownCount<Self>, BadInput>> {
        othello::perft::suite::entries(file, text)
    }
}

impl LabGame for xiangqi::Position {
    type LabEvaluator = xiangqi::evaluator::Classical;

    const LAB: LabSettings = LabSettings {
        radius: 30,
        positions: include_str!("../data/xiangqi.txt"),
        shallow: 4,
        bench: [4, 5],
        depths: ExperimentDepths {
            shallow: (1, 4),
            deep: (3, 6),
            deep_positions: 100,
            parts: (2, 5),
            plain: (1, 4),
            many: 100,
            factorial: 4,
            selective: (2, 5),
            oracle: 8,
        },
        has_captures: true,
        has_null_move: true,
    };
    const PERFT_GRAIN: u32 = 3;

    fn play_word(&mut self, word: &str) -> Result<(), BadInput> {
        let mv = xiangqi::Move::parse(word)?;
        self.try_play(mv).map_err(|why| {
            let found = format!("{}: {why}", quote(word));
            BadInput::new("Xiangqi move", None, found, "a legal move", "Correct the move, or leave it out")
        })
    }

    fn perft_suite(file: &str, text: &str) -> Vec<Result<KnownCount<Self>, BadInput>> {
        xiangqi::perft_suite::entries(file, text)
    }
}
