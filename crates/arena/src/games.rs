//! Games as matches meet them.

use std::fmt::{self, Debug, Display};
use std::ops::Deref;
use std::path::Path;

use ::othello::endgame::Endgame;
use ::othello::evaluator::Classical;
use game::any::{AnyGame, AnySession, AnyWeights, GameEntry};
use game::{GameInfo, Seat};
use serde::{Serialize, Serializer};
use shuangqi_cli::{BadInput, weights};
use shuangqi_lab::LabGame;

use crate::config::{Adjudication, DrawRule, ResignRule};
use crate::generator::{Generator, Lines, Requirements};

/// A game, and what some of the commands do with it.
pub struct Entry {
    /// Its sessions and engines.
    pub any: &'static dyn AnyGame,
    /// Names and units.
    pub info: GameInfo,
    /// The start position.
    pub start: &'static str,
    /// The adjudication of the games by which parameters are tuned.
    pub adjudication: Adjudication,
    /// Random openings by their moves, level and different from each other; the same ones for the same seed.
    pub random_openings: fn(u64) -> Lines,
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
            adjudication: Adjudication::NONE,
            random_openings: |seed| {
                Box::new(Generator::<P, _>::new(Requirements::NEW, P::LabEvaluator::default(), seed))
            },
        }
    }
}

static OTHELLO: Entry = Entry {
    random_openings: |seed| {
        // As long as the lines of the XOT list, and within three discs.
        let requirements = Requirements { plies: 8, depth: 5, most: 300, each: None };
        Box::new(Generator::<::othello::Position, _>::new(requirements, Endgame::new(Classical), seed))
    },
    ..Entry::of::<::othello::Position>()
};

static XIANGQI: Entry = Entry {
    // As in the matches of `data/laboratory/elo.md`.
    adjudication: Adjudication {
        resign: Some(ResignRule { moves: 4, score: 900, is_two_sided: false }),
        draw: Some(DrawRule { from_move: 60, moves: 8, score: 20 }),
        most_moves: Some(150),
        solve_empties: None,
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

/// The games that a program knows, in the order in which its commands name them.
#[derive(Clone, Debug)]
pub struct Games(Vec<Game>);

impl Games {
    /// The games of this module.
    pub fn built_in() -> Games {
        Games(vec![Game::OTHELLO, Game::XIANGQI])
    }

    /// The games in order.
    pub fn all(&self) -> impl Iterator<Item = Game> {
        self.0.iter().copied()
    }

    /// The game of this name, in letters of any case.
    pub fn named(&self, name: &str) -> Option<Game> {
        self.all().find(|game| name.eq_ignore_ascii_case(game.info.name))
    }

    /// The names, as sentences list them with these words between: `othello or xiangqi`.
    pub fn names(&self, between: &str) -> String {
        self.all().map(Game::name).collect::<Vec<_>>().join(between)
    }
}

impl FromIterator<Game> for Games {
    fn from_iter<I: IntoIterator<Item = Game>>(games: I) -> Games {
        Games(games.into_iter().collect())
    }
}

/// One of the games.
#[derive(Clone, Copy)]
pub struct Game(&'static Entry);

impl Game {
    /// Othello.
    pub const OTHELLO: Game = Game(&OTHELLO);
    /// Xiangqi.
    pub const XIANGQI: Game = Game(&XIANGQI);

    /// The game of this entry.
    pub const fn new(entry: &'static Entry) -> Game {
        Game(entry)
    }

    /// The name as options and records spell it.
    pub fn name(self) -> &'static str {
        self.info.name
    }

    /// The colour of a seat, as sentences name it.
    pub fn colour(self, seat: Seat) -> &'static str {
        self.info.colours[seat.index()]
    }

    /// The name of the default set of rules; empty where there is only one.
    pub fn default_rules(self) -> &'static str {
        self.info.rules.unwrap_or_default()
    }

    /// A session that begins with this board, under these rules if there are several sets.
    pub fn session(self, board: &str, rules: &str) -> Result<Box<dyn AnySession>, BadInput> {
        let rules: &[&str] = if rules.is_empty() || self.info.rules.is_none() { &[] } else { &[rules] };
        self.any.session(board, rules)
    }

    /// The contents of a file of weights, and the weights.
    ///
    /// # Errors
    /// A file that cannot be read, or is none of weights of the game's evaluator.
    pub fn read_weights(self, path: impl AsRef<Path>) -> Result<(Vec<u8>, AnyWeights), BadInput> {
        let path = path.as_ref();
        let contents = weights::contents(path, self.info.title)?;
        let weights = self.any.parse_weights(&path.to_string_lossy(), &contents)?;
        Ok((contents, weights))
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
