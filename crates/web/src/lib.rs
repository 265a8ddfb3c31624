#![doc = include_str!("../README.md")]

mod backend;

pub use backend::{Backend, Call, Cancellation, Problem};
