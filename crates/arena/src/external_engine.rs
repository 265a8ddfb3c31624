//! Engines of others that are asked about single positions: what they would play, beside the lines of the own engine.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use game::any::AnySession;
use game::{EngineScore, Limits, Seat};
use shuangqi_cli::BadInput;
use shuangqi_cli::bad_input::quote;

use crate::cli::EngineWords;
use crate::config::{EngineConfig, Opening, Timeouts};
use crate::drivers;
use crate::games::{Game, Games};
use crate::log::Channel;
use crate::openings;
use crate::player::{Choice, MoveRequest, Player};

/// The depth of the first search of an engine whose protocol knows no times; each after it goes two plies deeper.
const FIRST_DEPTH: u32 = 4;

/// An engine that can be asked.
#[derive(Clone, Debug)]
pub struct ExternalEngine {
    game: Game,
    config: EngineConfig,
}

/// The line of an engine.
#[derive(Clone, PartialEq, Debug)]
pub struct ExternalLine {
    /// From the view of the side to move, where the engine tells it.
    pub score: Option<EngineScore>,
    /// In plies, where the engine tells it.
    pub depth: Option<u32>,
    /// Positions visited, where the engine tells it.
    pub nodes: Option<u64>,
    /// The moves in coordinates; at least one.
    pub moves: Vec<String>,
}

impl ExternalEngine {
    /// Reads an engine's description, as it stands behind `-engine` of a match: `name=Fairy cmd=fairy-stockfish proto=uci`. Its
    /// protocol says which game it plays.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str, games: &Games) -> Result<ExternalEngine, BadInput> {
        let bad = |expected: String| {
            let remedy =
                "Write it as in \"name=Fairy cmd=fairy-stockfish proto=uci option.UCI_Variant=xiangqi\"";
            BadInput::new("engine", None, quote(text), expected, remedy)
        };
        let words = EngineWords::parse(text).map_err(bad)?;
        let each = EngineWords::parse("tc=inf").map_err(bad)?;
        let mut why = "proto=, the protocol of one of the games".to_owned();
        for game in games.all() {
            match words.config(Some(&each), game) {
                Ok(config) if words.has_protocol() => return Ok(ExternalEngine { game, config }),
                Ok(_) => {}
                Err(other) => why = other,
            }
        }
        Err(bad(why))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.config.name
    }

    /// The game that it plays.
    pub fn game(&self) -> Game {
        self.game
    }

    /// The options that are set, in order.
    pub fn options(&self) -> &[(String, String)] {
        &self.config.options
    }

    /// The engine with these options on top of its own; its process starts when it is asked.
    ///
    /// # Errors
    /// A protocol that is none of its game.
    pub fn open(&self, options: &[(String, String)]) -> Result<EngineAnalysis, BadInput> {
        let mut config = self.config.clone();
        config.options.retain(|(known, _)| !options.iter().any(|(name, _)| name.eq_ignore_ascii_case(known)));
        config.options.extend_from_slice(options);
        let rules = (self.game, self.game.default_rules());
        let player = drivers::open(&config, rules, Timeouts::default(), &[], &Channel::default())?;
        let knows_times = config.protocol.facts().limits_time;
        Ok(EngineAnalysis { game: self.game, player, knows_times, has_begun: false })
    }
}

/// An engine at work.
pub struct EngineAnalysis {
    game: Game,
    player: Box<dyn Player>,
    knows_times: bool,
    /// It has been sent a game before.
    has_begun: bool,
}

impl std::fmt::Debug for EngineAnalysis {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "EngineAnalysis({:?})", self.player.engine_name())
    }
}

impl EngineAnalysis {
    /// Searches the last position of a session again and again, each time twice as long as before, until it is cancelled; `report` gets
    /// what is found.
    ///
    /// # Errors
    /// How the engine failed, or which option it does not take, in a sentence.
    pub fn analyze(
        &mut self,
        session: &dyn AnySession,
        is_cancelled: &Arc<AtomicBool>,
        mut report: impl FnMut(ExternalLine),
    ) -> Result<(), String> {
        /// The first search, and the longest.
        const TIMES: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(64)];
        let opening = openings::of_session(self.game, session, String::new());
        self.begin(&opening, session.seat())?;
        let (mut time, mut depth) = (TIMES[0], FIRST_DEPTH);
        while !is_cancelled.load(std::sync::atomic::Ordering::Relaxed) {
            let limits = match self.knows_times {
                true => Limits { move_time: Some(time), ..Limits::default() },
                false => Limits { depth: Some(depth), ..Limits::default() },
            };
            let request = MoveRequest {
                opening: &opening,
                moves: &opening.moves,
                session,
                clocks: [None; 2],
                limits,
                allowance: None,
                is_cancelled,
            };
            let answer = self.player.answer(&request).map_err(|fault| fault.to_string())?;
            if let Choice::Move(best) = answer.choice {
                let moves = if answer.info.pv.is_empty() { vec![best] } else { answer.info.pv };
                report(ExternalLine {
                    score: answer.info.score,
                    depth: answer.info.depth,
                    nodes: answer.info.nodes,
                    moves,
                });
            }
            (time, depth) = ((2 * time).min(TIMES[1]), depth + 2);
        }
        Ok(())
    }
}

impl EngineAnalysis {
    /// Sends the engine a game. One that ended by itself after an earlier search is started again.
    fn begin(&mut self, opening: &Opening, seat: Seat) -> Result<(), String> {
        let begun = self.player.begin(opening, seat);
        let begun = if self.has_begun { begun.or_else(|_| self.player.begin(opening, seat)) } else { begun };
        begun.map_err(|fault| fault.to_string())?;
        self.has_begun = true;
        let fatal = self.player.problems().into_iter().find(|problem| problem.is_fatal);
        fatal.map_or(Ok(()), |problem| Err(problem.text))
    }
}

impl Drop for EngineAnalysis {
    fn drop(&mut self) {
        self.player.quit();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    /// The engine for tests, and the file in which it notes its process.
    fn mock(pids: &std::path::Path) -> ExternalEngine {
        let own = std::env::current_exe().unwrap();
        let program = own.ancestors().nth(2).unwrap().join("examples/mock_engine");
        assert!(program.exists(), "build the examples first: cargo test -p tools does it");
        let text = format!(
            "name=Mock proto=uci cmd=\"{}\" \"args=--proto uci --pids {}\"",
            program.display(),
            pids.display()
        );
        ExternalEngine::parse(&text, &Games::built_in()).unwrap()
    }

    /// One search of the start position: the number of its lines.
    fn search(analysis: &mut EngineAnalysis) -> Result<usize, String> {
        let session = Game::XIANGQI.session("", "").unwrap();
        let (is_cancelled, mut lines) = (Arc::new(AtomicBool::new(false)), 0);
        let flag = Arc::clone(&is_cancelled);
        analysis.analyze(&*session, &is_cancelled, |_| {
            lines += 1;
            flag.store(true, Relaxed);
        })?;
        Ok(lines)
    }

    #[test]
    fn an_option_that_the_engine_does_not_have_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let engine = mock(&folder.path().join("pids"));
        let refused = |name: &str, value: &str| {
            search(&mut engine.open(&[(name.to_owned(), value.to_owned())]).unwrap()).unwrap_err()
        };
        assert!(
            refused("Nonsense", "3").contains("it has no option \"Nonsense\""),
            "{}",
            refused("Nonsense", "3")
        );
        assert!(refused("Hash", "-7").contains("takes a number from"), "{}", refused("Hash", "-7"));
    }

    #[test]
    #[cfg(unix)]
    fn an_engine_that_ended_between_searches_is_started_again() {
        let folder = tempfile::tempdir().unwrap();
        let pids = folder.path().join("pids");
        let mut analysis = mock(&pids).open(&[]).unwrap();
        assert_eq!(search(&mut analysis), Ok(1));
        let pid = std::fs::read_to_string(&pids).unwrap();
        let killed = std::process::Command::new("kill").args(["-KILL", pid.trim()]).status();
        assert!(killed.unwrap().success());
        assert_eq!(search(&mut analysis), Ok(1));
        assert_eq!(std::fs::read_to_string(&pids).unwrap().lines().count(), 2);
    }

    #[test]
    fn the_protocol_says_which_game_an_engine_plays() {
        let games = Games::built_in();
        for (text, game) in [
            ("name=Fairy cmd=fairy-stockfish proto=uci option.UCI_Variant=xiangqi", Game::XIANGQI),
            ("cmd=edax proto=gtp", Game::OTHELLO),
        ] {
            let external = ExternalEngine::parse(text, &games).unwrap();
            assert!(external.game() == game && !external.name().is_empty());
        }
        for text in ["cmd=edax", "proto=uci", "cmd=x proto=chess", "cmd=\"x", ""] {
            assert!(ExternalEngine::parse(text, &games).is_err(), "{text:?}");
        }
    }
}
