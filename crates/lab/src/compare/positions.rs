//! The positions on which algorithms are compared.

use shuangqi_cli::BadInput;

use crate::lab_game::LabGame;

/// The positions of a text, one a line; empty lines and lines that begin with `#` aside. What is wrong with the
/// others.
pub fn read<P: LabGame>(file: &str, text: &str) -> (Vec<P>, Vec<BadInput>) {
    let (mut positions, mut bad) = (Vec::new(), Vec::new());
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        match P::parse_position(line) {
            Ok(position) => positions.push(position),
            Err(error) => bad.push(error.at(file, index + 1)),
        }
    }
    (positions, bad)
}

/// The positions that are built in.
pub fn embedded<P: LabGame>() -> Vec<P> {
    read("the built-in positions", P::LAB.positions).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embedded_positions_can_be_read() {
        fn check<P: LabGame>() {
            let (positions, bad) = read::<P>("f", P::LAB.positions);
            assert!(bad.is_empty() && positions.len() >= 30);
            assert!(positions.iter().all(|position| position.count_moves() > 1));
        }
        check::<othello::Position>();
        check::<xiangqi::Position>();
    }
}
