//! What an option is: how it is spelled, what follows it, and what becomes of that.

use shuangqi_cli::bad_input::quote;

use super::{MatchConfigBuilder, Pair, engine};
use crate::arena::names::nearest;

/// What becomes of a value.
pub type Put<T> = fn(&mut T, &str) -> Result<(), String>;

/// A key of an option that takes `key=value`.
#[derive(Debug)]
pub struct Key<T: 'static> {
    /// Its name.
    pub name: &'static str,
    /// What stands for the value in the help.
    pub value: &'static str,
    /// What it says.
    pub help: &'static str,
    put: Put<T>,
}

impl<T> Key<T> {
    /// A key.
    pub const fn new(name: &'static str, value: &'static str, help: &'static str, put: Put<T>) -> Key<T> {
        Key { name, value, help, put }
    }

    /// Takes a value.
    ///
    /// # Errors
    /// What is wrong with it, the key before it.
    pub fn put(&self, draft: &mut T, value: &str) -> Result<(), String> {
        (self.put)(draft, value).map_err(|why| format!("{}=: {why}", self.name))
    }
}

/// What follows an option.
#[derive(Debug)]
pub enum Takes {
    /// Nothing.
    Nothing(fn(&mut MatchConfigBuilder)),
    /// A value.
    One(&'static str, Put<MatchConfigBuilder>),
    /// A value, or nothing.
    Maybe(&'static str, fn(&mut MatchConfigBuilder, Option<&str>) -> Result<(), String>),
    /// Keys with values; a value without a key, if it has a meaning; what happens before any of them.
    Keys(&'static [Key<MatchConfigBuilder>], Option<Put<MatchConfigBuilder>>, fn(&mut MatchConfigBuilder)),
    /// The keys of an engine.
    Engine(fn(&mut MatchConfigBuilder, Vec<Pair>)),
}

/// Options that belong together in the help.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// Who plays.
    Players,
    /// Where games begin.
    Openings,
    /// How many games there are.
    Schedule,
    /// What ends games and the match.
    Ends,
    /// How it is carried out.
    RunOptions,
    /// What is written.
    Files,
    /// What is shown.
    Display,
}

/// An option.
#[derive(Debug)]
pub struct Word {
    /// Its spellings without dashes; the first one is shown.
    pub names: &'static [&'static str],
    /// Where it stands in the help.
    pub group: Group,
    /// What follows it.
    pub takes: Takes,
    /// What it does.
    pub help: &'static str,
}

impl Word {
    /// Its first spelling.
    pub fn name(&self) -> &'static str {
        self.names.first().copied().unwrap_or_default()
    }
}

/// The key of this name.
///
/// # Errors
/// That there is none, and which one was probably meant.
pub fn key<T>(keys: &'static [Key<T>], name: &str) -> Result<&'static Key<T>, String> {
    keys.iter().find(|key| key.name == name).ok_or_else(|| {
        let names = || keys.iter().map(|key| key.name);
        let remedy = match nearest(name, names()) {
            Some(meant) => format!("did you mean {meant}=?"),
            None => format!("known are {}", names().collect::<Vec<_>>().join(", ")),
        };
        format!("there is no key {}; {remedy}", quote(name))
    })
}

/// Whether this can be the name of a key, and not the beginning of a file's name with an `=` in it.
pub fn is_key(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// The keys of an option, as the help shows them: name, value, text.
pub fn keys(word: &Word) -> Vec<(&'static str, &'static str, &'static str)> {
    fn rows<T>(keys: &'static [Key<T>]) -> Vec<(&'static str, &'static str, &'static str)> {
        keys.iter().map(|key| (key.name, key.value, key.help)).collect()
    }
    match &word.takes {
        Takes::Keys(keys, ..) => rows(keys),
        Takes::Engine(_) if word.name() == "each" => rows(engine::KEYS),
        _ => Vec::new(),
    }
}
