//! Players behind pipes: a driver for each protocol.
