//! A journal that another run writes, read while it grows.

use std::io::{self, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::Kind;
use super::reader::{self, Extent, Refusal};
use crate::reader::open_file;
use crate::{BadInput, Failure};
use search_core::bad_input::quote;

/// What is known of such a journal. It is not locked, and never changed.
#[derive(Debug)]
pub struct Follower {
    path: PathBuf,
    /// As messages call it.
    name: String,
    kind: Kind,
    extent: Extent,
}

impl Follower {
    /// A journal of which nothing is known yet, and what messages call it.
    pub fn new(path: &Path, name: &str, kind: &Kind) -> Follower {
        Follower { path: path.to_owned(), name: name.to_owned(), kind: *kind, extent: Extent::default() }
    }

    /// Reads the lines that were written since the last time; `take` is given the number of each, from 1, and its object.
    /// A line that is not yet whole waits for the next time.
    ///
    /// # Errors
    /// A file that cannot be read, is of another kind or was changed, or what `take` finds wrong.
    pub fn read(&mut self, take: impl FnMut(usize, &str) -> Result<(), BadInput>) -> Result<(), Failure> {
        let unreadable = |error: &io::Error| {
            let found = format!("{} ({error})", quote(&self.name));
            BadInput::new(self.kind.name, None, found, "a file that can be read", "Check the name")
        };
        let mut file = open_file(&self.path).map_err(|error| unreadable(&error))?;
        file.seek(SeekFrom::Start(self.extent.length)).map_err(|error| unreadable(&error))?;
        self.extent =
            reader::read(&self.name, &self.kind, file, self.extent, take).map_err(
                |refusal| match refusal {
                    Refusal::Unreadable(error) => unreadable(&error),
                    Refusal::Bad(bad) => bad,
                },
            )?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::Journal;
    use super::*;

    const KIND: Kind = Kind {
        name: "journal of a test",
        schema: "test/1",
        first: "header",
        item: "a test",
        restart: "begin again",
    };

    #[test]
    fn lines_are_read_as_they_come_and_each_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j").to_string_lossy().into_owned();
        let mut journal = Journal::open(&path, &KIND, |_, _| Ok(())).unwrap();
        let mut follower = Follower::new(path.as_ref(), "j", &KIND);
        assert!(follower.read(|_, _| Ok(())).unwrap_err().to_string().contains("a file that can be read"));
        journal.write(&json!({"schema": "test/1"})).unwrap();
        let mut seen = Vec::new();
        for number in 0..3 {
            follower
                .read(|line, object| {
                    seen.push((line, object.to_owned()));
                    Ok(())
                })
                .unwrap();
            assert_eq!(seen.len(), number + 1);
            journal.write(&json!({"number": number})).unwrap();
        }
        assert_eq!(seen[2], (3, "{\"number\":1}".to_owned()));
    }

    #[test]
    fn half_a_line_waits_and_a_changed_one_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j").to_string_lossy().into_owned();
        let mut journal = Journal::open(&path, &KIND, |_, _| Ok(())).unwrap();
        journal.write(&json!({"schema": "test/1"})).unwrap();
        journal.write(&json!({"number": 7})).unwrap();
        let whole = std::fs::read_to_string(&path).unwrap();
        let mut follower = Follower::new(path.as_ref(), "j", &KIND);
        let mut lines = 0;
        for (text, count) in [(&whole[..whole.len() - 5], 1), (&whole[..], 2)] {
            std::fs::write(&path, text).unwrap();
            follower
                .read(|_, _| {
                    lines += 1;
                    Ok(())
                })
                .unwrap();
            assert_eq!(lines, count);
        }
        std::fs::write(&path, whole.replace('7', "8")).unwrap();
        let refusal = Follower::new(path.as_ref(), "j", &KIND).read(|_, _| Ok(())).unwrap_err().to_string();
        assert!(refusal.contains("has been changed"), "{refusal}");
    }
}
