//! PGN, GGF and JSON from the journal.
