//! What a person sees while a match runs.
