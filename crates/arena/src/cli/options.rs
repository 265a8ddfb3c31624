//! The options of a match by their headings in the help.

use std::path::PathBuf;
use std::time::Duration;

use shuangqi_cli::Failure;
use shuangqi_cli::args::{FormatArgs, ProgressArgs};
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::program::nearest;

use super::engine::EngineWords;
use super::segment::parse;
use super::segments::{LogArgs, OpeningArgs, RulesArgs, SprtSegment};
use super::usage;
use super::values::{MOST, concurrency, milliseconds, number, processors};
use crate::config::{
    Adjudication, Affinity, Book, Concurrency, DrawRule, EngineConfig, Layout, Order, PgnFile, ResignRule,
    Timeouts, Tournament,
};
use crate::games::{Game, Games};
use crate::match_config::MatchConfig;

/// What follows an option that takes keys.
const KEYS: &str = "KEY=VALUE…";
/// Rounds of a match that ends by a test; far more than one needs.
const ROUNDS_OF_A_TEST: u32 = 50_000;
/// Options that have no meaning for a queue, whose file says what is played.
const NOT_IN_A_QUEUE: &str = "PlayerArgs OpeningsArgs ScheduleArgs AdjudicationArgs use_affinity recover wait \
    startup_ms ucinewgame_ms answer_ms state resume out pgnout ggfout epdout event site log";
/// More empty squares take hours to solve.
const MOST_EMPTIES: u32 = 26;

#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Who plays what")]
pub struct PlayerArgs {
    /// The game
    #[arg(long, visible_alias = "variant")]
    pub game: Option<String>,
    /// An engine and its conditions; once for each engine. Keys:
    #[arg(long = "engine", value_name = KEYS, value_parser = EngineWords::parse)]
    pub engines: Vec<EngineWords>,
    /// The same for every engine, unless its own -engine says otherwise; keys as for -engine
    #[arg(long, value_name = KEYS, value_parser = EngineWords::parse)]
    pub each: Option<EngineWords>,
    /// The rules of Xiangqi, of the referee and of engines with proto=internal: asian, pikafish, checks-only or plain
    /// (asian); processes have options of their own, that of this project Repetition Rule and Move Limit. Keys:
    #[arg(long, value_name = KEYS, value_parser = parse::<RulesArgs>)]
    pub rules: Option<RulesArgs>,
}

impl PlayerArgs {
    /// The game, if one is named.
    ///
    /// # Errors
    /// A name that no game has.
    pub fn game(&self, games: &Games) -> Result<Option<Game>, Failure> {
        let unknown = |name: &str| {
            let meant = nearest(name, games.all().map(Game::name));
            let meant = meant.map(|name| format!("; did you mean {name}?")).unwrap_or_default();
            usage(format!("-game {}: expected {}{meant}", quote(name), games.names(" or ")))
        };
        let named = |name: &String| games.named(name).ok_or_else(|| unknown(name));
        self.game.as_ref().map(named).transpose()
    }

    /// The rules of the referee, as the game reads them; `before` has those that are not named.
    ///
    /// # Errors
    /// Rules that the game does not have.
    pub fn rules(&self, game: Game, before: Option<&MatchConfig>) -> Result<String, Failure> {
        let base = before.map_or_else(|| game.default_rules(), |config| config.rules.as_str());
        let Some(own) = self.rules.as_ref().filter(|_| game.info.rules.is_some()) else {
            return Ok(base.to_owned());
        };
        let moves = own.moves.map(|moves| format!("moves={moves}"));
        let names: Vec<&str> =
            [Some(base), own.name.as_deref(), moves.as_deref()].into_iter().flatten().collect();
        game.any.rules(&names).map_err(|bad| usage(format!("-rules: {bad}")))
    }

    /// The engines, or those of the journal.
    ///
    /// # Errors
    /// An engine without what it needs, fewer than two, or two of the same name.
    pub fn engines(&self, game: Game, before: Option<&MatchConfig>) -> Result<Vec<EngineConfig>, Failure> {
        if let Some(config) = before.filter(|_| self.engines.is_empty()) {
            return match self.each {
                Some(_) => Err(usage("-each needs the engines beside it; leave it out, or repeat -engine")),
                None => Ok(config.engines.clone()),
            };
        }
        let engine = |own: &EngineWords| own.config(self.each.as_ref(), game).map_err(usage);
        let engines = self.engines.iter().map(engine).collect::<Result<Vec<_>, _>>()?;
        if engines.len() < 2 {
            return Err(usage("a match needs two engines; give another -engine"));
        }
        let is_known = |index: usize| engines[..index].iter().any(|other| other.name == engines[index].name);
        match (0..engines.len()).find(|&index| is_known(index)) {
            Some(index) => {
                let name = quote(&engines[index].name);
                Err(usage(format!("two engines are called {name}; give each a name= of its own")))
            }
            None => Ok(engines),
        }
    }
}

#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Where games begin")]
pub struct OpeningsArgs {
    /// Where games begin; each opening is played with both colours. Keys:
    #[arg(long, value_name = KEYS, value_parser = parse::<OpeningArgs>)]
    openings: Option<OpeningArgs>,
    /// Seed of shuffled and generated openings (1)
    #[arg(long, visible_alias = "seed", value_name = "N", value_parser = number(0..=u64::MAX))]
    srand: Option<u64>,
}

impl OpeningsArgs {
    /// Where openings come from, if the command line says it.
    pub fn book(&self) -> Option<Book> {
        self.openings.as_ref().map(|openings| openings.book.clone())
    }

    /// The source of the openings for readers: the file, or that they are generated.
    pub fn source(&self, before: Option<&MatchConfig>) -> String {
        let file = self.openings.as_ref().map(|openings| openings.book.file.clone());
        let known = file.unwrap_or_else(|| before.map(|config| config.openings.clone()));
        known.unwrap_or_else(|| "generated".to_owned())
    }

    /// The layout with the order of the openings. Generated openings are in no order: shuffled, a longer match would begin
    /// with others.
    pub fn ordered(&self, layout: Layout, is_new: bool) -> Layout {
        let openings = self.openings.as_ref();
        let is_generated = is_new && openings.is_none_or(|openings| openings.book.file.is_none());
        let order = openings.and_then(|openings| openings.order).unwrap_or(layout.order);
        Layout {
            order: if is_generated { Order::Sequential } else { order },
            first: openings.and_then(|openings| openings.start).map_or(layout.first, |start| start - 1),
            seed: self.srand.unwrap_or(layout.seed),
            ..layout
        }
    }

    pub fn check(&self) -> Result<(), Failure> {
        match &self.openings {
            Some(OpeningArgs { book: Book { file: None, .. }, .. }) => {
                Err(usage("-openings needs file=; without it, openings are generated by the seed alone"))
            }
            _ => Ok(()),
        }
    }
}

#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Which games there are")]
pub struct ScheduleArgs {
    /// round-robin: each engine against each other; gauntlet: the first against all others (round-robin)
    #[arg(long, value_name = "KIND", ignore_case = true, hide_possible_values = true)]
    tournament: Option<Tournament>,
    /// In a gauntlet, the first N engines play the others (1)
    #[arg(long, value_name = "N", value_parser = number(1..=1000_u32))]
    seeds: Option<u32>,
    /// Encounters of each two engines (1; with -sprt as many as it takes, up to 50000)
    #[arg(long, value_name = "N", value_parser = number(1..=MOST))]
    rounds: Option<u32>,
    /// Games of an encounter (2: the same opening with either colour)
    #[arg(long, value_name = "N", value_parser = number(1..=1_000_000_u32))]
    games: Option<u32>,
    /// Games in a row from one opening, 1 or 2 (2); two are a pair, and statistics count pairs
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "2", value_parser = number(1..=2_u32))]
    repeat: Option<u32>,
    /// Keep colours: the engine named first always moves first
    #[arg(long)]
    noswap: bool,
}

impl ScheduleArgs {
    /// The layout of the games, without the order of the openings.
    pub fn layout(&self, is_test: bool, before: Option<Layout>) -> Result<Layout, Failure> {
        let games = self.games.or(before.map(|layout| layout.games)).unwrap_or(2);
        let most = if self.noswap { 1 } else { 2 };
        let usual = || before.map_or(games.min(most), |layout| layout.repeat);
        let repeat = self.repeat.unwrap_or_else(usual);
        if !games.is_multiple_of(repeat) {
            return Err(usage(format!(
                "-games {games} with -repeat {repeat} leaves half a pair; give an even -games, or -repeat 1"
            )));
        }
        let rounds = if is_test { ROUNDS_OF_A_TEST } else { 1 };
        let base = before.unwrap_or(Layout { rounds, ..Layout::default() });
        Ok(Layout {
            tournament: self.tournament.unwrap_or(base.tournament),
            seeds: self.seeds.unwrap_or(base.seeds),
            rounds: self.rounds.unwrap_or(base.rounds),
            games,
            repeat,
            swaps: base.swaps && !self.noswap,
            ..base
        })
    }

    pub fn check(&self, config: &MatchConfig) -> Result<(), Failure> {
        let Layout { tournament, seeds, .. } = config.layout;
        if seeds > 1 && tournament != Tournament::Gauntlet {
            return Err(usage("-seeds is for -tournament gauntlet"));
        }
        if tournament == Tournament::Gauntlet && seeds as usize >= config.engines.len() {
            return Err(usage("-seeds leaves no opponent; give fewer seeds or more engines"));
        }
        Ok(())
    }
}

#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "What ends games and the match")]
pub struct AdjudicationArgs {
    /// Stop the match once a sequential test between two engines is decided; it counts finished pairs. Keys:
    #[arg(long, value_name = KEYS, value_parser = parse::<SprtSegment>)]
    pub sprt: Option<SprtSegment>,
    /// A player that reports a lost position has lost. Keys:
    #[arg(long, value_name = KEYS, value_parser = parse::<ResignRule>)]
    resign: Option<ResignRule>,
    /// A game that both players report as level is drawn. Keys:
    #[arg(long, value_name = KEYS, value_parser = parse::<DrawRule>)]
    draw: Option<DrawRule>,
    /// A game is drawn after N full moves
    #[arg(long, value_name = "N", value_parser = number(1..=MOST))]
    maxmoves: Option<u32>,
    /// Othello: from this number of empty squares on, the exact solver decides the result (14 takes a moment)
    #[arg(long, value_name = "EMPTIES", value_parser = number(1..=MOST_EMPTIES))]
    solve: Option<u32>,
}

impl AdjudicationArgs {
    /// What ends games early.
    pub fn rules(&self, before: Option<Adjudication>) -> Adjudication {
        let base = before.unwrap_or_default();
        Adjudication {
            resign: self.resign.or(base.resign),
            draw: self.draw.or(base.draw),
            most_moves: self.maxmoves.or(base.most_moves),
            solve_empties: self.solve.or(base.solve_empties),
        }
    }
}

#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "How it is carried out")]
pub struct RunArgs {
    /// Games at the same time; 0: as many as processors, -1: all but one (auto: the physical cores but one, over the
    /// largest Threads option)
    #[arg(long, value_name = "N", value_parser = concurrency)]
    pub concurrency: Option<Concurrency>,
    /// Pin each game's engines to processors of their own: of all, or of these, as in 0-3,8
    #[arg(long, visible_alias = "affinity", value_name = "CPUS", num_args = 0..=1, default_missing_value = "all",
          value_parser = processors)]
    pub use_affinity: Option<Affinity>,
    /// Begin even if an engine cannot be started: its games are lost
    #[arg(long)]
    pub recover: bool,
    /// Pause before each game
    #[arg(long, value_name = "MS", value_parser = milliseconds)]
    pub wait: Option<Duration>,
    /// How long an engine may take to start (10000)
    #[arg(long, value_name = "MS", value_parser = milliseconds)]
    startup_ms: Option<Duration>,
    /// How long an engine may take to be ready for a game (60000)
    #[arg(long, visible_alias = "ping-ms", value_name = "MS", value_parser = milliseconds)]
    ucinewgame_ms: Option<Duration>,
    /// How long a move may take where no clock runs (600000)
    #[arg(long, value_name = "MS", value_parser = milliseconds)]
    answer_ms: Option<Duration>,
}

impl RunArgs {
    /// How long engines may be silent.
    pub fn timeouts(&self, base: Timeouts) -> Timeouts {
        Timeouts {
            start: self.startup_ms.unwrap_or(base.start),
            ready: self.ucinewgame_ms.unwrap_or(base.ready),
            answer: self.answer_ms.unwrap_or(base.answer),
            quit: base.quit,
        }
    }
}

#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "What is kept and written")]
pub struct FileArgs {
    /// Keep every finished game in this journal, and resume the match that is in it
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,
    /// Resume the match of this journal; no other option is needed, but -rounds may grow, and how it is carried out and
    /// shown may change
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Play the tests of recipes that FILE lists, one after the other, at a low priority: counts are kept in
    /// FILE's name with the ending .state, from where the same command continues, and results with the ending .csv
    #[arg(long, value_name = "FILE", conflicts_with_all = NOT_IN_A_QUEUE.split_whitespace())]
    pub queue: Option<PathBuf>,
    /// Everything in a folder: the journal if -state names no other, games.pgn, games.ggf (Othello), games.json,
    /// final.epd, summary.json, report.html; and run.json, which says whose results they are
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Every game as PGN, added to the file as soon as it ends; what the file holds already stays. Keys:
    #[arg(long, value_name = KEYS, value_parser = parse::<PgnFile>)]
    pub pgnout: Option<PgnFile>,
    /// The same as GGF (Othello)
    #[arg(long, value_name = "FILE")]
    pub ggfout: Option<PathBuf>,
    /// All final positions, written at the end of the match
    #[arg(long, value_name = "FILE")]
    pub epdout: Option<PathBuf>,
    /// Replace files that this program has not written, and remove the results of another match
    #[arg(long)]
    pub force: bool,
    /// The event, for game files
    #[arg(long, value_name = "TEXT")]
    pub event: Option<String>,
    /// The site, for game files
    #[arg(long, value_name = "TEXT")]
    pub site: Option<String>,
    /// What is sent to engines (>) and what they answer (<), with the seconds since the start; log= of -engine: of that
    /// engine alone. Keys:
    #[arg(long, value_name = KEYS, value_parser = parse::<LogArgs>)]
    pub log: Option<LogArgs>,
}

impl FileArgs {
    pub fn check(&self) -> Result<(), Failure> {
        if self.state.is_some() && self.resume.is_some() {
            return Err(usage("-resume names the journal; leave -state out"));
        }
        Ok(())
    }
}

#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "What is shown")]
pub struct DisplayArgs {
    #[command(flatten)]
    pub format: FormatArgs,
    #[command(flatten)]
    pub progress: ProgressArgs,
    /// Figures after every N games among plain lines; 0: only at the end (10)
    #[arg(long, value_name = "N", value_parser = number(0..=MOST))]
    pub ratinginterval: Option<u32>,
}
