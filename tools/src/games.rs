//! The games of the program: the one list of them.

use std::fmt::{self, Debug};
use std::sync::OnceLock;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser, ValueParserFactory};
use shuangqi_arena::games::{self, Game, Games};
use shuangqi_cli::{Exit, Failure};
use shuangqi_lab::{Commands, LabGame, compare};
use shuangqi_puzzles::{self as puzzles, PuzzleGame};

use crate::bench::{self, Work};
use crate::{book, perft, play};

/// Finds the puzzles of a game.
pub type FindPuzzles = fn(Game, &puzzles::Args) -> Result<Exit, Failure>;

/// A game, and what the commands do with it.
pub struct Entry {
    /// Its sessions, its engines and its matches.
    pub game: Game,
    /// Compares algorithms on its positions, and shows its search trees.
    pub lab: &'static Commands,
    /// Counts the leaves of its trees.
    pub perft: fn(&perft::Args) -> Result<Exit, Failure>,
    /// Plays it at the terminal.
    pub play: fn(&play::Args) -> Result<Exit, Failure>,
    /// Builds and verifies books of its openings.
    pub book: book::BookCommands,
    /// Finds puzzles in its games, where that is known to do.
    pub puzzles: Option<FindPuzzles>,
    /// Does a fixed amount of work.
    pub bench: [Work; 2],
}

impl Debug for Entry {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Entry({})", self.game.info.name)
    }
}

impl Entry {
    /// The entry of the game with these positions.
    pub const fn of<P: LabGame>() -> Entry {
        Entry::new::<P>(Game::new(const { &games::Entry::of::<P>() }), const { &Commands::of::<P>() })
    }

    /// The same for a game with settings of its own for matches.
    const fn new<P: LabGame>(game: Game, lab: &'static Commands) -> Entry {
        let (perft, play, bench) = (perft::run::<P>, play::run::<P>, bench::works::<P>());
        Entry { game, lab, perft, play, book: book::BookCommands::of::<P>(), puzzles: None, bench }
    }

    /// The same for a game with puzzles.
    const fn with_puzzles<P: LabGame + PuzzleGame>(game: Game, lab: &'static Commands) -> Entry {
        Entry { puzzles: Some(puzzles::run::<P>), ..Entry::new::<P>(game, lab) }
    }
}

/// The games of `shuangqi`: one that is added here is in every command and page.
pub static BUILT_IN: [Entry; 2] = [
    Entry::with_puzzles::<othello::Position>(Game::OTHELLO, &shuangqi_lab::OTHELLO),
    Entry::with_puzzles::<xiangqi::Position>(Game::XIANGQI, &shuangqi_lab::XIANGQI),
];

static KNOWN: OnceLock<&'static [Entry]> = OnceLock::new();

/// Decides which games the commands know, in the order in which they name them; to be called first, and once.
pub(crate) fn set_known(games: &'static [Entry]) {
    // A second call changes nothing.
    let _ = KNOWN.set(games);
}

fn known() -> &'static [Entry] {
    KNOWN.get_or_init(|| &BUILT_IN)
}

/// The games that the commands know.
pub(crate) fn games() -> Games {
    known().iter().map(|entry| entry.game).collect()
}

/// The works of the bench, by game.
pub(crate) fn bench_works() -> Vec<[Work; 2]> {
    known().iter().map(|entry| entry.bench).collect()
}

/// One of the games, as the command line names it.
#[derive(Clone, Copy, Debug)]
pub struct GameArg(pub(crate) &'static Entry);

impl GameArg {
    pub(crate) fn named(name: &str) -> Option<GameArg> {
        known().iter().find(|entry| entry.game.info.name == name).map(GameArg)
    }
}

/// The names of the games with what they are.
fn names() -> impl Iterator<Item = PossibleValue> {
    known().iter().map(|entry| PossibleValue::new(entry.game.info.name).help(entry.game.info.summary))
}

impl ValueParserFactory for GameArg {
    type Parser = ValueParser;

    fn value_parser() -> ValueParser {
        PossibleValuesParser::new(names()).try_map(|name| GameArg::named(&name).ok_or("no such game")).into()
    }
}

/// One game, or all of them one after the other.
#[derive(Clone, Debug)]
pub struct GamesArg(Vec<&'static Entry>);

impl ValueParserFactory for GamesArg {
    type Parser = ValueParser;

    fn value_parser() -> ValueParser {
        let titles: Vec<&str> = known().iter().map(|entry| entry.game.info.title).collect();
        // Two games are both; more are all.
        let every = if titles.len() == 2 { "both" } else { "all" };
        let last = PossibleValue::new(every).help(titles.join(", then "));
        let chosen = |name: String| match GameArg::named(&name) {
            Some(GameArg(entry)) => GamesArg(vec![entry]),
            None => GamesArg(known().iter().collect()),
        };
        PossibleValuesParser::new(names().chain([last])).map(chosen).into()
    }
}

impl GameArg {
    /// Finds puzzles.
    ///
    /// # Errors
    /// A game that has none, and as [`puzzles::run`].
    pub(crate) fn puzzles(self, args: &puzzles::Args) -> Result<Exit, Failure> {
        let Some(run) = self.0.puzzles else {
            let known: Vec<_> = known()
                .iter()
                .filter(|entry| entry.puzzles.is_some())
                .map(|entry| entry.game.name())
                .collect();
            let (found, expected) = (self.0.game.name(), known.join(" or "));
            return Err(Failure::Usage(format!(
                "puzzles: found {found}, expected a game with puzzles: {expected}"
            )));
        };
        run(self.0.game, args)
    }
}

impl GamesArg {
    /// Compares algorithms in each of the games.
    pub(crate) fn compare(&self, args: &compare::Args) -> Result<Exit, Failure> {
        let prepare = |entry: &&Entry| (entry.lab.compare)(args, self.0.len() > 1);
        compare::run(args, &self.0.iter().map(prepare).collect::<Result<Vec<_>, _>>()?)
    }
}
