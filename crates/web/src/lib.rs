#![doc = include_str!("../README.md")]

mod assets;
mod call_threads;
mod files;
mod guard;
mod language;
mod options;
mod outbox;

mod requests;
mod routes;
mod server;
pub mod site;
mod slots;
mod socket;

pub use files::{Folder, ServedFile};
pub use options::{Limits, Options};
pub use requests::GameBackend;
pub use server::{Server, serve};
