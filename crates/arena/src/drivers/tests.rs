mod mock;

use super::*;
use crate::config::{Limits, Opening};
use crate::fault::Fault;
use crate::player::{Answer, Boards, Choice, MoveRequest};
pub use crate::samples::request;
use crate::samples::{self, OTHELLO};
use game::Seat;

/// An engine without a clock.
pub fn config(protocol: Protocol, command: &str, arguments: &[&str]) -> EngineConfig {
    let arguments = arguments.iter().map(|&word| word.to_owned()).collect();
    let command = command.to_owned();
    EngineConfig { command, arguments, protocol, limits: Limits::default(), ..samples::engine("engine") }
}

/// A game from the standard start.
pub fn opening(start: &str) -> Opening {
    Opening { is_standard: true, ..samples::opening(start, &[]) }
}

/// A game between engines without a referee.
fn self_play(game: Game, configs: [&EngineConfig; 2], start: &str, plies: usize) -> Vec<String> {
    let open = |config| super::open(config, (game, "asian"), Timeouts::default(), &[]).unwrap();
    let mut players = configs.map(open);
    let opening = opening(start);
    let mut moves = Vec::new();
    for (player, seat) in players.iter_mut().zip(Seat::BOTH) {
        player.begin(&opening, seat).unwrap();
    }
    for ply in 0..plies {
        let seat = Seat::BOTH[ply % 2];
        let limits = configs[ply % 2].limits;
        let request = MoveRequest { seat, limits, ..request(&opening, &moves) };
        let answer = players[ply % 2].answer(&request);
        let Ok(answer) = answer else { panic!("{answer:?} {:?}", players[ply % 2].dialogue()) };
        println!("{answer:?}");
        let Choice::Move(mv) = answer.choice else { panic!("{answer:?}") };
        moves.push(mv);
    }
    println!("{:?}", players.each_ref().map(|player| player.engine_name()));
    players.iter_mut().for_each(|player| player.quit());
    moves
}

const XIANGQI: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

#[test]
#[ignore = "takes the engines that Debian has"]
fn real_engines_of_xiangqi() {
    let depth = |protocol, command| {
        let mut config = config(protocol, command, &[]);
        config.limits.depth = Some(3);
        config
    };
    let ours = std::env::var("XIANGQI").unwrap();
    let fairy = "/usr/games/fairy-stockfish";
    let engines = [
        depth(Protocol::Uci, &ours),
        depth(Protocol::Ucci, &ours),
        depth(Protocol::Uci, fairy),
        depth(Protocol::Ucci, fairy),
        depth(Protocol::Xboard, fairy),
        depth(Protocol::Xboard, "/usr/games/hoixiangqi"),
    ];
    for (number, one) in engines.iter().enumerate() {
        println!("{number}");
        let moves = self_play(Game::XIANGQI, [one, &engines[(number + 1) % engines.len()]], XIANGQI, 20);
        println!("{}", moves.join(" "));
    }
}

#[test]
#[ignore = "takes the engines that Debian has"]
fn real_engines_of_othello() {
    let ours = std::env::var("OTHELLO").unwrap();
    let mut gtp = config(Protocol::Gtp, &ours, &[]);
    gtp.limits.depth = Some(3);
    let nboard = EngineConfig { protocol: Protocol::Nboard, ..gtp.clone() };
    let rhino = config(Protocol::Gtp, "/usr/games/gtp-rhino", &["-l", "2"]);
    for pair in [[&gtp, &nboard], [&nboard, &rhino], [&rhino, &gtp]] {
        println!("{}", self_play(Game::OTHELLO, pair, OTHELLO, 20).join(" "));
    }
}
