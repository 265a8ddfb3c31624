//! `shuangqi match`: from the command line to the results.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use shuangqi_cli::journal::Journal;
use shuangqi_cli::output::{self, Format, deliver};
use shuangqi_cli::progress::Mode;
use shuangqi_cli::run_folder::RunFolder;
use shuangqi_cli::{Exit, Failure, failure, program, units};

use super::cli::{self, MatchArgs};
use super::export::{self, Exporter, GameFiles, GameLine};
use super::games::Games;
use super::live::ProgressDisplay;
use super::log::Logs;
use super::match_config::MatchConfig;
use super::page::{self, Report};
use super::played_game;
use super::player::Player;
use super::record::{GameRecord, ScheduledGame};
use super::run::processors::Processors;
use super::run::workers::{self, GameWorkers, MatchEnd, MatchEvent, Play};
use super::run::{self, Plan, preflight, speed};
use super::running_games::{LiveFile, RunningGames};
use super::shared_test::StopFile;
use super::standings::{Standings, WarningKind};
use super::texts::TextReport;
use super::{drivers, summary};

/// Runs a match in one of these games.
///
/// # Errors
/// Options that contradict each other, files that cannot be read or written, engines that cannot be started, interruption.
pub fn run(args: &MatchArgs, games: &Games) -> Result<Exit, Failure> {
    let mut plan = Plan::new(args, games)?;
    let (journal, games) = (plan.journal.take(), std::mem::take(&mut plan.games));
    let format = args.own.format.format();
    let is_kept = Cell::new(false);
    let session = MatchSession { plan: &plan, mode: args.own.progress.progress, is_kept };
    deliver(format, &mut io::stdout(), |output| {
        let played = session.play(journal, games, &mut |game| match format {
            Format::Ndjson => output.emit(&GameLine::new(&plan.config, game)),
            _ => Ok(()),
        });
        let ended = played.and_then(|outcome| {
            match format {
                Format::Table => session.print(&outcome)?,
                _ => summary::emit(&plan.config, &outcome.standings, output)?,
            }
            session.conclude(outcome)
        });
        ended.map_err(|failure| failure.resumable_by(session.resume_command()))
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
    /// The command that goes on with the match, if it can be resumed.
    fn resume_command(&self) -> Option<String> {
        self.plan.path.as_deref().filter(|_| self.is_kept.get()).map(resume_command)
    }

    /// The file that stops the match, if it is a shard of a test.
    fn stop_file(&self) -> Option<StopFile> {
        let Plan { path, test, shard, .. } = self.plan;
        test.and(*shard).and(path.as_deref()).map(StopFile::beside)
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
        // The games of a shard alone decide nothing.
        let test = self.plan.test.filter(|_| self.plan.shard.is_none());
        let standings = Standings::of(config, test, games.values());
        let mut stop_file = self.stop_file();
        let mut done: BTreeSet<u64> = games.keys().copied().collect();
        if let Some(shard) = self.plan.shard {
            let of_others = (0..schedule.len())
                .filter(|&number| !schedule.game(number).is_some_and(|game| shard.has(game.pair)));
            done.extend(of_others);
        }
        let is_stopped = stop_file.as_mut().is_some_and(StopFile::is_there);
        let is_over = is_stopped || standings.is_decided() || done.len() as u64 >= schedule.len();
        let open = |engine: usize, worker: usize, processors: &[usize]| {
            open_player(self.plan, &logs, engine, (workers > 1).then_some(worker), processors)
        };
        if !is_over {
            self.note(schedule.warning().into_iter().chain(machine.warning(workers, &config.engines)));
            preflight::check(self.plan, &open, &|note| self.note(std::iter::once(note)))?;
        }
        // Nothing is written before the engines have answered: a mistake in the command leaves no trace.
        self.begin_files(journal.as_mut())?;
        let timed = if is_over { config.clone() } else { self.timed(workers)? };
        let play: &Play<'_> = &|worker, scheduled, players, is_stopped| {
            let opening = self.plan.openings.opening(scheduled.opening)?;
            played_game::play(&timed, scheduled, &opening, players, is_stopped, running.of_worker(worker))
        };
        let engines = config.engines.len();
        let game_workers = GameWorkers { open: &open, play, engines, processors, pause: options.pause };
        let live = ProgressDisplay::new(self.report(), options.rating_interval, self.mode, &running);
        let live_file =
            self.plan.path.as_deref().filter(|_| !is_over).map(|path| LiveFile::new(path, &running));
        let mut recorder = Recorder {
            plan: self.plan,
            mode: self.mode,
            journal,
            files: GameFiles::open(config, options, &games)?,
            standings,
            games,
            live,
            given_up: Vec::new(),
            warned_of: Vec::new(),
            running: &running,
            live_file,
            stop_file,
        };
        let ended = match is_over {
            true => MatchEnd::Complete,
            false => {
                workers::run(&game_workers, schedule, &done, &mut |event| recorder.take(event, finished))?
            }
        };
        recorder.finish(ended)
    }

    /// The match with the times that this machine plays with.
    fn timed(&self, workers: usize) -> Result<MatchConfig, Failure> {
        let Plan { config, options, .. } = self.plan;
        let is_timed = config.engines.iter().any(speed::is_timed);
        let Some(reference) = options.reference_speed.filter(|_| is_timed) else { return Ok(config.clone()) };
        let measured = speed::measured(config.game, workers)?;
        let factor = reference as f64 / measured;
        let rate = units::grouped(measured as u64);
        self.note(std::iter::once(format!("{rate} nodes a second: times are multiplied by {factor:.3}")));
        Ok(speed::scaled(config, factor))
    }

    /// Writes the header of the journal, and begins the folder of the results.
    fn begin_files(&self, mut journal: Option<&mut Journal>) -> Result<(), Failure> {
        if let (Some(journal), Some(header)) = (&mut journal, &self.plan.header) {
            let folder = self.plan.path.as_deref().and_then(Path::parent);
            if let Some(folder) = folder.filter(|folder| !folder.as_os_str().is_empty()) {
                fs::create_dir_all(folder).map_err(|error| Failure::unwritable(folder, &error))?;
            }
            journal.write(header)?;
        }
        self.is_kept.set(journal.is_some());
        let folder = run::run_folder(&self.plan.config, &self.plan.options);
        folder.as_ref().map_or(Ok(()), RunFolder::begin)
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
            self.write_results(folder, &outcome)?;
        }
        if let Some((scheduled, why)) = outcome.given_up.first() {
            let (count, number) = (outcome.given_up.len(), scheduled.number + 1);
            let remedy = self.resume_command().map(|command| format!(" To try again: {command}"));
            let remedy = remedy.unwrap_or_default();
            return Err(Failure::Internal(format!(
                "{count} of the games failed for an internal reason, game {number} first: {why}.{remedy}"
            )));
        }
        match outcome.ended {
            MatchEnd::Interrupted => Err(Failure::Interrupted(None)),
            MatchEnd::Complete => Ok(Exit::Success),
        }
    }

    /// Writes the summary and the page into the folder of the results.
    fn write_results(&self, folder: &Path, outcome: &Outcome) -> Result<(), Failure> {
        let Plan { config, options, schedule, .. } = self.plan;
        let (games, standings) = (&outcome.games, &outcome.standings);
        let summary = output::text(Format::Json, |output| summary::emit(config, standings, output))?;
        export::write(&folder.join("summary.json"), summary)?;
        let command = cli::command(config, options);
        page::write(folder, &Report { config, games, standings, planned: schedule.len(), command: &command })
    }
}

/// The player of an engine. One that cannot be opened was wrong on the command line.
fn open_player(
    plan: &Plan,
    logs: &Logs,
    engine: usize,
    worker: Option<usize>,
    processors: &[usize],
) -> Result<Box<dyn Player>, Failure> {
    let missing = || Failure::Internal("an engine is missing".to_owned());
    let engine = plan.config.engines.get(engine).ok_or_else(missing)?;
    let rules = (plan.config.game, plan.config.rules.as_str());
    drivers::open(engine, rules, plan.options.timeouts, processors, &logs.of(engine, worker))
        .map_err(|bad| Failure::Usage(bad.to_string()))
}

fn resume_command(path: &Path) -> String {
    format!("{} match -resume {}", program::name(), program::shell_word(&path.to_string_lossy()))
}

/// Called with every game that counts.
type Finished<'a> = dyn FnMut(&GameRecord) -> Result<(), Failure> + 'a;

struct Outcome {
    standings: Standings,
    /// In the order of the schedule; without those of this run where no file is written from all games.
    games: Vec<GameRecord>,
    /// Why no more games were played.
    ended: MatchEnd,
    /// Games that failed for an internal reason, with that reason.
    given_up: Vec<(ScheduledGame, String)>,
}

/// Receives the events of a match on one thread: writes games down, counts them, and shows them.
struct Recorder<'a> {
    plan: &'a Plan,
    mode: Mode,
    journal: Option<Journal>,
    files: GameFiles<'a>,
    standings: Standings,
    /// In memory only if a file is written from all of them.
    games: BTreeMap<u64, GameRecord>,
    live: ProgressDisplay<'a>,
    given_up: Vec<(ScheduledGame, String)>,
    /// Warnings are given once.
    warned_of: Vec<WarningKind>,
    running: &'a RunningGames,
    live_file: Option<LiveFile>,
    /// Of a shard of a test: the file that stops it.
    stop_file: Option<StopFile>,
}

impl Recorder<'_> {
    /// Takes an event, and ends the match once its test is decided. `finished` is called with every game that counts.
    fn take(&mut self, event: MatchEvent, finished: &mut Finished<'_>) -> Result<ControlFlow<()>, Failure> {
        match event {
            MatchEvent::Started(worker, scheduled) => self.running.set(worker, Some(scheduled)),
            MatchEvent::Dropped(worker) => self.running.set(worker, None),
            MatchEvent::Finished(worker, game) => {
                self.running.set(worker, None);
                self.add(*game, finished)?;
            }
            MatchEvent::GivenUp(worker, scheduled, why) => {
                self.running.set(worker, None);
                let number = scheduled.number + 1;
                let note = format_args!("game {number} failed for an internal reason: {why}");
                self.live.suspend(|| failure::note(note));
                self.given_up.push((scheduled, why));
            }
            MatchEvent::Tick => {}
        }
        self.live.tick(&self.standings);
        self.live_file.iter_mut().for_each(LiveFile::write);
        let is_stopped = self.stop_file.as_mut().is_some_and(StopFile::is_there);
        let is_enough = is_stopped || self.standings.is_decided();
        Ok(if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Counts a game, unless it ended after the test was decided: the verdict stands.
    fn add(&mut self, game: GameRecord, finished: &mut Finished<'_>) -> Result<(), Failure> {
        if self.standings.is_decided() {
            return Ok(());
        }
        // The journal first: then every game in a file of games is in the journal too.
        self.journal.as_mut().map_or(Ok(()), |journal| journal.write_soon(&game))?;
        self.files.add(&game)?;
        self.standings.add(&game);
        self.live.finished(&game, &self.standings);
        let notes = self.new_warnings(false);
        self.live.suspend(|| notes.into_iter().for_each(failure::note));
        finished(&game)?;
        if self.keeps_games() {
            self.games.insert(game.scheduled.number, game);
        }
        Ok(())
    }

    /// Warnings that were not given before, after a game or after the last one.
    fn new_warnings(&mut self, is_over: bool) -> Vec<String> {
        let mut warnings = self.standings.warnings(&self.plan.config, is_over);
        warnings.retain(|warning| self.mode != Mode::None && !self.warned_of.contains(&warning.kind));
        self.warned_of.extend(warnings.iter().map(|warning| warning.kind));
        warnings.into_iter().map(|warning| warning.text).collect()
    }

    fn keeps_games(&self) -> bool {
        let outputs = &self.plan.options.outputs;
        outputs.epd.is_some() || outputs.folder.is_some()
    }

    fn finish(mut self, ended: MatchEnd) -> Result<Outcome, Failure> {
        self.journal.take().map_or(Ok(()), Journal::finish)?;
        self.new_warnings(true).into_iter().for_each(failure::note);
        self.files.finish()?;
        let games = self.games.into_values().collect();
        Ok(Outcome { standings: self.standings, games, ended, given_up: self.given_up })
    }
}
