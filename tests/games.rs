//! The parts that the tests of both games share: positions, and a search with new data.

use std::fs;
use std::path::PathBuf;

use search_core::{
    Control, Driver, Evaluator, Outcome, Position, Recipe, Root, SearchOptions, Table, ThreadData, think,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A file of the data folder.
pub fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data").join(name)
}

/// The lines of a data file, without comments and empty ones.
pub fn lines(name: &str) -> Vec<String> {
    let path = data(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

/// The rows of a file of results; `SHUANGQI_BLESS=1` writes it anew with those that were found.
pub fn golden_rows<R: Serialize + DeserializeOwned>(name: &str, found: &[R]) -> Vec<R> {
    if std::env::var_os("SHUANGQI_BLESS").is_some() {
        let rows = found.iter().map(|row| serde_json::to_string(row).unwrap() + "\n");
        fs::write(data(name), rows.collect::<String>()).unwrap();
    }
    lines(name).iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub fn othello_positions() -> Vec<othello::Position> {
    lines("golden/othello.txt").iter().map(|line| othello::notation::board::read(line).unwrap()).collect()
}

pub fn xiangqi_positions() -> Vec<xiangqi::Position> {
    lines("golden/xiangqi.txt").iter().map(|line| xiangqi::Position::from_fen(line).unwrap()).collect()
}

/// A Xiangqi position with what is known of it: a line `FEN ; name value ; name value …`.
pub struct Problem {
    pub position: xiangqi::Position,
    operations: Vec<(String, String)>,
}

impl Problem {
    /// What the line says under this name, without quotation marks, if anything.
    pub fn find(&self, name: &str) -> Option<&str> {
        self.operations.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// What the line says under this name, without quotation marks.
    ///
    /// # Panics
    /// If it says nothing.
    pub fn says(&self, name: &str) -> &str {
        self.find(name).unwrap_or_else(|| panic!("{name} of {}", self.position))
    }

    /// The number under this name.
    pub fn number(&self, name: &str) -> i16 {
        self.says(name).parse().unwrap()
    }

    /// The best moves.
    pub fn best(&self) -> Vec<xiangqi::Move> {
        self.says("bm").split_whitespace().map(|text| xiangqi::Move::parse(text).unwrap()).collect()
    }
}

/// The problems of a file.
pub fn problems(name: &str) -> Vec<Problem> {
    let operation = |text: &str| {
        let (name, value) = text.trim().split_once(' ').unwrap();
        (name.to_owned(), value.trim_matches('"').to_owned())
    };
    let read = |line: &String| {
        let (fen, rest) = line.split_once(';').unwrap();
        let position = xiangqi::Position::from_fen(fen.trim()).unwrap();
        Problem { position, operations: rest.split(';').map(operation).collect() }
    };
    lines(name).iter().map(read).collect()
}

/// Searches with an empty table and new thread data.
pub fn search<P, E>(root: &P, evaluator: &E, recipe: &Recipe, driver: Driver, depth: i16) -> Outcome<P::Move>
where
    P: Position,
    E: Evaluator<P>,
{
    let table = Table::with_bytes(1 << 20);
    let mut thread = ThreadData::new(evaluator.fork());
    let request = SearchOptions { driver, ..SearchOptions::to_depth(depth) };
    let history = [root.line_entry(None)];
    think(
        Root { position: root, history: &history },
        &mut thread,
        &table,
        recipe,
        &request,
        &Control::new(),
        |_| {},
    )
}

/// Whether longer tests are asked for.
pub fn is_long() -> bool {
    std::env::var_os("SHUANGQI_LONG").is_some()
}

/// The algorithms that are tried on every game: each part of a recipe occurs, alone and in company.
pub const ALGORITHMS: [&str; 14] = [
    "negamax",
    "fail-hard",
    "alpha-beta",
    "pvs",
    "alpha-beta+scout-after-raise",
    "fail-hard+table+etc",
    "alpha-beta+table",
    "pvs+table",
    "pvs+sort",
    "pvs+killers",
    "pvs+history",
    "pvs+table+deepening",
    "pvs+table+sort+killers+history",
    "strongest",
];

pub fn drivers(radius: i32) -> [Driver; 3] {
    ["full", "aspiration", "mtdf"].map(|name| Driver::by_name(name, radius).unwrap())
}

/// A file of other projects' problem sets; prints a note if there is none.
pub fn public_data(name: &str) -> Option<String> {
    let Some(folder) = std::env::var_os("SHUANGQI_PUBLIC_DATA") else {
        eprintln!("not run: {name} (SHUANGQI_PUBLIC_DATA is not set)");
        return None;
    };
    let path = PathBuf::from(folder).join(name);
    Some(fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}
