//! The parts of the search: each with its name for command lines, what it does, its source, what it was measured to be worth,
//! and the numbers that it goes by.
//!
//! A new part is one entry of this table and one function that reads it: a rule that prunes a node stands in `pruning.rs` and has
//! its line in `prune_node`, one that prunes a move stands in `pruning/move_pruning.rs`.

use super::variants::{
    Bounds, CaptureOrder, History, Margins, ModelProbCut, Null, ReSearch, Scout, TableUse, Verify,
};

/// A part that can be switched on or off by name.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Its name on command lines.
    pub name: &'static str,
    /// Its meaning, in a few words.
    pub meaning: &'static str,
    /// Switches it on or off.
    pub set: fn(&mut Recipe, bool),
}

/// A parameter of selective search.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name, as in `+reduction_base=700`.
    pub name: &'static str,
    /// The least value that is worth trying.
    pub min: i32,
    /// The greatest value that is worth trying.
    pub max: i32,
    /// Returns whether a recipe has a part that goes by it.
    pub is_used: fn(&Recipe) -> bool,
}

/// Tests whether a word of an entry is the one that is asked for.
macro_rules! is_word {
    (selective, selective) => {
        true
    };
    (by_evaluation, by_evaluation) => {
        true
    };
    (prunes_moves, prunes_moves) => {
        true
    };
    (extends_moves, extends_moves) => {
        true
    };
    ($asked:ident, $word:ident) => {
        false
    };
}

/// Declares the parts, an entry each: a field of [`Recipe`], its value when it is off, its kind, its names with their values and
/// meanings, and the parameters that count while a condition holds.
///
/// The kind is `exact` if the part changes the cost of a search alone, `selective` if it changes the score too. Of the selective
/// parts, `by_evaluation` marks those that prune by the static evaluation of every node, `prunes_moves` those that skip moves
/// before they are made, one by one, and `extends_moves` those that search a move more deeply.
macro_rules! parts {
    ($recipe:ident: $(
        $(#[$meta:meta])*
        $field:ident: $type:ty = $off:expr, $($word:ident)+ {
            $($name:literal => $on:expr, $meaning:literal;)*
        }
        $([$used:expr => $($(#[$parameter_meta:meta])* $parameter:ident = $value:literal, $min:literal to $max:literal;)*])*
    )*) => {
        /// A search algorithm, part by part.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Recipe {
            $($(#[$meta])* pub $field: $type,)*
            /// The numbers that the parts go by.
            pub parameters: Parameters,
        }

        /// The numbers that the parts of a [`Recipe`] go by: margins in hundredths of a minor piece
        /// ([`Heuristics::MINOR`](crate::Heuristics::MINOR)), reductions in 1024ths of a ply, histories in their own units (up to
        /// 16,384).
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Parameters {
            $($($($(#[$parameter_meta])* pub $parameter: i32,)*)*)*
        }

        /// The parts by name. One that chooses among variants chooses its own when switched on, and the usual one (or none)
        /// when switched off.
        pub const PARTS: &[Part] = &[$($(Part {
            name: $name,
            meaning: $meaning,
            set: |$recipe, is_on| $recipe.$field = if is_on { $on } else { $off },
        },)*)*];

        impl Recipe {
            /// Every part off.
            pub(super) const OFF: Recipe = Recipe { $($field: $off,)* parameters: Parameters::DEFAULT };

            /// Returns whether a part that changes the score is not as in another recipe.
            pub(super) fn differs_in_score(&self, other: &Recipe) -> bool {
                false $($(|| is_word!(selective, $word) && self.$field != other.$field)+)*
            }

            /// Returns whether something is pruned that every node needs its static evaluation for.
            #[inline(always)]
            pub(crate) fn prunes_by_evaluation(&self) -> bool {
                false $($(|| is_word!(by_evaluation, $word) && self.$field != $off)+)*
            }

            /// Returns whether moves are skipped by what is known of them before they are made, one by one.
            #[inline(always)]
            pub(crate) fn prunes_moves(&self) -> bool {
                false $($(|| is_word!(prunes_moves, $word) && self.$field != $off)+)*
            }

            /// Returns whether anything is extended for the move made.
            #[inline(always)]
            pub(crate) fn extends_moves(&self) -> bool {
                false $($(|| is_word!(extends_moves, $word) && self.$field != $off)+)*
            }
        }

        impl Parameters {
            /// The values that engines play with.
            pub const DEFAULT: Parameters = Parameters { $($($($parameter: $value,)*)*)* };

            /// All parameters.
            pub const ALL: &[Parameter] = &[$($($(Parameter {
                name: stringify!($parameter),
                min: $min,
                max: $max,
                is_used: |$recipe| {
                    let _: &Recipe = $recipe;
                    $used
                },
            },)*)*)*];

            /// A parameter by name.
            pub fn value_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $($($(stringify!($parameter) => Some(&mut self.$parameter),)*)*)*
                    _ => None,
                }
            }
        }
    };
}

parts! { recipe:
    /// The use of alpha and beta.
    bounds: Bounds = Bounds::Ignored, exact {}

    /// The moves that a null-window scout searches first.
    scout: Scout = Scout::Never, exact {
        "scout" => Scout::AfterFirst, "null-window scouts from the second move on";
        "scout-after-raise" => Scout::AfterRaise, "null-window scouts once a move has raised alpha";
    }

    /// The search that follows a scout above alpha.
    re_search: ReSearch = ReSearch::Whole, exact {
        "again-from-scout" => ReSearch::FromScout, "NegaScout's second search: from the scout's score to beta";
    }

    /// The table entries that cut off. Nodes in Othello (depth 7): −31 % alone, −5 % in company; in Xiangqi (depth
    /// 4): −20 % alone, −10 % in company.
    table: TableUse = TableUse::Off, exact {
        "table" => TableUse::EqualDepth, "transposition table: equal-depth cut-offs and its move first";
        "table-deeper" => TableUse::AtLeast, "the same, and deeper results cut off too (selective)";
    }

    /// The least depth at which the table is read and written; quiescence has a switch of its own. In Othello's middle
    /// game 3 instead of 0 takes 0.70 times the visits and 0.59 times the time: a probe costs more than a small
    /// subtree, and small results would replace those of deeper ones. Othello's recipe for play, with another evaluator, has 1.
    table_min_depth: i16 = 0, exact {
        "table-from-3" => 3, "the table is used at depths of 3 and more alone (needs table)";
    }

    /// Static ordering: captures first, and the game's own order. Nodes in Othello (depth 7): −73 % alone, +3 %
    /// in company; in Xiangqi (depth 4): −80 % alone, −34 % in company.
    sort: bool = false, exact { "sort" => true, "static ordering by the game's own knowledge"; }

    /// The order of captures where they are sorted.
    captures: CaptureOrder = CaptureOrder::VictimThenAttacker, exact {
        "captures-difference" => CaptureOrder::Difference, "captures by victim less attacker";
        "captures-exchange" => CaptureOrder::Exchange, "captures by static exchange evaluation";
    }

    /// Captures, where they are sorted, that lose by static exchange evaluation go after the quiet moves. In
    /// Xiangqi −3 %.
    losing_last: bool = false, exact {
        "losing-last" => true, "captures that lose by static exchange evaluation after the quiet moves";
    }

    /// Two quiet moves a ply that cut before are tried early (Akl & Newborn 1977). Nodes in Othello (depth 7): −42 %
    /// alone, +0.4 % in company; in Xiangqi (depth 4): −40 % alone, −3 % in company; +16 ± 12 Elo by its net (10,000 nodes a move).
    killers: bool = false, exact { "killers" => true, "two killer moves a ply"; }

    /// Quiet moves are ordered by how often they cut, and how deep (Schaeffer 1983). Nodes in Othello (depth 7): −50
    /// % alone, −2 % in company; in Xiangqi (depth 4): −43 % alone, −1 % in company.
    history: History = History::Off, exact {
        "history" => History::DepthSquared, "history heuristic, depth squared a cut-off";
        "history-count" => History::Count, "history heuristic, one a cut-off";
        "history-exponential" => History::Exponential, "history heuristic, two to the depth a cut-off";
        "history-gravity" => History::Gravity, "histories that fade as they grow";
    } [recipe.history == History::Gravity =>
        /// Histories: the greatest bonus of a cut-off.
        bonus_most = 1600, 400 to 4000;
        /// Histories: the bonus for each ply of depth.
        bonus_slope = 150, 50 to 400;
        /// The weight of the static order of quiet moves beside their histories.
        static_weight = 8, 0 to 64;
    ]

    /// Quiet moves that were searched before the one that cuts lose as much as it gains: −1 % in Othello, −0.1 % in
    /// Xiangqi, where it is worth +84 ± 31 Elo by the net (10,000 nodes a move).
    history_malus: bool = false, exact {
        "history-malus" => true, "quiet moves that were searched and did not cut lose history";
    }

    /// The histories of quiet moves (not those by two points, nor those of answers) are halved before each iteration: −0.2 % and
    /// +0.2 %.
    history_ageing: bool = false, exact { "history-ageing" => true, "histories are halved before each iteration"; }

    /// Quiet moves have histories as answers to each of the two moves before them too: +19 ± 13 Elo in Xiangqi by its net (10,000
    /// nodes a move).
    continuation: bool = false, exact { "continuation" => true, "histories of answers to the two moves before"; }

    /// Continuation histories of answers to the move before the last lie in a table of their own.
    continuation_apart: bool = false, exact {
        "continuation-apart" => true, "histories of answers apart by distance (needs continuation)";
    }

    /// Quiet moves have histories by their two points too.
    from_to_history: bool = false, exact { "from-to-history" => true, "histories by from and to (needs gravity)"; }

    /// Captures have histories, by piece, target and victim: +9 ± 7 Elo in Xiangqi by its net (10,000 nodes a move).
    capture_history: bool = false, exact { "capture-history" => true, "histories of captures"; } [recipe.capture_history =>
        /// The history of a capture is divided by this where captures are ordered: 4096 stands for a step of the victim's
        /// value.
        capture_divisor = 4, 1 to 32;
    ]

    /// The quiet move that last refuted the move before it is tried after the killers: +15 ± 12 Elo in Xiangqi by its net (10,000 nodes
    /// a move).
    counter_moves: bool = false, exact { "counter-moves" => true, "the move that refuted the last move before"; }

    /// Enhanced transposition cut-off: before any move is searched, a child whose stored bound refutes the node
    /// (Plaat, Schaeffer, Pijls & de Bruin 1996). Visits fall, but positions made for looking up count too: +29 % in
    /// Othello, +22 % in Xiangqi; the last iteration's visits −7 % and −3 %.
    transposed: bool = false, exact { "etc" => true, "enhanced transposition cut-off (needs table)"; }

    /// The depth is reached in steps, each ordering the next (Slate & Atkin 1977); without a table, by its principal
    /// variation. Nodes in Othello (depth 7): −30 % alone, +5 % in company; in Xiangqi (depth 4): −35 % alone, −12 %
    /// in company.
    deepening: bool = false, exact {
        "deepening" => true, "iterative deepening; without a table, its principal variation first";
    } [false =>
        // No search at a number of nodes, as `tune` plays them, goes by these four.
        /// Time of a move, in per cent of its share of the clock: while the best move changes. These four against 125, 9, 60 and 0:
        /// +41 ± 21 Elo in Xiangqi (608 games on a clock of nodes), +40 ± 39 (200 at 1 s + 0.01 s). In Othello against 100, 0, 0 and 0:
        /// +37 ± 20 (606 games on a clock of nodes).
        time_unsettled = 170, 80 to 400;
        /// Time of a move: less for each iteration that confirms the best one, up to eight.
        time_confirmed = 12, 0 to 30;
        /// Time of a move: more where the score falls by a minor piece.
        time_fallen = 280, 0 to 500;
        /// Time of a move: less for each per cent of the visits that the best move takes above the usual, in hundredths.
        time_effort = 120, 0 to 200;
    ]

    /// Each search of the root after one that failed high is a ply less deep (as in Stockfish).
    fail_high_depth: bool = false, selective {
        "fail-high-depth" => true, "the root less deep after each fail-high of an aspiration window";
    } [recipe.deepening =>
        /// Aspiration windows: half the width of the first; 0: that of the driver.
        aspiration_radius = 0, 0 to 50;
    ]

    /// No line is followed, where a mate is known, beyond the ply at which it would be a better one (mate distance pruning).
    mate_distance: bool = false, exact { "mate-distance" => true, "no line is followed beyond a mate that is known"; }

    /// The move that an earlier search recorded as the best goes first, in a [store](crate::Store) that has records.
    perfect_order: bool = false, exact { "perfect" => true, "the move that a finished search found best goes first"; }

    /// Set if the game's referee (repetition, move limits) is asked at every node. Off in comparisons: a verdict
    /// depends on the path, and paths differ between algorithms.
    rulings: bool = false, selective {}

    /// Captures are played out before a leaf is evaluated, in a game whose heuristics ask for it.
    quiescence: bool = false, selective { "quiescence" => true, "captures are played out before a leaf is evaluated"; }

    /// Quiescence answers a check with every legal move instead of captures alone: mates by capture are found. Without,
    /// −7 % in Xiangqi, and 69 % of the scores are the same.
    evasions: bool = false, selective { "evasions" => true, "quiescence answers checks with every move"; }

    /// Quiescence leaves captures of small value out (soldiers at home, advisors, elephants): −16 %, but only 30 %
    /// of the scores are the same.
    quiescence_filter: bool = false, selective {
        "quiescence-filter" => true, "quiescence leaves small captures out (selective)";
    }

    /// The results of quiescence are stored in the table and taken from it: −6 % in Xiangqi.
    quiescence_table: bool = false, exact { "quiescence-table" => true, "quiescence uses the table (needs table)"; }

    /// By how much a null move is searched less deeply, if it is tried.
    null: Null = Null::Off, selective by_evaluation {
        "null2" => Null::Fixed(2), "null move, reduction 2 (selective, as all that follow)";
        "null3" => Null::Fixed(3), "null move, reduction 3";
        "null-heinz" => Null::ByPieces, "null move, reduction by depth and pieces";
        "null-elephanteye" => Null::ByMaterial, "null move, reduction by depth and material";
        "null-adaptive" => Null::ByEvaluation, "null move, reduction by depth and evaluation";
    } [recipe.null == Null::ByEvaluation =>
        /// Null move: plies less at least.
        null_base = 3, 1 to 6;
        /// Null move: one ply less for this many plies of depth.
        null_depth = 3, 2 to 8;
        /// Null move: one ply less for each margin that the evaluation is above beta, up to three.
        null_margin = 47, 20 to 120;
    ]

    /// The check of a null move's answer.
    verify: Verify = Verify::Never, exact {
        "verify-tabibi" => Verify::Tabibi, "null moves verified one ply shallower, as published";
        "verify-elephanteye" => Verify::WithLittleMaterial, "null moves verified where material is short";
        "verify-deep" => Verify::Deep, "null moves verified from some depth on";
    } [recipe.verify == Verify::Deep =>
        /// Null move: verified from this depth on.
        verify_depth = 12, 6 to 20;
    ]

    /// Selective futility: at depth 1, moves that cannot reach alpha are skipped (Schaeffer 1986). Xiangqi −30 %, 100 %
    /// of scores exact; Othello −21 %, 90 % of scores exact.
    futility: bool = false, selective by_evaluation { "futility" => true, "selective futility at depth 1"; }

    /// Extended futility: the same at depth 2 (Heinz 1998). On top of it −6 % in Xiangqi, −11 % in Othello.
    extended_futility: bool = false, selective by_evaluation {
        "extended-futility" => true, "extended futility at depth 2";
    }

    /// Limited razoring: nodes of depth 3 that are far below alpha are searched to depth 2 (Heinz 1998). On top of both −2 %
    /// and −1 %.
    razoring: bool = false, selective by_evaluation { "razoring" => true, "limited razoring at depth 3"; }

    /// Futility is decided after the move is made, by the evaluation of the child; otherwise before, by what it
    /// takes. All three then save −5 % of the nodes instead of −35 % in Xiangqi, as the positions made count.
    futility_after_make: bool = false, exact { "futility-after-make" => true, "futility decided after making the move"; }

    /// The distance below alpha at which a node is futile or razored.
    margins: Margins = Margins::ELEPHANT_EYE, exact {
        "margins-elephanteye" => Margins::ELEPHANT_EYE, "margins of 0.8, 1.6 and 2.4 minor pieces (usual)";
        "margins-xiangqi-family" => Margins::XIANGQI_FAMILY, "margins of an elephant, a horse and a chariot";
        "margins-heinz" => Margins::HEINZ, "margins of a minor piece, a rook and a queen of chess";
    }

    /// Searches of the same position at depths − 3, − 2 and − 1 with wide margins above beta, before the full one
    /// (Huang Chen, ElephantEye design, section 5.4). They cost more than they save: +38 %, 100 % of scores exact in
    /// Xiangqi, +128 % in Othello.
    probes: bool = false, selective by_evaluation {
        "probes" => true, "shallower searches with margins above beta first";
    }

    /// A shallower search predicts that the full one fails high or low, and answers for it (ProbCut), where the game's
    /// evaluator has a model of the difference. Before an exact search of Othello's endings, selective ones by it halve the
    /// nodes: twelve positions of 22 empty squares take 28 M each instead of 55 M. With a prediction inside another,
    /// selective searches of the whole rest with 25 empty squares take 0.3 times the nodes, but they order moves less well: FFO
    /// #40–#49 take 477 M nodes instead of 471 M, in 0.82 times the time, but #57 2.0 G instead of 1.0 G.
    model_probcut: ModelProbCut = ModelProbCut::Off, selective {}

    /// A capture whose shallower search is above beta by a margin cuts off (ProbCut as in Stockfish):
    /// +12 ± 38 Elo at 20,000 nodes a move.
    capture_probcut: bool = false, selective by_evaluation {
        "probcut" => true, "captures searched shallowly against a raised beta";
    } [recipe.capture_probcut =>
        /// ProbCut by captures: the margin above beta.
        probcut_margin = 45, 15 to 120;
        /// ProbCut by captures: the least depth.
        probcut_depth = 5, 3 to 10;
    ]

    /// A stored bound of at most four plies less that is above beta by a margin cuts off (as in Stockfish).
    table_probcut: bool = false, selective by_evaluation {
        "table-probcut" => true, "stored bounds far above beta (needs table)";
    } [recipe.table_probcut =>
        /// ProbCut by the table: the margin above beta.
        table_probcut_margin = 125, 30 to 300;
    ]

    /// A stored score, where its bound allows, stands for the static evaluation that pruning goes by. In Xiangqi it
    /// gains nothing by the net (−1 ± 7 Elo without it, 10,000 nodes a move).
    estimate: bool = false, exact {
        "estimate" => true, "stored scores stand for static evaluations in pruning (needs table)";
    }

    /// Reductions and pruning depend on whether the static evaluation is better than at the side's last move
    /// (improving). In Xiangqi it gains nothing by the net (+2 ± 10 Elo without it, 10,000 nodes a move).
    improving: bool = false, exact {
        "improving" => true, "pruning asks whether the evaluation rises from move to move";
    }

    /// A node of little depth whose static evaluation is above beta by a margin is cut off (reverse futility): +55 ± 26 Elo in Xiangqi
    /// by its net (10,000 nodes a move).
    reverse_futility: bool = false, selective by_evaluation {
        "reverse-futility" => true, "cut-off where the evaluation is far above beta";
    } [recipe.reverse_futility =>
        /// Reverse futility: the margin for each ply of depth.
        reverse_margin = 19, 8 to 50;
        /// Reverse futility: the greatest depth.
        reverse_depth = 8, 3 to 12;
        /// Reverse futility: the margin more where the opponent threatens mate in one move. None at all against 300 in Xiangqi, where
        /// mating attacks give up material: −24 ± 16 Elo (1,174 games at 10,000 nodes a move).
        reverse_threatened = 300, 0 to 300;
    ]

    /// A node of little depth whose static evaluation is far below alpha is left to quiescence (razoring as in Stockfish):
    /// −2 ± 43 Elo.
    deep_razoring: bool = false, selective by_evaluation {
        "deep-razoring" => true, "quiescence where the evaluation is far below alpha";
    } [recipe.deep_razoring =>
        /// Razoring: the margin at depth 0.
        razor_base = 70, 20 to 200;
        /// Razoring: what each ply of depth adds, squared.
        razor_slope = 50, 10 to 150;
    ]

    /// Moves late in the order are searched less deeply at first (late move reductions). With late move pruning and the
    /// extension of safe checks +210 ± 62 Elo in Xiangqi (10,000 nodes a move); alone, by the net, +75 ± 29.
    late_reductions: bool = false, selective { "late-reductions" => true, "late move reductions"; } [recipe.goes_by_move_number() =>
        /// Late move reductions: what every late move loses.
        reduction_base = 768, 0 to 2048;
        /// Late move reductions: the product of the two logarithms is divided by this (in 1024ths).
        reduction_divisor = 1800, 1200 to 4000;
    ] [recipe.late_reductions =>
        /// Late move reductions: by a multiple of so many plies. With 2 a reduced search has the parity of the full one.
        reduction_step = 1, 1 to 2;
        /// Late move reductions: more where some move is expected to reach beta.
        reduction_cut = 1024, 0 to 2500;
    ] [recipe.late_reductions && recipe.improving =>
        /// Late move reductions: more where the evaluation does not rise.
        reduction_falling = 1024, 0 to 2500;
    ] [recipe.late_reductions =>
        /// Late move reductions: less on the principal variation.
        reduction_principal = 512, 0 to 2500;
        /// Late move reductions: less for the part of the root's window that is left, beside that.
        reduction_window = 0, 0 to 2500;
        /// Late move reductions: more where the stored move is a capture.
        reduction_table_capture = 0, 0 to 2500;
        /// Late move reductions: more where more than two of the moves' answers have cut off.
        reduction_cutoffs = 0, 0 to 2500;
        /// Late move reductions: less for killers and counter moves.
        reduction_killer = 1024, 0 to 2500;
        /// Late move reductions: less for moves that give check.
        reduction_check = 1024, 0 to 2500;
    ] [recipe.late_reductions && recipe.history != History::Off =>
        /// Late move reductions: one ply less for this much history.
        reduction_history = 8192, 2000 to 30000;
        /// Late move reductions: the most that history adds or takes off.
        reduction_history_most = 8192, 1024 to 8192;
    ]

    /// Late captures are searched less deeply at first too, by as much less as the parameters of late move reductions say
    /// and their own histories (as in Stockfish): +7 ± 7 Elo in Xiangqi by its net (10,000 nodes a move).
    capture_reductions: bool = false, selective {
        "capture-reductions" => true, "late move reductions of captures too (needs late-reductions)";
    } [recipe.capture_reductions =>
        /// Late move reductions: less for captures.
        reduction_capture = 1024, 0 to 3000;
    ]

    /// The second search of a reduced move is a ply deeper if the first was far above the best score, and a ply less deep if it
    /// was hardly above it (as in Stockfish).
    adjusted_depth: bool = false, selective {
        "adjusted-depth" => true, "second searches of late moves deeper or less deep by their score";
    } [recipe.adjusted_depth =>
        /// Second searches: a ply deeper this far above the best score.
        deeper_margin = 8, 1 to 60;
        /// Second searches: a ply less deep if not this far above the best score.
        shallower_margin = 2, 0 to 20;
    ]

    /// The depth of a node that was reached by a reduced move is corrected by the evaluation: a ply deeper where the opponent's
    /// move has not made things worse for the opponent, a ply less deep where it has cost the opponent much
    /// (hindsight, as in Stockfish).
    hindsight: bool = false, selective { "hindsight" => true, "depth corrected after a reduced move"; } [recipe.hindsight =>
        /// Hindsight: plies of reduction from which a node may be searched deeper.
        hindsight_reduction = 3, 1 to 6;
        /// Hindsight: the sum of the two evaluations from which it is searched less deep.
        hindsight_margin = 20, 2 to 100;
    ]

    /// At little depth, no quiet moves are tried after the first few (late move pruning): +92 ± 33 Elo in Xiangqi by its net (10,000
    /// nodes a move).
    late_pruning: bool = false, selective prunes_moves { "late-pruning" => true, "late move pruning"; } [recipe.late_pruning =>
        /// Late move pruning: moves at depth 0.
        late_base = 3, 1 to 10;
        /// Late move pruning: hundredths of a move for each square of the depth.
        late_slope = 100, 30 to 300;
        /// Late move pruning: the greatest depth.
        late_depth = 8, 2 to 16;
    ]

    /// At little depth, quiet moves are skipped where the static evaluation is below alpha by a margin: +61 ± 26 Elo in Xiangqi by its
    /// net (10,000 nodes a move).
    quiet_futility: bool = false, selective by_evaluation prunes_moves {
        "quiet-futility" => true, "quiet moves skipped far below alpha";
    } [recipe.quiet_futility =>
        /// Quiet futility: the margin at depth 0.
        quiet_base = 24, 0 to 100;
        /// Quiet futility: the margin for each ply of reduced depth.
        quiet_margin = 24, 8 to 60;
        /// Quiet futility: the greatest reduced depth.
        quiet_depth = 8, 2 to 14;
    ]

    /// At little depth, moves that lose by static exchange evaluation are skipped: +56 ± 25 Elo in Xiangqi by its net (10,000 nodes a
    /// move).
    exchange_pruning: bool = false, selective prunes_moves {
        "see-pruning" => true, "moves that lose by static exchange evaluation skipped";
    } [recipe.exchange_pruning =>
        /// Exchange pruning: what a capture may lose for each ply of depth.
        capture_loss = 24, 8 to 80;
        /// Exchange pruning: what a quiet move may lose for each square of the reduced depth.
        quiet_loss = 6, 1 to 20;
        /// Exchange pruning: the greatest depth.
        exchange_depth = 8, 2 to 14;
    ]

    /// A node without a stored move is searched one ply less deeply (internal iterative reduction): with singular extensions and
    /// stronger late move reductions +40 ± 34 Elo in Xiangqi (60,000 nodes a move); by its net +6 ± 6 with 25,000, but −19 ± 17 with
    /// 10,000.
    internal_reductions: bool = false, selective { "iir" => true, "internal iterative reduction (needs table)"; }

    /// A move that gives check is searched one ply deeper, as with the extensions that follow (Huang Chen, ElephantEye design,
    /// section 5.6): +24 % in Xiangqi. No line grows beyond twice the depth of the root.
    extend_check: bool = false, selective extends_moves { "extend-check" => true, "one ply deeper after a check"; }

    /// The same, but only where the move does not lose by static exchange evaluation: +13 ± 10 Elo in Xiangqi by its net (25,000 nodes a
    /// move).
    extend_safe_check: bool = false, selective extends_moves {
        "extend-safe-check" => true, "one ply deeper after a check that loses nothing";
    }

    /// A move that leaves a single reply: +5 % in Xiangqi, +1 % in Othello.
    extend_single: bool = false, selective extends_moves {
        "extend-single" => true, "one ply deeper where there is a single reply";
    }

    /// A position whose side to move would be mated if it passed: +15 % in Xiangqi.
    extend_threat: bool = false, selective { "extend-threat" => true, "one ply deeper where passing would be mate"; }

    /// The second of two good captures in a row: +33 % in Xiangqi.
    extend_exchange: bool = false, selective extends_moves {
        "extend-exchange" => true, "one ply deeper after two good captures in a row";
    }

    /// A move that the game itself extends, by its heuristics: the advance of a soldier costs +78 % in Xiangqi.
    extend_by_game: bool = false, selective extends_moves {
        "extend-soldier" => true, "one ply deeper after a soldier's advance";
    }

    /// A stored move that is better than all others by a margin (singular extension); where it is not, the node may be cut
    /// off or the move reduced: +19 ± 14 Elo in Xiangqi by its net (10,000 nodes a move).
    singular: bool = false, selective {
        "singular" => true, "singular extensions, multi-cut and negative extensions (needs table)";
    } [recipe.singular =>
        /// Singular extensions: the least depth.
        singular_depth = 7, 4 to 12;
        /// Singular extensions: hundredths of a minor piece, times 16, for each ply of depth.
        singular_margin = 8, 2 to 40;
        /// Singular extensions: two plies where all other moves are worse by this much more.
        double_margin = 5, 0 to 40;
        /// Singular extensions: the plies by which a stored move at or above beta that is not singular is searched less deep.
        singular_negative = 1, 0 to 3;
    ]

    /// Quiescence tries the stored move first, and stores the best move.
    quiescence_move: bool = false, selective {
        "quiescence-move" => true, "quiescence tries the stored move first (needs quiescence-table)";
    }

    /// Quiescence leaves captures out that lose by static exchange evaluation: +32 ± 19 Elo in Xiangqi by its net (10,000 nodes a move).
    quiescence_see: bool = false, selective { "quiescence-see" => true, "quiescence leaves losing captures out"; }

    /// Quiescence leaves captures out that would not bring the evaluation near alpha (delta pruning). In Xiangqi it gains
    /// nothing by the net (+10 ± 14 Elo without it, 10,000 nodes a move).
    quiescence_delta: bool = false, selective {
        "quiescence-delta" => true, "quiescence leaves captures out that stay far below alpha";
    } [recipe.quiescence_delta =>
        /// Delta pruning: the margin in quiescence.
        delta_margin = 36, 10 to 120;
    ]

    /// Quiescence searches no more captures than the first few, but for those that give check.
    quiescence_few: bool = false, selective {
        "quiescence-few" => true, "quiescence searches only the first few captures";
    } [recipe.quiescence_few =>
        /// Quiescence: the number of captures.
        quiescence_most = 3, 1 to 8;
    ]

    /// Quiescence tries no more quiet evasions of a check once one does not lose.
    few_evasions: bool = false, selective {
        "few-evasions" => true, "quiescence tries one quiet evasion that does not lose";
    }

    /// At its first ply, quiescence tries quiet moves that give check too: +18 ± 13 Elo in Xiangqi by its net (10,000 nodes a move).
    quiescence_checks: bool = false, selective { "quiescence-checks" => true, "quiescence begins with checks too"; }
}
