//! The board of either game.

use othello::notation::{board, read_move, transcript};
use search_core::Position as _;

use crate::Proto;

/// A position of either game.
#[derive(Clone)]
pub enum Board {
    Othello(othello::Position),
    Xiangqi(Box<xiangqi::Position>),
}

impl Board {
    pub fn start(proto: Proto) -> Board {
        match proto {
            Proto::Gtp | Proto::Nboard => Board::Othello(othello::Position::START),
            _ => match xiangqi::Position::from_fen(xiangqi::fen::START) {
                Ok(position) => Board::Xiangqi(Box::new(position)),
                Err(bad) => panic!("{bad}"),
            },
        }
    }

    /// Another position of the same game, from its text; `false`: it cannot be read.
    pub fn set(&mut self, text: &str) -> bool {
        match self {
            Board::Othello(position) => board::read(text).map(|read| *position = read).is_ok(),
            Board::Xiangqi(position) => {
                xiangqi::Position::from_fen(text).map(|read| **position = read).is_ok()
            }
        }
    }

    /// `false`: it is not legal.
    pub fn play(&mut self, text: &str) -> bool {
        match self {
            Board::Othello(position) => {
                let Some(mv) = read_move(text) else { return false };
                if mv.is_pass() {
                    let must = position.board.must_pass();
                    if must {
                        *position = position.passed();
                    }
                    return must;
                }
                let game = transcript::read(*position, text);
                game.map(|game| game.moves().iter().for_each(|&mv| position.play(mv))).is_ok()
            }
            Board::Xiangqi(position) => {
                xiangqi::Move::parse(text).is_ok_and(|mv| position.try_play(mv).is_ok())
            }
        }
    }

    pub fn legal(&self) -> Vec<String> {
        match self {
            Board::Othello(position) if position.board.must_pass() => vec!["pass".to_owned()],
            Board::Othello(position) => {
                position.board.legal_moves().into_iter().map(|square| square.to_string()).collect()
            }
            Board::Xiangqi(position) => position.legal_moves().iter().map(ToString::to_string).collect(),
        }
    }

    /// Black's discs less White's, the empties given to the winner; Xiangqi has none.
    pub fn margin(&self) -> i32 {
        match self {
            Board::Othello(position) if position.side == othello::Side::Black => {
                position.board.final_difference()
            }
            Board::Othello(position) => -position.board.final_difference(),
            Board::Xiangqi(_) => 0,
        }
    }

    pub fn is_first_to_move(&self) -> bool {
        match self {
            Board::Othello(position) => position.side == othello::Side::Black,
            Board::Xiangqi(position) => position.side() == xiangqi::Color::Red,
        }
    }

    /// A number that looks random and depends on the position and the seed alone.
    pub fn hash(&self, seed: u64) -> u64 {
        let text = match self {
            Board::Othello(position) => board::write(*position),
            Board::Xiangqi(position) => position.to_setup().to_string(),
        };
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for byte in text.bytes() {
            // Fowler, Noll and Vo's way of taking bytes in, then Stafford's finish of SplitMix64.
            state = (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        state ^ (state >> 31)
    }
}
