//! The dialects of UCI.

/// UCI or UCCI.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// The universal chess interface, in the form of Xiangqi programs.
    #[default]
    Uci,
    /// The universal Chinese chess protocol, 3.0.
    Ucci,
}
