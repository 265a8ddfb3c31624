//! The page of `shuangqi serve` in a real browser, driven by clicks and keys. `cargo test -p browser` runs it; where no
//! Chromium is installed, every test says so and passes.
//!
//! Nothing waits for a time: each step waits until the page shows what it leads to, for at most a minute.

#![allow(clippy::unwrap_used)] // helpers of tests are tests, though clippy does not know
#![allow(clippy::disallowed_methods, reason = "tests read files that they have written")]

mod analyse;
mod collection;
mod driver;
mod learn;
mod look;
mod play;
mod site;
mod speed;
