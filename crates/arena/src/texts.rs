//! The progress and results of a match as text.

use game::Seat;
use shuangqi_cli::units::counted;

use super::match_config::MatchConfig;
use super::names;
use super::record::GameRecord;
use super::standings::{EffortStatistics, EngineResults, Standings};
use crate::rating::{Counts, Rating, SprtParameters, Trinomial, Verdict};

#[derive(Clone, Copy, Debug)]
pub struct TextReport<'a> {
    pub config: &'a MatchConfig,
    /// The number of games in the schedule.
    pub planned: u64,
}

impl TextReport<'_> {
    /// `game 12/200: a (Black) - b (White) 1-0, Black has 38 discs, White 26; a +7 =3 -2 b`; `game 14, 12/200: …` if games
    /// do not end in the order of the schedule.
    pub fn finished(&self, game: &GameRecord, standings: &Standings) -> String {
        let [first, second] = game.scheduled.engines.map(|engine| self.name(engine));
        let [first_colour, second_colour] = Seat::BOTH.map(|seat| self.config.game.colour(seat));
        let (number, games, planned) = (game.scheduled.number + 1, standings.games(), self.planned);
        let number = if number == games { String::new() } else { format!("{number}, ") };
        let (result, ending) = (game.result.text(), self.ending(game));
        let [one, other] = game.scheduled.engines;
        let score = standings.encounter(one, other).map_or_else(String::new, |encounter| {
            let [one, other] = encounter.engines.map(|engine| self.name(engine));
            let Trinomial { wins, draws, losses } = encounter.games();
            format!("; {one} +{wins} ={draws} -{losses} {other}")
        });
        format!(
            "game {number}{games}/{planned}: {first} ({first_colour}) - {second} ({second_colour}) {result}, {ending}{score}"
        )
    }

    /// The results while the match goes on: a line for two engines, the table for more.
    pub fn interim(&self, standings: &Standings) -> String {
        if self.config.engines.len() > 2 {
            return self.tournament(standings).join("\n");
        }
        let encounter = standings.first_encounter();
        let spread = encounter.counts().spread();
        let test = standings.test_state().map_or_else(String::new, |state| {
            format!(", LLR {:.2} ({:.2}, {:.2})", state.llr, state.lower, state.upper)
        });
        let (elo, los) = (spread.elo(), percent(spread.superiority()));
        let games = counted(standings.games(), "game");
        let score = percent(encounter.score());
        format!("after {games}: {score}, Elo {elo}, LOS {los}{test}, faults: {}", standings.faults().text())
    }

    /// All results.
    pub fn figures(&self, standings: &Standings) -> String {
        let (games, planned) = (standings.games(), counted(self.planned, "game"));
        let mut lines = vec![format!("{}, {}: {games} of {planned}", self.names(), self.config.game.name())];
        match self.config.engines.len() {
            2 => lines.extend(self.duel(standings)),
            _ => lines.extend(self.tournament(standings)),
        }
        let width = self.config.engines.iter().map(|engine| engine.name.chars().count()).max().unwrap_or(0);
        let width = width.min(names::MAX_LENGTH);
        for (engine, results) in self.config.engines.iter().zip(&standings.engines) {
            let faults = results.faults.text();
            let name = format!("{:width$}", engine.name);
            lines.push(row(&name, &format!("faults: {faults}{}", effort(&results.effort))));
            lines.extend(time(results).map(|time| row(&" ".repeat(width), &time)));
        }
        let Trinomial { wins, draws, losses } = standings.first_seat;
        let [first, second] = Seat::BOTH.map(|seat| self.config.game.colour(seat));
        lines.push(row("colours", &format!("{first} won {wins}, {second} won {losses}, {draws} drawn")));
        if let Some(plies) = standings.mean_plies() {
            lines.push(row("games", &format!("{plies:.1} plies in the mean; {}", endings(standings))));
        }
        let warnings = standings.warnings(self.config, true);
        lines.extend(warnings.iter().map(|warning| row("note", &warning.text)));
        lines.join("\n")
    }

    fn duel(&self, standings: &Standings) -> Vec<String> {
        let encounter = standings.first_encounter();
        let (spread, games) = (encounter.counts().spread(), encounter.games());
        let points =
            format!("{} of {} points ({})", games.points(), games.games(), percent(encounter.score()));
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
                    pairs.ratio().map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.2}"))
                ),
            ));
        }
        for (seat, games) in Seat::BOTH.into_iter().zip(encounter.results[0].by_seat) {
            lines.push(row(&format!("as {}", self.config.game.colour(seat)), &won_drawn_lost(games)));
        }
        if encounter.discs().value.is_some() {
            lines.push(row("discs", &format!("{} a game", encounter.discs())));
        }
        lines.extend(test(standings));
        lines
    }

    fn tournament(&self, standings: &Standings) -> Vec<String> {
        let ratings = standings.ratings();
        let line = |(rank, rating): (usize, &Rating)| rating_line(rank, self.name(rating.engine), rating);
        let mut lines: Vec<String> = (1..).zip(&ratings).map(line).collect();
        if ratings.iter().any(|rating| !rating.is_group_bounded) {
            lines.push(
                "  Some engines never lost a point to others: one more draw is counted for every two that met."
                    .to_owned(),
            );
        }
        for encounter in standings.encounters() {
            let [one, other] = encounter.engines.map(|engine| self.name(engine));
            let games = won_drawn_lost(encounter.games());
            lines.push(format!("  {one} against {other}: {games}; Elo {}", encounter.elo()));
        }
        lines
    }

    /// The ending; a fault in the words that scripts search for.
    fn ending(&self, game: &GameRecord) -> String {
        use super::fault::Fault;
        let Some(fault) = &game.fault else { return game.explanation.clone() };
        let colour = self.config.game.colour(fault.seat);
        match &fault.fault {
            Fault::Timeout { .. } => format!("{colour} loses on time"),
            Fault::Stall { .. } => format!("{colour}'s connection stalls"),
            Fault::Crash { .. } => format!("{colour} disconnects"),
            Fault::Illegal { text, .. } => format!("{colour} makes an illegal move: {text}"),
            Fault::NoMove { answer } => format!("{colour} makes no move: {answer}"),
            Fault::Junk { what } => format!("{colour} is not understood: {what}"),
        }
    }

    fn name(&self, engine: usize) -> &str {
        self.config.engine_name(engine)
    }

    /// `a against b`, or the names of all.
    fn names(&self) -> String {
        let names: Vec<&str> = self.config.engines.iter().map(|engine| engine.name.as_str()).collect();
        match names[..] {
            [one, other] => format!("{one} against {other}"),
            _ => names.join(", "),
        }
    }
}

fn row(name: &str, text: &str) -> String {
    format!("  {name:<14} {text}")
}

fn won_drawn_lost(games: Trinomial) -> String {
    format!("{} won, {} drawn, {} lost", games.wins, games.draws, games.losses)
}

fn test(standings: &Standings) -> Option<String> {
    let (SprtParameters { elo0, elo1, .. }, state) = (standings.test?.parameters, standings.test_state()?);
    let verdict = match state.verdict {
        Verdict::H0 => "H0 was accepted",
        Verdict::H1 => "H1 was accepted",
        Verdict::Continue => "not decided",
    };
    let bounds = format!("LLR {:.3} between {:.3} and {:.3}", state.llr, state.lower, state.upper);
    Some(row("SPRT", &format!("{bounds} for [{elo0}, {elo1}]: {verdict}")))
}

fn rating_line(rank: usize, name: &str, rating: &Rating) -> String {
    let Rating { elo, games, points, .. } = *rating;
    let error = rating.error.map_or_else(String::new, |error| format!(" ± {error:.1}"));
    let marked = match points {
        _ if rating.is_group_bounded => "",
        0.0 => " (never won a point)",
        _ if points == games as f64 => " (never lost a point)",
        _ => "",
    };
    let score = percent(points / games.max(1) as f64);
    format!("  {rank:>2}. {name:<20} {elo:+.1}{error}  {points} of {games} ({score}){marked}")
}

fn effort(effort: &EffortStatistics) -> String {
    let Some(seconds) = effort.seconds() else { return String::new() };
    let depth = effort.depth().map_or_else(String::new, |depth| format!(", depth {depth:.1}"));
    let speed = effort.speed().map_or_else(String::new, |speed| format!(", {:.0} knps", speed / 1000.0));
    let longest = effort.most_micros as f64 / 1e6;
    format!("; {seconds:.4} s a move, {longest:.3} s at most{depth}{speed}")
}

/// The time of an engine with a clock, and the moves that needed the margin.
fn time(results: &EngineResults) -> Option<String> {
    let seconds = |micros: u64| micros as f64 / 1e6;
    let left = results.median_left().zip(results.least_left()).map(|(median, least)| {
        let (median, least) = (seconds(median), seconds(least));
        format!("left at the end of a game: {median:.3} s in the median, {least:.3} s at least")
    });
    let margin = results.effort.margin_text();
    let used = (left.is_some() || margin.is_some())
        .then(|| format!("{:.3} s used in all", seconds(results.effort.micros)))?;
    Some([Some(used), left, margin].into_iter().flatten().collect::<Vec<_>>().join("; "))
}

/// The rules that ended games, the most frequent first.
fn endings(standings: &Standings) -> String {
    let text =
        |(reason, games): (&str, Trinomial)| format!("{} by {}", games.games(), reason.replace('_', " "));
    standings.endings().into_iter().map(text).collect::<Vec<_>>().join(", ")
}

fn percent(share: f64) -> String {
    format!("{:.2} %", share * 100.0)
}

#[cfg(test)]
mod tests;
