//! The data of the viewer: games by column, which compresses well. A column is a list with a value for each game; those of
//! moves have a list of values, or a text of words, for each game:
//!
//! | column | value |
//! |---|---|
//! | `number` | from 0; the address `#game-1` opens the first game |
//! | `first`, `second` | the players, as indices of `engines` |
//! | `start` | an index of `starts`, texts of positions |
//! | `changes` | what each move changes on the board, see below |
//! | `rests` | what each position's text says behind the board, divided by `\|`, see below |
//! | `book` | moves that belong to the opening |
//! | `result`, `explanation` | `1-0`, `*` …, and a sentence without the final stop, or nothing |
//! | `round`, `opening`, `termination`, `begun` | as matches have them, or null; `caption` stands for round and opening |
//! | `moves`, `names` | coordinates, and the writing of the game's readers, or null |
//! | `claim`, `depth`, `nodes`, `ms`, `left` | of each move: score from the mover's view, plies, positions, time and clock, or null |
//! | `marks`, `notes` | of each move: what stands behind it, and what is said of it; null without any |
//! | `exact` | the number of moves from which on scores are exact, or null |
//!
//! The changes of moves are divided by blanks. Points are written as one character each, `0` for the first one of the board's
//! text and on from there by code. `>` and two points: what stood on the first goes to the second. Else a letter and the
//! points on which it stands after the move; different letters are divided by a comma. Of the words behind the board, those
//! after a move are compared with those before it: an empty one is the same, `+` a number that is larger by one.

use game::{BoardShape, EngineScore, GameInfo, ScoreAxis};
use serde::Serialize;
use serde_json::{Value, json};

/// The data of a page with games.
#[derive(Debug, Serialize)]
pub struct ReplayData<'a> {
    schema: &'static str,
    game: &'static str,
    board: BoardShape,
    engines: Vec<&'a str>,
    /// Milliseconds on the clock at the start, by engine.
    clocks: Vec<Option<u64>>,
    seats: [&'static str; 2],
    scores: ScoreAxis,
    pgn: Pgn,
    starts: Vec<&'a str>,
    games: Value,
}

/// The facts of a game by which the viewer writes PGN.
#[derive(Debug, Serialize)]
struct Pgn {
    game: &'static str,
    /// The notation of moves, in games with several.
    format: Option<&'static str>,
    /// The board that needs no tag.
    start: &'static str,
}

/// A game as the viewer shows it.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// From 0.
    pub number: u64,
    /// What stands below its number, in place of round and opening.
    pub caption: Option<String>,
    /// The round, from 0.
    pub round: Option<u32>,
    /// The name of the opening.
    pub opening: Option<String>,
    /// The players by seat, as indices of all players.
    pub players: [usize; 2],
    /// The text of the first position.
    pub start: String,
    /// The texts of all positions, as far as they are known.
    pub boards: Vec<String>,
    /// The number of moves that belong to the opening.
    pub book: usize,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// A word for how it ended.
    pub termination: Option<String>,
    /// A sentence without the final stop, or nothing.
    pub explanation: String,
    /// Milliseconds since 1970.
    pub begun: Option<u64>,
    /// The number of moves from which on scores are exact.
    pub exact: Option<usize>,
    /// The moves.
    pub moves: Vec<ReplayMove>,
}

/// A move as the viewer shows it.
#[derive(Clone, Debug, Default)]
pub struct ReplayMove {
    /// Coordinates.
    pub text: String,
    /// In the writing of the game's readers.
    pub name: Option<String>,
    /// What its player expects.
    pub claim: Option<EngineScore>,
    /// Plies searched.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Milliseconds taken.
    pub ms: Option<f64>,
    /// Milliseconds left on the clock.
    pub left: Option<u64>,
    /// What stands behind it: `?!`.
    pub mark: &'static str,
    /// What is said of it.
    pub note: String,
}

impl<'a> ReplayData<'a> {
    /// The data of these games, which usually start with the given board, between these players, each with the milliseconds
    /// on its clock at the start.
    pub fn new(
        schema: &'static str,
        (game, start): (&GameInfo, &'static str),
        (engines, clocks): (Vec<&'a str>, Vec<Option<u64>>),
        games: &'a [Replay],
    ) -> ReplayData<'a> {
        let mut starts: Vec<&str> = games.iter().map(|game| game.start.as_str()).collect();
        starts.sort_unstable();
        starts.dedup();
        let columns = columns(game.board, games, &starts);
        let (name, board, seats, scores) = (game.name, game.board, game.colours, game.scores);
        let pgn = Pgn { game: game.pgn.game, format: game.has_notations.then_some("ICCS"), start };
        ReplayData { schema, game: name, board, engines, clocks, seats, scores, pgn, starts, games: columns }
    }
}

fn columns(board: BoardShape, games: &[Replay], starts: &[&str]) -> Value {
    let start = |game: &Replay| starts.binary_search(&game.start.as_str()).unwrap_or_default();
    json!({
        "number": column(games, |game| game.number),
        "caption": column(games, |game| game.caption.as_deref()),
        "round": column(games, |game| game.round),
        "opening": column(games, |game| game.opening.as_deref()),
        "first": column(games, |game| game.players[0]),
        "second": column(games, |game| game.players[1]),
        "start": column(games, start),
        "changes": column(games, |game| changes(board, &game.boards)),
        "rests": column(games, |game| rests(&game.boards)),
        "book": column(games, |game| game.book),
        "result": column(games, |game| game.result.as_str()),
        "termination": column(games, |game| game.termination.as_deref()),
        "explanation": column(games, |game| game.explanation.as_str()),
        "begun": column(games, |game| game.begun),
        "exact": column(games, |game| game.exact),
        "moves": column(games, |game| words(game, |step| Some(&step.text))),
        "names": column(games, |game| words(game, |step| step.name.as_ref()).filter(|names| !names.is_empty())),
        "claim": of_moves(games, |step| step.claim.map(claim)),
        "depth": of_moves(games, |step| step.depth),
        "nodes": of_moves(games, |step| step.nodes),
        "ms": of_moves(games, |step| step.ms),
        "left": of_moves(games, |step| step.left),
        "marks": known(games, |step| step.mark),
        "notes": known(games, |step| step.note.as_str()),
    })
}

fn column<'a, T: Serialize>(games: &'a [Replay], value: impl Fn(&'a Replay) -> T) -> Value {
    json!(games.iter().map(value).collect::<Vec<T>>())
}

fn of_moves<'a, T: Serialize>(games: &'a [Replay], value: impl Fn(&'a ReplayMove) -> T) -> Value {
    column(games, |game| game.moves.iter().map(&value).collect::<Vec<T>>())
}

/// The texts of each move, null for games in which none has one.
fn known<'a>(games: &'a [Replay], text: impl Fn(&'a ReplayMove) -> &'a str) -> Value {
    column(games, |game| {
        let texts: Vec<&str> = game.moves.iter().map(&text).collect();
        texts.iter().any(|text| !text.is_empty()).then_some(texts)
    })
}

/// The texts of moves as one, if each has one.
fn words<'a>(game: &'a Replay, text: impl Fn(&'a ReplayMove) -> Option<&'a String>) -> Option<String> {
    let texts = game.moves.iter().map(|step| text(step).map(|text| text.replace(' ', "_")));
    Some(texts.collect::<Option<Vec<String>>>()?.join(" "))
}

fn claim(claim: EngineScore) -> Value {
    match claim {
        EngineScore::Hundredths(hundredths) => json!(hundredths),
        EngineScore::Mate(moves) => json!(format!("#{moves}")),
    }
}

fn rests(boards: &[String]) -> String {
    let rests: Vec<Vec<&str>> = boards.iter().map(|board| board.split(' ').skip(1).collect()).collect();
    let change = |(ply, after): (usize, &Vec<&str>)| {
        let before = ply.checked_sub(1).map_or(&[][..], |before| &rests[before]);
        let words = after.iter().enumerate();
        words.map(|(place, word)| word_change(before.get(place), word)).collect::<Vec<_>>().join(" ")
    };
    rests.iter().enumerate().map(change).collect::<Vec<_>>().join("|")
}

fn word_change<'a>(before: Option<&&str>, after: &'a str) -> &'a str {
    let number = |word: &str| word.parse::<u32>().ok();
    match before {
        Some(&before) if before == after => "",
        Some(before) if number(before).is_some_and(|before| number(after) == Some(before + 1)) => "+",
        _ => after,
    }
}

fn changes(shape: BoardShape, boards: &[String]) -> String {
    let points: Vec<Vec<char>> = boards.iter().map(|board| points(shape, board)).collect();
    points.windows(2).map(|pair| change(&pair[0], &pair[1])).collect::<Vec<_>>().join(" ")
}

/// What stands on each point: a letter, or `-` for nothing.
fn points(shape: BoardShape, board: &str) -> Vec<char> {
    let board = board.split(' ').next().unwrap_or_default();
    let gap = |letter: char| letter.to_digit(10).filter(|_| shape == BoardShape::Xiangqi);
    let run = |letter: char| match gap(letter) {
        Some(gap) => ('-', gap as usize),
        None => (letter, 1),
    };
    let letters = board.chars().filter(|&letter| letter != '/').map(run);
    letters.flat_map(|(letter, count)| std::iter::repeat_n(letter, count)).collect()
}

fn change(before: &[char], after: &[char]) -> String {
    let places = before.iter().zip(after).zip('0'..).filter(|((before, after), _)| before != after);
    let mut changed: Vec<(char, char, char)> =
        places.map(|((&before, &after), place)| (after, place, before)).collect();
    changed.sort_unstable();
    if let [('-', from, left), (came, to, _)] = changed[..]
        && left == came
    {
        return format!(">{from}{to}");
    }
    let group = |group: &[(char, char, char)]| -> String {
        std::iter::once(group[0].0).chain(group.iter().map(|&(_, place, _)| place)).collect()
    };
    changed.chunk_by(|one, other| one.0 == other.0).map(group).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_the_points_that_it_changes() {
        let shape = BoardShape::Cells { columns: 4, rows: 1, is_first_row_on_top: true };
        let boards = ["XO-- O", "XXX- O", "XXX- X"].map(str::to_owned);
        assert_eq!((changes(shape, &boards), rests(&boards)), ("X12 ".to_owned(), "O||X".to_owned()));
        let fens = ["9/4k4/4K4 w - - 0 1", "9/4K4/9 b - - 1 1"].map(str::to_owned);
        assert_eq!(changes(BoardShape::Xiangqi, &fens), ">F=");
        assert_eq!(rests(&fens), "w - - 0 1|b   + ");
        assert_eq!((changes(shape, &[]), rests(&[])), (String::new(), String::new()));
    }
}
