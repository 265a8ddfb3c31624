#![doc = include_str!("../README.md")]

mod backend;
mod files;
mod guard;
pub mod message;
mod options;
mod outbox;
mod page;
mod requests;
mod routes;
mod server;
mod slots;
mod socket;

pub use backend::{Backend, Call};
pub use files::{Folder, ServedFile};
pub use message::Problem;
pub use options::{Limits, Options};
pub use requests::GameBackend;
pub use server::{Server, serve};
