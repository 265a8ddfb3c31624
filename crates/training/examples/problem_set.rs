//! Makes the problem sets of `data/othello` from games of `shuangqi datagen`: `pick` chooses positions, `shuangqi solve`
//! finds their scores, and `join` writes both as one file. The commands are in `data/othello/README.md`.

use std::collections::{BTreeMap, HashSet};
use std::error::Error;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use othello::notation::obf::{self, Problem};
use othello::notation::{board, read_move};
use othello::{Board, Position, Side};
use serde::Deserialize;
use shuangqi_cli::source;
use shuangqi_training::othello::records::Record;
use shuangqi_training::shards;

/// Makes problem sets from games of self-play
#[derive(Debug, Parser)]
enum Args {
    /// Choose positions by their number of empty squares, one of each game, and print them as a file of problems
    Pick(Pick),
    /// Print the problems that `shuangqi solve --format ndjson` has solved, if several solutions of them agree
    Join {
        /// Solutions of the same file
        #[arg(required = true)]
        solutions: Vec<PathBuf>,
    },
}

#[derive(Debug, clap::Args)]
struct Pick {
    /// Shards of games
    #[arg(required = true)]
    shards: Vec<PathBuf>,
    /// Numbers of empty squares, as FEWEST..MOST
    #[arg(long, value_parser = range)]
    empties: RangeInclusive<u32>,
    /// Positions of each number
    #[arg(long)]
    each: usize,
    /// Leave out games with a position of this file of problems
    #[arg(long)]
    without: Option<PathBuf>,
}

fn range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let ends = text.split_once("..").and_then(|(low, high)| Some(low.parse().ok()?..=high.parse().ok()?));
    ends.ok_or_else(|| "expected two numbers, as in 20..24".to_owned())
}

fn main() -> ExitCode {
    let lines = match Args::parse() {
        Args::Pick(pick) => pick.run(),
        Args::Join { solutions } => join(&solutions),
    };
    let text = lines.map(|lines| lines.into_iter().map(|line| line + "\n").collect::<String>());
    match text.and_then(|text| Ok(io::stdout().write_all(text.as_bytes())?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

impl Pick {
    /// From each game the position whose number of empty squares has the fewest positions so far, of equals the one with
    /// the most empty squares.
    fn run(&self) -> Result<Vec<String>, Box<dyn Error>> {
        let mut seen = self.excluded()?;
        let mut chosen: BTreeMap<u32, Vec<Board>> =
            self.empties.clone().map(|empties| (empties, Vec::new())).collect();
        for game in games(&self.shards)? {
            if game.iter().any(|board| self.without.is_some() && seen.contains(board)) {
                continue;
            }
            let is_wanted = |board: &&Board| {
                let same = chosen.get(&board.empties().len());
                same.is_some_and(|same| same.len() < self.each) && !seen.contains(*board)
            };
            let number = |board: &&Board| chosen[&board.empties().len()].len();
            if let Some(&board) = game.iter().filter(is_wanted).min_by_key(number) {
                seen.insert(board);
                chosen.entry(board.empties().len()).or_default().push(board);
            }
        }
        let position = |board: Board| Position { board, side: Side::Black };
        Ok(chosen.into_values().flatten().map(|board| board::write(position(board)) + ";").collect())
    }

    /// The boards of the file whose games are left out, from the view of the side to move.
    fn excluded(&self) -> Result<HashSet<Board>, Box<dyn Error>> {
        let Some(path) = &self.without else { return Ok(HashSet::new()) };
        let text = source::read(&path.to_string_lossy())?;
        let problems = obf::read("the file", &text).map(|problem| Ok(problem?.1.position.board));
        problems.collect()
    }
}

/// The boards of each game, one shard after the other. Empty squares become fewer until the next game begins.
fn games(shards: &[PathBuf]) -> Result<Vec<Vec<Board>>, Box<dyn Error>> {
    let mut games = Vec::new();
    for shard in shards {
        let (_, records) = shards::read(shard)?;
        let is_same_game =
            |one: &Record, next: &Record| next.board.empties().len() <= one.board.empties().len();
        games.extend(records.chunk_by(is_same_game).map(|game| game.iter().map(|one| one.board).collect()));
    }
    Ok(games)
}

/// What is read of a record of `shuangqi solve`.
#[derive(Debug, Deserialize)]
struct Solved {
    schema: String,
    id: usize,
    board: String,
    side: String,
    empties: u32,
    score: i32,
    bound: String,
    best: Vec<String>,
    /// With `--all-moves`.
    moves: Option<Vec<ScoredMove>>,
}

#[derive(Debug, Deserialize)]
struct ScoredMove {
    #[serde(rename = "move")]
    name: String,
    score: i32,
    bound: String,
}

fn join(solutions: &[PathBuf]) -> Result<Vec<String>, Box<dyn Error>> {
    let mut sets = solutions.iter().map(|path| lines(path));
    let first = sets.next().unwrap_or_else(|| Ok(BTreeMap::new()))?;
    for (path, set) in solutions[1..].iter().zip(sets) {
        let set = set?;
        let ids = first.keys().chain(set.keys());
        if let Some(id) = ids.copied().find(|id| first.get(id) != set.get(id)) {
            let (one, other) = (first.get(&id), set.get(&id));
            return Err(format!("{}: solution {id} is {other:?}, not {one:?}", path.display()).into());
        }
    }
    Ok(first.into_values().collect())
}

/// The line of each problem, by its id.
fn lines(path: &Path) -> Result<BTreeMap<usize, String>, Box<dyn Error>> {
    let mut lines = BTreeMap::new();
    for line in
        source::read(&path.to_string_lossy())?.lines().filter(|line| line.contains(r#""schema":"solve/1""#))
    {
        let solved: Solved = serde_json::from_str(line)?;
        let problem = solved.problem().ok_or_else(|| format!("no exact scores: {line}"))?;
        lines.insert(solved.id, format!("{} % {} empties", obf::write(&problem), solved.empties));
    }
    Ok(lines)
}

impl Solved {
    /// The position with the exact scores of its moves, best first, equals by their squares; of one best move, if only
    /// the position was solved.
    fn problem(&self) -> Option<Problem> {
        let position = board::read(&format!("{} {}", self.board, self.side)).ok()?;
        let mut scores = Vec::new();
        match &self.moves {
            Some(moves) => {
                for scored in moves.iter().filter(|scored| scored.bound == "exact") {
                    scores.push((read_move(&scored.name)?, scored.score));
                }
            }
            None => scores.push((read_move(self.best.first()?)?, self.score)),
        }
        scores.sort_by_key(|&(mv, score)| (-score, mv.square().map(|square| square.index())));
        let moves = self.moves.as_ref().map_or(1, Vec::len);
        let is_exact = self.schema == "solve/1" && self.bound == "exact" && scores.len() == moves;
        is_exact.then_some(Problem { position, scores })
    }
}
