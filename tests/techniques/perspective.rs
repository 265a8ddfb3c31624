//! The perspective of evaluations: futility decided after the move is made (row C15).

use search_core::testing::tree_recorder::{RecordedSearch, record_tree};
use search_core::{Position as _, SearchOptions, Table, Window};
use xiangqi::evaluator::Classical;
use xiangqi::{Move, Position};

use super::recipe;
use crate::games::xiangqi_positions;

fn ask(root: &Position, mv: Move, alpha: i32, name: &str) -> RecordedSearch<Move> {
    let request =
        SearchOptions { window: Window::new(alpha, alpha + 1), only: vec![mv], ..SearchOptions::to_depth(2) };
    record_tree(root, &Classical::default(), &recipe(name), &request, &Table::with_bytes(1))
}

/// The replies to the only root move, and whether each was skipped; sorted.
fn decisions(
    recorded: &RecordedSearch<Move>,
    reply: impl Fn(Move) -> Move,
    child: &Position,
) -> Vec<(u16, bool)> {
    let node = &recorded.roots[0].trials().next().unwrap().searches[0];
    let mut decisions: Vec<(u16, bool)> = node
        .trials()
        .map(|trial| (reply(child.unpack(trial.mv.unwrap()).unwrap()).packed().get(), trial.is_skipped))
        .collect();
    decisions.sort_unstable();
    decisions
}

/// The same position with the colours exchanged passes the same moves over: the evaluation after a move is that of the
/// other side, of either colour, and must be subtracted.
#[test]
fn exchanged_colours_skip_the_same_moves() {
    let (mut skipped, mut kept) = (0, 0);
    for name in ["alpha-beta+futility+futility-after-make", "alpha-beta+futility"] {
        for position in xiangqi_positions() {
            let flipped = Position::try_from(&position.to_setup().flipped()).unwrap();
            let judged = search_core::Evaluator::evaluate(&mut Classical::default(), &position);
            for mv in position.legal_moves().into_iter().step_by(3) {
                // What the replies have to reach is far above what they have.
                let alpha = judged - 600;
                let (mut child, mut flipped_child) = (position, flipped);
                child.play(mv);
                flipped_child.play(mv.flipped());
                let one = decisions(&ask(&position, mv, alpha, name), |reply| reply, &child);
                let other =
                    decisions(&ask(&flipped, mv.flipped(), alpha, name), Move::flipped, &flipped_child);
                let in_both = |(reply, _): &&(u16, bool)| other.iter().any(|(known, _)| known == reply);
                for decision in one.iter().filter(in_both) {
                    assert!(other.contains(decision), "{name}: {mv} in {position}");
                    skipped += u32::from(decision.1);
                    kept += u32::from(!decision.1);
                }
            }
        }
    }
    println!("{skipped} passed over, {kept} searched");
    assert!(skipped > 1000 && kept > 100);
}
