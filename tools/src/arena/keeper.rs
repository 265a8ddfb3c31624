//! The process between the runner and an engine, which ends the engine's whole family when the runner is gone.
