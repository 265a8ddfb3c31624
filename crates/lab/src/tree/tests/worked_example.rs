//! The worked example of an article on alpha-beta (text E): D6 is worth 0, F4 is refuted by E3 = +6, so F3 and G3 are
//! not searched. The position was found among the ends of games of random moves.

use othello::notation::board;
use othello::{DISC, Position, Side, Symmetry};

use super::*;

pub const EXAMPLE: &str = include_str!("../../../../../data/tree/worked_example.txt");
/// The squares left empty: Black's two moves of the article, and White's three replies to the second.
const SQUARES: [&str; 5] = ["d6", "f4", "e3", "f3", "g3"];
/// To the end of the game: there scores are differences of discs and nothing else.
const DEPTH: i16 = 5;

fn position() -> Position {
    board::read(EXAMPLE).unwrap()
}

/// The example as the article describes it; `squares` are those of the article, or their images.
#[track_caller]
fn check(position: &str, squares: [&str; 5], algorithms: &str) {
    let [d6, f4, e3, f3, g3] = squares;
    let document = grow::<Position>(position, algorithms, DEPTH);
    let [alpha_beta, negamax] = &document.trees[..] else { panic!() };
    let moves: Vec<&str> = alpha_beta
        .nodes
        .iter()
        .filter(|node| node.parent == Some(0))
        .filter_map(|node| node.mv.as_deref())
        .collect();
    assert_eq!(moves[..2], [d6, f4]);

    let first = alpha_beta.at(&[d6]).unwrap();
    assert_eq!((first.value, first.bound, first.kind), (0, "exact", "pv"));
    let refuted = alpha_beta.at(&[f4]).unwrap();
    assert_eq!((refuted.value, refuted.bound, refuted.kind), (6 * DISC, "lower", "cut"));
    assert_eq!((refuted.window[1], refuted.cut_by.as_deref()), (0, Some(e3)));
    assert_eq!(refuted.not_searched, [f3, g3]);
    let refutation = alpha_beta.at(&[f4, e3]).unwrap();
    assert_eq!((refutation.value, refutation.bound, refutation.kind), (-6 * DISC, "upper", "all"));

    for saved in [f3, g3] {
        assert!(alpha_beta.at(&[f4, saved]).is_none());
        let visited = negamax.at(&[f4, saved]).unwrap();
        assert_eq!((visited.bound, visited.only_here), ("exact", Some(true)));
    }
    assert_eq!(negamax.at(&[f4]).map(|node| (node.value, node.bound)), Some((6 * DISC, "exact")));
    assert_eq!([alpha_beta.score, negamax.score], [0, 0]);
}

#[test]
fn f4_is_refuted_by_e3_and_its_other_replies_are_never_looked_at() {
    check(EXAMPLE, SQUARES, "alpha-beta+sort,negamax+sort");
}

#[test]
fn upside_down_the_order_of_generation_is_that_of_the_article() {
    let [_, _, mirror_of_ranks, ..] = Symmetry::ALL;
    let mirrored = Position { board: mirror_of_ranks.board(position().board), side: Side::Black };
    let squares = ["d3", "f5", "e6", "f6", "g6"];
    check(&board::write(mirrored), squares, "alpha-beta,negamax");
}
