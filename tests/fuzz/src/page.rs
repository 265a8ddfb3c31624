//! The messages that a page sends to the server.

use shuangqi_web::message::{Malformed, parse};

/// A message is a request whose fields are read again as they are written, or refused with a short sentence.
pub fn message(text: &str) {
    match parse(text) {
        Ok(request) => {
            let written = serde_json::Value::Object(request.fields).to_string();
            let again = parse(&written).unwrap_or_else(|error| panic!("{text:?}: {error:?}"));
            assert_eq!((again.id, again.name), (request.id, request.name), "{text:?}");
            assert!((1..1 << 53).contains(&again.id), "{text:?}");
        }
        Err(Malformed { id, problem }) => {
            assert!(id.is_none_or(|id| (1..1 << 53).contains(&id)), "{text:?}");
            assert!(
                problem.text.starts_with("A message") && problem.text.len() < 500,
                "{text:?}: {problem:?}"
            );
            assert!(!problem.text.contains(char::is_control), "{text:?}: {problem:?}");
        }
    }
}
