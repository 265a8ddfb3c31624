//! The journal of a match: written at once, on the disk within a second.
