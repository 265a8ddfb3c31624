//! Who leads, by how much, and how sure that is.
