use super::*;

/// Plays rounds in which Red checks and Black answers.
fn checks_and_answers(halfmove_clock: &mut HalfmoveClock, rounds: usize) {
    for _ in 0..rounds {
        halfmove_clock.advance(Color::Red, false, true, false);
        halfmove_clock.advance(Color::Black, false, false, true);
    }
}

#[test]
fn quiet_moves_count_and_captures_reset() {
    let mut halfmove_clock = HalfmoveClock::new(7);
    halfmove_clock.advance(Color::Red, false, false, false);
    assert_eq!(halfmove_clock.plies(), 8);
    checks_and_answers(&mut halfmove_clock, 12);
    halfmove_clock.advance(Color::Black, true, true, false);
    assert_eq!(halfmove_clock, HalfmoveClock::new(0));
}

#[test]
fn from_the_eleventh_check_neither_checks_nor_answers_count() {
    let mut halfmove_clock = HalfmoveClock::new(0);
    checks_and_answers(&mut halfmove_clock, 10);
    assert_eq!(halfmove_clock.plies(), 20);
    checks_and_answers(&mut halfmove_clock, 15);
    assert_eq!(halfmove_clock.plies(), 20);
    halfmove_clock.advance(Color::Red, false, false, false);
    halfmove_clock.advance(Color::Black, false, false, false);
    assert_eq!(halfmove_clock.plies(), 22);
}

/// An answer that gives check counts as a check of its own side, and as an answer to the other side's.
#[test]
fn an_answer_that_checks_is_booked_on_both_sides() {
    let mut halfmove_clock = HalfmoveClock::new(0);
    checks_and_answers(&mut halfmove_clock, 11);
    let plies = halfmove_clock.plies();
    halfmove_clock.advance(Color::Red, false, true, false);
    halfmove_clock.advance(Color::Black, false, true, true);
    assert_eq!(halfmove_clock.plies(), plies);
    assert_eq!(halfmove_clock.checks, [14, 1]);
}

#[test]
fn tables_are_kept_apart_near_the_limit() {
    let step = |plies| HalfmoveClock::new(plies).step();
    assert_eq!([step(0), step(13), step(14), step(21), step(22), step(119)], [0, 0, 1, 1, 2, 14]);
    let step = |plies| HalfmoveClock::new(plies).with_limit(40).step();
    assert_eq!([step(0), step(6), step(39)], [9, 10, 14], "as close to another limit");
}

#[test]
fn a_capture_leaves_the_limit() {
    let mut halfmove_clock = HalfmoveClock::new(30).with_limit(40);
    assert_eq!(halfmove_clock.left(), 10);
    halfmove_clock.advance(Color::Red, true, false, false);
    assert_eq!((halfmove_clock.plies(), halfmove_clock.left()), (0, 40));
}
