//! What things are called where there is little room.

/// The name of a thing in a chart, and the full name that is shown when it is pointed at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// What is written.
    pub short: String,
    /// What it stands for.
    pub full: String,
}

impl From<&str> for Name {
    fn from(name: &str) -> Name {
        Name { short: name.to_owned(), full: name.to_owned() }
    }
}
