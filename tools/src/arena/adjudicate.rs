//! Endings before the rules end a game.
