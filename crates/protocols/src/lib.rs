#![doc = include_str!("../README.md")]

mod line;

mod dialect;
pub mod gtp;
pub mod nboard;
pub mod option;
pub mod uci;
pub mod words;
pub mod xboard;
