//! The calls of the evaluator by the search: a start, then steps down and back that are balanced after any stop.

use super::trees::*;

const SHAPE: Shape = Shape { width: 6, passes: 30, ends: 8, captures: 90, values: 40, positions: 300 };
const RECIPES: [&str; 4] = [
    "negamax",
    "strongest+quiescence-table+etc",
    "strongest+null3+verify-tabibi+futility+razoring+probes",
    "pvs+futility+futility-after-make+extend-check+extend-single+extend-threat+extend-exchange+extend-soldier",
];

/// Keeps the line from start, push and pop, as an accumulator would.
#[derive(Debug, Default)]
struct LineKeeper(Vec<TreePosition>);

const INNER: TreeEvaluator<true> = TreeEvaluator;

impl Evaluator<TreePosition> for LineKeeper {
    type Heuristics = Self;

    fn heuristics(&mut self) -> &mut Self {
        self
    }

    fn fork(&self) -> LineKeeper {
        LineKeeper::default()
    }

    fn start(&mut self, root: &TreePosition) {
        self.0 = vec![*root];
    }

    fn push(&mut self, parent: &TreePosition, mv: Option<u16>, child: &TreePosition) {
        assert_eq!(self.0.last(), Some(parent), "a step from where the line ends");
        let made = match mv {
            None => INNER.null_move(parent),
            Some(mv) => {
                let mut child = *parent;
                Position::play(&mut child, mv);
                Some(child)
            }
        };
        assert_eq!(made.as_ref(), Some(child));
        self.0.push(*child);
    }

    fn pop(&mut self) {
        assert!(self.0.len() > 1, "no step back from the root");
        self.0.pop();
    }

    fn evaluate(&mut self, position: &TreePosition) -> Score {
        assert_eq!(self.0.last(), Some(position), "what is evaluated is where the line ends");
        { INNER }.evaluate(position)
    }

    fn evaluate_child(&mut self, parent: &TreePosition, _mv: u16, child: &TreePosition) -> Score {
        assert_eq!(self.0.last(), Some(parent), "a child of where the line ends");
        { INNER }.evaluate(child)
    }
}

impl Heuristics<TreePosition> for LineKeeper {
    const QUIESCENCE: bool = true;
    const MINOR: Score = <TreeEvaluator<true> as Heuristics<TreePosition>>::MINOR;

    fn order_moves(
        &mut self,
        position: &TreePosition,
        _: NodeRequest,
        _: &[TreePosition],
        _: &mut MoveList<u16>,
        _: &mut Counters,
    ) {
        assert_eq!(self.0.last(), Some(position));
    }

    fn null_move(&self, position: &TreePosition) -> Option<TreePosition> {
        INNER.null_move(position)
    }

    fn material(&self, position: &TreePosition) -> [Material; 2] {
        INNER.material(position)
    }

    fn captured_value(&self, position: &TreePosition, mv: u16) -> Score {
        INNER.captured_value(position, mv)
    }
}

/// Every search is stopped after 1, 2, 3, … visits, until one ends by itself.
#[test]
fn steps_are_balanced_after_any_stop() {
    for name in RECIPES {
        let recipe = Recipe::parse(name).unwrap();
        let root = TreePosition::root(3, SHAPE);
        let mut thread = ThreadData::new(LineKeeper::default());
        let mut stops = 0;
        for nodes in 1..400 {
            let table = Table::with_bytes(1 << 12);
            let options = SearchOptions { nodes, ..SearchOptions::to_depth(4) };
            let start = Root { position: &root, history: &[()] };
            let outcome = think(start, &mut thread, &table, &recipe, &options, &Control::new(), |_| {});
            assert_eq!(thread.evaluator.0, [root], "{name} after {nodes} visits");
            stops += u32::from(outcome.is_stopped);
        }
        assert!(stops > 50, "{name}: {stops} stops");
    }
}
