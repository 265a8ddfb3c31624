//! Othello in the laboratory.

use clap::ValueEnum;
use othello::Position;
use othello::evaluator::Classical;
use othello::notation::transcript;
use othello::perft::{Convention, suite};
use shuangqi_cli::BadInput;

use super::{ExperimentDepths, KnownCount, LabGame, LabSettings, PassConvention};

impl LabGame for Position {
    type LabEvaluator = Classical;

    const LAB: LabSettings = LabSettings {
        radius: 150,
        positions: include_str!("../../../../data/compare/othello.txt"),
        shallow: 6,
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
        *self = transcript::read(*self, word)?.last;
        Ok(())
    }

    fn perft(&self, depth: u32, convention: PassConvention) -> u64 {
        othello::perft::perft(self.board, depth, convention.into())
    }

    fn perft_suite(file: &str, text: &str) -> Vec<Result<KnownCount<Self>, BadInput>> {
        let known = |suite::Entry { position, convention, depth, count, line, .. }| {
            let mut conventions = PassConvention::value_variants().iter().copied();
            let convention = conventions.find(|&known| Convention::from(known) == convention);
            KnownCount { position, convention, depth, count, line }
        };
        suite::entries(file, text).into_iter().map(|entry| entry.map(known)).collect()
    }
}

impl From<PassConvention> for Convention {
    fn from(convention: PassConvention) -> Convention {
        match convention {
            PassConvention::A => Convention::A,
            PassConvention::B => Convention::B,
            PassConvention::C => Convention::C,
        }
    }
}
