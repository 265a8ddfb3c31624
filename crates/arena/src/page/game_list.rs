//! The list of games, and the viewer that replays them.

use std::collections::BTreeSet;
use std::time::Duration;

use maud::{Markup, Render, html};
use shuangqi_cli::units::counted;

use super::format::{capital, duration, words};
use super::{Report, data};
use crate::rating::Outcome;
use crate::record::GameRecord;
use crate::replay;
use game::Seat;

pub fn games(report: &Report<'_>) -> Markup {
    let left_out = report.games.len() - data::replayable(report).len();
    html! {
        section #games {
            h2 { "Games" }
            @if report.games.is_empty() {
                p { "None has been finished yet." }
            } @else {
                p #no-viewer { "To replay games on a board, open this page in a browser with scripts. The \
                    list below needs none." }
                (replay::viewer(report.config.game, &caption(report)))
                @if left_out > 0 {
                    p.reading { "The moves of the last " (counted(left_out as u64, "game")) " are not in this page, which would \
                        be too large." }
                }
                (filters(report))
                (list(report))
            }
        }
    }
}

fn caption(report: &Report<'_>) -> String {
    format!(
        "Scores of both players as {} sees them, in {}, and the time they took",
        report.colour(Seat::First),
        report.unit()
    )
}

fn filters(report: &Report<'_>) -> Markup {
    let reasons: BTreeSet<&str> = report.games.iter().map(|game| game.reason.as_str()).collect();
    let mut openings: Vec<(usize, &str)> =
        report.games.iter().map(|game| (game.fixture.opening, game.opening_name.as_str())).collect();
    openings.sort_unstable();
    openings.dedup_by_key(|(index, _)| *index);
    html! {
        form #filters hidden {
            (select("engine", "engine", report.engines().map(|engine| (engine, report.name(engine)))))
            (select("colour", "seat", [("first", Seat::First), ("second", Seat::Second)].map(|(name, seat)| (name, report.colour(seat)))))
            (select("result", "outcome", [("win", "won"), ("draw", "drawn"), ("loss", "lost")]))
            (select("ending", "ending", reasons.into_iter().map(|reason| (reason, words(reason)))))
            (select("opening", "opening", openings))
            button type="reset" { "Show all" }
            span #shown role="status" {}
        }
    }
}

/// A labelled choice of one value or any.
fn select<V: Render, T: Render>(label: &str, name: &str, values: impl IntoIterator<Item = (V, T)>) -> Markup {
    html! {
        label { (label) select name=(name) {
            option value="" { "any" }
            @for (value, text) in values { option value=(value) { (text) } }
        } }
    }
}

fn list(report: &Report<'_>) -> Markup {
    let [first, second] = Seat::BOTH.map(|seat| report.colour(seat));
    html! {
        div.scroll.tall tabindex="0" {
            table.sortable #game-list {
                thead { tr {
                    @for (name, is_words) in [
                        ("game", false), ("result", true), (first, true), (second, true), ("ending", true),
                        ("opening", true), ("plies", false), ("time", false),
                    ] {
                        th scope="col" .words[is_words] { button type="button" { (name) } }
                    }
                } }
                tbody { @for game in report.games { (row(report, game)) "\n" } }
            }
        }
        p #no-games .reading hidden { "No game matches." }
    }
}

fn row(report: &Report<'_>, game: &GameRecord) -> Markup {
    let [first, second] = game.fixture.engines;
    let number = game.fixture.number;
    let outcome = |seat: Seat| Outcome::of(game.result, seat);
    let won = |seat: Seat| outcome(seat) == Outcome::Win;
    html! {
        tr id={ "game-" (number + 1) } data-number=(number) data-first=(first) data-second=(second) data-result=(game.result.text())
            data-reason=(game.reason) data-opening=(game.fixture.opening)
        {
            td data-key=(number) { a href={ "#game-" (number + 1) } { (number + 1) } }
            td.words data-key=(outcome(Seat::First).half_points()) { (result(game)) }
            td.words.won[won(Seat::First)] { (report.name(first)) }
            td.words.won[won(Seat::Second)] { (report.name(second)) }
            td.words { (capital(&words(&game.reason))) }
            td.words { (game.opening_name) }
            td data-key=(game.moves.len()) { (game.moves.len()) }
            td data-key=(game.lasted) { (duration(Duration::from_millis(game.lasted))) }
        }
    }
}

/// `1–0`, in Othello with the difference of discs.
fn result(game: &GameRecord) -> String {
    let text = game.result.text().replace("1/2-1/2", "½–½").replace('-', "–");
    match game.discs {
        Some(discs) => format!("{text} ({})", shuangqi_plot::number::signed(discs.into(), 0)),
        None => text,
    }
}
