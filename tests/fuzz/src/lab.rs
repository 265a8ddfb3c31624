//! What perft, compare and tree read.

use shuangqi_lab::Game;

use super::message;

/// A position that is read, moves included, is read again as it is written.
pub fn position<P: Game>(text: &str) {
    match P::read(text) {
        Ok(position) => {
            let written = position.write_board();
            let again = P::read(&written).map(|again| again.write_board());
            assert_eq!(again.as_ref(), Ok(&written), "{text:?}");
        }
        Err(bad) => message::error(text, &bad),
    }
}

/// Every count of a suite names its line, and so does every error.
pub fn suite<P: Game>(text: &str) {
    for count in P::perft_suite("suite", text) {
        match count {
            Ok(count) => assert!((1..=text.lines().count()).contains(&count.line), "{count:?} of {text:?}"),
            Err(bad) => message::error_in_file("suite", text, &bad),
        }
    }
}
