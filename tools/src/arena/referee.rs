//! The rules of both games, as a match needs them.
