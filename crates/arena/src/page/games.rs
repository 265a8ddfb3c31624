//! The games of a match: the list, and the data of the viewer that replays them.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use game::Seat;
use rayon::prelude::*;
use shuangqi_cli::units::counted;
use shuangqi_plot::games::{Filter, GameKey, Games, ListedGame};
use shuangqi_plot::number;
use shuangqi_plot::replay::{Replay, ReplayData, ReplayMove};
use shuangqi_plot::report::{Part, Section};
use shuangqi_plot::table::Cell;

use super::Report;
use super::format::{capital, duration, words};
use crate::config::{EngineConfig, Notation};
use crate::match_config::MatchConfig;
use crate::rating::Outcome;
use crate::record::{GameRecord, MoveRecord};

/// The most moves of all games in a page, which phones must be able to open; the last games are left out.
const MAX_MOVES: usize = 400_000;

/// The section of the games, of which this number can be replayed.
pub fn section(report: &Report<'_>, replayable: usize) -> Section {
    let (colours, left_out) = (report.game_info().colours, report.games.len() - replayable);
    let remark = match left_out {
        0 => String::new(),
        _ => format!(
            "The moves of the last {} are not in this page, which would be too large.",
            counted(left_out as u64, "game")
        ),
    };
    let games = Games {
        game: *report.game_info(),
        sides: colours.map(str::to_owned),
        caption: format!(
            "Scores of both players as {} sees them, in {}, and the time they took",
            colours[0],
            report.unit()
        ),
        remark,
        filters: filters(report),
        columns: ["result", colours[0], colours[1], "ending", "opening", "plies", "time"]
            .map(str::to_owned)
            .into(),
        list: report.games.iter().map(|game| listed(report, game)).collect(),
    };
    Section::new("games", "Games on the board", vec![Part::Games(Box::new(games))])
}

fn filters(report: &Report<'_>) -> Vec<Filter> {
    let reasons: BTreeSet<&str> = report.games.iter().map(|game| game.reason.as_str()).collect();
    let openings: BTreeMap<usize, &str> =
        report.games.iter().map(|game| (game.scheduled.opening, game.opening_name.as_str())).collect();
    let [first, second] = report.game_info().colours;
    vec![
        Filter::new("engine", "engine", report.engines().map(|engine| (engine, report.name(engine)))),
        Filter::new("colour", "seat", [("first", first), ("second", second)]),
        Filter::new("result", "outcome", [("win", "won"), ("draw", "drawn"), ("loss", "lost")]),
        Filter::new("ending", "ending", reasons.into_iter().map(|reason| (reason, words(reason)))),
        Filter::new("opening", "opening", openings),
    ]
}

fn listed(report: &Report<'_>, game: &GameRecord) -> ListedGame {
    let outcomes = Seat::BOTH.map(|seat| Outcome::of(game.result, seat));
    let player = |seat: Seat| {
        let name = report.name(game.scheduled.engines[seat.index()]);
        Cell::words(name).strong(outcomes[seat.index()] == Outcome::Win)
    };
    let cells = vec![
        Cell::words(result(game)).sorted_by(outcomes[0].half_points() as f64),
        player(Seat::First),
        player(Seat::Second),
        Cell::words(capital(&words(&game.reason))),
        Cell::words(&game.opening_name),
        Cell::keyed(game.moves.len().to_string(), game.moves.len() as f64),
        Cell::keyed(duration(Duration::from_millis(game.lasted)), game.lasted as f64),
    ];
    let key = GameKey {
        players: game.scheduled.engines,
        result: game.result.text(),
        ending: game.reason.clone(),
        opening: game.scheduled.opening,
    };
    ListedGame { number: game.scheduled.number, key: Some(key), cells }
}

/// `1–0`, in Othello with the difference of discs.
fn result(game: &GameRecord) -> String {
    let text = game.result.text().replace("1/2-1/2", "½–½").replace('-', "–");
    match game.discs {
        Some(discs) => format!("{text} ({})", number::signed(discs.into(), 0)),
        None => text,
    }
}

pub fn data<'a>(report: &Report<'a>, replays: &'a [Replay]) -> ReplayData<'a> {
    let engines = &report.config.engines;
    let clock = |engine: &EngineConfig| engine.clock.and_then(|clock| clock.base.as_millis().try_into().ok());
    let names = engines.iter().map(|engine| engine.name.as_str()).collect();
    let clocks = engines.iter().map(clock).collect();
    ReplayData::new(
        "match-report/2",
        (report.game_info(), report.config.game.start),
        (names, clocks),
        replays,
    )
}

/// The games that can be replayed: the first ones.
pub fn replays(report: &Report<'_>) -> Vec<Replay> {
    let mut moves = 0;
    let fits = |game: &&GameRecord| {
        moves += game.moves.len();
        moves <= MAX_MOVES
    };
    let count = report.games.iter().take_while(fits).count();
    report.games[..count].par_iter().map(|game| replay(report.config, game)).collect()
}

fn replay(config: &MatchConfig, game: &GameRecord) -> Replay {
    let (boards, names) = positions(config, game);
    let name = |ply: usize, text: &String| names.get(ply).unwrap_or(text).clone();
    let has_names = config.game.info.has_notations;
    let moves = game.moves.iter().enumerate();
    Replay {
        number: game.scheduled.number,
        round: Some(game.scheduled.round),
        opening: Some(game.opening_name.clone()),
        players: game.scheduled.engines,
        start: game.start.clone(),
        boards,
        book: game.book,
        result: game.result.text().to_owned(),
        termination: Some(game.termination.text().to_owned()),
        explanation: game.explanation.clone(),
        begun: Some(game.begun),
        moves: moves.map(|(ply, step)| replay_move(step, has_names.then(|| name(ply, &step.text)))).collect(),
        ..Replay::default()
    }
}

fn replay_move(step: &MoveRecord, name: Option<String>) -> ReplayMove {
    ReplayMove {
        text: step.text.clone(),
        name,
        claim: step.claim,
        depth: step.depth,
        nodes: step.nodes.map(|nodes| rounded(nodes, 3)),
        ms: step.micros.map(|micros| rounded(micros, 3) as f64 / 1000.0),
        left: step.left.map(|left| left / 100_000 * 100),
        ..ReplayMove::default()
    }
}

/// The boards of a game and the moves in the notation of its readers, as far as they can be replayed.
fn positions(config: &MatchConfig, game: &GameRecord) -> (Vec<String>, Vec<String>) {
    let Ok(mut session) = config.game.session(&game.start, &config.rules) else { return Default::default() };
    let _ = game.moves.iter().try_for_each(|step| session.advance(&step.text));
    let names = session.moves(Notation::Chinese).into_iter().map(|mv| mv.name).collect();
    ((0..=session.plies()).map(|plies| session.board_after(plies)).collect(), names)
}

/// A value rounded to a number of significant digits: further ones differ from run to run.
fn rounded(value: u64, digits: u32) -> u64 {
    let surplus = value.checked_ilog10().unwrap_or(0).saturating_sub(digits - 1);
    let unit = 10u64.pow(surplus);
    value.saturating_add(unit / 2) / unit * unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_are_kept() {
        assert_eq!([0, 7, 999, 1234, 1_999_600].map(|value| rounded(value, 3)), [0, 7, 999, 1230, 2_000_000]);
        assert_eq!(rounded(u64::MAX, 3), 18_400_000_000_000_000_000);
    }
}
