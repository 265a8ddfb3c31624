//! A match, looked up.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use shuangqi_plot::Look;

use super::Report;
use super::tally::Tally;
use crate::arena::config::MatchConfig;
use crate::arena::record::GameRecord;
use crate::arena::seat::Seat;
use crate::arena::standings::Standings;
use crate::args::Game;

/// A report with what follows from it.
#[derive(Debug)]
pub struct View<'a> {
    /// What is looked at.
    pub report: &'a Report<'a>,
    /// The results of each engine against all others.
    pub tallies: Vec<Tally>,
    /// What makes the figures doubtful.
    pub warnings: Vec<String>,
}

impl<'a> View<'a> {
    /// Counts what there is to count.
    pub fn new(report: &'a Report<'a>) -> View<'a> {
        let standings = Standings::of(report.setup, None, report.games);
        let warnings =
            standings.warnings(report.setup, true).into_iter().map(|warning| warning.text).collect();
        let mut view = View { report, tallies: Vec::new(), warnings };
        let engines = 0..report.setup.engines.len();
        view.tallies = engines.map(|engine| view.tally(engine, report.games.iter(), |_| true)).collect();
        view
    }

    /// Whether openings are played twice with colours swapped, and so counted in pairs.
    pub fn is_paired(&self) -> bool {
        self.setup().layout.repeat == 2 && self.setup().layout.swaps
    }

    /// The results of an engine in these games, against the engines that are asked for.
    pub fn tally<'game>(
        &self,
        engine: usize,
        games: impl Iterator<Item = &'game GameRecord>,
        is_asked: impl Fn(usize) -> bool,
    ) -> Tally {
        Tally::of(self.is_paired(), games, engine, is_asked)
    }

    /// The two games of each whole pair.
    pub fn pairs(&self) -> impl Iterator<Item = (&'a GameRecord, &'a GameRecord)> {
        let mut begun: BTreeMap<u64, &GameRecord> = BTreeMap::new();
        self.games().iter().filter_map(move |game| match begun.remove(&game.fixture.pair) {
            Some(first) => Some((first, game)),
            None => {
                begun.insert(game.fixture.pair, game);
                None
            }
        })
    }

    /// The results of one engine against another.
    pub fn encounter(&self, one: usize, other: usize) -> Tally {
        self.tally(one, self.games().iter(), |asked| asked == other)
    }

    /// What was to be played.
    pub fn setup(&self) -> &'a MatchConfig {
        self.report.setup
    }

    /// What has been played.
    pub fn games(&self) -> &'a [GameRecord] {
        self.report.games
    }

    /// Whether it is a match between two, and not a tournament.
    pub fn is_duel(&self) -> bool {
        self.setup().engines.len() == 2
    }

    /// The name of an engine.
    pub fn name(&self, engine: usize) -> &'a str {
        self.setup().engines.get(engine).map_or("?", |engine| engine.name.as_str())
    }

    /// What a seat is called in this game.
    pub fn seat_name(&self, seat: Seat) -> &'static str {
        match (self.setup().game, seat) {
            (Game::Othello, Seat::First) | (Game::Xiangqi, Seat::Second) => "Black",
            (Game::Othello, Seat::Second) => "White",
            (Game::Xiangqi, Seat::First) => "Red",
        }
    }

    /// The name of the game.
    pub fn game_name(&self) -> &'static str {
        match self.setup().game {
            Game::Othello => "Othello",
            Game::Xiangqi => "Xiangqi",
        }
    }

    /// What hundredths of a score are hundredths of.
    pub fn unit(&self) -> &'static str {
        match self.setup().game {
            Game::Othello => "discs",
            Game::Xiangqi => "soldiers",
        }
    }

    /// The colour of an engine, the same in all pictures.
    pub fn look(&self, engine: usize) -> Look {
        Look::Numbered(engine)
    }

    /// The title: who played.
    pub fn title(&self) -> String {
        let names: Vec<&str> = (0..self.setup().engines.len()).map(|engine| self.name(engine)).collect();
        match names[..] {
            [one, other] => format!("{one} against {other}"),
            [.., _] if names.len() > 4 => format!("{} engines", names.len()),
            [ref rest @ .., last] => format!("{} and {last}", rest.join(", ")),
            [] => "No engines".to_owned(),
        }
    }
}

/// Words of a snake-case name: `most_moves` is `most moves`.
pub fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// A text with a capital letter in front.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Text as it stands in the part of an address after `#`: letters, digits and what is safe there, the rest as bytes.
pub fn fragment(text: &str) -> String {
    text.bytes().fold(String::new(), |mut fragment, byte| {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => fragment.push(char::from(byte)),
            _ => drop(write!(fragment, "%{byte:02X}")),
        }
        fragment
    })
}
