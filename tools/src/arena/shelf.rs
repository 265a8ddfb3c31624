//! The openings of a match: those of a file, or generated ones, which are made when somebody asks for them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use console::Failure;

use super::conduct::Book;
use super::openings::{self, Format};
use super::schedule::Schedule;
use super::setup::{Layout, Opening, Setup};
use crate::args::Game;

/// More openings are not generated: they come again, in the same order, after so many.
const MOST_GENERATED: u64 = 10_000;
/// So many are generated at first, and tell all that follow: they depend on the seed and the program alone.
const FIRST: usize = 32;

/// The openings of a match.
#[derive(Debug)]
pub struct Shelf {
    game: Game,
    seed: u64,
    is_generated: bool,
    total: usize,
    known: Mutex<Vec<Opening>>,
}

impl Shelf {
    /// Those of a file, or as many generated ones as the match needs.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn new(book: &Book, setup: &Setup) -> Result<Shelf, Failure> {
        let Setup { game, layout, .. } = setup;
        let known = match &book.file {
            Some(file) => {
                let plies = book.plies.and_then(|plies| u32::try_from(plies).ok());
                openings::load(file, book.format.as_deref().and_then(Format::named), plies, *game)?
            }
            None => openings::generate(*game, needed(layout).min(FIRST), layout.seed)?,
        };
        let is_generated = book.file.is_none();
        let total = if is_generated { needed(layout) } else { known.len() };
        Ok(Shelf { game: *game, seed: layout.seed, is_generated, total, known: Mutex::new(known) })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.total
    }

    /// Stands for them all in a journal whose match has this layout.
    pub fn hash(&self, layout: &Layout) -> u64 {
        let known = self.known();
        let count = if self.is_generated { needed(layout).min(FIRST).min(known.len()) } else { known.len() };
        openings::hash(&known[..count])
    }

    /// The opening of this index. Where it has to be made first, so are many after it, and others wait.
    ///
    /// # Errors
    /// [`Failure::Internal`] if there are not so many.
    pub fn opening(&self, index: usize) -> Result<Opening, Failure> {
        let mut known = self.known();
        if index >= known.len() && index < self.total {
            // Those before are made again; twice as many each time, so this does not add up.
            let count = (known.len() * 2).max(index + 1).min(self.total);
            *known = openings::generate(self.game, count, self.seed)?;
        }
        let missing = || Failure::Internal(format!("there is no opening {}", index + 1));
        known.get(index).cloned().ok_or_else(missing)
    }

    fn known(&self) -> MutexGuard<'_, Vec<Opening>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How many generated openings a match has.
fn needed(layout: &Layout) -> usize {
    usize::try_from(Schedule::openings_used(layout).min(MOST_GENERATED)).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::samples;

    #[test]
    fn generated_openings_are_made_when_needed() {
        let mut setup = samples::setup();
        setup.layout.rounds = 100;
        let shelf = Shelf::new(&Book::default(), &setup).unwrap();
        assert_eq!((shelf.len(), shelf.known().len()), (100, FIRST));
        let (first, before) = (shelf.opening(0).unwrap(), shelf.hash(&setup.layout));
        assert_eq!(shelf.opening(99).unwrap(), openings::generate(Game::Othello, 100, 1).unwrap()[99]);
        assert_eq!((shelf.opening(0).unwrap(), shelf.hash(&setup.layout)), (first, before));
        assert!(shelf.opening(100).is_err());
        // A match of ten rounds had the first ten of them.
        setup.layout.rounds = 10;
        let fewer = Shelf::new(&Book::default(), &setup).unwrap();
        assert_eq!(fewer.hash(&setup.layout), shelf.hash(&setup.layout));
        assert_ne!(fewer.hash(&setup.layout), before);
    }
}
