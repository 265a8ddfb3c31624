//! The bounds of the server: whatever clients do, it answers the next one.

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::json;
use shuangqi_cli::Exit;
use shuangqi_web::{Limits, Options};

use crate::support::{PATIENCE, TestServer, bind};

const SHORT: Duration = Duration::from_millis(200);

#[test]
fn an_address_that_cannot_be_had_is_refused_with_the_way_out() {
    let server = TestServer::start();
    let used = Options { port: server.address().port(), ..Options::default() };
    let of_another = Options { address: [192, 0, 2, 1].into(), ..Options::default() };
    for (options, parts) in
        [(used, ["is in use", "--port 0"]), (of_another, ["192.0.2.1", "an address of this machine"])]
    {
        let failure = bind(options).err().unwrap();
        assert_eq!(failure.exit(), Exit::Usage);
        assert!(parts.iter().all(|part| failure.to_string().contains(part)), "{failure}");
    }
}

#[test]
fn a_connection_is_kept_alive_by_pings() {
    let server = TestServer::with_limits(Limits { ping_interval: SHORT, ..Limits::default() });
    let mut client = server.client();
    for _ in 0..3 {
        assert!(client.0.read().unwrap().is_ping());
    }
    assert_eq!(client.ask(json!({ "id": 1, "do": "echo" }))["id"], 1);
}

#[test]
fn a_message_too_large_ends_the_connection() {
    let server = TestServer::with_limits(Limits { message_bytes: 1000, ..Limits::default() });
    let mut client = server.client();
    let message = |bytes: usize| json!({ "id": 1, "do": "echo", "text": "x".repeat(bytes) });
    assert_eq!(client.ask(message(900))["id"], 1);
    client.say(message(1000));
    assert_eq!(client.end().as_deref(), Some("a message too large, or none of WebSocket"));
    server.assert_alive();
}

#[test]
fn the_oldest_idle_connection_makes_room() {
    let server = TestServer::with_limits(Limits { connections: 3, ..Limits::default() });
    let (mut working, mut idle, mut other) = (server.client(), server.client(), server.client());
    working.begin_waiting(1);
    assert_eq!(other.ask(json!({ "id": 1, "do": "echo" }))["id"], 1);
    assert_eq!(server.get("/").status(), 200);
    assert_eq!(idle.end().as_deref(), Some("too many connections"));
    assert_eq!(other.ask(json!({ "id": 1, "do": "echo" }))["id"], 1);
    working.say(json!({ "id": 2, "do": "stop", "of": 1 }));
    assert_eq!(working.receive()["id"].as_u64().unwrap() + working.receive()["id"].as_u64().unwrap(), 3);
}

#[test]
fn slow_headers_lock_nobody_out() {
    let server = TestServer::start();
    let slow: Vec<_> = (0..Limits::default().connections)
        .map(|_| {
            let mut stream = server.tcp();
            stream.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
            stream
        })
        .collect();
    server.assert_alive();
    drop(slow);
    assert!(Limits::default().header_time <= Duration::from_secs(5));
}

#[test]
fn connections_are_bounded() {
    let server = TestServer::with_limits(Limits { connections: 3, ..Limits::default() });
    let mut clients: Vec<_> = (0..3).map(|_| server.client()).collect();
    clients.iter_mut().for_each(|client| client.begin_waiting(1));
    // The answer is lost if the request arrives when the connection has ended.
    assert!(matches!(server.get("/").status(), 0 | 503));
    assert!(server.client_with(&[]).is_err());
    drop(clients);
    let start = Instant::now();
    while server.get("/").status() != 200 {
        assert!(start.elapsed() < PATIENCE);
    }
    server.assert_alive();
}

#[test]
fn a_header_must_arrive_in_time() {
    let server = TestServer::with_limits(Limits { header_time: SHORT, ..Limits::default() });
    assert_ne!(server.send(b"GET / HTTP/1.1\r\nHost: x\r\nA: ").status(), 200);
    // Nor is a connection kept for a second request that does not come.
    let request = format!("GET / HTTP/1.1\r\n{}\r\n", server.own_lines());
    assert_eq!(server.send(request.as_bytes()).status(), 200);
    server.assert_alive();
}

#[test]
fn a_header_has_a_largest_size() {
    let server = TestServer::start();
    let line = |bytes: usize| format!("A: {}\r\n", "x".repeat(bytes));
    assert_eq!(server.ask("/", &line(8000)).status(), 200);
    assert_eq!(server.ask("/", &line(100_000)).status(), 431);
    assert_eq!(server.ask("/", &"A: b\r\n".repeat(40)).status(), 200);
    assert_eq!(server.ask("/", &"A: b\r\n".repeat(100)).status(), 431);
}

#[test]
fn a_request_has_no_body() {
    let server = TestServer::start();
    assert_eq!(server.ask("/", "Content-Length: 0\r\n").status(), 200);
    for lines in [
        "Content-Length: 5\r\n\r\nhello",
        "Content-Length: 99999999999\r\n",
        "Transfer-Encoding: chunked\r\n",
    ] {
        assert_eq!(server.ask("/", lines).status(), 413, "{lines}");
    }
    server.assert_alive();
}

#[test]
fn a_client_that_does_not_read_is_dropped() {
    let limits = Limits { stalled_time: 2 * SHORT, waiting_bytes: 100_000, ..Limits::default() };
    for is_kept in [true, false] {
        let server = TestServer::with_limits(limits.clone());
        let mut client = server.client();
        let mut message = json!({ "id": 1, "do": "flood", "bytes": 1_000_000 });
        if is_kept {
            message["keep"] = json!(true);
        }
        client.say(message);
        // The backend sends without end, and is cancelled when the client has read nothing for long enough.
        server.mock.wait_until(|counts| counts.begun == 1 && counts.cancelled == 1 && counts.running == 0);
        server.assert_alive();
    }
}

#[test]
fn a_client_that_sends_and_does_not_read_is_dropped() {
    let limits = Limits { stalled_time: 2 * SHORT, waiting_bytes: 10_000, ..Limits::default() };
    let server = TestServer::with_limits(limits);
    let mut client = server.client();
    let text = "x".repeat(100_000);
    let is_sent = |id: u64| {
        client.0.send(tungstenite::Message::text(json!({ "id": id, "do": "echo", "text": text }).to_string()))
    };
    assert!((1..100_000).map(is_sent).any(|sent| sent.is_err()));
    server.assert_alive();
}
