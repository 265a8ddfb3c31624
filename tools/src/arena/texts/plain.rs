//! Our own words.

use shuangqi_cli::units::counted;

use super::{TextReport, percent, ratio};
use crate::arena::names;
use crate::arena::record::GameRecord;
use crate::arena::seat::Seat;
use crate::arena::standings::{EffortStatistics, Encounter, Standings};
use crate::arena::summary::{self, RatingRecord};
use crate::rating::{Counts, Trinomial};

/// `12/200: a (Black) beats b, 38-26: …   a 7-3-2 b`, a line a game.
pub fn finished(report: &TextReport<'_>, game: &GameRecord, standings: &Standings) -> String {
    let [first, second] = game.fixture.engines.map(|engine| report.name(engine));
    let colours = Seat::BOTH.map(|seat| report.colour(seat));
    let result = game.result.text();
    let ending = report.ending(game);
    let encounter = report.encounter_of(game, standings);
    let [one, other] = encounter.engines.map(|engine| report.name(engine));
    let Trinomial { wins, draws, losses } = encounter.games();
    format!(
        "game {}, {}/{}: {first} ({}) - {second} ({}) {result}, {ending}; {one} +{wins} ={draws} -{losses} {other}",
        game.fixture.number + 1,
        standings.games(),
        report.planned,
        colours[0],
        colours[1],
    )
}

/// Where a match between two stands, in a line; of more, the table.
pub fn interim(report: &TextReport<'_>, standings: &Standings) -> String {
    if report.setup.engines.len() > 2 {
        return tournament(report, standings).join("\n");
    }
    let encounter = standings.first_encounter();
    let spread = encounter.counts().spread();
    let test = standings.state().map_or_else(String::new, |state| {
        format!(", LLR {:.2} ({:.2}, {:.2})", state.llr, state.lower, state.upper)
    });
    let (elo, los) = (spread.elo(), percent(spread.superiority()));
    let games = counted(standings.games(), "game");
    let score = percent(encounter.score());
    format!("after {games}: {score}, Elo {elo}, LOS {los}{test}, faults: {}", standings.faults().text())
}

/// Everything that is to be known.
pub fn figures(report: &TextReport<'_>, standings: &Standings) -> String {
    let (games, planned) = (standings.games(), counted(report.planned, "game"));
    let mut lines = vec![format!("{}, {}: {games} of {planned}", report.names(), report.setup.game.name())];
    match report.setup.engines.len() {
        2 => lines.extend(duel(report, &standings.first_encounter(), standings)),
        _ => lines.extend(tournament(report, standings)),
    }
    let width = report.setup.engines.iter().map(|engine| engine.name.chars().count()).max().unwrap_or(0);
    let width = width.min(names::LONGEST);
    for (engine, player) in report.setup.engines.iter().zip(standings.players()) {
        let faults = player.faults.text();
        let name = format!("{:width$}", engine.name);
        lines.push(row(&name, &format!("faults: {faults}{}", effort(&player.effort))));
    }
    let [first, drawn, second] = standings.by_seat();
    let colours = Seat::BOTH.map(|seat| report.colour(seat));
    lines.push(row(
        "colours",
        &format!("{} won {first}, {} won {second}, {drawn} drawn", colours[0], colours[1]),
    ));
    if let Some(plies) = standings.mean_plies() {
        lines.push(row("games", &format!("{plies:.1} plies in the mean; {}", reasons(standings))));
    }
    let warnings = standings.warnings(report.setup, true);
    lines.extend(warnings.iter().map(|warning| row("note", &warning.text)));
    lines.join("\n")
}

fn row(name: &str, text: &str) -> String {
    format!("  {name:<14} {text}")
}

fn duel(report: &TextReport<'_>, encounter: &Encounter, standings: &Standings) -> Vec<String> {
    let (spread, games) = (encounter.counts().spread(), encounter.games());
    let points =
        format!("{} of {} points ({})", encounter.points(), games.games(), percent(encounter.score()));
    let mut lines = vec![
        row("result", &format!("{}, {points}", won_drawn_lost(games))),
        row("Elo", &format!("{}, normalised {}", spread.elo(), spread.normalized_elo())),
        row("LOS", &percent(spread.superiority())),
    ];
    if let Counts::Pairs(pairs) = encounter.counts() {
        let [ll, ld, middle, dw, ww] = pairs.0;
        lines.push(row(
            "pairs",
            &format!(
                "{ll} with 0 points, {ld} with 1/2, {middle} with 1, {dw} with 1 1/2, {ww} with 2; won to lost {}",
                ratio(pairs.ratio())
            ),
        ));
    }
    for seat in Seat::BOTH {
        lines.push(row(&format!("as {}", report.colour(seat)), &won_drawn_lost(encounter.with_seat(seat))));
    }
    if encounter.discs().value.is_some() {
        lines.push(row("discs", &format!("{} a game", encounter.discs())));
    }
    lines.extend(test(report, standings));
    lines
}

fn won_drawn_lost(games: Trinomial) -> String {
    format!("{} won, {} drawn, {} lost", games.wins, games.draws, games.losses)
}

fn test(report: &TextReport<'_>, standings: &Standings) -> Option<String> {
    let (state, (elo0, elo1)) = standings.state().zip(report.interval(standings))?;
    let verdict = super::accepted(state.verdict).unwrap_or("not decided");
    let bounds = format!("LLR {:.3} between {:.3} and {:.3}", state.llr, state.lower, state.upper);
    Some(row("SPRT", &format!("{bounds} for [{elo0}, {elo1}]: {verdict}")))
}

fn tournament(report: &TextReport<'_>, standings: &Standings) -> Vec<String> {
    let rated = summary::rated(report.setup, standings);
    let mut lines: Vec<String> = rated.iter().map(rating).collect();
    if rated.iter().any(|line| !line.is_group_bounded) {
        lines.push(
            "  Some never lost a point to others: every two that met count as having drawn one game more."
                .to_owned(),
        );
    }
    for encounter in standings.encounters() {
        let [one, other] = encounter.engines.map(|engine| report.name(engine));
        let games = won_drawn_lost(encounter.games());
        lines.push(format!("  {one} against {other}: {games}; Elo {}", encounter.elo()));
    }
    lines
}

fn rating(line: &RatingRecord<'_>) -> String {
    let error = line.elo_error.map_or_else(String::new, |error| format!(" ± {error:.1}"));
    let marked = match line.is_bounded {
        true => "",
        false if line.points == line.games as f64 => " (never lost a point)",
        false if line.points == 0.0 => " (never won a point)",
        false => " (won or lost every game against each other engine)",
    };
    format!(
        "  {:>2}. {:<20} {:+.1}{error}  {} of {} ({}){marked}",
        line.rank,
        line.engine,
        line.elo,
        line.points,
        line.games,
        percent(line.score)
    )
}

/// What its moves took, as far as it is known.
fn effort(effort: &EffortStatistics) -> String {
    let Some(seconds) = effort.seconds() else { return String::new() };
    let depth = effort.depth().map_or_else(String::new, |depth| format!(", depth {depth:.1}"));
    let speed = effort.speed().map_or_else(String::new, |speed| format!(", {:.0} knps", speed / 1000.0));
    let longest = effort.most_micros as f64 / 1e6;
    format!("; {seconds:.4} s a move, {longest:.3} s at most{depth}{speed}")
}

/// The rules that ended games, the most frequent first.
fn reasons(standings: &Standings) -> String {
    let mut all: Vec<(&String, &u64)> = standings.reasons().iter().collect();
    all.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let texts: Vec<String> =
        all.iter().map(|(reason, count)| format!("{count} by {}", reason.replace('_', " "))).collect();
    texts.join(", ")
}
