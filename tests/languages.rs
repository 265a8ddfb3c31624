//! What games name is named in every language, and what is wrong with a game is said in every language.

use std::collections::BTreeSet;
use std::fs;

use game::any::{AnyGame, GameEntry};
use game::{Argument, Game, Message};
use search_core::BadInput;
use shuangqi_game_files::{Contents, Extent, Source, WthorNames, read_games};
use shuangqi_texts::{Catalogue, Language};
use xiangqi::evaluator::Weights;

use crate::games::data;

/// The keys of a catalogue that begin with this.
fn keys(language: Language, prefix: &str) -> Vec<&'static str> {
    let lines = language.source().lines().filter_map(|line| line.strip_prefix(prefix)?.split_once(" ="));
    lines.map(|(key, _)| key).collect()
}

#[test]
fn every_term_of_the_evaluation_of_xiangqi_has_a_name() {
    for language in Language::ALL {
        let terms: Vec<String> = keys(language, "term-").iter().map(|key| key.replace('-', ".")).collect();
        let is_named = |weight: &str| {
            terms.iter().any(|term| {
                weight
                    .strip_prefix(term.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            })
        };
        let weights = (0..Weights::COUNT).map(Weights::name).filter(|name| !name.starts_with("wdl."));
        let nameless: Vec<String> = weights.filter(|name| !is_named(name)).collect();
        assert!(nameless.is_empty(), "{language:?}: {nameless:?}");
    }
}

#[test]
fn both_games_and_their_sides_have_names() {
    fn assert_named<G: Game>(language: Language) {
        let name = G::INFO.name;
        assert_eq!(keys(language, &format!("game-{name}")), [""], "{language:?}");
        assert_eq!(keys(language, &format!("side-{name}-")), ["0", "1"], "{language:?}");
        assert_eq!(keys(language, &format!("unit-{}", G::INFO.unit.name)), [""], "{language:?}");
    }
    for language in Language::ALL {
        assert_named::<othello::Position>(language);
        assert_named::<xiangqi::Position>(language);
    }
}

const OTHELLO: &dyn AnyGame = &GameEntry::<othello::Position>::NEW;
const XIANGQI: &dyn AnyGame = &GameEntry::<xiangqi::Position>::NEW;

/// Files of games that cannot be read, each with its name.
const BAD_FILES: [(&dyn AnyGame, &str, &str); 41] = [
    (OTHELLO, "empty.txt", ""),
    (OTHELLO, "text.txt", "what is this, a letter to a friend?"),
    (OTHELLO, "moves.txt", "f5 d6 a1"),
    (OTHELLO, "moves.txt", "f5 f5"),
    (OTHELLO, "moves.txt", "f5 pass"),
    (OTHELLO, "moves.txt", "f5 x9"),
    (OTHELLO, "board.txt", "---------------------------OX------XO--------------------------- X"),
    (OTHELLO, "pass.txt", "OOOX-X--OOOXXX--OXOXXXXXXXXXXXXX--XXXXXX--XXXOXX--OOOOOO-OOOOOOO X moves a1"),
    (OTHELLO, "game.pgn", "1. f5 d6 2. a1 *"),
    (OTHELLO, "game.pgn", "1. f5 {it goes on"),
    (OTHELLO, "game.pgn", "1. f5 (f5 d6"),
    (OTHELLO, "game.pgn", "1. f5 ) d6"),
    (OTHELLO, "game.ggf", "(;GM[Othello]B[f5"),
    (OTHELLO, "game.ggf", "(;GM[Othello]BO[10 -- *]B[f5];)"),
    (OTHELLO, "game.ggf", "(;GM[Othello]B[f5]BO[8 -- *];)"),
    (OTHELLO, "game.ggf", "(;GM[Othello]W[f5];)"),
    (OTHELLO, "game.ggf", "(;GM[Go]B[f5];)"),
    (OTHELLO, "game.sgf", "(;GM[1]SZ[8];B[f5])"),
    (OTHELLO, "game.sgf", "(;GM[2]SZ[10];B[f5])"),
    (OTHELLO, "game.sgf", "(;GM[2];B)"),
    (OTHELLO, "game.sgf", "(;GM[2];B[f5"),
    (OTHELLO, "game.sgf", "(;GM[2];B[f5]"),
    (OTHELLO, "game.sgf", "(;GM[2];W[f5])"),
    (OTHELLO, "game.sgf", "(;GM[2]AB[z9];B[f5])"),
    (OTHELLO, "game.sgf", "(;GM[2];B[f5] ?)"),
    (OTHELLO, "game.xqf", "XQ"),
    (OTHELLO, "WTH.wtb", "short"),
    (XIANGQI, "empty.txt", "# nothing but a remark"),
    (XIANGQI, "moves.txt", "h2e2 h2e2"),
    (XIANGQI, "moves.txt", "炮二平五 马9进7"),
    (XIANGQI, "game.epd", "9/9/9/9/9/9/9/9/9/9 w"),
    (
        XIANGQI,
        "game.epd",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1; moves h2e2",
    ),
    (XIANGQI, "game.xqf", "XQ"),
    (XIANGQI, "game.ubb", "[DhtmlXQ_movelist]77"),
    (XIANGQI, "game.ubb", "[DhtmlXQ_movelist]7x[/DhtmlXQ_movelist]"),
    (XIANGQI, "game.ubb", "[DhtmlXQ_movelist]774[/DhtmlXQ_movelist]"),
    (XIANGQI, "game.ubb", "[DhtmlXQ_movelist]77[/DhtmlXQ_movelist]"),
    (XIANGQI, "game.ubb", "[DhtmlXQ_binit]0919[/DhtmlXQ_binit]"),
    (
        XIANGQI,
        "game.ubb",
        "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][DhtmlXQ_move_0_9_1]7062[/DhtmlXQ_move_0_9_1]",
    ),
    (
        XIANGQI,
        "game.ubb",
        "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][DhtmlXQ_move_5_1_1]7062[/DhtmlXQ_move_5_1_1]",
    ),
    (XIANGQI, "game.ggf", "(;GM[Othello]B[f5];)"),
];

/// The keys of the errors that none of these texts meets: those of the server, of files of bytes that are damaged, and of files that
/// change while they are read.
const UNMET: [&str; 21] = [
    "input-a-legal-move",
    "input-only-pass",
    "input-no-more-moves",
    "input-write-squares",
    "input-none",
    "input-a-game",
    "input-known-game",
    "input-name-game",
    "input-read-again",
    "input-as-move",
    "input-correct-move",
    "input-epd-remedy",
    "input-xqf-end",
    "input-wthor-board",
    "input-moves",
    "input-most-moves",
    "input-begin-later",
    "input-after-the-end",
    "input-game-goes-on",
    "input-leave-move-out",
    "input-paste",
];

/// The errors about the texts of a table of `data/bad_input`.
fn errors_of<T>(name: &str, parse: impl Fn(&str) -> Result<T, BadInput>) -> Vec<BadInput> {
    let table = fs::read_to_string(data(&format!("bad_input/{name}.jsonl"))).unwrap();
    let cases = table.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    cases.filter_map(|case| parse(case["text"].as_str().unwrap()).err()).collect()
}

fn notation(text: &str) -> Result<xiangqi::Move, BadInput> {
    let (fen, text) = text.split_once('\n').unwrap_or((xiangqi::fen::START, text));
    xiangqi::notation::parse_move(xiangqi::Position::from_fen(fen).unwrap().board(), text)
}

fn errors() -> Vec<BadInput> {
    let mut errors = errors_of("xiangqi_fen", xiangqi::Position::from_fen);
    errors.extend(errors_of("xiangqi_move", xiangqi::Move::parse));
    errors.extend(errors_of("xiangqi_notation", notation));
    errors.extend(errors_of("othello_board", othello::notation::board::read));
    errors.extend(errors_of("othello_obf", othello::notation::obf::read_line));
    for (game, file, text) in BAD_FILES {
        let source = Source { game, file, extent: Extent::Tree };
        let names = WthorNames::default();
        let read = read_games(source, Contents::Bytes(text.as_bytes(), &names), None);
        errors.push(read.expect_err(text));
    }
    errors.extend(XIANGQI.rules(&["odd"]).err());
    errors.extend(OTHELLO.session_of_line("% a comment").err());
    errors
}

/// Adds the key of a message and those of its parts.
fn add_keys(message: &Message, keys: &mut BTreeSet<String>) {
    keys.extend(Some(message.key().to_owned()).filter(|key| !key.is_empty()));
    for (_, argument) in message.arguments() {
        match argument {
            Argument::Text(_) | Argument::Number(_) => {}
            Argument::Message(message) => add_keys(message, keys),
            Argument::List(list) => list.iter().for_each(|message| add_keys(message, keys)),
        }
    }
}

/// Whoever pastes, opens or sets up what cannot be read learns why in the own language: no part of an error stays English, and
/// no catalogue asks for an argument that an error lacks.
#[test]
fn what_is_wrong_with_a_game_is_said_in_every_language() {
    let mut keys = BTreeSet::new();
    for bad in errors() {
        let reasons = bad.reasons.iter().flat_map(|reason| [&reason.found, &reason.expected]);
        for part in reasons.chain([&bad.remedy]) {
            assert!(!part.has_english_words(), "{bad}: {part}");
            add_keys(part, &mut keys);
            for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
                let said = Catalogue::of(language).say(part);
                assert!(!said.contains("{$"), "{language:?}, {bad}: {said}");
                assert!(part.key().is_empty() || said != part.to_string(), "{language:?}, {bad}: {said}");
            }
        }
    }
    let own = |line: &'static str| line.split_once(" =").map(|(key, _)| key);
    let known = Language::SimplifiedChinese.problems().lines().filter_map(own);
    let of_input = |key: &&str| ["input-", "fault-", "illegal-"].iter().any(|start| key.starts_with(start));
    let unseen: Vec<&str> = known.filter(of_input).filter(|key| !keys.contains(*key)).collect();
    assert_eq!(unseen, UNMET);
}
