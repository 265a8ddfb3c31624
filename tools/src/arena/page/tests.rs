//! Whole pages: well-formed, whole, the same every time.
