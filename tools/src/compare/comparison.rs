//! Every algorithm on every position, and the report of it.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use console::crew::{Crew, InOrder};
use console::output::{Format, Output, deliver};
use console::progress::Progress;
use console::{BadInput, Exit, Failure, source, stderr};
use search_core::Control;

use super::algorithm::Algorithm;
use super::record::Compared;
use super::search::{Extent, Search, Workplace};
use super::subject::Subject;
use super::summary::Results;
use super::{Args, Depths, Games, files, positions};
use crate::stats::Random;

/// What is compared, and on what.
pub struct Comparison<'args, P> {
    args: &'args Args,
    crew: Crew,
    algorithms: Vec<Algorithm>,
    positions: Vec<P>,
    texts: Vec<String>,
    bad_lines: usize,
    folder: Option<PathBuf>,
}

/// A comparison in whatever game.
pub trait Report {
    /// Searches, and prints a table for each depth.
    ///
    /// # Errors
    /// Output that cannot be written, and interruption.
    fn print_tables(&self) -> Result<Exit, Failure>;

    /// Searches, and emits a record for each search and for each algorithm.
    ///
    /// # Errors
    /// Output that cannot be written, and interruption.
    fn emit_records(&self, output: &mut Output<'_>) -> Result<Exit, Failure>;
}

impl<'args, P: Subject> Comparison<'args, P> {
    /// Reads what the options name.
    ///
    /// # Errors
    /// Unknown algorithms, and bad positions or none.
    pub fn new(args: &'args Args) -> Result<Self, Failure> {
        let algorithms = Algorithm::parse_list::<P>(args.algorithms.as_deref().unwrap_or(P::ALGORITHMS))?;
        let (mut positions, bad) = match &args.positions {
            Some(file) => positions::read(file, &source::read(file)?),
            None => (positions::embedded::<P>(), Vec::new()),
        };
        bad.iter().for_each(|bad| console::failure::warn(bad));
        if positions.is_empty() && bad.is_empty() {
            let file = args.positions.as_deref().unwrap_or_default();
            let remedy = "Name a file of positions, one a line";
            return Err(BadInput::new("positions", None, "no position", "at least one", remedy)
                .at(file, 1)
                .into());
        }
        if let Some(count) = args.sample {
            let drawn = Random::new(args.seed.seed).draw(count as usize, positions.len());
            positions = drawn.into_iter().map(|index| positions[index].clone()).collect();
        }
        let texts = positions.iter().map(Subject::text).collect();
        let crew = Crew::new(args.threads.threads.count())?;
        // Of two games each gets a folder of its own.
        let folder = args
            .out
            .as_ref()
            .map(|out| if args.game == Games::Both { out.join(P::NAME) } else { out.clone() });
        if let Some(folder) = &folder {
            files::prepare(folder)?;
        }
        Ok(Comparison { args, crew, algorithms, positions, texts, bad_lines: bad.len(), folder })
    }

    fn results(&self, searches: Vec<Vec<Search>>) -> Results<'_> {
        Results { game: P::NAME, positions: &self.texts, algorithms: &self.algorithms, searches }
    }

    /// Makes every search. `results` takes them, and `seen` sees them, in the order of positions and algorithms.
    fn search(
        &self,
        results: &mut Vec<Vec<Search>>,
        mut seen: impl FnMut(usize, &Search) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let tasks: Vec<(&P, &Algorithm)> = self
            .positions
            .iter()
            .flat_map(|position| self.algorithms.iter().map(move |algorithm| (position, algorithm)))
            .collect();
        let extent = self.extent();
        let progress =
            Progress::start(self.args.progress.progress, "compare", "searches", tasks.len() as u64);
        let mut order = InOrder::default();
        self.crew.work(
            &tasks,
            || Workplace::<P>::new(self.args.hash.bytes()),
            |place, (position, algorithm), control| place.deepen(position, algorithm, extent, control),
            Control::stop,
            |index, searches| {
                progress.advance(1);
                order.put(index, searches);
                while let Some((index, searches)) = order.take() {
                    progress.aside(|| searches.iter().try_for_each(|search| seen(index, search)))?;
                    results.push(searches);
                }
                Ok(())
            },
        )
    }

    fn extent(&self) -> Extent {
        let Depths(first, last) = self.args.depth;
        Extent { first, last, max_nodes: self.args.max_nodes }
    }

    fn emit(&self, index: usize, search: &Search, output: &mut Output<'_>) -> Result<(), Failure> {
        let (position, algorithm) = (index / self.algorithms.len(), index % self.algorithms.len());
        let (position, algorithm) = (&self.texts[position], &self.algorithms[algorithm].name);
        output.emit(&Compared::new(P::NAME, position, algorithm, search))
    }

    fn emit_summaries(&self, results: &Results<'_>, output: &mut Output<'_>) -> Result<(), Failure> {
        let Depths(first, last) = self.args.depth;
        (first..=last).try_for_each(|depth| self.emit_depth(results, depth, output))
    }

    fn emit_depth(&self, results: &Results<'_>, depth: i16, output: &mut Output<'_>) -> Result<(), Failure> {
        let is_for_reading = self.args.is_for_reading();
        let summaries = (0..self.algorithms.len())
            .filter_map(|algorithm| results.summary(algorithm, depth, self.args.seed.seed));
        let mut summaries =
            summaries.map(|summary| if is_for_reading { summary.narrowed() } else { summary });
        summaries.try_for_each(|summary| output.emit(&summary))
    }

    fn write_tables(&self, results: &Results<'_>) -> Result<(), Failure> {
        let Depths(first, last) = self.args.depth;
        for depth in first..=last {
            let heading = if self.args.game == Games::Both { P::NAME } else { "" };
            let gap = if depth > first { "\n" } else { "" };
            if !heading.is_empty() || !gap.is_empty() {
                writeln!(io::stdout(), "{gap}{heading}").map_err(Failure::from_write)?;
            }
            deliver(self.args.format.format(), &mut io::stdout(), |output| {
                self.emit_depth(results, depth, output).map(|()| Exit::Success)
            })?;
        }
        Ok(())
    }

    /// Writes the files, tells what is missing and what is wrong.
    fn conclude(&self, results: &Results<'_>) -> Result<Exit, Failure> {
        if let Some(folder) = &self.folder {
            self.write_files(folder, results)?;
        }
        let Depths(first, last) = self.args.depth;
        let mut is_wrong = false;
        for depth in first..=last {
            self.tell_unfinished(results, depth);
            for disagreement in results.disagreements(depth) {
                console::failure::warn(&disagreement);
                is_wrong = true;
            }
        }
        Ok(match (self.bad_lines, is_wrong) {
            (0, false) => Exit::Success,
            (0, true) => Exit::Wrong,
            _ => Exit::BadInput,
        })
    }

    fn tell_unfinished(&self, results: &Results<'_>, depth: i16) {
        let total = self.positions.len();
        for (index, algorithm) in self.algorithms.iter().enumerate() {
            let (name, limit) = (&algorithm.name, self.extent().limit(algorithm));
            let count = results.unfinished(index, depth);
            if count > 0 {
                stderr::note(format_args!(
                    "depth {depth}: {name} takes more than {limit} nodes on {count} of {total} positions, which are \
                     left out of its figures"
                ));
            }
        }
    }

    fn write_files(&self, folder: &Path, results: &Results<'_>) -> Result<(), Failure> {
        let searches = |output: &mut Output<'_>| {
            let mut all = results.searches.iter().enumerate();
            all.try_for_each(|(index, searches)| {
                searches.iter().try_for_each(|search| self.emit(index, search, output))
            })
        };
        files::write(folder, "data.csv", Format::Csv, searches)?;
        files::write(folder, "data.json", Format::Json, |output| {
            searches(output)?;
            self.emit_summaries(results, output)
        })
    }
}

impl<P: Subject> Report for Comparison<'_, P> {
    fn print_tables(&self) -> Result<Exit, Failure> {
        let mut results = Vec::new();
        let outcome = self.search(&mut results, |_, _| Ok(()));
        let results = self.results(results);
        self.write_tables(&results)?;
        outcome?;
        self.conclude(&results)
    }

    fn emit_records(&self, output: &mut Output<'_>) -> Result<Exit, Failure> {
        let mut results = Vec::new();
        let outcome = self.search(&mut results, |index, search| self.emit(index, search, output));
        let results = self.results(results);
        self.emit_summaries(&results, output)?;
        outcome?;
        self.conclude(&results)
    }
}
