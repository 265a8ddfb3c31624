#![doc = include_str!("../README.md")]

mod assets;
mod backend;
mod browser;
mod call_threads;
mod connection;
mod files;
mod guard;
pub mod message;
mod options;
mod outbox;
mod problem;
mod requests;
mod routes;
mod server;
mod slots;
mod socket;
mod tcp_connection;
mod token;

pub use backend::{Backend, Call, Cancellation, ClientId};
pub use files::{Folder, ServedFile};
pub use options::{Limits, Options};
pub use problem::Problem;
pub use requests::GameBackend;
pub use server::{Server, serve};
