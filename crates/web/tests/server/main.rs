//! The server as clients meet it, with a backend that only says what it is asked.

#![allow(clippy::unwrap_used)] // helpers of tests are tests, though clippy does not know
#![allow(clippy::disallowed_methods, reason = "tests read files that they have written")]

mod calls;
mod http;
mod languages;
mod limits;
mod support;
