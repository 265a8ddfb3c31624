//! Tests that span the workspace: what holds for every game, every recipe and every command.

mod equivalence;
