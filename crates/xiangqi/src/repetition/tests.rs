use search_core::Position as _;
use std::cmp::Ordering;

use game::GameSession;
use search_core::score::{plies_to_mate, ruling as ruled};

use super::*;
use crate::moves::Move;
use crate::position::Position;
use crate::referee;
use crate::testing::{Random, arrangement, rounds, start};

/// A line from keys and whether the move that led there gave check; all moves can be taken back. A line without moves
/// has no chases on any board.
fn line(positions: &[(u64, bool)]) -> Vec<LineEntry> {
    (0..).zip(positions).map(|(index, &(key, checked))| LineEntry::new(key, None, checked, index)).collect()
}

fn judged(line: &[LineEntry]) -> Option<CycleViolations> {
    decided(start().board(), line, Rules::Asian)
}

fn score_at(line: &[LineEntry], ply: u32, counted: u16) -> Option<Score> {
    ruling(start().board(), line, ply, HalfmoveClock::new(counted), Rules::Asian)
}

fn score_of(line: &[LineEntry], ply: u32) -> Option<Score> {
    score_at(line, ply, 0)
}

/// Two rounds of a cycle of four positions, the first also the last: its third occurrence.
fn two_rounds(checks: [bool; 4]) -> Vec<LineEntry> {
    let round = [(1, checks[0]), (2, checks[1]), (3, checks[2]), (4, checks[3])];
    line(&[&[(0, false)], &round[..], &round[..], &round[..1]].concat())
}

#[test]
fn the_third_occurrence_is_judged_by_all_moves_of_both_sides() {
    let violations = |checks| judged(&two_rounds(checks)).unwrap();
    let (none, check) = (Violation::None, Violation::PerpetualCheck);
    assert_eq!(violations([true, false, true, false]), CycleViolations { mover: none, opponent: check });
    assert_eq!(violations([false, true, false, true]), CycleViolations { mover: check, opponent: none });
    assert_eq!(violations([true; 4]), CycleViolations { mover: check, opponent: check });
    assert_eq!(violations([true, true, false, true]), CycleViolations { mover: check, opponent: none });
    assert_eq!(violations([true, false, false, false]), CycleViolations { mover: none, opponent: none });
}

#[test]
fn the_heavier_offence_loses() {
    assert_eq!(score_of(&two_rounds([true, false, true, false]), 3), Some(ruled(Ordering::Greater, 3)));
    assert_eq!(score_of(&two_rounds([false, true, false, true]), 3), Some(ruled(Ordering::Less, 3)));
    assert_eq!(score_of(&two_rounds([true; 4]), 3), Some(0));
    assert_eq!(score_of(&two_rounds([false; 4]), 3), Some(0));
    for result in [Ordering::Less, Ordering::Greater] {
        assert!((2..4).all(|ply| plies_to_mate(ruled(result, ply)).is_none()), "no mate is claimed");
    }
}

#[test]
fn a_second_occurrence_counts_only_below_the_root() {
    let quiet = &two_rounds([false; 4])[..6];
    assert_eq!(score_of(quiet, 5), Some(0));
    assert_eq!(score_of(quiet, 4), None, "the first occurrence is the root");
    let checks = &two_rounds([true, false, true, false])[..6];
    assert_eq!(score_of(checks, 5), Some(ruled(Ordering::Greater, 5)));
    assert_eq!(score_of(checks, 4), None);
}

#[test]
fn a_second_occurrence_is_no_offence_if_the_next_round_may_end_otherwise() {
    let checks = &two_rounds([true, false, true, false])[..6];
    assert_eq!(score_at(checks, 5, 115), Some(ruled(Ordering::Greater, 5)));
    assert_eq!(score_at(checks, 5, 116), None, "the counter runs out first");
    let cycle = [(1, true), (2, false), (3, true), (4, false), (1, true)];
    let met_before = line(&[&[(0, false), (3, false), (4, false)], &cycle[..]].concat());
    assert_eq!(score_of(&met_before, 7), None);
    let new = line(&[&[(0, false), (5, false), (6, false)], &cycle[..]].concat());
    assert_eq!(score_of(&new, 7), Some(ruled(Ordering::Greater, 7)));
}

#[test]
fn what_cannot_be_taken_back_ends_the_look_back() {
    let with_end_after = |after: usize| {
        let mut line_entries = two_rounds([false; 4]);
        for (entry, retractable) in line_entries[after..].iter_mut().zip(0..) {
            entry.retractable = retractable;
        }
        line_entries
    };
    assert!(judged(&with_end_after(1)).is_some());
    assert_eq!(judged(&with_end_after(2)), None);
    assert_eq!(score_of(&with_end_after(5), 9), Some(0), "the later two occurrences are still a repetition");
    assert_eq!(score_of(&with_end_after(6), 9), None);
}

/// Red's chariot checks along the ranks while Black's general steps to and fro.
#[test]
fn positions_leave_the_marks_that_the_judgement_needs() {
    let moves = "a3a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9";
    let mut position = Position::from_fen("3k5/9/9/9/9/9/R8/9/9/4K4 w - - 0 1").unwrap();
    let mut line_entries = vec![position.line_entry(None)];
    let mut rulings = Vec::new();
    for (index, text) in moves.split(' ').enumerate() {
        let mv = Move::parse(text).unwrap();
        position.try_play(mv).unwrap();
        line_entries.push(position.line_entry(Some(mv)));
        rulings.push(position.ruling(&line_entries, index as u32 + 1));
    }
    assert_eq!(rulings[..4], [None; 4]);
    assert_eq!(rulings[4], Some(ruled(Ordering::Greater, 5)), "Black wins if Red goes on");
    assert_eq!(rulings[5], None, "a second occurrence within another one's cycle");
    assert_eq!(rulings[8], Some(ruled(Ordering::Greater, 9)));
}

#[test]
fn captures_soldiers_and_null_moves_cannot_be_taken_back() {
    let mut position = Position::from_fen("3k5/9/9/4p4/R8/9/9/9/9/4K4 b - - 0 1").unwrap();
    let mut retractable_after = |text: &str| {
        let mv = Move::parse(text).unwrap();
        position.try_play(mv).unwrap();
        assert_eq!(position.line_entry(None).retractable, 0);
        assert_eq!(position.passed().line_entry(None).retractable, 0);
        position.line_entry(Some(mv)).retractable
    };
    assert_eq!(retractable_after("e6e5"), 0);
    assert_eq!(retractable_after("e0e1"), 1);
    assert_eq!(retractable_after("e5e4"), 0);
    assert_eq!(retractable_after("a5a4"), 1);
    assert_eq!(retractable_after("e4f4"), 2, "a soldier that stepped aside can step back");
    assert_eq!(retractable_after("a4f4"), 0);
}

/// Moves to and fro in random positions: the search rules on one round of the cycle as the referee rules on three
/// occurrences.
#[test]
fn the_search_judges_a_cycle_as_the_referee_will() {
    let mut random = Random(19);
    let (mut drawn, mut decided, mut open) = (0, 0, 0);
    for _ in 0..rounds(3000) {
        let position = Position::try_from(&arrangement(10, &mut random)).unwrap();
        let Some(cycle) = to_and_fro(&position, &mut random) else { continue };
        let mut game = GameSession::new(position, Rules::Asian.into());
        let (mut seen, mut ending) = (None, None);
        for (ply, &mv) in (1..).zip(cycle.iter().cycle().take(8)) {
            if ending.is_some() {
                break;
            }
            game.play(mv);
            seen = seen.or_else(|| game.position().ruling(game.line(), ply));
            ending = referee::ending(game.position(), game.line());
        }
        if game.moves().len() < 8 {
            continue;
        }
        let side = game.position().side();
        match (seen, ending.map(|ending| ending.winner)) {
            (Some(0), Some(None)) => drawn += 1,
            (Some(score), Some(Some(winner))) => {
                assert_eq!(score > 0, winner == side, "{position} {cycle:?}");
                assert_eq!(plies_to_mate(score), None);
                decided += 1;
            }
            (None, _) => open += 1,
            (seen, winner) => panic!("{position} {cycle:?}: {seen:?} {winner:?}"),
        }
    }
    assert!(drawn > 500 && decided > 20 && open == 0, "{drawn} {decided} {open}");
}

/// A quiet move of each side and the two moves back, if they are legal.
fn to_and_fro(position: &Position, random: &mut Random) -> Option<[Move; 4]> {
    let mut there = *position;
    let quiet = |position: &Position, random: &mut Random| {
        let moves = position.legal_moves();
        let mv = *moves.get(random.below(moves.len().max(1)))?;
        position.board().at(mv.to()).is_none().then_some(mv)
    };
    let first = quiet(&there, random)?;
    there.play(first);
    let second = quiet(&there, random)?;
    let cycle = [first, second, first.reversed(), second.reversed()];
    let mut round = *position;
    cycle.iter().all(|&mv| round.try_play(mv).is_ok()).then_some(cycle)
}
