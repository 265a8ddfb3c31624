//! The parts that change the score: forward pruning and extensions.
//!
//! Beside each stands what it does to the strongest exact search, by `shuangqi compare`: the change of nodes, and on
//! how many positions the score stays what full width gives; in Xiangqi at depth 5, in Othello at depth 8, unless
//! said otherwise.

use crate::evaluator::Material;
use crate::score::Score;

/// By how much a null move is searched less deeply.
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

/// How a null move's answer is checked.
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
}

/// How far below alpha a static evaluation must be: for depth 1 (selective futility), 2 (extended futility) and 3 (limited
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

/// Forward pruning, switch by switch. All of it is off in check, on the principal variation, at the root, and where a
/// bound of the window is a proven win or loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selective {
    /// The null move.
    pub null: Null,
    /// How its answer is checked.
    pub verify: Verify,
    /// Selective futility: at depth 1, moves that cannot reach alpha are skipped (Schaeffer 1986). Xiangqi −30 %, 100 %
    /// of scores exact; Othello −21 %, 90 % of scores exact.
    pub futility: bool,
    /// Extended futility: the same at depth 2 (Heinz 1998). On top of it −6 % in Xiangqi, −11 % in Othello.
    pub extended_futility: bool,
    /// Limited razoring: nodes of depth 3 that are far below alpha are searched to depth 2 (Heinz 1998). On top of both −2 % and
    /// −1 %.
    pub razoring: bool,
    /// Futility is decided after the move is made, by the evaluation of the child; otherwise before, by what it
    /// takes. All three then save −5 % of the nodes instead of −35 % in Xiangqi, as the positions made count.
    pub after_make: bool,
    /// How far below alpha a node is pruned.
    pub margins: Margins,
    /// Searches of the same position at depths − 3, − 2 and − 1 with wide margins above beta, before the full one
    /// (Huang Chen, ElephantEye design, section 5.4). They cost more than they save: +38 %, 100 % of scores exact in Xiangqi, +128 % in
    /// Othello.
    pub probes: bool,
    /// A shallower search predicts that the full one fails high or low, and answers for it (ProbCut), where the game's evaluator
    /// has a model of the difference. Before an exact search of Othello's endings, selective ones by it halve the nodes: twelve
    /// positions of 22 empty squares take 28 M each instead of 55 M.
    pub probcut: bool,
    /// Where the bound of a stored score allows, it stands for the static evaluation that pruning goes by.
    pub estimate: bool,
    /// Reductions and pruning depend on whether the static evaluation is better than at the side's last move
    /// (improving).
    pub improving: bool,
    /// A node of little depth whose static evaluation is above beta by a margin is cut off (reverse futility).
    pub reverse_futility: bool,
    /// A node of little depth whose static evaluation is far below alpha is left to quiescence (razoring as in Stockfish):
    /// −2 ± 43 Elo.
    pub deep_razoring: bool,
    /// Moves late in the order are searched less deeply at first (late move reductions). With late move pruning and the
    /// extension of safe checks +210 ± 62 Elo in Xiangqi (10,000 nodes a move).
    pub late_reductions: bool,
    /// At little depth, no quiet moves are tried after the first few (late move pruning).
    pub late_pruning: bool,
    /// At little depth, quiet moves are skipped where the static evaluation is below alpha by a margin. With pruning by
    /// exchange, improving and the checks of quiescence +115 ± 56 Elo in Xiangqi (10,000 nodes a move).
    pub quiet_futility: bool,
    /// At little depth, quiet moves of bad history are skipped: −2 ± 24 Elo.
    pub history_pruning: bool,
    /// At little depth, moves that lose by static exchange evaluation are skipped.
    pub exchange_pruning: bool,
    /// A node without a stored move is searched one ply less deeply (internal iterative reduction): alone −3 ± 41 Elo (10,000
    /// nodes a move). With singular extensions and stronger late move reductions +40 ± 34 (60,000).
    pub internal_reductions: bool,
    /// A capture whose shallower search is above beta by a margin cuts off (ProbCut as in Stockfish):
    /// +12 ± 38 Elo at 20,000 nodes a move.
    pub capture_probcut: bool,
}

impl Selective {
    /// Nothing is pruned.
    pub const NONE: Selective = Selective {
        null: Null::Off,
        verify: Verify::Never,
        futility: false,
        extended_futility: false,
        razoring: false,
        after_make: false,
        margins: Margins::ELEPHANT_EYE,
        probes: false,
        probcut: false,
        estimate: false,
        improving: false,
        reverse_futility: false,
        deep_razoring: false,
        late_reductions: false,
        late_pruning: false,
        quiet_futility: false,
        history_pruning: false,
        exchange_pruning: false,
        internal_reductions: false,
        capture_probcut: false,
    };

    /// Whether anything is pruned.
    #[inline(always)]
    pub const fn is_any(&self) -> bool {
        self.needs_static_eval()
            || self.probcut
            || self.late_reductions
            || self.skips_late_moves()
            || self.internal_reductions
    }

    /// Whether moves are skipped by what is known of them before they are made, one by one.
    #[inline(always)]
    pub(crate) const fn skips_late_moves(&self) -> bool {
        self.late_pruning || self.quiet_futility || self.history_pruning || self.exchange_pruning
    }

    /// Whether moves are treated by their number in the order of a node.
    pub(crate) const fn goes_by_move_number(&self) -> bool {
        self.late_reductions || self.skips_late_moves()
    }

    /// Whether something is pruned that every node needs its static evaluation for.
    #[inline(always)]
    pub(crate) const fn needs_static_eval(&self) -> bool {
        !matches!(self.null, Null::Off)
            || self.futility
            || self.extended_futility
            || self.razoring
            || self.probes
            || self.reverse_futility
            || self.deep_razoring
            || self.quiet_futility
            || self.capture_probcut
    }

    /// Whether moves may be skipped at this depth.
    pub(crate) fn is_futile_at(&self, depth: i16) -> bool {
        depth == 1 && self.futility || depth == 2 && self.extended_futility
    }
}

/// The moves and positions that are searched one ply deeper (Huang Chen, ElephantEye design, section 5.6). No line
/// grows beyond twice the depth of the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extensions {
    /// A move that gives check: +24 % in Xiangqi.
    pub check: bool,
    /// The same, but only where the move does not lose by static exchange evaluation.
    pub safe_check: bool,
    /// A move that leaves a single reply: +5 % in Xiangqi, +1 % in Othello.
    pub single: bool,
    /// A position whose side to move would be mated if it passed: +15 % in Xiangqi.
    pub threat: bool,
    /// The second of two good captures in a row: +33 % in Xiangqi.
    pub exchange: bool,
    /// A move that the game itself extends, by its evaluator: the advance of a soldier costs +78 % in Xiangqi.
    pub by_game: bool,
    /// A stored move that is better than all others by a margin (singular extension); where it is not, the node may be cut
    /// off or the move reduced. Alone +17 ± 52 Elo (60,000 nodes a move), in company see `data/laboratory/elo.md`.
    pub singular: bool,
}

impl Extensions {
    /// Nothing is extended.
    pub const NONE: Extensions = Extensions {
        check: false,
        safe_check: false,
        single: false,
        threat: false,
        exchange: false,
        by_game: false,
        singular: false,
    };

    /// Whether anything is extended.
    #[inline(always)]
    pub const fn is_any(&self) -> bool {
        self.is_by_move() || self.threat || self.singular
    }

    /// Whether anything is extended for the move made.
    #[inline(always)]
    pub const fn is_by_move(&self) -> bool {
        self.check || self.safe_check || self.single || self.exchange || self.by_game
    }
}
