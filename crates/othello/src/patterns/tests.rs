use proptest::prelude::*;
use search_core::{Evaluator, Position as _};

use super::*;
use crate::Bitboard;
use crate::position::Side;
use crate::position::{DISC, Move, Position};

/// A line of play by these choices, passes included.
fn line(choices: &[prop::sample::Index]) -> Vec<Position> {
    let mut positions = vec![Position::START];
    for choice in choices {
        let mut position = positions[positions.len() - 1];
        let moves: Vec<Square> = position.board.legal_moves().into_iter().collect();
        if position.board.is_over() {
            break;
        }
        let mv = if moves.is_empty() { Move::PASS } else { Move::new(*choice.get(&moves)) };
        position.play(mv);
        positions.push(position);
    }
    positions
}

fn lines() -> impl Strategy<Value = Vec<Position>> {
    prop::collection::vec(any::<prop::sample::Index>(), 1..70).prop_map(|choices| line(&choices))
}

#[test]
fn instances_cover_the_board_and_fit() {
    assert_eq!(GEOMETRY.classes.len(), CLASSES);
    assert!(GEOMETRY.instances.len() <= LANES);
    let covered: Bitboard = GEOMETRY.instances.iter().flat_map(|instance| instance.squares.clone()).collect();
    assert_eq!(covered, Bitboard::FULL);
    for instance in &GEOMETRY.instances {
        let set: Bitboard = instance.squares.iter().copied().collect();
        assert_eq!(set.len() as usize, GEOMETRY.classes[instance.class].squares);
    }
}

/// Mirror images of a content share an entry, and nothing else does.
#[test]
fn contents_are_folded_by_symmetry() {
    for (class, shape) in GEOMETRY.classes.iter().zip(SHAPES) {
        let squares: Vec<Square> = shape.iter().filter_map(|name| Square::parse(name)).collect();
        let mut sharing = vec![0; class.entries];
        let mirrored = mirror(&squares).map(|order| permutation(&order));
        for (content, &entry) in class.folded.iter().enumerate() {
            sharing[usize::from(entry)] += 1;
            if let Some(mirrored) = &mirrored {
                assert_eq!(class.folded[usize::from(mirrored[content])], entry);
            }
        }
        assert!(sharing.iter().all(|&contents| contents == 1 || contents == 2));
        assert_eq!(sharing.iter().sum::<usize>(), class.contents());
    }
}

proptest! {
    /// However the search steps and evaluates, the features are those of the position.
    #[test]
    fn features_follow_the_line(positions in lines(), evaluated in any::<u64>()) {
        let mut stack = FeatureStack::new(&positions[0]);
        for (index, pair) in positions.windows(2).enumerate() {
            stack.push(&pair[0], &pair[1]);
            if evaluated >> (index % 64) & 1 == 1 {
                prop_assert_eq!(*stack.last(), Features::of(&pair[1]));
            }
        }
        for position in positions.iter().rev() {
            prop_assert_eq!(*stack.last(), Features::of(position));
            stack.pop();
        }
    }

    #[test]
    fn children_are_evaluated_as_positions_are(positions in lines()) {
        let mut evaluator = Patterns::default();
        for pair in positions.windows(2) {
            evaluator.start(&pair[0]);
            let child = pair[1];
            let placed = (child.board.opponent() - pair[0].board.mover()) & pair[0].board.empties();
            let mv = placed.first().map_or(Move::PASS, Move::new);
            prop_assert_eq!(evaluator.evaluate_child(&pair[0], mv, &child), evaluator.evaluate_alone(&child));
        }
    }

    /// Estimates are the same for every image too, and are evaluations while many squares are empty.
    #[test]
    fn images_have_one_estimate(positions in lines()) {
        let mut evaluator = Patterns::default();
        for pair in positions.windows(2) {
            let turned = |position: &Position| Position { side: position.side.other(), ..*position };
            let placed = (pair[1].board.opponent() - pair[0].board.mover()) & pair[0].board.empties();
            let mv = placed.first().map_or(Move::PASS, Move::new);
            evaluator.start(&pair[0]);
            let estimate = evaluator.estimate_child(&pair[0], mv, &pair[1]);
            if pair[1].board.empties().len() > LATE_EMPTIES {
                prop_assert_eq!(estimate, evaluator.evaluate_child(&pair[0], mv, &pair[1]));
            }
            evaluator.start(&turned(&pair[0]));
            prop_assert_eq!(evaluator.estimate_child(&turned(&pair[0]), mv, &turned(&pair[1])), estimate);
        }
    }

    /// Colours and the eight symmetries of the board change no evaluation, and a finished game is worth its result.
    #[test]
    fn images_have_one_evaluation(positions in lines()) {
        let evaluator = Patterns::default();
        for position in positions {
            let evaluation = evaluator.evaluate_alone(&position);
            if position.board.is_over() {
                prop_assert_eq!(evaluation, DISC * position.board.final_difference());
            }
            let turned = Position { side: position.side.other(), ..position };
            prop_assert_eq!(evaluator.evaluate_alone(&turned), evaluation);
            for board in Symmetry::ALL.map(|map| map.board(position.board)) {
                prop_assert_eq!(evaluator.evaluate_alone(&Position { board, ..position }), evaluation);
            }
        }
    }

}

/// The evaluator knows what the rules know: corners are good, and a side that must pass is evaluated from the other's view.
#[test]
fn a_forced_pass_changes_the_sign() {
    let position =
        crate::notation::board::read("OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOOO- O")
            .unwrap();
    assert!(position.board.must_pass() && position.side == Side::White);
    let evaluator = Patterns::default();
    assert_eq!(evaluator.evaluate_alone(&position), -evaluator.evaluate_alone(&position.passed()));
}

/// The first sum counts as it is, hidden units only above 0, every other one against it.
#[test]
fn hidden_units_count_above_zero() {
    assert_eq!(output([-70, 0, 0, 0, 0, 0, 0, 0]), -70);
    assert_eq!(output([5, 10, 200, -30, -400, 0, 0, 0]), 195);
    assert_eq!(output([5.0, -10.0, -200.0, 30.0, 400.0, 0.0, 0.0, 0.0]), 375.0);
}

#[test]
fn the_embedded_weights_state_their_checksum() {
    let file = include_bytes!("../../data/evaluator.weights");
    assert_eq!(Patterns::from_file(file).unwrap().id(), Patterns::default().id());
}
