//! The openings of a match: those of a file, or generated ones, which are made as they are needed.

use std::sync::{Mutex, MutexGuard, PoisonError};

use shuangqi_cli::Failure;
use shuangqi_game_files::FileKind;

use super::config::{Book, Layout, Opening};
use super::match_config::MatchConfig;
use super::openings::{self, FileContents, GeneratedOpenings, hash};

/// More openings are not generated: they are repeated in the same order.
const MAX_GENERATED: u64 = 10_000;
/// The number generated at first, which stand for all that follow: they depend on the seed and the program alone.
const FIRST: usize = 16;

pub struct OpeningBook {
    is_generated: bool,
    total: usize,
    openings: Mutex<Openings>,
}

/// The openings made so far, and the source of more.
struct Openings {
    known: Vec<Opening>,
    more: GeneratedOpenings,
}

impl OpeningBook {
    /// The openings of a file, or as many generated ones as the match needs.
    pub fn new(book: &Book, config: &MatchConfig) -> Result<OpeningBook, Failure> {
        let MatchConfig { game, layout, .. } = config;
        let Some(file) = &book.file else {
            let mut more = openings::generated(*game, layout.seed)?;
            let known = more.by_ref().take(needed(layout).min(FIRST)).collect();
            return Ok(OpeningBook::of(Openings { known, more }, true, needed(layout)));
        };
        let kind = book.format.as_deref().and_then(FileKind::named);
        let contents = FileContents::read("openings", file)?;
        let known = openings::read(*game, file, contents.contents(), kind, book.plies)?;
        let total = known.len();
        if layout.first >= total {
            let start = layout.first + 1;
            return Err(Failure::Usage(format!(
                "-openings: start={start} is beyond the openings of {file}, which are {total}. Give a number up to {total}."
            )));
        }
        Ok(OpeningBook::of(Openings { known, more: Box::new(std::iter::empty()) }, false, total))
    }

    fn of(openings: Openings, is_generated: bool, total: usize) -> OpeningBook {
        OpeningBook { is_generated, total, openings: Mutex::new(openings) }
    }

    pub fn len(&self) -> usize {
        self.total
    }

    /// The number of openings made so far.
    pub fn known(&self) -> usize {
        self.openings().known.len()
    }

    /// Identifies the openings in a journal whose match has this layout.
    pub fn hash(&self, layout: &Layout) -> u64 {
        let known = &self.openings().known;
        let count = if self.is_generated { needed(layout).min(FIRST).min(known.len()) } else { known.len() };
        hash(&known[..count])
    }

    /// The opening of this index, made first if it has to be.
    pub fn opening(&self, index: usize) -> Result<Opening, Failure> {
        let mut openings = self.openings();
        let Openings { known, more } = &mut *openings;
        if index < self.total {
            known.extend(more.take((index + 1).saturating_sub(known.len())));
        }
        let missing = || Failure::Internal(format!("there is no opening {}", index + 1));
        known.get(index).cloned().ok_or_else(missing)
    }

    fn openings(&self) -> MutexGuard<'_, Openings> {
        self.openings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The number of generated openings of a match.
fn needed(layout: &Layout) -> usize {
    usize::try_from(layout.openings_used().min(MAX_GENERATED)).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::samples;

    #[test]
    fn generated_openings_are_made_when_needed() {
        let mut config = samples::config();
        config.layout.rounds = 100;
        let book = OpeningBook::new(&Book::default(), &config).unwrap();
        assert_eq!((book.len(), book.openings().known.len()), (100, FIRST));
        let (first, before) = (book.opening(0).unwrap(), book.hash(&config.layout));
        assert_eq!(book.opening(99).ok(), openings::generated(Game::OTHELLO, 1).unwrap().nth(99));
        assert_eq!((book.opening(0).unwrap(), book.hash(&config.layout)), (first, before));
        assert!(book.opening(100).is_err());
        // A match of ten rounds had the first ten of them.
        config.layout.rounds = 10;
        let fewer = OpeningBook::new(&Book::default(), &config).unwrap();
        assert_eq!(fewer.hash(&config.layout), book.hash(&config.layout));
        assert_ne!(fewer.hash(&config.layout), before);
    }
}
