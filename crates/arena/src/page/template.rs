//! The HTML of the page, from top to bottom.

use maud::{Markup, html};
use shuangqi_cli::units::counted;
use shuangqi_plot::figure::figures as figures_in_order;
use shuangqi_plot::page::{DOCUMENT_STYLE, Page};
use shuangqi_plot::{Figure, board, number};

use crate::replay;

use super::{Report, cards, charts, conditions, crosstable, faults, game_list, headline, tables};

const STYLE: &str = include_str!("style.css");
/// The script that filters the list of games; it runs after [`replay::SCRIPTS`].
pub const FILTERS: &str = include_str!("filters.js");

/// The whole page. `data` is JSON, compressed by gzip, in base64.
pub fn page(report: &Report<'_>, data: &str) -> String {
    let has_games = !report.games.is_empty();
    let body = html! {
        (head(report)) "\n"
        main {
            @if has_games { (statistics(report)) "\n" }
            (game_list::games(report)) "\n"
            (sources(report)) "\n"
        }
    };
    let footer = "Made by shuangqi match. This page needs no other file: the pictures, the tables and the games are in it.";
    Page {
        title: &report.title(),
        styles: &[DOCUMENT_STYLE, board::STYLE, replay::STYLE, STYLE],
        body,
        footer,
        data,
        scripts: &[&replay::SCRIPTS[..], &[FILTERS]].concat(),
    }
    .render()
}

fn head(report: &Report<'_>) -> Markup {
    html! {
        header {
            p.eyebrow { (report.game_info().title) " · " (played(report)) }
            h1 { (report.title()) }
            p.overview { (headline::headline(report)) }
            @for warning in report.standings.warnings(report.config, true) {
                p.overview { "Note: " (warning.text) }
            }
            (cards::cards(report))
            dl.facts {
                @for (name, value) in conditions::conditions(report) { div { dt { (name) } dd { (value) } } }
            }
            (contents(report))
        }
    }
}

/// `400 games`, `400 of 410 games`.
fn played(report: &Report<'_>) -> String {
    let (count, planned) = (report.games.len() as u64, report.planned);
    // A test ends long before all games are played that it might take.
    if planned > count && report.standings.test().is_none() {
        format!("{} of {}", number::grouped(count), counted(planned, "game"))
    } else {
        counted(count, "game")
    }
}

fn contents(report: &Report<'_>) -> Markup {
    let has_games = !report.games.is_empty();
    let has_faults = report.games.iter().any(|game| game.fault.is_some());
    let entries = [
        ("games", "Games on the board", true),
        ("crosstable", "Standings", has_games && !report.is_duel()),
        ("course-of-match", "Course of the match", has_games),
        ("results", "Results", has_games),
        ("openings", "Openings", has_games),
        ("usage", "Time, depth and nodes", has_games),
        ("faults", "Faults", has_faults),
    ];
    html! {
        nav aria-label="Contents" {
            ul { @for (id, name, _) in entries.iter().filter(|entry| entry.2) { li { a href={ "#" (id) } { (name) } } } }
        }
    }
}

fn statistics(report: &Report<'_>) -> Markup {
    let results: Vec<Figure> = [charts::pairs(report), charts::discs(report), charts::lengths(report)]
        .into_iter()
        .flatten()
        .collect();
    html! {
        (crosstable::crosstable(report)) "\n"
        section #course-of-match {
            h2 { "Course of the match" }
            (figures_in_order(&charts::over_games(report)))
        }
        "\n"
        section #results {
            h2 { "Results" }
            (figures_in_order(&results))
            (tables::by_colour(report))
            h3 { "How games ended" }
            (tables::endings(report))
        }
        "\n"
        section #openings {
            h2 { "Openings" }
            (tables::openings(report))
        }
        "\n"
        section #usage {
            h2 { "Time, depth and nodes" }
            (figures_in_order(&charts::by_move(report)))
            (tables::effort(report))
        }
        "\n"
        (faults::faults(report))
    }
}

/// How to play the match again, and where the numbers come from.
fn sources(report: &Report<'_>) -> Markup {
    html! {
        section #sources {
            h2 { "Command and method" }
            @if !report.command.is_empty() {
                p { "This command plays the match again:" }
                pre { code { (report.command) } }
            }
            p {
                "Elo is −400 · log₁₀(1/s − 1) of the score s; its interval is that of s, mean ± 1.96 standard \
                errors. Where openings are played twice with colours swapped, the error is that of pairs \
                (pentanomial), which takes the opening's share out of it; otherwise of games (trinomial). \
                Normalised Elo is the distance of s from ½ in standard deviations of a game, times 800/ln 10 \
                = 347.4. The sequential test compares two strengths by the best distribution for each (Wald \
                1945; Van den Bergh 2019). The order of games is that of the schedule."
            }
        }
    }
}
