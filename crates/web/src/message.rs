//! The messages of a connection: requests in, events and answers out.

use serde_json::{Map, Value, json};
use shuangqi_cli::{BadInput, Failure};

/// The largest id: beyond it a number of JavaScript is not exact.
const MAX_ID: u64 = (1 << 53) - 1;

/// A request of a client.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// The number that its events and its answer carry.
    pub id: u64,
    /// The name of the call: the field `do`.
    pub name: String,
    /// All fields.
    pub fields: Map<String, Value>,
}

/// A message that is no request.
#[derive(Clone, PartialEq, Debug)]
pub struct Malformed {
    /// Its id, if it has one.
    pub id: Option<u64>,
    /// The error.
    pub problem: Problem,
}

/// Reads a message of a client.
///
/// # Errors
/// The error of the message: it is no JSON object, or it lacks a positive number `id` or a text `do`.
pub fn parse(text: &str) -> Result<Request, Malformed> {
    let malformed = |id, text: &str| Malformed { id, problem: Problem::new(text) };
    let fields = match serde_json::from_str(text) {
        Ok(Value::Object(fields)) => fields,
        Ok(_) => return Err(malformed(None, "A message is one JSON object.")),
        Err(error) => return Err(malformed(None, &format!("A message is one JSON object: {error}."))),
    };
    let Some(id) = fields.get("id").and_then(id_of) else {
        return Err(malformed(None, &format!("A message has an `id`, a whole number from 1 to {MAX_ID}.")));
    };
    let Some(name) = fields.get("do").and_then(Value::as_str) else {
        return Err(malformed(Some(id), "A message has a text `do` that says what is to be done."));
    };
    Ok(Request { id, name: name.to_owned(), fields })
}

/// The id that a value is.
pub(crate) fn id_of(value: &Value) -> Option<u64> {
    value.as_u64().filter(|id| (1..=MAX_ID).contains(id))
}

/// The text of an event.
pub(crate) fn event(id: u64, event: &Value) -> String {
    json!({ "id": id, "event": event }).to_string()
}

/// The text of an answer.
pub(crate) fn answer(id: u64, answer: &Result<Value, Problem>) -> String {
    match answer {
        Ok(value) => json!({ "id": id, "ok": value }).to_string(),
        Err(problem) => refusal(Some(id), problem),
    }
}

/// The text of an error. Without an id it belongs to no request.
pub(crate) fn refusal(id: Option<u64>, problem: &Problem) -> String {
    json!({ "id": id, "error": problem.to_json() }).to_string()
}

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
