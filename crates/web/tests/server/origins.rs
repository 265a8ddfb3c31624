//! Requests that pages of other sites could make the user's browser send.

use crate::support::TestServer;

/// Names that a server of this machine does not have, with its port for `PORT`.
const FOREIGN_HOSTS: &str = "
    evil.example evil.example:PORT localhost.evil.example:PORT 127.0.0.1.evil.example:PORT
    localhost.:PORT [::1]:PORT [::ffff:127.0.0.1]:PORT 127.0.0.2:PORT 127.1:PORT 0177.0.0.1:PORT
    2130706433:PORT user@127.0.0.1:PORT 127.0.0.1:PORT:PORT 127.0.0.1:+PORT 127.0.0.1 127.0.0.1:1
    localhost:
";

#[test]
fn only_the_own_host_is_answered() {
    let server = TestServer::start();
    let port = server.address().port();
    let rest = format!("Cookie: {}\r\nConnection: close\r\n\r\n", server.cookie());
    let ask = |lines: &str| server.send(format!("GET / HTTP/1.1\r\n{lines}{rest}").as_bytes()).status();
    for host in [format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("LocalHost:{port}")] {
        assert_eq!(ask(&format!("Host: {host}\r\n")), 200, "{host}");
    }
    let foreign = FOREIGN_HOSTS.replace("PORT", &port.to_string());
    for host in foreign.split_whitespace().chain([""]) {
        assert_eq!(ask(&format!("Host: {host}\r\n")), 403, "{host}");
    }
    assert_eq!(ask(""), 403);
    assert_eq!(ask(&format!("Host: 127.0.0.1:{port}\r\nHost: evil.example\r\n")), 403);
    let target = format!("GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{rest}");
    assert_eq!(server.send(target.as_bytes()).status(), 403);
    server.assert_alive();
}

#[test]
fn only_the_own_page_gets_a_connection() {
    let server = TestServer::start();
    let own = server.address();
    assert!(server.client_with(&[("origin", &format!("http://{own}"))]).is_ok());
    let foreign = [
        "http://evil.example".to_owned(),
        "null".to_owned(),
        format!("https://{own}"),
        format!("http://localhost:{}", own.port()), // this request's host is the number
        format!("http://{own}.evil.example"),
        "http://127.0.0.1:1".to_owned(),
        "http://127.0.0.1".to_owned(),
        "file://".to_owned(),
        String::new(),
    ];
    for origin in &foreign {
        let refused = server.client_with(&[("origin", origin)]).err().unwrap();
        assert!(refused.contains("403"), "{origin}: {refused}");
    }
    server.assert_alive();
}

#[test]
fn pages_of_other_sites_may_link_here_but_not_load_from_here() {
    let server = TestServer::start();
    let ask = |site: &str, mode: &str| {
        server.ask("/main.js", &format!("Sec-Fetch-Site: {site}\r\nSec-Fetch-Mode: {mode}\r\n")).status()
    };
    assert_eq!(ask("none", "navigate"), 200);
    assert_eq!(ask("same-origin", "cors"), 200);
    assert_eq!(ask("cross-site", "navigate"), 200);
    assert_eq!(ask("cross-site", "no-cors"), 403);
    assert_eq!(ask("same-site", "cors"), 403);
    let socket = [("sec-fetch-site", "same-site"), ("sec-fetch-mode", "websocket")];
    assert!(server.client_with(&socket).is_err());
}
