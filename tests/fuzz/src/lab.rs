//! What perft, compare and tree read.

use shuangqi_lab::LabGame;

use super::message;

/// A position that is read, moves included, is read again as it is written.
pub fn position<P: LabGame>(text: &str) {
    match P::parse_position(text) {
        Ok(position) => {
            let written = position.board_text();
            let again = P::parse_position(&written).map(|again| again.board_text());
            assert_eq!(again.as_ref(), Ok(&written), "{text:?}");
        }
        Err(bad) => message::error(text, &bad),
    }
}

/// Every count of a suite names its line, and so does every error.
pub fn suite<P: LabGame>(text: &str) {
    for count in P::perft_suite("suite", text) {
        match count {
            Ok(count) => assert!((1..=text.lines().count()).contains(&count.line), "{count:?} of {text:?}"),
            Err(bad) => message::error_in_file("suite", text, &bad),
        }
    }
}
