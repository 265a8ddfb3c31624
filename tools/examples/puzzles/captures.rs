//! Mates by captures with check, which a capture search that answers checks in every way sees from depth 1.

use search_core::score::plies_to_mate;
use search_core::{Position as _, Window};
use xiangqi::Position;

use crate::mates::{LONGEST, only_mate};
use crate::shared::{after, legal_moves};
use crate::{Game, Puzzle, Searcher, Theme};

/// The first such mate of a game.
pub fn find(searcher: &mut Searcher, game: &Game) -> Vec<Puzzle> {
    game.0.iter().find_map(|position| puzzle(searcher, position)).into_iter().collect()
}

fn puzzle(searcher: &mut Searcher, position: &Position) -> Option<Puzzle> {
    let takes_with_check = |mv| position.victim(mv) > 0 && after(position, mv).in_check();
    if !legal_moves(position).into_iter().any(takes_with_check) {
        return None;
    }
    let score = searcher.score(position, 1, Window::FULL);
    let seen = plies_to_mate(score).filter(|&plies| score > 0 && plies <= LONGEST as u32)?;
    let (best, plies) = only_mate(searcher, position)?;
    let is_theme = plies == seen && takes_with_check(best);
    is_theme.then(|| Puzzle {
        theme: Theme::CaptureCheck,
        mate_in: plies.div_ceil(2),
        position: *position,
        best,
        facts: format!("dm {} ; depth 1", plies.div_ceil(2)),
    })
}
