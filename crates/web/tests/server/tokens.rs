//! A server that others than this machine reach.

use std::collections::BTreeSet;
use std::net::Ipv4Addr;

use serde_json::json;
use shuangqi_web::Options;

use crate::support::TestServer;

fn open_server() -> TestServer {
    TestServer::with(Options { address: Ipv4Addr::UNSPECIFIED.into(), ..Options::default() })
}

fn token(server: &TestServer) -> &str {
    server.url.split_once("/?token=").unwrap().1
}

#[test]
fn a_server_of_this_machine_alone_needs_no_token() {
    let server = TestServer::start();
    assert_eq!(server.url, format!("http://{}/", server.address()));
}

#[test]
fn tokens_are_long_and_random() {
    let servers: Vec<TestServer> = (0..8).map(|_| open_server()).collect();
    let tokens: BTreeSet<&str> = servers.iter().map(token).collect();
    assert_eq!(tokens.len(), 8);
    assert!(
        tokens.iter().all(|token| token.len() == 32 && token.bytes().all(|digit| digit.is_ascii_hexdigit()))
    );
}

#[test]
fn the_address_with_the_token_puts_it_into_a_cookie() {
    let server = open_server();
    let answer = server.get(&format!("/?token={}", token(&server)));
    assert_eq!((answer.status(), answer.header("location")), (303, Some("/")));
    let cookie = answer.header("set-cookie").unwrap();
    let expected =
        format!("shuangqi_{}={}; Path=/; HttpOnly; SameSite=Strict", server.address().port(), token(&server));
    assert_eq!(cookie, expected);
    let cookie = cookie.split(';').next().unwrap();
    for path in ["/", "/main.js", "/board.css"] {
        assert_eq!(server.ask(path, &format!("Cookie: a=b; {cookie}; c\r\n")).status(), 200);
    }
    let mut client = server.client_with(&[("cookie", cookie)]).unwrap();
    assert_eq!(client.ask(json!({ "id": 1, "do": "echo" }))["id"], 1);
}

#[test]
fn nothing_is_answered_without_the_token() {
    let server = open_server();
    let token = token(&server);
    let port = server.address().port();
    let wrong = [
        String::new(),
        "0".repeat(32),
        token[1..].to_owned(),
        format!("{token}0"),
        token.to_uppercase() + "A",
        format!("{}{}", &token[..31], if token.ends_with('0') { '1' } else { '0' }),
    ];
    for text in &wrong {
        assert_eq!(server.get(&format!("/?token={text}")).status(), 401, "{text}");
        let cookie = format!("shuangqi_{port}={text}");
        assert_eq!(server.ask("/", &format!("Cookie: {cookie}\r\n")).status(), 401, "{text}");
        assert!(server.client_with(&[("cookie", &cookie)]).err().unwrap().contains("401"));
    }
    assert_eq!(server.ask("/", &format!("Cookie: shuangqi_1={token}\r\n")).status(), 401);
    assert_eq!(server.get("/main.js").status(), 401);
    assert!(!server.get("/").0.contains(token));
}

#[test]
fn names_that_lead_to_this_machine_are_refused_with_the_token_too() {
    let server = open_server();
    let (port, token) = (server.address().port(), token(&server));
    let ask = |host: &str| {
        let text =
            format!("GET /main.js?token={token} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        server.send(text.as_bytes()).status()
    };
    assert_eq!(ask(&format!("192.0.2.7:{port}")), 200);
    assert_eq!(ask(&format!("evil.example:{port}")), 403);
}
