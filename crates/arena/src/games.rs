//! Games as matches meet them.

use std::fmt::{self, Debug, Display};
use std::ops::Deref;
use std::path::Path;

use ::othello::endgame::Endgame;
use ::othello::evaluator::Classical;
use ::othello::notation::ggf::{Note, Record, write};
use ::othello::notation::{board, transcript};
use game::any::{AnyGame, AnySession, AnyWeights, GameEntry};
use game::{EngineScore, GameInfo, Seat};
use serde::{Serialize, Serializer};
use shuangqi_cli::{BadInput, Failure, weights};
use shuangqi_lab::LabGame;

use crate::calendar::date_and_time;
use crate::config::{Adjudication, DrawRule, EngineConfig, ResignRule};
use crate::fault::Fault;
use crate::generator::{Generator, Lines, Requirements};
use crate::record::{GameRecord, GameResult, MoveRecord};

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
    /// The adjudication of the games by which parameters are tuned.
    pub adjudication: Adjudication,
    /// Random openings by their moves, level and different from each other; the same ones for the same seed.
    pub random_openings: fn(u64) -> Lines,
    /// Writes GGF, in which openings can be read then too.
    pub ggf: Option<WriteGgf>,
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
            ggf: None,
        }
    }
}

static OTHELLO: Entry = Entry {
    random_openings: |seed| {
        // As long as the lines of the XOT list, and within three discs.
        let requirements = Requirements { plies: 8, depth: 5, most: 300, each: None };
        Box::new(Generator::<::othello::Position, _>::new(requirements, Endgame::new(Classical), seed))
    },
    ggf: Some(ggf_line),
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

/// A game of Othello as GGF, the format of the Generic Game Server, in a line.
fn ggf_line(
    game: &GameRecord,
    engines: [Option<&EngineConfig>; 2],
    site: Option<&str>,
) -> Result<String, Failure> {
    let start: ::othello::Position =
        board::read(&game.start).map_err(|bad| game.unplayable(&bad.to_string()))?;
    let moves: String =
        game.moves.iter().map(|step| step.text.as_str()).filter(|text| *text != "pass").collect();
    let replayed = transcript::read(start, &moves).map_err(|_| game.bad_move(&moves))?;
    let written: usize = game.moves.len();
    let mut notes: Vec<Note> = game.moves.iter().map(ggf_note).collect();
    notes.resize(replayed.moves().len().max(written), Note::default());
    notes.truncate(replayed.moves().len());
    Ok(write(&Record { tags: ggf_tags(game, engines, site), game: replayed, notes }))
}

fn ggf_note(step: &MoveRecord) -> Note {
    let discs = step.claim.and_then(|claim| match claim {
        EngineScore::Hundredths(score) => Some(f64::from(score) / 100.0),
        EngineScore::Mate(_) => None,
    });
    Note { discs, seconds: step.micros.map(|micros| (micros as f64 / 1e4).round() / 100.0) }
}

fn ggf_tags(
    game: &GameRecord,
    engines: [Option<&EngineConfig>; 2],
    site: Option<&str>,
) -> Vec<(String, String)> {
    let [black, white] = engines.map(|engine| engine.map_or("?", |engine| &engine.name).to_owned());
    let (date, time_of_day) = date_and_time(game.begun);
    let mut tags = vec![
        ("GM", "Othello".to_owned()),
        ("PC", site.unwrap_or("shuangqi").to_owned()),
        ("DT", format!("{date}_{time_of_day}.UTC")),
        ("PB", black),
        ("PW", white),
        ("RE", ggf_result(game)),
        ("TY", "8".to_owned()),
    ];
    match engines.map(|engine| engine.and_then(ggf_time)) {
        [Some(black), Some(white)] if black == white => tags.push(("TI", black)),
        [black, white] => {
            tags.extend(black.map(|time| ("TB", time)));
            tags.extend(white.map(|time| ("TW", time)));
        }
    }
    tags.into_iter().map(|(name, value)| (name.to_owned(), value.replace([']', '['], " "))).collect()
}

/// `15:00/00:02`, `00:10.5/00:00.1`.
fn ggf_time(engine: &EngineConfig) -> Option<String> {
    let clock = engine.clock?;
    let shown = |time: std::time::Duration| {
        let parts = format!("{:.3}", f64::from(time.subsec_millis()) / 1000.0);
        let parts = parts.trim_start_matches('0').trim_end_matches('0').trim_end_matches('.');
        format!("{:02}:{:02}{parts}", time.as_secs() / 60, time.as_secs() % 60)
    };
    Some(format!("{}/{}", shown(clock.base), shown(clock.increment)))
}

/// Black's discs less White's. In a game that did not reach its end all discs count for the winner, with the letter of
/// the reason.
fn ggf_result(game: &GameRecord) -> String {
    if let Some(discs) = game.discs {
        return format!("{discs:+}.000");
    }
    let discs = match game.result {
        GameResult::First => 64,
        GameResult::Draw => 0,
        GameResult::Second => -64,
    };
    let how = match game.fault.as_ref().map(|fault| &fault.fault) {
        Some(Fault::Timeout { .. }) => ":t",
        _ if discs != 0 => ":r",
        _ => "",
    };
    format!("{discs:+}.000{how}")
}
