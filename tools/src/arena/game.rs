//! One game, from the opening to its record.
