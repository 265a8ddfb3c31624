//! Malformed texts and their exact messages.
//!
//! `data/bad_input/PARSER.jsonl` holds a text and its message on each line. After a change of words `SHUANGQI_BLESS=1
//! cargo test -p conformance bad_input` writes the messages anew; the author of the change reads them.

use std::fs;
use std::io;

use game::{Game, GameEngine};
use othello::Level;
use othello::notation::{board, obf, transcript};
use protocols::gtp::Request;
use search_core::Recipe;
use serde::{Deserialize, Serialize};
use shuangqi_cli::BadInput;
use shuangqi_cli::args::{HashSize, Threads};
use shuangqi_cli::sink::Sink;
use shuangqi_engine::engine::Engine;
use shuangqi_engine::othello::gtp::Gtp;
use shuangqi_engine::othello::nboard::NBoard;
use shuangqi_engine::terminal::command;
use shuangqi_engine::xiangqi::uci::Uci;
use shuangqi_engine::xiangqi::xboard::XBoard;

use crate::games::data;

/// A malformed text.
#[derive(Serialize, Deserialize)]
struct Case {
    text: String,
    message: String,
}

/// The message about a text; `None` if the text is valid.
type Parser = fn(&str) -> Option<String>;

const PARSERS: [(&str, Parser); 18] = [
    ("hash", |text| text.parse::<HashSize>().err()),
    ("othello_board", |text| text_of_error(board::read(text))),
    ("othello_gtp", |text| {
        let mut gtp = Gtp::at_level(Level::DEFAULT);
        text_of_error(Request::read(text)?.command.and_then(|command| gtp.answer(&mut engine(), command)))
    }),
    ("othello_nboard", |line| {
        let (mut engine, level) = (engine(), Level::DEFAULT);
        let mut nboard = NBoard::at_level(level, &engine);
        text_of_error(line.parse().and_then(|command| nboard.act(&mut engine, command)))
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
        text_of_error(
            xiangqi::perft_suite::entries("perft.epd", text).into_iter().collect::<Result<Vec<_>, _>>(),
        )
    }),
    ("xiangqi_terminal", |text| text_of_error(command::parse(&xiangqi::Position::start(), text))),
    ("xiangqi_uci", |line| protocol("uci", line)),
    ("xiangqi_ucci", |line| protocol("ucci", line)),
    ("xiangqi_xboard", |line| XBoard::default().obey(&mut engine(), line).err()),
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

fn engine<G: Game>() -> Engine<G> {
    Engine::new(GameEngine::default(), Sink::to(io::sink()))
}

fn protocol(greeting: &str, line: &str) -> Option<String> {
    let (mut uci, mut engine) = (Uci::default(), engine());
    uci.obey(&mut engine, greeting).ok()?;
    text_of_error(uci.obey(&mut engine, line))
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
