//! Where games begin: files of every usual form, and generated openings.
