//! Files with some bytes changed: a reader may refuse them, but must come to an end, whatever they hold.

use std::time::Instant;

use game::Notation;
use game::any::AnyGame;

use super::random::{Random, random_game};
use super::{OTHELLO, XIANGQI, wthor};
use crate::{Contents, Extent, FileKind, Source, WthorNames, read, write};

/// Bytes that readers give a meaning.
const TRAPS: [&[u8]; 12] =
    [b"", b"(", b")", b"[", b"]", b"{", b"\"", b";", b"9", b"\xFF\xFF", b"[/DhtmlXQ_", b"[FEN \"\"]"];

/// Files of games of the game in the kind: those that are written, and those of other programs.
fn samples(game: &dyn AnyGame, kind: FileKind) -> Vec<Vec<u8>> {
    let notations = [Notation::Iccs, Notation::Chinese, Notation::Wxf];
    let written = (0..60).zip(notations.iter().cycle()).filter_map(|(seed, notation)| {
        let mut file = random_game(game, seed);
        file.set_tag("Result", "1-0");
        write(game, &[file], kind, *notation).ok()
    });
    let others: [&[u8]; 2] = [
        include_bytes!("../../../../data/game-files/keyed.xqf"),
        include_bytes!("../../../../data/game-files/forum.ubb"),
    ];
    let others = others.into_iter().filter(|contents| FileKind::of(contents) == kind);
    written.chain(others.map(<[u8]>::to_vec)).collect()
}

/// A sample after one to four changes: bytes that are others, that go, that come, or that are those of another sample.
fn mutated(samples: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut bytes = samples[random.below(samples.len())].clone();
    for _ in 0..=random.below(4) {
        let other = &samples[random.below(samples.len())];
        let begin = random.below(bytes.len() + 1);
        let end = (begin + random.below(5)).min(bytes.len());
        match random.below(7) {
            0 => drop(bytes.drain(begin..end)),
            1 => drop(bytes.splice(begin..end, TRAPS[random.below(TRAPS.len())].iter().copied())),
            2 => bytes.extend_from_within(begin..end),
            3 => bytes.truncate(begin),
            4 => drop(bytes.splice(begin.., other.iter().skip(begin).copied())),
            5 => bytes[begin..end].iter_mut().for_each(|byte| *byte ^= 1 << random.below(8)),
            _ => bytes[begin..end].iter_mut().for_each(|byte| *byte = other[random.below(other.len())]),
        }
    }
    bytes
}

/// The number of inputs of each reader; `SHUANGQI_CASES=1000000` asks for more.
fn cases(usual: usize) -> usize {
    std::env::var("SHUANGQI_CASES").map_or(usual, |text| text.parse().unwrap())
}

/// Reads so many inputs, and writes some of what was read. Returns how many were read.
fn read_mutated(game: &dyn AnyGame, kind: FileKind, count: usize) -> usize {
    let (samples, (_, names)) = (samples(game, kind), wthor());
    let (mut random, mut accepted) = (Random(0x5AFE), 0);
    for case in 0..count {
        let bytes = mutated(&samples, &mut random);
        let extent = [Extent::Tree, Extent::Tree, Extent::MainLine, Extent::Opening(3)][case % 4];
        let names = if case % 2 == 0 { &names } else { &WthorNames::default() };
        let source = Source { game, file: "file", extent };
        let Ok(games) = read(source, Contents::Bytes(&bytes, names), Some(kind)) else { continue };
        accepted += 1;
        if case % 16 == 0 {
            let written = write(game, &games, FileKind::Pgn, Notation::Iccs);
            assert!(written.is_ok(), "{kind:?}: {written:?} of {:?}", String::from_utf8_lossy(&bytes));
        }
    }
    accepted
}

/// Some thousands of inputs of each reader. A million of each, with `--nocapture` for the figures:
/// `SHUANGQI_CASES=1000000 cargo test -p shuangqi-game-files mutations -- --nocapture`.
#[test]
fn damaged_files_are_refused_or_read() {
    let count = cases(1000);
    for game in [OTHELLO, XIANGQI] {
        for kind in FileKind::ALL.into_iter().filter(|kind| kind.fits(game.info())) {
            let begin = Instant::now();
            let accepted = read_mutated(game, kind, count);
            let (game, seconds) = (game.info().name, begin.elapsed().as_secs_f64());
            println!("{game}, {kind:?}: {count} inputs, {accepted} of them read, {seconds:.1} s");
        }
    }
}
