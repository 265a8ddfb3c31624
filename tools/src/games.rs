//! The games of the program: the one place that lists them.

mod ggf;

use std::fmt::{self, Debug, Display};
use std::ops::Deref;
use std::path::Path;
use std::sync::OnceLock;

use ::othello::endgame::Endgame;
use ::othello::evaluator::Classical;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser, ValueParserFactory};
use game::any::{AnyGame, AnySession, AnyWeights, GameEntry};
use game::{GameInfo, Seat};
use serde::de::{Deserialize, Deserializer, Error};
use serde::{Serialize, Serializer};
use shuangqi_cli::reader::read_file;
use shuangqi_cli::{BadInput, Exit, Failure};
use shuangqi_lab::commands::{self, Commands};
use shuangqi_lab::{LabGame, compare};

use crate::arena::config::{Adjudication, DrawRule, EngineConfig, Protocol, ResignRule};
use crate::arena::generator::{Generator, Lines, Requirements};
use crate::arena::record::GameRecord;
use crate::{perft, play};

/// No file of weights is larger, whatever its remarks.
const MAX_WEIGHTS_BYTES: u64 = 64 << 20;

/// Writes a game as a line of GGF: the game, its engines by seat, the site.
pub type WriteGgf = fn(&GameRecord, [Option<&EngineConfig>; 2], Option<&str>) -> Result<String, Failure>;

/// A game, and what some of the commands do with it.
pub struct Entry {
    /// Its sessions and engines.
    pub any: &'static dyn AnyGame,
    /// Names and units.
    pub info: GameInfo,
    /// The start position.
    pub start: &'static str,
    /// Counts the leaves of its trees.
    pub perft: fn(&perft::Args) -> Result<Exit, Failure>,
    /// Compares algorithms on its positions, and shows its search trees.
    pub lab: &'static Commands,
    /// What only matches want to know of it.
    pub matches: MatchSettings,
    /// Random openings by their moves, level and different from each other; the same ones for the same seed.
    pub random_openings: fn(u64) -> Lines,
    /// Writes GGF, in which openings can be read then too.
    pub ggf: Option<WriteGgf>,
    /// Plays it at the terminal.
    pub play: fn(&play::Args) -> Result<Exit, Failure>,
}

impl Debug for Entry {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Entry({})", self.info.name)
    }
}

impl Entry {
    /// The entry of the game with these positions.
    pub const fn of<P: LabGame>() -> Entry {
        Entry {
            any: const { &GameEntry::<P>::NEW },
            info: P::INFO,
            start: P::START,
            perft: perft::run::<P>,
            lab: const { &Commands::of::<P>() },
            matches: MatchSettings::NEW,
            random_openings: |seed| {
                Box::new(Generator::<P, _>::new(Requirements::NEW, P::LabEvaluator::default(), seed))
            },
            ggf: None,
            play: play::run::<P>,
        }
    }
}

/// What only matches want to know of a game.
#[derive(Clone, Copy, Debug)]
pub struct MatchSettings {
    /// The protocols of its engines, the usual one first, apart from the engine in this process.
    pub protocols: &'static [Protocol],
    /// What ends the games early by which parameters are tuned.
    pub adjudication: Adjudication,
}

impl MatchSettings {
    /// Those of a game with nothing but the engine in this process.
    pub const NEW: MatchSettings = MatchSettings { protocols: &[], adjudication: Adjudication::NONE };
}

/// The games of `shuangqi`.
pub static BUILT_IN: [Entry; 2] = [OTHELLO, XIANGQI];

const OTHELLO: Entry = Entry {
    lab: &commands::OTHELLO,
    matches: MatchSettings { protocols: &[Protocol::Gtp, Protocol::Nboard], ..MatchSettings::NEW },
    random_openings: |seed| {
        // As long as the lines of the XOT list, and within three discs.
        let requirements = Requirements { plies: 8, depth: 5, most: 300, each: None };
        Box::new(Generator::<::othello::Position, _>::new(requirements, Endgame::new(Classical), seed))
    },
    ggf: Some(ggf::line),
    ..Entry::of::<::othello::Position>()
};

const XIANGQI: Entry = Entry {
    lab: &commands::XIANGQI,
    matches: MatchSettings {
        protocols: &[Protocol::Uci, Protocol::Ucci, Protocol::Xboard],
        // As in the matches of `data/laboratory/elo.md`.
        adjudication: Adjudication {
            resign: Some(ResignRule { moves: 4, score: 900, is_two_sided: false }),
            draw: Some(DrawRule { from_move: 60, moves: 8, score: 20 }),
            most_moves: Some(150),
            solve_empties: None,
        },
    },
    random_openings: |seed| {
        // Within less than half a soldier, by moves that lose nothing: random ones alone expose generals and leave pieces
        // to threats that a short search does not see.
        let requirements = Requirements { plies: 8, depth: 4, most: 40, each: Some((1, 60)) };
        let evaluator = xiangqi::evaluator::Classical::default();
        Box::new(Generator::<xiangqi::Position, _>::new(requirements, evaluator, seed))
    },
    ..Entry::of::<xiangqi::Position>()
};

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
        self.info.colours[seat.index()]
    }

    /// Whether its engines are played over this protocol.
    pub(crate) fn is_played_over(self, protocol: Protocol) -> bool {
        protocol.is_internal() || self.matches.protocols.contains(&protocol)
    }

    /// The protocol of an engine of which none is given.
    pub(crate) fn usual_protocol(self) -> Protocol {
        self.matches.protocols.first().copied().unwrap_or(Protocol::Internal)
    }

    /// The names of its protocols, as sentences list them: `uci, ucci, xboard or internal`.
    pub(crate) fn protocol_names(self) -> String {
        let mut names =
            self.matches.protocols.iter().map(|protocol| protocol.name()).collect::<Vec<_>>().join(", ");
        if !names.is_empty() {
            names.push_str(" or ");
        }
        names + Protocol::Internal.name()
    }

    /// The name of the default set of rules; empty where there is only one.
    pub(crate) fn default_rules(self) -> &'static str {
        self.info.rules.unwrap_or_default()
    }

    /// A session that begins with this board, under these rules if there are several sets.
    pub(crate) fn session(self, board: &str, rules: &str) -> Result<Box<dyn AnySession>, BadInput> {
        let rules: &[&str] = if rules.is_empty() || self.info.rules.is_none() { &[] } else { &[rules] };
        self.any.session(board, rules)
    }

    /// The contents of a file of weights, and the weights.
    ///
    /// # Errors
    /// A file that cannot be read, or is none of weights of the game's evaluator.
    pub(crate) fn read_weights(self, path: &str) -> Result<(Vec<u8>, AnyWeights), BadInput> {
        let contents = read_weights_file(path, self.info.title)?;
        let weights = self.any.parse_weights(path, &contents)?;
        Ok((contents, weights))
    }

    /// The name with its description, for the help of an option.
    pub fn possible_value(self) -> PossibleValue {
        PossibleValue::new(self.info.name).help(self.info.summary)
    }
}

/// The contents of a file of weights.
///
/// # Errors
/// A file that cannot be read.
pub(crate) fn read_weights_file(path: &str, title: &str) -> Result<Vec<u8>, BadInput> {
    read_file(Path::new(path), MAX_WEIGHTS_BYTES).map_err(|error| {
        let expected = format!("weights of an evaluator of {title}");
        let remedy = "Name a file of weights, or leave the option out";
        BadInput::new("file of weights", None, error.to_string(), expected, remedy).at(path, 1)
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn protocols_are_listed_by_game() {
        assert_eq!(Game::OTHELLO.protocol_names(), "gtp, nboard or internal");
        assert_eq!(Game::XIANGQI.protocol_names(), "uci, ucci, xboard or internal");
    }
}
