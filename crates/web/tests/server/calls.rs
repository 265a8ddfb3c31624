//! Requests of pages, whatever they are: their events, answers and ends.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use shuangqi_page::message::{Request, parse};
use shuangqi_web::Limits;

use crate::support::{Client, TestServer};

#[test]
fn a_request_is_answered_with_its_own_fields() {
    let server = TestServer::start();
    let mut client = server.client();
    let script = "<script>alert(1)</script>\"'&\u{2028}\u{0}\u{202e}将";
    let message = json!({ "id": 7, "do": "echo", "moves": [script, "d6"], "of": { "any": [1, null, true] } });
    assert_eq!(client.ask(message.clone()), json!({ "id": 7, "ok": message }));
    assert_eq!(
        client.ask(json!({ "id": 8, "do": "dance" })),
        json!({ "id": 8, "error": { "text": "There is no \"dance\"." } })
    );
}

#[test]
fn the_answer_follows_the_last_event() {
    let server = TestServer::start();
    let mut client = server.client();
    client.say(json!({ "id": 1, "do": "count", "events": 100_000 }));
    let (events, answer) = client.answer();
    assert_eq!(events.last(), Some(&json!({ "event": 99_999 })));
    assert!(events.len() < 1000, "{}", events.len());
    assert!(events.is_sorted_by_key(|event| event["event"].as_u64()));
    assert_eq!(answer, json!({ "id": 1, "ok": { "counted": 100_000 } }));
}

#[test]
fn a_kept_event_is_never_replaced() {
    let server = TestServer::with_limits(Limits { waiting_bytes: 1000, ..Limits::default() });
    let mut client = server.client();
    client.say(json!({ "id": 1, "do": "count", "events": 500, "keep": true }));
    let (events, _) = client.answer();
    assert_eq!(events, (0..500).map(|event| json!({ "event": event })).collect::<Vec<_>>());
}

#[test]
fn a_call_is_stopped_and_answers_by_itself() {
    let server = TestServer::start();
    let mut client = server.client();
    client.begin_waiting(1);
    client.say(json!({ "id": 2, "do": "stop", "of": 1 }));
    let answers: BTreeSet<String> =
        [client.receive(), client.receive()].iter().map(Value::to_string).collect();
    let expected = [json!({ "id": 1, "ok": { "cancelled": true } }), json!({ "id": 2, "ok": {} })];
    assert_eq!(answers, expected.iter().map(Value::to_string).collect());
}

#[test]
fn calls_end_with_their_connection() {
    let server = TestServer::start();
    let mut clients: Vec<Client> = (0..3).map(|_| server.client()).collect();
    for client in &mut clients {
        (1..=4).for_each(|id| client.say(json!({ "id": id, "do": "wait" })));
    }
    server.mock.wait_until(|counts| counts.running == 12);
    clients.pop();
    server.mock.wait_until(|counts| counts.running == 8 && counts.cancelled == 4);
    clients.pop().unwrap().0.close(None).unwrap();
    server.mock.wait_until(|counts| counts.running == 4 && counts.cancelled == 8);
    server.assert_alive();
}

#[test]
fn calls_end_with_the_server() {
    let mut server = TestServer::start();
    let mut client = server.client();
    (1..=3).for_each(|id| client.say(json!({ "id": id, "do": "wait" })));
    server.mock.wait_until(|counts| counts.running == 3);
    server.stop();
    server.mock.wait_until(|counts| counts.running == 0 && counts.cancelled == 3);
    assert_eq!(client.end(), None);
}

#[test]
fn calls_of_one_connection_are_bounded() {
    let server = TestServer::with_limits(Limits { calls_per_connection: 2, ..Limits::default() });
    let mut client = server.client();
    (1..=2).for_each(|id| client.begin_waiting(id));
    let refused = client.ask(json!({ "id": 3, "do": "echo" }));
    assert!(refused["error"]["text"].as_str().unwrap().starts_with("Too many requests"), "{refused}");
    client.say(json!({ "id": 3, "do": "stop", "of": 1 }));
    let answers = [client.receive(), client.receive()];
    assert!(answers.iter().any(|answer| answer["ok"]["cancelled"] == true), "{answers:?}");
    assert_eq!(client.ask(json!({ "id": 4, "do": "echo" }))["ok"]["id"], 4);
}

/// When all places are taken the oldest analysis ends for the next call, with an answer that says why.
#[test]
fn analyses_make_room() {
    let server = TestServer::with_limits(Limits { calls: 4, ..Limits::default() });
    let mut greedy = server.client();
    let begin = |client: &mut Client, id: u64| {
        client.say(json!({ "id": id, "do": "wait", "background": true }));
        while client.receive()["id"] != id {}
    };
    (1..=4).for_each(|id| begin(&mut greedy, id));
    let mut other = server.client();
    begin(&mut other, 1);
    assert_eq!(other.ask(json!({ "id": 2, "do": "echo" }))["ok"]["id"], 2);
    // They end in threads of their own, so either may be told first.
    let mut ended = [(); 2].map(|()| {
        let answer = greedy.answer().1;
        assert!(answer["error"]["text"].as_str().unwrap().contains("too much to do"), "{answer}");
        answer["id"].as_u64()
    });
    ended.sort_unstable();
    assert_eq!(ended, [Some(1), Some(2)]);
    assert_eq!(server.mock.wait_until(|counts| counts.running == 3).cancelled, 2);
}

#[test]
fn calls_of_all_connections_are_bounded() {
    let server = TestServer::with_limits(Limits { calls: 2, ..Limits::default() });
    let (mut one, mut other) = (server.client(), server.client());
    one.begin_waiting(1);
    other.begin_waiting(1);
    // None of them is in the background.
    let refused = one.ask(json!({ "id": 2, "do": "echo" }));
    assert!(refused["error"]["text"].as_str().unwrap().contains("2 requests at once"), "{refused}");
    drop(other);
    server.mock.wait_until(|counts| counts.running == 1);
    // The place is free only after the call of the other has returned.
    let is_answered = (3..10_000).any(|id| one.ask(json!({ "id": id, "do": "echo" })).get("ok").is_some());
    assert!(is_answered);
}

#[test]
fn a_panic_is_an_error_and_the_server_lives_on() {
    let server = TestServer::start();
    let mut client = server.client();
    let answer = client.ask(json!({ "id": 1, "do": "panic" }));
    assert!(answer["error"]["text"].as_str().unwrap().contains("bug of Shuangqi"), "{answer}");
    assert!(answer["error"]["text"].as_str().unwrap().ends_with("as the test wants"), "{answer}");
    assert_eq!(client.ask(json!({ "id": 1, "do": "echo" }))["ok"]["id"], 1);
    server.assert_alive();
}

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
        let answer = client.receive();
        let has_id = serde_json::from_str::<Value>(text).is_ok_and(|message| message["id"] == 1);
        assert_eq!(answer["id"], if has_id { json!(1) } else { Value::Null }, "{text}");
        assert!(answer["error"]["text"].as_str().unwrap().starts_with("A message"), "{text}: {answer}");
    }
    client.0.send(tungstenite::Message::binary(vec![1, 2, 3])).unwrap();
    assert_eq!(client.receive(), json!({ "id": null, "error": { "text": "A message is text." } }));
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
            prop_assert!(malformed.problem.text().starts_with("A message"));
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
            Err(malformed) => prop_assert_eq!(malformed.problem.to_json().as_object().map(Map::len), Some(1)),
        }
    }
}
