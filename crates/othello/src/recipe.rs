//! The recipes of Othello's search.

use search_core::recipe::{self, History, ModelProbCut, Parameters, Recipe};

/// The strongest exact search of the middle game. Killers and histories stay out: at depths 9 and 10 they cost 3 % and
/// 8 % more positions than they save, where half the moves are ranked by the replies they leave.
pub const STRONGEST: Recipe = Recipe { killers: false, history: History::Off, ..recipe::STRONGEST };

/// For play: without killers, histories and a referee, with enhanced transposition cut-offs.
///
/// In nodes where a move's replies are counted, killers and histories do harm: with killers FFO #26–#38 take 2.6 times the
/// visits, with histories 4.6 times (970 M and 1690 M against 370 M). The cut-offs pay as the solver's nodes stand high
/// above the leaves: they save 6 % of those visits. In the middle game the same choice costs about 5 %.
///
/// With the table at depths from 1 on, in place of 3, a search of 16 plies takes 0.75 times the nodes (60 positions of level games each
/// with 32, 38 and 44 empty squares); those of 16 and 21 plies take 0.9 times the time.
pub const PLAY: Recipe = Recipe {
    killers: false,
    history: History::Off,
    transposed: true,
    model_probcut: ModelProbCut::Bold,
    late_reductions: true,
    rulings: false,
    table_min_depth: 1,
    parameters: REDUCTIONS,
    ..recipe::PLAY
};

/// Late moves are searched less deeply by two plies, or four, as scores of odd and even depths differ by some discs. A base of 2000, which
/// reduces every move but the first, is worth no more Elo, and a search of as many plies errs more: on hard-25 and
/// hard-30 those of 15 plies are off by 2.03 and 2.02 discs with it and by 1.81 and 1.87 without, for 2.6 and 2.8 times
/// the nodes. In Elo:
///
/// | change | games | |
/// |---|---|---|
/// | a base of 1024, against no reductions | 600 at 0.04 s a move | +26 ± 22 |
/// | the same | 228 at 20,000 nodes | +41 ± 38 |
/// | 1600 in place of 1024 | 412 at 10,000 nodes | +23 ± 30 |
/// | 2400 in place of 1600 | 1,000 at 10,000 nodes | +4 ± 19 |
/// | 2000 and not on the principal variation | 566 at 20,000 nodes | −46 ± 25 |
/// | 2000 and no less there than elsewhere | 1,362 at 20,000 nodes | −9 ± 15 |
/// | by any number of plies, and on the way to the end of the game too | 402 at 20,000 nodes | −48 ± 26 |
/// | no reductions, against 2000 | 704 at 50,000 nodes | −29 ± 21 |
/// | the same | 698 at 200,000 nodes | −3 ± 20 |
/// | 2000 and a divisor of 1400 in place of 1800 | 1,500 at 50,000 nodes | +3 ± 15 |
/// | a divisor of 2600 | 1,240 at 50,000 nodes | −14 ± 16 |
/// | a divisor of 4000 | 358 at 200,000 nodes | −6 ± 25 |
/// | also late move pruning: 8 moves and 2 for each square of the depth, to depth 3 | 1,264 at 50,000 nodes | −13 ± 16 |
/// | a base of 0 in place of 2000 | 1,500 at 50,000 nodes | −1 ± 14 |
/// | the same | 600 at 200,000 nodes | +10 ± 21 |
/// | the same, with weights of deeper searches | 800 at 100,000 nodes | +12 ± 19 |
/// | no reductions, against 0 | 800 at 100,000 nodes | −4 ± 18 |
/// | a base of 0, and a ply for every 400 that the move is behind the best in the order, against 2000 | 1,500 at 50,000 nodes | +5 ± 14 |
/// | the same | 600 at 200,000 nodes | +9 ± 20 |
const REDUCTIONS: Parameters =
    Parameters { reduction_step: 2, reduction_base: 0, reduction_cut: 0, ..Parameters::DEFAULT };

search_core::fixed_recipe! {
    /// [`PLAY`], fixed at compile time.
    pub Play = PLAY
}

/// For solving: the same with the careful ProbCut, and without late move reductions, in the selective searches that order moves for
/// the proof.
pub const SOLVE: Recipe = Recipe { model_probcut: ModelProbCut::Careful, late_reductions: false, ..PLAY };

search_core::fixed_recipe! {
    /// [`SOLVE`], fixed at compile time.
    pub Solve = SOLVE
}
