//! The games of an analysis as data for the scripts of the page.

use serde::Serialize;
use serde_json::{Value, json};
use shuangqi_cli::Failure;
use shuangqi_plot::page;

use super::Report;
use crate::review::Review;
use crate::text;
use game::Seat;
use shuangqi_arena::replay::{Data, claim, words};
use shuangqi_arena::score::EngineScore;

/// The data as [`page::packed`] writes them.
pub fn packed(report: &Report<'_>) -> Result<String, Failure> {
    let players: Vec<[String; 2]> =
        report.reviews.iter().map(|review| review.input.names(report.game)).collect();
    let engines = sorted(players.iter().flatten().map(String::as_str));
    let starts = sorted(report.reviews.iter().map(|review| review.input.game.moves.start.as_str()));
    let columns = columns(report, &players, &engines, &starts);
    page::packed(&Data::new("analyze-report/1", report.game, engines, starts, columns))
}

/// Each text once.
fn sorted<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut texts: Vec<&str> = texts.collect();
    texts.sort_unstable();
    texts.dedup();
    texts
}

fn columns(report: &Report<'_>, players: &[[String; 2]], engines: &[&str], starts: &[&str]) -> Value {
    let reviews = report.reviews;
    let player = |seat: Seat| -> Vec<usize> {
        let name = |names: &[String; 2]| place(engines, &names[seat.index()]);
        players.iter().map(name).collect()
    };
    let none = column(reviews, |_| Value::Null);
    let mut columns = json!({
        "number": column(reviews, |review| review.number - 1),
        "caption": column(reviews, |review| review.input.place()),
        "round": none, "opening": none, "termination": none, "begun": none,
        "first": player(Seat::First),
        "second": player(Seat::Second),
        "start": column(reviews, |review| place(starts, &review.input.game.moves.start)),
        "book": column(reviews, |_| 0),
        "result": column(reviews, Review::result),
        "explanation": column(reviews, |review| review.ending().map_or("", |ending| &ending.explanation)),
        "moves": column(reviews, |review| words(review.input.moves().iter().cloned())),
        "names": column(reviews, names),
        "claim": of_moves(reviews, |review, index| claim(EngineScore::of(review.moves[index].score))),
        "depth": of_moves(reviews, |review, index| review.position(index).evaluation.depth),
        "nodes": of_moves(reviews, nodes),
        "ms": of_moves(reviews, |_, _| Value::Null),
        "left": of_moves(reviews, |_, _| Value::Null),
        "marks": of_moves(reviews, |review, index| text::mark(review.moves[index].judgement)),
        "notes": of_moves(reviews, text::note),
        "exact": column(reviews, Review::exact_from),
    });
    if !report.game.matches.has_script {
        let boards = |review: &Review<'_>| -> Vec<String> {
            review.analysis.positions.iter().map(|position| position.board.clone()).collect()
        };
        columns["boards"] = column(reviews, boards);
    }
    columns
}

/// The positions visited; `None` where nothing was searched.
fn nodes(review: &Review<'_>, index: usize) -> Option<u64> {
    let evaluation = &review.position(index).evaluation;
    evaluation.depth.map(|_| evaluation.nodes)
}

fn place(sorted: &[&str], text: &str) -> usize {
    sorted.binary_search(&text).unwrap_or_default()
}

/// The moves in the notation for people, if the game has one.
fn names(review: &Review<'_>) -> Option<String> {
    let names = (0..review.moves.len()).map(|index| review.position(index).played.clone());
    names
        .collect::<Option<Vec<String>>>()
        .filter(|names| !names.is_empty())
        .map(|names| words(names.into_iter()))
}

fn column<'a, T: Serialize>(reviews: &'a [Review<'a>], value: impl Fn(&'a Review<'a>) -> T) -> Value {
    json!(reviews.iter().map(value).collect::<Vec<T>>())
}

fn of_moves<'a, T: Serialize>(
    reviews: &'a [Review<'a>],
    value: impl Fn(&'a Review<'a>, usize) -> T,
) -> Value {
    column(reviews, |review| (0..review.moves.len()).map(|index| value(review, index)).collect::<Vec<T>>())
}
