//! Puzzles, and the mistakes of a game, in a browser.

use crate::driver::{SIZES, open};

const STATUS: &str = "document.querySelector('.status').textContent";

#[test]
fn a_puzzle_is_tried_shown_and_followed_by_another() {
    for (game, goal) in [("xiangqi", "mate|wins material"), ("othello", "one move")] {
        let Some(page) = open(SIZES[0]) else { return };
        page.visit(&format!("#/{game}/puzzles"));
        page.until(&format!("/{goal}/.test({STATUS})"));
        page.until("document.querySelector('.board-grid')");
        page.press("Hint");
        page.until("document.querySelector('.board circle.hint')");
        page.picture(&format!("puzzle-{game}"));
        page.press("Solution");
        page.until(&format!("{STATUS} === 'The solution'"));
        page.until("/Difficulty/.test(document.querySelector('.explanation').textContent)");
        page.until("/in a row 0/.test(document.querySelector('.panel .muted').textContent)");
        page.press("Next");
        page.until(&format!("/{goal}/.test({STATUS})"));
        page.is_clean();
    }
}

/// A game in which a side loses its chariot for nothing is analysed; then the better move is looked for.
#[test]
fn the_mistakes_of_a_game_can_be_tried_again() {
    let Some(page) = open(SIZES[0]) else { return };
    page.visit("#/xiangqi/analyse?moves=h2e2 h9g7 h0g2 i9h9 i0h0 h7h3 h0h3 h9h3");
    page.until("document.querySelectorAll('.moves [data-id]').length === 8");
    page.press("Analyse the whole game");
    page.until("[...document.querySelectorAll('button')].some((element) => element.checkVisibility() && element.textContent === 'Try your mistakes again')");
    page.press("Try your mistakes again");
    page.until(&format!("/find a better move/.test({STATUS})"));
    page.press("Solution");
    page.until(&format!("{STATUS} === 'The solution'"));
    page.until("/Better was/.test(document.querySelector('.explanation').textContent)");
    page.is_clean();
}
