//! A command line in one word, taken apart as a shell would.

/// The words of the text: blanks separate them, quotes of either kind keep blanks together, a backslash keeps the
/// letter after it as it is (but not in single quotes, nor before a letter or digit, so that Windows paths stay whole).
///
/// # Errors
/// A quote that is not closed.
pub fn words(text: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            (_, Some(open)) if letter == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (_, None) if letter.is_whitespace() => words.extend(word.take()),
            ('\\', None | Some('"')) if letters.peek().is_some_and(|next| !next.is_alphanumeric()) => {
                word.get_or_insert_default().extend(letters.next());
            }
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if let Some(open) = quote {
        return Err(format!("a quote ({open}) is not closed"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_a_shell() {
        for (text, expected) in [
            ("gtp-rhino -l 3", &["gtp-rhino", "-l", "3"][..]),
            ("  a  'b c' d\"e f\"g ''", &["a", "b c", "de fg", ""]),
            (r#"a\ b "c\"d" C:\dir\x"#, &["a b", "c\"d", r"C:\dir\x"]),
            ("", &[]),
        ] {
            assert_eq!(words(text).unwrap(), expected, "{text}");
        }
        assert!(words("a 'b").is_err());
    }
}
