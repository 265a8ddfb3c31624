//! The match: workers play what the schedule says and the journal lacks.
