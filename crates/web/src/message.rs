//! The messages of a connection: requests in, events and answers out.

use game::{Argument, Message};
use serde_json::{Map, Value, json};
use shuangqi_cli::{BadInput, Failure};
use shuangqi_texts::{Catalogue, Language};

/// The key of what is wrong with a message: the page itself has sent it.
pub(crate) const REQUEST: &str = "problem-request";

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
    let malformed = |id, text: &str| Malformed { id, problem: Problem::new(REQUEST, text) };
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
    /// Its parts, where the input is to blame: in English `found`, `expected` and `remedy`, in other languages `detail`, which is the
    /// whole sentence in English; and `column` or `line` where known.
    pub parts: Map<String, Value>,
    message: Message,
    language: Language,
}

impl Problem {
    /// A problem by its key in the catalogues of problems, and its English words.
    pub fn new(key: &'static str, english: impl Into<String>) -> Problem {
        Problem::of(Message::new(key, english.into()), Map::new())
    }

    fn of(message: Message, parts: Map<String, Value>) -> Problem {
        Problem { parts, message, language: Language::English }
    }

    /// The same with this put in.
    #[must_use]
    pub fn with(self, name: &'static str, argument: impl Into<Argument>) -> Problem {
        Problem::of(self.message.with(name, argument), self.parts)
    }

    /// The same in a language.
    #[must_use]
    pub fn said_in(mut self, language: Language) -> Problem {
        if language == Language::English {
            return self;
        }
        self.language = language;
        if self.parts.contains_key("found") {
            ["found", "expected", "remedy"].iter().for_each(|name| drop(self.parts.remove(*name)));
            self.parts.insert("detail".to_owned(), json!(self.message.to_string()));
        }
        self
    }

    /// The whole sentence, for people.
    pub fn text(&self) -> String {
        Catalogue::of(self.language).say(&self.message)
    }

    /// As the page gets it.
    pub fn to_json(&self) -> Value {
        let mut fields = self.parts.clone();
        fields.insert("text".to_owned(), json!(self.text()));
        Value::Object(fields)
    }
}

/// The language of a request: that of its field `language`, or English.
pub(crate) fn language_of(fields: &Map<String, Value>) -> Language {
    fields.get("language").and_then(Value::as_str).and_then(Language::of_tag).unwrap_or_default()
}

/// The message of an input: its English words are those of the error, and its key is that of the kind.
fn message_of(bad: &BadInput) -> Message {
    let found = bad.reasons.first().map_or("", |reason| quotation(&reason.found));
    let (key, number) = match (&bad.place, bad.kind) {
        (Some((file, number)), _) if file == "move" => ("problem-move", Some(*number)),
        (_, "Othello move" | "Xiangqi move") => ("problem-no-move", None),
        (_, "Xiangqi rules") => ("problem-rules", None),
        (Some((_, line)), _) => ("problem-line", Some(*line)),
        (None, "Xiangqi FEN" | "FEN" | "Xiangqi position" | "Othello board" | "position") => {
            ("problem-position", None)
        }
        (None, "game") => ("problem-too-many-moves", None),
        (None, _) => ("problem-games", None),
    };
    let message = Message::new(key, "{english}").with("english", Message::verbatim(bad.to_string()));
    let message = message.with("found", found.to_owned());
    number.map_or(message.clone(), |number| message.with("number", number))
}

/// The text in quotation marks with which a sentence begins, with them; empty if it begins otherwise.
fn quotation(sentence: &str) -> &str {
    let end = sentence.strip_prefix('"').and_then(|rest| rest.find('"'));
    end.map_or("", |end| &sentence[..end + 2])
}

impl From<BadInput> for Problem {
    fn from(bad: BadInput) -> Problem {
        let message = message_of(&bad);
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
        Problem::of(message, parts)
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Problem {
        match failure {
            Failure::BadInput(bad) => bad.into(),
            other => Problem::new("problem-failure", "{error}").with("error", other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// English keeps its parts; other languages say the sentence, and keep the English one as a detail.
    #[test]
    fn an_error_is_said_in_the_language_of_the_page() {
        let bad = BadInput::new("Xiangqi move", None, "\"x\", which is none", "a move", "Write one");
        let problem = Problem::from(bad.clone().at("move", 3));
        let english = problem.clone().said_in(Language::English);
        assert_eq!((&english, english.parts["found"].as_str()), (&problem, Some("\"x\", which is none")));
        let chinese = problem.said_in(Language::SimplifiedChinese);
        assert_eq!(chinese.text(), "第 3 着 \"x\" 不能走。");
        assert_eq!(chinese.parts["detail"], json!(bad.at("move", 3).to_string()));
        assert!(!chinese.parts.contains_key("found"));
    }
}
