//! Checks that memory is available before it is allocated.
//!
//! Many systems grant more memory than there is, and end a program when it comes to use it. So this module reads first
//! how much memory is available, on the machine and in the control group (a container) of this process.

use std::num::NonZeroUsize;

use sysinfo::{MemoryRefreshKind, Process, ProcessRefreshKind, ProcessesToUpdate, System, get_current_pid};
use thiserror::Error;

use crate::failure::Failure;
use search_core::{BadInput, Message};

/// One part in this many of what is available is left to other programs.
const RESERVE: u64 = 16;

/// More memory was requested than is available.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("found {}, expected {}", self.found(), self.expected())]
pub struct TooLarge {
    requested: u64,
    /// The bytes available; `None` if the system does not report it.
    limit: Option<u64>,
}

impl TooLarge {
    fn found(&self) -> String {
        format!("{} MiB", self.requested.div_ceil(1 << 20))
    }

    fn expected(&self) -> String {
        match self.limit {
            Some(limit) => format!("at most {} MiB, which is what this machine has to spare", limit >> 20),
            None => "less, for which this machine has the memory".to_owned(),
        }
    }

    /// The error of a line of a protocol, where `kind` is what was read and `remedy` the way out.
    pub fn in_line(self, kind: &'static str, remedy: impl Into<Message>) -> BadInput {
        BadInput::new(kind, None, self.found(), self.expected(), remedy)
    }

    /// The error of the option for tables.
    pub fn in_option(self) -> Failure {
        Failure::Usage(format!("--hash: {self}. Ask for less, as in --hash 64M, or for fewer --threads."))
    }
}

/// Allocates memory for tables of `bytes`, if the machine has it. `freed` bytes, if they are in use, will be given
/// back for them.
pub fn take<T, E>(
    bytes: usize,
    freed: usize,
    allocate: impl FnOnce() -> Result<T, E>,
) -> Result<T, TooLarge> {
    check(bytes, freed)?;
    allocate().map_err(|_| TooLarge { requested: bytes as u64, limit: None })
}

/// Whether the machine has `bytes` available for each thread.
pub fn check_each(bytes: usize, threads: NonZeroUsize) -> Result<(), TooLarge> {
    check(bytes.saturating_mul(threads.get()), 0)
}

/// The bytes that can be had; `None` if the system does not report it.
pub fn available() -> Option<usize> {
    AvailableMemory::now().map(|memory| usize::try_from(memory.max_allocation(0)).unwrap_or(usize::MAX))
}

/// Whether the machine has `bytes` available. `freed` bytes, if they are in use, will be given back for them.
pub fn check(bytes: usize, freed: usize) -> Result<(), TooLarge> {
    let memory = AvailableMemory::now();
    let limit = memory.map(|memory| memory.max_allocation(freed as u64));
    let requested = bytes as u64;
    if limit.is_some_and(|limit| requested > limit) { Err(TooLarge { requested, limit }) } else { Ok(()) }
}

/// The memory that can be had, and what this process has already.
#[derive(Clone, Copy, Debug)]
struct AvailableMemory {
    bytes: u64,
    /// The bytes that this process uses.
    resident: u64,
}

impl AvailableMemory {
    /// `None` where the system does not report it.
    fn now() -> Option<AvailableMemory> {
        let mut system = System::new().ok()?;
        system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
        let pid = get_current_pid().ok()?;
        let kind = ProcessRefreshKind::nothing().with_memory();
        system.refresh_processes_specifics(ProcessesToUpdate::Some(&[pid]), false, kind);
        let process = system.process(pid);
        let machine = Some(system.available_memory()).filter(|&bytes| bytes > 0);
        let group = process.and_then(Process::cgroup_limits);
        let group = group.map(|limits| limits.total_memory.saturating_sub(limits.rss));
        let bytes = machine.into_iter().chain(group).min()?;
        Some(AvailableMemory { bytes, resident: process.map_or(0, Process::memory) })
    }

    /// The bytes that can be allocated once `freed` bytes are given back. A table that was never filled takes no memory, and
    /// gives none back.
    fn max_allocation(self, freed: u64) -> u64 {
        self.bytes - self.bytes / RESERVE + freed.min(self.resident)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_given_and_no_more() {
        assert!(check(1 << 20, 0).is_ok());
        assert!(check_each(1 << 20, NonZeroUsize::MAX).is_err());
        assert_eq!(take(1 << 20, 0, || Ok::<_, ()>(7)), Ok(7));
        let most = AvailableMemory::now().unwrap().bytes as usize;
        for bytes in [2 * most, usize::MAX] {
            let too_large = take(bytes, 0, || Ok::<_, ()>(7)).unwrap_err();
            assert!(too_large.to_string().contains("expected at most"), "{too_large}");
        }
    }

    #[test]
    fn a_table_that_is_given_back_counts_as_far_as_it_was_filled() {
        let memory = AvailableMemory { bytes: 1600, resident: 100 };
        assert_eq!([0, 40, 100, 5000].map(|freed| memory.max_allocation(freed)), [1500, 1540, 1600, 1600]);
    }

    #[test]
    fn an_allocation_that_fails_is_an_error_too() {
        let too_large = take(3 << 20, 0, || Err::<(), _>("no")).unwrap_err();
        assert_eq!(
            too_large.in_line("setoption", "Ask for less").to_string(),
            "setoption: found 3 MiB, expected less, for which this machine has the memory. Ask for less."
        );
        assert_eq!(too_large.in_option().exit() as u8, 2);
    }
}
