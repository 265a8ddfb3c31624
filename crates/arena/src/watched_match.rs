//! A match that runs in another process, for those who watch it: followed by its journal and by the file of
//! its running games.

use std::path::Path;

use game::any::AnySession;
use game::{GameResult, Message, Notation, Seat};
use serde_json::{Value, json};
use shuangqi_cli::Failure;
use shuangqi_cli::journal::JournalTail;

use crate::games::Games;
use crate::match_config::MatchConfig;
use crate::rating::Sprt;
use crate::record::GameRecord;
use crate::run::journal::{self, Header, JournalContents};
use crate::run::schedule::Schedule;
use crate::running_games::{LiveGame, LiveMatch};
use crate::standings::Standings;
use crate::texts::TextReport;

/// What is known of a match.
#[derive(Debug)]
pub struct WatchedMatch {
    tail: JournalTail,
    games: Games,
    /// The notation of the moves of running games.
    notation: Notation,
    contents: JournalContents,
    /// The last header, and the standings after the games that were sent.
    sent: Option<(Header, Standings)>,
    running: Option<LiveMatch>,
}

impl WatchedMatch {
    /// The match with this journal, in one of these games; `name` stands for its path in messages, and moves of running games are
    /// named in this notation.
    pub fn new(path: &Path, name: &str, games: &Games, notation: Notation) -> WatchedMatch {
        let tail = JournalTail::new(path, name, &journal::KIND);
        WatchedMatch {
            tail,
            games: games.clone(),
            notation,
            contents: JournalContents::default(),
            sent: None,
            running: None,
        }
    }

    /// Reads the new lines of the journal and sends their events; returns whether there were any. `say` writes the ending of a game
    /// in the language of whoever watches.
    ///
    /// # Errors
    /// A file that is no journal of a match, or was changed.
    pub fn read(
        &mut self,
        say: &dyn Fn(&Message) -> String,
        send: &mut dyn FnMut(Value),
    ) -> Result<bool, Failure> {
        let known = self.contents.lines.values().copied().max().unwrap_or_default();
        self.tail.read(|number, line| self.contents.take(number, line, &self.games))?;
        let Some(header) = self.contents.header.clone() else { return Ok(false) };
        let sent = self.sent.take().filter(|(sent, _)| *sent == header);
        let is_new = sent.is_none();
        if is_new {
            send(json!({"match": described(&header.config), "keep": true}));
        }
        let config = &header.config;
        // The games of a shard alone decide nothing.
        let test =
            header.options.test.filter(|_| header.shard.is_none()).and_then(|test| Sprt::new(test).ok());
        let mut standings = sent.map_or_else(|| Standings::new(config, test), |(_, standings)| standings);
        let is_fresh = |&(_, &line): &(&u64, &usize)| is_new || line > known;
        let numbers = self.contents.lines.iter().filter(is_fresh).map(|(number, _)| number);
        let fresh: Vec<&GameRecord> = numbers.filter_map(|number| self.contents.games.get(number)).collect();
        for game in &fresh {
            standings.add(game);
            let ending = say(&ending(config, game));
            send(json!({"finished": finished(game, &ending), "keep": true}));
        }
        let is_changed = is_new || !fresh.is_empty();
        if is_changed {
            send(json!({"standings": written(config, &standings)}));
        }
        self.sent = Some((header, standings));
        Ok(is_changed)
    }

    /// Returns whether all games have been played, or enough.
    pub fn is_over(&self) -> bool {
        let is_over = |(header, standings): &(Header, Standings)| {
            standings.is_decided() || self.contents.games.len() as u64 >= planned(&header.config)
        };
        self.sent.as_ref().is_some_and(is_over)
    }

    /// Sends the running games, if they have changed.
    pub fn send_running(&mut self, running: Option<LiveMatch>, send: &mut dyn FnMut(Value)) {
        if let Some((header, _)) = &self.sent
            && running != self.running
        {
            let games = running.as_ref().map_or(&[][..], |live| &live.games);
            let shown: Vec<Value> =
                games.iter().map(|game| shown(&header.config, game, self.notation)).collect();
            send(json!({"running": shown}));
            self.running = running;
        }
    }
}

/// A running game with its last boards, two if there was a move, and with the names of its last move and of the lines.
fn shown(config: &MatchConfig, game: &LiveGame, notation: Notation) -> Value {
    let mut value = json!(game);
    value["boards"] = json!([]);
    let Ok(mut session) = config.game.session(&game.start, &config.rules) else { return value };
    let _ = game.moves.iter().try_for_each(|text| session.advance(text));
    let plies = session.plies();
    let boards: Vec<String> =
        (plies.saturating_sub(1)..=plies).map(|plies| session.board_after(plies)).collect();
    value["boards"] = json!(boards);
    value["last_name"] = json!(plies.checked_sub(1).map(|last| session.move_at(last, notation).name));
    for (seat, thought) in game.thoughts.iter().enumerate() {
        if let Some(thought) = thought {
            let names = line_names(&mut *session, &game.moves[..plies], &thought.pv, notation);
            value["thoughts"][seat]["pv"] = json!(names);
        }
    }
    value
}

/// The names of the moves of a line, which begins with one of the last two moves of the session, or else behind them. A line that
/// cannot be played keeps its text. The session, of these moves, is left as it was.
fn line_names(
    session: &mut dyn AnySession,
    moves: &[String],
    line: &[String],
    notation: Notation,
) -> Vec<String> {
    let plies = moves.len();
    let begin = (plies.saturating_sub(2)..plies).rev().find(|&ply| line.first() == Some(&moves[ply]));
    let begin = begin.unwrap_or(plies);
    session.truncate(begin);
    let is_playable = line.iter().all(|text| session.advance(text).is_some());
    let names = session.moves(notation).split_off(begin).into_iter().map(|mv| mv.name).collect();
    session.truncate(begin);
    let _ = moves[begin..].iter().try_for_each(|text| session.advance(text));
    if is_playable { names } else { line.to_vec() }
}

/// The number of games that a match plays.
fn planned(config: &MatchConfig) -> u64 {
    // As many as with any number of openings: they are repeated.
    Schedule::new(&config.layout, config.engines.len(), 1).len()
}

fn described(config: &MatchConfig) -> Value {
    json!({
        "game": config.game.name(),
        "engines": config.engines.iter().map(|engine| &engine.name).collect::<Vec<_>>(),
        "planned": planned(config),
        "rules": config.special_rules(),
        "seats": Seat::BOTH.map(|seat| config.game.colour(seat)),
    })
}

/// How a game ended: as its referee says it, or by the reason that its record gives.
fn ending(config: &MatchConfig, game: &GameRecord) -> Message {
    let by_the_rules = || {
        let mut session = config.game.session(&game.start, &config.rules).ok()?;
        game.moves.iter().try_for_each(|mv| session.advance(&mv.text))?;
        session.verdict().filter(|verdict| verdict.reason == game.reason)?;
        session.verdict_message()
    };
    let by_record = || {
        let (info, reason) = (&config.game.info, &game.reason);
        let winner = match game.result {
            GameResult::First => Seat::First,
            GameResult::Second => Seat::Second,
            GameResult::Draw => return Message::new(format!("drawn-{reason}"), game.explanation.clone()),
        };
        let message = Message::new(format!("ended-{reason}"), game.explanation.clone());
        message.with("winner", info.side(winner)).with("loser", info.side(!winner))
    };
    by_the_rules().unwrap_or_else(by_record)
}

fn finished(game: &GameRecord, ending: &str) -> Value {
    json!({
        "number": game.scheduled.number,
        "engines": game.scheduled.engines,
        "result": game.result.text(),
        "explanation": ending,
        "start": game.start,
        "moves": game.moves.iter().map(|mv| &mv.text).collect::<Vec<_>>(),
    })
}

fn written(config: &MatchConfig, standings: &Standings) -> Value {
    let report = TextReport { config, planned: planned(config) };
    let rows: Vec<Value> = rows(config, standings);
    let llr = standings.test_state().map(|state| {
        json!({"value": state.llr, "lower": state.lower, "upper": state.upper, "state": state.verdict})
    });
    json!({"games": standings.games(), "text": report.figures(standings), "rows": rows, "llr": llr})
}

/// A row for each engine, the strongest first.
fn rows(config: &MatchConfig, standings: &Standings) -> Vec<Value> {
    let is_duel = config.engines.len() == 2;
    let duel = standings.first_encounter().elo();
    let row = |(engine, elo, error): (usize, Option<f64>, Option<f64>)| {
        let games = standings.engines[engine].games();
        json!({
            "name": config.engine_name(engine),
            "points": games.points(),
            "games": games.games(),
            "wins": games.wins,
            "draws": games.draws,
            "losses": games.losses,
            "elo": elo,
            "error": error,
        })
    };
    if is_duel {
        let other = duel.value.map(|value| -value);
        return [(0, duel.value, duel.error), (1, other, duel.error)].into_iter().map(row).collect();
    }
    let rated = standings.ratings().into_iter().map(|rating| (rating.engine, Some(rating.elo), rating.error));
    rated.map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;

    /// What an engine said may be of the last two moves or of the next one, and may end with nonsense.
    #[test]
    fn lines_have_the_names_of_their_moves() {
        let moves = ["h2e2", "h9g7"].map(str::to_owned);
        let mut session = Game::XIANGQI.session("", "").unwrap();
        moves.iter().try_for_each(|text| session.advance(text)).unwrap();
        let mut names = |line: &[&str]| {
            let line: Vec<String> = line.iter().map(|&text| text.to_owned()).collect();
            line_names(&mut *session, &moves, &line, Notation::Wxf)
        };
        assert_eq!(names(&["h2e2", "h9g7", "h0g2"]), ["C2.5", "H8+7", "H2+3"]);
        assert_eq!(names(&["h9g7", "h0g2"]), ["H8+7", "H2+3"]);
        assert_eq!(names(&["h0g2"]), ["H2+3"]);
        assert_eq!(names(&["h0g2", "resigns"]), ["h0g2", "resigns"]);
        assert!(names(&[]).is_empty());
        assert_eq!(session.moves(Notation::default()).len(), 2);
    }
}
