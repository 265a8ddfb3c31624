//! Makes `data/xiangqi/tactics.epd`: mates that an engine finds with 500,000 nodes and not with 100,000, in games of that engine
//! against itself.
//!
//! `tactics ENGINE OPENINGS FIRST COUNT`: a game from each of the openings FIRST, FIRST + 1, … of the file, 5,000 nodes a move, to
//! the first score that is a mate. The positions in which the side that mates is to move are then searched anew, the last one
//! first, at most ten; after four in a row in which the engine finds no mate those before are left out.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use xiangqi::{Move, Position};

const GAME_NODES: u64 = 5_000;
const FOUND_TOO_SOON: u64 = 100_000;
const NODES: u64 = 500_000;
const PROOF_NODES: u64 = 20_000_000;
const MOST_MOVES: i32 = 6;
const MOST_PLIES: usize = 200;
const MOST_POSITIONS: usize = 10;
const MOST_MISSES: usize = 4;

struct Engine {
    _process: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

/// The last score of a search, if a mate, with the move; and the nodes at which the first mate of at most six moves was reported.
struct Answer {
    mate: Option<i32>,
    best: Option<String>,
    found_at: Option<u64>,
}

impl Engine {
    fn start(path: &str) -> Engine {
        let mut process =
            Command::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("an engine");
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap()).lines();
        let mut engine = Engine { _process: process, input, output };
        engine.send("uci\nsetoption name Hash value 16");
        engine
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn go(&mut self, position: &str, limit: &str) -> Answer {
        self.send(&format!("position {position}\ngo {limit}"));
        let mut answer = Answer { mate: None, best: None, found_at: None };
        loop {
            let line = self.output.next().expect("an answer").unwrap();
            let words: Vec<&str> = line.split_whitespace().collect();
            let after = |word: &str| words.iter().position(|&found| found == word).map(|at| words[at + 1]);
            if let Some(best) = after("bestmove") {
                answer.best = Some(best.to_owned()).filter(|best| best.contains(|c: char| c.is_ascii_digit()));
                return answer;
            }
            if words.first() == Some(&"info") && words.contains(&"score") {
                answer.mate = after("mate").map(|moves| moves.parse().unwrap());
                let is_found = answer.mate.is_some_and(is_short);
                if !is_found {
                    answer.found_at = None;
                } else if answer.found_at.is_none() {
                    answer.found_at = after("nodes").map(|nodes| nodes.parse().unwrap());
                }
            }
        }
    }

    fn go_new(&mut self, position: &str, limit: &str) -> Answer {
        self.send("ucinewgame");
        self.go(position, limit)
    }
}

fn is_short(moves: i32) -> bool {
    (1..=MOST_MOVES).contains(&moves)
}

/// The moves of a game up to the first mate in a score, and whether the side then to move mates.
fn play(engine: &mut Engine, opening: &str) -> Option<(Vec<Move>, bool)> {
    let mut moves: Vec<Move> = opening.split_whitespace().map(|text| Move::parse(text).unwrap()).collect();
    engine.send("ucinewgame");
    while moves.len() < MOST_PLIES {
        let line: Vec<String> = moves.iter().map(Move::to_string).collect();
        let answer = engine.go(&format!("startpos moves {}", line.join(" ")), &format!("nodes {GAME_NODES}"));
        if let Some(mate) = answer.mate {
            return Some((moves, mate > 0));
        }
        moves.push(Move::parse(&answer.best?).unwrap());
    }
    None
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let mut engine = Engine::start(&arguments[1]);
    let openings = std::fs::read_to_string(&arguments[2]).unwrap();
    let number = |index: usize| arguments[index].parse::<usize>().unwrap();
    let (first, count) = (number(3), number(4));
    for (index, opening) in openings.lines().enumerate().skip(first - 1).take(count) {
        let Some((moves, mates)) = play(&mut engine, opening) else { continue };
        let start = Position::from_fen(xiangqi::fen::START).unwrap();
        let positions: Vec<Position> = std::iter::once(start)
            .chain(moves.iter().scan(start, |position, &mv| {
                position.try_play(mv).unwrap();
                Some(*position)
            }))
            .collect();
        // The last position is the one of the score; before it the winner is to move at every second ply.
        let last = positions.len() - 1;
        let nearest = if mates { 2 } else { 1 };
        let mut misses = 0;
        for back in (nearest..=last).step_by(2).take(MOST_POSITIONS) {
            let position = format!("fen {}", positions[last - back]);
            let answer = engine.go_new(&position, &format!("nodes {NODES}"));
            let Some(claim) = answer.mate.filter(|&moves| is_short(moves)) else {
                misses += 1;
                if misses == MOST_MISSES {
                    break;
                }
                continue;
            };
            misses = 0;
            if answer.found_at.is_none_or(|nodes| nodes <= FOUND_TOO_SOON) {
                continue;
            }
            if engine.go_new(&position, &format!("nodes {FOUND_TOO_SOON}")).mate.is_some_and(is_short) {
                continue;
            }
            let proof = engine.go_new(&position, &format!("mate {claim} nodes {PROOF_NODES}"));
            if let (Some(proved), Some(best)) = (proof.mate.filter(|&moves| is_short(moves)), proof.best) {
                let ply = last - back;
                println!(
                    "{} ; dm {proved} ; bm {best} ; src opening {} ply {ply} claim {claim}",
                    positions[last - back],
                    index + 1
                );
            }
        }
        eprintln!("opening {} done", index + 1);
    }
}
