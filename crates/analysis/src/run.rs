//! The run over all games: what is finished is kept in a journal and written in the order of the games.

use std::borrow::Cow;
use std::io::{IsTerminal, stdout};

use game::any::AnyWeights;
use search_core::Control;
use serde::{Deserialize, Serialize};
use shuangqi_arena::games::Game;
use shuangqi_arena::openings;
use shuangqi_cli::journal::{Journal, Kind};
use shuangqi_cli::memory::{self, TooLarge};
use shuangqi_cli::output::{Format, Output};
use shuangqi_cli::progress::Progress;
use shuangqi_cli::run_folder::RunFolder;
use shuangqi_cli::run_journal::RunKind;
use shuangqi_cli::shard::{Shard, SharedRun};
use shuangqi_cli::weights::WeightsArgs;
use shuangqi_cli::worker_pool::{InOrder, WorkerPool};
use shuangqi_cli::{Exit, Failure, program};
use shuangqi_game_files::FileKind;
use shuangqi_texts::Language;

use super::analyst::{Analyst, AnalystOptions, GameAnalysis};
use super::input_game::{self, InputGame};
use super::record::{GameLine, MoveLine};
use super::review::{Judgement, Review};
use super::{Args, page, text};

/// The journal of analysed games.
pub const JOURNAL: RunKind = RunKind {
    journal: Kind {
        name: "journal of analysed games",
        schema: "analyze-journal/1",
        first: "header",
        item: "a game of the run with all its positions",
        restart: "analyse the games again, with another journal",
    },
    // The same games may be in other files.
    options: &[
        ("/game", "the game"),
        ("/games", "the games of the files"),
        ("/games_hash", "the games of the files"),
        ("/limits/nodes", "--nodes"),
        ("/limits/depth", "--depth"),
        ("/limits/move_time", "--time"),
        ("/exact_empties", "--exact"),
        ("/hash_bytes", "--hash"),
        ("/weights_hash", "--eval"),
        ("/evaluation", "--evaluation"),
        ("/notation", "--notation"),
    ],
    unit: Some("/index"),
    another: "name another journal with --resume",
    may: "find other scores",
};

/// Everything that decides what is found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AnalysisConfig {
    game: Game,
    #[serde(flatten)]
    options: AnalystOptions,
    /// The number of games.
    games: usize,
    /// A hash of their starts and moves, in order.
    games_hash: u64,
    /// A hash of the file of weights; `None` for weights of the program.
    weights_hash: Option<u64>,
    /// The evaluation of the program, if one was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    evaluation: Option<String>,
}

impl AnalysisConfig {
    pub fn new(
        game: Game,
        options: AnalystOptions,
        games: &[InputGame],
        weights_hash: Option<u64>,
        evaluation: Option<String>,
    ) -> AnalysisConfig {
        let moves: Vec<_> = games.iter().map(|game| game.moves.clone()).collect();
        let games_hash = openings::hash(&moves);
        AnalysisConfig { game, options, games: games.len(), games_hash, weights_hash, evaluation }
    }
}

/// A finished game: its index, from 0, and what was found.
#[derive(Debug, Serialize, Deserialize)]
pub struct FinishedGame<'a> {
    pub index: usize,
    #[serde(flatten)]
    pub analysis: Cow<'a, GameAnalysis>,
}

/// The finished games by index; `None` for those still to be analysed.
pub type Known = Vec<Option<GameAnalysis>>;

/// Opens the journal of a run, or begins it; with the games that it holds.
///
/// # Errors
/// A file that cannot be used, that another run is using, that is no journal or was changed;
/// [`Failure::Usage`] if it is that of another run.
pub fn open_journal(
    path: &str,
    config: &AnalysisConfig,
    games: &[InputGame],
    shard: Option<Shard>,
) -> Result<(Journal, Known), Failure> {
    let mut known: Known = vec![None; games.len()];
    let shard = shard.map(|shard| SharedRun { shard, units: games.len() as u64 });
    let journal = JOURNAL.open_shard(path, config, shard, |FinishedGame { index, analysis }| {
        let game = games.get(index).ok_or_else(|| format!("game {}", index + 1))?;
        let (found, needed) = (analysis.positions.len(), game.moves().len() + 1);
        if found != needed || analysis.ending.as_ref().is_some_and(|ending| ending.after >= needed) {
            return Err(format!("{found} positions of game {}, which has {needed}", index + 1));
        }
        known[index] = Some(analysis.into_owned());
        Ok(())
    })?;
    Ok((journal, known))
}

/// Runs the command.
///
/// # Errors
/// Files without games or with moves that cannot be played, a journal of another run, tables that are too large, output
/// that cannot be written, interruption.
pub fn run(game: Game, args: &Args) -> Result<Exit, Failure> {
    let games = input_game::read(game, &args.files, args.input.as_deref().and_then(FileKind::named))?;
    let options = args.options();
    let threads = args.run.threads.count();
    let tables = if game.info.has_solver { 2 } else { 1 };
    memory::check_each(options.hash_bytes.saturating_mul(tables), threads).map_err(TooLarge::in_option)?;
    let folder = args.out.as_deref().map(|path| page::run_folder(path, program::command_of_results()));
    folder.as_ref().map_or(Ok(()), |folder| folder.check(args.force))?;
    let WeightsArgs { eval, evaluation } = &args.weights;
    let of_file = eval.as_deref().map(|path| game.read_weights(path)).transpose()?;
    let (contents, of_file) = of_file.unzip();
    let named = evaluation.as_deref().map(|name| game.any.weights_named(name)).transpose()?;
    let weights = of_file.or(named);
    let weights_hash = contents.map(|contents| openings::hash_of_bytes(contents.into_iter()));
    let config = AnalysisConfig::new(game, options, &games, weights_hash, evaluation.clone());
    let journal =
        args.resume.as_deref().map(|path| open_journal(path, &config, &games, args.shard)).transpose()?;
    let (journal, known) = journal.unzip();
    let pool = WorkerPool::new(threads)?;
    folder.as_ref().map_or(Ok(()), RunFolder::begin)?;
    let language = Language::of_output(args.lang, stdout().is_terminal());
    let session = Session { game, args, options, weights, games: &games, language };
    let known = known.unwrap_or_else(|| vec![None; games.len()]);
    args.run.format.deliver(|output| session.run(&pool, journal, known, output))
}

/// A run over the games.
#[derive(Debug)]
struct Session<'a> {
    game: Game,
    args: &'a Args,
    options: AnalystOptions,
    weights: Option<AnyWeights>,
    games: &'a [InputGame],
    language: Language,
}

impl<'a> Session<'a> {
    fn run(
        &self,
        pool: &WorkerPool,
        mut journal: Option<Journal>,
        mut known: Known,
        output: &mut Output<'_>,
    ) -> Result<Exit, Failure> {
        let is_kept = journal.is_some();
        let mut results = Results { session: self, output, order: InOrder::default(), written: Vec::new() };
        let mut todo = Vec::new();
        for (index, game) in self.games.iter().enumerate() {
            match known[index].take() {
                Some(analysis) => results.order.put(index, analysis),
                None if Shard::covers(self.args.shard, index) => todo.push((index, game)),
                None => {}
            }
        }
        let outcome = self.analyse(pool, &todo, &mut journal, &mut results);
        let outcome = match outcome.and(journal.map_or(Ok(()), Journal::finish)) {
            Ok(()) => results.finish().and_then(|analyses| self.write_report(&analyses)),
            Err(Failure::Interrupted(how)) => results.finish().and(Err(Failure::Interrupted(how))),
            failed => failed,
        };
        let resume = || is_kept.then(program::command_line);
        outcome.map(|()| Exit::Success).map_err(|failure| failure.resumable_by(resume()))
    }

    /// Analyses the games that are missing; each is in the journal before it is among the results.
    fn analyse(
        &self,
        pool: &WorkerPool,
        todo: &[(usize, &InputGame)],
        journal: &mut Option<Journal>,
        results: &mut Results<'_, '_>,
    ) -> Result<(), Failure> {
        let positions = todo.iter().map(|(_, game)| game.moves().len() as u64 + 1).sum();
        let progress = Progress::start(self.args.run.progress, "analyze", "positions", positions);
        results.write()?;
        pool.work(
            todo,
            || Analyst::new(self.game, self.options, self.weights.clone()),
            |analyst, (_, game), control| match analyst {
                Ok(analyst) => {
                    analyst.analyse(game, |analyst| analyst.evaluate(control), || progress.advance(1))
                }
                Err(failure) => Err(Failure::Usage(failure.to_string())),
            },
            Control::stop,
            |place, analysis| {
                let Some(analysis) = analysis? else { return Ok(()) };
                let (index, _) = todo[place];
                if let Some(journal) = journal {
                    journal.write_soon(&FinishedGame { index, analysis: Cow::Borrowed(&analysis) })?;
                }
                results.order.put(index, analysis);
                progress.suspend(|| results.write())
            },
        )
    }

    fn review<'found>(&self, index: usize, analysis: &'found GameAnalysis) -> Review<'found>
    where
        'a: 'found,
    {
        Review::new(self.game, index + 1, &self.games[index], analysis).speaking(self.language)
    }

    /// Writes the report of all games, if there is a folder for it.
    fn write_report(&self, analyses: &[(usize, GameAnalysis)]) -> Result<(), Failure> {
        let Some(folder) = &self.args.out else { return Ok(()) };
        let reviews: Vec<Review<'_>> =
            analyses.iter().map(|(index, analysis)| self.review(*index, analysis)).collect();
        let (options, command) = (&self.options, &program::command_line());
        page::write(folder, &page::Report { game: self.game, options, reviews: &reviews, command })
    }
}

/// The results on standard output, in the order of the games.
#[derive(Debug)]
struct Results<'run, 'sink> {
    session: &'run Session<'run>,
    output: &'run mut Output<'sink>,
    order: InOrder<GameAnalysis>,
    /// The games whose moves are written, by index.
    written: Vec<(usize, GameAnalysis)>,
}

impl Results<'_, '_> {
    /// Writes the games whose turn it is.
    fn write(&mut self) -> Result<(), Failure> {
        while let Some((index, analysis)) = self.order.take() {
            self.emit(index, analysis)?;
        }
        Ok(())
    }

    /// Writes the games that follow a missing one, and the records of all games; with all that is known.
    fn finish(mut self) -> Result<Vec<(usize, GameAnalysis)>, Failure> {
        let order = std::mem::take(&mut self.order);
        order.rest().try_for_each(|(index, analysis)| self.emit(index, analysis))?;
        if !self.streams() {
            self.written.iter().try_for_each(|(index, analysis)| {
                self.output.emit(&GameLine::new(&self.session.review(*index, analysis)))
            })?;
        }
        Ok(self.written)
    }

    fn form(&self) -> Format {
        self.session.args.run.format.format()
    }

    /// Whether the record of a game follows its moves, instead of those of all games.
    fn streams(&self) -> bool {
        self.form() == Format::Ndjson
    }

    /// Whether a form lists this move.
    fn lists(&self, judgement: Judgement) -> bool {
        let is_for_people = matches!(self.form(), Format::Table | Format::Md);
        !is_for_people || self.session.args.all_moves || judgement >= Judgement::Inaccuracy
    }

    fn emit(&mut self, index: usize, analysis: GameAnalysis) -> Result<(), Failure> {
        let review = self.session.review(index, &analysis);
        self.output.heading(&text::heading(&review));
        for (place, mv) in review.moves.iter().enumerate() {
            if self.lists(mv.judgement) {
                self.output.emit(&MoveLine::new(&review, place))?;
            }
        }
        text::remarks(&review).iter().for_each(|remark| self.output.sentence(remark));
        if self.streams() {
            self.output.emit(&GameLine::new(&review))?;
        }
        self.written.push((index, analysis));
        Ok(())
    }
}
