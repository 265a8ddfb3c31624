//! Matches that are killed again and again.

use super::*;

/// A match that is killed again and again while it is played, and then played to its end.
struct Killed<'a> {
    words: Vec<&'a str>,
    /// The file to which its engines append the numbers of their processes.
    pids: Option<&'a Path>,
    path: &'a Path,
    known: BTreeSet<u64>,
}

impl Killed<'_> {
    /// Kills it a moment after this number of games more; `false`: it was over before.
    fn kill(&mut self, games: usize, moment: Duration) -> bool {
        let count = || fs::read_to_string(self.path).map_or(0, |text| text.lines().count());
        let before = count().max(1);
        let pgn = self.pgn();
        let line = [&self.words[..], &["-state", name(self.path), "-pgnout", name(&pgn)]].concat();
        let mut child = tool(&line).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while count() < before + games && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(moment);
        let is_over = child.try_wait().unwrap().is_some();
        child.kill().unwrap();
        child.wait().unwrap();
        let text = fs::read_to_string(self.path).unwrap();
        let whole: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let numbers: BTreeSet<u64> = whole.iter().filter_map(|line| line["number"].as_u64()).collect();
        assert!(self.known.is_subset(&numbers), "a finished game was lost");
        // Every finished game is in the file of games too, whole and once; one may have come to the journal alone.
        let written: BTreeSet<u64> = pgn_games(&pgn).into_iter().map(|number| number - 1).collect();
        assert!(written.is_subset(&numbers) && pgn_games(&pgn).len() == written.len());
        assert!(
            self.known.is_subset(&written) && written.len() + 1 >= numbers.len(),
            "a written game is missing"
        );
        self.known = numbers;
        self.no_engine_is_left();
        !is_over
    }

    fn pgn(&self) -> PathBuf {
        self.path.with_extension("pgn")
    }

    /// Kills it this number of times, or fewer if the match is over before.
    fn kill_often(&mut self, times: usize) {
        let moment = |kill| Duration::from_millis(moment(kill, 23) as u64);
        let kills = (0..times).take_while(|&kill| self.kill(1 + kill % 4, moment(kill))).count();
        assert!(kills * 2 >= times, "the match was over after {kills} kills");
    }

    fn no_engine_is_left(&self) {
        if let Some(pids) = self.pids {
            await_end(pids);
        }
    }

    /// Plays the rest, and the same match without any disturbance.
    fn compare(&self) {
        let other = self.path.with_extension("other");
        let undisturbed = &records(&[&self.words[..], &["-state", name(&other)]].concat())[0];
        let resumed = &records(&["match", "-resume", name(self.path), "-progress", "none"])[0];
        assert_eq!(games_of(self.path), games_of(&other));
        let mut written = pgn_games(&self.pgn());
        written.sort_unstable();
        assert!(written.into_iter().eq(games_of(self.path).into_iter().map(|number| number + 1)));
        assert_eq!(figures(resumed), figures(undisturbed));
        self.no_engine_is_left();
    }
}

/// Moments that look random, the same on each run (a multiplicative sequence modulo a prime).
fn moment(kill: usize, most: usize) -> usize {
    (kill * 7919 + 17) % 341 % most
}

fn internal_engines_are_killed(times: usize, rounds: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m");
    let words = quick(&["-rounds", rounds, "-concurrency", "2"]);
    let mut killed = Killed { words, pids: None, path: &path, known: BTreeSet::new() };
    killed.kill_often(times);
    killed.compare();
}

/// Engines in processes of their own, which now and then crash, play illegally or talk nonsense.
fn mock_engines_are_killed(times: usize, rounds: &str) {
    let folder = tempfile::tempdir().unwrap();
    let (path, pids) = (folder.path().join("m"), folder.path().join("pids"));
    let engine = |name: &str, words: &str| {
        let (program, pids) = (mock(), pids.to_str().unwrap());
        [
            "-engine".to_owned(),
            format!("name={name}"),
            format!("cmd={program}"),
            format!("args=--pids {pids} {words}"),
        ]
    };
    let good = engine("a", "--proto uci --seed 1");
    let bad = engine("b", "--proto uci --seed 2 --fault crash --at 9 --one-in 3");
    let mut words =
        vec!["match", "-game", "xiangqi", "-each", "tc=inf", "-maxmoves", "30", "-progress", "none"];
    words.extend(good.iter().chain(&bad).map(String::as_str));
    words.extend(["-rounds", rounds, "-concurrency", "2"]);
    let mut killed = Killed { words, pids: Some(&pids), path: &path, known: BTreeSet::new() };
    killed.kill_often(times);
    killed.compare();
}

#[test]
fn a_few_kills_lose_nothing() {
    internal_engines_are_killed(5, "200");
}

#[test]
#[cfg(target_os = "linux")]
fn a_few_kills_leave_no_engine() {
    mock_engines_are_killed(4, "40");
}

#[test]
#[ignore = "two hundred kills take minutes"]
fn two_hundred_kills_lose_nothing() {
    internal_engines_are_killed(200, "2000");
}

#[test]
#[cfg(target_os = "linux")]
#[ignore = "two hundred kills take minutes"]
fn two_hundred_kills_leave_no_engine() {
    mock_engines_are_killed(200, "600");
}
