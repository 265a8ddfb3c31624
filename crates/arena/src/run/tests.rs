use std::fs;

use shuangqi_lab::stats::Random;

use super::*;
use crate::samples;

const OPENINGS: &str = "f5d6c3\nf5f6e6\nf5d6c4\nf5d6c5\nf5d6\nf5f6e6f4\nf5f6e6d6\nf5f4\n";

fn args(line: &str) -> MatchArgs {
    let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    MatchArgs::parse(&words).unwrap()
}

/// A match of sixteen games whose journal is in this folder, and what is played.
fn journal(folder: &Path) -> (PathBuf, BTreeMap<u64, GameRecord>) {
    let (path, openings) = (folder.join("m"), folder.join("o"));
    fs::write(&openings, OPENINGS).unwrap();
    let line = format!(
        "-game othello -engine name=a proto=internal nodes=9 -engine name=b proto=internal nodes=8 -rounds 8 \
         -openings file={} -state {}",
        openings.display(),
        path.display()
    );
    let mut plan = Plan::new(&args(&line), &Games::built_in()).unwrap();
    assert!(!path.exists(), "it is created before the engines have answered");
    let mut file = plan.journal.take().unwrap();
    file.write(&plan.header.unwrap()).unwrap();
    let mut games = BTreeMap::new();
    for number in 0..plan.schedule.len() {
        let fixture = plan.schedule.fixture(number).unwrap();
        let opening = plan.openings.opening(fixture.opening).unwrap();
        let game = samples::finished(&plan.config, fixture, &opening);
        file.write_soon(&game).unwrap();
        games.insert(number, game);
    }
    file.finish().unwrap();
    (path, games)
}

/// The games that a journal of these bytes has.
fn games(path: &Path, bytes: &[u8]) -> Result<BTreeMap<u64, GameRecord>, Failure> {
    fs::write(path, bytes).unwrap();
    Plan::new(&args(&format!("-resume {}", path.display())), &Games::built_in()).map(|plan| plan.games)
}

/// Bytes that are neither digits nor letters.
const OTHERS: &[u8] = b" !\"#$%&'()*+,-./:;<=>?@[]_`{|}~\n\0\x80\xff";

/// Another byte of the same kind: a digit for a digit, a letter for a letter.
fn another(byte: u8, random: &mut Random) -> u8 {
    loop {
        let other = match byte {
            b'0'..=b'9' => b'0' + random.below(10) as u8,
            b'a'..=b'z' => b'a' + random.below(26) as u8,
            b'A'..=b'Z' => b'A' + random.below(26) as u8,
            _ => OTHERS[random.below(OTHERS.len())],
        };
        if other != byte {
            return other;
        }
    }
}

fn change(lines: &mut Vec<Vec<u8>>, kind: usize, random: &mut Random) {
    let line = random.below(lines.len());
    let place = random.below(lines[line].len());
    match kind {
        // Three in ten hit a digit, as results, discs and checksums have them.
        0..3 => {
            let digits: Vec<usize> =
                (0..lines[line].len()).filter(|&place| lines[line][place].is_ascii_digit()).collect();
            let place = digits[random.below(digits.len())];
            lines[line][place] = another(lines[line][place], random);
        }
        3 => lines[line][place] = another(lines[line][place], random),
        4 => drop(lines[line].remove(place)),
        5 => lines[line].insert(place, b'0' + random.below(10) as u8),
        6 => lines.insert(random.below(lines.len() + 1), lines[line].clone()),
        7 => {
            let other = random.below(lines.len());
            lines.swap(line, other);
        }
        8 => lines[line].truncate(place),
        _ => drop(lines.remove(line)),
    }
}

/// A changed journal is refused, or its games are those that were played; only the last of them may be missing.
#[test]
fn no_change_of_a_journal_changes_a_total() {
    let folder = tempfile::tempdir().unwrap();
    let (path, played) = journal(folder.path());
    let text = fs::read(&path).unwrap();
    assert_eq!(games(&path, &text).unwrap(), played);
    let lines: Vec<Vec<u8>> = text.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    let mut random = Random::new(1);
    let mut refused = 0;
    for variant in 0..1000 {
        let mut changed = lines.clone();
        change(&mut changed, variant % 10, &mut random);
        match games(&path, &changed.concat()) {
            Ok(games) => {
                let are_first = games.iter().eq(played.iter().take(games.len()));
                assert!(are_first && games.len() + 1 >= played.len(), "variant {variant}");
            }
            Err(failure) => {
                assert_eq!(failure.exit(), shuangqi_cli::Exit::BadInput, "{failure}");
                assert!(failure.to_string().starts_with(&format!("{}:", path.display())), "{failure}");
                refused += 1;
            }
        }
    }
    assert!(refused > 900, "{refused}");
}

#[test]
fn a_journal_without_a_game_may_become_that_of_another_match() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m");
    let engines = "-engine name=a proto=internal nodes=9 -engine name=b proto=internal nodes=8";
    let plan = |words: &str| Plan::new(&args(words), &Games::built_in());
    let mut begun = plan(&format!("-game othello {engines} -state {}", path.display())).unwrap();
    begun.journal.take().unwrap().write(&begun.header.unwrap()).unwrap();
    let other = plan(&format!("-game othello {engines} -solve 8 -state {}", path.display())).unwrap();
    assert_eq!(other.header.unwrap().config.adjudication.solve_empties, Some(8));
    drop(other.journal);
    assert!(plan(&format!("-resume {} -solve 8", path.display())).is_err());
}
