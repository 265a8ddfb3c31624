//! The node: every algorithm of this crate is this one function, read through a [`Recipe`](crate::recipe::Recipe).

use std::cmp::Ordering;
use std::ops::ControlFlow;

use crate::counters::{Event, ScoreOrigin};
use crate::evaluator::{Evaluator, Heuristics};
use crate::node_context::NodeContext;
use crate::position::Position;
use crate::recipe::{Bounds, RecipeSource};
use crate::score::{self, MAX_PLY, Score};
use crate::store::Store;
use crate::window::NodeRequest;
use crate::worker::{NodeExit, Scored, Stop, Worker};

/// Nodes without a stored move are reduced from this depth on (internal iterative reduction).
const IIR_MIN_DEPTH: i16 = 4;

impl<P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'_, P, E, R, S> {
    /// The score of `position`: exact inside the window of the request, a bound outside it.
    pub(crate) fn search(&mut self, position: &P, request: NodeRequest) -> Result<Score, Stop> {
        self.source.observe(Event::NodeEntered(request));
        let (score, origin) = match self.search_node(position, request) {
            Ok(scored) | Err(NodeExit::Score(scored)) => scored,
            Err(NodeExit::Stop) => return Err(Stop),
        };
        // A score at the edge of the window would no longer tell that it rests on a ruling.
        let is_clamped = self.recipe().bounds == Bounds::FailHard && !score::rests_on_ruling(score);
        let score = if is_clamped { request.window.clamp(score) } else { score };
        self.source.observe(Event::NodeLeft(score, origin));
        Ok(score)
    }

    /// The node, step by step. Each step is documented where it is defined, under its number.
    pub(crate) fn search_node(&mut self, position: &P, request: NodeRequest) -> Result<Scored, NodeExit> {
        self.count_node()?; //                                      1  counters, limits, cancellation
        self.ruling_cutoff(position, request)?; //                  2  what the referee says
        self.exact_cutoff(position, request)?; //                   3  what the game knows without a search
        self.leaf(position, request)?; //                           4  evaluation or quiescence
        let mut node = self.enter_node(position, request); //       5  table entry
        self.table_cutoff(&node)?; //                               6  a stored result
        self.evaluate_node(&mut node); //                           7  static evaluation, improving
        self.set_depth(&mut node)?; //                              8  internal reduction, threat extension
        self.prune_node(&mut node)?; //                             9  ProbCut, razoring, reverse futility, null move
        self.extend_table_move(&mut node)?; //                      10 singular extension
        let mut picker = self.picker(&node)?; //                    11 order of moves, children's stored results
        while let Some(picked) = self.next_move(&mut picker, &mut node) {
            if self.may_split(&node) {
                self.split(&mut node, &mut picker, picked)?;
                break;
            }
            let score = self.search_move(&node, picked)?; //        12 pruned, reduced, scouted, searched in full
            if self.record(&mut node, picked.mv, score).is_break() {
                break;
            }
        }
        self.finish(&node) //                                       13 final score, table
    }

    /// Step 2. The referee's ruling; never at the root, which needs a move even if the game is drawn. Then a cut-off where even
    /// the nearest end, a win or a loss, would not lie inside the window (mate distance pruning).
    #[inline(always)]
    fn ruling_cutoff(&mut self, position: &P, request: NodeRequest) -> Result<(), NodeExit> {
        if self.ply == 0 {
            return Ok(());
        }
        if self.recipe().rulings && !self.is_excluding() {
            let ruling = position.ruling(&self.thread.line, self.ply);
            NodeExit::if_known(ruling, ScoreOrigin::Ruling)?;
        }
        if !self.recipe().mate_distance {
            return Ok(());
        }
        let (window, next) = (request.window, self.ply + 1);
        let best = score::mate_in(next).max(-score::ruling(Ordering::Less, next));
        let worst = score::mated_in(self.ply);
        let bound = (window.alpha >= best).then_some(best).or((window.beta <= worst).then_some(worst));
        NodeExit::if_known(bound, ScoreOrigin::MateDistance)
    }

    /// Step 3. The score or bound that the evaluator proves without a search.
    #[inline(always)]
    fn exact_cutoff(&mut self, position: &P, request: NodeRequest) -> Result<(), NodeExit> {
        if self.ply == 0 {
            return Ok(());
        }
        let bound = self.thread.evaluator.exact_bound(position, request, &mut self.counters);
        NodeExit::if_known(bound, ScoreOrigin::ExactBound)
    }

    /// Step 4. The score at depth 0: the evaluation, after quiescence in games with captures.
    #[inline(always)]
    fn leaf(&mut self, position: &P, request: NodeRequest) -> Result<(), NodeExit> {
        if request.depth > 0 && self.ply < MAX_PLY {
            return Ok(());
        }
        if self.plays_out_captures() {
            return Err(NodeExit::Score(self.quiesce(position, request.window, true)?));
        }
        self.counters.leaves += 1;
        Err(NodeExit::Score((self.thread.evaluator.evaluate(position), ScoreOrigin::Evaluated)))
    }

    /// Returns whether captures are played out before a leaf is evaluated.
    #[inline(always)]
    pub(crate) fn plays_out_captures(&self) -> bool {
        <E::Heuristics>::QUIESCENCE && self.recipe().quiescence
    }

    /// Step 5. The state of the node: what the table knows of it.
    #[inline(always)]
    fn enter_node<'p>(&mut self, position: &'p P, request: NodeRequest) -> NodeContext<'p, P> {
        let entry = self.probe(position, request);
        self.clear_cutoffs_below();
        NodeContext::new(position, request, entry)
    }

    /// Step 8. The depth of the node. One whose best move no earlier search has found is searched less deeply: its result is
    /// worth less, and gives the next search a move to begin with (internal iterative reduction). One whose side to move is
    /// threatened by a mate is searched more deeply; its stored result does not count the extension.
    #[inline(always)]
    fn set_depth(&mut self, node: &mut NodeContext<P>) -> Result<(), Stop> {
        let request = node.request;
        let is_reduced = self.recipe().internal_reductions
            && request.depth >= IIR_MIN_DEPTH
            && self.ply > 0
            && !self.is_excluding()
            && (request.is_cut_node || !request.window.is_null())
            && node.entry.is_none_or(|entry| entry.mv.is_none());
        if is_reduced {
            node.request.depth -= 1;
        }
        self.correct_depth(node);
        node.original_request = node.request;
        self.extend_by_threat(node)
    }

    /// Step 12, its end. Records a move that was searched, or, without a score, pruned; breaks off where it reaches beta.
    #[inline(always)]
    fn record(&mut self, node: &mut NodeContext<P>, mv: P::Move, score: Option<Score>) -> ControlFlow<()> {
        let Some(score) = score else {
            node.best.skip();
            return ControlFlow::Continue(());
        };
        let window = node.request.window;
        // A line is kept in open windows, and always at the root.
        let is_line = self.ply == 0 || !window.is_null();
        if node.best.record(mv, score) && score > window.alpha && is_line {
            self.extend_variation(mv);
        }
        if node.best.score >= window.beta && self.recipe().bounds != Bounds::Ignored {
            self.update_heuristics(node, mv);
            self.count_cutoff();
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Step 13. The score of a node whose moves have been tried; what it teaches is kept. A node without a move has the final
    /// score of the game.
    #[inline(always)]
    fn finish(&mut self, node: &NodeContext<P>) -> Result<Scored, NodeExit> {
        let window = node.request.window;
        if !node.best.has_moves() {
            if self.is_excluding() {
                return Ok((window.alpha, ScoreOrigin::Searched));
            }
            self.counters.leaves += 1;
            return Ok((node.position.final_score(self.ply), ScoreOrigin::GameOver));
        }
        self.counters.expected_all_nodes += u64::from(node.best.first_move_failed_low);
        self.counters.all_nodes +=
            u64::from(node.best.first_move_failed_low && node.best.score <= window.alpha);
        let score = node.best.node_score(window);
        self.store_result(node, score);
        Ok((score, ScoreOrigin::Searched))
    }
}
