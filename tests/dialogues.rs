//! Random conversations with the engines: every command that needs an answer gets exactly one, in order, also during
//! searches.
//!
//! The same scripts are held with an engine's loop in this process and with the program behind two pipes. The heavy
//! runs (`cargo test -p conformance -- --ignored --nocapture dialogues`) print the longest time from a command that
//! ends a search to the answers then due; `SHUANGQI_LONG` is how many conversations they hold in each protocol.

mod conversation;
mod othello;
mod uci;
mod xboard;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use ::othello::Level;
use crossbeam_channel::Receiver;
use shuangqi_cli::Failure;
use shuangqi_cli::lines::Event;
use shuangqi_cli::sink::Sink;
use shuangqi_engine::engine::{self, Engine};

use self::conversation::{Connection, Script, run_script};

/// A protocol: the engine that reads it, and the scripts of its commands.
struct Protocol {
    name: &'static str,
    program: &'static str,
    engine: fn(Receiver<Event>, Sink) -> Result<(), Failure>,
    script: fn(fastrand::Rng) -> Script,
}

const PROTOCOLS: [Protocol; 5] = [
    Protocol { name: "UCI", program: "xiangqi", engine: xiangqi_engine, script: uci::script },
    Protocol { name: "UCCI", program: "xiangqi", engine: xiangqi_engine, script: uci::ucci_script },
    Protocol { name: "xboard", program: "xiangqi", engine: xiangqi_engine, script: xboard::script },
    Protocol { name: "GTP", program: "othello", engine: othello_engine, script: othello::gtp_script },
    Protocol { name: "NBoard", program: "othello", engine: othello_engine, script: othello::nboard_script },
];

fn xiangqi_engine(events: Receiver<Event>, sink: Sink) -> Result<(), Failure> {
    let engine = Engine::new(game::GameEngine::default(), sink);
    engine::serve(engine, &events, |_, first| shuangqi_engine::xiangqi::protocol(first))
}

fn othello_engine(events: Receiver<Event>, sink: Sink) -> Result<(), Failure> {
    let engine = Engine::new(game::GameEngine::default(), sink);
    engine::serve(engine, &events, |engine, first| {
        shuangqi_engine::othello::protocol(engine, first, Level::DEFAULT)
    })
}

/// One test at a time, so that the latencies of one are not those of the other.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Holds `count` conversations in each protocol; those of different protocols at the same time, as they mostly wait.
fn serve(count: u64, connect: impl Fn(&Protocol) -> Connection + Sync) {
    let _turn = turn();
    thread::scope(|scope| {
        for protocol in &PROTOCOLS {
            scope.spawn(|| converse_in(protocol, count, &connect));
        }
    });
}

fn converse_in(protocol: &Protocol, count: u64, connect: impl Fn(&Protocol) -> Connection) {
    let (mut commands, mut longest) = (0, Duration::ZERO);
    for seed in 0..count {
        let mut random = fastrand::Rng::with_seed(seed);
        let script = (protocol.script)(random.fork());
        commands += script.steps.len();
        longest = run_script(connect(protocol), &script, random, protocol.name, seed).max(longest);
        if (seed + 1) % 1000 == 0 {
            println!("{}: {} conversations, {longest:?}", protocol.name, seed + 1);
        }
    }
    println!("{}: {count} conversations, {commands} commands, answers due within {longest:?}", protocol.name);
}

fn in_process(protocol: &Protocol) -> Connection {
    Connection::to_thread(protocol.engine)
}

fn with_program(protocol: &Protocol) -> Connection {
    Connection::to_program(&crate::programs::program(protocol.program))
}

fn rounds(usual: u64) -> u64 {
    std::env::var("SHUANGQI_LONG").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn every_command_is_answered_in_order() {
    serve(60, in_process);
}

#[test]
fn every_command_to_the_program_is_answered_in_order() {
    serve(8, with_program);
}

#[test]
#[ignore = "takes half an hour or more"]
fn every_command_of_long_scripts_is_answered_in_order() {
    serve(rounds(100_000), in_process);
}

#[test]
#[ignore = "takes half an hour or more"]
fn every_command_of_long_scripts_to_the_program_is_answered_in_order() {
    serve(rounds(10_000), with_program);
}
