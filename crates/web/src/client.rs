//! Who asks.

use std::net::IpAddr;

/// A client: what is limited is shared between clients.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ClientId {
    /// A browser, by the number in its cookie.
    Cookie(u128),
    /// Whoever is at an address and has sent no cookie, or not yet.
    Address(IpAddr),
}
