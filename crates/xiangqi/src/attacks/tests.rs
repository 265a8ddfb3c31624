use super::*;
use crate::testing::{Random, rounds};

/// A board that is `percent` full.
fn random_lines(percent: usize, random: &mut Random) -> (Bitboard, Lines) {
    let occupied: Bitboard = Square::all().filter(|_| random.below(100) < percent).collect();
    let mut lines = Lines::EMPTY;
    occupied.into_iter().for_each(|square| lines.occupy(square));
    (occupied, lines)
}

/// The points reached from a point along the four ways, by walking.
fn walked(from: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
    let (mut steps, mut leaps) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for (files, ranks) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
        let mut screens = 0;
        let mut at = from.offset(files, ranks);
        while let Some(square) = at.filter(|_| screens < 2) {
            if screens == 0 {
                steps = steps.with(square);
            } else {
                leaps = leaps.with(square);
            }
            screens += usize::from(occupied.has(square));
            at = square.offset(files, ranks);
        }
    }
    (steps, leaps)
}

#[test]
fn slides_are_what_walking_finds() {
    let mut random = Random(6);
    for round in 0..rounds(300) {
        let (occupied, lines) = random_lines(round % 60, &mut random);
        for square in Square::all() {
            let slide = slide(square, &lines);
            assert_eq!((slide.steps, slide.leaps), walked(square, occupied), "{square} {occupied:?}");
            assert_eq!(rook(square, &lines), slide.steps);
        }
    }
}

#[test]
fn legs_and_eyes_are_in_the_right_place() {
    let mut random = Random(7);
    for round in 0..rounds(100) {
        let (occupied, lines) = random_lines(round % 60, &mut random);
        for from in Square::all() {
            for to in Square::all() {
                let files = to.file_index() as i32 - from.file_index() as i32;
                let ranks = to.rank_index() as i32 - from.rank_index() as i32;
                let (wide, high) = (files.abs(), ranks.abs());
                let is_free =
                    |files, ranks| from.offset(files, ranks).is_some_and(|point| !occupied.has(point));
                let jumps = (wide, high) == (2, 1) && is_free(files / 2, 0)
                    || (wide, high) == (1, 2) && is_free(0, ranks / 2);
                assert_eq!(horse(from, &lines).has(to), jumps, "{from} {to} {occupied:?}");
                let same_half = RED_HALF.has(from) == RED_HALF.has(to);
                let strides = (wide, high) == (2, 2) && same_half && is_free(files / 2, ranks / 2);
                assert_eq!(elephant(from, &lines).has(to), strides, "{from} {to} {occupied:?}");
                if horse_ring(to).has(from) {
                    assert_eq!(!occupied.has(leg(from, to)), jumps, "{from} {to} {occupied:?}");
                }
            }
        }
    }
}

#[test]
fn reachable_points_are_as_many_as_the_rules_say() {
    let count = |kind| points(Color::Black, kind).len();
    assert_eq!(count(PieceKind::King), 9);
    assert_eq!(count(PieceKind::Advisor), 5);
    assert_eq!(count(PieceKind::Elephant), 7);
    assert_eq!(count(PieceKind::Soldier), 55);
    assert_eq!(count(PieceKind::Horse), 90);
}

#[test]
fn between_is_symmetric_and_empty_off_the_lines() {
    for one in Square::all() {
        for other in Square::all() {
            assert_eq!(between(one, other), between(other, one));
            assert!(lines_through(one).has(other) || between(one, other).is_empty());
        }
        assert_eq!(lines_through(one).len(), 17);
    }
}
