//! The token, which every request needs: other users of this machine reach its loopback address too.

use std::collections::BTreeSet;
use std::net::Ipv4Addr;

use serde_json::json;
use shuangqi_web::Options;

use crate::support::TestServer;

/// A server that other machines reach.
fn open_server() -> TestServer {
    TestServer::with(Options { address: Ipv4Addr::UNSPECIFIED.into(), ..Options::default() })
}

#[test]
fn tokens_are_long_and_random() {
    let servers: Vec<TestServer> = (0..8).map(|_| TestServer::start()).collect();
    let tokens: BTreeSet<&str> = servers.iter().map(TestServer::token).collect();
    assert_eq!(tokens.len(), 8);
    assert!(
        tokens.iter().all(|token| token.len() == 32 && token.bytes().all(|digit| digit.is_ascii_hexdigit()))
    );
}

#[test]
fn the_address_with_the_token_puts_it_into_a_cookie() {
    let server = TestServer::start();
    let address = format!("/?token={}", server.token());
    let answer = server.ask_without_token(&address, "");
    assert!(answer.status() == 200 && answer.body().contains("<title>"), "{answer:?}");
    let (cookie, rest) = answer.header("set-cookie").unwrap().split_once("; ").unwrap();
    let (token, client) = cookie.split_once('.').unwrap();
    assert_eq!(token, format!("shuangqi_{}={}", server.address().port(), server.token()));
    assert_eq!((client.len(), rest), (32, "Path=/; HttpOnly; SameSite=Strict"));
    let other = server.ask_without_token(&address, "");
    assert_ne!(other.header("set-cookie"), answer.header("set-cookie"));
    let cookie = format!("Cookie: a=b; {cookie}; c\r\n");
    for path in [address.as_str(), "/", "/main.js", "/board.css"] {
        let answer = server.ask_without_token(path, &cookie);
        assert_eq!((answer.status(), answer.header("set-cookie")), (200, None), "{path}");
    }
    assert_eq!(server.client().ask(json!({ "id": 1, "do": "echo" }))["id"], 1);
}

#[test]
fn nothing_is_answered_without_the_token() {
    for server in [TestServer::start(), open_server()] {
        let (token, port) = (server.token(), server.address().port());
        let wrong = [
            String::new(),
            "0".repeat(32),
            token[1..].to_owned(),
            format!("{token}0"),
            token.to_uppercase() + "A",
            format!("{}{}", &token[..31], if token.ends_with('0') { '1' } else { '0' }),
        ];
        for text in &wrong {
            assert_eq!(server.ask_without_token(&format!("/?token={text}"), "").status(), 401, "{text}");
            let cookie = format!("shuangqi_{port}={text}.1");
            let answer = server.ask_without_token("/", &format!("Cookie: {cookie}\r\n"));
            assert_eq!((answer.status(), answer.header("set-cookie")), (401, None), "{text}");
            assert!(server.client_with(&[("cookie", &cookie)]).err().unwrap().contains("401"));
        }
        for cookie in [format!("shuangqi_1={token}.1"), format!("shuangqi_{port}={token}.x")] {
            assert_eq!(server.ask_without_token("/", &format!("Cookie: {cookie}\r\n")).status(), 401);
        }
        for path in ["/", "/main.js", "/board.js", "/icon.svg", "/none", "/files/a.txt", "/ws"] {
            let answer = server.ask_without_token(path, "");
            assert_eq!(answer.status(), 401, "{path}");
            assert!(answer.body().contains("Open the address that `shuangqi serve` printed"), "{answer:?}");
            assert!(!answer.0.contains(token), "{path}");
        }
    }
}

#[test]
fn names_that_lead_to_this_machine_are_refused_with_the_token_too() {
    let server = open_server();
    let (port, token) = (server.address().port(), server.token());
    let ask = |host: &str| {
        let text =
            format!("GET /main.js?token={token} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        server.send(text.as_bytes()).status()
    };
    assert_eq!(ask(&format!("192.0.2.7:{port}")), 200);
    assert_eq!(ask(&format!("evil.example:{port}")), 403);
}
