//! The messages of a connection: requests in, events and answers out.

use game::{Argument, Message};
use serde_json::{Map, Value, json};
use shuangqi_cli::{BadInput, Failure};
use shuangqi_texts::{Catalogue, Language};

/// The key of what is wrong with a message: the page itself has sent it.
pub const REQUEST: &str = "problem-request";

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
pub fn id_of(value: &Value) -> Option<u64> {
    value.as_u64().filter(|id| (1..=MAX_ID).contains(id))
}

/// The text of an event.
pub fn event(id: u64, event: &Value) -> String {
    json!({ "id": id, "event": event }).to_string()
}

/// The text of an answer.
pub fn answer(id: u64, answer: &Result<Value, Problem>) -> String {
    match answer {
        Ok(value) => json!({ "id": id, "ok": value }).to_string(),
        Err(problem) => refusal(Some(id), problem),
    }
}

/// The text of an error. Without an id it belongs to no request.
pub fn refusal(id: Option<u64>, problem: &Problem) -> String {
    json!({ "id": id, "error": problem.to_json() }).to_string()
}

/// The reason why a request has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    message: Message,
    /// What was found, what was expected and the way out, where the input is to blame.
    parts: Vec<(&'static str, Message)>,
    /// The line and the column of the input, from 1, where known.
    places: Vec<(&'static str, usize)>,
    language: Language,
}

impl Problem {
    /// A problem by its key in the catalogues of problems, and its English words.
    pub fn new(key: &'static str, english: impl Into<String>) -> Problem {
        Problem::of(Message::new(key, english.into()))
    }

    fn of(message: Message) -> Problem {
        Problem { message, parts: Vec::new(), places: Vec::new(), language: Language::English }
    }

    /// That there is no memory for a table of this number of bytes.
    pub fn no_memory(hash_bytes: usize) -> Problem {
        let text = "There is no memory for a table of {size} MB. Set a smaller one.";
        Problem::new("problem-memory", text).with("size", hash_bytes.div_ceil(1 << 20))
    }

    /// That the program has panicked with this text.
    pub fn bug(what: &str) -> Problem {
        let text = "This is a bug of Shuangqi, please report it: {what}";
        Problem::new("problem-bug", text).with("what", what.to_owned())
    }

    /// The same with this put in.
    #[must_use]
    pub fn with(self, name: &'static str, argument: impl Into<Argument>) -> Problem {
        Problem { message: self.message.with(name, argument), ..self }
    }

    /// The same in a language.
    #[must_use]
    pub fn said_in(self, language: Language) -> Problem {
        Problem { language, ..self }
    }

    /// The whole sentence, for people.
    pub fn text(&self) -> String {
        self.say(&self.message)
    }

    fn say(&self, message: &Message) -> String {
        Catalogue::of(self.language).say(message)
    }

    /// As the page gets it: `text`, and as far as they are there `found`, `expected`, `remedy`, `line` and `column`.
    pub fn to_json(&self) -> Value {
        let parts = self.parts.iter().map(|(name, part)| (*name, json!(self.say(part))));
        let places = self.places.iter().map(|(name, number)| (*name, json!(number)));
        let fields = parts.chain(places).chain([("text", json!(self.text()))]);
        fields.map(|(name, value)| (name.to_owned(), value)).collect::<Map<_, _>>().into()
    }
}

/// The language of a request: that of its field `language`, or English.
pub fn language_of(fields: &Map<String, Value>) -> Language {
    fields.get("language").and_then(Value::as_str).and_then(Language::of_tag).unwrap_or_default()
}

/// The message of an input: its English words are those of the error, and its key is that of the kind.
fn message_of(bad: &BadInput) -> Message {
    let found = bad.reasons.first().map(|reason| quotation(&reason.found.to_string()).to_owned());
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
    let message = message.with("found", found.unwrap_or_default());
    number.map_or(message.clone(), |number| message.with("number", number))
}

/// The text in quotation marks with which a sentence begins, with them; empty if it begins otherwise.
fn quotation(sentence: &str) -> &str {
    let end = sentence.strip_prefix('"').and_then(|rest| rest.find('"'));
    end.map_or("", |end| &sentence[..end + 2])
}

impl From<BadInput> for Problem {
    fn from(bad: BadInput) -> Problem {
        let mut problem = Problem::of(message_of(&bad));
        if let Some((_, line)) = &bad.place {
            problem.places.push(("line", *line));
        }
        if let Some(reason) = bad.reasons.into_iter().next() {
            problem.places.extend(reason.column.map(|column| ("column", column)));
            problem.parts = vec![("found", reason.found), ("expected", reason.expected)];
        }
        problem.parts.push(("remedy", bad.remedy));
        problem
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
    use search_core::bad_input::quote;
    use search_core::message;

    use super::*;

    /// All parts are said in the language of the page.
    #[test]
    fn an_error_is_said_in_the_language_of_the_page() {
        let reason = message!("illegal-facing", "it leaves the generals facing each other");
        let found = message!("input-but", "{text}, but {reason}", text = quote("h2h9"), reason = reason);
        let expected = message!("input-a-legal-move", "a legal move");
        let remedy = message!("input-choose-move", "Choose one of the legal moves");
        let bad = BadInput::new("Xiangqi move", None, found, expected, remedy);
        let problem = Problem::from(bad.clone().at("move", 3));
        let english = problem.clone().said_in(Language::English).to_json();
        assert_eq!(english["found"], json!(bad.reasons[0].found.to_string()));
        assert_eq!((&english["line"], &english["text"]), (&json!(3), &json!(bad.at("move", 3).to_string())));
        let chinese = problem.said_in(Language::SimplifiedChinese).to_json();
        assert_eq!(chinese["text"], json!("第 3 着 \"h2h9\" 不能走。"));
        assert_eq!(chinese["found"], json!("\"h2h9\"，但走后双方将帅照面"));
        assert_eq!(chinese["remedy"], json!("请选择一个合法着法"));
    }
}
