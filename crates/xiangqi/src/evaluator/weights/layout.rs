//! The weights, their order and their names.

use crate::attacks;
use crate::piece::{Color, PieceKind};
use crate::square::{File, Rank, Square};

use super::Weights;

/// The labels by which the weights of a group are told apart.
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
    /// The number of them.
    pub len: usize,
    /// The labels that follow the name.
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

    /// A chariot by the number of points that it reaches and no lesser enemy piece covers; here and in the next two, what a pin
    /// forbids is not reached.
    ROOK_REACH = numbered("rook.reach", 18);
    /// A cannon by the number of empty points that it reaches and no enemy soldier covers.
    CANNON_REACH = numbered("cannon.reach", 18);
    /// A horse by the number of points that it reaches and no enemy soldier covers.
    HORSE_REACH = numbered("horse.reach", 9);

    /// Both advisors and both elephants are there.
    FULL_GUARD = one("guards.full");
    /// By three times the number of advisors, plus that of enemy chariots; the following ones likewise.
    ADVISORS_AGAINST_ROOKS = numbered("guards.advisors_rooks", 9);
    ADVISORS_AGAINST_HORSES = numbered("guards.advisors_horses", 9);
    ADVISORS_AGAINST_CANNONS = numbered("guards.advisors_cannons", 9);
    ELEPHANTS_AGAINST_ROOKS = numbered("guards.elephants_rooks", 9);
    ELEPHANTS_AGAINST_HORSES = numbered("guards.elephants_horses", 9);
    ELEPHANTS_AGAINST_CANNONS = numbered("guards.elephants_cannons", 9);

    /// No chariot against an enemy who has one.
    NO_ROOK_AGAINST_ROOK = one("material.no_rook");
    /// By three times the number of horses, plus that of cannons.
    HORSES_CANNONS = numbered("material.horses_cannons", 9);
    /// By five times the number of chariots, plus that of enemy horses and cannons together.
    ROOKS_AGAINST_MINORS = numbered("material.rooks_minors", 15);
    /// By the number of soldiers.
    SOLDIERS = numbered("material.soldiers", 6);

    /// A cannon on the enemy general's file, by the number of pieces between: with none, any piece that steps in gives
    /// check; with two, neither may move out alone without care.
    CANNON_ON_FILE = numbered("cannon.file", 4);
    /// Each chariot and each further cannon that backs up a cannon with nothing between.
    HOLLOW_CANNON_BACKED = one("cannon.hollow.backed");
    /// A cannon with two pieces between, one of them the general's own horse next to it, where it blocks its guards.
    CANNON_AGAINST_STUCK_HORSE = one("cannon.stuck_horse");
    /// A cannon on the enemy general's rank, by the number of pieces between.
    CANNON_ON_RANK = numbered("cannon.rank", 4);
    /// Each chariot that backs up a cannon on the general's rank.
    BOTTOM_CANNON_BACKED = one("cannon.bottom.backed");
    /// A chariot on the enemy general's file, by the number of pieces between.
    ROOK_ON_FILE = numbered("rook.file", 4);
    /// A chariot on the enemy general's rank, by the number of pieces between.
    ROOK_ON_RANK = numbered("rook.rank", 4);

    /// Each enemy piece that may not leave a line between a chariot or a cannon and its general.
    PINNED_HORSE = one("pin.horse");
    PINNED_ROOK = one("pin.rook");
    PINNED_CANNON = one("pin.cannon");

    /// Pressure on the enemy palace, by its size in steps.
    DANGER = numbered("danger", 37);
    /// By the number of chariots, horses and cannons across the river.
    ATTACKERS_ACROSS = numbered("attack.across", 7);
    /// By the number of them and of crossed soldiers on that wing where there are more.
    ATTACKERS_ON_A_WING = numbered("attack.wing", 7);
    /// By the number of steps that the enemy general has left.
    KING_STEPS_OF_ENEMY = numbered("attack.king_steps", 5);
    /// By the number of points of the enemy palace that only this side covers.
    PALACE_POINTS = numbered("attack.palace", 10);

    /// By the number of points from where a chariot could give check at once and that no enemy piece covers; then a horse,
    /// then a cannon, which steps to an empty point.
    ROOK_CHECKS = numbered("check.rook", 4);
    HORSE_CHECKS = numbered("check.horse", 4);
    CANNON_CHECKS = numbered("check.cannon", 4);

    /// Each enemy horse or cannon that a soldier attacks; then each chariot.
    SOLDIER_ATTACKS_MINOR = one("threat.soldier_minor");
    SOLDIER_ATTACKS_ROOK = one("threat.soldier_rook");
    /// Each enemy chariot that a horse or a cannon attacks.
    MINOR_ATTACKS_ROOK = one("threat.minor_rook");
    /// Each enemy horse or cannon that a horse or a cannon attacks; then each advisor and elephant.
    MINOR_ATTACKS_MINOR = one("threat.minor_minor");
    MINOR_ATTACKS_GUARD = one("threat.minor_guard");
    /// Each enemy piece that is attacked and not protected.
    HANGING_HORSE = one("hanging.horse");
    HANGING_CANNON = one("hanging.cannon");
    HANGING_ROOK = one("hanging.rook");
    HANGING_CROSSED_SOLDIER = one("hanging.crossed_soldier");
    HANGING_GUARD = one("hanging.guard");
    /// Each piece that is protected.
    PROTECTED_HORSE = one("protected.horse");
    PROTECTED_CANNON = one("protected.cannon");
    PROTECTED_SOLDIER = one("protected.crossed_soldier");

    /// Two soldiers side by side across the river: neither can be taken for nothing.
    SOLDIER_PAIR = one("soldier.pair");
    /// A soldier with an enemy soldier before it.
    SOLDIER_OPPOSED = one("soldier.opposed");
    /// A soldier with a horse of its own side before it.
    SOLDIER_BEHIND_HORSE = one("soldier.behind_horse");
    /// Each crossed soldier, by the number of guards that the enemy has lost.
    SOLDIER_AGAINST_LOST_GUARDS = numbered("soldier.lost_guards", 5);

    /// Not in the sum: the score with which half of the games are won, and how fast the chances grow around it; see
    /// [`crate::evaluator::Chances`].
    WDL_HALF = one("wdl.half");
    WDL_SPREAD = one("wdl.spread");
}

/// The number of weights.
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

impl Weights {
    /// The name of a weight, such as `horse.reach.3` or `table.cannon.e9`; empty if there are not so many.
    pub fn name(index: usize) -> String {
        let group = GROUPS.iter().find(|group| index < group.end());
        group.map_or_else(String::new, |group| group.name_of(index - group.first))
    }
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
