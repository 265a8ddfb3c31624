//! The output of engine processes, as `shuangqi match` reads it.

use shuangqi_arena::replies::{Choice, EngineScore, read};

/// The output of an engine is read as answers of one line each, or as a fault with a message.
pub fn check(protocol: &str, text: &str) {
    let (answers, fault) = read(protocol, text);
    for answer in answers {
        match answer.choice {
            Choice::Move(mv) => assert!(is_part_of_line(&mv), "{mv:?} in {text:?}"),
            Choice::NoMove(line) => assert!(is_part_of_line(&line), "{line:?} in {text:?}"),
            Choice::Resign => {}
        }
        if let Some(EngineScore::Hundredths(score)) = answer.info.score {
            assert!(text.contains(|letter: char| letter.is_ascii_digit()), "{score} in {text:?}");
        }
        assert!(answer.info.pv.iter().all(|word| is_part_of_line(word)), "{:?} in {text:?}", answer.info.pv);
    }
    assert!(fault.is_none_or(|fault| !fault.to_string().is_empty()), "{text:?}");
}

fn is_part_of_line(text: &str) -> bool {
    !text.is_empty() && !text.contains('\n')
}
