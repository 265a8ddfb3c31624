//! The commands at a terminal. Reading them has no effect but the answer.

use std::num::NonZero;
use std::time::Duration;

use game::{Game, Limits, Message, Notation, SearchRequest, Seat, Strength};
use search_core::bad_input::{BadInput, quote};

use shuangqi_cli::args::Threads;
use shuangqi_texts::Catalogue;

/// The highest level of a game without levels of its own.
const MAX_LEVEL: u8 = 60;

/// The largest depth that can be asked for, in plies.
const MAX_DEPTH: u8 = 100;

/// A command.
#[derive(Clone, PartialEq, Debug)]
pub enum Command<G> {
    /// Nothing.
    Nothing,
    /// Moves to play, as they were typed.
    Play(String),
    /// Let the engine move now, and play this side from now on.
    Go,
    /// Let the engine play these sides.
    Engine(Vec<Seat>),
    /// Take back to the person's last move.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// A new game, from the start or from a position.
    Begin(Option<Box<G>>),
    /// This number of best moves.
    Hint(usize),
    /// Search until a stop, and show what is found.
    Analyze,
    /// The limit of each search: a strength, a level, a depth, nodes or time.
    Limit(SearchRequest),
    /// Show the board.
    Board,
    /// Show the board as a text that can be pasted.
    Fen,
    /// Show the moves so far.
    Moves,
    /// Write the game to a file.
    Save {
        /// The name of the file.
        path: String,
        /// Set if a file that is there is replaced.
        is_forced: bool,
    },
    /// End the search.
    Stop,
    /// A setting.
    Set(Setting),
    /// The list of commands.
    Help,
    /// The end.
    Quit,
}

/// An option that holds from search to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// The number of threads.
    Threads(NonZero<usize>),
    /// Boards and moves in letters, or in the characters of the game.
    InLetters(bool),
    /// The notation of moves.
    Notation(Notation),
}

/// The moment at which a command takes effect during a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CommandTiming {
    AtOnce,
    InsteadOfTheAnswer,
    AfterTheAnswer,
}

impl<G> Command<G> {
    pub(super) fn timing(&self) -> CommandTiming {
        match self {
            Command::Undo | Command::Redo | Command::Begin(_) => CommandTiming::InsteadOfTheAnswer,
            Command::Play(_) | Command::Go | Command::Engine(_) | Command::Hint(_) | Command::Analyze => {
                CommandTiming::AfterTheAnswer
            }
            _ => CommandTiming::AtOnce,
        }
    }
}

/// Reads a line typed at a position. A legal move comes before a command that is abbreviated so.
///
/// # Errors
/// If it is no command, or one whose argument cannot be used. Moves are not looked into.
pub fn parse<G: Game>(position: &G, line: &str) -> Result<Command<G>, BadInput> {
    let typed = line.trim_end().chars().count();
    let line = line.trim();
    let (verb, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    if position.find_move(verb).is_ok() {
        return Ok(Command::Play(line.to_owned()));
    }
    Ok(match verb.to_ascii_lowercase().as_str() {
        "" => Command::Nothing,
        "go" | "g" => Command::Go,
        "engine" => Command::Engine(sides::<G>(rest)?),
        "undo" | "u" => Command::Undo,
        "redo" | "r" => Command::Redo,
        "new" | "n" => Command::Begin(None),
        "set" => {
            let before = typed - rest.chars().count();
            Command::Begin(Some(Box::new(G::parse_board(rest).map_err(|bad| bad.shifted(before))?)))
        }
        "hint" | "h" => {
            let count = if rest.is_empty() { Some(1) } else { rest.parse().ok().filter(|count| *count > 0) };
            Command::Hint(argument(count, rest, "a number of moves", "hint 3")?)
        }
        "analyze" | "a" => Command::Analyze,
        verb @ ("strength" | "level" | "l" | "depth" | "nodes" | "time" | "t") => {
            Command::Limit(limit::<G>(verb, rest)?)
        }
        "board" | "b" => Command::Board,
        "fen" | "f" => Command::Fen,
        "moves" | "m" => Command::Moves,
        "save" => file(rest)?,
        "stop" | "s" => Command::Stop,
        "threads" => {
            let threads = rest.parse().ok().map(Threads::count);
            Command::Set(Setting::Threads(argument(threads, rest, "a number, or auto", "threads 2")?))
        }
        "letters" if G::INFO.has_notations => Command::Set(Setting::InLetters(true)),
        "characters" | "c" if G::INFO.has_notations => Command::Set(Setting::InLetters(false)),
        "notation" if G::INFO.has_notations => {
            let names = Notation::ALL.map(Notation::name).join(", ");
            let notation = argument(Notation::named(rest), rest, &format!("one of {names}"), "notation wxf")?;
            Command::Set(Setting::Notation(notation))
        }
        "help" | "?" => Command::Help,
        "quit" | "exit" | "q" => Command::Quit,
        _ if is_move(verb) => Command::Play(line.to_owned()),
        _ => {
            let expected = format!("{}, or a command", G::INFO.help.example);
            let remedy = "Type help for the list of commands";
            return Err(BadInput::new("command", None, quote(verb), expected, remedy));
        }
    })
}

/// The limit of every search from now on.
fn limit<G: Game>(verb: &str, text: &str) -> Result<SearchRequest, BadInput> {
    let mut limits = Limits::default();
    match verb {
        "depth" => limits.depth = Some(number(text, MAX_DEPTH, "depth 8")?.into()),
        "nodes" => {
            let nodes = text.parse().ok();
            limits.nodes = Some(argument(nodes, text, "a number of positions", "nodes 100000")?);
        }
        "time" | "t" => {
            let seconds = text.parse().ok().filter(|seconds: &f64| (0.0..=1e6).contains(seconds));
            let seconds = argument(seconds, text, "a number of seconds", "time 2.5")?;
            limits.move_time = Some(Duration::from_secs_f64(seconds));
        }
        "strength" => {
            let expected = format!("a number from 1 to {}", Strength::FULL);
            let strength = argument(text.parse().ok(), text, &expected, "strength 5")?;
            return Ok(SearchRequest::at_strength(strength));
        }
        _ => {
            let most = G::INFO.levels.unwrap_or(MAX_LEVEL);
            return Ok(SearchRequest::at_level(number(text, most, "level 8")?));
        }
    }
    Ok(SearchRequest::within(limits))
}

/// Returns whether a word is meant as a move: every spelling of one has a digit or a letter beyond ASCII, but for passes.
fn is_move(word: &str) -> bool {
    word.eq_ignore_ascii_case("pass")
        || word.chars().any(|letter| letter.is_ascii_digit() || !letter.is_ascii())
}

fn sides<G: Game>(text: &str) -> Result<Vec<Seat>, BadInput> {
    let text = text.to_ascii_lowercase();
    let named = |seat: &Seat| !text.is_empty() && G::INFO.sides[seat.index()].starts_with(&text);
    match text.as_str() {
        "both" => Ok(Seat::BOTH.to_vec()),
        "none" => Ok(Vec::new()),
        _ => Seat::BOTH.into_iter().find(named).map(|seat| vec![seat]).ok_or_else(|| {
            let [first, second] = G::INFO.sides;
            let remedy = format!("Type engine {second}, for example");
            BadInput::new("engine", None, quote(&text), format!("{first}, {second}, both or none"), remedy)
        }),
    }
}

/// The argument of a command as it was read, or the error that something else was expected.
fn argument<T>(read: Option<T>, text: &str, expected: &str, example: &'static str) -> Result<T, BadInput> {
    let verb = example.split(' ').next().unwrap_or_default();
    read.ok_or_else(|| {
        BadInput::new(verb, None, quote(text), expected, format!("Type {example}, for example"))
    })
}

fn number(text: &str, most: u8, example: &'static str) -> Result<u8, BadInput> {
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    argument(number, text, &format!("a number from 1 to {most}"), example)
}

/// The name of a file, which may have blanks, and perhaps `--force`.
fn file<G>(text: &str) -> Result<Command<G>, BadInput> {
    let is_end = |path: &&str| path.is_empty() || path.ends_with(char::is_whitespace);
    let forced = text.strip_suffix("--force").filter(is_end);
    let path = forced.unwrap_or(text).trim_end();
    if path.is_empty() {
        let remedy = "Type save and the name; save NAME --force replaces a file";
        return Err(BadInput::new("save", None, "nothing", "the name of a file", remedy));
    }
    Ok(Command::Save { path: path.to_owned(), is_forced: forced.is_some() })
}

/// The lines of commands that can be completed; behind a blank at the end something else is to be typed.
pub(super) fn completions<G: Game>() -> impl Iterator<Item = String> {
    let whole = "go stop undo redo new hint analyze board fen moves help quit".split(' ').map(str::to_owned);
    let begun = "set strength level depth nodes time threads save".split(' ').map(|verb| format!("{verb} "));
    let sides = G::INFO.sides.into_iter().chain(["both", "none"]).map(|side| format!("engine {side}"));
    let own: &[&str] = match G::INFO.has_notations {
        true => &["letters", "characters", "notation chinese", "notation wxf", "notation iccs"],
        false => &[],
    };
    let others = own.iter().chain(&["threads auto"]).map(|&line| line.to_owned());
    whole.chain(begun).chain(sides).chain(others)
}

/// A row of the list of commands: what is typed, the key of what it does, and that in English.
type Row<'a> = (&'a str, &'static str, &'static str);

/// What every game has.
const SHARED: [Row<'static>; 8] = [
    ("stop", "help-stop", "end the engine's thinking (Ctrl-C does too): it plays the best move found"),
    ("undo", "help-undo", "take back your last move"),
    ("redo", "help-redo", "play again what was taken back"),
    ("new", "help-new", "begin again"),
    ("hint [N]", "help-hint", "the best moves as the engine sees them"),
    ("analyze", "help-analyze", "the best moves, ever deeper, until stop"),
    ("depth N", "help-depth", "think N plies ahead"),
    ("nodes N", "help-nodes", "look at N positions for each move"),
];
const SHOWN: [Row<'static>; 5] = [
    ("time SECONDS", "help-time", "think so long about each move"),
    ("threads N", "help-threads", "search with N threads, or with one for each processor core: threads auto"),
    ("board", "help-board", "draw the board"),
    ("fen", "help-fen", "show the board as a text that set reads"),
    ("moves", "help-moves", "list the moves of the game"),
];
const NOTATION: [Row<'static>; 3] = [
    ("letters", "help-letters", "show boards and moves in letters"),
    ("characters", "help-characters", "show boards and moves in Chinese characters"),
    (
        "notation NAME",
        "help-notation",
        "show moves in chinese (马二进三), traditional (馬二進三), wxf (H2+3) or iccs (H2-E2)",
    ),
];
const SAVE: [Row<'static>; 2] = [
    ("save FILE.pgn", "help-save-pgn", "write the game as PGN; with --force behind it, in place of a file"),
    ("save FILE.txt", "help-save-txt", "write the moves alone, of a game from the start"),
];
const LAST: [Row<'static>; 3] = [
    ("Tab, arrow keys", "help-keys", "complete a move or a command; edit, or call back an earlier line"),
    ("help", "help-help", "this list"),
    ("quit", "help-quit", "the end (Ctrl-C does too, when nothing is searched)"),
];

/// The list of commands in a language. Each row is what is typed and what it does.
pub fn help<G: Game>(protocols: &[&str], texts: &Catalogue) -> String {
    let info = G::INFO;
    let says = |&(typed, key, english): &Row<'_>| (typed.to_owned(), texts.say(&Message::new(key, english)));
    // What only the game has is under its name.
    let own = |(typed, what, english): (&str, String, &'static str)| {
        (typed.to_owned(), texts.say(&Message::new(format!("help-{}-{what}", info.name), english)))
    };
    let numbered = |what: &'static str, rows: &'static [(&'static str, &'static str)]| {
        rows.iter()
            .enumerate()
            .map(move |(at, &(typed, english))| own((typed, format!("{what}-{at}"), english)))
    };
    let [first, second] = info.sides;
    let go = ("go", "help-go", "let the engine move now, and play this side from now on");
    let sides = Message::new("help-engine", "which side the engine plays: {first}, {second}, both or none")
        .with("first", first.to_owned())
        .with("second", second.to_owned());
    let strength =
        Message::new("help-strength", "from 1, which a beginner beats, to {most}, a second for each move")
            .with("most", usize::from(Strength::FULL.number()));
    let level = own(("level N", "level".to_owned(), info.help.level));
    let most = info.levels.unwrap_or(MAX_LEVEL);
    let mut rows: Vec<(String, String)> = numbered("move", info.help.moves).collect();
    rows.extend([says(&go), ("engine SIDE".to_owned(), texts.say(&sides))]);
    rows.extend(SHARED.iter().map(says));
    rows.push(own(("set BOARD", "position".to_owned(), info.help.position)));
    rows.extend([
        ("strength N".to_owned(), texts.say(&strength)),
        (level.0, format!("{} (1–{most})", level.1)),
    ]);
    rows.extend(SHOWN.iter().map(says));
    rows.extend(NOTATION.iter().filter(|_| info.has_notations).map(says));
    rows.extend(SAVE.iter().map(says));
    let forms = info.file_forms.iter().map(|form| format!(".{form}")).collect::<Vec<_>>().join(", ");
    let saves =
        Message::new("help-save-forms", "write the game in another form: {forms}").with("forms", forms);
    rows.extend((!info.file_forms.is_empty()).then(|| ("save FILE.FORM".to_owned(), texts.say(&saves))));
    let protocol = protocols.join(", ");
    let others = (protocol.as_str(), "help-protocol", "as the first line: speak that protocol instead");
    rows.extend((!protocols.is_empty()).then(|| says(&others)));
    rows.extend(LAST.iter().map(says));
    rows.into_iter().map(|(typed, meaning)| format!("  {typed:<17}{meaning}\n")).collect()
}

#[cfg(test)]
mod tests {
    use othello::Position;
    use shuangqi_texts::Language;

    use super::*;

    #[test]
    fn every_line_of_the_help_is_indented() {
        let help = help::<Position>(&["protocol"], Catalogue::of(Language::English));
        assert!(help.lines().all(|line| line.starts_with("  ")), "{help}");
    }

    #[test]
    fn no_row_of_the_help_stays_english() {
        let rows = |language| {
            let [othello, xiangqi] = [help::<Position>, help::<xiangqi::Position>];
            let texts = Catalogue::of(language);
            othello(&["uci"], texts) + &xiangqi(&[], texts)
        };
        let english: Vec<String> = rows(Language::English).lines().map(str::to_owned).collect();
        for language in Language::ALL.into_iter().filter(|&language| language != Language::English) {
            let other = rows(language);
            assert_eq!(other.lines().count(), english.len());
            for row in other.lines() {
                assert!(!english.iter().any(|known| known == row), "{language:?}: {row}");
            }
        }
    }

    #[test]
    fn every_completion_is_a_command() {
        for line in completions::<Position>() {
            let command = parse(&Position::START, &line);
            let is_known = command.as_ref().map_or_else(
                |bad| line.ends_with(' ') && !bad.to_string().starts_with("command:"),
                |command| !matches!(command, Command::Nothing | Command::Play(_)),
            );
            assert!(is_known, "{line:?}: {command:?}");
        }
    }

    #[test]
    fn commands_may_be_short_and_in_any_case() {
        let parse = |line: &str| parse(&Position::START, line).map_err(|bad| bad.to_string());
        let move_time = Some(Duration::from_millis(500));
        let half_a_second = SearchRequest::within(Limits { move_time, ..Limits::default() });
        let save = |is_forced| Command::Save { path: "my game.txt".to_owned(), is_forced };
        for (line, command) in [
            ("  ", Command::Nothing),
            ("GO", Command::Go),
            ("u", Command::Undo),
            ("hint 3", Command::Hint(3)),
            ("h", Command::Hint(1)),
            ("engine Both", Command::Engine(Seat::BOTH.to_vec())),
            ("engine w", Command::Engine(vec![Seat::Second])),
            ("time 0.5", Command::Limit(half_a_second)),
            ("strength 5", Command::Limit(SearchRequest::at_strength(Strength::new(5).unwrap()))),
            ("level 60", Command::Limit(SearchRequest::at_level(60))),
            ("threads 2", Command::Set(Setting::Threads(NonZero::new(2).unwrap()))),
            (
                "set ---------------------------OX------XO--------------------------- X",
                Command::Begin(Some(Box::new(Position::START))),
            ),
            ("f5 d6", Command::Play("f5 d6".to_owned())),
            ("save my game.txt", save(false)),
            ("save  my game.txt  --force", save(true)),
        ] {
            assert_eq!(parse(line), Ok(command), "{line}");
        }
        for line in "hello,strength 0,strength 21,level 0,level 61,time -1,time NaN,hint 0,engine red,threads 0,set x,save,save --force,letters,notation wxf"
            .split(',')
        {
            assert!(parse(line).unwrap_err().contains("expected"), "{line}");
        }
        assert!(parse("  set  XO?").unwrap_err().contains("column 10: found"));
    }
}
