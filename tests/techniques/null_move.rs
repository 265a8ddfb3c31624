//! Null moves by what is left on the board (rows C5, C8, C9).

use search_core::score::MATE;
use search_core::testing::witness::witness;
use search_core::{Request, Table, Window};
use xiangqi::evaluator::Classical;

use super::{find, mv, position, recipe};

/// The three cases of text C, section 5.2, by what the side to move has left.
const AMPLE: &str = "rn1akab2/8r/1c2b1nc1/pCp1p1p2/8p/P8/2P1P1P1P/B8/3C4R/RN1AKABN1 w";
const LITTLE: &str = "2bak4/4a4/9/4p4/2n6/6N2/4P4/9/4A4/3AK1B2 w";
const NOTHING: &str = "2bak4/4a4/4b4/4p4/9/9/4P4/4B4/4A4/3AK1B2 w";
const VERIFIED: &str = "strongest+null-elephanteye+verify-elephanteye";

/// C8, first case: both sides are rich, null moves are believed.
#[test]
fn with_ample_material_null_moves_are_believed() {
    let tally = find(&position(AMPLE), VERIFIED, 5).tally;
    assert!(tally.null_cutoffs > 100, "{tally:?}");
    assert_eq!(tally.verifications, 0);
    assert!(tally.visits < find(&position(AMPLE), "strongest", 5).tally.visits);
}

/// C8, second case: something to attack with, but little: null moves are verified.
#[test]
fn with_little_material_null_moves_are_verified() {
    let tally = find(&position(LITTLE), VERIFIED, 6).tally;
    assert!(tally.null_cutoffs > 0 && tally.verifications >= tally.null_cutoffs, "{tally:?}");
    assert_eq!(find(&position(LITTLE), "strongest+null-elephanteye", 6).tally.verifications, 0);
}

/// C8, third case: guards and soldiers alone cannot afford to be believed; there is no null move.
#[test]
fn without_attackers_there_is_no_null_move() {
    for name in ["null2", "null3", "null-heinz", "null-elephanteye", "null3+verify-tabibi"] {
        let tally = find(&position(NOTHING), &format!("strongest+{name}"), 8).tally;
        assert_eq!(tally.null_moves, 0, "{name}");
        let tally = find(&position(LITTLE), &format!("strongest+{name}"), 6).tally;
        assert!(tally.null_moves > 0, "{name}");
    }
}

/// C8: who has no legal move has lost, whatever is left: to pass would be the best move there is. Here the horse is pinned
/// and the general has no point to go to.
#[test]
fn a_null_move_does_not_save_a_side_without_moves() {
    let root = position("4k4/4n4/9/9/9/9/9/9/R3R4/5K3 w");
    let request = Request { window: Window::new(5000, 5001), only: vec![mv("a1d1")], ..Request::to_depth(5) };
    for name in ["", "+null2", "+null-heinz", "+null3+verify-tabibi", "+null-elephanteye+verify-elephanteye"]
    {
        let recipe = recipe(&format!("strongest-deepening{name}"));
        let outcome = witness(&root, &Classical, &recipe, &request, &Table::with_bytes(1 << 16)).outcome;
        assert_eq!(outcome.score, MATE - 1, "{name}");
    }
}
