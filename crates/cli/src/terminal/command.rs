//! The commands that every game has at a terminal. Reading them has no effect but the answer.

use std::num::NonZeroU64;
use std::time::Duration;

use search_core::bad_input::{BadInput, quote};

/// A command, in a game with these sides, positions and settings of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command<S, P, O> {
    /// Nothing.
    Nothing,
    /// Moves to play, as they were typed.
    Play(String),
    /// Let the engine move now, and play this side from now on.
    Go,
    /// Which sides the engine plays.
    Engine(Vec<S>),
    /// Take back to the person's last move.
    Undo,
    /// A new game, from the start or from a position.
    Begin(Option<Box<P>>),
    /// This number of best moves.
    Hint(usize),
    /// The limit of each search.
    Limit(Limit),
    /// Show the board.
    Board,
    /// Show the moves so far.
    Moves,
    /// Write the game to a file.
    Save {
        /// The name of the file.
        path: String,
        /// Whether to replace one that is there.
        is_forced: bool,
    },
    /// End the search.
    Stop,
    /// A setting of the game.
    Set(O),
    /// The list of commands.
    Help,
    /// The end.
    Quit,
}

/// The limit of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// A strength as the game has it, from 1 to [`Syntax::MOST`].
    Level(u8),
    /// A depth in plies, from 1 to [`Limit::DEEPEST`].
    Depth(u8),
    /// The number of positions that a search visits.
    Nodes(NonZeroU64),
    /// The time for each search.
    Time(Duration),
}

impl Limit {
    /// The largest depth that can be asked for, in plies.
    pub const DEEPEST: u8 = 100;
}

/// When a command takes effect during a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Urgency {
    AtOnce,
    InsteadOfTheAnswer,
    AfterTheAnswer,
}

impl<S, P, O> Command<S, P, O> {
    pub(super) fn urgency(&self) -> Urgency {
        match self {
            Command::Undo | Command::Begin(_) => Urgency::InsteadOfTheAnswer,
            Command::Play(_) | Command::Go | Command::Engine(_) | Command::Hint(_) => Urgency::AfterTheAnswer,
            _ => Urgency::AtOnce,
        }
    }
}

/// The syntax of a game's own words.
pub trait Syntax {
    /// A side.
    type Side;
    /// A position.
    type Position;
    /// A setting.
    type Setting;

    /// The highest level.
    const MOST: u8;
    /// What a level N is, for the list of commands.
    const LEVEL: &'static str = "think N plies ahead";
    /// What the engine may play, for a message: `black, white, both or none`.
    const SIDES: &'static str;
    /// The name of a side, for an example.
    const SIDE: &'static str;
    /// Moves, for an example: `a move such as f5`.
    const MOVE: &'static str;

    /// Both sides.
    fn both() -> Vec<Self::Side>;
    /// A side by its name, in lower case.
    fn side(name: &str) -> Option<Self::Side>;
    /// A position.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn position(text: &str) -> Result<Self::Position, BadInput>;
    /// A setting by the whole line, in lower case.
    fn setting(_line: &str) -> Option<Self::Setting> {
        None
    }
    /// Whether a line is meant as moves.
    fn is_move(line: &str) -> bool;
}

/// A command of a game with this syntax.
pub type CommandIn<X> = Command<<X as Syntax>::Side, <X as Syntax>::Position, <X as Syntax>::Setting>;

/// Reads a line.
///
/// # Errors
/// If it is no command, or one whose argument cannot be used.
pub fn parse<X: Syntax>(line: &str) -> Result<CommandIn<X>, BadInput> {
    let (verb, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    let rest = rest.trim();
    Ok(match verb.to_ascii_lowercase().as_str() {
        "" => Command::Nothing,
        "go" | "g" => Command::Go,
        "engine" => Command::Engine(sides::<X>(rest)?),
        "undo" | "u" => Command::Undo,
        "new" | "n" => Command::Begin(None),
        "set" => {
            let before = line.trim_end().chars().count() - rest.chars().count();
            Command::Begin(Some(Box::new(X::position(rest).map_err(|bad| bad.shifted(before))?)))
        }
        "hint" | "h" => Command::Hint(count(rest)?),
        "level" | "l" => Command::Limit(Limit::Level(number("level", rest, X::MOST)?)),
        "depth" => Command::Limit(Limit::Depth(number("depth", rest, Limit::DEEPEST)?)),
        "nodes" => Command::Limit(nodes(rest)?),
        "time" | "t" => Command::Limit(seconds(rest)?),
        "board" | "b" => Command::Board,
        "moves" | "m" => Command::Moves,
        "save" => file(rest)?,
        "stop" | "s" => Command::Stop,
        "help" | "?" => Command::Help,
        "quit" | "exit" | "q" => Command::Quit,
        _ => other::<X>(line.trim(), verb)?,
    })
}

fn other<X: Syntax>(line: &str, verb: &str) -> Result<CommandIn<X>, BadInput> {
    if let Some(setting) = X::setting(&line.to_ascii_lowercase()) {
        return Ok(Command::Set(setting));
    }
    if X::is_move(line) {
        return Ok(Command::Play(line.to_owned()));
    }
    let expected = format!("{}, or a command", X::MOVE);
    Err(BadInput::new("command", None, quote(verb), expected, "Type help for the list of commands"))
}

fn sides<X: Syntax>(text: &str) -> Result<Vec<X::Side>, BadInput> {
    let name = text.to_ascii_lowercase();
    match (name.as_str(), X::side(&name)) {
        (_, Some(side)) => Ok(vec![side]),
        ("both", _) => Ok(X::both()),
        ("none", _) => Ok(Vec::new()),
        _ => {
            let remedy = format!("Type engine {}, for example", X::SIDE);
            Err(BadInput::new("engine", None, quote(text), X::SIDES, remedy))
        }
    }
}

fn count(text: &str) -> Result<usize, BadInput> {
    let count = if text.is_empty() { Some(1) } else { text.parse().ok().filter(|count| *count > 0) };
    count.ok_or_else(|| {
        BadInput::new("hint", None, quote(text), "a number of moves", "Type hint 3, for example")
    })
}

fn number(verb: &'static str, text: &str, most: u8) -> Result<u8, BadInput> {
    text.parse().ok().filter(|number| (1..=most).contains(number)).ok_or_else(|| {
        let expected = format!("a number from 1 to {most}");
        BadInput::new(verb, None, quote(text), expected, format!("Type {verb} 8, for example"))
    })
}

fn nodes(text: &str) -> Result<Limit, BadInput> {
    let nodes = text.parse().ok().map(Limit::Nodes);
    nodes.ok_or_else(|| {
        BadInput::new("nodes", None, quote(text), "a number of positions", "Type nodes 100000, for example")
    })
}

fn seconds(text: &str) -> Result<Limit, BadInput> {
    let seconds = text.parse().ok().filter(|seconds: &f64| (0.0..=1e6).contains(seconds));
    seconds.map(|seconds| Limit::Time(Duration::from_secs_f64(seconds))).ok_or_else(|| {
        BadInput::new("time", None, quote(text), "a number of seconds", "Type time 2.5, for example")
    })
}

/// The name of a file, which may have blanks, and perhaps `--force`.
fn file<S, P, O>(text: &str) -> Result<Command<S, P, O>, BadInput> {
    let is_end = |path: &&str| path.is_empty() || path.ends_with(char::is_whitespace);
    let forced = text.strip_suffix("--force").filter(is_end);
    let path = forced.unwrap_or(text).trim_end();
    if path.is_empty() {
        let remedy = "Type save and the name; save NAME --force replaces a file";
        return Err(BadInput::new("save", None, "nothing", "the name of a file", remedy));
    }
    Ok(Command::Save { path: path.to_owned(), is_forced: forced.is_some() })
}

/// The list of commands: how moves are written, then the commands of every game, then the game's own. Each is a pair of
/// what is typed and what it does.
pub fn help<X: Syntax>(moves: &[(&str, &str)], position: (&str, &str), own: &[(&str, &str)]) -> String {
    let sides = format!("which side the engine plays: {}", X::SIDES);
    let level = format!("{} (1 to {})", X::LEVEL, X::MOST);
    let shared = [
        ("go", "let the engine move now, and play this side from now on"),
        ("engine SIDE", sides.as_str()),
        ("stop", "end the engine's thinking (Ctrl-C does too): it plays the best move found"),
        ("undo", "take back your last move"),
        ("new", "begin again"),
        position,
        ("hint [N]", "the best moves as the engine sees them"),
        ("level N", level.as_str()),
        ("depth N", "think N plies ahead"),
        ("nodes N", "look at N positions for each move"),
        ("time SECONDS", "think so long about each move"),
        ("board", "draw the board"),
        ("moves", "list the moves of the game"),
    ];
    let last = [("help", "this list"), ("quit", "the end (Ctrl-C does too, when nothing is searched)")];
    let rows = moves.iter().chain(&shared).chain(own).chain(&last);
    rows.map(|(typed, meaning)| format!("  {typed:<17}{meaning}\n")).collect()
}
