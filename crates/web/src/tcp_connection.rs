//! A TCP connection: one of those that are open, which may have to end for another, and a stream that ends when the client does
//! not read.

use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::{Sleep, sleep};

use crate::backend::ClientId;
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

/// A connection whose writes fail once one has waited too long.
#[derive(Debug)]
pub(crate) struct Stream {
    stream: TcpStream,
    patience: Duration,
    /// The end of a write that waits.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl Stream {
    pub fn new(stream: TcpStream, patience: Duration) -> Stream {
        Stream { stream, patience, deadline: None }
    }

    /// The result of a write, or a failure if it has waited too long.
    fn check<T>(&mut self, context: &mut Context<'_>, result: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if result.is_ready() {
            self.deadline = None;
            return result;
        }
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(self.patience)));
        ready!(deadline.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        to: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, to)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.check(context, result)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_flush(context);
        self.check(context, result)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_shutdown(context);
        self.check(context, result)
    }
}
