//! Folders of results, each of which belongs to one run: beside the results of another one, a reader could not tell
//! which is which.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::bad_input::quote;
use crate::reader::read_text_file;
use crate::{Failure, files, journal};

/// The name of the file that says which run's results a folder holds.
pub const MANIFEST: &str = "run.json";
/// The longest that it may be, in bytes.
const MAX_MANIFEST_LENGTH: u64 = 1 << 20;

#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Manifest {
    schema: String,
    command: String,
}

/// A folder for the results of a run.
#[derive(Clone, Debug)]
pub struct RunFolder<'a> {
    /// The folder, which need not be there yet.
    pub path: &'a Path,
    /// The command of the run, without what changes no result: another command is another run.
    pub command: String,
    /// The names of the files that it writes.
    pub names: &'a [&'a str],
    /// The beginning of the names of its pictures, which differ from run to run.
    pub pictures: Option<&'a str>,
}

impl RunFolder<'_> {
    /// Makes sure, before the work, that nothing of another run or of another program would be replaced.
    ///
    /// # Errors
    /// [`Failure::Usage`] if something would be, unless it `is_forced`.
    pub fn check(&self, is_forced: bool) -> Result<(), Failure> {
        let results = self.results();
        files::refuse_foreign_files(results.iter().cloned().chain([self.path.join(MANIFEST)]), is_forced)?;
        let manifest = self.manifest();
        if is_forced || results.is_empty() || manifest.as_ref() == Some(&self.own_manifest()) {
            return Ok(());
        }
        let run = manifest.map_or_else(String::new, |manifest| format!(", {}", manifest.command));
        let folder = quote(&self.path.to_string_lossy());
        Err(Failure::Usage(format!(
            "{folder} holds the results of another run{run}. Name another folder, or add --force to remove them."
        )))
    }

    /// Makes the folder, if there is none, and makes it that of this run: results of another one are removed, files of
    /// other programs are not.
    ///
    /// # Errors
    /// [`Failure::Unwritable`]; [`Failure::Usage`] if another run is using a file of it.
    pub fn begin(&self) -> Result<(), Failure> {
        let manifest = self.own_manifest();
        if self.manifest().as_ref() == Some(&manifest) {
            return Ok(());
        }
        fs::create_dir_all(self.path).map_err(|error| Failure::unwritable(self.path, &error))?;
        for path in self.results().into_iter().filter(|path| !files::is_foreign(path)) {
            journal::refuse_locked(&path)?;
            fs::remove_file(&path).map_err(|error| Failure::unwritable(&path, &error))?;
        }
        let text = serde_json::to_string(&manifest).map_err(|error| Failure::Internal(error.to_string()))?;
        files::write(&self.path.join(MANIFEST), format!("{text}\n").as_bytes())
    }

    /// The files of the folder that may be results.
    fn results(&self) -> Vec<PathBuf> {
        let is_picture =
            |name: &str| self.pictures.is_some_and(|start| name.starts_with(start)) && name.ends_with(".svg");
        let is_result = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            path.is_file() && (self.names.contains(&&*name) || is_picture(&name))
        };
        let entries = fs::read_dir(self.path).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut results: Vec<PathBuf> = entries.filter(is_result).collect();
        results.sort();
        results
    }

    fn own_manifest(&self) -> Manifest {
        Manifest { schema: "run/1".to_owned(), command: self.command.clone() }
    }

    fn manifest(&self) -> Option<Manifest> {
        let text = read_text_file(self.path.join(MANIFEST), MAX_MANIFEST_LENGTH).ok()?;
        serde_json::from_str(&text).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(path: &Path) -> RunFolder<'_> {
        RunFolder { path, command: "c".to_owned(), names: &["data.csv"], pictures: Some("othello") }
    }

    #[test]
    fn results_without_a_manifest_are_those_of_another_run() {
        let temporary = tempfile::tempdir().unwrap();
        let refusal = || folder(temporary.path()).check(false).unwrap_err().to_string();
        fs::write(temporary.path().join("data.csv"), "schema,game\n").unwrap();
        assert!(refusal().contains("holds the results of another run. Name another folder, or add --force"));
        fs::write(temporary.path().join(MANIFEST), "{}").unwrap();
        assert!(refusal().contains("is there already"), "a file of another program of this name");
    }

    #[test]
    fn files_of_others_stay_where_results_are_removed() {
        let temporary = tempfile::tempdir().unwrap();
        for (name, text) in [("data.csv", "schema,game\n"), ("othello-logo.svg", "<svg/>")] {
            fs::write(temporary.path().join(name), text).unwrap();
        }
        let folder = folder(temporary.path());
        folder.check(true).unwrap();
        folder.begin().unwrap();
        let mut names: Vec<_> =
            fs::read_dir(temporary.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["othello-logo.svg", MANIFEST]);
    }
}
