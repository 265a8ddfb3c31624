//! Random searches of both engines.

use search_core::testing::conformance::next;

use super::cases;
use super::properties::searches::{SIZE, check};

/// Each engine makes its searches one after another in this process, both at the same time.
#[test]
fn every_search_is_answered_with_a_legal_move() {
    let searches = |game: u8| {
        let mut state = 0x5EA7;
        let mut bytes: Vec<[u8; SIZE]> = (0..cases(300)).map(|_| next(&mut state).to_le_bytes()).collect();
        bytes.iter_mut().for_each(|[kind, ..]| *kind = *kind & !1 | game);
        check(bytes.as_flattened());
    };
    rayon::join(|| searches(0), || searches(1));
}
