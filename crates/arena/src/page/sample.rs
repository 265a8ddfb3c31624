//! Matches of random games, for tests and for looking at pages.

use std::time::Duration;

use crate::config::*;
use crate::fault::Fault;
use crate::games::Game;
use crate::match_config::MatchConfig;
use crate::record::{FaultRecord, Fixture, GameRecord, GameResult, MoveRecord, Termination};
use crate::samples;
use crate::score::EngineScore;
use game::Seat;
use shuangqi_lab::stats::Random;

const BOOK: usize = 8;
/// The plies after which a game is drawn.
const MOST_PLIES: usize = 140;

#[derive(Debug)]
pub struct Sample {
    pub config: MatchConfig,
    pub games: Vec<GameRecord>,
}

pub fn engine(name: &str) -> EngineConfig {
    let (base, increment) = (Duration::from_secs(10), Duration::from_millis(100));
    let clock = Some(TimeControl { base, increment, moves: None });
    EngineConfig { clock, limits: Limits::default(), ..samples::engine(name) }
}

pub fn config(game: Game, names: &[&str]) -> MatchConfig {
    let sample = samples::config();
    MatchConfig {
        game,
        engines: names.iter().map(|name| engine(name)).collect(),
        openings: "50 openings of 8 plies from balanced.epd".to_owned(),
        layout: Layout { rounds: 50, ..sample.layout },
        adjudication: Adjudication {
            resign: Some(ResignRule { moves: 3, score: 600, is_two_sided: true }),
            draw: Some(DrawRule { from_move: 40, moves: 8, score: 10 }),
            most_moves: Some(70),
            solve_empties: game.info.has_solver.then_some(16),
        },
        ..sample
    }
}

/// A match of this number of games; a few of them end with a fault.
pub fn sample(game: Game, names: &[&str], count: u64) -> Sample {
    let config = config(game, names);
    let mut random = Random::new(11);
    let mut games: Vec<GameRecord> = (0..count).map(|number| played(&config, number, &mut random)).collect();
    let faulty = games.iter_mut().skip(6).step_by(31).zip(faults().into_iter().cycle());
    faulty.take(5).for_each(|(game, (fault, termination))| spoil(game, fault, termination));
    Sample { config, games }
}

fn played(config: &MatchConfig, number: u64, random: &mut Random) -> GameRecord {
    let (count, pair) = (config.engines.len(), number / 2);
    let opening = pair as usize % 50;
    let one = pair as usize % count;
    let other = (one + 1 + pair as usize / count % (count - 1)) % count;
    let engines = if number.is_multiple_of(2) { [one, other] } else { [other, one] };
    let fixture = Fixture { number, round: pair as u32, pair, opening, engines };
    let standard = samples::standard(config.game);
    let book = samples::played(config, Fixture { number: 1000 + opening as u64, ..fixture }, &standard, BOOK);
    let moves = book.moves.into_iter().map(|step| step.text).collect();
    let opening = Opening { name: format!("{}", opening + 1), moves, ..standard };
    let mut game = samples::played(config, fixture, &opening, MOST_PLIES);
    game.moves[..BOOK].iter_mut().for_each(|step| *step = samples::step(&step.text));
    add_search(&mut game, random);
    // The first engine is to be a little better than chance makes it.
    if engines[1] == 0 && game.result == GameResult::First && random.below(3) == 0 {
        game.result = GameResult::Draw;
    }
    game.begun = 1_760_000_000_000 + number * 20_000;
    game.lasted = game.moves.iter().filter_map(|step| step.micros).sum::<u64>() / 1000;
    game
}

/// Gives the moves of a game scores, depths, nodes and times.
fn add_search(game: &mut GameRecord, random: &mut Random) {
    let (mut left, mut level) = ([10_000_000u64; 2], 0);
    for (ply, step) in game.moves.iter_mut().enumerate().skip(BOOK) {
        if step.text == "pass" {
            *step = samples::step("pass");
            continue;
        }
        let left = &mut left[ply % 2];
        let micros = (*left / 40 + 100_000) * (50 + random.below(100) as u64) / 100;
        *left = (*left + 100_000).saturating_sub(micros);
        level += random.below(301) as i32 - 150;
        let score = if ply % 2 == 0 { level } else { -level };
        let mate = score.signum() * (1 + random.below(6) as i32);
        *step = MoveRecord {
            text: step.text.clone(),
            claim: Some(if score.abs() > 2500 {
                EngineScore::Mate(mate)
            } else {
                EngineScore::Hundredths(score)
            }),
            depth: Some(9 + ply as u32 / 9 + random.below(4) as u32),
            nodes: Some(micros * (14 + random.below(6) as u64) / 10),
            micros: Some(micros),
            left: Some(*left),
            over: None,
        };
    }
}

fn faults() -> [(Fault, Termination); 4] {
    let seconds = Duration::from_secs_f64;
    let timeout = Fault::Timeout { used: seconds(1.234), allowed: seconds(1.02) };
    let illegal = Fault::Illegal { text: "z9z9".to_owned(), why: "it is no move at all".to_owned() };
    [
        (timeout, Termination::TimeForfeit),
        (Fault::Crash { how: "the engine was killed by signal 11".to_owned() }, Termination::Abandoned),
        (illegal, Termination::IllegalMove),
        (Fault::Junk { what: "it answered \"?\" to \"genmove b\"".to_owned() }, Termination::Abandoned),
    ]
}

/// Lets a game end early, by the fault of who is to move.
fn spoil(game: &mut GameRecord, fault: Fault, termination: Termination) {
    game.moves.truncate(31);
    let seat = Seat::Second;
    let kind = match termination {
        Termination::TimeForfeit => "timeout",
        Termination::IllegalMove => "illegal_move",
        _ => "crash",
    };
    game.result = GameResult::win_of(!seat);
    game.termination = termination;
    game.reason = kind.to_owned();
    game.explanation = format!("the second player lost: {fault}");
    game.discs = None;
    let dialogue = ["> position startpos", "> go wtime 1000", "< info depth 3 score cp 12", "< bestmove ?"];
    let dialogue = dialogue.map(str::to_owned).to_vec();
    game.fault = Some(FaultRecord { seat, fault, dialogue });
}
