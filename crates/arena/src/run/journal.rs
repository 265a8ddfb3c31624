//! The file that keeps a match: its header says what is played and how, and each line after it is a game.
//!
//! Another header may follow where a match was made longer or its options changed; the last one counts. Games are known
//! by their numbers, so they may stand in any order, and none is played twice. Every line has a checksum, and every game
//! is replayed before it is counted: every move must be legal, and the end must follow from the rules or from what the record
//! says of it.

use std::collections::BTreeMap;
use std::path::Path;

use game::any::AnySession;
use game::{GameResult, Seat};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::journal::{Journal, Kind};
use shuangqi_cli::run_journal::RunKind;
use shuangqi_cli::shard::SharedRun;
use shuangqi_cli::{BadInput, Failure, version};

use super::schedule::Schedule;
use crate::config::RunOptions;
use crate::games::{Game, Games};
use crate::match_config::MatchConfig;
use crate::record::{GameRecord, Termination};

/// The first journals, of `match-journal/1`, had no checksums.
pub const KIND: Kind = Kind {
    name: "journal of a match",
    schema: "match-journal/2",
    first: "header",
    item: "a game of this match, as it was played",
    restart: "begin another match, with another -state or -out",
};

/// The journal as one of a run that can be shared out: games that do not wait for each other.
pub const SHARED: RunKind = RunKind {
    journal: KIND,
    options: &[("/setup", "the match")],
    unit: Some("/number"),
    another: "name another -state",
    may: "play other games",
};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header<G = Game> {
    schema: String,
    /// The version of the program that wrote it.
    version: String,
    /// The part of the match that the journal keeps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<SharedRun>,
    #[serde(rename = "setup")]
    pub config: MatchConfig<G>,
    #[serde(rename = "conduct")]
    pub options: RunOptions,
}

impl Header {
    pub fn new(config: &MatchConfig, options: &RunOptions, shard: Option<SharedRun>) -> Header {
        Header {
            schema: KIND.schema.to_owned(),
            version: version::SHORT.to_owned(),
            shard,
            config: config.clone(),
            options: options.clone(),
        }
    }
}

impl Header<String> {
    /// The same with its game, if it is one of these.
    fn among(self, games: &Games) -> Option<Header> {
        let Header { schema, version, shard, config, options } = self;
        Some(Header { schema, version, shard, config: config.among(games)?, options })
    }
}

/// The content of a journal.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct JournalContents {
    /// `None`: the journal is empty.
    pub header: Option<Header>,
    /// The games by number.
    pub games: BTreeMap<u64, GameRecord>,
    /// The line of each game, from 1.
    pub lines: BTreeMap<u64, usize>,
}

impl JournalContents {
    /// Opens and reads a journal if it exists; otherwise its first line creates it.
    pub fn open(path: &Path, games: &Games) -> Result<(Journal, JournalContents), Failure> {
        let mut contents = JournalContents::default();
        let take = |number: usize, line: &str| contents.take(number, line, games);
        let file = Journal::open(&path.to_string_lossy(), &KIND, take)?;
        Ok((file, contents))
    }

    /// Takes a line of the journal of a match in one of these games, without its checksum.
    pub fn take(&mut self, number: usize, line: &str, games: &Games) -> Result<(), BadInput> {
        if line.starts_with("{\"schema\"") {
            let header: Header<String> = KIND.parse(line)?;
            let game = header.config.game.clone();
            let unknown = || KIND.unfit(format!("the game {}", quote(&game)));
            self.header = Some(header.among(games).ok_or_else(unknown)?);
            return Ok(());
        }
        let game: GameRecord = KIND.parse(line)?;
        let game_number = game.scheduled.number;
        if let Some(first) = self.lines.insert(game_number, number) {
            return Err(KIND.unfit(format!("game {}, which stands in line {first} too", game_number + 1)));
        }
        self.games.insert(game_number, game);
        Ok(())
    }

    /// Replays every game.
    pub fn verify(&self, path: &str, config: &MatchConfig, schedule: &Schedule) -> Result<(), Failure> {
        let wrong = self.games.par_iter().filter_map(|(number, game)| {
            let line = self.lines.get(number).copied().unwrap_or(1);
            let why = replay(config, schedule, game).err()?;
            Some((line, format!("game {}: {why}", number + 1)))
        });
        match wrong.min() {
            Some((line, found)) => Err(KIND.unfit(found).at(path, line).into()),
            None => Ok(()),
        }
    }
}

/// Replays a game; the error says what is wrong with it.
fn replay(config: &MatchConfig, schedule: &Schedule, game: &GameRecord) -> Result<(), String> {
    if schedule.game(game.scheduled.number) != Some(game.scheduled) {
        return Err("not a game of the schedule".to_owned());
    }
    if game.book > game.moves.len() {
        return Err(format!("an opening of {} moves in a game of {}", game.book, game.moves.len()));
    }
    let mut session = config.begin(&game.beginning(0)).map_err(|bad| bad.to_string())?;
    for (index, step) in game.moves.iter().enumerate() {
        let played = session.referee_move(&step.text);
        played.map_err(|why| format!("move {}, {:?}, cannot be played: {why}", index + 1, step.text))?;
    }
    check_end(config, &*session, game)
}

/// Whether the game ended as its record says, as far as that follows from it.
fn check_end(config: &MatchConfig, session: &dyn AnySession, game: &GameRecord) -> Result<(), String> {
    let is_ruled = game.termination == Termination::Normal
        && !matches!(game.reason.as_str(), "resignation" | "agreement");
    match (session.verdict(), is_ruled) {
        (None, true) => return Err("its moves do not end the game".to_owned()),
        (Some(ending), false) => {
            return Err(format!("its moves end the game otherwise: {}", ending.explanation));
        }
        (Some(ending), true) if (ending.result, ending.discs) != (game.result, game.discs) => {
            return Err(format!("the result {}, but {}", shown(game), ending.explanation));
        }
        (Some(ending), true) if ending.reason != game.reason => {
            return Err(format!("the end {:?} instead of {:?}", game.reason, ending.reason));
        }
        (Some(_), true) => {}
        (None, false) => check_early_end(config, session.seat(), game)?,
    }
    check_fault(game)
}

/// An end before the rules of the game ended it.
fn check_early_end(config: &MatchConfig, mover: Seat, game: &GameRecord) -> Result<(), String> {
    let is_win = game.result != GameResult::Draw;
    let is_late = |most: u32| game.moves.len() >= 2 * most as usize;
    let discs = game.discs.map(|discs| match discs.signum() {
        1 => GameResult::First,
        -1 => GameResult::Second,
        _ => GameResult::Draw,
    });
    let fits = match (game.termination, game.reason.as_str()) {
        (_, "resignation") => game.result == GameResult::win_of(!mover),
        (_, "agreement" | "draw_rule") => !is_win,
        (_, "resign_rule") => is_win,
        (_, "most_moves") => !is_win && config.adjudication.most_moves.is_some_and(is_late),
        (_, "solved") => discs == Some(game.result),
        _ => true,
    };
    match fits && (discs.is_none() || game.reason == "solved") {
        true => Ok(()),
        false => Err(format!("the result {} of an end by {:?}", shown(game), game.reason)),
    }
}

/// An engine with a fault has lost, and no fault is recorded where a game ended otherwise.
fn check_fault(game: &GameRecord) -> Result<(), String> {
    let is_fault = !matches!(game.termination, Termination::Normal | Termination::Adjudication);
    match &game.fault {
        None if is_fault => Err("the end of a fault, and none is recorded".to_owned()),
        Some(_) if !is_fault => Err("a fault that has not ended the game".to_owned()),
        Some(fault) if game.result != GameResult::win_of(!fault.seat) => {
            Err(format!("the result {}, against the fault recorded", shown(game)))
        }
        _ => Ok(()),
    }
}

/// `1-0`, or `1-0 by +12 discs`.
fn shown(game: &GameRecord) -> String {
    let discs = game.discs.map_or_else(String::new, |discs| format!(" by {discs:+} discs"));
    game.result.text().to_owned() + &discs
}

#[cfg(test)]
mod tests {
    use game::EngineScore;

    use super::*;
    use crate::fault::Fault;
    use crate::games::Game;
    use crate::record::FaultRecord;
    use crate::samples;

    /// What is wrong with a game of random moves that was changed.
    fn found(of: Game, change: impl Fn(&mut GameRecord)) -> String {
        let mut config = MatchConfig { game: of, ..samples::config() };
        config.adjudication.most_moves = Some(30);
        let schedule = Schedule::new(&config.layout, 2, 10);
        let mut game = samples::finished(&config, schedule.game(0).unwrap(), &samples::standard(of));
        change(&mut game);
        replay(&config, &schedule, &game).err().unwrap_or_default()
    }

    #[test]
    fn changed_games_are_refused() {
        type Change = fn(&mut GameRecord);
        let changes: [(&str, Change); 12] = [
            ("its moves do not end the game", |game| drop(game.moves.pop())),
            ("move 1, \"a9\", cannot be played", |game| game.moves[0].text = "a9".to_owned()),
            ("cannot be played", |game| game.moves.push(game.moves[0].clone())),
            ("cannot be played", |game| game.moves.swap(2, 7)),
            ("an opening of 999 moves", |game| game.book = 999),
            ("?", |game| game.start.replace_range(0..1, "?")),
            ("not a game of the schedule", |game| game.scheduled.engines.swap(0, 1)),
            ("end the game otherwise", |game| game.reason = "agreement".to_owned()),
            ("\"stalemate2\"", |game| game.reason = "stalemate2".to_owned()),
            ("otherwise", |game| game.termination = Termination::Adjudication),
            ("has not ended the game", |game| game.fault = Some(fault(Seat::First))),
            ("the result ", |game| {
                let is_won = game.result == GameResult::First;
                game.result = if is_won { GameResult::Second } else { GameResult::First };
            }),
        ];
        for of in [Game::OTHELLO, Game::XIANGQI] {
            assert_eq!(found(of, |_| ()), "");
            for (words, change) in changes {
                let found = found(of, change);
                assert!(found.contains(words), "{words}: {found}");
            }
        }
        let discs = found(Game::OTHELLO, |game| game.discs = game.discs.map(|discs| discs + 2));
        assert!(discs.contains(" discs, but "), "{discs}");
    }

    fn fault(seat: Seat) -> FaultRecord {
        FaultRecord {
            seat,
            fault: Fault::Crash { how: "the engine exited".to_owned() },
            dialogue: Vec::new(),
        }
    }

    /// A game that was broken off after twenty plies, ended like this.
    fn early(termination: Termination, reason: &str, result: GameResult) -> impl Fn(&mut GameRecord) {
        move |game| {
            game.moves.truncate(20);
            game.discs = None;
            (game.termination, game.reason, game.result) = (termination, reason.to_owned(), result);
            game.moves[19].claim = Some(EngineScore::Hundredths(7));
            if !matches!(termination, Termination::Normal | Termination::Adjudication) {
                game.fault = Some(fault(Seat::First));
            }
        }
    }

    #[test]
    fn early_ends_have_a_possible_result() {
        use GameResult::{Draw, First, Second};
        use Termination::{Abandoned, Adjudication, IllegalMove, Normal, TimeForfeit};
        for (termination, reason, result, holds) in [
            // The first seat is to move after twenty plies.
            (Normal, "resignation", Second, true),
            (Normal, "resignation", First, false),
            (Normal, "agreement", Draw, true),
            (Normal, "agreement", First, false),
            (Adjudication, "resign_rule", First, true),
            (Adjudication, "resign_rule", Draw, false),
            (Adjudication, "draw_rule", Draw, true),
            (Adjudication, "draw_rule", Second, false),
            // Thirty moves have not been made.
            (Adjudication, "most_moves", Draw, false),
            (Adjudication, "solved", First, false),
            (TimeForfeit, "timeout", Second, true),
            (TimeForfeit, "timeout", First, false),
            (IllegalMove, "illegal_move", Second, true),
            (Abandoned, "crash", Draw, false),
        ] {
            let message = found(Game::OTHELLO, early(termination, reason, result));
            assert_eq!(message.is_empty(), holds, "{reason} {result:?}: {message}");
        }
        let solved = |game: &mut GameRecord| {
            early(Adjudication, "solved", First)(game);
            game.discs = Some(12);
        };
        assert_eq!(found(Game::OTHELLO, solved), "");
        let unexplained = |game: &mut GameRecord| {
            early(TimeForfeit, "timeout", Second)(game);
            game.fault = None;
        };
        assert!(found(Game::OTHELLO, unexplained).contains("none is recorded"));
    }
}
