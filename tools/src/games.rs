//! The games of the program: the one place that lists them.

mod othello;
#[cfg(test)]
mod tests;
mod xiangqi;

use std::fmt::{self, Debug, Display};
use std::ops::Deref;
use std::sync::OnceLock;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser, ValueParserFactory};
use search_core::Recipe;
use serde::de::{Deserialize, Deserializer, Error};
use serde::{Serialize, Serializer};
use shuangqi_cli::{BadInput, Exit, Failure};
use shuangqi_lab::commands::Commands;
use shuangqi_lab::{GameInfo, compare};

pub use crate::arena::board_referee::{BoardReferee, BoardRules};
use crate::arena::config::{Notation, Protocol};
use crate::arena::internal;
use crate::arena::internal::analyst::{Analyst, AnalystOptions};
use crate::arena::internal::live::LiveEngine;
pub use crate::arena::match_game::{MatchGame, MatchInfo};
use crate::arena::match_game::{OpenPlayer, OpenReferee, Tag, WriteGgf};
use crate::arena::openings::{self, GeneratedOpenings, ReadGames, ReadOpenings};
use crate::arena::record::GameRecord;
pub use crate::arena::referee::Referee;
use crate::arena::seat::Seat;
use crate::serve::game_state::{self, ReadState};
use crate::{perft, play};

/// A game and what the commands do with it.
#[derive(Debug)]
pub struct Entry {
    /// Names and units.
    pub info: GameInfo,
    /// The start position.
    pub start: &'static str,
    /// Counts the leaves of its trees.
    pub perft: fn(&perft::Args) -> Result<Exit, Failure>,
    /// Compares algorithms on its positions, and shows its search trees.
    pub lab: &'static Commands,
    /// Names and units in matches.
    pub match_info: MatchInfo,
    pub(crate) referee: OpenReferee,
    pub(crate) player: OpenPlayer,
    pub(crate) analyst: fn(AnalystOptions) -> Result<Box<dyn Analyst>, Failure>,
    pub(crate) live_engine: fn(usize) -> Result<Box<dyn LiveEngine>, Failure>,
    pub(crate) game_state: ReadState,
    pub(crate) play: fn(&play::Setup) -> Result<(), Failure>,
    pub(crate) install_weights: fn(&str) -> Result<Vec<u8>, Failure>,
    pub(crate) recipe: fn(&str) -> Result<Recipe, BadInput>,
    pub(crate) read_openings: ReadOpenings,
    pub(crate) read_games: ReadGames,
    pub(crate) generated_openings: fn(u64) -> Result<GeneratedOpenings, BadInput>,
    pub(crate) pgn_tags: fn(&GameRecord, Notation) -> Vec<Tag>,
    pub(crate) pgn_moves: fn(&GameRecord, Notation) -> Result<Vec<String>, Failure>,
    pub(crate) ggf: Option<WriteGgf>,
    pub(crate) move_names: fn(&GameRecord) -> Option<Vec<String>>,
}

impl Entry {
    /// The entry of the game with these positions.
    pub const fn of<P: MatchGame>() -> Entry {
        Entry {
            info: P::INFO,
            start: P::START,
            perft: perft::run::<P>,
            lab: P::COMMANDS,
            match_info: P::MATCH,
            referee: P::referee,
            player: P::player,
            analyst: P::analyst,
            live_engine: P::live_engine,
            game_state: game_state::read::<P>,
            play: P::play_at_terminal,
            install_weights: P::install_weights,
            recipe: |text| internal::read_recipe(text, &P::STRONGEST, &P::PLAY),
            read_openings: openings::read::<P>,
            read_games: openings::read_games::<P>,
            generated_openings: openings::generated::<P>,
            pgn_tags: P::pgn_tags,
            pgn_moves: P::pgn_moves,
            ggf: P::GGF,
            move_names: P::move_names,
        }
    }
}

/// The games of `shuangqi`.
pub static BUILT_IN: [Entry; 2] = [Entry::of::<::othello::Position>(), Entry::of::<::xiangqi::Position>()];

static GAMES: OnceLock<&'static [Entry]> = OnceLock::new();

/// Sets the games that commands know, before any of them is named. Without it, and after the first call, nothing
/// changes: they are those that are [`BUILT_IN`].
pub fn install(games: &'static [Entry]) {
    GAMES.get_or_init(|| games);
}

/// All games, in the order in which commands name them.
pub fn all() -> impl Iterator<Item = Game> {
    GAMES.get_or_init(|| &BUILT_IN).iter().map(Game)
}

/// One of the games.
#[derive(Clone, Copy)]
pub struct Game(&'static Entry);

impl Game {
    /// Othello.
    pub const OTHELLO: Game = Game(&BUILT_IN[0]);
    /// Xiangqi.
    pub const XIANGQI: Game = Game(&BUILT_IN[1]);

    /// The game of this name.
    pub fn named(name: &str) -> Option<Game> {
        all().find(|game| game.info.name == name)
    }

    /// The name as options and records spell it.
    pub fn name(self) -> &'static str {
        self.info.name
    }

    pub(crate) fn colour(self, seat: Seat) -> &'static str {
        self.match_info.colours[seat.index()]
    }

    /// Whether its engines are played over this protocol.
    pub(crate) fn is_played_over(self, protocol: Protocol) -> bool {
        protocol.is_internal() || self.match_info.protocols.contains(&protocol)
    }

    /// The protocol of an engine of which none is given.
    pub(crate) fn usual_protocol(self) -> Protocol {
        self.match_info.protocols.first().copied().unwrap_or(Protocol::Internal)
    }

    /// The names of its protocols, as sentences list them: `uci, ucci, xboard or internal`.
    pub(crate) fn protocol_names(self) -> String {
        let mut names =
            self.match_info.protocols.iter().map(|protocol| protocol.name()).collect::<Vec<_>>().join(", ");
        if !names.is_empty() {
            names.push_str(" or ");
        }
        names + Protocol::Internal.name()
    }

    /// The name with its description, for the help of an option.
    pub fn possible_value(self) -> PossibleValue {
        PossibleValue::new(self.info.name).help(self.info.summary)
    }
}

impl Deref for Game {
    type Target = Entry;

    fn deref(&self) -> &Entry {
        self.0
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Game {}

impl Debug for Game {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.info.title)
    }
}

impl Display for Game {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Game, D::Error> {
        let name = std::borrow::Cow::<str>::deserialize(deserializer)?;
        Game::named(&name).ok_or_else(|| D::Error::custom(format!("there is no game {name:?}")))
    }
}

impl ValueParserFactory for Game {
    type Parser = ValueParser;

    fn value_parser() -> ValueParser {
        let names = PossibleValuesParser::new(all().map(Game::possible_value));
        names.try_map(|name| Game::named(&name.to_ascii_lowercase()).ok_or("no such game")).into()
    }
}

/// One game, or all of them one after the other.
#[derive(Clone, Debug)]
pub struct Games(pub Vec<Game>);

impl ValueParserFactory for Games {
    type Parser = ValueParser;

    fn value_parser() -> ValueParser {
        let titles: Vec<&str> = all().map(|game| game.0.info.title).collect();
        // Two games are both; more are all.
        let every = if titles.len() == 2 { "both" } else { "all" };
        let last = PossibleValue::new(every).help(titles.join(", then "));
        PossibleValuesParser::new(all().map(Game::possible_value).chain([last]))
            .map(|name| Games(Game::named(&name).map_or_else(|| all().collect(), |game| vec![game])))
            .into()
    }
}

impl Games {
    /// Compares algorithms in each of the games.
    ///
    /// # Errors
    /// Those of the command.
    pub fn compare(&self, args: &compare::Args) -> Result<Exit, Failure> {
        let prepare = |game: &Game| (game.lab.compare)(args, self.0.len() > 1);
        compare::run(args, &self.0.iter().map(prepare).collect::<Result<Vec<_>, _>>()?)
    }
}
