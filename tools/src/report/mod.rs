//! The report of a comparison: pictures and one page that needs nothing else.
#![allow(dead_code)] // until a command asks for a report

pub mod study;
