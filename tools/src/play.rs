//! `shuangqi play`: a game against the engine at the terminal. Othello and Xiangqi have the one of their engines; any other
//! game has [`board_game`].

pub mod board_game;

use std::io::stdout;
use std::num::NonZero;
use std::sync::Arc;

use ::othello::engine::player::Player;
use ::othello::engine::terminal as othello_terminal;
use ::othello::level::Level;
use ::xiangqi::engine::terminal as xiangqi_terminal;
use ::xiangqi::notation::Script;
use shuangqi_cli::args::{HashSize, Threads};
use shuangqi_cli::memory::{self, TooLarge};
use shuangqi_cli::sink::Sink;
use shuangqi_cli::{Exit, Failure};

use crate::games::Game;

const EXAMPLES: &str = "\
The game's commands, to be typed at its prompt, are listed by help: the limits
and sides of these options, moves, undo, hint, save and others.

Examples:
  shuangqi play othello --level 8
  shuangqi play xiangqi --engine red --time 1 --notation wxf
  shuangqi play othello --engine both --nodes 1000";

/// Play against the engine at the terminal
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// What the engine plays: one of the game's colours, both or none [default: the
    /// colour that moves second]
    #[arg(long, value_name = "SIDE")]
    engine: Option<String>,
    /// Strength where nothing else limits the engine, 1 to 60
    #[arg(long, value_name = "N", group = "limit")]
    level: Option<u8>,
    /// The depth that the engine searches, in plies
    #[arg(long, value_name = "N", group = "limit")]
    depth: Option<u8>,
    /// Positions that the engine visits for a move
    #[arg(long, value_name = "N", group = "limit")]
    nodes: Option<u64>,
    /// Seconds that the engine takes for a move
    #[arg(long, value_name = "SECONDS", group = "limit")]
    time: Option<f64>,
    /// The position to begin from: a FEN, or 64 cells and the side to move
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// Moves that are played first, as they are typed in the game
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Xiangqi: how moves are written: chinese, wxf or iccs
    #[arg(long, value_name = "NOTATION")]
    notation: Option<String>,
    /// Xiangqi: boards in letters instead of Chinese characters
    #[arg(long)]
    letters: bool,
    /// Evaluate by the weights of this file instead of those of the program
    #[arg(long, value_name = "FILE")]
    eval: Option<String>,
    /// Size of the transposition table: a number and a unit, as in 64M
    #[arg(long, value_name = "SIZE")]
    hash: Option<HashSize>,
    /// Threads that search together: a number, or auto for one per processor core
    #[arg(long, value_name = "N", default_value = "1")]
    threads: Threads,
}

/// How a game at the terminal begins.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Commands of the game, carried out before it is shown.
    pub commands: Vec<String>,
    /// The size of the transposition table in bytes; `None`: the engine's own.
    pub hash_bytes: Option<usize>,
    /// How many threads search together.
    pub threads: NonZero<usize>,
    /// The file of the weights of the evaluator; `None`: those of the program.
    pub eval: Option<String>,
}

impl Args {
    fn setup(&self) -> Setup {
        let command = |name: &str, value: Option<String>| value.map(|value| format!("{name} {value}"));
        let commands = [
            self.letters.then(|| "letters".to_owned()),
            command("notation", self.notation.clone()),
            command("engine", self.engine.clone()),
            command("level", self.level.map(|level| level.to_string())),
            command("depth", self.depth.map(|depth| depth.to_string())),
            command("nodes", self.nodes.map(|nodes| nodes.to_string())),
            command("time", self.time.map(|seconds| seconds.to_string())),
            command("set", self.position.clone()),
            self.moves.clone(),
        ];
        Setup {
            commands: commands.into_iter().flatten().collect(),
            hash_bytes: self.hash.map(HashSize::bytes),
            threads: self.threads.count(),
            eval: self.eval.clone(),
        }
    }
}

/// Plays a game.
///
/// # Errors
/// An option that the game does not understand, a file of weights or a table that cannot be used, and interruption.
pub fn run(game: Game, args: &Args) -> Result<Exit, Failure> {
    (game.play)(&args.setup())?;
    Ok(Exit::Success)
}

/// Othello at the terminal of its engine.
pub(crate) fn othello(setup: &Setup) -> Result<(), Failure> {
    if let Some(file) = &setup.eval {
        ::othello::command::weights::read(file.as_ref())?.install();
    }
    let mut player = Player::new();
    player.set_threads(setup.threads);
    if let Some(bytes) = setup.hash_bytes {
        memory::take(bytes, player.table_bytes(), || player.resize_table(bytes))
            .map_err(TooLarge::in_option)?;
    }
    othello_terminal::run(player, Level::DEFAULT, &setup.commands, &mut stdout())
}

/// Xiangqi at the terminal of its engine.
pub(crate) fn xiangqi(setup: &Setup) -> Result<(), Failure> {
    if let Some(file) = &setup.eval {
        ::xiangqi::command::weights::read(file)?.install();
    }
    let mut game = xiangqi_terminal::XiangqiGame::new(Script::Characters)?;
    game.set_threads(setup.threads);
    if let Some(bytes) = setup.hash_bytes {
        game.resize_table(bytes).map_err(TooLarge::in_option)?;
    }
    xiangqi_terminal::run(game, &setup.commands, &Arc::new(Sink::stdout()))
}
