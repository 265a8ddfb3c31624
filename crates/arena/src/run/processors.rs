//! The processors of the machine: how many games can run at the same time, and on which processors.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::thread;

use shuangqi_cli::Failure;
use shuangqi_cli::reader::read_text_file;

use crate::config::EngineConfig;
use crate::config::{Affinity, Concurrency};

/// The processors that this program may use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Processors {
    /// By number: one of each physical core first, then those that share a core with them.
    all: Vec<usize>,
    /// Physical cores.
    cores: usize,
}

impl Processors {
    pub fn of_machine() -> Processors {
        Processors::grouped(&allowed(), |processor| {
            let path = format!("/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list");
            read_text_file(path, 4096).ok()
        })
    }

    /// `siblings` is a text that is the same for all processors that share a core.
    fn grouped(allowed: &[usize], siblings: impl Fn(usize) -> Option<String>) -> Processors {
        let mut cores = BTreeSet::new();
        let is_first = |&processor: &usize| {
            cores.insert(siblings(processor).unwrap_or_else(|| format!("alone {processor}")))
        };
        let (mut firsts, others): (Vec<usize>, Vec<usize>) = allowed.iter().copied().partition(is_first);
        let cores = firsts.len().max(1);
        firsts.extend(others);
        Processors { all: firsts, cores }
    }

    /// The number of games to play at the same time.
    pub fn games(&self, concurrency: Concurrency, engines: &[EngineConfig]) -> usize {
        match concurrency {
            Concurrency::Auto => ((self.cores - 1) / threads(engines)).max(1),
            Concurrency::Games(games) => games.max(1),
            Concurrency::AllBut(spared) => self.all.len().saturating_sub(spared).max(1),
        }
    }

    /// The processors of each game; none where the operating system chooses them.
    pub fn shared_out(
        &self,
        affinity: &Affinity,
        games: usize,
        engines: &[EngineConfig],
    ) -> Result<Vec<Vec<usize>>, Failure> {
        let chosen: Vec<usize> = match affinity {
            Affinity::Free => return Ok(vec![Vec::new(); games]),
            Affinity::All => self.all.clone(),
            Affinity::Of(wanted) => wanted.iter().copied().filter(|one| self.all.contains(one)).collect(),
        };
        let each = threads(engines);
        if games * each > chosen.len() {
            return Err(Failure::Usage(format!(
                "-use-affinity: {games} games of {each} threads need {} processors, and there are {}. Play fewer games \
                 at the same time.",
                games * each,
                chosen.len()
            )));
        }
        Ok(chosen.chunks(each).take(games).map(<[usize]>::to_vec).collect())
    }

    /// A warning if there are more games than processors.
    pub fn warning(&self, games: usize, engines: &[EngineConfig]) -> Option<String> {
        let (wanted, known) = (games * threads(engines), self.all.len());
        (wanted > known).then(|| {
            format!(
                "{games} games at the same time want {wanted} processors, and there are {known}: engines may be \
                 late through no fault of their own"
            )
        })
    }
}

/// The threads of the engine that uses most; only one engine of a game searches at a time.
fn threads(engines: &[EngineConfig]) -> usize {
    let of_engine = |engine: &EngineConfig| {
        let option = engine.options.iter().find(|(name, _)| name.eq_ignore_ascii_case("threads"));
        option.and_then(|(_, value)| value.parse().ok()).unwrap_or(1)
    };
    engines.iter().map(of_engine).max().unwrap_or(1).max(1)
}

#[cfg(target_os = "linux")]
fn allowed() -> Vec<usize> {
    match rustix::thread::sched_getaffinity(None) {
        Ok(set) => (0..rustix::thread::CpuSet::MAX_CPU).filter(|&processor| set.is_set(processor)).collect(),
        Err(_) => counted(),
    }
}

#[cfg(not(target_os = "linux"))]
fn allowed() -> Vec<usize> {
    counted()
}

/// As many as the operating system counts, numbered from 0.
fn counted() -> Vec<usize> {
    (0..thread::available_parallelism().map_or(1, NonZeroUsize::get)).collect()
}

/// Restricts this thread to these processors: engines in this process search on it.
pub fn pin(processors: &[usize]) {
    #[cfg(target_os = "linux")]
    if !processors.is_empty() {
        let mut set = rustix::thread::CpuSet::new();
        processors.iter().for_each(|&processor| set.set(processor));
        // A processor that was taken offline meanwhile is no reason to stop: the thread runs on others then.
        let _ = rustix::thread::sched_setaffinity(None, &set);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = processors;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    /// Four cores of two processors each: 0 and 4, 1 and 5, …
    fn eight() -> Processors {
        Processors::grouped(&(0..8).collect::<Vec<_>>(), |processor| Some(format!("{}", processor % 4)))
    }

    #[test]
    fn physical_cores_come_first() {
        assert_eq!(eight(), Processors { all: (0..8).collect(), cores: 4 });
        let neighbours = Processors::grouped(&[0, 1, 2, 3], |processor| Some(format!("{}", processor / 2)));
        assert_eq!(neighbours, Processors { all: vec![0, 2, 1, 3], cores: 2 });
        assert_eq!(Processors::grouped(&[3, 5], |_| None).cores, 2);
        assert!(!Processors::of_machine().all.is_empty());
    }

    #[test]
    fn concurrency_follows_cores_and_threads() {
        let mut engines = vec![samples::engine("a"), samples::engine("b")];
        let games = |concurrency, engines: &[EngineConfig]| eight().games(concurrency, engines);
        assert_eq!(games(Concurrency::Auto, &engines), 3);
        assert_eq!(games(Concurrency::AllBut(1), &engines), 7);
        assert_eq!(games(Concurrency::AllBut(9), &engines), 1);
        assert_eq!(games(Concurrency::Games(40), &engines), 40);
        assert!(eight().warning(9, &engines).is_some() && eight().warning(8, &engines).is_none());
        engines[1].options.push(("Threads".to_owned(), "3".to_owned()));
        assert_eq!(games(Concurrency::Auto, &engines), 1);
    }

    #[test]
    fn each_game_has_processors_of_its_own() {
        let mut engines = vec![samples::engine("a")];
        let out =
            |affinity, games, engines: &[EngineConfig]| eight().shared_out(&affinity, games, engines).ok();
        assert_eq!(out(Affinity::Free, 2, &engines), Some(vec![vec![]; 2]));
        assert_eq!(out(Affinity::Of(vec![6, 99, 2]), 2, &engines), Some(vec![vec![6], vec![2]]));
        assert_eq!(out(Affinity::Of(vec![6, 99, 2]), 3, &engines), None);
        engines[0].options.push(("threads".to_owned(), "2".to_owned()));
        assert_eq!(out(Affinity::All, 2, &engines), Some(vec![vec![0, 1], vec![2, 3]]));
    }
}
