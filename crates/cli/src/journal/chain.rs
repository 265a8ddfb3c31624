//! Checksums of lines that follow each other.
//!
//! Each line ends with the CRC-32 of its own bytes and of all lines before it, so that a line that was changed, moved,
//! doubled or removed is noticed. CRC-32 is enough: it guards against accidents, not against forgery.

use crc32fast::Hasher;

/// What stands between an object's last member and its checksum.
const KEY: &str = ",\"crc32\":\"";
/// What stands behind the checksum.
const END: &str = "\"}";
/// Hexadecimal digits of a checksum.
const DIGITS: usize = 8;

/// The checksum of all lines so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chain(u32);

/// What is wrong with a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Broken {
    /// It carries no checksum.
    Bare,
    /// Its checksum is not that of the lines up to it.
    Changed,
}

impl Chain {
    /// A JSON object with at least one member, with the checksum as its last; `None` for any other text.
    pub fn seal(&mut self, object: &str) -> Option<String> {
        let body = object.strip_suffix('}').filter(|body| body.len() > 1 && body.starts_with('{'))?;
        *self = self.after(body);
        Some(format!("{body}{KEY}{}{END}", self.digits()))
    }

    /// The object that was sealed.
    pub fn open(&mut self, line: &str) -> Result<String, Broken> {
        let sealed = line.strip_suffix(END).ok_or(Broken::Bare)?;
        let (body, digits) = sealed.rsplit_once(KEY).ok_or(Broken::Bare)?;
        if digits.len() != DIGITS {
            return Err(Broken::Bare);
        }
        let next = self.after(body);
        if next.digits() != digits {
            return Err(Broken::Changed);
        }
        *self = next;
        Ok(format!("{body}}}"))
    }

    fn after(self, body: &str) -> Chain {
        let mut hasher = Hasher::new_with_initial(self.0);
        hasher.update(body.as_bytes());
        Chain(hasher.finalize())
    }

    fn digits(self) -> String {
        format!("{:0DIGITS$x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_can_be_opened_in_its_place_alone() {
        let mut writing = Chain::default();
        let lines: Vec<String> =
            [r#"{"a":1}"#, r#"{"a":2}"#].iter().map(|object| writing.seal(object).unwrap()).collect();
        let mut reading = Chain::default();
        assert_eq!(reading.open(&lines[1]), Err(Broken::Changed));
        assert_eq!(reading.open(&lines[0]).as_deref(), Ok(r#"{"a":1}"#));
        assert_eq!(reading.open(&lines[0]), Err(Broken::Changed));
        assert_eq!(reading.open(&lines[1]).as_deref(), Ok(r#"{"a":2}"#));
        assert_eq!(reading, writing);
    }

    #[test]
    fn a_sealed_line_is_json_and_the_checksum_is_the_usual_one() {
        let line = Chain::default().seal(r#"{"n":7}"#).unwrap();
        let value: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(value["n"], 7);
        // Of `{"n":7`, as by other programs: python3 -c 'import zlib; print(hex(zlib.crc32(b"{\"n\":7")))'.
        assert_eq!(value["crc32"], "1602490d");
    }

    #[test]
    fn only_objects_are_sealed_and_only_checksums_are_read() {
        for text in ["1", "{}", "[1]", ""] {
            assert_eq!(Chain::default().seal(text), None, "{text}");
        }
        for text in ["", "{}", r#"{"a":1}"#, r#"{"a":1,"crc32":"123"}"#, r#"{"a":1,"crc32":"}"#] {
            assert_eq!(Chain::default().open(text), Err(Broken::Bare), "{text}");
        }
    }
}
