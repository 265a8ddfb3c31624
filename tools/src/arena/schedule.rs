//! Which games there are, and in which order.
