//! `shuangqi play`: a game against the engine at the terminal.

use shuangqi_cli::sink::Sink;
use shuangqi_cli::{Exit, Failure, interrupt};
use shuangqi_engine::EngineArguments;
use shuangqi_engine::engine::Engine;
use shuangqi_engine::terminal::{self, Input, TerminalOptions};
use shuangqi_texts::Language;

const EXAMPLES: &str = "\
The game's commands, to be typed at its prompt, are listed by help: the limits
and sides of these options, moves, undo, hint, save and others.

Examples:
  shuangqi play othello --strength 5
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
    /// Strength of the engine: from 1, which a beginner beats, to 20, a second for each move
    #[arg(long, value_name = "N", group = "limit")]
    strength: Option<u8>,
    /// Depth where nothing else limits the engine, 1 to 60; Othello: more near the end
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
    /// Xiangqi: how moves are written: chinese, traditional, wxf or iccs
    #[arg(long, value_name = "NOTATION")]
    notation: Option<String>,
    /// Xiangqi: boards in letters instead of Chinese characters
    #[arg(long)]
    letters: bool,
    /// Repeat the choice among opening moves that are about as good as the best. With a
    /// person at the terminal games differ without it; those of a script are the same
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// The language: en, zh-Hans, zh-Hant or ja [default: that of the system at a terminal,
    /// English elsewhere]
    #[arg(long, value_name = "TAG")]
    lang: Option<Language>,
    #[command(flatten)]
    engine_arguments: EngineArguments,
}

impl Args {
    /// Commands of the game, carried out before it is shown.
    fn setup(&self) -> Vec<String> {
        let command = |name: &str, value: Option<String>| value.map(|value| format!("{name} {value}"));
        let commands = [
            self.letters.then(|| "letters".to_owned()),
            command("notation", self.notation.clone()),
            command("engine", self.engine.clone()),
            command("strength", self.strength.map(|strength| strength.to_string())),
            command("level", self.level.map(|level| level.to_string())),
            command("depth", self.depth.map(|depth| depth.to_string())),
            command("nodes", self.nodes.map(|nodes| nodes.to_string())),
            command("time", self.time.map(|seconds| seconds.to_string())),
            command("set", self.position.clone()),
            self.moves.clone(),
        ];
        commands.into_iter().flatten().collect()
    }
}

/// Plays a game.
pub fn run<P: game::Game>(args: &Args) -> Result<Exit, Failure> {
    let options = TerminalOptions {
        limit: None,
        in_letters: args.letters,
        language: args.lang,
        setup: args.setup(),
        protocols: &[],
        seed: args.seed,
    };
    let mut engine = Engine::new(args.engine_arguments.engine::<P>()?, Sink::stdout());
    terminal::run(&mut engine, &options, &Input::stdin(), &interrupt::events()?)?;
    Ok(Exit::Success)
}
