//! Requests of pages: their events, answers and ends.

use std::collections::BTreeSet;

use serde_json::{Value, json};
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
    let answers: BTreeSet<String> = [client.hear(), client.hear()].iter().map(Value::to_string).collect();
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
fn calls_beyond_the_bound_wait_for_others() {
    let limits = Limits { calls_per_connection: 2, waiting_calls: 3, ..Limits::default() };
    let server = TestServer::with_limits(limits);
    let mut client = server.client();
    (1..=5).for_each(|id| client.say(json!({ "id": id, "do": "wait" })));
    let refused = client.ask(json!({ "id": 6, "do": "wait" }));
    assert_eq!(refused["id"], 6);
    assert!(refused["error"]["text"].as_str().unwrap().starts_with("Too many requests"), "{refused}");
    assert_eq!(server.mock.wait_until(|counts| counts.running == 2).begun, 2);
    // One that waits can be stopped too; it ends once it has begun.
    client.say(json!({ "id": 7, "do": "stop", "of": 5 }));
    client.say(json!({ "id": 8, "do": "stop", "of": 1 }));
    server.mock.wait_until(|counts| counts.begun == 3 && counts.cancelled == 1);
    (2..=4).for_each(|of| client.say(json!({ "id": 10 + of, "do": "stop", "of": of })));
    server.mock.wait_until(|counts| counts.begun == 5 && counts.cancelled == 5 && counts.running == 0);
}

#[test]
fn calls_in_the_background_do_not_hold_up_others() {
    let server = TestServer::with_limits(Limits { calls_per_connection: 2, ..Limits::default() });
    let mut client = server.client();
    (1..=5).for_each(|id| client.say(json!({ "id": id, "do": "wait", "background": true })));
    server.mock.wait_until(|counts| counts.running == 2);
    client.say(json!({ "id": 6, "do": "echo" }));
    while client.answer().1["id"] != 6 {}
    assert_eq!(server.mock.wait_until(|counts| counts.running == 2).cancelled, 0);
}

/// A client that has filled all places ends its own oldest analysis by the next call, and so does another client's call.
#[test]
fn a_greedy_client_starves_nobody() {
    let server = TestServer::start();
    let mut greedy: Vec<Client> = (0..32).map(|_| server.client_of(1)).collect();
    let begin = |client: &mut Client, id: u64| {
        client.say(json!({ "id": id, "do": "wait", "background": true }));
        while client.hear()["id"] != id {}
    };
    greedy.iter_mut().for_each(|client| (1..=8).for_each(|id| begin(client, id)));
    server.mock.wait_until(|counts| counts.running == 256);
    let mut other = server.client_of(2);
    begin(&mut other, 1);
    assert_eq!(other.ask(json!({ "id": 2, "do": "echo" }))["ok"]["id"], 2);
    server.mock.wait_until(|counts| counts.cancelled == 2);
    let mut again = server.client_of(1);
    begin(&mut again, 1);
    assert_eq!(again.ask(json!({ "id": 2, "do": "echo" }))["ok"]["id"], 2);
    // The oldest ended, each with an answer that says why.
    let ended: BTreeSet<u64> = (0..3)
        .map(|_| {
            let answer = greedy[0].answer().1;
            assert!(answer["error"]["text"].as_str().unwrap().contains("too much to do"), "{answer}");
            answer["id"].as_u64().unwrap()
        })
        .collect();
    assert_eq!(ended, BTreeSet::from([1, 2, 3]));
    assert_eq!(server.mock.wait_until(|counts| counts.running == 255).cancelled, 3);
}

#[test]
fn calls_of_all_connections_are_bounded() {
    let server = TestServer::with_limits(Limits { calls: 2, ..Limits::default() });
    let (mut one, mut other) = (server.client_of(1), server.client_of(2));
    one.say(json!({ "id": 1, "do": "wait" }));
    other.say(json!({ "id": 1, "do": "wait" }));
    server.mock.wait_until(|counts| counts.running == 2);
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
