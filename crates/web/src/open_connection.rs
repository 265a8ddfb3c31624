//! A TCP connection among those that are open, from its beginning to its end as a WebSocket.

use std::net::IpAddr;
use std::sync::Arc;

use tokio::sync::Notify;

use crate::client::ClientId;
use crate::slots::{Slot, Slots};

/// A connection, idle until it has sent the header of a request.
pub(crate) struct OpenConnection {
    address: ClientId,
    slot: Slot,
    end: Arc<Notify>,
}

impl OpenConnection {
    /// A connection from an address; `None` if there are too many and none can be ended for it.
    pub fn new(slots: &Arc<Slots>, address: IpAddr) -> Option<Arc<OpenConnection>> {
        let (address, end) = (ClientId::Address(address), Arc::new(Notify::new()));
        let signal = Arc::clone(&end);
        let slot = slots.take(address, true, move || signal.notify_one())?;
        Some(Arc::new(OpenConnection { address, slot, end }))
    }

    /// A request has come, of a client if it has a cookie, else of whoever is at the address. Gives the client.
    pub fn begin_request(&self, client: Option<ClientId>) -> ClientId {
        let client = client.unwrap_or(self.address);
        self.slot.set_client(client);
        self.set_idle(false);
        client
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
