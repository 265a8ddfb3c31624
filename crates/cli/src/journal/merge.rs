//! The journals of shards, joined to the journal that one machine would have written.
//!
//! Lines are found by their places, so that what is held in memory is a few numbers for each unit, whatever its line is.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek};
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::reader::{self, JournalSummary, LinePlace, MAX_LINE_LENGTH, Refusal};
use super::{Journal, refused};
use crate::bad_input::quote;
use crate::reader::{BoundedReader, open_file};
use crate::run_journal::RunKind;
use crate::shard::SharedRun;
use crate::{BadInput, Failure, files};

/// The journals of one run that was shared out.
#[derive(Debug)]
pub struct ShardJournals<'a> {
    kind: &'a RunKind,
    paths: &'a [String],
    /// The first line of the whole run.
    header: String,
    run: SharedRun,
    /// In the order of the units.
    lines: Vec<UnitLine>,
}

/// Where the line of a unit stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct UnitLine {
    unit: u64,
    journal: usize,
    offset: u64,
    /// The bytes of the line, its end included.
    length: usize,
}

/// The journal of a shard.
struct ShardJournal {
    header: String,
    values: Value,
    run: SharedRun,
}

/// The schema that the first line of a file names, as all journals have it; `None` for another file.
///
/// # Errors
/// A file that cannot be read.
pub fn schema(path: &str) -> Result<Option<String>, Failure> {
    #[derive(Deserialize)]
    struct Tagged {
        schema: String,
    }
    let file = open_file(Path::new(path)).map_err(|error| unreadable(path, &error))?;
    let mut line = Vec::new();
    let mut source = BoundedReader::new(file, MAX_LINE_LENGTH as u64);
    source.read_line(&mut line).map_err(|error| unreadable(path, &error))?;
    Ok(serde_json::from_slice(&line).ok().map(|tagged: Tagged| tagged.schema))
}

impl<'a> ShardJournals<'a> {
    /// Reads the journals of shards of one run, in any order.
    ///
    /// # Errors
    /// A file that cannot be read, is no journal of this kind or was changed; a journal that is none of a shard, or of another run,
    /// another version of the program or another number of shards; a unit that stands in two lines.
    pub fn read(kind: &'a RunKind, paths: &'a [String]) -> Result<ShardJournals<'a>, Failure> {
        let mut lines = Vec::new();
        let mut first = None::<ShardJournal>;
        for (journal, path) in paths.iter().enumerate() {
            let found = read_shard(kind, path, |unit, place| {
                let LinePlace { offset, length, .. } = place;
                lines.push(UnitLine { unit, journal, offset, length });
            })?;
            match &first {
                None => first = Some(found),
                Some(first) => check_same(kind, (&paths[0], first), (path, &found))?,
            }
        }
        let first = first.ok_or_else(|| Failure::Usage("there is no journal to merge".to_owned()))?;
        lines.sort_unstable();
        if let Some([one, other]) = lines.array_windows().find(|[one, other]| one.unit == other.unit) {
            let [here, there] = [one, other].map(|line| quote(&paths[line.journal]));
            let found = format!("unit {} in {here} and in {there}", one.unit);
            return Err(bad(kind, found, "each unit once", "Name the journal of each shard once").into());
        }
        Ok(ShardJournals { kind, paths, header: first.header, run: first.run, lines })
    }

    /// The kind of the journals.
    pub fn kind(&self) -> &'a RunKind {
        self.kind
    }

    /// A text of the first line of the whole run, by its JSON pointer.
    pub fn header_text(&self, pointer: &str) -> Option<String> {
        let values: Value = serde_json::from_str(&self.header).ok()?;
        values.pointer(pointer)?.as_str().map(str::to_owned)
    }

    /// What the first line of the whole run says.
    ///
    /// # Errors
    /// A line that this program would not have written.
    pub fn header<T: DeserializeOwned>(&self) -> Result<T, BadInput> {
        self.kind.journal.parse(&self.header)
    }

    /// The number of shards, and that of the units of all.
    pub fn run(&self) -> SharedRun {
        self.run
    }

    /// The units that no journal has, as the numbers from the first to the last of each gap.
    pub fn missing(&self) -> Vec<(u64, u64)> {
        let mut gaps = Vec::new();
        let mut next = 0;
        for unit in self.lines.iter().map(|line| line.unit).chain([self.run.units]) {
            if unit > next {
                gaps.push((next, unit - 1));
            }
            next = unit + 1;
        }
        gaps
    }

    /// Writes the journal of the whole run, in the order of its units.
    ///
    /// # Errors
    /// [`Failure::Usage`] if there is a file of the name; a journal that has changed since it was read; [`Failure::Unwritable`].
    pub fn write(&self, path: &str) -> Result<(), Failure> {
        if fs::exists(path).map_err(|error| Failure::unwritable(path, &error))? {
            return Err(refused(path, "is there already. Name a file that is not."));
        }
        let unwritable = |error: io::Error| Failure::unwritable(path, &error);
        let draft = files::draft(Path::new(path)).map_err(unwritable)?.into_temp_path();
        let mut journal = Journal::open(&draft.to_string_lossy(), &self.kind.journal, |_, _| Ok(()))?;
        journal.append_object(&self.header)?;
        self.copy_lines(&mut journal)?;
        journal.finish()?;
        draft.persist_noclobber(path).map_err(|error| unwritable(error.error))
    }

    fn copy_lines(&self, journal: &mut Journal) -> Result<(), Failure> {
        self.each_line(|line| journal.append_object(line))
    }

    /// The units that the journals have, in order.
    ///
    /// # Errors
    /// A line that this program would not have written; a journal that has changed since it was read.
    pub fn units<T: DeserializeOwned>(&self) -> Result<Vec<T>, Failure> {
        let mut units = Vec::with_capacity(self.lines.len());
        self.each_line(|line| {
            units.push(self.kind.journal.parse(line)?);
            Ok(())
        })?;
        Ok(units)
    }

    /// The lines of the units, in order.
    fn each_line(&self, mut take: impl FnMut(&str) -> Result<(), Failure>) -> Result<(), Failure> {
        let open = |path: &String| open_file(Path::new(path)).map_err(|error| unreadable(path, &error));
        let files = self.paths.iter().map(open).collect::<Result<Vec<File>, Failure>>()?;
        let mut files: Vec<BufReader<File>> = files.into_iter().map(BufReader::new).collect();
        let mut text = Vec::new();
        for line in &self.lines {
            let (path, file) = (&self.paths[line.journal], &mut files[line.journal]);
            text.resize(line.length, 0);
            let mut read = || {
                // Units are nearly in order: most of the time the place is within what is read ahead.
                let here = file.stream_position()?;
                file.seek_relative(line.offset as i64 - here as i64)?;
                file.read_exact(&mut text)
            };
            read().map_err(|error| unreadable(path, &error))?;
            let object = std::str::from_utf8(&text).ok().and_then(reader::without_checksum);
            let object = object.ok_or_else(|| refused(path, "has changed while it was read."))?;
            take(&object)?;
        }
        Ok(())
    }
}

/// Reads the journal of a shard; `take` is given each unit with the place of its line.
fn read_shard(
    kind: &RunKind,
    path: &str,
    mut take: impl FnMut(u64, LinePlace),
) -> Result<ShardJournal, Failure> {
    let file = open_file(Path::new(path)).map_err(|error| unreadable(path, &error))?;
    let mut shard = None::<ShardJournal>;
    let read = reader::read(path, &kind.journal, file, JournalSummary::default(), |line, object| {
        // The journal of a match that was made longer has another header, which counts from there.
        if line.number == 1 || object.starts_with("{\"schema\"") {
            shard = Some(read_header(kind, object)?);
            return Ok(());
        }
        let units = shard.as_ref().map_or(0, |shard| shard.run.units);
        let values: Value = kind.journal.parse(object)?;
        let unit = kind.unit.and_then(|unit| values.pointer(unit)).and_then(Value::as_u64);
        let unit = unit.ok_or_else(|| kind.journal.unfit("a line without the number of its unit"))?;
        if unit >= units {
            return Err(kind.journal.unfit(format!("unit {unit} of {units}")));
        }
        take(unit, line);
        Ok(())
    });
    read.map_err(|refusal| match refusal {
        Refusal::Unreadable(error) => unreadable(path, &error),
        Refusal::Bad(bad) => bad.into(),
    })?;
    shard.ok_or_else(|| bad(kind, quote(path), "a journal with a header", "Name another file").into())
}

fn read_header(kind: &RunKind, object: &str) -> Result<ShardJournal, BadInput> {
    #[derive(Deserialize)]
    struct Header {
        shard: Option<SharedRun>,
    }
    let header: Header = kind.journal.parse(object)?;
    let Some(run) = header.shard else {
        let expected = "the journal of a shard, written with --shard";
        return Err(bad(kind, "the journal of a whole run", expected, "Name journals of shards alone"));
    };
    let shard = serde_json::to_string(&run).map_err(|error| kind.journal.unfit(error.to_string()))?;
    // The journal of a whole run has no such member.
    let header = object.replacen(&format!(",\"shard\":{shard}"), "", 1);
    Ok(ShardJournal { values: kind.journal.parse(&header)?, header, run })
}

/// Refuses the journals of two runs.
fn check_same(
    kind: &RunKind,
    (one_path, one): (&str, &ShardJournal),
    (other_path, other): (&str, &ShardJournal),
) -> Result<(), Failure> {
    let mut names = kind.differences(&one.values, &other.values);
    if one.values["version"] != other.values["version"] {
        names.push("the version of the program");
    }
    if (one.run.shard.of(), one.run.units) != (other.run.shard.of(), other.run.units) {
        names.push("the number of shards or of units");
    }
    names.dedup();
    if names.is_empty() {
        return Ok(());
    }
    let found = format!(
        "two runs in {} and {}, which differ in {}",
        quote(one_path),
        quote(other_path),
        names.join(", ")
    );
    Err(bad(kind, found, "shards of one run", "Merge the shards of each run by themselves").into())
}

fn bad(kind: &RunKind, found: impl Into<search_core::Message>, expected: &str, remedy: &str) -> BadInput {
    BadInput::new(kind.journal.name, None, found, expected, remedy)
}

fn unreadable(path: &str, error: &std::io::Error) -> Failure {
    let found = format!("{} ({error})", quote(path));
    BadInput::new("journal", None, found, "a file that can be read", "Check the name").into()
}
