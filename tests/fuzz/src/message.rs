//! The form of every error message.

use shuangqi_cli::BadInput;

/// The longest message, in bytes: some lines of a terminal.
const MAX_LENGTH: usize = 8192;

/// An error names what the text was read as, every reason with its place, and a remedy, in one printable line.
pub fn error(text: &str, bad: &BadInput) {
    assert!(!bad.kind.is_empty() && !bad.reasons.is_empty(), "it names what is wrong: {bad:?}");
    let remedy = bad.remedy.to_string();
    assert!(!remedy.is_empty() && !remedy.ends_with('.'), "it names the remedy: {bad:?}");
    let end = text.chars().count() + 1;
    for reason in &bad.reasons {
        let is_said = [&reason.found, &reason.expected].map(|part| !part.to_string().is_empty());
        assert_eq!(is_said, [true; 2], "found and expected: {reason:?}");
        assert!(reason.column.is_none_or(|column| (1..=end).contains(&column)), "{reason:?} is in {text:?}");
    }
    let message = bad.to_string();
    assert!(!message.contains(char::is_control), "it is one line of text: {message:?}");
    assert!(message.len() <= MAX_LENGTH, "{} bytes of {text:?}: {message}", message.len());
}

/// An error in a file names a line of this text.
pub fn error_in_file(name: &str, text: &str, bad: &BadInput) {
    let line = match &bad.place {
        Some((file, number)) if file == name => {
            number.checked_sub(1).and_then(|above| text.lines().nth(above))
        }
        _ => None,
    };
    assert!(line.is_some(), "it names the file and the line: {bad:?}");
    error(line.unwrap_or_default(), bad);
}
