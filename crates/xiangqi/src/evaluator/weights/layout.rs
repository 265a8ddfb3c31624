//! Which weights there are, their order and their names.

use crate::attacks;
use crate::piece::{Color, PieceKind};
use crate::square::{File, Rank, Square};

/// How the weights of a group are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Labels {
    /// There is only one.
    None,
    /// By a number from 0.
    Numbers,
    /// By point, where a piece of that kind may stand; see [`POINTS`].
    Points(PieceKind),
}

/// Weights that share a name, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// The name in the file.
    pub name: &'static str,
    /// The index of the first weight.
    pub first: usize,
    /// How many there are.
    pub len: usize,
    /// What follows the name.
    pub labels: Labels,
}

impl Group {
    const fn one(first: usize, name: &'static str) -> Group {
        Group { name, first, len: 1, labels: Labels::None }
    }

    const fn numbered(first: usize, name: &'static str, len: usize) -> Group {
        Group { name, first, len, labels: Labels::Numbers }
    }

    const fn table(first: usize, name: &'static str, kind: PieceKind) -> Group {
        Group { name, first, len: Points::of(kind).len, labels: Labels::Points(kind) }
    }

    const fn end(self) -> usize {
        self.first + self.len
    }

    /// The index of the only weight.
    pub const fn index(self) -> usize {
        self.first
    }

    /// The index of the weight with that number, or of the last one.
    #[inline(always)]
    pub const fn nth(self, number: usize) -> usize {
        self.first + if number < self.len { number } else { self.len - 1 }
    }

    /// The name of one of its weights.
    pub fn name_of(self, number: usize) -> String {
        let name = self.name;
        match self.labels {
            Labels::None => name.to_owned(),
            Labels::Numbers => format!("{name}.{number}"),
            Labels::Points(kind) => {
                let point = POINTS[kind.index()].points().nth(number);
                point.map_or_else(String::new, |point| format!("{name}.{point}"))
            }
        }
    }
}

/// The points of the left half of the board, from Red's side, where Red's pieces of a kind may stand: what a piece on
/// the right half or of Black counts follows by symmetry.
#[derive(Clone, Copy, Debug)]
pub struct Points {
    /// By point: its number; [`Points::NONE`] where none of them stands.
    numbers: [u8; Square::COUNT],
    len: usize,
}

impl Points {
    const NONE: u8 = u8::MAX;

    const fn of(kind: PieceKind) -> Points {
        let mut points = Points { numbers: [Points::NONE; Square::COUNT], len: 0 };
        let mut index = 0;
        while index < Square::COUNT {
            let is_left = index % 9 <= 4;
            if is_left && attacks::points(Color::Red, kind).bits() >> index & 1 == 1 {
                points.numbers[index] = points.len as u8;
                points.len += 1;
            }
            index += 1;
        }
        points
    }

    /// The number of a point or of its reflection in the middle file.
    const fn number(&self, square: Square) -> Option<usize> {
        let left = if square.index() % 9 > 4 { square.mirrored() } else { square };
        match self.numbers[left.index()] {
            Points::NONE => None,
            number => Some(number as usize),
        }
    }

    /// All of them, from a0 up.
    fn points(&self) -> impl Iterator<Item = Square> {
        Square::all().filter(|square| self.numbers[square.index()] != Points::NONE)
    }
}

/// By [`PieceKind::index`].
static POINTS: [Points; 7] = [
    Points::of(PieceKind::King),
    Points::of(PieceKind::Advisor),
    Points::of(PieceKind::Elephant),
    Points::of(PieceKind::Horse),
    Points::of(PieceKind::Rook),
    Points::of(PieceKind::Cannon),
    Points::of(PieceKind::Soldier),
];

/// Declares groups one after the other: a constant for each, and the list of all.
macro_rules! groups {
    ($($(#[$doc:meta])* $group:ident = $make:ident($($argument:expr),*);)*) => {
        /// The groups.
        pub mod groups {
            use super::{Group, PieceKind};
            groups!(@ 0; $($(#[$doc])* $group = $make($($argument),*);)*);
        }
        /// All groups in the order of their weights.
        pub const GROUPS: &[Group] = &[$(groups::$group),*];
    };
    (@ $first:expr;) => {};
    (@ $first:expr; $(#[$doc:meta])* $group:ident = $make:ident($($argument:expr),*); $($rest:tt)*) => {
        $(#[$doc])*
        pub const $group: Group = Group::$make($first, $($argument),*);
        groups!(@ $group.end(); $($rest)*);
    };
}

groups! {
    /// Having the move.
    TEMPO = one("tempo");

    /// An advisor, wherever it stands; the following ones likewise.
    ADVISOR = one("piece.advisor");
    ELEPHANT = one("piece.elephant");
    HORSE = one("piece.horse");
    ROOK = one("piece.rook");
    CANNON = one("piece.cannon");
    SOLDIER = one("piece.soldier");

    /// The general on a point; the following ones: what a point adds to the piece.
    KING_TABLE = table("table.king", PieceKind::King);
    ADVISOR_TABLE = table("table.advisor", PieceKind::Advisor);
    ELEPHANT_TABLE = table("table.elephant", PieceKind::Elephant);
    HORSE_TABLE = table("table.horse", PieceKind::Horse);
    ROOK_TABLE = table("table.rook", PieceKind::Rook);
    CANNON_TABLE = table("table.cannon", PieceKind::Cannon);
    SOLDIER_TABLE = table("table.soldier", PieceKind::Soldier);

    /// Each point beyond the eighth that a chariot reaches.
    ROOK_POINT = one("rook.point");
    /// Each empty point beyond the eighth that a cannon reaches.
    CANNON_POINT = one("cannon.point");
    /// A horse by the number of points that it reaches.
    HORSE_REACH = numbered("horse.reach", 9);

    /// Both advisors and both elephants are there.
    FULL_GUARD = one("guards.full");
    /// A missing advisor, for each enemy chariot.
    NO_ADVISOR_AGAINST_ROOK = one("guards.no_advisor.rook");
    /// A missing advisor, for each enemy horse.
    NO_ADVISOR_AGAINST_HORSE = one("guards.no_advisor.horse");
    /// A missing elephant, for each enemy cannon.
    NO_ELEPHANT_AGAINST_CANNON = one("guards.no_elephant.cannon");
    /// No chariot against an enemy who has one.
    NO_ROOK_AGAINST_ROOK = one("no_rook.rook");

    /// A cannon on the enemy general's file with nothing between: any piece that steps in gives check.
    HOLLOW_CANNON = one("cannon.hollow");
    /// Each chariot and each further cannon that backs up a hollow one.
    HOLLOW_CANNON_BACKED = one("cannon.hollow.backed");
    /// A cannon and two pieces before the general on a file: neither may move out alone without care.
    CANNON_BEHIND_TWO = one("cannon.behind_two");
    /// The same with the general's own horse next to it in the palace centre, where it blocks its guards.
    CANNON_AGAINST_STUCK_HORSE = one("cannon.stuck_horse");
    /// A cannon on the general's rank with nothing between.
    BOTTOM_CANNON = one("cannon.bottom");
    /// Each chariot that backs up a cannon on the general's rank.
    BOTTOM_CANNON_BACKED = one("cannon.bottom.backed");

    /// Pressure on the enemy palace, by its size in steps.
    DANGER = numbered("danger", 37);

    /// Two soldiers side by side across the river: neither can be taken for nothing.
    SOLDIER_PAIR = one("soldier.pair");
    /// Each crossed soldier, for each guard that the enemy has lost.
    SOLDIER_AGAINST_LOST_GUARD = one("soldier.lost_guard");
}

/// How many weights there are.
pub const COUNT: usize = GROUPS[GROUPS.len() - 1].end();

const PIECES: [Option<Group>; 7] = [
    None,
    Some(groups::ADVISOR),
    Some(groups::ELEPHANT),
    Some(groups::HORSE),
    Some(groups::ROOK),
    Some(groups::CANNON),
    Some(groups::SOLDIER),
];

const TABLES: [Group; 7] = [
    groups::KING_TABLE,
    groups::ADVISOR_TABLE,
    groups::ELEPHANT_TABLE,
    groups::HORSE_TABLE,
    groups::ROOK_TABLE,
    groups::CANNON_TABLE,
    groups::SOLDIER_TABLE,
];

/// The weights of a piece on a point, seen from its own side.
pub fn of_piece(kind: PieceKind, square: Square) -> impl Iterator<Item = usize> {
    let piece = PIECES[kind.index()].map(Group::index);
    let table = place(kind, square);
    piece.into_iter().chain(table)
}

/// The weight of a piece's point, seen from its own side; `None` where it never stands.
pub fn place(kind: PieceKind, square: Square) -> Option<usize> {
    let number = POINTS[kind.index()].number(square)?;
    Some(TABLES[kind.index()].nth(number))
}

/// The name of a weight; empty if there are not so many.
pub fn name(index: usize) -> String {
    let group = GROUPS.iter().find(|group| index < group.end());
    group.map_or_else(String::new, |group| group.name_of(index - group.first))
}

/// A line of the file: a name, and the indices of its weights; `None` for a point where the piece never stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The name of the only weight, or of a table's rank: `table.cannon.9`.
    pub name: String,
    /// One index, or one for each of the files a to e.
    pub indices: Vec<Option<usize>>,
}

/// The lines of a group; a table's from Black's back rank down.
pub fn rows(group: Group) -> Vec<Row> {
    match group.labels {
        Labels::Points(kind) => {
            Rank::ALL.iter().rev().filter_map(|&rank| rank_of(group, kind, rank)).collect()
        }
        _ => (0..group.len)
            .map(|number| Row { name: group.name_of(number), indices: vec![Some(group.nth(number))] })
            .collect(),
    }
}

/// The line of a table for a rank, if the piece may stand there.
fn rank_of(group: Group, kind: PieceKind, rank: Rank) -> Option<Row> {
    let left = File::ALL.iter().take(5);
    let indices: Vec<_> = left.map(|&file| place(kind, Square::new(file, rank))).collect();
    let name = format!("{}.{}", group.name, rank.index());
    indices.iter().any(Option::is_some).then_some(Row { name, indices })
}
