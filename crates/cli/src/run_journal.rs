//! The journal of a run: its first line says what the run does and which version began it, and each line after it is an
//! item that the run has finished.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::bad_input::quote;
use crate::journal::{Journal, JournalTail, Kind};
use crate::shard::SharedRun;
use crate::{BadInput, Failure, failure, version};

/// The properties that all journals of a command share.
#[derive(Clone, Copy, Debug)]
pub struct RunKind {
    /// The kind of journal.
    pub journal: Kind,
    /// The options that decide the items: JSON pointers into the first line, each with the option that sets the value. Several in a
    /// row may belong to the same option.
    pub options: &'static [(&'static str, &'static str)],
    /// The number of the unit that an item is, from 0: a JSON pointer into its line; `None` where a run has no shards.
    pub unit: Option<&'static str>,
    /// The way out where the journal is that of another run, in the imperative: `name another --journal`.
    pub another: &'static str,
    /// The difference that another version of the program can make: `play other games`.
    pub may: &'static str,
}

/// The member of the first line that says which part of the run a journal has.
const SHARD: (&str, &str) = ("/shard", "--shard");

#[derive(Serialize)]
struct Header<'a, R> {
    schema: &'a str,
    version: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<SharedRun>,
    #[serde(flatten)]
    run: &'a R,
}

impl RunKind {
    /// Opens the journal of a run, or begins it. `take` is given the items in order; what it finds wrong with one is
    /// reported with its line.
    ///
    /// # Errors
    /// A file that cannot be used, that another run is using, that is no such journal or was changed;
    /// [`Failure::Usage`] if it is that of another run.
    pub fn open<I: DeserializeOwned>(
        &self,
        path: &str,
        run: &impl Serialize,
        take: impl FnMut(I) -> Result<(), String>,
    ) -> Result<Journal, Failure> {
        self.open_shard(path, run, None, take)
    }

    /// The same for a shard of a run, if it is one.
    ///
    /// # Errors
    /// As [`RunKind::open`].
    pub fn open_shard<I: DeserializeOwned>(
        &self,
        path: &str,
        run: &impl Serialize,
        shard: Option<SharedRun>,
        take: impl FnMut(I) -> Result<(), String>,
    ) -> Result<Journal, Failure> {
        let header = Header { schema: self.journal.schema, version: version::SHORT, shard, run };
        let mut intake = Intake::new(self, &header, take)?;
        let mut journal = Journal::open(path, &self.journal, |_, line| intake.take(line))?;
        match intake.begun {
            Some((kept, differences)) => self.check(path, &kept, &differences)?,
            None => journal.write(&header)?,
        }
        Ok(journal)
    }

    /// Reads the journal of a run that others may be reading too; one that is not there has no items.
    ///
    /// # Errors
    /// As [`RunKind::open`].
    pub fn read<I: DeserializeOwned>(
        &self,
        path: &str,
        run: &impl Serialize,
        take: impl FnMut(I) -> Result<(), String>,
    ) -> Result<(), Failure> {
        if !std::fs::exists(path).map_err(|error| Failure::unwritable(path, &error))? {
            return Ok(());
        }
        let header = Header { schema: self.journal.schema, version: version::SHORT, shard: None, run };
        let mut intake = Intake::new(self, &header, take)?;
        JournalTail::new(Path::new(path), path, &self.journal).read(|_, line| intake.take(line))?;
        intake.begun.map_or(Ok(()), |(kept, differences)| self.check(path, &kept, &differences))
    }

    /// The header as it is read from a file: numbers are rounded alike.
    fn values(&self, header: &impl Serialize) -> Result<Value, Failure> {
        let text = serde_json::to_string(header).and_then(|text| serde_json::from_str(&text));
        text.map_err(|error| {
            Failure::Internal(format!("the {} has no first line: {error}", self.journal.name))
        })
    }

    /// The options in which the first lines of two runs differ.
    pub(crate) fn differences(&self, one: &Value, other: &Value) -> Vec<&'static str> {
        let differ = |pointer: &str| one.pointer(pointer) != other.pointer(pointer);
        let mut names: Vec<_> = self
            .options
            .iter()
            .chain([&SHARD])
            .filter(|(pointer, _)| differ(pointer))
            .map(|&(_, name)| name)
            .collect();
        names.dedup();
        names
    }

    fn check(&self, path: &str, kept: &Value, differences: &[&str]) -> Result<(), Failure> {
        if !differences.is_empty() {
            return Err(Failure::Usage(format!(
                "the journal {} is that of another run; these differ: {}. Give the same command as before, or {}.",
                quote(path),
                differences.join(", "),
                self.another
            )));
        }
        let begun_by = kept["version"].as_str().unwrap_or("unknown");
        if begun_by != version::SHORT {
            let may = self.may;
            failure::note(format_args!("the journal was begun by version {begun_by}: this one may {may}"));
        }
        Ok(())
    }
}

/// Takes the lines of a journal: the first, which says whose it is, and the items of the same run.
struct Intake<'a, F> {
    kind: &'a RunKind,
    /// The first line that the run would write.
    own: Value,
    /// The first line, and the options in which its run differs.
    begun: Option<(Value, Vec<&'static str>)>,
    take: F,
}

impl<'a, F> Intake<'a, F> {
    fn new(kind: &'a RunKind, header: &impl Serialize, take: F) -> Result<Intake<'a, F>, Failure> {
        Ok(Intake { kind, own: kind.values(header)?, begun: None, take })
    }

    fn take<I: DeserializeOwned>(&mut self, line: &str) -> Result<(), BadInput>
    where
        F: FnMut(I) -> Result<(), String>,
    {
        let journal = &self.kind.journal;
        match &self.begun {
            None => {
                let kept: Value = journal.parse(line)?;
                let differences = self.kind.differences(&kept, &self.own);
                self.begun = Some((kept, differences));
                Ok(())
            }
            // Another run's items are not looked at: that it is another one is what has to be said.
            Some((_, differences)) if !differences.is_empty() => Ok(()),
            Some(_) => (self.take)(journal.parse(line)?).map_err(|found| journal.unfit(found)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;

    use super::*;
    use crate::Exit;

    const KIND: RunKind = RunKind {
        journal: Kind {
            name: "journal of a count",
            schema: "count/1",
            first: "header",
            item: "the next number",
            restart: "count again",
        },
        options: &[("/step", "--step"), ("/end/place", "--end"), ("/end/hash", "--end")],
        unit: Some("/n"),
        another: "name another --journal",
        may: "count otherwise",
    };

    fn run(step: f64, end: u64) -> Value {
        json!({"step": step, "end": {"place": end, "hash": u64::MAX - end}, "file": end})
    }

    fn open(path: &str, run: &Value) -> Result<(Journal, Vec<u64>), Failure> {
        let mut items = Vec::new();
        let journal = KIND.open(path, run, |item: u64| {
            items.push(item);
            if item == items.len() as u64 { Ok(()) } else { Err(format!("number {item}")) }
        });
        journal.map(|journal| (journal, items))
    }

    #[test]
    fn a_run_goes_on_with_its_items_and_refuses_those_of_another() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j").to_string_lossy().into_owned();
        let line = |item: u64| json!({"n": item});
        let mut items = Vec::new();
        for count in 0..3 {
            items.clear();
            let mut journal = KIND
                .open(&path, &run(0.0213, 7), |item: Value| {
                    items.push(item);
                    Ok(())
                })
                .unwrap();
            assert_eq!(items, (0..count).map(line).collect::<Vec<_>>());
            journal.write(&line(count)).unwrap();
            journal.finish().unwrap();
        }
        let before = fs::read(&path).unwrap();
        let refused = open(&path, &run(0.5, 8)).unwrap_err();
        assert_eq!(refused.exit(), Exit::Usage);
        let words =
            "these differ: --step, --end. Give the same command as before, or name another --journal.";
        assert!(refused.to_string().contains(words), "{refused}");
        let unfit = open(&path, &run(0.0213, 7)).unwrap_err().to_string();
        assert!(unfit.contains("j:2: ") && unfit.contains("the next number"), "{unfit}");
        assert_eq!(fs::read(&path).unwrap(), before);
    }
}
