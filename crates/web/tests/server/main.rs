//! The server as clients meet it, with a backend that only says what it is asked.

#![allow(clippy::unwrap_used)] // helpers of tests are tests, though clippy does not know

mod calls;
mod support;
