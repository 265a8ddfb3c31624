//! Malformed texts and their exact messages.
//!
//! `data/bad_input/PARSER.jsonl` holds a text and its message on each line. After a change of words `SHUANGQI_BLESS=1
//! cargo test -p conformance bad_input` writes the messages anew; the author of the change reads them.

use std::fs;
use std::io;
use std::sync::Arc;

use game::{Game as _, GameEngine};
use othello::notation::{board, ggf, obf, transcript};
use protocols::gtp::Request;
use search_core::Recipe;
use serde::{Deserialize, Serialize};
use shuangqi_cli::BadInput;
use shuangqi_cli::args::{HashSize, Threads};
use shuangqi_cli::sink::Sink;
use shuangqi_engine::othello::nboard::NBoardSession;
use shuangqi_engine::othello::server::Server;
use shuangqi_engine::terminal::command;
use shuangqi_engine::xiangqi::Engine;
use shuangqi_engine::xiangqi::xboard::XboardSession;

use crate::games::data;

/// A malformed text.
#[derive(Serialize, Deserialize)]
struct Case {
    text: String,
    message: String,
}

/// The message about a text; `None` if the text is valid.
type Parser = fn(&str) -> Option<String>;

const PARSERS: [(&str, Parser); 19] = [
    ("hash", |text| text.parse::<HashSize>().err()),
    ("othello_board", |text| text_of_error(board::read(text))),
    ("othello_ggf", |text| text_of_error(ggf::read(text))),
    ("othello_gtp", |text| {
        text_of_error(Request::read(text)?.command.and_then(|command| Server::new().execute(command)))
    }),
    ("othello_nboard", |line| match line.parse() {
        Ok(command) => NBoardSession::new(nowhere()).execute(command).err().map(|bad| bad.to_string()),
        Err(bad) => text_of_error::<()>(Err(bad)),
    }),
    ("othello_obf", |text| text_of_error(obf::read("problems.obf", text).collect::<Result<Vec<_>, _>>())),
    ("othello_perft_suite", |text| text_of_error(othello::perft::suite::read("perft.txt", text))),
    ("othello_terminal", |text| text_of_error(command::parse(&othello::Position::START, text))),
    ("othello_transcript", |text| text_of_error(transcript::read(othello::Position::START, text))),
    ("recipe", |text| Recipe::parse(text).err().map(|unknown| unknown.to_string())),
    ("threads", |text| text.parse::<Threads>().err()),
    ("xiangqi_fen", |text| text_of_error(xiangqi::Position::from_fen(text))),
    ("xiangqi_move", |text| text_of_error(xiangqi::Move::parse(text))),
    ("xiangqi_notation", notation),
    ("xiangqi_perft_suite", |text| {
        text_of_error(xiangqi::perft_suite::entries(text, "perft.epd").collect::<Result<Vec<_>, _>>())
    }),
    ("xiangqi_terminal", |text| text_of_error(command::parse(&xiangqi::Position::start(), text))),
    ("xiangqi_uci", |line| protocol("uci", line)),
    ("xiangqi_ucci", |line| protocol("ucci", line)),
    ("xiangqi_xboard", |line| XboardSession::new(nowhere(), GameEngine::default()).try_line(line).err()),
];

fn text_of_error<T>(outcome: Result<T, BadInput>) -> Option<String> {
    outcome.err().map(|bad| bad.to_string())
}

/// The first line is the position, if there are two.
fn notation(text: &str) -> Option<String> {
    let (fen, text) = text.split_once('\n').unwrap_or((xiangqi::fen::START, text));
    let position: xiangqi::Position = fen.parse().expect("the position is not what is malformed");
    text_of_error(xiangqi::notation::parse_move(position.board(), text))
}

fn nowhere() -> Arc<Sink> {
    Arc::new(Sink::to(io::sink()))
}

fn protocol(greeting: &str, line: &str) -> Option<String> {
    let mut engine = Engine::new(nowhere(), GameEngine::default());
    engine.try_line(greeting).ok()?;
    text_of_error(engine.try_line(line))
}

#[test]
fn bad_input_has_the_messages_of_the_table() {
    let is_blessing = std::env::var_os("SHUANGQI_BLESS").is_some();
    let mut count = 0;
    for (name, parser) in PARSERS {
        let path = data(&format!("bad_input/{name}.jsonl"));
        let text = fs::read_to_string(&path).unwrap();
        let mut cases: Vec<Case> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        count += cases.len();
        for case in &mut cases {
            let said = parser(&case.text).unwrap_or_default();
            assert!(!said.is_empty(), "{name}: nothing is wrong with {:?}", case.text);
            assert!(is_blessing || said == case.message, "{name}: {:?}\n{said}\n{}", case.text, case.message);
            case.message = said;
        }
        if is_blessing {
            let lines = cases.iter().map(|case| serde_json::to_string(case).unwrap() + "\n");
            fs::write(&path, lines.collect::<String>()).unwrap();
        }
    }
    assert!(count >= 200, "{count} cases");
}
