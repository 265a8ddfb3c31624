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
        strata: &[
            "quiet opening",
            "tactical opening",
            "quiet middle game",
            "tactical middle game",
            "quiet endgame",
            "tactical endgame",
        ],
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
        grains: &[("1", 1), ("5", 5), ("10", 10), ("50", 50)],
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

#[cfg(test)]
mod tests {
    use xiangqi::fen;

    use super::*;

    const BARE: &str = "4k4/9/9/9/9/9/9/9/9/3K5 w";

    fn error(text: &str) -> String {
        Position::parse_position(text).unwrap_err().to_string()
    }

    #[test]
    fn moves_lead_on_from_any_board() {
        let start = Position::parse_position("startpos").unwrap();
        assert_eq!(start.to_string(), fen::START);
        let one = Position::parse_position("startpos  moves h2e2 H9-G7").unwrap();
        let other = Position::parse_position(&format!("{} moves h2e2 h9g7", fen::START)).unwrap();
        assert!(one == other && one != start);
        assert!(Position::parse_position("startpos moves").unwrap() == start);
    }

    #[test]
    fn a_bad_move_is_shown_where_it_stands() {
        assert!(error("startpos moves h2e2 h2e2").contains("column 21: found \"h2e2\": there is no piece"));
        assert!(error("startpos moves h2x2").contains("column 18: "));
        assert!(!error("startpos h2e2").is_empty());
    }

    #[test]
    fn every_bad_line_of_a_suite_is_named_and_the_good_ones_are_kept() {
        let text = format!("{BARE} ;D1 x\n{BARE}\n# c\n9/9 w ;D1 3\n{BARE} ;D1 3 ;D3 21\n");
        let (counts, bad): (Vec<_>, Vec<_>) =
            Position::perft_suite("f", &text).into_iter().partition(Result::is_ok);
        let places: Vec<_> = bad.into_iter().map(|bad| bad.unwrap_err().place.unwrap().1).collect();
        assert_eq!(places, [1, 2, 4]);
        let found: Vec<_> =
            counts.into_iter().map(Result::unwrap).map(|known| (known.depth, known.count)).collect();
        assert_eq!(found, [(1, 3), (3, 21)]);
    }
}
