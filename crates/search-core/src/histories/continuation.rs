//! Histories of a quiet move as the answer to a move before it.

use super::gravity;

/// By the history index of the move before and that of the answer. The memory is taken when it is first needed.
#[derive(Clone, Debug)]
pub(crate) struct Continuations {
    size: usize,
    values: Vec<i16>,
}

impl Continuations {
    pub fn new(size: usize) -> Continuations {
        Continuations { size, values: Vec::new() }
    }

    pub fn clear(&mut self) {
        self.values.fill(0);
    }

    /// The history of the answer; 0 where no move came before.
    #[inline(always)]
    pub fn get(&self, before: Option<usize>, answer: usize) -> i32 {
        let index = before.map(|before| before * self.size + answer);
        index.and_then(|index| self.values.get(index)).map_or(0, |&value| i32::from(value))
    }

    pub fn update(&mut self, before: Option<usize>, answer: usize, bonus: i32) {
        let Some(before) = before else { return };
        if self.values.is_empty() {
            self.values.resize(self.size * self.size, 0);
        }
        let value = &mut self.values[before * self.size + answer];
        *value = gravity(i32::from(*value), bonus) as i16;
    }
}
