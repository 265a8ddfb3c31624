//! A server of a test, its backend and its clients.

use std::io::{Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::{Value, json};
use shuangqi_cli::Failure;
use shuangqi_page::{Backend, Call, Problem};
use shuangqi_web::{Limits, Options, Server};
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::{Message, WebSocket};

/// Longer than anything takes that works.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The number of calls that the backend has begun and ended.
#[derive(Clone, Copy, Default, Debug)]
pub struct Counts {
    pub begun: usize,
    pub running: usize,
    pub cancelled: usize,
}

/// A backend without a game.
#[derive(Default)]
pub struct Mock {
    counts: Mutex<Counts>,
    changed: Condvar,
}

impl Mock {
    fn change(&self, change: impl Fn(&mut Counts)) {
        change(&mut self.counts.lock().unwrap());
        self.changed.notify_all();
    }

    /// Waits until the counts are as they should be.
    pub fn wait_until(&self, is_so: impl Fn(&Counts) -> bool) -> Counts {
        let counts = self.counts.lock().unwrap();
        let (counts, waited) =
            self.changed.wait_timeout_while(counts, PATIENCE, |counts| !is_so(counts)).unwrap();
        assert!(!waited.timed_out(), "{counts:?}");
        *counts
    }

    fn wait_for_cancellation(&self, call: &Call) {
        let pair = Arc::new((Mutex::new(false), Condvar::new()));
        let other = Arc::clone(&pair);
        call.on_cancel(move || {
            *other.0.lock().unwrap() = true;
            other.1.notify_all();
        });
        let waiting = pair.0.lock().unwrap();
        let (done, _) = pair.1.wait_timeout_while(waiting, PATIENCE, |is_cancelled| !*is_cancelled).unwrap();
        assert!(*done && call.is_cancelled());
        self.change(|counts| counts.cancelled += 1);
    }

    fn work(&self, call: &Call) -> Result<Value, Problem> {
        let number = |name: &str| call.fields.get(name).and_then(Value::as_u64).unwrap_or(0);
        let is_kept = call.fields.get("keep").is_some();
        match call.name.as_str() {
            "echo" => Ok(Value::Object(call.fields.clone())),
            "count" => {
                let events = (0..number("events")).map(|event| json!({ "event": event, "keep": is_kept }));
                events.for_each(|event| call.emit(event));
                Ok(json!({ "counted": number("events") }))
            }
            "wait" => {
                call.emit(json!({ "waiting": true }));
                self.wait_for_cancellation(call);
                Ok(json!({ "cancelled": true }))
            }
            "flood" => {
                let text = "x".repeat(number("bytes") as usize);
                while !call.is_cancelled() {
                    call.emit(json!({ "text": text, "keep": is_kept }));
                }
                self.change(|counts| counts.cancelled += 1);
                Ok(Value::Null)
            }
            "panic" => panic!("as the test wants"),
            _ => Err(Problem::new("problem-request", format!("There is no \"{}\".", call.name))),
        }
    }
}

/// Counts a call as running, even if it panics.
struct Running<'a>(&'a Mock);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.change(|counts| counts.running -= 1);
    }
}

struct Shared(Arc<Mock>);

impl Backend for Shared {
    fn answer(&self, call: &Call) -> Result<Value, Problem> {
        self.0.change(|counts| {
            counts.begun += 1;
            counts.running += 1;
        });
        let _running = Running(&self.0);
        self.0.work(call)
    }

    fn is_background(&self, call: &Call) -> bool {
        call.fields.contains_key("background")
    }
}

/// A server that listens and does not run.
pub fn bind(options: Options) -> Result<Server, Failure> {
    Server::bind(options, Arc::new(Shared(Arc::default())))
}

/// A server that runs until it is dropped.
pub struct TestServer {
    pub mock: Arc<Mock>,
    pub url: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl TestServer {
    pub fn start() -> TestServer {
        TestServer::with(Options::default())
    }

    pub fn with_limits(limits: Limits) -> TestServer {
        TestServer::with(Options { limits, ..Options::default() })
    }

    pub fn with(options: Options) -> TestServer {
        let (mock, stop) = (Arc::new(Mock::default()), Arc::new(AtomicBool::new(false)));
        let server = Server::bind(options, Arc::new(Shared(Arc::clone(&mock)))).unwrap();
        let (url, flag) = (server.url().to_owned(), Arc::clone(&stop));
        let thread = Some(thread::spawn(move || server.run(&flag).unwrap()));
        TestServer { mock, url, stop, thread }
    }

    /// The port and the address of this machine.
    pub fn address(&self) -> SocketAddr {
        let port =
            self.url.trim_start_matches("http://").split('/').next().unwrap().rsplit_once(':').unwrap().1;
        SocketAddr::new(IpAddr::from([127, 0, 0, 1]), port.parse().unwrap())
    }

    pub fn tcp(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address()).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends bytes and gives what comes until the connection ends, however it does.
    pub fn send(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.tcp();
        // The server may end the connection before it has read all.
        let _ = stream.write_all(bytes);
        Answer::read(stream)
    }

    /// The token in the address of the page.
    pub fn token(&self) -> &str {
        self.url.split_once("/?token=").unwrap().1
    }

    /// The cookie that a browser sends once it was given the token.
    pub fn cookie(&self) -> String {
        format!("shuangqi_{}={}", self.address().port(), self.token())
    }

    /// The lines of a header that name the server and carry the token.
    pub fn own_lines(&self) -> String {
        format!("Host: {}\r\nCookie: {}\r\n", self.address(), self.cookie())
    }

    /// Asks for a path with more lines of the header, each with its end.
    pub fn ask(&self, path: &str, lines: &str) -> Answer {
        self.ask_without_token(path, &format!("Cookie: {}\r\n{lines}", self.cookie()))
    }

    /// As [`TestServer::ask`], as a program does that was not given the token.
    pub fn ask_without_token(&self, path: &str, lines: &str) -> Answer {
        let host = self.address();
        self.send(
            format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{lines}\r\n").as_bytes(),
        )
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask(path, "")
    }

    pub fn client(&self) -> Client {
        self.client_with(&[]).unwrap()
    }

    /// A WebSocket whose handshake has more lines, or another cookie.
    pub fn client_with(&self, lines: &[(&'static str, &str)]) -> Result<Client, String> {
        let mut request = format!("ws://{}/ws", self.address()).into_client_request().unwrap();
        for (name, value) in [("cookie", self.cookie().as_str())].iter().chain(lines) {
            request.headers_mut().insert(*name, HeaderValue::from_str(value).unwrap());
        }
        let (socket, _) = tungstenite::client(request, self.tcp()).map_err(|error| error.to_string())?;
        Ok(Client(socket))
    }

    /// Fails unless the page and a call are answered.
    pub fn assert_alive(&self) {
        assert_eq!(self.get("/").status(), 200);
        let mut client = self.client();
        client.say(json!({ "id": 1, "do": "echo" }));
        assert_eq!(client.receive(), json!({ "id": 1, "ok": { "id": 1, "do": "echo" } }));
    }

    /// Ends the server as an interruption does.
    pub fn stop(&mut self) {
        self.stop.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The answer of a server.
#[derive(Debug)]
pub struct Answer(pub String);

impl Answer {
    pub fn read(mut stream: TcpStream) -> Answer {
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        Answer(String::from_utf8_lossy(&answer).into_owned())
    }

    /// The status code; 0 if the connection ended without an answer.
    pub fn status(&self) -> u16 {
        self.0.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0)
    }

    /// The value of a line of the header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let header = self.0.split("\r\n\r\n").next()?;
        let mut lines = header.split("\r\n").skip(1).filter_map(|line| line.split_once(": "));
        lines.find_map(|(other, value)| other.eq_ignore_ascii_case(name).then_some(value))
    }

    pub fn body(&self) -> &str {
        self.0.split_once("\r\n\r\n").map_or("", |(_, body)| body)
    }
}

/// A page.
pub struct Client(pub WebSocket<TcpStream>);

impl Client {
    pub fn say(&mut self, message: Value) {
        self.say_text(&message.to_string());
    }

    pub fn say_text(&mut self, text: &str) {
        self.0.send(Message::text(text)).unwrap();
    }

    /// The next message.
    pub fn receive(&mut self) -> Value {
        loop {
            match self.0.read().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// Begins a call that runs until it is stopped.
    pub fn begin_waiting(&mut self, id: u64) {
        self.say(json!({ "id": id, "do": "wait" }));
        assert_eq!(self.receive(), json!({ "id": id, "event": { "waiting": true } }));
    }

    /// The next answer, and the events before it.
    pub fn answer(&mut self) -> (Vec<Value>, Value) {
        let mut events = Vec::new();
        loop {
            match self.receive() {
                event if event.get("event").is_some() => events.push(event["event"].clone()),
                answer => return (events, answer),
            }
        }
    }

    /// Asks and gives the next answer.
    pub fn ask(&mut self, message: Value) -> Value {
        self.say(message);
        self.answer().1
    }

    /// Reads until the server ends the connection; gives the reason that it says.
    pub fn end(&mut self) -> Option<String> {
        let mut reason = None;
        loop {
            match self.0.read() {
                Ok(Message::Close(frame)) => reason = frame.map(|frame| frame.reason.to_string()),
                Ok(_) => {}
                Err(_) => return reason,
            }
        }
    }
}
