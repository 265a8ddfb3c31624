//! An engine's process: started, spoken to line by line, and ended with everything it has started.
