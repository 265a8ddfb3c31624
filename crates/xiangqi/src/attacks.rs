//! The reach of each piece on a given board, by table.
//!
//! "Reaches" is geometry: the piece on a point, of either side, makes no difference. A cannon has two sets, the points
//! it may step to if they are empty ([`Slide::steps`]) and the points where it takes ([`Slide::leaps`]).

use crate::bitboard;
use crate::bitboard::Bitboard;
use crate::lines::{EAST, Lines, NORTH, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_EAST, SOUTH_WEST, WEST};
use crate::piece::{Color, PieceKind};
use crate::square::Square;

type PerSquare<T> = [T; Square::COUNT];

/// A table of the set that belongs to each point: constants have loops, but neither iterators nor closures.
macro_rules! per_square {
    ($square:ident => $set:expr) => {{
        let mut table = [Bitboard::EMPTY; Square::COUNT];
        let mut index = 0;
        while index < Square::COUNT {
            let $square = Square::from_index(index);
            table[index] = $set;
            index += 1;
        }
        table
    }};
}

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
const RED_HALF: Bitboard = Bitboard::from_bits((1 << 45) - 1);

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

/// The four ways to step: files, ranks, and the bit of that neighbour in [`Lines::beside`].
const ORTHOGONAL: [(i32, i32, usize); 4] = [(-1, 0, WEST), (0, -1, SOUTH), (1, 0, EAST), (0, 1, NORTH)];
/// The four diagonal ways, with the bit of that neighbour in [`Lines::diagonal`].
const DIAGONAL: [(i32, i32, usize); 4] =
    [(-1, 1, NORTH_WEST), (-1, -1, SOUTH_WEST), (1, 1, NORTH_EAST), (1, -1, SOUTH_EAST)];

/// By point and occupied legs: where a horse reaches.
static HORSE: PerSquare<[Bitboard; 16]> = past_blocks(Blocked::Horse);
/// By point and occupied diagonal neighbours: from where a horse reaches it.
static HORSES_TO: PerSquare<[Bitboard; 16]> = past_blocks(Blocked::HorsesTo);
/// By point and occupied eyes: where an elephant reaches.
static ELEPHANT: PerSquare<[Bitboard; 16]> = past_blocks(Blocked::Elephant);

#[derive(Clone, Copy)]
enum Blocked {
    Horse,
    HorsesTo,
    Elephant,
}

const fn past_blocks(what: Blocked) -> PerSquare<[Bitboard; 16]> {
    let ways = match what {
        Blocked::Horse => ORTHOGONAL,
        Blocked::HorsesTo | Blocked::Elephant => DIAGONAL,
    };
    let mut table = [[Bitboard::EMPTY; 16]; Square::COUNT];
    // Every point, every set of blocked ways, every way.
    let mut index = 0;
    while index < Square::COUNT * 16 * 4 {
        let (square, blocks, (files, ranks, bit)) = (index / 64, index / 4 % 16, ways[index % 4]);
        if blocks & bit == 0 {
            let reached = beyond(what, Square::from_index(square), files, ranks);
            table[square][blocks] = table[square][blocks].union(reached);
        }
        index += 1;
    }
    table
}

/// The points reached past one free neighbour.
const fn beyond(what: Blocked, square: Square, files: i32, ranks: i32) -> Bitboard {
    let [one, other] = match what {
        Blocked::Horse => [(2 * files + ranks, 2 * ranks + files), (2 * files - ranks, 2 * ranks - files)],
        Blocked::HorsesTo => [(2 * files, ranks), (files, 2 * ranks)],
        Blocked::Elephant => [(2 * files, 2 * ranks); 2],
    };
    let reached = point(square, one.0, one.1).union(point(square, other.0, other.1));
    match what {
        Blocked::Elephant if RED_HALF.has(square) => reached.intersection(RED_HALF),
        Blocked::Elephant => reached.intersection(half(Color::Black)),
        Blocked::Horse | Blocked::HorsesTo => reached,
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

static KING: PerSquare<Bitboard> = per_square!(square => steps_within(PALACES, square, &ORTHOGONAL));
static ADVISOR: PerSquare<Bitboard> = per_square!(square => steps_within(ADVISOR_POINTS, square, &DIAGONAL));

/// The points one step away.
const fn steps(square: Square, [one, two, three, four]: &[(i32, i32, usize); 4]) -> Bitboard {
    point(square, one.0, one.1)
        .union(point(square, two.0, two.1))
        .union(point(square, three.0, three.1))
        .union(point(square, four.0, four.1))
}

/// The same of a piece that stays on some points.
const fn steps_within(points: Bitboard, square: Square, ways: &[(i32, i32, usize); 4]) -> Bitboard {
    if points.has(square) { steps(square, ways).intersection(points) } else { Bitboard::EMPTY }
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

static SOLDIER: [PerSquare<Bitboard>; 2] = [
    per_square!(from => soldier_steps(Color::Red, from)),
    per_square!(from => soldier_steps(Color::Black, from)),
];
static SOLDIERS_TO: [PerSquare<Bitboard>; 2] = [
    per_square!(to => soldier_origins(Color::Red, to)),
    per_square!(to => soldier_origins(Color::Black, to)),
];

/// Forward; across the river, sideways too.
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

const fn soldier_origins(color: Color, to: Square) -> Bitboard {
    let mut origins = Bitboard::EMPTY;
    let mut from = 0;
    while from < Square::COUNT {
        if soldier_steps(color, Square::from_index(from)).has(to) {
            origins = origins.with(Square::from_index(from));
        }
        from += 1;
    }
    origins
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
static LINES_THROUGH: PerSquare<Bitboard> = per_square!(square => {
    let (rank, file) = (square.index() / 9, square.index() % 9);
    Bitboard::from_bits(511 << (rank * 9) | FILE_POINTS[1023].bits() << file).without(square)
});

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

static CHECK_ZONE: PerSquare<Bitboard> = per_square!(square => {
    let index = square.index();
    LINES_THROUGH[index].union(steps(square, &DIAGONAL)).union(HORSES_TO[index][0])
});

/// The points from where a piece checks a general or stands between it and one that does. A move from outside to outside
/// changes nothing about a check.
#[inline(always)]
pub fn check_zone(king: Square) -> Bitboard {
    CHECK_ZONE[king.index()]
}
