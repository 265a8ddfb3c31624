//! The list of games, and the viewer that replays them.

use std::collections::BTreeSet;
use std::time::Duration;

use maud::{Markup, Render, html};
use shuangqi_cli::units::counted;
use shuangqi_plot::board::Board;

use super::format::{capital, duration, words};
use super::{Report, data};
use crate::arena::record::GameRecord;
use crate::arena::seat::Seat;
use crate::rating::Outcome;

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
                (viewer(report))
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

fn viewer(report: &Report<'_>) -> Markup {
    let is_xiangqi = report.game_info().board == Board::Xiangqi;
    html! {
        div #viewer class=(report.config.game) hidden {
            div.heading {
                button #previous type="button" aria-label="Previous game" { (icon(BACK)) }
                div { h3 #game-title {} p #game-opening {} }
                button #next type="button" aria-label="Next game" { (icon(FORWARD)) }
                p #game-end {}
            }
            div.table {
                div.player #upper {}
                svg #board .board role="img" {}
                div.player #lower {}
            }
            (controls(is_xiangqi))
            p #last-move aria-live="polite" {}
            ol #moves tabindex="0" aria-label="Moves" {}
            div.graph {
                p.caption { "Scores of both players as " (report.colour(Seat::First)) " sees them, in "
                    (report.unit()) ", and the time they took" }
                svg #graph .plot {}
            }
            div.copies {
                button #copy-game type="button" { "Copy game (PGN)" }
                button #copy-position type="button" { @if is_xiangqi { "Copy FEN" } @else { "Copy board" } }
                button #copy-moves type="button" { "Copy moves so far" }
            }
        }
    }
}

const BACK: &str = "M12 4l-6 6 6 6";
const FORWARD: &str = "M8 4l6 6-6 6";

/// An icon drawn with lines: not every font has these characters.
fn icon(path: &str) -> Markup {
    html! { svg.icon viewBox="0 0 20 20" aria-hidden="true" { path d=(path) {} } }
}

fn controls(is_xiangqi: bool) -> Markup {
    let button = |id: &str, path: &str, label: &str| {
        html! { button id=(id) type="button" aria-label=(label) title=(label) { (icon(path)) } }
    };
    html! {
        div.controls {
            div.steps {
                (button("to-start", "M5 4v12M14 4l-6 6 6 6", "First position (Home)"))
                (button("back", BACK, "One move back (left arrow)"))
                (button("play", "M7 4l9 6-9 6z", "Play by itself"))
                (button("forward", FORWARD, "One move on (right arrow)"))
                (button("to-end", "M15 4v12M6 4l6 6-6 6", "Last position (End)"))
                (button("turn", "M6.5 16V4M3 7.5L6.5 4 10 7.5M13.5 4v12M10 12.5l3.5 3.5 3.5-3.5", "Turn the board"))
            }
            input #slider type="range" min="0" max="1" value="0" aria-label="Move";
            span #place {}
            @if is_xiangqi {
                label.lettered { input #lettered type="checkbox"; " Chinese characters" }
            }
        }
    }
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
    let outcome = |seat: Seat| game.result.outcome(seat);
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
