//! Two ways to an engine: its loop on a thread of this process, and the program behind two pipes.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, unbounded};
use shuangqi_cli::Failure;
use shuangqi_cli::lines::Event;
use shuangqi_cli::sink::Sink;

/// The longest wait for an answer: much longer than any answer takes, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(30);

enum Peer {
    Thread(Sender<Event>, JoinHandle<Result<(), Failure>>),
    Program(Child, Option<ChildStdin>),
}

/// An engine, its input and its output.
pub struct Connection {
    far: Peer,
    output: mpsc::Receiver<String>,
    /// All that was sent and received.
    pub log: Vec<String>,
}

impl Connection {
    /// Runs an engine's loop on a thread.
    pub fn to_thread(engine: fn(Receiver<Event>, Sink) -> Result<(), Failure>) -> Connection {
        let (sender, events) = unbounded();
        let (lines, output) = mpsc::channel();
        let sink = Sink::to(LineWriter { lines, rest: Vec::new() });
        let thread = thread::spawn(move || engine(events, sink));
        Connection { far: Peer::Thread(sender, thread), output, log: Vec::new() }
    }

    /// Starts a program.
    pub fn to_program(program: &Path) -> Connection {
        let command =
            Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = command.unwrap();
        let (sender, output) = mpsc::channel();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let input = child.stdin.take();
        Connection { far: Peer::Program(child, input), output, log: Vec::new() }
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.log.push(format!("> {line}"));
        match &mut self.far {
            Peer::Thread(sender, _) => sender.send(Event::Line(line.to_owned())).unwrap(),
            Peer::Program(_, input) => writeln!(input.as_mut().unwrap(), "{line}").unwrap(),
        }
    }

    /// The next line of output; `None` after the last.
    ///
    /// # Errors
    /// If there is none for long.
    pub fn receive(&mut self) -> Result<Option<String>, &'static str> {
        match self.output.recv_timeout(TIMEOUT) {
            Ok(line) => {
                self.log.push(format!("< {line}"));
                Ok(Some(line))
            }
            Err(RecvTimeoutError::Disconnected) => Ok(None),
            Err(RecvTimeoutError::Timeout) => Err("deaf"),
        }
    }

    /// Ends the input.
    pub fn close(&mut self) {
        self.log.push("> (the end)".to_owned());
        match &mut self.far {
            Peer::Thread(sender, _) => drop(sender.send(Event::End(None))),
            Peer::Program(_, input) => *input = None,
        }
    }

    /// Whether the engine, whose output has ended, ended well.
    pub fn has_succeeded(self) -> bool {
        match self.far {
            Peer::Thread(_, thread) => matches!(thread.join(), Ok(Ok(()))),
            Peer::Program(mut child, _) => child.wait().unwrap().success(),
        }
    }

    /// Ends a program that will not end by itself.
    pub fn kill(&mut self) {
        if let Peer::Program(child, _) = &mut self.far {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Cuts output into lines and sends them.
struct LineWriter {
    lines: mpsc::Sender<String>,
    rest: Vec<u8>,
}

impl Write for LineWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        while let Some(end) = self.rest.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line[..end]).into_owned();
            self.lines.send(line).map_err(|_| io::ErrorKind::BrokenPipe)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
