//! What the server makes of messages, whatever they are.

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use shuangqi_web::message::{Request, parse};

use crate::support::TestServer;

/// Messages that are no requests.
const MALFORMED: &str = r#"
    null 1 "text" [] [{}] { {} {}{} {"id":1 {"id":1} {'id':1,'do':'echo'} {"do":"echo"} {"id":0,"do":"echo"}
    {"id":-1,"do":"echo"} {"id":1.5,"do":"echo"} {"id":1e400,"do":"echo"} {"id":"1","do":"echo"}
    {"id":9007199254740992,"do":"echo"} {"id":null,"do":"echo"} {"id":1,"do":1} {"id":1,"do":null}
    {"id":1,"do":["echo"]}
"#;

#[test]
fn a_malformed_message_gets_one_error_and_the_connection_lives_on() {
    let server = TestServer::start();
    let mut client = server.client();
    let nested = "[".repeat(10_000);
    for text in MALFORMED.split_whitespace().chain(["", " ", nested.as_str()]) {
        client.say_text(text);
        let answer = client.hear();
        let has_id = serde_json::from_str::<Value>(text).is_ok_and(|message| message["id"] == 1);
        assert_eq!(answer["id"], if has_id { json!(1) } else { Value::Null }, "{text}");
        assert!(answer["error"]["text"].as_str().unwrap().starts_with("A message"), "{text}: {answer}");
    }
    client.0.send(tungstenite::Message::binary(vec![1, 2, 3])).unwrap();
    assert_eq!(client.hear(), json!({ "id": null, "error": { "text": "A message is text." } }));
    assert_eq!(client.ask(json!({ "id": 1, "do": "echo" }))["ok"]["id"], 1);
}

#[test]
fn an_id_in_use_is_refused_and_its_call_goes_on() {
    let server = TestServer::start();
    let mut client = server.client();
    client.begin_waiting(1);
    for message in
        [json!({ "id": 1, "do": "echo" }), json!({ "id": 1, "do": "stop", "of": 1 }), json!({ "id": 1 })]
    {
        let answer = client.ask(message);
        assert!(answer["id"].is_null() && answer["error"]["text"].is_string(), "{answer}");
    }
    client.say(json!({ "id": 2, "do": "stop", "of": 1 }));
    let answers = [client.answer().1, client.answer().1];
    assert!(answers.contains(&json!({ "id": 1, "ok": { "cancelled": true } })), "{answers:?}");
    assert_eq!(client.ask(json!({ "id": 1, "do": "echo" }))["ok"]["id"], 1);
}

#[test]
fn a_stop_of_nothing_is_an_error() {
    let server = TestServer::start();
    let mut client = server.client();
    for of in [json!(1), json!(2), json!(0), json!("1"), Value::Null, json!({})] {
        let answer = client.ask(json!({ "id": 1, "do": "stop", "of": of }));
        assert_eq!(answer["id"], 1);
        assert!(answer["error"]["text"].as_str().unwrap().contains("may have ended"), "{answer}");
    }
    assert!(client.ask(json!({ "id": 1, "do": "stop" }))["error"].is_object());
}

fn json_values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..8)
                .prop_map(|fields| Value::Object(fields.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read(
        id in 1..1_u64 << 53, name in any::<String>(), others in prop::collection::btree_map("[a-z]{3,9}", json_values(), 0..6)
    ) {
        let mut fields: Map<String, Value> = others.into_iter().collect();
        fields.insert("id".to_owned(), json!(id));
        fields.insert("do".to_owned(), json!(name));
        let text = Value::Object(fields.clone()).to_string();
        prop_assert_eq!(parse(&text), Ok(Request { id, name, fields }));
    }

    #[test]
    fn any_text_is_a_request_or_an_error(text in any::<String>()) {
        if let Err(malformed) = parse(&text) {
            prop_assert!(malformed.problem.text.starts_with("A message"));
        }
    }

    #[test]
    fn any_value_is_a_request_or_an_error(mut value in json_values(), id in json_values(), name in json_values()) {
        if let Some(fields) = value.as_object_mut() {
            fields.insert("id".to_owned(), id);
            fields.insert("do".to_owned(), name);
        }
        match parse(&value.to_string()) {
            Ok(request) => prop_assert!(request.id > 0 && value["do"] == request.name.as_str()),
            Err(malformed) => prop_assert!(malformed.problem.parts.is_empty()),
        }
    }
}
