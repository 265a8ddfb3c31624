//! `shuangqi match`: from the command line to the results.

mod recorder;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shuangqi_cli::output::{Format, Output, deliver};
use shuangqi_cli::progress::Mode;
use shuangqi_cli::run_folder::RunFolder;
use shuangqi_cli::{Exit, Failure, failure, program};

use super::cli::{self, MatchArgs};
use super::export::{self, Exporter, GameLine};
use super::games::Games;
use super::live::Live;
use super::log::Logs;
use super::page::{self, Report};
use super::played_game;
use super::player::Player;
use super::record::{Fixture, GameRecord};
use super::run::journal::Journal;
use super::run::plan::{self, Plan};
use super::run::preflight;
use super::run::processors::Processors;
use super::run::workers::{self, GameWorkers, MatchEnd};
use super::running_games::{LiveFile, MonitoredPlayer, RunningGames};
use super::standings::Standings;
use super::texts::TextReport;
use super::{drivers, summary};
use recorder::{Finished, Outcome, Recorder};

/// Runs a match in one of these games.
///
/// # Errors
/// Options that contradict each other, files that cannot be read or written, engines that cannot be started, interruption.
pub fn run(args: &MatchArgs, games: &Games) -> Result<Exit, Failure> {
    let mut plan = Plan::new(args, games)?;
    let (journal, games) = (plan.journal.take(), std::mem::take(&mut plan.games));
    let format = args.format();
    let is_kept = Cell::new(false);
    let session = MatchSession { plan: &plan, mode: args.progress(), is_kept };
    if format == Format::Table {
        return session.resumable(|| {
            let outcome = session.play(journal, games, &mut |_| Ok(()))?;
            session.print(&outcome)?;
            session.conclude(outcome)
        });
    }
    deliver(format, &mut io::stdout(), |output| {
        let is_streaming = format == Format::Ndjson;
        session.resumable(|| {
            let outcome = session.play(journal, games, &mut |game| match is_streaming {
                true => output.emit(&GameLine::new(&plan.config, game)),
                false => Ok(()),
            })?;
            summary::emit(&plan.config, &outcome.standings, output)?;
            session.conclude(outcome)
        })
    })
}

/// A match and how it is shown.
struct MatchSession<'a> {
    plan: &'a Plan,
    mode: Mode,
    /// Whether the journal has its header, so that the match can be resumed by it.
    is_kept: Cell<bool>,
}

impl MatchSession<'_> {
    /// Does work whose failure says how to go on, if the match can be resumed.
    fn resumable(&self, work: impl FnOnce() -> Result<Exit, Failure>) -> Result<Exit, Failure> {
        work().map_err(|failure| failure.resumable_by(self.resume_command()))
    }

    fn resume_command(&self) -> Option<String> {
        self.plan.path.as_deref().filter(|_| self.is_kept.get()).map(resume_command)
    }

    fn report(&self) -> TextReport<'_> {
        let Plan { config, schedule, .. } = self.plan;
        TextReport { config, planned: schedule.len() }
    }

    /// Plays the games that are missing.
    fn play(
        &self,
        mut journal: Option<Journal>,
        games: BTreeMap<u64, GameRecord>,
        finished: &mut Finished<'_>,
    ) -> Result<Outcome, Failure> {
        let Plan { config, options, schedule, .. } = self.plan;
        let machine = Processors::of_machine();
        let workers = machine.games(options.concurrency, &config.engines);
        let processors = machine.shared_out(&options.affinity, workers, &config.engines)?;
        let running = Arc::new(RunningGames::new(workers));
        let logs = Logs::open(options.log.as_deref(), &config.engines)?;
        let standings = Standings::of(config, self.plan.test, games.values());
        let done: BTreeSet<u64> = games.keys().copied().collect();
        let is_over = standings.is_decided() || done.len() as u64 >= schedule.len();
        let open = |engine: usize, worker: usize, processors: &[usize]| {
            let missing = || Failure::Internal("an engine is missing".to_owned());
            let engine = config.engines.get(engine).ok_or_else(missing)?;
            // An engine that cannot be opened was wrong on the command line.
            let log = logs.of(engine, (workers > 1).then_some(worker));
            let rules = (config.game, config.rules.as_str());
            let player = drivers::open(engine, rules, options.timeouts, processors, &log)
                .map_err(|bad| Failure::Usage(bad.to_string()))?;
            let watched = MonitoredPlayer::new(player, engine.protocol, worker, &running, log);
            Ok(Box::new(watched) as Box<dyn Player>)
        };
        if !is_over {
            self.note(schedule.warning().into_iter().chain(machine.warning(workers, &config.engines)));
            preflight::check(self.plan, &open, &|note| self.note(std::iter::once(note)))?;
        }
        // Nothing is written before the engines have answered: a mistake in the command leaves no trace.
        if let (Some(journal), Some(header)) = (&mut journal, &self.plan.header) {
            journal.begin(header)?;
        }
        self.is_kept.set(journal.is_some());
        let folder = plan::run_folder(config, options);
        folder.as_ref().map_or(Ok(()), RunFolder::begin)?;
        let play = |fixture: Fixture, players: [&mut dyn Player; 2], is_stopped: &Arc<AtomicBool>| {
            let opening = self.plan.openings.opening(fixture.opening)?;
            played_game::play(config, fixture, &opening, players, is_stopped)
        };
        let engines = config.engines.len();
        let game_workers =
            GameWorkers { open: &open, play: &play, engines, processors, pause: options.pause };
        let live = Live::new(self.report(), options.rating_interval, self.mode, &running);
        let live_file =
            self.plan.path.as_deref().filter(|_| !is_over).map(|path| LiveFile::new(path, &running));
        let shown = (&*running, live_file);
        let mut recorder = Recorder::new(self.plan, self.mode, journal, games, standings, live, shown)?;
        let ended = match is_over {
            true => MatchEnd::Complete,
            false => {
                workers::run(&game_workers, schedule, &done, &mut |event| recorder.take(event, finished))?
            }
        };
        recorder.finish(ended)
    }

    fn note(&self, notes: impl Iterator<Item = String>) {
        if self.mode != Mode::None {
            notes.for_each(failure::note);
        }
    }

    /// Prints the figures.
    fn print(&self, outcome: &Outcome) -> Result<(), Failure> {
        let text = self.report().figures(&outcome.standings) + "\n";
        io::stdout().write_all(text.as_bytes()).map_err(Failure::from_write)
    }

    /// Writes the files; the exit status says how the match ended.
    fn conclude(&self, outcome: Outcome) -> Result<Exit, Failure> {
        let Plan { config, options, .. } = self.plan;
        Exporter { config, options }.write_all(&outcome.games)?;
        if let Some(folder) = &options.outputs.folder {
            self.write_summary(folder, &outcome)?;
            self.write_page(folder, &outcome)?;
        }
        if let Some((fixture, why)) = outcome.given_up.first() {
            let (count, number) = (outcome.given_up.len(), fixture.number + 1);
            let remedy = self.resume_command().map(|command| format!(" To try again: {command}"));
            let remedy = remedy.unwrap_or_default();
            return Err(Failure::Internal(format!(
                "{count} of the games failed for an internal reason, game {number} first: {why}.{remedy}"
            )));
        }
        match outcome.ended {
            MatchEnd::Interrupted => Err(Failure::Interrupted(None)),
            MatchEnd::Complete | MatchEnd::Decided => Ok(Exit::Success),
        }
    }

    fn write_summary(&self, folder: &Path, outcome: &Outcome) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        deliver(Format::Json, &mut bytes, |output: &mut Output<'_>| {
            summary::emit(&self.plan.config, &outcome.standings, output).map(|()| Exit::Success)
        })?;
        let text = String::from_utf8(bytes).map_err(|error| Failure::Internal(error.to_string()))?;
        export::write(&folder.join("summary.json"), text)
    }

    fn write_page(&self, folder: &Path, outcome: &Outcome) -> Result<(), Failure> {
        let Plan { config, options, schedule, .. } = self.plan;
        let (games, standings) = (&outcome.games, &outcome.standings);
        let command = cli::command(config, options);
        page::write(folder, &Report { config, games, standings, planned: schedule.len(), command: &command })
    }
}

fn resume_command(path: &Path) -> String {
    format!("{} match -resume {}", program::name(), program::shell_word(&path.to_string_lossy()))
}
