//! `shuangqi match`: from the words to the results.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Parser;
use shuangqi_cli::args::ColorArgs;
use shuangqi_cli::output::{Format, Output, deliver};
use shuangqi_cli::progress::Mode;
use shuangqi_cli::{Exit, Failure, program, stderr, version};

use super::cli::{self, MatchConfigBuilder, Request};
use super::config::Style;
use super::config::{EngineConfig, MatchConfig};
use super::export::{self, GameFiles, GameLine, MatchGames};
use super::game::{self, Conditions};
use super::live::Live;
use super::log::Logs;
use super::page::{self, Report};
use super::player::Player;
use super::record::{Fixture, GameRecord};
use super::run::journal::Journal;
use super::run::notices::Notices;
use super::run::plan::Plan;
use super::run::preflight;
use super::run::processors::Processors;
use super::run::workers::{self, Ended, GameWorkers, MatchEvent};
use super::standings::Standings;
use super::texts::TextReport;
use super::watched::{Tables, Watched};
use super::{drivers, summary};

/// Play matches between engines, and tell how they compare
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true, override_help = cli::help())]
pub struct Args {
    /// Options in the words of other match runners; see --help
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "OPTIONS")]
    words: Vec<String>,
}

impl Args {
    /// When messages are coloured, if the words say it.
    pub fn color(&self) -> Option<ColorArgs> {
        #[derive(Parser)]
        struct Only {
            #[command(flatten)]
            color: ColorArgs,
        }
        let Ok(Request::Match(draft)) = cli::read(&self.words) else { return None };
        let when = draft.color.clone()?;
        Only::try_parse_from(["match", "--color", &when]).ok().map(|only| only.color)
    }
}

/// Does what the words say.
///
/// # Errors
/// Words that are not understood, files that cannot be read or written, engines that cannot be started, interruption.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    match cli::read(&args.words)? {
        Request::Help => say(&cli::help()),
        Request::Version => say(&format!("shuangqi {}\n", version::text(&[]))),
        Request::Match(draft) => play(&draft),
    }
}

fn say(text: &str) -> Result<Exit, Failure> {
    io::stdout().write_all(text.as_bytes()).map_err(Failure::from_write)?;
    Ok(Exit::Success)
}

fn play(draft: &MatchConfigBuilder) -> Result<Exit, Failure> {
    let mut plan = Plan::new(draft)?;
    let (journal, games) = (plan.journal.take(), std::mem::take(&mut plan.games));
    let format = draft.format.unwrap_or_default();
    let mode = draft.progress.unwrap_or_default();
    let for_scripts = format == Format::Table && plan.conduct.style != Style::Plain;
    let evening = MatchSession { plan: &plan, mode, for_scripts };
    if format == Format::Table {
        let outcome = evening.host(journal, games, &mut |_| Ok(()))?;
        evening.print(&outcome)?;
        return evening.conclude(outcome);
    }
    deliver(format, &mut io::stdout(), |output| {
        let is_streaming = format == Format::Ndjson;
        let outcome = evening.host(journal, games, &mut |game| match is_streaming {
            true => output.emit(&GameLine::new(&plan.setup, game)),
            false => Ok(()),
        })?;
        summary::emit(&plan.setup, &outcome.standings, output)?;
        evening.conclude(outcome)
    })
}

/// What came of it.
struct Outcome {
    standings: Standings,
    /// In the order of the schedule; none where nobody asks for them.
    games: Vec<GameRecord>,
    ended: Ended,
    given_up: Vec<(Fixture, String)>,
}

/// A match and how it is shown.
struct MatchSession<'a> {
    plan: &'a Plan,
    mode: Mode,
    for_scripts: bool,
}

impl MatchSession<'_> {
    fn report(&self) -> TextReport<'_> {
        let Plan { setup, conduct, schedule, .. } = self.plan;
        TextReport { config: setup, options: conduct, planned: schedule.len() }
    }

    /// Plays what is missing. `finished` is told of every game.
    fn host(
        &self,
        mut journal: Option<Journal>,
        games: BTreeMap<u64, GameRecord>,
        finished: &mut dyn FnMut(&GameRecord) -> Result<(), Failure>,
    ) -> Result<Outcome, Failure> {
        let Plan { setup, conduct, schedule, .. } = self.plan;
        let machine = Processors::of_machine();
        let workers = machine.games(conduct.concurrency, &setup.engines);
        let processors = machine.shared_out(&conduct.affinity, workers, &setup.engines)?;
        let tables = Arc::new(Tables::new(workers));
        let logs = Logs::open(conduct.log.as_deref(), &setup.engines)?;
        let standings = Standings::of(setup, self.plan.test, games.values());
        let done: BTreeSet<u64> = games.keys().copied().collect();
        let is_over = standings.is_decided() || done.len() as u64 >= schedule.len();
        let open = |engine: usize, worker: usize, processors: &[usize]| {
            let engine = engine_of(setup, engine)?;
            // What is wrong here was wrong on the command line.
            let player = drivers::open(engine, setup.game, conduct.patience, processors)
                .map_err(|bad| Failure::Usage(bad.to_string()))?;
            let log = logs.of(engine, (workers > 1).then_some(worker));
            let watched = Watched::new(player, engine.protocol, worker, &tables, log);
            Ok(Box::new(watched) as Box<dyn Player>)
        };
        if !is_over {
            self.note(schedule.warning().into_iter().chain(machine.warning(workers, &setup.engines)));
            preflight::check(self.plan, &open, &|told| self.note(std::iter::once(told)))?;
        }
        // Nothing is made before the engines have answered: a slip in the command leaves no trace.
        if let (Some(journal), Some(header)) = (&mut journal, &self.plan.header) {
            journal.begin(header)?;
        }
        let files = GameFiles::open(setup, conduct, &games)?;
        let play = |fixture: Fixture, players: [&mut dyn Player; 2], is_stopped: &AtomicBool| {
            let opening = self.plan.openings.opening(fixture.opening)?;
            game::play(&Conditions { setup }, fixture, &opening, players, is_stopped)
        };
        let engines = setup.engines.len();
        let hall = GameWorkers { open: &open, play: &play, engines, processors, pause: conduct.pause };
        let live = Live::new(self.report(), self.mode, self.for_scripts, &tables, workers);
        let keeps_games = conduct.outputs.epd.is_some() || conduct.outputs.folder.is_some();
        let mut clerk = Recorder {
            setup,
            journal,
            files,
            standings,
            games,
            keeps_games,
            live,
            given_up: Vec::new(),
            notices: Notices::new(self.mode),
        };
        let ended = match is_over {
            true => Ended::Complete,
            false => workers::run(&hall, schedule, &done, &mut |news| clerk.take(news, finished))?,
        };
        clerk.finish(ended)
    }

    fn note(&self, notes: impl Iterator<Item = String>) {
        if self.mode != Mode::None {
            notes.for_each(stderr::note);
        }
    }

    /// The figures, for people and for scripts that read them as those of other runners.
    fn print(&self, outcome: &Outcome) -> Result<(), Failure> {
        let report = self.report();
        let mut text = report.figures(&outcome.standings) + "\n";
        if outcome.ended != Ended::Interrupted {
            text.extend(report.closing().map(|line| format!("{line}\n")));
        }
        say(&text).map(|_| ())
    }

    /// Writes the files, and tells how it ended.
    fn conclude(&self, outcome: Outcome) -> Result<Exit, Failure> {
        let Plan { setup, conduct, path, .. } = self.plan;
        export::write_all(&MatchGames { config: setup, options: conduct, games: &outcome.games })?;
        if let Some(folder) = &conduct.outputs.folder {
            self.write_summary(folder, &outcome)?;
            self.write_page(folder, &outcome)?;
        }
        let way_on = path.as_deref().map(way_on);
        if let Some((fixture, why)) = outcome.given_up.first() {
            let (count, number) = (outcome.given_up.len(), fixture.number + 1);
            let way_on = way_on.map_or_else(String::new, |way| format!(" To try again: {way}"));
            let told =
                format!("{count} of the games failed for a reason of ours, game {number} first: {why}.");
            return Err(Failure::Internal(told + &way_on));
        }
        match outcome.ended {
            Ended::Interrupted => Err(Failure::Interrupted(way_on)),
            Ended::Complete | Ended::Decided => Ok(Exit::Success),
        }
    }

    fn write_summary(&self, folder: &Path, outcome: &Outcome) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        deliver(Format::Json, &mut bytes, |output: &mut Output<'_>| {
            summary::emit(&self.plan.setup, &outcome.standings, output).map(|()| Exit::Success)
        })?;
        let text = String::from_utf8(bytes).map_err(|error| Failure::Internal(error.to_string()))?;
        export::write(&folder.join("summary.json"), text)
    }

    fn write_page(&self, folder: &Path, outcome: &Outcome) -> Result<(), Failure> {
        let Plan { setup, conduct, schedule, .. } = self.plan;
        let (games, standings) = (&outcome.games, &outcome.standings);
        let command = cli::command(setup, conduct);
        page::write(
            folder,
            &Report { config: setup, games, standings, planned: schedule.len(), command: &command },
        )
    }
}

/// The command that goes on with a match.
fn way_on(path: &Path) -> String {
    format!("{} match -resume {}", program::name(), program::shell_word(&path.to_string_lossy()))
}

fn engine_of(setup: &MatchConfig, engine: usize) -> Result<&EngineConfig, Failure> {
    setup.engines.get(engine).ok_or_else(|| Failure::Internal("an engine is missing".to_owned()))
}

/// Who writes everything down.
struct Recorder<'a> {
    setup: &'a MatchConfig,
    journal: Option<Journal>,
    files: GameFiles<'a>,
    standings: Standings,
    games: BTreeMap<u64, GameRecord>,
    keeps_games: bool,
    live: Live<'a>,
    given_up: Vec<(Fixture, String)>,
    notices: Notices,
}

impl Recorder<'_> {
    fn take(
        &mut self,
        news: MatchEvent,
        finished: &mut dyn FnMut(&GameRecord) -> Result<(), Failure>,
    ) -> Result<ControlFlow<()>, Failure> {
        match news {
            MatchEvent::Started(worker, fixture) => self.live.started(worker, fixture),
            MatchEvent::Dropped(worker) => self.live.left(worker),
            MatchEvent::Finished(worker, game) => self.add(worker, *game, finished)?,
            MatchEvent::GivenUp(worker, fixture, why) => {
                self.live.left(worker);
                let number = fixture.number + 1;
                self.live
                    .aside(|| stderr::note(format_args!("game {number} failed for a reason of ours: {why}")));
                self.given_up.push((fixture, why));
            }
            MatchEvent::Quiet => self.notices.sample(),
        }
        self.live.tick(&self.standings);
        self.notices.rest();
        Ok(if self.standings.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// A game that ends after the test was decided is none of the match: the verdict stands.
    fn add(
        &mut self,
        worker: usize,
        game: GameRecord,
        finished: &mut dyn FnMut(&GameRecord) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        if self.standings.is_decided() {
            self.live.left(worker);
            return Ok(());
        }
        // The journal first: what is in a file of games can always be counted.
        self.journal.as_mut().map_or(Ok(()), |journal| journal.write(&game))?;
        self.files.add(&game)?;
        self.standings.add(&game);
        self.live.finished(worker, &game, &self.standings);
        let notes = self.notices.of_game(self.setup, &game, &self.standings);
        self.live.aside(|| notes.into_iter().for_each(stderr::note));
        finished(&game)?;
        if self.keeps_games {
            self.games.insert(game.fixture.number, game);
        }
        Ok(())
    }

    fn finish(mut self, ended: Ended) -> Result<Outcome, Failure> {
        self.journal.map_or(Ok(()), Journal::finish)?;
        self.files.finish()?;
        self.notices.of_match(self.setup, &self.standings).into_iter().for_each(stderr::note);
        let games = if self.keeps_games { self.games.into_values().collect() } else { Vec::new() };
        Ok(Outcome { standings: self.standings, games, ended, given_up: self.given_up })
    }
}
