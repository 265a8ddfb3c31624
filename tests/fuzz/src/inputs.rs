//! The command lines and files that users write, the shards and messages that programs write, and the output of engines.

use std::fmt::Debug;
use std::io::Cursor;

use game::Notation;
use search_core::Recipe;
use search_core::recipe::{Bounds, PARTS, Part, UnknownName};
use shuangqi_arena::games::Game;
use shuangqi_arena::inputs;
use shuangqi_arena::replies::{self, Choice, EngineScore};
use shuangqi_cli::args::{HashSize, Threads};
use shuangqi_cli::lines::{self, Event, LIMIT};
use shuangqi_game_files::{
    Contents, Extent, FileGame, FileKind, Source, WthorNames, read, read_games, write,
};
use shuangqi_lab::LabGame;
use shuangqi_page::message::{Malformed, parse};
use shuangqi_training::othello::records::Record;
use shuangqi_training::shards::{self, Item};
use shuangqi_training::xiangqi::records::GameRecord;

use super::message;

/// The command that is written for a command line plays the same match.
pub fn options(text: &str) {
    match inputs::command_line(text) {
        Ok(command) => {
            let own = command.strip_prefix("shuangqi match ").unwrap_or_default();
            assert_eq!(inputs::command_line(own).as_ref(), Ok(&command), "{text:?}");
        }
        Err(message) => assert!(!message.trim().is_empty(), "{text:?}"),
    }
}

/// Moves from the start are read again as they are written; an error names its place.
pub fn openings(game: Game, text: &str) {
    let ggf = Some("ggf").filter(|_| game == Game::OTHELLO);
    for format in [None, Some("lines"), Some("pgn"), ggf] {
        match inputs::openings(game, format, text) {
            Ok(openings) => {
                assert!(!openings.is_empty(), "{text:?}");
                for opening in
                    openings.into_iter().filter(|(board, moves)| board == game.start && !moves.is_empty())
                {
                    let again = inputs::openings(game, Some("lines"), &opening.1.join(" "));
                    assert_eq!(again.as_deref(), Ok(&[opening][..]), "{text:?}");
                }
            }
            Err(bad) if bad.place.is_some() => message::error_in_file("openings", &format!("{text} "), &bad),
            Err(bad) => message::error(text, &bad),
        }
    }
}

/// A file of games of any kind is refused with a message, or read; then PGN holds it, moves and all.
pub fn game_files(text: &str) {
    for (game, kind) in
        [Game::OTHELLO, Game::XIANGQI].into_iter().flat_map(|game| FileKind::ALL.map(|kind| (game, kind)))
    {
        let source = Source { game: game.any, file: "games", extent: Extent::Tree };
        let games =
            match read_games(source, Contents::Bytes(text.as_bytes(), &WthorNames::default()), Some(kind)) {
                Ok(games) => games,
                Err(bad) => {
                    assert!(!bad.reasons.is_empty() && !bad.remedy.to_string().is_empty(), "{bad:?}");
                    assert!(!bad.to_string().contains(char::is_control), "{bad}");
                    continue;
                }
            };
        for file in games {
            let written = write(game.any, std::slice::from_ref(&file), FileKind::Pgn, Notation::Iccs);
            let written = written.expect("what was read can be written");
            let again = read(source, Contents::Bytes(&written, &WthorNames::default()), Some(FileKind::Pgn));
            let again = again.unwrap_or_else(|bad| panic!("{bad} in {}", String::from_utf8_lossy(&written)));
            let moves = |file: &FileGame| {
                file.tree.walk().map(|(ply, node)| (ply, file.tree.mv(node).to_owned())).collect::<Vec<_>>()
            };
            assert_eq!(again.iter().map(moves).collect::<Vec<_>>(), [moves(&file)], "{text:?}");
        }
    }
}

/// Journals are read and replayed, or refused with a message.
pub fn journal(text: &str) {
    match inputs::journal(text) {
        Ok(games) => assert!(games <= text.lines().count(), "{text:?}"),
        Err(message) => assert!(!message.is_empty(), "{text:?}"),
    }
}

/// Queues are read, or refused with the line.
pub fn queue(text: &str) {
    match inputs::queue(text) {
        Ok(tests) => assert!(tests <= text.lines().count(), "{text:?}"),
        Err(bad) => message::error_in_file("queue", text, &bad),
    }
}

/// A position that is read, moves included, is read again as it is written.
pub fn position<P: LabGame>(text: &str) {
    match P::parse_position(text) {
        Ok(position) => {
            let written = position.board_text();
            let again = P::parse_position(&written).map(|again| again.board_text());
            assert_eq!(again.as_ref(), Ok(&written), "{text:?}");
        }
        Err(bad) => message::error(text, &bad),
    }
}

/// Every count of a suite names its line, and so does every error.
pub fn perft_suite<P: LabGame>(text: &str) {
    for count in P::perft_suite("suite", text) {
        match count {
            Ok(count) => assert!((1..=text.lines().count()).contains(&count.line), "{count:?} of {text:?}"),
            Err(bad) => message::error_in_file("suite", text, &bad),
        }
    }
}

/// A size is shown as a text that means the same; a number of threads is at least one; an error shows a way out.
pub fn sizes(text: &str) {
    match text.parse::<HashSize>() {
        Ok(size) => {
            assert!(size.bytes() >= 1 << 10, "{text:?}");
            assert_eq!(size.to_string().parse(), Ok(size), "{text:?}");
        }
        Err(message) => assert!(message.contains("expected") && message.contains("--hash"), "{message}"),
    }
    match text.parse::<Threads>() {
        Ok(Threads::Auto) => assert_eq!(text, "auto"),
        Ok(Threads::Exactly(count)) => assert_eq!(text.parse::<Threads>(), Ok(Threads::Exactly(count))),
        Err(message) => assert!(message.contains("expected") && message.contains("--threads"), "{message}"),
    }
}

/// Every line arrives, in order and without its end, and then the end of input.
pub fn lines(bytes: &[u8]) {
    let events: Vec<Event> = lines::read(Cursor::new(bytes.to_vec())).iter().collect();
    let mut expected: Vec<Event> = bytes.split_inclusive(|&byte| byte == b'\n').map(event).collect();
    if let (Some(Event::Line(first)), Some(b"\xef\xbb\xbf")) = (expected.first_mut(), bytes.get(..3)) {
        first.drain(..'\u{feff}'.len_utf8());
    }
    expected.push(Event::End(None));
    assert_eq!(events, expected);
}

fn event(line: &[u8]) -> Event {
    let text = line.strip_suffix(b"\n").unwrap_or(line);
    if text.len() > LIMIT {
        return Event::TooLong;
    }
    Event::Line(String::from_utf8_lossy(text).trim_end_matches(['\r', '\n']).to_owned())
}

/// A recipe can be spelled from its parts and read again; an error names a piece of the text, and names that would do.
pub fn recipe(text: &str) {
    match Recipe::parse(text) {
        Ok(recipe) => assert_eq!(Recipe::parse(&spell(&recipe)), Ok(recipe), "{text:?}"),
        Err(unknown) => names_known(text, &unknown),
    }
}

fn names_known(text: &str, unknown: &UnknownName) {
    assert!(!unknown.to_string().contains(char::is_control), "{unknown}");
    assert!(text.contains(&unknown.found), "{unknown:?} is in {text:?}");
    assert!(!unknown.known.is_empty() && !unknown.known.contains(&unknown.found.as_str()), "{unknown:?}");
}

/// The preset that treats bounds alike, every part that the recipe lacks switched off, then every one it has switched
/// on.
fn spell(recipe: &Recipe) -> String {
    let preset = match recipe.bounds {
        Bounds::Ignored => "negamax",
        Bounds::FailHard => "fail-hard",
        Bounds::FailSoft => "alpha-beta",
    };
    let (has, lacks): (Vec<&Part>, Vec<&Part>) = PARTS.iter().partition(|part| {
        let mut with = *recipe;
        (part.set)(&mut with, true);
        with == *recipe
    });
    let signed = |parts: Vec<&Part>, sign: &str| -> String {
        parts.iter().map(|part| format!("{sign}{}", part.name)).collect()
    };
    preset.to_owned() + &signed(lacks, "-") + &signed(has, "+")
}

/// A message is a request whose fields are read again as they are written, or refused with a short sentence.
pub fn page_message(text: &str) {
    match parse(text) {
        Ok(request) => {
            let written = serde_json::Value::Object(request.fields).to_string();
            let again = parse(&written).unwrap_or_else(|error| panic!("{text:?}: {error:?}"));
            assert_eq!((again.id, again.name), (request.id, request.name), "{text:?}");
            assert!((1..1 << 53).contains(&again.id), "{text:?}");
        }
        Err(Malformed { id, problem }) => {
            assert!(id.is_none_or(|id| (1..1 << 53).contains(&id)), "{text:?}");
            assert!(
                problem.text().starts_with("A message") && problem.text().len() < 500,
                "{text:?}: {problem:?}"
            );
            assert!(!problem.text().contains(char::is_control), "{text:?}: {problem:?}");
        }
    }
}

/// The output of an engine is read as answers of one line each, or as a fault with a message.
pub fn replies(protocol: &str, text: &str) {
    let (answers, fault) = replies::read(protocol, text);
    for answer in answers {
        match answer.choice {
            Choice::Move(mv) => assert!(is_part_of_line(&mv), "{mv:?} in {text:?}"),
            Choice::NoMove(line) => assert!(is_part_of_line(&line), "{line:?} in {text:?}"),
            Choice::Resign => {}
        }
        if let Some(EngineScore::Hundredths(score)) = answer.info.score {
            assert!(text.contains(|letter: char| letter.is_ascii_digit()), "{score} in {text:?}");
        }
        assert!(answer.info.pv.iter().all(|word| is_part_of_line(word)), "{:?} in {text:?}", answer.info.pv);
    }
    assert!(fault.is_none_or(|fault| !fault.to_string().is_empty()), "{text:?}");
}

fn is_part_of_line(text: &str) -> bool {
    !text.is_empty() && !text.contains('\n')
}

/// Records of Othello: see [`items`].
pub fn othello_records(text: &str) {
    items::<Record>(text);
}

/// Games of Xiangqi: see [`items`]; each holds as many positions as it says.
pub fn xiangqi_games(text: &str) {
    for game in items::<GameRecord>(text) {
        assert_eq!(game.samples().count() as u64, game.positions());
    }
}

/// The bytes are read as items or refused; what is read can be written and read again, alone and in a shard. As a shard they
/// are refused with a message, but for the unlikely case that the checksum is right.
fn items<I: Item + PartialEq + Debug>(text: &str) -> Vec<I> {
    let bytes = bytes(text);
    assert!(
        shards::decode::<I>(&bytes).is_ok_and(|(made_by, _)| !made_by.is_empty()) || refused::<I>(&bytes)
    );
    let mut rest = &bytes[..];
    let items: Vec<I> = std::iter::from_fn(|| I::read(&mut rest)).collect();
    let shard = shards::encode("a text", &items);
    assert_eq!(shards::decode(&shard), Ok(("a text".to_owned(), items)));
    shards::decode(&shard).map(|(_, items)| items).unwrap_or_default()
}

fn refused<I: Item>(bytes: &[u8]) -> bool {
    shards::decode::<I>(bytes).is_err_and(|message| !message.is_empty())
}

/// Pairs of digits; what is none is passed over.
fn bytes(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.chars().filter_map(|digit| Some(digit.to_digit(16)? as u8)).collect();
    digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}
