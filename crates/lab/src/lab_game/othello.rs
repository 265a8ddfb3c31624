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
        strata: &["12 discs", "20 discs", "28 discs", "36 discs", "44 discs"],
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
        grains: &[("a hundredth of a disc", 1), ("16 to a disc", 6), ("4 to a disc", 25), ("a disc", 100)],
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

    /// An error in the lines of one position does not affect the others.
    fn perft_suite(file: &str, text: &str) -> Vec<Result<KnownCount<Self>, BadInput>> {
        let counts = |(lines_before, part): (usize, &str)| match suite::read(file, part) {
            Ok(entries) => entries.into_iter().map(|entry| Ok(known(entry, lines_before))).collect(),
            Err(mut bad) => {
                bad.place = bad.place.map(|(file, line)| (file, line + lines_before));
                vec![Err(bad)]
            }
        };
        parts(text).into_iter().flat_map(counts).collect()
    }
}

fn known(entry: suite::Entry, lines_before: usize) -> KnownCount<Position> {
    let suite::Entry { position, convention, depth, count, line, .. } = entry;
    let convention =
        PassConvention::value_variants().iter().find(|known| Convention::from(**known) == convention);
    KnownCount { position, convention: convention.copied(), depth, count, line: line + lines_before }
}

/// The parts of a suite that begin with a position each, and the number of lines before each.
fn parts(text: &str) -> Vec<(usize, &str)> {
    let begins_line = |&at: &usize| text[..at].trim_end_matches([' ', '\t']).ends_with('\n');
    let starts = text.match_indices("position").map(|(at, _)| at).filter(begins_line);
    let bounds: Vec<usize> = [0].into_iter().chain(starts).chain([text.len()]).collect();
    let part = |bounds: &[usize]| (text[..bounds[0]].matches('\n').count(), &text[bounds[0]..bounds[1]]);
    bounds.windows(2).map(part).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = <Position as game::Game>::START;

    #[test]
    fn each_convention_of_a_suite_has_its_counts() {
        let text = format!("# comment\nposition start {START}\nA 4 12 56\nc 4 12\n");
        let counts = Position::perft_suite("f", &text).into_iter().map(Result::unwrap);
        let found: Vec<_> =
            counts.map(|known| (known.convention.unwrap(), known.depth, known.count, known.line)).collect();
        let (a, c) = (PassConvention::A, PassConvention::C);
        assert_eq!(found, [(a, 1, 4, 3), (a, 2, 12, 3), (a, 3, 56, 3), (c, 1, 4, 4), (c, 2, 12, 4)]);
    }

    #[test]
    fn what_is_wrong_with_one_position_does_not_spoil_the_others() {
        let text = format!(
            "A 4\nposition bad xyz X\nA 5\n# c\n  position s {START}\nA 4 x\nposition t {START}\nB 4\n"
        );
        let (counts, bad): (Vec<_>, Vec<_>) =
            Position::perft_suite("f", &text).into_iter().partition(Result::is_ok);
        let bad: Vec<BadInput> = bad.into_iter().map(Result::unwrap_err).collect();
        let places: Vec<_> = bad.iter().map(|bad| bad.place.clone().unwrap().1).collect();
        assert_eq!(places, [1, 2, 6]);
        assert_eq!(bad[2].reasons[0].column, Some(5));
        assert_eq!(counts.len(), 1);
    }
}
