use search_core::{Evaluator, Position as _};

use super::*;
use crate::testing::{Random, playout, rounds, start};
use crate::{Color, Position};

/// A net of random weights.
fn net() -> Net {
    let mut random = Random(0x6E65_7421);
    let mut column =
        |most: i16| -> Column { std::array::from_fn(|_| random.below(2 * most as usize + 1) as i16 - most) };
    let first = (0..INPUTS).map(|_| column(150)).collect();
    let (bias, mut random) = (column(400), Random(7));
    let mut number = |most: i32| random.below(2 * most as usize + 1) as i32 - most;
    let heads = (0..HEADS).map(|_| Head {
        second: std::array::from_fn(|_| [0; 2].map(|_| std::array::from_fn(|_| number(20) as i16))),
        second_bias: std::array::from_fn(|_| number(9000)),
        third: std::array::from_fn(|_| std::array::from_fn(|_| number(127) as i16)),
        third_bias: std::array::from_fn(|_| number(9000)),
        output: std::array::from_fn(|_| number(127) as i16),
        output_bias: number(9000),
    });
    Net {
        first,
        bias,
        heads: heads.collect(),
        scale: 413,
        chances: [Chances::new(220.0, 80.0), Chances::new(120.0, 40.0)],
    }
}

/// The value by the definition: products of numbers that cannot overflow.
fn naive_value(net: &Net, position: &Position) -> Score {
    let board = position.board();
    let us = board.side();
    let head = &net.heads[head(board.occupied().len())];
    let squares = [us, !us].map(|side| {
        let view = View::of(side, board.king(side));
        (0..UNITS)
            .map(|unit| {
                let pieces =
                    board.occupied().into_iter().filter_map(|square| Some((board.at(square)?, square)));
                let columns =
                    pieces.map(|(piece, square)| i64::from(net.first[view.input(piece, square)][unit]));
                let number = (i64::from(net.bias[unit]) + columns.sum::<i64>()).clamp(0, 255);
                (number * number + 128) / 256
            })
            .collect::<Vec<_>>()
    });
    let second = head
        .second
        .iter()
        .zip(head.second_bias)
        .map(|(weights, bias)| {
            let of_side = |(squares, weights): (&Vec<i64>, &Column)| -> i64 {
                squares.iter().zip(weights).map(|(square, &weight)| square * i64::from(weight)).sum()
            };
            let products = squares.iter().zip(weights).map(of_side).sum::<i64>();
            (i64::from(bias) + products).div_euclid(128)
        })
        .collect::<Vec<i64>>();
    let numbers = second.iter().map(|&number| number.clamp(0, 127));
    let squares = second.iter().map(|&number| (number.clamp(-127, 127).pow(2) + 64) / 128);
    let inputs: Vec<i64> = numbers.chain(squares).collect();
    let third = head.third.iter().zip(head.third_bias).map(|(weights, bias)| {
        let products = inputs.iter().zip(weights).map(|(input, &weight)| input * i64::from(weight));
        (i64::from(bias) + products.sum::<i64>()).div_euclid(64).clamp(0, 127)
    });
    let value = third.zip(head.output).map(|(number, weight)| number * i64::from(weight)).sum::<i64>();
    ((value + i64::from(head.output_bias)) * 413 / (127 * 64)) as Score
}

/// Every position of random games is evaluated as its pieces say: from the line, after moves and null moves made and taken back, and
/// apart from it. The whole numbers of a processor that adds many at once are those of the definition. `SHUANGQI_LONG=70` evaluates
/// more than a million positions.
#[test]
fn sums_along_a_line_are_those_of_the_board() {
    let net = Arc::new(net());
    let mut random = Random(0x5A5A);
    for game in 0..rounds(60) {
        let mut line = Vec::new();
        playout(start(), 150, &mut random, |position| line.push(*position));
        let mut sums = Sums::new(Arc::clone(&net));
        sums.start(line[0].board());
        for pair in line.windows(2) {
            let [before, after] = pair else { unreachable!() };
            let mv = before.legal_moves().into_iter().find(|&mv| before.child(mv) == *after).unwrap();
            // A move is tried and taken back, and a null move.
            for other in before.legal_moves().into_iter().take(2) {
                let child = before.child(other);
                sums.push(before.board(), Some(other), child.board());
                if random.below(2) == 0 {
                    assert_eq!(sums.evaluate(child.board()), naive_value(&net, &child), "{child}");
                }
                sums.pop();
            }
            if !before.in_check() {
                let passed = before.passed();
                sums.push(before.board(), None, passed.board());
                assert_eq!(sums.evaluate(passed.board()), naive_value(&net, &passed), "{passed}");
                sums.pop();
            }
            sums.push(before.board(), Some(mv), after.board());
            // Some positions of the line are not evaluated, up to more in a row than are followed.
            if random.below(if game % 2 == 0 { 2 } else { 20 }) == 0 {
                assert_eq!(sums.evaluate(after.board()), naive_value(&net, after), "{after}");
                assert_eq!(sums.evaluate(before.board()), naive_value(&net, before), "{before}");
            }
        }
    }
}

#[test]
fn both_sides_see_the_board_alike_and_both_wings_where_generals_have_left_the_middle() {
    let mut evaluator = NetEvaluator::new(Arc::new(net()));
    let mut random = Random(0xF11B);
    let mut mirrored = 0;
    for _ in 0..rounds(60) {
        playout(start(), 150, &mut random, |position| {
            let score = evaluator.evaluate(position);
            let setup = position.to_setup();
            assert_eq!(
                evaluator.evaluate(&Position::try_from(&setup.flipped()).unwrap()),
                score,
                "{position}"
            );
            if Color::ALL.iter().all(|&side| position.board().king(side).file_index() != 4) {
                mirrored += 1;
                assert_eq!(
                    evaluator.evaluate(&Position::try_from(&setup.mirrored()).unwrap()),
                    score,
                    "{position}"
                );
            }
        });
    }
    assert!(mirrored > 100, "{mirrored}");
}

#[test]
fn a_file_gives_the_same_net_and_another_file_none() {
    let net = net();
    let bytes = net.to_bytes();
    assert_eq!(Net::parse(&bytes).unwrap(), net);
    assert_eq!(net.id().len(), 8);
    for place in [0, 30, bytes.len() / 2, bytes.len() - 1] {
        let mut changed = bytes.clone();
        changed[place] ^= 16;
        assert!(Net::parse(&changed).is_err(), "{place}");
        assert!(Net::parse(&bytes[..place]).is_err(), "{place}");
    }
    assert!(Net::parse(&[&bytes[..], &[0]].concat()).is_err());
}

/// Weights whose sums or products could leave 16 bits never reach the search.
#[test]
fn weights_out_of_range_are_refused() {
    let mut large = net();
    large.first[77][5] = 1100;
    let message = Net::parse(&large.to_bytes()).unwrap_err().to_string();
    assert!(message.contains("sums of 16 bits"), "{message}");
    let mut large = net();
    large.heads[3].second[1][1][0] = WEIGHT_LIMIT + 1;
    assert!(Net::parse(&large.to_bytes()).is_err());
}

/// The worth of a piece is what the value loses without it.
#[test]
fn an_explanation_takes_pieces_away_one_by_one() {
    let net = Arc::new(net());
    let position = start();
    let explanation = net.explain(&position);
    assert_eq!(explanation.value, naive_value(&net, &position));
    assert_eq!(explanation.worth.iter().flatten().count(), 30);
    let mut setup = position.to_setup();
    setup.cells[0] = None;
    let without = Position::try_from(&setup).unwrap();
    assert_eq!(explanation.worth[0], Some(explanation.value - naive_value(&net, &without)));
    assert!(explanation.to_string().contains("for Red"));
}
