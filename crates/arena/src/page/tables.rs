//! Tables of results by colour, ending and opening, and of the time, depth and nodes of each engine.

use std::collections::BTreeMap;
use std::time::Duration;

use maud::{Markup, html};

use super::{Report, conditions, format};
use crate::rating::Trinomial;
use crate::record::GameRecord;
use crate::standings::{EngineResults, OpeningResults};
use game::Seat;
use shuangqi_plot::number;
use shuangqi_plot::table::{self, Cell, Column};

/// The results of each engine, and of all, by colour.
pub fn by_colour(report: &Report<'_>) -> Markup {
    let names = Seat::BOTH.map(|seat| report.colour(seat));
    let scores = names.map(|name| format!("score as {name}"));
    let columns = ["engine", names[0], &scores[0], names[1], &scores[1]].map(Column::plain);
    let row = |name: &str, by_seat: [Trinomial; 2]| {
        let cells = by_seat.into_iter().flat_map(|games| {
            let score = games.score();
            [Cell::Number(format::results(games), score.unwrap_or(0.0)), Cell::number(score, format::share)]
        });
        std::iter::once(Cell::Name(name.to_owned())).chain(cells).collect::<Vec<Cell>>()
    };
    let engines = report.engines().zip(&report.standings.engines);
    let mut rows: Vec<Vec<Cell>> =
        engines.map(|(engine, results)| row(report.name(engine), results.by_seat)).collect();
    let first = report.standings.first_seat;
    rows.push(row("all games", [first, first.reversed()]));
    html! { h3 { "By colour" } (table::table(&columns, &rows)) }
}

/// The results by the rule that ended the game.
pub fn endings(report: &Report<'_>) -> Markup {
    let won = Seat::BOTH.map(|seat| format!("{} won", report.colour(seat)));
    let columns = ["ending", "games", "share", &won[0], "drawn", &won[1]].map(Column::plain);
    let all = report.standings.games().max(1) as f64;
    let row = |(reason, games): (&str, Trinomial)| {
        let count = games.games();
        let Trinomial { wins, draws, losses } = games;
        let target = format!("#games-ending-{}", format::fragment(reason));
        let mut row = vec![
            Cell::Link { text: format::capital(&format::words(reason)), target },
            Cell::count(count),
            Cell::Share(count as f64 / all),
        ];
        row.extend([wins, draws, losses].map(Cell::count));
        row
    };
    table::table(&columns, &report.standings.endings().into_iter().map(row).collect::<Vec<_>>())
}

/// The results by opening: those of the first engine in a match of two, or else of the side that moves first.
pub fn openings(report: &Report<'_>) -> Markup {
    let mut first_games: BTreeMap<usize, &GameRecord> = BTreeMap::new();
    for game in report.games {
        first_games.entry(game.fixture.opening).or_insert(game);
    }
    let rows: Vec<Vec<Cell>> = first_games
        .into_values()
        .filter_map(|game| Some(opening(report, game, report.standings.openings.get(&game.fixture.opening)?)))
        .collect();
    let names = Seat::BOTH.map(|seat| format!("as {}", report.colour(seat)));
    let subject = if report.is_duel() { report.name(0) } else { report.colour(Seat::First) };
    let score = format!("score of {subject}");
    let columns = ["opening", "begins with", "games", &names[0], &names[1], &score].map(Column::plain);
    table::table(&columns, &rows)
}

fn opening(report: &Report<'_>, game: &GameRecord, results: &OpeningResults) -> Vec<Cell> {
    let moves: Vec<&str> = game.moves.iter().take(game.book).map(|step| step.text.as_str()).collect();
    let moves = if moves.is_empty() { game.start.clone() } else { moves.join(" ") };
    let target = format!("#games-opening-{}", game.fixture.opening);
    let [first, second] = results.first_engine;
    let (games, by_seat) = match report.is_duel() {
        true => (first.merged(second), [opening_results(first), opening_results(second)]),
        false => (results.first_seat, [Cell::Empty, Cell::Empty]),
    };
    let mut row = vec![
        Cell::Link { text: game.opening_name.clone(), target },
        Cell::Mono(moves),
        Cell::count(results.first_seat.games()),
    ];
    row.extend(by_seat);
    row.push(Cell::number(games.score().map(|score| score * 100.0), number::percent));
    row
}

/// One result in a word, more as counts.
fn opening_results(games: Trinomial) -> Cell {
    let text = match (games.games(), games.wins, games.draws) {
        (0, ..) => return Cell::Empty,
        (1, 1, _) => "won".to_owned(),
        (1, _, 1) => "drawn".to_owned(),
        (1, ..) => "lost".to_owned(),
        _ => format::results(games),
    };
    Cell::Number(text, games.points())
}

const EFFORT: [Column<'static>; 11] = [
    Column { name: "engine", meaning: "" },
    Column { name: "time control", meaning: "" },
    Column { name: "moves", meaning: "Made by itself, without those of openings." },
    Column { name: "total time", meaning: "The sum of the times of its moves." },
    Column { name: "mean time", meaning: "The mean time of a move." },
    Column { name: "longest time", meaning: "The time of its slowest move." },
    Column {
        name: "left at the end",
        meaning: "The median of the times left on its clock at the ends of games.",
    },
    Column { name: "least left", meaning: "The least time left on its clock at the end of a game." },
    Column {
        name: "needed the margin",
        meaning: "The moves that took longer than the time left for them, by no more than the margin.",
    },
    Column { name: "mean depth", meaning: "Plies." },
    Column {
        name: "nodes/s",
        meaning: "The nodes it reported, by the time of the moves for which it reported them.",
    },
];

/// The time, depth and nodes of each engine.
pub fn effort(report: &Report<'_>) -> Markup {
    let engines = report.engines().zip(&report.standings.engines);
    table::table(
        &EFFORT,
        &engines.map(|(engine, results)| effort_row(report, engine, results)).collect::<Vec<_>>(),
    )
}

fn seconds(micros: u64) -> f64 {
    micros as f64 / 1e6
}

fn effort_row(report: &Report<'_>, engine: usize, results: &EngineResults) -> Vec<Cell> {
    let (effort, left) = (results.effort, [results.median_left(), results.least_left()]);
    let [median_left, least_left] = left.map(|micros| Cell::number(micros.map(seconds), format::move_time));
    let longest = (effort.moves > 0).then(|| seconds(effort.most_micros));
    vec![
        Cell::Name(report.name(engine).to_owned()),
        Cell::Words(report.config.engines.get(engine).map(conditions::time).unwrap_or_default()),
        Cell::count(effort.moves),
        Cell::Number(format::duration(Duration::from_micros(effort.micros)), effort.micros as f64),
        Cell::number(effort.seconds(), format::move_time),
        Cell::number(longest, format::move_time),
        median_left,
        least_left,
        Cell::count(effort.margin_moves),
        Cell::number(effort.depth(), number::ratio),
        Cell::number(effort.speed(), number::count),
    ]
}
