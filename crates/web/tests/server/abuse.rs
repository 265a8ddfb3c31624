//! Clients that do not keep to HTTP or WebSocket. Whatever they send, the server answers the next one.

use std::io::Write;
use std::net::TcpStream;

use crate::support::{Client, TestServer};

/// Requests that are no HTTP, or not of this server, with the place of the server for `HOST`.
const REQUESTS: &[&str] = &[
    "",
    "\r\n",
    "\r\n\r\n",
    "\0",
    "\0\0\0\0\r\n\r\n",
    "GET",
    "GET\r\n\r\n",
    "GET /\r\n\r\n",
    "GET / HTTP/1.1",
    "GET / HTTP/9.9\r\n\r\n",
    "get / http/1.1\r\n\r\n",
    "GET  /  HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost\r\n\r\n",
    "GET / HTTP/1.1\r\n: x\r\n\r\n",
    "GET / HTTP/1.1\r\nHost : HOST\r\n\r\n",
    "GET / HTTP/1.1\r\n Host: HOST\r\n\r\n",
    "GET / HTTP/1.1\nHost: HOST\n\n",
    "GET / HTTP/1.1\r\nHost: HOST\r\nContent-Length: -1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: HOST\r\nContent-Length: x\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n",
    "GET / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: identity, chunked, x\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1000000000\r\n\r\n",
    "PUT /main.js HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "CONNECT example.com:443 HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "TRACE / HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "GET http://evil.example/ HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "GET //evil.example/ HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "GET /%00 HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "GET /../../etc/passwd HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "GET /..\\..\\x HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "GET /files/../../x.html HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "GET /files/%ff%fe HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: HOST\r\nX: \x01\x02\r\n\r\n",
    "GET /ws HTTP/1.1\r\nHost: HOST\r\nUpgrade: websocket\r\n\r\n",
    "GET /ws HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n\r\n",
    "GET /ws HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 8\r\nSec-WebSocket-Key: x\r\n\r\n",
    "GET /ws HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n",
    "GET /ws HTTP/1.0\r\nHost: HOST\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    "GET /ws HTTP/1.1\r\nHost: HOST\r\nOrigin: http://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: HOST\r\nHost: HOST\r\n\r\n",
    "GET / HTTP/1.0\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: HOST\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: HOST\r\nRange: bytes=0-18446744073709551616\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: HOST\r\nIf-None-Match: \"\"\"\"\", W/W/\r\nCookie: =;;=\r\nOrigin:\r\n\r\n",
    "\x16\x03\x01\x02\x00\x01\x00\x01\u{fc}\x03\x03",
    "SSH-2.0-client\r\n",
    "HELP\r\n",
    "{\"id\":1,\"do\":\"hello\"}\n",
];

/// Frames after the handshake that break the protocol of WebSocket.
const FRAMES: &[&[u8]] = &[
    b"\x81\x05hello",                                    // not masked
    b"\x83\x80\0\0\0\0",                                 // a reserved kind
    b"\x8b\x80\0\0\0\0",                                 // a reserved control
    b"\xc1\x80\0\0\0\0",                                 // reserved bits
    b"\x80\x80\0\0\0\0",                                 // the rest of nothing
    b"\x09\x80\0\0\0\0",                                 // a ping in parts
    b"\x89\xfe\x00\x80\0\0\0\0",                         // a ping too large
    b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", // as large as can be written
    b"\x81\xff\0\0\0\0\x7f\xff\xff\xff\0\0\0\0",         // two gigabytes
    b"\x81\xfe\xff\xff\0\0\0\0abc",                      // shorter than it says
    b"\x81\x82\0\0\0\0\xff\xfe",                         // not UTF-8
    b"\x88\x81\0\0\0\0x",                                // a close of half a code
    b"\x88\x82\0\0\0\0\x03\xed",                         // a close of a reserved code
    b"\x81",
    b"",
];

#[test]
fn malformed_requests_do_no_harm() {
    let server = TestServer::start();
    let (host, lines) = (server.address().to_string(), server.own_lines());
    for request in REQUESTS {
        let bytes = request.replace("Host: HOST\r\n", &lines).replace("HOST", &host).into_bytes();
        // Once without waiting for the answer.
        let _ = server.tcp().write_all(&bytes);
        let answer = server.send_and_close(&bytes);
        assert!(!answer.0.contains("root:"), "{request:?}");
        assert_ne!(answer.status(), 101, "{request:?}");
    }
    server.assert_alive();
}

#[test]
fn cut_requests_do_no_harm() {
    let server = TestServer::start();
    let request = format!(
        "GET /ws HTTP/1.1\r\n{}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.own_lines()
    );
    for end in 0..=request.len() {
        let _ = server.tcp().write_all(&request.as_bytes()[..end]);
    }
    server.assert_alive_in_time();
}

#[test]
fn malformed_frames_end_their_connection_only() {
    let server = TestServer::start();
    let mut other = server.client();
    for frame in FRAMES {
        let Client(mut socket) = server.client();
        let stream: &mut TcpStream = socket.get_mut();
        stream.write_all(frame).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        Client(socket).end();
        let answer = other.ask(serde_json::json!({ "id": 1, "do": "echo" }));
        assert_eq!(answer["id"], 1, "{frame:?}");
    }
    server.assert_alive();
}
