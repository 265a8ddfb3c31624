//! The evaluator that follows a search, its features kept up to date move by move.

use std::sync::{Arc, LazyLock};

use search_core::recipe::ModelProbCut;
use search_core::{Evaluator, Heuristics, NodeRequest, ProbCut, Score};

use super::cache::EvaluationCache;
use super::{FeatureStack, Features, LATE_EMPTIES, Weights, stated_checksum};
use crate::position::{DISC, Move, Position};

/// The weights that are part of the program.
static EMBEDDED: &[u8] = include_bytes!("../../data/evaluator.weights");
/// They are unpacked when a position is first evaluated, which takes some hundredths of a second.
static EMBEDDED_WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    let read = Weights::of_file(EMBEDDED);
    read.unwrap_or_else(|error| panic!("the embedded weights: {error}")).0
});

#[derive(Clone, Debug)]
enum WeightsSource {
    Embedded,
    File(Arc<Weights>),
}

impl WeightsSource {
    #[inline(always)]
    fn get(&self) -> &Weights {
        match self {
            WeightsSource::Embedded => &EMBEDDED_WEIGHTS,
            WeightsSource::File(weights) => weights,
        }
    }
}

/// The trained evaluator. Exact for finished games.
#[derive(Clone, Debug)]
pub struct Patterns {
    weights: WeightsSource,
    /// The checksum of the file.
    id: u32,
    line: FeatureStack,
    cache: EvaluationCache,
}

/// With the embedded weights.
impl Default for Patterns {
    fn default() -> Self {
        let id = stated_checksum(EMBEDDED).unwrap_or_default();
        Patterns::new(WeightsSource::Embedded, id)
    }
}

impl Patterns {
    /// The name of the evaluation.
    pub const NAME: &'static str = "patterns";

    fn new(weights: WeightsSource, id: u32) -> Patterns {
        Patterns { weights, id, line: FeatureStack::new(&Position::START), cache: EvaluationCache::new() }
    }

    /// The evaluator with the weights of a file.
    ///
    /// # Errors
    /// In words: the file is none of weights.
    pub fn from_file(file: &[u8]) -> Result<Patterns, String> {
        let (weights, id) = Weights::of_file(file)?;
        Ok(Patterns::new(WeightsSource::File(Arc::new(weights)), id))
    }

    /// The id of the weights: the checksum of their file, in hexadecimal.
    pub fn id(&self) -> String {
        format!("{:08x}", self.id)
    }

    /// Unpacks the embedded weights, unless that is done: then no evaluation waits for it.
    pub fn unpack() {
        LazyLock::force(&EMBEDDED_WEIGHTS);
    }

    /// The evaluation of any position, in hundredths of a disc, from the view of the side to move.
    pub fn evaluate_alone(&self, position: &Position) -> Score {
        evaluate(self.weights.get(), position, &Features::of(position))
    }
}

impl Heuristics<Position> for Patterns {
    const MINOR: Score = 8 * DISC;
}

impl Evaluator<Position> for Patterns {
    type Heuristics = Self;

    fn heuristics(&mut self) -> &mut Self {
        self
    }

    fn fork(&self) -> Self {
        self.clone()
    }

    fn start(&mut self, root: &Position) {
        self.line.start(root);
    }

    #[inline(always)]
    fn push(&mut self, parent: &Position, _mv: Option<Move>, child: &Position) {
        self.line.push(parent, child);
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.line.pop();
    }

    fn probcut(&self, position: &Position, request: NodeRequest, model: ModelProbCut) -> Option<ProbCut> {
        self.weights.get().probcut(model, position.board.empties().len() as i16, request.depth)
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        let (weights, line) = (self.weights.get(), &mut self.line);
        self.cache.get_or_insert_with(position.board, || evaluate(weights, position, line.last()))
    }

    fn evaluate_child(&mut self, parent: &Position, mv: Move, child: &Position) -> Score {
        let (weights, line) = (self.weights.get(), &mut self.line);
        self.cache.get_or_insert_with(child.board, || {
            evaluate(weights, child, &features_after(line, parent, mv, child))
        })
    }

    fn estimate_child(&mut self, parent: &Position, mv: Move, child: &Position) -> Score {
        if child.board.empties().len() > LATE_EMPTIES {
            return self.evaluate_child(parent, mv, child);
        }
        let features = features_after(&mut self.line, parent, mv, child);
        self.weights.get().evaluate_late(child, &features)
    }
}

#[inline(always)]
fn features_after(line: &mut FeatureStack, parent: &Position, mv: Move, child: &Position) -> Features {
    let Some(square) = mv.square() else { return *line.last() };
    let flips = parent.board.opponent() & child.board.opponent();
    line.last().after(parent.side, square, flips)
}

/// A side that must pass is evaluated from the other's view: the weights know only positions with a move to make.
#[inline(always)]
fn evaluate(weights: &Weights, position: &Position, features: &Features) -> Score {
    if !position.board.legal_moves().is_empty() {
        return weights.evaluate(position, features);
    }
    if position.board.opponent_moves().is_empty() {
        return DISC * position.board.final_difference();
    }
    -weights.evaluate(&position.passed(), features)
}
