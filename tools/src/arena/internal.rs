//! Our own engines as players in this process.
