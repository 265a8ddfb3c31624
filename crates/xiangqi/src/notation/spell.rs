//! Every way to write a move.
//!
//! The conventions are those in use: WXF, the World Xiangqi Rules of 2018 as Fairy-Stockfish writes them, the
//! standard of XQBase, and the characters in print. Where they differ is the second symbol, when like pieces share
//! a file, above all soldiers.

use std::cmp::Reverse;

use crate::board::Board;
use crate::moves::Move;
use crate::piece::{Color, PieceKind};
use crate::square::{File, Square};

use super::symbol::{Phrase, Script, Symbol};

/// The priority of a spelling where a text fits several moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum ReadingPriority {
    /// Typists' digits for the pieces: read where nothing else fits.
    Shorthand,
    /// Any convention.
    Plain,
    /// `P3` for the middle soldier, which by agreement goes before the soldier on file 3.
    MiddleSoldier,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spelling {
    pub phrase: Phrase,
    pub priority: ReadingPriority,
}

/// Every way to write the move, the customary one first; none if no piece of the side to move starts it.
pub(crate) fn spellings(board: &Board, mv: Move, script: Script) -> Vec<Spelling> {
    let Some(peers) = SameKindPieces::of(board, mv.from()) else { return Vec::new() };
    let [direction, goal] = travel(&peers, mv);
    let mut origins = OriginSpellings(Vec::new());
    match script {
        Script::Letters => letters(&peers, &mut origins),
        Script::Characters | Script::Traditional => characters(&peers, &mut origins),
    }
    let origins = origins.0.into_iter();
    origins
        .map(|([first, second], priority)| Spelling { phrase: [first, second, direction, goal], priority })
        .collect()
}

/// The place of a piece among those of its kind, from the front or from the mover's right.
#[derive(Clone, Copy, Debug)]
struct Place {
    index: usize,
    count: usize,
}

/// The place of a piece among those of its side and kind, by which notations tell them apart.
#[derive(Clone, Copy, Debug)]
struct SameKindPieces {
    mover: Color,
    kind: PieceKind,
    /// The file it stands on, as the mover counts.
    file: u8,
    /// From the front, among those on its file.
    on_file: Place,
    /// Among all that stand on crowded files, from the mover's right and there from the front. Only soldiers are
    /// counted beyond their file.
    in_list: Place,
}

impl SameKindPieces {
    fn of(board: &Board, square: Square) -> Option<SameKindPieces> {
        let piece = board.at(square).filter(|piece| piece.color == board.side())?;
        let mover = piece.color;
        let mut like: Vec<Square> = board.of(mover, piece.kind).into_iter().collect();
        like.sort_by_key(|&peer| (file_number(mover, peer.file()), Reverse(advance(mover, peer))));
        let shares_file = |one: Square| like.iter().filter(move |&&peer| peer.file() == one.file());
        let is_soldier = piece.kind == PieceKind::Soldier;
        let place = |row: Vec<Square>| {
            let index = row.iter().position(|&peer| peer == square)?;
            Some(Place { index, count: row.len() })
        };
        let on_file = place(shares_file(square).copied().collect())?;
        let crowded =
            like.iter().copied().filter(|&peer| is_soldier && shares_file(peer).count() > 1).collect();
        let file = file_number(mover, square.file());
        Some(SameKindPieces {
            mover,
            kind: piece.kind,
            file,
            on_file,
            in_list: place(crowded).unwrap_or(on_file),
        })
    }

    fn is_alone(&self) -> bool {
        self.on_file.count == 1
    }

    fn is_soldier(&self) -> bool {
        self.kind == PieceKind::Soldier
    }
}

/// Files are counted from the mover's right, 1 to 9.
fn file_number(mover: Color, file: File) -> u8 {
    let index = file.index() as u8;
    match mover {
        Color::Red => 9 - index,
        Color::Black => index + 1,
    }
}

/// Ranks from the mover's back rank, 0 to 9.
fn advance(mover: Color, square: Square) -> u8 {
    let rank = square.rank().index() as u8;
    match mover {
        Color::Red => rank,
        Color::Black => 9 - rank,
    }
}

/// The last two symbols. Pieces that never go straight, and any that go sideways, name the file they come to.
fn travel(peers: &SameKindPieces, mv: Move) -> [Symbol; 2] {
    let [from, to] = [mv.from(), mv.to()].map(|square| advance(peers.mover, square));
    let direction = match to.cmp(&from) {
        std::cmp::Ordering::Greater => Symbol::Front,
        std::cmp::Ordering::Equal => Symbol::Middle,
        std::cmp::Ordering::Less => Symbol::Rear,
    };
    let is_straight = mv.from().file() == mv.to().file();
    let goal = if is_straight { to.abs_diff(from) } else { file_number(peers.mover, mv.to().file()) };
    [direction, Symbol::Number(goal)]
}

/// The first two symbols in every convention, the customary ones first.
struct OriginSpellings(Vec<([Symbol; 2], ReadingPriority)>);

impl OriginSpellings {
    fn add(&mut self, first: Symbol, second: Symbol) {
        self.0.push(([first, second], ReadingPriority::Plain));
    }

    /// Some programs write the sign before the piece, others after it.
    fn add_both_ways(&mut self, first: Symbol, second: Symbol) {
        self.add(first, second);
        self.add(second, first);
    }
}

/// Front, middle, rear of two or three; of more only the ends have a name.
fn sign(place: Place) -> Option<Symbol> {
    match (place.index, place.count) {
        (_, 1) => None,
        (0, _) => Some(Symbol::Front),
        (1, 3) => Some(Symbol::Middle),
        (index, count) => (index + 1 == count).then_some(Symbol::Rear),
    }
}

fn number(index: usize) -> Option<Symbol> {
    (index < 9).then_some(Symbol::Number(index as u8 + 1))
}

fn letters(peers: &SameKindPieces, origins: &mut OriginSpellings) {
    let kind = Symbol::Kind(peers.kind);
    let file = Symbol::Number(peers.file);
    let is_guard = matches!(peers.kind, PieceKind::Advisor | PieceKind::Elephant);
    if is_guard {
        origins.add(kind, file);
    }
    match sign(peers.in_list).filter(|_| peers.in_list.count <= 3) {
        Some(sign) => origins.add_both_ways(kind, sign),
        None if !peers.is_alone() => origins.add(kind, Symbol::Letter(peers.in_list.index as u8)),
        None => {}
    }
    // Of two that share a file, the number will do if only one can go there; Fairy-Stockfish writes so.
    if !is_guard {
        origins.add(kind, file);
    }
    if peers.is_soldier() {
        soldiers_by_number(peers, origins);
        soldiers_by_sign(peers, origins);
    }
    shorthand(peers, origins);
}

/// World Xiangqi Rules 2018: `15+1`, the first soldier of file 5.
fn soldiers_by_number(peers: &SameKindPieces, origins: &mut OriginSpellings) {
    if let Some(number) = number(peers.on_file.index) {
        origins.add(number, Symbol::Number(peers.file));
    }
}

/// WXF: `P+ P3 P-` or `++ P+ P3 P- --` on one crowded file, `5+ 53 5-` where there are two.
fn soldiers_by_sign(peers: &SameKindPieces, origins: &mut OriginSpellings) {
    let Place { index, count } = peers.on_file;
    let kind = Symbol::Kind(peers.kind);
    let file = Symbol::Number(peers.file);
    if peers.in_list.count > count
        && let Some(sign) = sign(peers.on_file)
    {
        origins.add(file, if sign == Symbol::Middle { Symbol::Number(3) } else { sign });
    }
    if count % 2 == 1 && count > 1 && index == count / 2 {
        origins.0.push(([kind, Symbol::Number(3)], ReadingPriority::MiddleSoldier));
    }
    let Some(end) = sign(peers.on_file) else {
        if index == 1 {
            origins.add_both_ways(kind, Symbol::Front);
        } else if index + 2 == count {
            origins.add_both_ways(kind, Symbol::Rear);
        }
        return;
    };
    match count {
        2 | 3 => origins.add_both_ways(kind, end),
        _ => origins.add(end, end),
    }
}

/// Typists' digits for the pieces, 1 to 7 for K A B N R C P.
fn shorthand(peers: &SameKindPieces, origins: &mut OriginSpellings) {
    let digit = Symbol::Number(peers.kind.index() as u8 + 1);
    let long: Vec<_> = origins.0.iter().map(|&(symbols, _)| symbols).collect();
    for [first, second] in long {
        if first == Symbol::Kind(peers.kind) {
            origins.0.push(([digit, second], ReadingPriority::Shorthand));
        }
    }
}

fn characters(peers: &SameKindPieces, origins: &mut OriginSpellings) {
    let kind = Symbol::Kind(peers.kind);
    let file = Symbol::Number(peers.file);
    let is_guard = matches!(peers.kind, PieceKind::Advisor | PieceKind::Elephant);
    if is_guard || peers.is_alone() {
        origins.add(kind, file);
    }
    if peers.is_alone() {
        return;
    }
    if peers.in_list.count > 3
        && let Some(number) = number(peers.in_list.index)
    {
        origins.add(number, kind);
    }
    if let Some(sign) = sign(peers.on_file) {
        origins.add_both_ways(sign, kind);
        origins.add(sign, file);
    }
    if let Some(number) = number(peers.on_file.index) {
        origins.add(number, file);
    }
    if peers.in_list.count <= 3
        && let Some(number) = number(peers.in_list.index)
    {
        origins.add(number, kind);
    }
    origins.add(kind, file);
}
