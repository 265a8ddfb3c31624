use proptest::prelude::*;

use super::*;

fn control(base: f64, increment: f64, moves: u32) -> Option<TimeControl> {
    let seconds = Duration::from_secs_f64;
    Some(TimeControl { base: seconds(base), increment: seconds(increment), moves: NonZeroU32::new(moves) })
}

#[test]
fn the_usual_forms_are_read() {
    let forms = [
        ("40/60", control(60.0, 0.0, 40)),
        ("10+0.1", control(10.0, 0.1, 0)),
        ("2:00+1", control(120.0, 1.0, 0)),
        ("40/1:30:00+0.5", control(5400.0, 0.5, 40)),
        ("0/10", control(10.0, 0.0, 0)),
        ("0.25", control(0.25, 0.0, 0)),
        ("1:02.5", control(62.5, 0.0, 0)),
        ("0+1", control(0.0, 1.0, 0)),
        (" 90:00 ", control(5400.0, 0.0, 0)),
        ("inf", None),
        ("Infinite", None),
    ];
    for (text, expected) in forms {
        assert_eq!(read(text).unwrap(), expected, "{text}");
    }
}

#[test]
fn errors_have_a_column() {
    let cases = [
        ("", "column 1: found nothing, expected a time"),
        ("x/10", "column 1: found \"x\", expected a number of moves"),
        ("40/", "column 4: found nothing, expected a time"),
        ("10+y", "column 4: found \"y\", expected a time"),
        ("5000/10", "column 1: found \"5000\", expected a number of moves up to 1000"),
        ("1:60", "column 1: found \"1:60\", expected a time"),
        ("1:0:0:0", "column 1: found \"1:0:0:0\""),
        ("-5", "column 1: found \"-5\", expected a time"),
        ("0", "column 1: found \"0\", expected some time"),
        ("0+0.0", "column 1: found \"0+0.0\", expected some time"),
        ("4000000", "at most 1000 hours"),
        ("0.1234567890", "expected a time"),
        ("99999999999999999999999", "expected a time"),
        ("1:9999999999999999999999", "expected a time"),
        ("60/-1", "column 4"),
        ("1.5:00", "column 1"),
    ];
    for (text, expected) in cases {
        let message = read(text).unwrap_err().to_string();
        assert!(
            message.starts_with("time control: column") && message.contains(expected),
            "{text}: {message}"
        );
        assert!(message.ends_with("or inf."), "{message}");
    }
}

#[test]
fn controls_are_written_in_short_form() {
    let written = |text: &str| read(text).unwrap().map(|control| control.to_string());
    assert_eq!(written("40/1:30:00+0.50").as_deref(), Some("40/5400+0.5"));
    assert_eq!(written("0/10").as_deref(), Some("10"));
    assert_eq!(written("0.000000001").as_deref(), Some("0.000000001"));
}

proptest! {
    #[test]
    fn controls_round_trip(
        base in 0..3_600_000_000_000_000u64,
        increment in 0..3_600_000_000_000_000u64,
        moves in 0..=1000u32,
    ) {
        let nanoseconds = Duration::from_nanos;
        let control = TimeControl {
            base: nanoseconds(base), increment: nanoseconds(increment + 1), moves: NonZeroU32::new(moves)
        };
        prop_assert_eq!(read(&control.to_string()).unwrap(), Some(control));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[0-9:./+ infx-]{0,24}|.{0,24}") {
        if let Ok(Some(control)) = read(&text) {
            prop_assert_eq!(read(&control.to_string()).unwrap(), Some(control));
        }
    }
}

fn clock(text: &str) -> Clock {
    Clock::new(read(text).unwrap().unwrap())
}

/// Seconds left and moves to go.
fn shown(clock: Clock) -> (f64, Option<u32>) {
    (clock.face().remaining.as_secs_f64(), clock.face().moves_to_go)
}

#[test]
fn increments_are_added_after_each_move() {
    let mut clock = clock("10+0.5");
    assert_eq!(shown(clock), (10.0, None));
    clock.spend(Duration::from_secs(4));
    assert_eq!(shown(clock), (6.5, None));
    clock.spend(Duration::from_secs(7));
    assert_eq!(shown(clock), (0.5, None));
}

#[test]
fn time_is_added_at_each_time_control() {
    let mut clock = clock("3/60+1");
    for expected in [(59.0, Some(2)), (57.0, Some(1)), (116.0, Some(3)), (115.0, Some(2))] {
        let elapsed = if expected.0 == 57.0 { 3 } else { 2 };
        clock.spend(Duration::from_secs(elapsed));
        assert_eq!(shown(clock), expected);
    }
}

#[test]
fn an_increment_alone_holds_from_the_first_move() {
    let mut clock = clock("0+2");
    assert_eq!(shown(clock), (2.0, None));
    clock.spend(Duration::from_secs(1));
    assert_eq!(shown(clock), (3.0, None));
}
