//! The variants among which a part of the search chooses.
//!
//! Beside each stands what it does to the strongest exact search, by `shuangqi compare`: the change of nodes, and, where it is
//! selective, on how many positions the score stays what full width gives; in Xiangqi at depth 5, in Othello at depth 8, unless
//! said otherwise.

use crate::evaluator::Material;
use crate::score::Score;

/// The use that the search makes of alpha and beta.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bounds {
    /// Nothing: every move is searched with the full window (negamax; Knuth & Moore 1975, F0).
    Ignored,
    /// Alpha-beta whose answers stay within the window (Knuth & Moore 1975, F2). With a table it costs +1 % in
    /// Othello, +3 % in Xiangqi against fail-soft; without one, nothing.
    FailHard,
    /// Alpha-beta whose answers are the tightest bounds known (Fishburn 1983).
    FailSoft,
}

/// The moves that are first asked with a null window whether they beat alpha at all (principal variation search;
/// Marsland & Campbell 1982, Reinefeld 1983).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scout {
    /// Never: every move gets the whole window.
    Never,
    /// Once a move has raised alpha, as in Moreland's description. In these measurements the same as the next.
    AfterRaise,
    /// From the second move on, as is usual today. With static order and a table −15 % in Othello,
    /// −23 % in Xiangqi; with every other part −7 % and −8 % (block `deep`).
    AfterFirst,
}

/// The window of the second search, when a scout says that a move is better than alpha.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReSearch {
    /// From alpha to beta: stays right when the tree changes between the two searches.
    Whole,
    /// From the scout's score to beta (NegaScout; Reinefeld 1983). The better of the two scores is kept: the second
    /// alone may be lower than what the first has proven. Against the whole window −0.4 % in Othello, −0.6 % in
    /// Xiangqi.
    FromScout,
}

/// The stored results that cut off. Whenever the table is used, its move is tried first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableUse {
    /// None; the table is neither read nor written.
    Off,
    /// Those of exactly the depth asked for: the answer is the one the search itself would give.
    EqualDepth,
    /// Those at least as deep: fewer nodes, but the answer may be that of a deeper search.
    AtLeast,
}

/// The order of captures, in the search and beyond its horizon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptureOrder {
    /// The most valuable victim, among equal ones the cheapest attacker. In Xiangqi +7 % against the next but one.
    VictimThenAttacker,
    /// The greatest difference between what is taken and what takes: +7 % against the next.
    Difference,
    /// The gain of the exchange on the target in the end.
    Exchange,
}

/// The bonus that a quiet move gets in its history when it cuts off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum History {
    /// Nothing; there are no histories.
    Off,
    /// One: +0.2 % in Othello, +0.5 % in Xiangqi against the next.
    Count,
    /// The square of the depth below it.
    DepthSquared,
    /// Two to the power of that depth (Schaeffer 1983): +0.2 % and −0.0 %.
    Exponential,
    /// An amount that grows with the depth, less the nearer the history is to its limit (gravity, as in Stockfish): old
    /// cut-offs fade as new ones come.
    Gravity,
}

/// The reduction of a null move, in plies.
///
/// The idea (Beal 1989, Donninger 1993): a side that is at or above beta even after passing need not be searched in full.
/// Not in check, not twice in a row, only where the static evaluation is at or above beta, and never where a side has nothing
/// left to attack with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Null {
    /// There is no null move.
    Off,
    /// By this many plies. 2: −44 %, 92 % of scores exact; 3: −49 %, 91 % of scores exact.
    Fixed(i16),
    /// By 2 or 3 plies, by depth and pieces (Heinz 1999). At depth 9 −4 % against a reduction of 2; Heinz measured
    /// −10 to −30 % in chess.
    ByPieces,
    /// The same, by what the pieces are worth instead of their number (ElephantEye): −7 % there.
    ByMaterial,
    /// By depth, and by how far the static evaluation is above beta (Stockfish): see [`Parameters`](super::Parameters). With
    /// reverse futility, estimates and the parts of quiescence +255 ± 130 Elo in Xiangqi (10,000 nodes a move).
    ByEvaluation,
}

impl Null {
    /// The reduction at a depth, by what the two sides have left; `minor` is the worth of a minor piece. 2 up to
    /// depth 6, 3 beyond 8; between, 3 only where both sides have three pieces (Heinz), or more than three minors'
    /// worth (ElephantEye, whose code looks at one side twice).
    pub fn reduction(self, depth: i16, material: [Material; 2], minor: Score) -> i16 {
        let is_full = |side: &Material| match self {
            Null::ByMaterial => side.value > 3 * minor,
            _ => side.attackers >= 3,
        };
        match self {
            Null::Off | Null::ByEvaluation => 0,
            Null::Fixed(reduction) => reduction,
            Null::ByPieces | Null::ByMaterial => match depth {
                ..=6 => 2,
                7..=8 => 2 + i16::from(material.iter().all(is_full)),
                _ => 3,
            },
        }
    }
}

/// The check of a null move's answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verify {
    /// It is believed.
    Never,
    /// The node goes on, one ply shallower, its null moves below believed; if it then stays under beta, the node is
    /// searched as deep as ever (verified null move; Tabibi & Netanyahu 2002). Reduction 3 so verified: −45 %, 92 %
    /// of scores exact; at depth 9 it takes 1.24 times the nodes of a plain reduction of 2, where the publication, in
    /// chess, has fewer.
    Tabibi,
    /// With more than three minors' worth it is believed; with less, a search of the same position, as shallow as the
    /// null move's, must agree, its own null moves verified too (ElephantEye). It is seldom asked for: +0.0 % at
    /// depth 9.
    WithLittleMaterial,
    /// From some depth on, a search of the same position, as shallow as the null move's and without a pass at its root, must
    /// agree (Stockfish).
    Deep,
}

/// The distance below alpha at which a node is pruned, by its static evaluation: at depth 1 (selective futility), 2 (extended futility) and 3 (limited
/// razoring), in hundredths of a minor piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margins(pub [Score; 3]);

impl Margins {
    /// Huang Chen, ElephantEye design, section 5.3. All three steps: −35 %, 100 % of scores exact.
    pub const ELEPHANT_EYE: Margins = Margins([80, 160, 240]);
    /// An elephant, a horse, a chariot (Xiangqi Family, as quoted in Huang Chen, ElephantEye design). All three steps: −45 %, 99 % of scores
    /// exact.
    pub const XIANGQI_FAMILY: Margins = Margins([48, 100, 220]);
    /// A minor piece, a rook, a queen (Heinz 1998), by chess values of 3, 5 and 9: −30 %, 100 % of scores exact.
    pub const HEINZ: Margins = Margins([100, 167, 300]);

    /// The margin at a depth from 1 to 3, in units of score.
    pub fn at(self, depth: i16, minor: Score) -> Score {
        self.0[depth.clamp(1, 3) as usize - 1] * minor / 100
    }
}

/// ProbCut by the evaluator's model of its errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModelProbCut {
    /// None.
    Off,
    /// For searches that order moves for a proof: wide margins, and no prediction inside another.
    Careful,
    /// For play: margins as narrow as pays, and predictions inside predictions.
    Bold,
}

impl ModelProbCut {
    /// The predictions that may be under way at once, one inside another.
    pub(crate) const fn most_nested(self) -> u8 {
        match self {
            ModelProbCut::Off => 0,
            ModelProbCut::Careful => 1,
            ModelProbCut::Bold => 2,
        }
    }
}
