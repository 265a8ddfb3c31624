//! The recorder of a match: journal, counts and display of the games as they end.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use shuangqi_cli::progress::Mode;
use shuangqi_cli::{Failure, failure};

use crate::export::GameFiles;
use crate::live::Live;
use crate::match_config::MatchConfig;
use crate::record::{Fixture, GameRecord};
use crate::run::journal::Journal;
use crate::run::notices::Notices;
use crate::run::plan::Plan;
use crate::run::workers::{MatchEnd, MatchEvent};
use crate::running_games::{LiveFile, RunningGames};
use crate::standings::Standings;

/// Called with every game that counts.
pub type Finished<'a> = dyn FnMut(&GameRecord) -> Result<(), Failure> + 'a;

pub struct Outcome {
    pub standings: Standings,
    /// In the order of the schedule; empty where no file is written from all games.
    pub games: Vec<GameRecord>,
    /// Why no more games were played.
    pub ended: MatchEnd,
    /// Games that failed for an internal reason, with that reason.
    pub given_up: Vec<(Fixture, String)>,
}

/// Receives the events of a match on one thread: writes games down, counts them, and shows them.
pub struct Recorder<'a> {
    config: &'a MatchConfig,
    journal: Option<Journal>,
    files: GameFiles<'a>,
    standings: Standings,
    games: BTreeMap<u64, GameRecord>,
    keeps_games: bool,
    live: Live<'a>,
    given_up: Vec<(Fixture, String)>,
    notices: Notices,
    running: &'a RunningGames,
    live_file: Option<LiveFile>,
}

impl<'a> Recorder<'a> {
    /// A recorder before the first event. Games are kept in memory only if a file is written from all of them.
    pub fn new(
        plan: &'a Plan,
        mode: Mode,
        journal: Option<Journal>,
        games: BTreeMap<u64, GameRecord>,
        standings: Standings,
        live: Live<'a>,
        (running, live_file): (&'a RunningGames, Option<LiveFile>),
    ) -> Result<Recorder<'a>, Failure> {
        let Plan { config, options, .. } = plan;
        let files = GameFiles::open(config, options, &games)?;
        let keeps_games = options.outputs.epd.is_some() || options.outputs.folder.is_some();
        Ok(Recorder {
            config,
            journal,
            files,
            standings,
            games,
            keeps_games,
            live,
            given_up: Vec::new(),
            notices: Notices::new(mode),
            running,
            live_file,
        })
    }

    /// Takes an event, and ends the match once its test is decided. `finished` is called with every game that counts.
    pub fn take(
        &mut self,
        event: MatchEvent,
        finished: &mut Finished<'_>,
    ) -> Result<ControlFlow<()>, Failure> {
        match event {
            MatchEvent::Started(worker, fixture) => self.running.set(worker, Some(fixture)),
            MatchEvent::Dropped(worker) => self.running.set(worker, None),
            MatchEvent::Finished(worker, game) => {
                self.running.set(worker, None);
                self.add(*game, finished)?;
            }
            MatchEvent::GivenUp(worker, fixture, why) => {
                self.running.set(worker, None);
                let number = fixture.number + 1;
                let note = format_args!("game {number} failed for an internal reason: {why}");
                self.live.aside(|| failure::note(note));
                self.given_up.push((fixture, why));
            }
            MatchEvent::Quiet => {}
        }
        self.live.tick(&self.standings);
        self.live_file.iter_mut().for_each(LiveFile::write);
        Ok(if self.standings.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Counts a game, unless it ended after the test was decided: the verdict stands.
    fn add(&mut self, game: GameRecord, finished: &mut Finished<'_>) -> Result<(), Failure> {
        if self.standings.is_decided() {
            return Ok(());
        }
        // The journal first: then every game in a file of games is in the journal too.
        self.journal.as_mut().map_or(Ok(()), |journal| journal.write(&game))?;
        self.files.add(&game)?;
        self.standings.add(&game);
        self.live.finished(&game, &self.standings);
        let notes = self.notices.of_game(self.config, &self.standings);
        self.live.aside(|| notes.into_iter().for_each(failure::note));
        finished(&game)?;
        if self.keeps_games {
            self.games.insert(game.fixture.number, game);
        }
        Ok(())
    }

    pub fn finish(mut self, ended: MatchEnd) -> Result<Outcome, Failure> {
        self.journal.map_or(Ok(()), Journal::finish)?;
        self.files.finish()?;
        self.notices.of_match(self.config, &self.standings).into_iter().for_each(failure::note);
        let games = if self.keeps_games { self.games.into_values().collect() } else { Vec::new() };
        Ok(Outcome { standings: self.standings, games, ended, given_up: self.given_up })
    }
}
