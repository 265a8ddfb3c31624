//! Architectures whose processors cannot be asked by a program: nothing is listed, nothing is checked.

pub(super) fn required() -> impl Iterator<Item = &'static str> {
    std::iter::empty()
}

pub(super) fn missing() -> impl Iterator<Item = &'static str> {
    std::iter::empty()
}
