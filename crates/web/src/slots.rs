//! A limited number of slots, for connections or for calls. When all are taken, the oldest that is expendable (a connection
//! that is idle, an analysis) is ended for the next.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

pub(crate) struct Slots {
    limit: usize,
    /// The oldest first; one that becomes expendable counts from then.
    held: Mutex<Vec<SlotState>>,
    released: Condvar,
}

struct SlotState {
    number: u64,
    is_expendable: bool,
    /// Asked to end; no longer counted as taken.
    is_ended: bool,
    end: Box<dyn Fn() + Send>,
}

/// A slot that is held; dropped, it is given back.
pub(crate) struct Slot {
    slots: Arc<Slots>,
    number: u64,
}

impl Slots {
    pub fn new(limit: usize) -> Arc<Slots> {
        Arc::new(Slots { limit, held: Mutex::default(), released: Condvar::new() })
    }

    /// Takes a slot, whose holder `end` ends. `None` if all are taken and none can be ended.
    pub fn take(self: &Arc<Self>, is_expendable: bool, end: impl Fn() + Send + 'static) -> Option<Slot> {
        let mut held = self.lock();
        // Holders that were asked to end and have not yet are at most as many again.
        if held.len() >= 2 * self.limit {
            return None;
        }
        if held.iter().filter(|held| !held.is_ended).count() >= self.limit {
            let oldest = held.iter_mut().find(|held| held.is_expendable && !held.is_ended)?;
            oldest.is_ended = true;
            (oldest.end)();
        }
        let number = held.iter().map(|held| held.number + 1).max().unwrap_or(0);
        held.push(SlotState { number, is_expendable, is_ended: false, end: Box::new(end) });
        Some(Slot { slots: Arc::clone(self), number })
    }

    /// Waits until no slot is held, at most for the time.
    pub fn wait_until_free(&self, time: Duration) {
        // Whether it was long enough makes no difference.
        let _ = self.released.wait_timeout_while(self.lock(), time, |held| !held.is_empty());
    }

    fn lock(&self) -> MutexGuard<'_, Vec<SlotState>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Slot {
    pub fn set_expendable(&self, is_expendable: bool) {
        let mut held = self.slots.lock();
        let place = held.iter().position(|held| held.number == self.number);
        if let Some(place) = place.filter(|&place| held[place].is_expendable != is_expendable) {
            let own = held.remove(place);
            held.push(SlotState { is_expendable, ..own });
        }
    }

    /// Returns whether the holder has to end, for another call or connection.
    pub fn is_ended(&self) -> bool {
        self.slots.lock().iter().any(|held| held.number == self.number && held.is_ended)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.slots.lock().retain(|held| held.number != self.number);
        self.slots.released.notify_all();
    }
}

/// A connection, idle until it has sent the header of a request.
pub(crate) struct OpenConnection {
    slot: Slot,
    end: Arc<Notify>,
}

impl OpenConnection {
    /// A connection; `None` if there are too many and none can be ended for it.
    pub fn new(slots: &Arc<Slots>) -> Option<Arc<OpenConnection>> {
        let end = Arc::new(Notify::new());
        let signal = Arc::clone(&end);
        let slot = slots.take(true, move || signal.notify_one())?;
        Some(Arc::new(OpenConnection { slot, end }))
    }

    /// Says whether nothing is being done for it.
    pub fn set_idle(&self, is_idle: bool) {
        self.slot.set_expendable(is_idle);
    }

    /// Waits until it has to end because there are too many.
    pub async fn ended(&self) {
        self.end.notified().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_that_is_expendable_ends_for_the_next() {
        let slots = Slots::new(3);
        let take = |is_expendable| slots.take(is_expendable, || {});
        let held: Vec<Slot> = [true, false, true].into_iter().filter_map(take).collect();
        let ended = || held.iter().map(Slot::is_ended).collect::<Vec<_>>();
        held[0].set_expendable(false);
        held[0].set_expendable(true);
        let fourth = take(false).unwrap();
        assert_eq!(ended(), [false, false, true], "the first became expendable last");
        let fifth = take(false).unwrap();
        assert_eq!(ended(), [true, false, true]);
        assert!(take(true).is_none(), "none is expendable");
        drop((fourth, fifth));
        assert!(take(true).is_some());
    }
}
