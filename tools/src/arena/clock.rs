//! The clocks of a game.
