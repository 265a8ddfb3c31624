//! The reason why a request has no answer.

use serde_json::{Map, Value, json};
use shuangqi_cli::{BadInput, Failure};

/// The reason why a request has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The whole sentence, for people.
    pub text: String,
    /// Its parts, where the input is to blame: `found`, `expected`, `remedy`, and `column` or `line` where known.
    pub parts: Map<String, Value>,
}

impl Problem {
    /// A problem that is one sentence.
    pub fn new(text: impl Into<String>) -> Problem {
        Problem { text: text.into(), parts: Map::new() }
    }

    /// As the page gets it.
    pub fn to_json(&self) -> Value {
        let mut fields = self.parts.clone();
        fields.insert("text".to_owned(), json!(self.text));
        Value::Object(fields)
    }
}

impl From<BadInput> for Problem {
    fn from(bad: BadInput) -> Problem {
        let mut parts = Map::new();
        if let Some(reason) = bad.reasons.first() {
            parts.insert("found".to_owned(), json!(reason.found));
            parts.insert("expected".to_owned(), json!(reason.expected));
            if let Some(column) = reason.column {
                parts.insert("column".to_owned(), json!(column));
            }
        }
        if let Some((_, line)) = &bad.place {
            parts.insert("line".to_owned(), json!(line));
        }
        parts.insert("remedy".to_owned(), json!(bad.remedy));
        Problem { text: bad.to_string(), parts }
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Problem {
        match failure {
            Failure::BadInput(bad) => bad.into(),
            other => Problem::new(other.to_string()),
        }
    }
}
