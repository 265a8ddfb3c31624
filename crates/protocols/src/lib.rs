#![doc = include_str!("../README.md")]

mod line;

pub mod gtp;
pub mod nboard;
pub mod option;
pub mod uci;
pub mod words;
pub mod xboard;
