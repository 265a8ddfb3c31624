//! Matches and games for tests.

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

use game::any::AnySession;

use super::config::{Adjudication, EngineConfig, Layout, Limits, Notation, Opening};
use super::fault::Fault;
use super::match_config::MatchConfig;
use super::player::MoveRequest;
use super::record::{FaultRecord, GameRecord, GameResult, MoveRecord, ScheduledGame, Termination};
use crate::games::Game;
use game::{EngineScore, Seat};
use shuangqi_cli::BadInput;
use shuangqi_lab::stats::Random;

pub const OTHELLO: &str = "---------------------------OX------XO--------------------------- X";

/// An engine of this name in this process.
pub fn engine(name: &str) -> EngineConfig {
    let limits = Limits { nodes: NonZeroU64::new(100), ..Limits::default() };
    EngineConfig { name: name.to_owned(), limits, ..EngineConfig::default() }
}

/// Ten rounds of pairs between `a` and `b` at Othello.
pub fn config() -> MatchConfig {
    MatchConfig {
        game: Game::OTHELLO,
        rules: "asian".to_owned(),
        engines: vec![engine("a"), engine("b")],
        openings: "generated".to_owned(),
        openings_hash: 7,
        layout: Layout { rounds: 10, ..Layout::default() },
        adjudication: Adjudication::default(),
    }
}

/// A game of [`config`]: `a` wins the first one of each pair, and the second ones are drawn.
pub fn game(number: u64) -> GameRecord {
    let is_first = number.is_multiple_of(2);
    let (result, discs) = if is_first { (GameResult::First, 12) } else { (GameResult::Draw, 0) };
    GameRecord {
        scheduled: ScheduledGame {
            number,
            round: (number / 2) as u32,
            pair: number / 2,
            opening: (number / 2) as usize,
            engines: if is_first { [0, 1] } else { [1, 0] },
        },
        opening_name: format!("{}", number / 2),
        start: OTHELLO.to_owned(),
        book: 1,
        moves: vec![
            step("f5"),
            MoveRecord {
                text: "d6".to_owned(),
                claim: Some(EngineScore::Hundredths(-31)),
                depth: Some(15),
                nodes: Some(100),
                micros: Some(412_000),
                left: Some(5_000_000),
                over: None,
            },
        ],
        result,
        termination: Termination::Normal,
        reason: "discs".to_owned(),
        explanation: "Black has 38 discs, White 26".to_owned(),
        discs: Some(discs),
        fault: None,
        begun: 1_700_000_000_000,
        lasted: 500,
    }
}

/// A game that the first seat lost by a fault.
pub fn faulty(number: u64, fault: Fault) -> GameRecord {
    let fault = Some(FaultRecord { seat: Seat::First, fault, dialogue: vec!["> go".to_owned()] });
    GameRecord {
        result: GameResult::Second,
        termination: Termination::Abandoned,
        reason: "fault".to_owned(),
        discs: None,
        fault,
        ..game(number)
    }
}

/// A move of which nothing but the text is known.
pub fn step(text: &str) -> MoveRecord {
    MoveRecord { text: text.to_owned(), ..MoveRecord::default() }
}

/// The opening 1 of these moves, from a board that is not the start of every game.
pub fn opening(start: &str, moves: &[&str]) -> Opening {
    let moves = moves.iter().map(|&text| text.to_owned()).collect();
    Opening { name: "1".to_owned(), start: start.to_owned(), is_standard: false, moves }
}

/// The start of every game.
pub fn standard(game: Game) -> Opening {
    Opening { name: "start".to_owned(), is_standard: true, ..opening(game.start, &[]) }
}

/// A game at the end of its opening.
pub fn begin(game: Game, rules: &str, opening: &Opening) -> Result<Box<dyn AnySession>, BadInput> {
    MatchConfig { game, rules: rules.to_owned(), ..config() }.begin(opening)
}

/// No request is cancelled.
pub static NOT_CANCELLED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// A game for which a player is asked for a move.
pub struct Asked {
    pub opening: Opening,
    moves: Vec<String>,
    session: Box<dyn AnySession>,
}

impl Asked {
    /// After these moves from the start of an opening.
    pub fn new<S: ToString>(game: Game, opening: &Opening, moves: &[S]) -> Asked {
        let mut session = game.session(&opening.start, game.default_rules()).unwrap();
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        moves.iter().for_each(|mv| session.advance(mv).unwrap());
        Asked { opening: opening.clone(), moves, session }
    }

    /// The request, without a clock.
    pub fn request(&self) -> MoveRequest<'_> {
        MoveRequest {
            opening: &self.opening,
            moves: &self.moves,
            session: &*self.session,
            clocks: [None; 2],
            limits: Limits::default(),
            allowance: None,
            is_cancelled: &NOT_CANCELLED,
        }
    }
}

/// A game of random moves to its end by the rules.
pub fn finished(config: &MatchConfig, scheduled: ScheduledGame, opening: &Opening) -> GameRecord {
    played(config, scheduled, opening, usize::MAX)
}

/// A game of random moves, drawn after this number of plies if it has not ended before.
pub fn played(config: &MatchConfig, scheduled: ScheduledGame, opening: &Opening, plies: usize) -> GameRecord {
    let mut random = Random::new(scheduled.number);
    let mut session = config.begin(opening).unwrap();
    let searched =
        MoveRecord { depth: Some(3), nodes: Some(100), micros: Some(412), left: Some(5_000_000), ..step("") };
    let mut moves: Vec<MoveRecord> =
        opening.moves.iter().map(|text| MoveRecord { text: text.clone(), ..searched.clone() }).collect();
    while session.verdict().is_none() && moves.len() < plies {
        let legal = session.legal_moves(Notation::default());
        let text = session.referee_move(&legal[random.below(legal.len())].text).unwrap();
        let claim = Some(EngineScore::Hundredths(random.below(200) as i32 - 100));
        moves.push(MoveRecord { text, claim, ..searched.clone() });
    }
    let drawn = GameRecord {
        scheduled,
        opening_name: opening.name.clone(),
        start: opening.start.clone(),
        book: opening.moves.len(),
        moves,
        result: GameResult::Draw,
        termination: Termination::Adjudication,
        reason: "most_moves".to_owned(),
        explanation: "the game was too long".to_owned(),
        discs: None,
        ..game(scheduled.number)
    };
    match session.verdict() {
        None => drawn,
        Some(verdict) => GameRecord {
            result: verdict.result,
            termination: Termination::Normal,
            reason: verdict.reason,
            explanation: verdict.explanation,
            discs: verdict.discs,
            ..drawn
        },
    }
}
