//! The page from top to bottom.

use maud::{Markup, html};
use shuangqi_cli::units::counted;
use shuangqi_plot::figure::figures as figures_in_order;
use shuangqi_plot::page::Page;
use shuangqi_plot::{Figure, number};

use super::view::View;
use super::{conditions, endings, figures, histograms, list, result, standings, usage};

const STYLE: &str = include_str!("style.css");
/// What replays and lists games, [`MARKS`](shuangqi_plot::page::MARKS) before it. The first knows the rules.
pub const SCRIPTS: [&str; 5] = [
    include_str!("rules.js"),
    include_str!("board.js"),
    include_str!("course.js"),
    include_str!("replay.js"),
    include_str!("list.js"),
];

/// The whole page. `data` is JSON, compressed by gzip, in base64.
pub fn page(view: &View<'_>, data: &str) -> String {
    let has_games = !view.games().is_empty();
    let body = html! {
        (head(view)) "\n"
        main {
            @if has_games { (statistics(view)) "\n" }
            (list::games(view)) "\n"
            (sources(view)) "\n"
        }
    };
    let footer = "Made by shuangqi match. This page needs no other file: the pictures, the tables and the games are in it.";
    Page { title: &view.title(), style: STYLE, body, footer, data, scripts: &SCRIPTS }.render()
}

fn head(view: &View<'_>) -> Markup {
    html! {
        header {
            p.eyebrow { (view.game_name()) " · " (played(view)) }
            h1 { (view.title()) }
            p.overview { (result::headline(view)) }
            @for warning in &view.warnings { p.overview { "Note: " (warning) } }
            (result::cards(view))
            dl.facts {
                @for (name, value) in conditions::conditions(view) { div { dt { (name) } dd { (value) } } }
            }
            (contents(view))
        }
    }
}

/// `400 games`, `400 of 410 games`.
fn played(view: &View<'_>) -> String {
    let (count, planned) = (view.games().len() as u64, view.report.planned);
    // A test ends long before the games are used up that it might take.
    if planned > count && view.report.sprt.is_none() {
        format!("{} of {}", number::grouped(count), counted(planned, "game"))
    } else {
        counted(count, "game")
    }
}

/// Where everything stands.
fn contents(view: &View<'_>) -> Markup {
    let has_games = !view.games().is_empty();
    let has_faults = view.games().iter().any(|game| game.fault.is_some());
    let entries = [
        ("games", "Games on the board", true),
        ("crosstable", "Standings", has_games && !view.is_duel()),
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

fn statistics(view: &View<'_>) -> Markup {
    let results: Vec<Figure> = [figures::pairs(view), histograms::discs(view), histograms::lengths(view)]
        .into_iter()
        .flatten()
        .collect();
    html! {
        (standings::crosstable(view)) "\n"
        section #course-of-match {
            h2 { "Course of the match" }
            (figures_in_order(&figures::course(view)))
        }
        "\n"
        section #results {
            h2 { "Results" }
            (figures_in_order(&results))
            (standings::by_seat(view))
            h3 { "How games ended" }
            (endings::endings(view))
        }
        "\n"
        section #openings {
            h2 { "Openings" }
            (endings::openings(view))
        }
        "\n"
        section #usage {
            h2 { "Time, depth and nodes" }
            (figures_in_order(&usage::by_move(view)))
            (usage::totals(view))
        }
        "\n"
        (endings::faults(view))
    }
}

/// How to play the match again, and where the numbers come from.
fn sources(view: &View<'_>) -> Markup {
    html! {
        section #sources {
            h2 { "Command and method" }
            @if !view.report.command.is_empty() {
                p { "This command plays the match again:" }
                pre { code { (view.report.command) } }
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
