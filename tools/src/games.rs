//! The games of the program: the one place that lists them.

use std::fmt::{self, Debug};
use std::marker::PhantomData;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser, ValueParserFactory};
use shuangqi_arena::games;
use shuangqi_cli::{Exit, Failure};
use shuangqi_lab::{Commands, LabGame, compare};

use crate::{perft, play};

/// A game, and what the commands do with it.
pub struct Entry {
    /// Its sessions, its engines and its matches.
    pub game: games::Entry,
    /// Counts the leaves of its trees.
    pub perft: fn(&perft::Args) -> Result<Exit, Failure>,
    /// Compares algorithms on its positions, and shows its search trees.
    pub lab: &'static Commands,
    /// Plays it at the terminal.
    pub play: fn(&play::Args) -> Result<Exit, Failure>,
}

impl Debug for Entry {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Entry({})", self.game.info.name)
    }
}

impl Entry {
    /// The entry of the game with these positions.
    pub const fn of<P: LabGame>() -> Entry {
        Entry {
            game: games::Entry::of::<P>(),
            perft: perft::run::<P>,
            lab: const { &Commands::of::<P>() },
            play: play::run::<P>,
        }
    }
}

/// The games that a program knows, in the order in which its commands name them.
pub trait GameList: Clone + Debug + Send + Sync + 'static {
    /// The games.
    const GAMES: &'static [Entry];
}

/// The games of `shuangqi`.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn;

impl GameList for BuiltIn {
    const GAMES: &'static [Entry] = &[
        Entry { game: games::OTHELLO, lab: &shuangqi_lab::OTHELLO, ..Entry::of::<othello::Position>() },
        Entry { game: games::XIANGQI, lab: &shuangqi_lab::XIANGQI, ..Entry::of::<xiangqi::Position>() },
    ];
}

/// The games of a list.
pub(crate) fn games<L: GameList>() -> games::Games {
    L::GAMES.iter().map(|entry| games::Game::from(&entry.game)).collect()
}

/// One of the games of a list, as the command line names it.
#[derive(Clone, Copy, Debug)]
pub struct Chosen<L> {
    pub(crate) entry: &'static Entry,
    list: PhantomData<L>,
}

impl<L: GameList> Chosen<L> {
    fn named(name: &str) -> Option<Chosen<L>> {
        let entry = L::GAMES.iter().find(|entry| entry.game.info.name == name)?;
        Some(Chosen { entry, list: PhantomData })
    }

    pub(crate) fn game(self) -> games::Game {
        games::Game::from(&self.entry.game)
    }
}

/// The names of the games with what they are.
fn names<L: GameList>() -> impl Iterator<Item = PossibleValue> {
    L::GAMES.iter().map(|entry| PossibleValue::new(entry.game.info.name).help(entry.game.info.summary))
}

impl<L: GameList> ValueParserFactory for Chosen<L> {
    type Parser = ValueParser;

    fn value_parser() -> ValueParser {
        PossibleValuesParser::new(names::<L>())
            .try_map(|name| Chosen::<L>::named(&name).ok_or("no such game"))
            .into()
    }
}

/// One game of a list, or all of them one after the other.
#[derive(Clone, Debug)]
pub struct ChosenGames<L> {
    entries: Vec<&'static Entry>,
    list: PhantomData<L>,
}

impl<L: GameList> ValueParserFactory for ChosenGames<L> {
    type Parser = ValueParser;

    fn value_parser() -> ValueParser {
        let titles: Vec<&str> = L::GAMES.iter().map(|entry| entry.game.info.title).collect();
        // Two games are both; more are all.
        let every = if titles.len() == 2 { "both" } else { "all" };
        let last = PossibleValue::new(every).help(titles.join(", then "));
        PossibleValuesParser::new(names::<L>().chain([last]))
            .map(|name| {
                let entries = match Chosen::<L>::named(&name) {
                    Some(chosen) => vec![chosen.entry],
                    None => L::GAMES.iter().collect(),
                };
                ChosenGames::<L> { entries, list: PhantomData }
            })
            .into()
    }
}

impl<L> ChosenGames<L> {
    /// Compares algorithms in each of the games.
    pub(crate) fn compare(&self, args: &compare::Args) -> Result<Exit, Failure> {
        let prepare = |entry: &&Entry| (entry.lab.compare)(args, self.entries.len() > 1);
        compare::run(args, &self.entries.iter().map(prepare).collect::<Result<Vec<_>, _>>()?)
    }
}
