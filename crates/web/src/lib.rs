#![doc = include_str!("../README.md")]

mod assets;
mod backend;
mod browser;
mod call_threads;
mod client;
mod connection;
mod files;
mod guard;
mod headers;
pub mod message;
mod open_connection;
mod options;
mod outbox;
mod problem;
mod requests;
mod routes;
mod server;
mod slots;
mod socket;
mod stream;
mod token;

pub use backend::{Backend, Call, Cancellation};
pub use client::ClientId;
pub use files::{Folder, ServedFile};
pub use options::{Limits, Options};
pub use problem::Problem;
pub use requests::GameBackend;
pub use server::{Server, serve};
