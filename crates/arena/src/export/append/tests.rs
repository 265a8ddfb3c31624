use std::fs;

use super::*;
use crate::config::PgnFile;
use crate::samples;

/// A match with both files, in a folder.
struct Files {
    folder: tempfile::TempDir,
    config: MatchConfig,
    options: RunOptions,
}

impl Files {
    fn new() -> Files {
        let folder = tempfile::tempdir().unwrap();
        let mut options = RunOptions::default();
        options.outputs.pgn = Some(PgnFile { file: folder.path().join("p"), ..PgnFile::default() });
        options.outputs.ggf = Some(folder.path().join("g"));
        Files { folder, config: samples::config(), options }
    }

    /// Resumes with the games of a journal, and adds some more.
    fn play(&self, known: &[u64], more: &[u64]) {
        let known = known.iter().map(|&number| (number, samples::game(number))).collect();
        let mut files = GameFiles::open(&self.config, &self.options, &known).unwrap();
        more.iter().for_each(|&number| files.add(&samples::game(number)).unwrap());
        files.finish().unwrap();
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).unwrap()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.path().join(name), text).unwrap();
    }

    /// The numbers of the games in the PGN file, which must be whole, and how many are in the other.
    fn games(&self) -> (Vec<u64>, usize) {
        let text = self.text("p");
        let rounds = text.lines().filter_map(|line| line.strip_prefix("[Round \""));
        let numbers: Vec<u64> = rounds
            .map(|round| round[round.find('.').unwrap() + 1..round.len() - 2].parse().unwrap())
            .collect();
        let results = text.lines().filter(|line| line.ends_with("} 1-0") || line.ends_with("} 1/2-1/2"));
        assert_eq!(results.count(), numbers.len(), "{text}");
        let lines = self.text("g");
        assert!(lines.lines().all(|line| line.starts_with("(;") && line.ends_with(";)")), "{lines}");
        (numbers, lines.lines().count())
    }
}

#[test]
fn games_are_appended_and_those_of_the_journal_are_there_once() {
    let files = Files::new();
    files.play(&[], &[0, 2, 1]);
    assert_eq!(files.games(), (vec![1, 3, 2], 3));
    files.play(&[0, 1, 2], &[3]);
    assert_eq!(files.games(), (vec![1, 3, 2, 4], 4));
    // A run that was killed between its journal and its files.
    files.play(&[0, 1, 2, 3, 4, 5], &[]);
    assert_eq!(files.games(), (vec![1, 3, 2, 4, 5, 6], 6));
}

#[test]
fn an_incomplete_game_is_replaced_wherever_it_was_cut() {
    let files = Files::new();
    files.play(&[], &[0, 1]);
    let (pgn, ggf) = (files.text("p"), files.text("g"));
    let last_pgn = pgn.rfind("[Game ").unwrap();
    for cut in last_pgn..=pgn.len() {
        files.write("p", &pgn[..cut]);
        files.play(&[0, 1], &[]);
        assert_eq!(files.text("p"), pgn, "cut at {}", cut - last_pgn);
    }
    for cut in ggf.rfind("(;").unwrap()..=ggf.len() {
        files.write("g", &ggf[..cut]);
        files.play(&[0, 1], &[]);
        assert_eq!(files.text("g"), ggf);
    }
}

#[test]
fn earlier_contents_of_a_file_stay() {
    let files = Files::new();
    let other = "[Event \"other\"]\n[Round \"1.1\"]\n\n1. e4 e5 *";
    for (before, between) in
        [(other.to_owned(), "\n\n"), (format!("{other}\n"), "\n"), (format!("{other}\n\n"), "")]
    {
        files.write("p", &before);
        files.play(&[], &[0]);
        assert!(files.text("p").starts_with(&format!("{before}{between}[Game \"")));
        // Another match behind it, which an editor has cut.
        files.write("p", &format!("{}{other}", files.text("p")));
        let before = files.text("p");
        files.play(&[0], &[1]);
        assert!(files.text("p").starts_with(&before));
        assert_eq!(files.text("p").matches("[Game ").count(), 2);
    }
    // An earlier match of the same engines is another one: its games began at other times.
    let mut earlier = samples::game(0);
    earlier.begun -= 5000;
    let mut again = GameFiles::open(&files.config, &files.options, &BTreeMap::new()).unwrap();
    again.add(&earlier).unwrap();
    drop(again);
    files.play(&[0, 1], &[]);
    assert_eq!(files.text("p").matches("[Game ").count(), 3);
}

#[test]
fn an_incomplete_game_of_a_match_without_a_journal_stays() {
    let files = Files::new();
    files.play(&[], &[0]);
    let torn = files.text("p")[..200].to_owned();
    files.write("p", &torn);
    files.play(&[], &[1]);
    assert!(files.text("p").starts_with(&format!("{torn}\n\n[Game \"")));
    files.play(&[1], &[]);
    assert_eq!(files.text("p").matches("[Game ").count(), 2);
}

#[test]
#[cfg(target_os = "linux")]
fn devices_are_written_to_and_a_full_disk_is_reported() {
    let mut files = Files::new();
    files.options.outputs.ggf = Some("/dev/null".into());
    files.play(&[0], &[1]);
    files.options.outputs.ggf = Some("/dev/full".into());
    let mut open = GameFiles::open(&files.config, &files.options, &BTreeMap::new()).unwrap();
    let failure = open.add(&samples::game(0)).unwrap_err();
    assert!(matches!(&failure, Failure::Unwritable(error, _) if error.to_string().contains("/dev/full")));
}
