//! The command line of a match, with the options that cutechess-cli and fastchess have made common.
//!
//! Options may have one dash or two, and an option such as `-engine cmd=… name=…` takes `key=value` words up to the next
//! option. [`normalised`] brings such a line into the form that clap reads: the words of each [`Segment`] become one value,
//! which is a command line of its own.

mod differences;
mod engine;
mod help;
mod normalise;
mod options;
pub mod segment;
mod segments;
pub mod values;
mod write;

use std::path::{Path, PathBuf};

use clap::Parser;
use shuangqi_cli::Failure;
use shuangqi_cli::output::Format;
use shuangqi_cli::progress::Mode;

pub use differences::differences;
pub use help::text as help;
pub use normalise::{arguments, normalised};
pub use write::command;

use super::config::{Layout, Outputs, RunOptions};
use super::match_config::MatchConfig;
use crate::games::{Game, Games};
use crate::rating::Sprt;
use options::{AdjudicationArgs, DisplayArgs, FileArgs, OpeningsArgs, PlayerArgs, RunArgs, ScheduleArgs};

/// The ways to call it.
const USAGE: &str = "\
shuangqi match -game GAME -engine KEY=VALUE… -engine KEY=VALUE… [OPTIONS]
       shuangqi match -resume FILE [OPTIONS]
       shuangqi match -queue FILE [-concurrency N]";

/// Play matches between engines, of either game and over any protocol, and compare them
///
/// Options are `None` where the command line does not give them: a match that is resumed has the rest in its journal.
#[derive(Clone, Debug, Parser)]
#[command(override_usage = USAGE, args = normalise::options_of_other_runners())]
pub struct MatchArgs {
    #[command(flatten)]
    players: PlayerArgs,
    #[command(flatten)]
    openings: OpeningsArgs,
    #[command(flatten)]
    schedule: ScheduleArgs,
    #[command(flatten)]
    adjudication: AdjudicationArgs,
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    files: FileArgs,
    #[command(flatten)]
    display: DisplayArgs,
}

/// The journal of a match, and what is expected of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalFile {
    pub path: PathBuf,
    /// Whether it has to exist, with the match in it.
    pub is_resumed: bool,
}

/// A wrong command line, and where to look.
fn usage(message: impl Into<String>) -> Failure {
    let message = message.into();
    let stop = if message.ends_with(['.', '?']) { "" } else { "." };
    Failure::Usage(format!("{message}{stop} See shuangqi match --help."))
}

impl MatchArgs {
    /// Whether files that this program did not write are replaced.
    pub fn is_forced(&self) -> bool {
        self.files.force
    }

    /// The file of tests that are to be played instead of a match.
    pub fn queue(&self) -> Option<&Path> {
        self.files.queue.as_deref()
    }

    /// How results are written on stdout.
    pub fn format(&self) -> Format {
        self.display.format.format()
    }

    /// How progress is shown.
    pub fn progress(&self) -> Mode {
        self.display.progress.progress
    }

    /// The file in which the games are kept, if any.
    pub fn journal(&self) -> Option<JournalFile> {
        let FileArgs { state, resume, out, .. } = &self.files;
        let resumed = resume.clone().map(|path| JournalFile { path, is_resumed: true });
        let begun = || state.clone().or_else(|| out.as_ref().map(|folder| folder.join("match.journal")));
        resumed.or_else(|| begun().map(|path| JournalFile { path, is_resumed: false }))
    }

    /// The configuration of the match. `before` is the match of the journal: its values stand for options that the
    /// command line does not give. The hash of the openings is left as it was, or 0.
    ///
    /// # Errors
    /// [`Failure::Usage`]: something is missing, or two options contradict each other.
    pub fn config(&self, games: &Games, before: Option<&MatchConfig>) -> Result<MatchConfig, Failure> {
        let game = self.players.game(games)?.or(before.map(|config| config.game));
        if self.players.engines.is_empty() && self.files.resume.is_none() {
            return Err(usage("there are no engines; give -game and two or more -engine …, or -resume FILE"));
        }
        let game =
            game.ok_or_else(|| usage(format!("there is no game; give -game {}", games.names(" or -game "))))?;
        let config = MatchConfig {
            game,
            rules: self.players.rules(game, before)?,
            engines: self.players.engines(game, before)?,
            openings: self.openings.source(before),
            openings_hash: before.map_or(0, |config| config.openings_hash),
            layout: self.layout(before.map(|config| config.layout))?,
            adjudication: self.adjudication.rules(before.map(|config| config.adjudication)),
        };
        self.check(&config, games)?;
        Ok(config)
    }

    fn layout(&self, before: Option<Layout>) -> Result<Layout, Failure> {
        let layout = self.schedule.layout(self.adjudication.sprt.is_some(), before)?;
        Ok(self.openings.ordered(layout, before.is_none()))
    }

    /// Options that contradict each other or the game.
    fn check(&self, config: &MatchConfig, games: &Games) -> Result<(), Failure> {
        self.schedule.check(config)?;
        self.openings.check()?;
        self.files.check()?;
        let wrong = |text: &str| Err(usage(text));
        self.check_game(config, games)?;
        let Some(sprt) = &self.adjudication.sprt else { return Ok(()) };
        if config.engines.len() != 2 {
            return wrong("-sprt compares two engines; leave it out of a tournament");
        }
        Sprt::new(sprt.parameters()).map(|_| ()).map_err(|bad| usage(format!("-sprt: {bad}")))
    }

    /// Options that not every game has.
    fn check_game(&self, config: &MatchConfig, games: &Games) -> Result<(), Failure> {
        type HasOption = fn(&Game) -> bool;
        let options: [(&str, bool, HasOption); 3] = [
            ("-rules is for {}", self.players.rules.is_some(), |game| game.info.rules.is_some()),
            ("-solve is for {}", config.adjudication.solve_empties.is_some(), |game| game.info.has_solver),
            ("-ggfout is for {}; see -pgnout", self.files.ggfout.is_some(), |game| game.ggf.is_some()),
        ];
        match options.into_iter().find(|(_, is_given, has_option)| *is_given && !has_option(&config.game)) {
            None => Ok(()),
            Some((text, _, has_option)) => {
                let titles: Vec<&str> = games.all().filter(has_option).map(|game| game.info.title).collect();
                Err(usage(text.replace("{}", &titles.join(" and "))))
            }
        }
    }

    /// How the match is carried out; `before` is how it was in an earlier run.
    pub fn run_options(&self, before: Option<&RunOptions>) -> RunOptions {
        let base = before.cloned().unwrap_or_default();
        let (files, run) = (self.files.clone(), &self.run);
        RunOptions {
            book: self.openings.book().unwrap_or(base.book),
            concurrency: run.concurrency.unwrap_or(base.concurrency),
            affinity: run.use_affinity.clone().unwrap_or(base.affinity),
            timeouts: run.timeouts(base.timeouts),
            test: self.adjudication.sprt.as_ref().map(|sprt| sprt.parameters()).or(base.test),
            pause: run.wait.unwrap_or(base.pause),
            recovers: run.recover || base.recovers,
            outputs: Outputs {
                pgn: files.pgnout.or(base.outputs.pgn),
                ggf: files.ggfout.or(base.outputs.ggf),
                epd: files.epdout.or(base.outputs.epd),
                folder: files.out.or(base.outputs.folder),
            },
            event: files.event.or(base.event),
            site: files.site.or(base.site),
            log: files.log.map(|log| log.file).or(base.log),
            rating_interval: self.display.ratinginterval.or(base.rating_interval),
        }
    }
}

#[cfg(test)]
mod tests;
