//! The reach of each piece on a given board, by table.
//!
//! "Reaches" is geometry: the piece on a point, of either side, makes no difference. A cannon has two sets, the points
//! it may step to if they are empty ([`Slide::steps`]) and the points where it takes ([`Slide::leaps`]).

use std::ops::{BitAnd, Sub};

use crate::bitboard;
use crate::bitboard::Bitboard;
use crate::lines::{EAST, Lines, NORTH, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_EAST, SOUTH_WEST, WEST};
use crate::piece::{Color, PieceKind};
use crate::square::Square;

type PerSquare<T> = [T; Square::COUNT];

/// The points of both palaces.
pub const PALACES: Bitboard = bitboard! {
    . . . X X X . . .
    . . . X X X . . .
    . . . X X X . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . X X X . . .
    . . . X X X . . .
    . . . X X X . . .
};

/// The points where an advisor may stand.
pub const ADVISOR_POINTS: Bitboard = bitboard! {
    . . . X . X . . .
    . . . . X . . . .
    . . . X . X . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . X . X . . .
    . . . . X . . . .
    . . . X . X . . .
};

/// The points where an elephant may stand.
pub const ELEPHANT_POINTS: Bitboard = bitboard! {
    . . X . . . X . .
    . . . . . . . . .
    X . . . X . . . X
    . . . . . . . . .
    . . X . . . X . .
    . . X . . . X . .
    . . . . . . . . .
    X . . . X . . . X
    . . . . . . . . .
    . . X . . . X . .
};

/// The half of the board on Red's side of the river; Black's is the complement.
pub const RED_HALF: Bitboard = Bitboard::from_bits((1 << 45) - 1);

/// The side's own half of the board.
pub const fn half(color: Color) -> Bitboard {
    match color {
        Color::Red => RED_HALF,
        Color::Black => Bitboard::from_bits(!RED_HALF.bits()),
    }
}

/// The points where a piece of this side and kind may stand by the rules: its palace, its half of the board, and
/// for a soldier not behind the line it starts on.
pub const fn points(color: Color, kind: PieceKind) -> Bitboard {
    let home = half(color).bits();
    Bitboard::from_bits(match kind {
        PieceKind::King => PALACES.bits() & home,
        PieceKind::Advisor => ADVISOR_POINTS.bits() & home,
        PieceKind::Elephant => ELEPHANT_POINTS.bits() & home,
        PieceKind::Soldier => soldier_points(color) | !home,
        PieceKind::Horse | PieceKind::Rook | PieceKind::Cannon => !0,
    })
}

/// The points of soldiers before they cross the river: files a, c, e, g, i of two ranks.
const fn soldier_points(color: Color) -> u128 {
    match color {
        Color::Red => 0b101010101 << 27 | 0b101010101 << 36,
        Color::Black => 0b101010101 << 45 | 0b101010101 << 54,
    }
}

/// The points that a chariot or a cannon reaches from a point.
#[derive(Clone, Copy, Debug)]
pub struct Slide {
    /// Up to and including the first piece each way: where a chariot reaches.
    pub steps: Bitboard,
    /// Beyond the first piece, up to and including the second: where a cannon can take.
    pub leaps: Bitboard,
}

/// [`Slide`] along one line, one bit a place.
#[derive(Clone, Copy)]
struct LineSlide {
    steps: u16,
    leaps: u16,
}

/// By place on the rank and occupancy of its inner seven places (what stands at the ends hides nothing).
static ON_RANK: [[LineSlide; 128]; 9] = line_slides();
/// By place on the file and occupancy of its inner eight places.
static ON_FILE: [[LineSlide; 256]; 10] = line_slides();
/// Ten places in a row turned into the points of file a.
static FILE_POINTS: [Bitboard; 1024] = file_points();

const fn line_slides<const SIZES: usize, const LENGTH: usize>() -> [[LineSlide; SIZES]; LENGTH] {
    let mut table = [[LineSlide { steps: 0, leaps: 0 }; SIZES]; LENGTH];
    let mut place = 0;
    while place < LENGTH {
        let mut inner = 0;
        while inner < SIZES {
            table[place][inner] = line_slide(place as i32, (inner as u16) << 1, LENGTH as i32);
            inner += 1;
        }
        place += 1;
    }
    table
}

const fn line_slide(place: i32, occupied: u16, length: i32) -> LineSlide {
    let up = ray(place, 1, occupied, length);
    let down = ray(place, -1, occupied, length);
    LineSlide { steps: up.steps | down.steps, leaps: up.leaps | down.leaps }
}

const fn ray(place: i32, direction: i32, occupied: u16, length: i32) -> LineSlide {
    let mut slide = LineSlide { steps: 0, leaps: 0 };
    let mut pieces = 0;
    let mut at = place + direction;
    while at >= 0 && at < length && pieces < 2 {
        match pieces {
            0 => slide.steps |= 1 << at,
            _ => slide.leaps |= 1 << at,
        }
        pieces += occupied >> at & 1;
        at += direction;
    }
    slide
}

const fn file_points() -> [Bitboard; 1024] {
    let mut table = [Bitboard::EMPTY; 1024];
    let mut places = 0;
    while places < 1024 {
        let mut set = 0_u128;
        let mut rank = 0;
        while rank < 10 {
            set |= (places as u128 >> rank & 1) << (rank * 9);
            rank += 1;
        }
        table[places] = Bitboard::from_bits(set);
        places += 1;
    }
    table
}

/// The points of a rank and of a file, given as places on them.
#[inline(always)]
fn cross(square: Square, on_rank: u16, on_file: u16) -> Bitboard {
    let file = square.file_index();
    let across = u128::from(on_rank) << (square.index() - file);
    let along = FILE_POINTS[usize::from(on_file & 1023)].bits() << file;
    Bitboard::from_bits(across | along)
}

#[inline(always)]
fn line_views(square: Square, lines: &Lines) -> (LineSlide, LineSlide) {
    let across = ON_RANK[square.file_index()][usize::from(lines.rank(square) >> 1 & 127)];
    let along = ON_FILE[square.rank_index()][usize::from(lines.file(square) >> 1 & 255)];
    (across, along)
}

/// The reach of a chariot, and the points where a cannon takes.
#[inline(always)]
pub fn slide(square: Square, lines: &Lines) -> Slide {
    let (across, along) = line_views(square, lines);
    Slide { steps: cross(square, across.steps, along.steps), leaps: cross(square, across.leaps, along.leaps) }
}

/// The reach of a chariot.
#[inline(always)]
pub fn rook(square: Square, lines: &Lines) -> Bitboard {
    let (across, along) = line_views(square, lines);
    cross(square, across.steps, along.steps)
}

/// Places on the rank of a point (the low half) and on its file (the high half): cheaper than a [`Bitboard`] where
/// points are only counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Places(u32);

impl Places {
    #[inline(always)]
    const fn new(on_rank: u16, on_file: u16) -> Places {
        Places(on_rank as u32 | (on_file as u32) << 16)
    }

    /// The number of them.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether there is none.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl BitAnd for Places {
    type Output = Places;

    #[inline(always)]
    fn bitand(self, other: Places) -> Places {
        Places(self.0 & other.0)
    }
}

impl Sub for Places {
    type Output = Places;

    #[inline(always)]
    fn sub(self, other: Places) -> Places {
        Places(self.0 & !other.0)
    }
}

/// [`Slide`] as places on the point's lines.
#[derive(Clone, Copy, Debug)]
pub struct PlaceSlide {
    /// As [`Slide::steps`].
    pub steps: Places,
    /// As [`Slide::leaps`].
    pub leaps: Places,
}

/// [`slide`] as places on the point's lines.
#[inline(always)]
pub fn slide_places(square: Square, lines: &Lines) -> PlaceSlide {
    let (across, along) = line_views(square, lines);
    PlaceSlide {
        steps: Places::new(across.steps, along.steps),
        leaps: Places::new(across.leaps, along.leaps),
    }
}

/// The occupied places of the point's lines, the point itself included.
#[inline(always)]
pub fn occupied_places(square: Square, lines: &Lines) -> Places {
    Places::new(lines.rank(square), lines.file(square))
}

/// By side and point: the places on the point's lines that lie in the side's palace.
static PALACE_PLACES: [PerSquare<Places>; 2] = [palace_on_lines(Color::Red), palace_on_lines(Color::Black)];

const fn palace_on_lines(color: Color) -> PerSquare<Places> {
    let palace = points(color, PieceKind::King).bits();
    let mut table = [Places(0); Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let (rank, file) = (index / 9, index % 9);
        let on_rank = (palace >> (rank * 9) & 511) as u16;
        let mut on_file = 0;
        let mut place = 0;
        while place < 10 {
            on_file |= ((palace >> (place * 9 + file) & 1) as u16) << place;
            place += 1;
        }
        table[index] = Places::new(on_rank, on_file);
        index += 1;
    }
    table
}

/// The places on the point's lines that lie in that side's palace.
#[inline(always)]
pub fn palace_places(color: Color, square: Square) -> Places {
    PALACE_PLACES[color.index()][square.index()]
}

/// The four ways to step: files, ranks, and the bit of that neighbour in [`Lines::beside`].
const ORTHOGONAL: [(i32, i32, usize); 4] = [(-1, 0, WEST), (0, -1, SOUTH), (1, 0, EAST), (0, 1, NORTH)];
/// The four diagonal ways, with the bit of that neighbour in [`Lines::diagonal`].
const DIAGONAL: [(i32, i32, usize); 4] =
    [(-1, 1, NORTH_WEST), (-1, -1, SOUTH_WEST), (1, 1, NORTH_EAST), (1, -1, SOUTH_EAST)];

/// By point and occupied legs: where a horse reaches.
static HORSE: PerSquare<[Bitboard; 16]> = per_square_and_blocks(Blocked::Horse);
/// By point and occupied diagonal neighbours: from where a horse reaches it.
static HORSES_TO: PerSquare<[Bitboard; 16]> = per_square_and_blocks(Blocked::HorsesTo);
/// By point and occupied eyes: where an elephant reaches.
static ELEPHANT: PerSquare<[Bitboard; 16]> = per_square_and_blocks(Blocked::Elephant);

#[derive(Clone, Copy)]
enum Blocked {
    Horse,
    HorsesTo,
    Elephant,
}

const fn per_square_and_blocks(what: Blocked) -> PerSquare<[Bitboard; 16]> {
    let mut table = [[Bitboard::EMPTY; 16]; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT * 16 {
        let (square, blocks) = (index / 16, index % 16);
        table[square][blocks] = past_blocks(what, Square::from_index(square), blocks);
        index += 1;
    }
    table
}

const fn past_blocks(what: Blocked, square: Square, blocks: usize) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut way = 0;
    while way < 4 {
        let (files, ranks, bit) = match what {
            Blocked::Horse => ORTHOGONAL[way],
            Blocked::HorsesTo | Blocked::Elephant => DIAGONAL[way],
        };
        if blocks & bit == 0 {
            set = set.union(beyond(what, square, files, ranks));
        }
        way += 1;
    }
    set
}

/// The points reached past one free neighbour.
const fn beyond(what: Blocked, square: Square, files: i32, ranks: i32) -> Bitboard {
    match what {
        Blocked::Horse => point(square, 2 * files + ranks, 2 * ranks + files).union(point(
            square,
            2 * files - ranks,
            2 * ranks - files,
        )),
        Blocked::HorsesTo => point(square, 2 * files, ranks).union(point(square, files, 2 * ranks)),
        Blocked::Elephant => {
            let same_half = if RED_HALF.has(square) { Color::Red } else { Color::Black };
            let target = point(square, 2 * files, 2 * ranks);
            Bitboard::from_bits(target.bits() & half(same_half).bits())
        }
    }
}

const fn point(square: Square, files: i32, ranks: i32) -> Bitboard {
    match square.offset(files, ranks) {
        Some(target) => Bitboard::of(target),
        None => Bitboard::EMPTY,
    }
}

/// The reach of a horse: its leg is the neighbour it passes.
#[inline(always)]
pub fn horse(square: Square, lines: &Lines) -> Bitboard {
    HORSE[square.index()][lines.beside(square)]
}

/// From where a horse reaches the point. Not the same as [`horse`]: the leg stands beside the horse.
#[inline(always)]
pub fn horses_to(square: Square, lines: &Lines) -> Bitboard {
    HORSES_TO[square.index()][lines.diagonal(square)]
}

/// From where a horse would reach the point on an empty board.
#[inline(always)]
pub fn horse_ring(square: Square) -> Bitboard {
    HORSES_TO[square.index()][0]
}

/// The point a horse passes on its way to a point it could reach.
#[inline(always)]
pub fn leg(horse: Square, target: Square) -> Square {
    let files = target.file_index() as i32 - horse.file_index() as i32;
    let ranks = target.rank_index() as i32 - horse.rank_index() as i32;
    // One of the two distances is 2 and the other 1; halved towards zero they are the step onto the leg.
    Square::from_index((horse.index() as i32 + ranks / 2 * 9 + files / 2) as usize)
}

/// The reach of an elephant, on its side of the river.
#[inline(always)]
pub fn elephant(square: Square, lines: &Lines) -> Bitboard {
    ELEPHANT[square.index()][lines.diagonal(square)]
}

static KING: PerSquare<Bitboard> = within(PALACES, &ORTHOGONAL);
static ADVISOR: PerSquare<Bitboard> = within(ADVISOR_POINTS, &DIAGONAL);

/// The points one step away, for pieces that stay on some points.
const fn within(points: Bitboard, ways: &[(i32, i32, usize); 4]) -> PerSquare<Bitboard> {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::from_index(index);
        let mut way = 0;
        while way < 4 && points.has(square) {
            let reached = point(square, ways[way].0, ways[way].1);
            table[index] = table[index].union(Bitboard::from_bits(reached.bits() & points.bits()));
            way += 1;
        }
        index += 1;
    }
    table
}

/// The steps of a general.
#[inline(always)]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// The steps of an advisor.
#[inline(always)]
pub fn advisor(square: Square) -> Bitboard {
    ADVISOR[square.index()]
}

static SOLDIER: [PerSquare<Bitboard>; 2] = [soldiers(Color::Red, false), soldiers(Color::Black, false)];
static SOLDIERS_TO: [PerSquare<Bitboard>; 2] = [soldiers(Color::Red, true), soldiers(Color::Black, true)];

/// The steps of soldiers, or, reversed, the points from where they step to a point.
const fn soldiers(color: Color, reversed: bool) -> PerSquare<Bitboard> {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut from = 0;
    while from < Square::COUNT {
        let mut to = 0;
        while to < Square::COUNT {
            if soldier_steps(color, Square::from_index(from)).has(Square::from_index(to)) {
                let (at, other) = if reversed { (to, from) } else { (from, to) };
                table[at] = table[at].with(Square::from_index(other));
            }
            to += 1;
        }
        from += 1;
    }
    table
}

const fn soldier_steps(color: Color, from: Square) -> Bitboard {
    let forward = match color {
        Color::Red => point(from, 0, 1),
        Color::Black => point(from, 0, -1),
    };
    if half(color).has(from) {
        return forward;
    }
    forward.union(point(from, -1, 0)).union(point(from, 1, 0))
}

/// The steps of a soldier of that side.
#[inline(always)]
pub fn soldier(color: Color, square: Square) -> Bitboard {
    SOLDIER[color.index()][square.index()]
}

/// From where a soldier of that side steps to the point.
#[inline(always)]
pub fn soldiers_to(color: Color, square: Square) -> Bitboard {
    SOLDIERS_TO[color.index()][square.index()]
}

static BETWEEN: PerSquare<PerSquare<Bitboard>> = between_all();
static LINES_THROUGH: PerSquare<Bitboard> = lines_through_all();

const fn between_all() -> PerSquare<PerSquare<Bitboard>> {
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; Square::COUNT];
    let mut from = 0;
    while from < Square::COUNT {
        let mut way = 0;
        while way < 4 {
            let (files, ranks, _) = ORTHOGONAL[way];
            let mut passed = Bitboard::EMPTY;
            let mut at = Square::from_index(from).offset(files, ranks);
            while let Some(square) = at {
                table[from][square.index()] = passed;
                passed = passed.with(square);
                at = square.offset(files, ranks);
            }
            way += 1;
        }
        from += 1;
    }
    table
}

const fn lines_through_all() -> PerSquare<Bitboard> {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let (rank, file) = (index / 9, index % 9);
        let along = FILE_POINTS[1023].bits() << file;
        table[index] = Bitboard::from_bits((511 << (rank * 9) | along) & !(1 << index));
        index += 1;
    }
    table
}

/// The points strictly between two points of one rank or file; none if they share no line.
#[inline(always)]
pub fn between(one: Square, other: Square) -> Bitboard {
    BETWEEN[one.index()][other.index()]
}

/// The other points of the point's rank and file.
#[inline(always)]
pub fn lines_through(square: Square) -> Bitboard {
    LINES_THROUGH[square.index()]
}

static CHECK_ZONE: PerSquare<Bitboard> = check_zones();

const fn check_zones() -> PerSquare<Bitboard> {
    let mut table = LINES_THROUGH;
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::from_index(index);
        let mut way = 0;
        while way < 4 {
            let (files, ranks, _) = DIAGONAL[way];
            table[index] = table[index].union(point(square, files, ranks));
            way += 1;
        }
        table[index] = table[index].union(HORSES_TO[index][0]);
        index += 1;
    }
    table
}

/// The points from where a piece checks a general or stands between it and one that does. A move from outside to outside
/// changes nothing about a check.
#[inline(always)]
pub fn check_zone(king: Square) -> Bitboard {
    CHECK_ZONE[king.index()]
}

#[cfg(test)]
mod tests;
