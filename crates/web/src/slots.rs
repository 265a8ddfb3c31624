//! A limited number of slots, for connections or for calls, that clients share.
//!
//! When all are taken, one is ended for the next: of the client that holds most, the oldest that is expendable (a connection
//! that is idle, an analysis), so that a client which wants more than there is ends its own.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::backend::ClientId;

/// The slots of one kind.
pub(crate) struct Slots {
    most: usize,
    state: Mutex<State>,
    /// A slot was given back.
    released: Condvar,
}

#[derive(Default)]
struct State {
    next: u64,
    /// The oldest first; one that becomes expendable counts from then.
    held: Vec<Held>,
}

struct Held {
    number: u64,
    client: ClientId,
    is_expendable: bool,
    /// It was told to end, and counts no more.
    is_ended: bool,
    end: Arc<dyn Fn() + Send + Sync>,
}

/// A slot that is held; dropped, it is given back.
pub(crate) struct Slot {
    slots: Arc<Slots>,
    number: u64,
}

impl Slots {
    pub fn new(most: usize) -> Arc<Slots> {
        Arc::new(Slots { most, state: Mutex::default(), released: Condvar::new() })
    }

    /// Takes a slot, whose holder `end` ends. `None` if all are taken and none is ended for this client.
    pub fn take(
        self: &Arc<Self>,
        client: ClientId,
        is_expendable: bool,
        end: impl Fn() + Send + Sync + 'static,
    ) -> Option<Slot> {
        let mut state = self.state();
        // Those that were told to end and have not yet are as many at most.
        if state.held.len() >= 2 * self.most {
            return None;
        }
        let is_full = state.current().count() >= self.most;
        let ended = if is_full { Some(state.end_one_for(client)?) } else { None };
        let number = state.next;
        state.next += 1;
        state.held.push(Held { number, client, is_expendable, is_ended: false, end: Arc::new(end) });
        drop(state);
        if let Some(end) = ended {
            end();
        }
        Some(Slot { slots: Arc::clone(self), number })
    }

    /// Waits until no slot is held, at most for the time.
    pub fn wait_until_free(&self, time: Duration) {
        let (mut state, end) = (self.state(), Instant::now() + time);
        while !state.held.is_empty() {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            state = self.released.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn current(&self) -> impl Iterator<Item = &Held> {
        self.held.iter().filter(|held| !held.is_ended)
    }

    /// Marks the slot that has to end for a client as ended; gives the way to end its holder.
    fn end_one_for(&mut self, client: ClientId) -> Option<Arc<dyn Fn() + Send + Sync>> {
        let number = self.to_end_for(client)?;
        let held = self.find(number)?;
        held.is_ended = true;
        Some(Arc::clone(&held.end))
    }

    /// The slot that has to end for a client: of the client that would hold most, this one before others that hold as many. It
    /// need not be expendable if that is another client; and for a client that holds none it may be anyone's that is.
    fn to_end_for(&self, client: ClientId) -> Option<u64> {
        let count = |of: ClientId| self.current().filter(|held| held.client == of).count();
        let own = count(client) + 1;
        let greediest = self.current().map(|held| held.client).max_by_key(|&other| count(other))?;
        let greediest = if count(greediest) > own { greediest } else { client };
        let of_greediest = || self.current().filter(|held| held.client == greediest);
        let oldest = of_greediest().find(|held| held.is_expendable);
        let oldest = oldest.or_else(|| of_greediest().next().filter(|_| greediest != client));
        let oldest = oldest.or_else(|| self.current().find(|held| held.is_expendable && own == 1));
        oldest.map(|held| held.number)
    }

    fn find(&mut self, number: u64) -> Option<&mut Held> {
        self.held.iter_mut().find(|held| held.number == number)
    }
}

impl Slot {
    /// It is known now who holds it.
    pub fn set_client(&self, client: ClientId) {
        if let Some(held) = self.slots.state().find(self.number) {
            held.client = client;
        }
    }

    /// Says whether it may be ended for others.
    pub fn set_expendable(&self, is_expendable: bool) {
        let mut state = self.slots.state();
        let Some(at) = state.held.iter().position(|held| held.number == self.number) else { return };
        if state.held[at].is_expendable != is_expendable {
            let held = state.held.remove(at);
            state.held.push(Held { is_expendable, ..held });
        }
    }

    /// Whether its holder was told to end for others.
    pub fn is_ended(&self) -> bool {
        self.slots.state().find(self.number).is_some_and(|held| held.is_ended)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.slots.state().held.retain(|held| held.number != self.number);
        self.slots.released.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLIENTS: [ClientId; 3] = [ClientId::Cookie(1), ClientId::Cookie(2), ClientId::Cookie(3)];

    /// Slots of these clients, and whether each is expendable; which of them end for a client, one after the other.
    fn ended(held: &[(usize, bool)], client: usize, times: usize) -> Vec<Option<usize>> {
        let slots = Slots::new(held.len());
        let held: Vec<Slot> = held
            .iter()
            .map(|&(client, is_expendable)| slots.take(CLIENTS[client], is_expendable, || {}).unwrap())
            .collect();
        let mut taken = Vec::new();
        let mut end = || {
            let known: Vec<bool> = held.iter().map(Slot::is_ended).collect();
            taken.push(slots.take(CLIENTS[client], false, || {})?);
            held.iter().zip(known).position(|(slot, known)| slot.is_ended() && !known)
        };
        (0..times).map(|_| end()).collect()
    }

    #[test]
    fn the_client_that_holds_most_gives_up_its_oldest() {
        let held = [(0, true), (1, false), (1, true), (1, true)];
        // The second would make it hold as many, and nothing of its own is expendable.
        assert_eq!(ended(&held, 2, 2), [Some(2), None]);
        assert_eq!(ended(&held, 1, 3), [Some(2), Some(3), None]);
        assert_eq!(ended(&held, 0, 2), [Some(2), Some(0)]);
    }

    #[test]
    fn who_holds_most_gives_up_what_is_not_expendable_too_but_not_for_itself() {
        let held = [(0, true), (1, false), (1, false), (1, false)];
        assert_eq!(ended(&held, 2, 1), [Some(1)]);
        assert_eq!(ended(&held, 1, 1), [None]);
        assert_eq!(ended(&[(0, false), (1, false)], 2, 1), [None]);
        assert_eq!(ended(&[(0, false), (1, true)], 2, 2), [Some(1), None]);
    }

    #[test]
    fn what_becomes_expendable_is_as_old_as_that() {
        let slots = Slots::new(2);
        let [one, other] = [0, 1].map(|_| slots.take(CLIENTS[0], false, || {}).unwrap());
        other.set_expendable(true);
        one.set_expendable(true);
        assert!(slots.take(CLIENTS[0], true, || {}).is_some() && other.is_ended() && !one.is_ended());
    }
}
