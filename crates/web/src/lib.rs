#![doc = include_str!("../README.md")]

mod assets;
mod backend;
mod browser;
mod call_threads;
mod connection;
mod files;
mod guard;
mod headers;
pub mod message;
mod options;
mod outbox;
mod routes;
mod server;
mod socket;
mod stream;
mod token;

pub use backend::{Backend, Call, Cancellation, Problem};
pub use options::{Limits, Options};
pub use server::{Server, serve};
