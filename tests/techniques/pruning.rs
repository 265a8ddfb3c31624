//! Pruning: null moves by what is left on the board (rows C5 to C10), futility from either side (row C15), and the
//! instability of everything at once (row A9).

use std::sync::Arc;

use rayon::prelude::*;
use search_core::score::{MATE, mate_in};
use search_core::testing::tree_recorder::{RecordedSearch, record_tree};
use search_core::{
    Aspiration, Driver, Evaluator, Growth, Guess, Position as _, Recipe, SearchOptions, Table, Window,
};
use xiangqi::evaluator::{Classical, Weights};
use xiangqi::{Move, Position};

use super::{find, mv, position, recipe};
use crate::games::{othello_positions, search, xiangqi_positions};

/// The three cases of Huang Chen, ElephantEye design, section 5.2, by what the side to move has left.
const AMPLE: &str = "rn1akab2/8r/1c2b1nc1/pCp1p1p2/8p/P8/2P1P1P1P/B8/3C4R/RN1AKABN1 w";
const LITTLE: &str = "2bak4/4a4/9/4p4/2n6/6N2/4P4/9/4A4/3AK1B2 w";
const NOTHING: &str = "2bak4/4a4/4b4/4p4/9/9/4P4/4B4/4A4/3AK1B2 w";
const VERIFIED: &str = "strongest+null-elephanteye+verify-elephanteye";

/// C8, first case: both sides have much material, and null moves are not verified.
#[test]
fn with_ample_material_null_moves_are_not_verified() {
    let counters = find(&position(AMPLE), VERIFIED, 5).counters;
    assert!(counters.null_cutoffs > 100, "{counters:?}");
    assert_eq!(counters.verifications, 0);
    assert!(counters.visits < find(&position(AMPLE), "strongest", 5).counters.visits);
}

/// C8, second case: something to attack with, but little: null moves are verified.
#[test]
fn with_little_material_null_moves_are_verified() {
    let counters = find(&position(LITTLE), VERIFIED, 6).counters;
    assert!(counters.null_cutoffs > 0 && counters.verifications >= counters.null_cutoffs, "{counters:?}");
    assert_eq!(find(&position(LITTLE), "strongest+null-elephanteye", 6).counters.verifications, 0);
}

/// C8, third case: a side with guards and soldiers alone gets no null move.
#[test]
fn without_attackers_there_is_no_null_move() {
    for name in ["null2", "null3", "null-heinz", "null-elephanteye", "null3+verify-tabibi"] {
        let counters = find(&position(NOTHING), &format!("strongest+{name}"), 8).counters;
        assert_eq!(counters.null_moves, 0, "{name}");
        let counters = find(&position(LITTLE), &format!("strongest+{name}"), 6).counters;
        assert!(counters.null_moves > 0, "{name}");
    }
}

/// C8: a side without a legal move has lost, with any material; a pass would save it. Here the horse is pinned and the
/// general has no point to go to.
#[test]
fn a_null_move_does_not_save_a_side_without_moves() {
    let root = position("4k4/4n4/9/9/9/9/9/9/R3R4/5K3 w");
    let request = SearchOptions {
        window: Window::new(5000, 5001),
        only: vec![mv("a1d1")],
        ..SearchOptions::to_depth(5)
    };
    for name in ["", "+null2", "+null-heinz", "+null3+verify-tabibi", "+null-elephanteye+verify-elephanteye"]
    {
        let recipe = recipe(&format!("strongest-deepening{name}"));
        let outcome =
            record_tree(&root, &Classical::default(), &recipe, &request, &Table::with_bytes(1 << 16)).outcome;
        assert_eq!(outcome.score, mate_in(1), "{name}");
    }
}

/// Zugzwangs, found among random endings: after the move every move of Black loses, by mate on the next move, but a
/// pass would not; it still has a piece to attack with.
const ZUGZWANGS: &[(&str, &str)] = &[
    ("5k3/9/9/9/9/2N6/9/5n3/5K3/2R6 w", "c4d6"),
    ("9/3ka4/9/9/9/3n5/9/3K5/7R1/8R w", "i0i8"),
    ("3a1k3/5n3/1P7/R7P/9/9/9/5K3/9/9 w", "a6e6"),
    ("9/5k2N/8R/9/9/9/9/5n3/5K3/9 w", "i8g7"),
    ("P8/5k3/1N3n3/6P2/9/9/9/9/5K3/9 w", "b7c9"),
    ("5R3/2C1c4/4k4/9/9/9/9/9/3K5/9 w", "f9e9"),
    ("9/9/4kN3/5n3/9/7R1/9/3K5/9/9 w", "f7g9"),
    ("3kn4/9/3a5/9/9/9/2N6/9/9/3K3R1 w", "h0h9"),
    ("4k4/4c4/9/P8/9/9/9/9/4R4/3K3N1 w", "e1e7"),
    ("9/3kn4/7R1/9/6P1P/9/9/9/9/5K3 w", "h7h8"),
    ("5a2n/4k3P/3a5/9/9/9/R8/9/5K3/7C1 w", "h0h9"),
    ("9/4kc3/6RP1/9/9/9/9/9/9/3K5 w", "g7g8"),
];

/// Pieces by their usual worth, wherever they stand.
fn material() -> Weights {
    let worth = [
        ("advisor", 200),
        ("elephant", 200),
        ("horse", 425),
        ("rook", 900),
        ("cannon", 425),
        ("soldier", 100),
    ];
    let mut weights = Weights::zero();
    for index in 0..Weights::COUNT {
        let name = Weights::name(index);
        let piece = worth.iter().find(|(kind, _)| name.strip_prefix("piece.") == Some(kind));
        piece.into_iter().for_each(|&(_, worth)| weights.set(index, [worth; 2]));
    }
    weights
}

/// C6 and C10: full width sees the zugzwangs, null moves miss them all, null moves verified as published see them all.
/// ElephantEye's verification, as much shallower as its null moves, is too shallow for some (C7). How many are missed depends
/// on the evaluation, as only a side that stands well passes: here material alone, which no fit changes.
#[test]
fn verified_null_moves_find_zugzwangs() {
    let evaluator = Classical::with_weights(Arc::new(material()));
    let is_seen = |name: &str, &(fen, zugzwang): &(&str, &str)| {
        let outcome = search(&position(fen), &evaluator, &recipe(name), Driver::Full, 5);
        outcome.score == mate_in(3) && outcome.best == Some(mv(zugzwang))
    };
    let seen = |name: &str| ZUGZWANGS.iter().filter(|problem| is_seen(name, problem)).count();
    let names = ["", "+null3", "+null2", "+null3+verify-tabibi", "+null-elephanteye+verify-elephanteye"];
    let counts = names.map(|name| seen(&format!("strongest{name}")));
    let all = ZUGZWANGS.len();
    println!("of {all} zugzwangs at depth 5 are seen: {names:?} {counts:?}");
    let [full, null3, null2, tabibi, elephanteye] = counts;
    assert_eq!([full, null3, null2, tabibi], [all, 0, 0, all]);
    assert!(0 < elephanteye && elephanteye < all);
}

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

const EVERYTHING: &str = "strongest+table-deeper+etc+null-heinz+verify-tabibi+futility+extended-futility+razoring+probes\
    +extend-check+extend-single+extend-threat+extend-exchange+extend-soldier+quiescence-table+quiescence-filter";

fn check_outcome<P, E>(position: &P, evaluator: &E, depth: i16)
where
    P: search_core::Position,
    E: Evaluator<P>,
{
    let narrow = Aspiration { radius: 3, growth: Growth::By(2), guess: Guess::TwoBefore };
    for driver in [Driver::Full, Driver::Aspiration(narrow), Driver::Mtdf(Guess::Table)] {
        for bytes in [1, 1 << 12] {
            let request = SearchOptions { driver, nodes: 30_000, ..SearchOptions::to_depth(depth) };
            let recipe = Recipe::parse(EVERYTHING).unwrap();
            let recorded = record_tree(position, evaluator, &recipe, &request, &Table::with_bytes(bytes));
            let outcome = recorded.outcome;
            assert!(outcome.best.is_some_and(|mv| position.unpack(P::pack(mv)).is_some()));
            assert!(outcome.score.abs() <= MATE);
            if !outcome.is_stopped {
                let last = recorded.roots.last().unwrap();
                let is_settled =
                    driver == Driver::Mtdf(Guess::Table) || last.request.window.contains(last.score);
                assert!(last.score == outcome.score && is_settled);
            }
        }
    }
}

/// Nothing panics, the move is legal, and the score lies within the window that was asked last.
#[test]
fn an_unstable_search_ends_with_a_legal_move() {
    othello_positions()
        .par_iter()
        .step_by(2)
        .for_each(|position| check_outcome(position, &othello::evaluator::Classical, 6));
    xiangqi_positions()
        .par_iter()
        .step_by(2)
        .for_each(|position| check_outcome(position, &Classical::default(), 4));
}
