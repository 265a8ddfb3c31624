//! The inputs of an update of an index, and how it reports its progress.

use shuangqi_arena::games::Games;

/// How an index is brought up to date.
pub struct Update<'a> {
    /// The games that files may have.
    pub games: &'a Games,
    /// Called with the number of games that were read since the last call.
    pub on_read: &'a (dyn Fn(u64) + Sync),
    /// Called often; once it returns true, no more files are read.
    pub is_cancelled: &'a (dyn Fn() -> bool + Sync),
}

impl std::fmt::Debug for Update<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Update").field("games", &self.games).finish_non_exhaustive()
    }
}

impl<'a> Update<'a> {
    /// Reads games of these games without saying how far it is.
    pub fn of(games: &'a Games) -> Update<'a> {
        Update { games, on_read: &|_| {}, is_cancelled: &|| false }
    }

    pub(crate) fn count(&self, games: u64) {
        (self.on_read)(games);
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        (self.is_cancelled)()
    }
}
