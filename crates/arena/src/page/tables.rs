//! Tables of standings, of results by colour, ending and opening, and of the time, depth and nodes of each engine.

use std::collections::BTreeMap;
use std::time::Duration;

use super::{Report, format};
use crate::rating::{Outcome, Rating, Trinomial};
use crate::record::GameRecord;
use crate::standings::EngineResults;
use game::Seat;
use shuangqi_plot::number;
use shuangqi_plot::report::{Part, Section};
use shuangqi_plot::table::{Cell, Table};

/// All engines of a tournament against each other.
pub fn standings(report: &Report<'_>) -> Section {
    let ratings = report.standings.ratings();
    let columns = ["rank", "engine", "Elo", "points", "score", "games"].map(str::to_owned);
    let columns = columns.into_iter().chain((1..=ratings.len()).map(|rank| format!("against {rank}")));
    let rows = (1..).zip(&ratings).map(|(rank, rating)| standings_row(report, &ratings, rank, rating));
    let is_bounded = ratings.iter().all(|rating| rating.is_group_bounded);
    let unbounded =
        " Some engines never lost a point to the others: one more draw is counted for every two that met.";
    let reading =
        "The ratings are those under which all results together are the likeliest (Bradley and Terry 1952); \
        their mean is 0. The last columns have games won, drawn and lost against the engine of that rank."
            .to_owned()
            + if is_bounded { "" } else { unbounded };
    let table = Table::new(columns, rows.collect());
    Section::new("crosstable", "Standings", vec![Part::Table(table), Part::Reading(reading.into())])
}

fn standings_row(report: &Report<'_>, ratings: &[Rating], rank: u64, rating: &Rating) -> Vec<Cell> {
    let engine = rating.engine;
    let games = report.standings.engines[engine].games();
    let mut row = vec![
        Cell::count(rank),
        Cell::name(report.name(engine)),
        Cell::keyed(format::rating(rating), rating.elo),
        Cell::keyed(format::points(games).replace(" / ", " of "), rating.points),
        Cell::number(games.score(), format::share),
        Cell::count(games.games()),
    ];
    row.extend(ratings.iter().map(|other| {
        let games = report.standings.games_between(engine, other.engine);
        match games.score() {
            Some(score) => Cell::keyed(format::results(games), score),
            None => Cell::keyed(if other.engine == engine { "·" } else { "–" }, 0.5),
        }
    }));
    row
}

/// The results of each engine, and of all, by colour.
pub fn by_colour(report: &Report<'_>) -> Table {
    let names = Seat::BOTH.map(|seat| report.colour(seat));
    let scores = names.map(|name| format!("score as {name}"));
    let columns = ["engine", names[0], &scores[0], names[1], &scores[1]];
    let row = |name: &str, by_seat: [Trinomial; 2]| {
        let cells = by_seat.into_iter().flat_map(|games| {
            let score = games.score();
            [Cell::keyed(format::results(games), score.unwrap_or(0.0)), Cell::number(score, format::share)]
        });
        std::iter::once(Cell::name(name)).chain(cells).collect::<Vec<Cell>>()
    };
    let engines = report.engines().zip(&report.standings.engines);
    let mut rows: Vec<Vec<Cell>> =
        engines.map(|(engine, results)| row(report.name(engine), results.by_seat)).collect();
    let first = report.standings.first_seat;
    rows.push(row("all games", [first, first.reversed()]));
    Table::new(columns, rows)
}

/// The results by the rule that ended the game.
pub fn endings(report: &Report<'_>) -> Table {
    let won = Seat::BOTH.map(|seat| format!("{} won", report.colour(seat)));
    let columns = ["ending", "games", "share", &won[0], "drawn", &won[1]];
    let all = report.standings.games().max(1) as f64;
    let row = |(reason, games): (&str, Trinomial)| {
        let count = games.games();
        let Trinomial { wins, draws, losses } = games;
        let target = format!("#games-ending-{}", format::fragment(reason));
        let mut row = vec![
            Cell::words(format::capital(&format::words(reason))).leading_to(target),
            Cell::count(count),
            Cell::share(count as f64 / all),
        ];
        row.extend([wins, draws, losses].map(Cell::count));
        row
    };
    Table::new(columns, report.standings.endings().into_iter().map(row).collect())
}

/// The results by opening: those of the first engine in a match of two, or else of the side that moves first.
pub fn openings(report: &Report<'_>) -> Table {
    let mut openings: BTreeMap<usize, Vec<&GameRecord>> = BTreeMap::new();
    for game in report.games {
        openings.entry(game.scheduled.opening).or_default().push(game);
    }
    let names = Seat::BOTH.map(|seat| format!("as {}", report.colour(seat)));
    let subject = if report.is_duel() { report.name(0) } else { report.colour(Seat::First) };
    let score = format!("score of {subject}");
    let columns = ["opening", "begins with", "games", &names[0], &names[1], &score];
    Table::new(columns, openings.into_values().map(|games| opening(report, &games)).collect())
}

fn opening(report: &Report<'_>, games: &[&GameRecord]) -> Vec<Cell> {
    let first = games[0];
    let moves: Vec<&str> = first.moves.iter().take(first.book).map(|step| step.text.as_str()).collect();
    let moves = if moves.is_empty() { first.start.clone() } else { moves.join(" ") };
    let mut by_seat = [Trinomial::default(); 2];
    for game in games {
        let seat = if report.is_duel() { game.seat_of(0).unwrap_or(Seat::First) } else { Seat::First };
        by_seat[seat.index()].add(Outcome::of(game.result, seat));
    }
    let [one, other] = by_seat;
    let cells = if report.is_duel() { by_seat.map(opening_results) } else { [Cell::EMPTY, Cell::EMPTY] };
    let mut row = vec![
        Cell::words(&first.opening_name).leading_to(format!("#games-opening-{}", first.scheduled.opening)),
        Cell::mono(moves),
        Cell::count(games.len() as u64),
    ];
    row.extend(cells);
    row.push(Cell::number(one.merged(other).score().map(|score| score * 100.0), number::percent));
    row
}

/// One result in a word, more as counts.
fn opening_results(games: Trinomial) -> Cell {
    let text = match (games.games(), games.wins, games.draws) {
        (0, ..) => return Cell::EMPTY,
        (1, 1, _) => "won".to_owned(),
        (1, _, 1) => "drawn".to_owned(),
        (1, ..) => "lost".to_owned(),
        _ => format::results(games),
    };
    Cell::keyed(text, games.points())
}

const EFFORT: [(&str, &str); 11] = [
    ("engine", ""),
    ("time control", ""),
    ("moves", "Made by itself, without those of openings."),
    ("total time", "The sum of the times of its moves."),
    ("mean time", "The mean time of a move."),
    ("longest time", "The time of its slowest move."),
    ("left at the end", "The median of the times left on its clock at the ends of games."),
    ("least left", "The least time left on its clock at the end of a game."),
    (
        "needed the margin",
        "The moves that took longer than the time left for them, by no more than the margin.",
    ),
    ("mean depth", "Plies."),
    ("nodes/s", "The nodes it reported, by the time of the moves for which it reported them."),
];

pub fn effort(report: &Report<'_>) -> Table {
    let engines = report.engines().zip(&report.standings.engines);
    Table::explained(&EFFORT, engines.map(|(engine, results)| effort_row(report, engine, results)).collect())
}

fn seconds(micros: u64) -> f64 {
    micros as f64 / 1e6
}

fn effort_row(report: &Report<'_>, engine: usize, results: &EngineResults) -> Vec<Cell> {
    let (effort, left) = (results.effort, [results.median_left(), results.least_left()]);
    let [median_left, least_left] = left.map(|micros| Cell::number(micros.map(seconds), format::move_time));
    let longest = (effort.moves > 0).then(|| seconds(effort.most_micros));
    vec![
        Cell::name(report.name(engine)),
        Cell::words(report.config.engines.get(engine).map(format::time).unwrap_or_default()),
        Cell::count(effort.moves),
        Cell::keyed(format::duration(Duration::from_micros(effort.micros)), effort.micros as f64),
        Cell::number(effort.seconds(), format::move_time),
        Cell::number(longest, format::move_time),
        median_left,
        least_left,
        Cell::count(effort.margin_moves),
        Cell::number(effort.depth(), number::ratio),
        Cell::number(effort.speed(), number::count),
    ]
}
