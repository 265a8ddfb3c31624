use std::fs::{File, OpenOptions};
use std::io::Write;

use shuangqi_cli::shard::{Shard, SharedRun};
use shuangqi_lab::stats::Random;

use super::*;
use crate::config::{Book, Layout};
use crate::rating::SprtParameters;
use crate::record::GameRecord;
use crate::samples;

const SHARDS: u64 = 50;

/// A match of two engines whose games are random, with a test.
fn header(rounds: u32, test: SprtParameters, shard: Option<SharedRun>) -> Header {
    let mut config = samples::config();
    config.layout = Layout { rounds, games: 2, repeat: 2, ..config.layout };
    let openings = OpeningBook::new(&Book::default(), &config).unwrap();
    config.openings_hash = openings.hash(&config.layout);
    Header::new(&config, &RunOptions { test: Some(test), ..RunOptions::default() }, shard)
}

fn schedule(header: &Header) -> Schedule {
    CountedGames::new(header.clone()).unwrap().schedule
}

/// The lines of a journal, each with its end.
fn lines(folder: &Path, header: &Header, games: &[GameRecord]) -> Vec<String> {
    let path = folder.join("made");
    let (mut journal, _) = JournalContents::open(&path, &Games::built_in()).unwrap();
    journal.write(header).unwrap();
    games.iter().for_each(|game| journal.write_soon(game).unwrap());
    journal.finish().unwrap();
    let text = fs::read_to_string(&path).unwrap();
    fs::remove_file(path).unwrap();
    text.split_inclusive('\n').map(str::to_owned).collect()
}

/// A shard whose journal grows line by line.
struct SimulatedShard {
    file: File,
    lines: std::vec::IntoIter<String>,
    /// What a crash has left of a line: the run that follows cuts it off.
    torn: u64,
}

impl SimulatedShard {
    fn begin(path: &Path, lines: Vec<String>) -> SimulatedShard {
        let file = OpenOptions::new().append(true).create_new(true).open(path).unwrap();
        SimulatedShard { file, lines: lines.into_iter(), torn: 0 }
    }

    /// Writes a line, or crashes in it; returns whether there was one.
    fn play(&mut self, random: &mut Random) -> bool {
        let Some(line) = self.lines.as_slice().first().cloned() else { return false };
        let length = self.file.metadata().unwrap().len() - self.torn;
        self.file.set_len(length).unwrap();
        self.torn = if random.below(8) == 0 { random.below(line.len()) as u64 } else { 0 };
        let is_whole = self.torn == 0;
        let written = if is_whole { line.as_bytes() } else { &line.as_bytes()[..self.torn as usize] };
        self.file.write_all(written).unwrap();
        if is_whole {
            self.lines.next();
        }
        true
    }
}

/// A test of [`SHARDS`] shards that crash and are late, every tenth of which is played twice. Returns the folder, and the test when
/// all have been played.
fn simulated(header: &Header, seed: u64) -> (tempfile::TempDir, SharedTest) {
    let folder = tempfile::tempdir().unwrap();
    let schedule = schedule(header);
    let mut random = Random::new(seed);
    let mut shards = Vec::new();
    for index in 1..=SHARDS {
        let shard = Shard::new(index, SHARDS).unwrap();
        let of_shard = (0..schedule.len()).filter_map(|number| schedule.game(number));
        let games: Vec<GameRecord> = of_shard
            .filter(|game| shard.has(game.pair))
            .map(|game| samples::finished(&header.config, game, &samples::standard(header.config.game)))
            .collect();
        let shared = SharedRun { shard, units: schedule.len() };
        let header = Header::new(&header.config, &header.options, Some(shared));
        let lines = lines(folder.path(), &header, &games);
        let copies = if index % 10 == 0 { 2 } else { 1 };
        for copy in 0..copies {
            let path = folder.path().join(format!("{index}-{copy}.journal"));
            shards.push(SimulatedShard::begin(&path, lines.clone()));
        }
    }
    let mut test = SharedTest::open(folder.path(), &Games::built_in()).unwrap();
    while !shards.is_empty() {
        for _ in 0..SHARDS {
            let index = random.below(shards.len());
            if !shards[index].play(&mut random) {
                shards.swap_remove(index);
                break;
            }
        }
        test.read().unwrap();
        if random.below(20) == 0 {
            // Whoever watches may be interrupted too.
            drop(test);
            test = SharedTest::open(folder.path(), &Games::built_in()).unwrap();
        }
    }
    test.read().unwrap();
    (folder, test)
}

/// What one runner comes to that plays the games in the order in which they were counted.
fn of_one_runner(folder: &Path, header: &Header) -> Standings {
    let (_, contents) = JournalContents::open(&folder.join(WHOLE), &Games::built_in()).unwrap();
    let mut games: Vec<&GameRecord> = contents.games.values().collect();
    games.sort_by_key(|game| contents.lines[&game.scheduled.number]);
    let mut standings =
        Standings::new(&header.config, header.options.test.map(|test| Sprt::new(test).unwrap()));
    for game in games {
        assert!(!standings.is_decided(), "no game is counted after the verdict");
        standings.add(game);
    }
    standings
}

/// Without a verdict every game is counted once; with one, the games to it.
#[test]
fn many_shards_come_to_the_totals_and_the_verdict_of_one_runner() {
    let open =
        SprtParameters { elo0: -200.0, elo1: 200.0, alpha: 1e-9, beta: 1e-9, ..SprtParameters::default() };
    let narrow = SprtParameters { elo0: 0.0, elo1: 100.0, ..SprtParameters::default() };
    for (parameters, is_decided) in [(open, false), (narrow, true)] {
        let header = header(120, parameters, None);
        let (folder, test) = simulated(&header, 7);
        let (_, planned, found) = test.results().unwrap();
        assert!(test.is_over(), "{} of {planned}", found.games());
        assert_eq!(found.is_decided(), is_decided);
        if !is_decided {
            assert_eq!(found.games(), planned);
        }
        test.stop().unwrap();
        assert!(StopFile::beside(&folder.path().join("1-0.journal")).is_there());
        let (counts, state) = (found.first_encounter().counts(), found.test_state());
        let games = found.games();
        drop(test);
        let one = of_one_runner(folder.path(), &header);
        assert_eq!((one.games(), one.first_encounter().counts(), one.test_state()), (games, counts, state));
    }
}

#[test]
fn journals_of_other_matches_are_named() {
    let parameters = SprtParameters::default();
    let shard = |index, of| Some(SharedRun { shard: Shard::new(index, of).unwrap(), units: 400 });
    let refusal = |second: Header| {
        let folder = tempfile::tempdir().unwrap();
        for (name, header) in [("1.journal", header(200, parameters, shard(1, 2))), ("2.journal", second)] {
            let (mut journal, _) =
                JournalContents::open(&folder.path().join(name), &Games::built_in()).unwrap();
            journal.write(&header).unwrap();
        }
        let mut test = SharedTest::open(folder.path(), &Games::built_in()).unwrap();
        test.read().map(|_| ()).unwrap_err().to_string()
    };
    let other_test = header(200, SprtParameters { elo1: 7.0, ..parameters }, shard(2, 2));
    let other_match = |header: Header| {
        let mut config = header.config.clone();
        config.adjudication.most_moves = Some(30);
        Header::new(&config, &header.options, header.shard)
    };
    let tested = header(200, parameters, shard(2, 2));
    let no_test = Header::new(&tested.config, &RunOptions::default(), tested.shard);
    for (second, words) in [
        (other_test, "these differ: -sprt"),
        (other_match(header(200, parameters, shard(2, 2))), "another match than in all.journal"),
        (header(200, parameters, None), "that of a whole match"),
        (no_test, "a match without a test"),
    ] {
        let message = refusal(second);
        assert!(message.contains(words) && message.contains("2.journal:1"), "{message}");
    }
}
