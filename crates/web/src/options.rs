//! The options of a server, and its limits.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use crate::files::Folder;

/// The address of a server, and what it serves.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address of this machine that it listens on. Other machines reach it if this is not a loopback address.
    pub address: IpAddr,
    /// The port; 0 is any free one.
    pub port: u16,
    /// The folder whose reports are served under `/files/`.
    pub folder: Option<Folder>,
    /// Whether the page is opened in the user's browser.
    pub opens_browser: bool,
    /// The bounds.
    pub limits: Limits,
}

impl Default for Options {
    /// A server for this machine alone on any free port, without a folder.
    fn default() -> Options {
        Options {
            address: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            folder: None,
            opens_browser: false,
            limits: Limits::default(),
        }
    }
}

/// The bounds of a server. All counts are at least 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Limits {
    /// Open connections, HTTP and WebSocket together. Beyond, an idle one ends for the next.
    pub connections: usize,
    /// Calls that run at once, of all connections. Beyond, one in the background ends for the next.
    pub calls: usize,
    /// Calls that run at once, of one connection.
    pub calls_per_connection: usize,
    /// Bytes of a message of a client.
    pub message_bytes: usize,
    /// Bytes that wait to be sent to one connection. Beyond, its calls wait and no message of it is read.
    pub waiting_bytes: usize,
    /// The least time between two groups of events of one call.
    pub event_interval: Duration,
    /// The time in which the header of a request must arrive, and for which a connection is kept without one.
    pub header_time: Duration,
    /// The time for which a client may read nothing of what waits for it.
    pub stalled_time: Duration,
    /// The time between two pings.
    pub ping_interval: Duration,
    /// Bytes of a file of the folder.
    pub file_bytes: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 128,
            calls: 256,
            calls_per_connection: 64,
            message_bytes: 1536 << 10,
            waiting_bytes: 4 << 20,
            event_interval: Duration::from_millis(100),
            header_time: Duration::from_secs(5),
            stalled_time: Duration::from_secs(30),
            ping_interval: Duration::from_secs(30),
            file_bytes: 64 << 20,
        }
    }
}
