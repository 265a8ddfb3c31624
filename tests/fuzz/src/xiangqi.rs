//! The texts of Xiangqi: positions, moves, perft suites.

use std::sync::{Arc, OnceLock};

use search_core::perft::KnownCount;
use search_core::testing::conformance;
use search_core::{Evaluator as _, Position as _};
use shuangqi_engine::xiangqi::judge::case::{self, Case};
use xiangqi::evaluator::net::{HEADS, Head, INPUTS, Net, NetEvaluator, SECOND, THIRD, THIRD_INPUTS, UNITS};
use xiangqi::evaluator::{Chances, Weights};
use xiangqi::notation::{Script, parse_move, write_move};
use xiangqi::perft_suite::entries;
use xiangqi::validate::faults;
use xiangqi::{Move, Position, Rules, Setup, Square, fen as text_of};

use super::message;

/// Bytes of a file of a net are changed: each line has the place of some and what they become, in hexadecimal digits. After the line
/// `sealed` the checksum is right. The file is refused, or written again as it was read, and evaluates a position.
pub fn net(text: &str) {
    static NET: OnceLock<Vec<u8>> = OnceLock::new();
    let mut bytes = NET.get_or_init(|| some_net().to_bytes()).clone();
    let length = bytes.len() - 4;
    for line in text.lines() {
        let (place, digits) = line.split_once(' ').unwrap_or((line, ""));
        let place = place.parse().unwrap_or(length).min(length);
        let changed = digits
            .as_bytes()
            .chunks(2)
            .filter_map(|pair| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok());
        bytes[place..].iter_mut().zip(changed).for_each(|(byte, changed)| *byte = changed);
        if line == "sealed" {
            let checksum = crc32fast::hash(&bytes[..length]);
            bytes[length..].copy_from_slice(&checksum.to_le_bytes());
        }
    }
    match Net::parse(&bytes) {
        Ok(net) => {
            assert!(net.to_bytes() == bytes);
            let position = Position::from_fen(text_of::START).unwrap_or_else(|bad| panic!("{bad}"));
            let mut evaluator = NetEvaluator::new(Arc::new(net));
            evaluator.start(&position);
            assert!(evaluator.evaluate(&position).abs() <= xiangqi::evaluator::LIMIT);
        }
        Err(bad) => assert!(bad.to_string().contains("expected")),
    }
}

fn some_net() -> Net {
    let column = [3; UNITS];
    let head = Head {
        second: [[column; 2]; SECOND],
        second_bias: [0; SECOND],
        third: [[3; THIRD_INPUTS]; THIRD],
        third_bias: [0; THIRD],
        output: [3; THIRD],
        output_bias: 0,
    };
    Net {
        first: vec![column; INPUTS],
        bias: column,
        heads: vec![head; HEADS],
        scale: 400,
        chances: Chances::ends(Weights::embedded()),
    }
}

/// What is read can be written and read again; a position is made of every arrangement without faults and of no
/// other, and it keeps the contract of the search, as do the positions after each of its moves.
pub fn fen(text: &str) {
    let setup = match text_of::parse(text) {
        Ok(setup) => setup,
        Err(bad) => return message::error(text, &bad),
    };
    assert_eq!(text_of::parse(&setup.to_string()).as_ref(), Ok(&setup), "{text:?}");
    let faults = faults(&setup);
    match Position::try_from(&setup) {
        Ok(position) => valid(&setup, &position),
        Err(bad) => {
            message::error(text, &bad);
            assert_eq!(bad.reasons.len(), faults.len(), "{bad}");
        }
    }
}

fn valid(setup: &Setup, position: &Position) {
    assert_eq!(faults(setup), []);
    assert_eq!(&position.to_setup(), setup);
    assert_eq!(position.to_string().parse(), Ok(*position));
    conformance::check(position);
    for twin in [setup.mirrored(), setup.flipped()].map(|twin| Position::try_from(&twin)) {
        assert_eq!(
            twin.map(|twin| twin.count_moves()),
            Ok(position.count_moves()),
            "seen from elsewhere: {position}"
        );
    }
    for mv in position.legal_moves() {
        let mut after = *position;
        assert_eq!(after.try_play(mv), Ok(()), "{mv} in {position}");
        let fresh = Position::try_from(&after.to_setup());
        assert_eq!(fresh.map(|fresh| fresh.board().key()), Ok(after.board().key()), "{mv} in {position}");
    }
}

/// A move is written in two ways that are read as the same move; its mirror images come back.
pub fn moves(text: &str) {
    match Move::parse(text) {
        Ok(mv) => {
            assert_eq!(Move::parse(&mv.to_string()), Ok(mv));
            assert_eq!(Move::parse(&mv.iccs()), Ok(mv));
            assert_eq!(Move::unpack(mv.packed()), Some(mv));
            assert_eq!((mv.mirrored().mirrored(), mv.flipped().flipped()), (mv, mv));
        }
        Err(bad) => message::error(text, &bad),
    }
    if let Some(square) = Square::parse(text) {
        assert!(square.to_string().eq_ignore_ascii_case(text), "{text:?} is {square}");
    }
}

/// The first line is a position, or there is none and the game has just begun; the rest is a move. It is legal, and
/// what is written for it in either script is read as it; without a move, so is what is written for any legal move.
pub fn notation(text: &str) {
    let (first, text) = text.split_once('\n').unwrap_or((text_of::START, text));
    let Ok(position) = Position::from_fen(first) else { return };
    let legal = position.legal_moves();
    if text.is_empty() {
        legal.iter().for_each(|&mv| reads_back(&position, mv));
    }
    match parse_move(position.board(), text) {
        Ok(mv) => {
            assert!(legal.contains(&mv), "{text:?} is {mv} in {position}");
            reads_back(&position, mv);
        }
        Err(bad) => message::error(text, &bad),
    }
}

/// What is written for a legal move is read as that move.
pub fn reads_back(position: &Position, mv: Move) {
    for script in [Script::Letters, Script::Characters] {
        let text = write_move(position.board(), mv, script);
        assert_eq!(parse_move(position.board(), &text), Ok(mv), "{text} in {position}");
    }
}

/// A count can be written and read again; an error names its line.
pub fn perft_suite(text: &str) {
    const NAME: &str = "suite.epd";
    for known in entries(NAME, text) {
        match known {
            Ok(known) => {
                let line = format!("{} ;D{} {}", known.position, known.depth, known.count);
                assert_eq!(entries("", &line), [Ok(KnownCount { line: 1, ..known })], "{line}");
            }
            Err(bad) => message::error_in_file(NAME, text, &bad),
        }
    }
}

/// A game of a command line or of a file can be judged by any rules, and the verdict be explained; an error has its
/// place.
pub fn judge(text: &str) {
    const NAME: &str = "games.jsonl";
    match Case::parse(text) {
        Ok(case) => is_judged(&case),
        Err(bad) => message::error(text, &bad),
    }
    for line in case::read(NAME, text) {
        match line {
            Ok(case) => is_judged(&case),
            Err(bad) => message::error_in_file(NAME, text, &bad),
        }
    }
}

fn is_judged(case: &Case) {
    for rules in Rules::ALL {
        let ruling = case.judge(rules.into());
        assert!(ruling.explanation.ends_with('.'), "{}", ruling.explanation);
    }
}
