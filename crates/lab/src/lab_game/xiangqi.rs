//! Xiangqi in the laboratory.

use shuangqi_cli::BadInput;
use shuangqi_cli::bad_input::quote;
use xiangqi::evaluator::Classical;
use xiangqi::{Move, Position, perft_suite};

use super::{ExperimentDepths, KnownCount, LabGame, LabSettings};

impl LabGame for Position {
    type LabEvaluator = Classical;

    const LAB: LabSettings = LabSettings {
        radius: 30,
        positions: include_str!("../../../../data/compare/xiangqi.txt"),
        shallow: 4,
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
        let mv = Move::parse(word)?;
        self.try_play(mv).map_err(|why| {
            let found = format!("{}: {why}", quote(word));
            BadInput::new("Xiangqi move", None, found, "a legal move", "Correct the move, or leave it out")
        })
    }

    fn perft_suite(file: &str, text: &str) -> Vec<Result<KnownCount<Self>, BadInput>> {
        let counts = |entry: Result<perft_suite::Entry, BadInput>| match entry {
            Err(bad) => vec![Err(bad)],
            Ok(perft_suite::Entry { line, position, counts }) => counts
                .into_iter()
                .map(|(depth, count)| Ok(KnownCount { position, convention: None, depth, count, line }))
                .collect(),
        };
        perft_suite::entries(text, file).flat_map(counts).collect()
    }
}
