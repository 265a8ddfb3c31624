use std::fs;
use std::path::{Path, PathBuf};

use super::*;

const KIND: Kind = Kind {
    name: "journal of tests",
    schema: "test-journal/2",
    first: "header",
    item: "a test",
    restart: "begin another test",
};

#[derive(Serialize)]
struct Item {
    schema: &'static str,
    number: u64,
}

fn item(number: u64) -> Item {
    Item { schema: KIND.schema, number }
}

fn open(path: &Path) -> Result<(Journal, Vec<String>), Failure> {
    let mut lines = Vec::new();
    let journal = Journal::open(path.to_str().unwrap(), &KIND, |number, line| {
        lines.push(line.to_owned());
        assert_eq!(number, lines.len());
        Ok(())
    })?;
    Ok((journal, lines))
}

fn journal(folder: &tempfile::TempDir, items: u64) -> PathBuf {
    let path = folder.path().join("j");
    let (mut journal, _) = open(&path).unwrap();
    (0..items).for_each(|number| journal.write_soon(&item(number)).unwrap());
    journal.finish().unwrap();
    path
}

fn refusal(path: &Path) -> String {
    let failure = open(path).unwrap_err();
    assert_eq!(failure.exit(), crate::Exit::BadInput, "{failure}");
    failure.to_string()
}

#[test]
fn items_come_back_and_a_torn_line_goes_with_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let path = journal(&folder, 1000);
    let whole = fs::read_to_string(&path).unwrap();
    fs::write(&path, whole.clone() + "{\"to").unwrap();
    let (mut journal, lines) = open(&path).unwrap();
    assert_eq!((lines.len(), lines[999].as_str()), (1000, r#"{"schema":"test-journal/2","number":999}"#));
    assert!(open(&path).unwrap_err().to_string().contains("in use"));
    assert!(fs::read_to_string(&path).unwrap().ends_with("\n{\"to"));
    journal.write(&item(1000)).unwrap();
    drop(journal);
    assert_eq!(open(&path).unwrap().1.len(), 1001);
    assert!(fs::read_to_string(&path).unwrap().starts_with(&whole));
}

/// A program that another thread starts shares every open file until it begins. A journal that was closed here is free
/// all the same.
#[test]
fn a_closed_journal_is_free_though_a_starting_program_shares_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = journal(&folder, 1);
    let (journal, _) = open(&path).unwrap();
    let shared = journal.file.as_ref().unwrap().file.try_clone().unwrap();
    drop(journal);
    assert_eq!(open(&path).unwrap().1.len(), 1);
    drop(shared);
}

#[test]
fn nothing_is_made_before_it_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    let (mut one, _) = open(&path).unwrap();
    let (mut other, _) = open(&path).unwrap();
    assert!(!path.exists());
    one.create().unwrap();
    assert!(matches!(other.create(), Err(Failure::Usage(why)) if why.contains("in use by another run")));
    one.write(&item(0)).unwrap();
    drop(one);
    assert_eq!(open(&path).unwrap().1.len(), 1);
    let nowhere = folder.path().join("no/folder");
    assert!(
        matches!(open(&nowhere).unwrap().0.create(), Err(Failure::Unwritable(error, _)) if error.to_string().contains("no/folder"))
    );
}

#[test]
fn what_was_changed_is_refused_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = journal(&folder, 9);
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let with = |change: &dyn Fn(&mut Vec<String>)| {
        let mut lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        change(&mut lines);
        fs::write(&path, lines.join("\n") + "\n").unwrap();
        refusal(&path)
    };
    let changed = with(&|lines| lines[4] = lines[4].replace("\"number\":4", "\"number\":5"));
    assert!(changed.contains("j:5: journal of tests: found a line that has been changed"), "{changed}");
    assert!(changed.contains("(head -n 4 ") && changed.contains("or begin another test."), "{changed}");
    let header = with(&|lines| lines[0] = lines[0].replace(":0,", ":1,"));
    assert!(header.contains("j:1: ") && header.contains("a header that has been changed"), "{header}");
    assert!(with(&|lines| drop(lines.remove(6))).contains("j:7: "));
    assert!(with(&|lines| lines.swap(2, 3)).contains("j:3: "));
    assert!(with(&|lines| lines.insert(8, lines[8].clone())).contains("j:10: "));
    assert!(
        with(&|lines| lines[7].truncate(20))
            .contains("j:8: journal of tests: found a line without its checksum")
    );
}

/// After a change of any byte, or a cut at any place, the file is refused, or its whole lines are read as they were
/// written.
#[test]
fn no_changed_byte_and_no_cut_is_overlooked() {
    let folder = tempfile::tempdir().unwrap();
    let path = journal(&folder, 6);
    let (text, lines) = (fs::read(&path).unwrap(), open(&path).unwrap().1);
    for place in 0..text.len() {
        fs::write(&path, &text[..place]).unwrap();
        let whole = text[..place].iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(open(&path).unwrap().1, lines[..whole], "cut at {place}");
        for other in
            [b'0', b'1', b'z', b'"', b'\n', 0, 0xFF].into_iter().filter(|&other| other != text[place])
        {
            let mut changed = text.clone();
            changed[place] = other;
            fs::write(&path, &changed).unwrap();
            match open(&path) {
                // The end of the last line is gone: it is torn.
                Ok((_, read)) => assert!(place + 1 == text.len() && read == lines[..5], "{place}: {other}"),
                Err(failure) => {
                    let line = text[..place].iter().filter(|&&byte| byte == b'\n').count() + 1;
                    assert!(failure.to_string().contains(&format!("j:{line}: ")), "{failure}");
                }
            }
        }
    }
}

#[test]
fn another_file_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter");
    for (text, words) in [
        ("Dear all,\nhow are you", "found \"Dear all,\""),
        ("no end of a line", "found \"no end of a line\""),
        ("{\"schema\":\"perft/1\"}\n", "found \"perft/1\", expected the lines of test-journal/2"),
        ("{\"schema\":\"test-journal/1\"}\n", "Another version of this program has written it"),
        ("{\"schema\":\"test-journal/2\",\"number\":1}\n", "found a header without its checksum"),
    ] {
        fs::write(&path, text).unwrap();
        let message = refusal(&path);
        assert!(message.contains(words), "{message}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn a_line_without_end_is_read_no_further_than_its_bound() {
    struct Endless(usize);
    impl io::Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0 += buffer.len();
            assert!(self.0 < 2 * MAX_LINE_LENGTH, "it is read for ever");
            buffer.fill(b'x');
            Ok(buffer.len())
        }
    }
    let refused = reader::read("x", &KIND, Endless(0), JournalSummary::default(), |_, _| Ok(()));
    assert!(
        matches!(refused, Err(Refusal::Bad(bad)) if bad.to_string().contains("a line of more than 16 MiB"))
    );
}

#[test]
#[cfg(target_os = "linux")]
fn a_device_is_no_journal() {
    for path in ["/dev/zero", "/dev/null", "/dev"] {
        assert!(refusal(Path::new(path)).contains("which is no regular file"));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told() {
    let full = File::options().append(true).open("/dev/full").unwrap();
    let file = Some(LockedFile::lock(full, Path::new("/dev/full")).unwrap());
    let mut journal =
        Journal { path: "full".to_owned(), file, summary: JournalSummary::default(), synced: Instant::now() };
    assert!(matches!(journal.write_soon(&item(1)), Err(Failure::Unwritable(..))));
    assert!(journal.summary.is_torn);
}

#[test]
fn a_follower_reads_each_line_once_when_it_is_whole_and_refuses_a_changed_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    let mut tail = JournalTail::new(&path, "j", &KIND);
    let mut seen = Vec::new();
    let mut follow = || {
        tail.read(|line, object| {
            seen.push((line, object.to_owned()));
            Ok(())
        })?;
        Ok::<_, Failure>(seen.len())
    };
    assert!(follow().unwrap_err().to_string().contains("a file that can be read"));
    let (mut journal, _) = open(&path).unwrap();
    for number in 1..4 {
        journal.write(&item(number)).unwrap();
        assert_eq!(follow().unwrap(), number as usize);
    }
    journal.write(&item(4)).unwrap();
    let whole = fs::read_to_string(&path).unwrap();
    for (text, count) in [(&whole[..whole.len() - 5], 3), (&whole[..], 4)] {
        fs::write(&path, text).unwrap();
        assert_eq!(follow().unwrap(), count);
    }
    assert_eq!(seen[2], (3, "{\"schema\":\"test-journal/2\",\"number\":3}".to_owned()));
    fs::write(&path, whole.replace(":4", ":8")).unwrap();
    let refusal = JournalTail::new(&path, "j", &KIND).read(|_, _| Ok(())).unwrap_err().to_string();
    assert!(refusal.contains("has been changed"), "{refusal}");
}
