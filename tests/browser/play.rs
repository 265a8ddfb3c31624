//! Whole games by clicks and by keys, and a match, watched until it ends.

use std::process::{Command, Stdio};

use crate::driver::{Page, SIZES, open, open_served, program};

const IS_OVER: &str = "!document.querySelector('.outcome').hidden";
/// A legal move can be made by hand.
const CAN_MOVE: &str = "document.querySelector('.board-grid .can-move')";

/// Plays with the first legal move each time, until the game is over or `most` moves were made by hand.
fn play_on(page: &Page, most: usize, make_move: impl Fn(&Page)) -> usize {
    let mut moves = 0;
    while moves < most {
        page.until(&format!(
            "{CAN_MOVE} || {IS_OVER} || document.querySelector('.status').textContent.startsWith('Your move')"
        ));
        if page.holds(IS_OVER) {
            break;
        }
        let before = page.value("document.querySelectorAll('.moves [data-id]').length");
        make_move(page);
        moves += 1;
        page.until(&format!("document.querySelectorAll('.moves [data-id]').length > {before}"));
    }
    moves
}

fn place_disc(page: &Page) {
    let name = page.text(&format!("{CAN_MOVE}.dataset.name"));
    page.point(&name);
}

/// The first piece that can move, and the first point it can move to.
fn move_piece(page: &Page) {
    let seat = page
        .text("document.querySelector('.player.to-move .stone').classList.contains('red') ? 'Red' : 'Black'");
    for name in page.text(&format!(
        "[...document.querySelectorAll('.board-grid button')].filter((cell) => cell.getAttribute('aria-label').includes('{seat}')).map((cell) => cell.dataset.name).join(' ')"
    )).split(' ') {
        page.point(name);
        if page.holds(CAN_MOVE) {
            let goal = page.text(&format!("{CAN_MOVE}.dataset.name"));
            page.point(&goal);
            return;
        }
    }
    panic!("no piece can move");
}

fn start(page: &Page, game: &str, strength: &str) {
    page.visit(&format!("#/{game}/play"));
    page.press(strength);
    page.press("Start the game");
    page.until("document.querySelector('.board-grid')");
}

#[test]
fn a_whole_game_of_othello() {
    let Some(page) = open(SIZES[0]) else { return };
    start(&page, "othello", "Very easy");
    play_on(&page, 10, place_disc);
    // A reload in the middle loses nothing.
    page.until(CAN_MOVE);
    let moves = page.text("document.querySelector('.moves').innerText");
    page.reload();
    page.until(CAN_MOVE);
    assert_eq!(page.text("document.querySelector('.moves').innerText"), moves);
    play_on(&page, 60, place_disc);
    assert!(page.holds(IS_OVER));
    let outcome = page.text("document.querySelector('.outcome').innerText");
    assert!(outcome.contains(" to ") || outcome.contains("draw"), "{outcome}");
    page.picture("othello-over");
    page.press("Analyse the game");
    page.until("location.hash.includes('analyse') && document.querySelector('.lines')");
    page.is_clean();
}

#[test]
fn a_whole_game_of_xiangqi() {
    let Some(page) = open(SIZES[1]) else { return };
    start(&page, "xiangqi", "Hard");
    play_on(&page, 2, move_piece);
    page.until("document.querySelector('.status').textContent.startsWith('Your move')");
    page.reload();
    // Moves that are made without a plan lose to the engine.
    play_on(&page, 200, move_piece);
    assert!(page.holds(IS_OVER));
    assert!(page.text("document.querySelector('.outcome').innerText").contains("Black wins"));
    page.picture("xiangqi-over");
    page.is_clean();
}

#[test]
fn moves_are_taken_back_and_made_again() {
    let Some(page) = open(SIZES[1]) else { return };
    start(&page, "xiangqi", "Very easy");
    page.point("h2");
    page.point("e2");
    page.until("document.querySelectorAll('.moves [data-id]').length === 2");
    page.press("Undo");
    page.until("document.querySelectorAll('.moves [data-id]').length === 0");
    page.press("Redo");
    page.until("document.querySelectorAll('.moves [data-id]').length === 2");
    page.press("Hint");
    page.until("document.querySelector('.board .arrow')");
    page.press("Resign");
    page.press("Really resign?");
    page.until(IS_OVER);
    assert!(page.text("document.querySelector('.outcome').innerText").contains("Red resigns"));
    page.is_clean();
}

/// A second click before the answer to a move, as when the connection is lost, makes no other one.
#[test]
fn a_move_is_made_once() {
    let Some(page) = open_served(SIZES[0]) else { return };
    page.make_connection_cuttable();
    start(&page, "othello", "Both sides");
    page.until(CAN_MOVE);
    page.value("(() => { window.isCut = true; window.sockets.at(-1).close(); })()");
    page.until("!document.getElementById('connection').hidden");
    page.point("d3");
    page.point("c4");
    page.value("window.isCut = false");
    page.until("document.querySelector('.status').textContent === 'White to move'");
    assert_eq!(page.value("document.querySelectorAll('.moves [data-id]').length"), 1);
    assert!(
        page.holds("document.querySelector('[data-name=d3]').getAttribute('aria-label').includes('disc')")
    );
}

#[test]
fn a_game_needs_no_mouse() {
    let Some(page) = open(SIZES[0]) else { return };
    page.visit("#/othello/play");
    page.value("document.querySelector('[type=submit]').focus()");
    page.key("Enter");
    page.until("document.querySelector('.board-grid')");
    page.until(CAN_MOVE);
    // The first stop of the board is its upper left corner; d3 is three to the right and two down.
    page.value("document.querySelector('.board-grid [tabindex=\"0\"]').focus()");
    for key in ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown"] {
        page.key(key);
    }
    assert_eq!(page.text("document.activeElement.getAttribute('aria-label')"), "d3, empty, legal move");
    page.key("Enter");
    page.until("document.querySelectorAll('.moves [data-id]').length === 2");
    page.until("document.getElementById('announcer').textContent.startsWith('White: ')");
    assert!(page.text("document.activeElement.getAttribute('aria-label')").starts_with("d3, Black disc"));
    page.is_clean();
}

#[test]
fn a_match_is_watched_to_its_end() {
    for size in SIZES {
        let Some(page) = open_served(size) else { return };
        let arguments = "match -game othello -engine name=deep proto=internal nodes=40000 -engine name=quick proto=internal nodes=5000 \
            -rounds 2 -concurrency 1 -state duel.journal";
        let mut running = Command::new(program())
            .args(arguments.split_whitespace())
            .current_dir(page.folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the match starts");
        // The list is read anew each time, until the match has written its first line.
        page.visit("#/files");
        page.until(
            "document.querySelector('main a[href*=duel]') || (() => { location.hash = location.hash === '#/files' ? '#/files?' : '#/files'; })()",
        );
        page.click("main a[href*=duel]");
        page.until("document.querySelector('h1').textContent === 'deep against quick'");
        page.until("document.querySelector('.watch').textContent.includes('The match is over')");
        assert_eq!(page.value("document.querySelectorAll('.finished li').length"), 4);
        assert_eq!(page.value("document.querySelectorAll('.watch tbody tr').length"), 2);
        let fits = page.holds("document.documentElement.scrollHeight <= innerHeight");
        assert!(fits || size.0 < size.1, "the page scrolls");
        assert!(running.wait().expect("the match ends").success());
        page.picture(&format!("watched-{}", size.0));
        page.click(".finished button");
        page.until(
            "location.hash.includes('analyse') && document.querySelectorAll('.moves [data-id]').length > 20",
        );
        page.is_clean();
    }
}

/// The engine plays without what it gives, and answers an offer of a draw.
#[test]
fn odds_are_given_and_draws_offered() {
    for size in SIZES {
        let Some(page) = open(size) else { return };
        start(&page, "xiangqi", "A chariot");
        page.until("document.querySelectorAll('.board .man').length === 31");
        page.until("document.querySelector('[data-name=i9]').getAttribute('aria-label').includes('empty')");
        page.press("Offer a draw");
        page.until("document.querySelector('.explanation').textContent === 'The engine declines the draw.'");
        start(&page, "xiangqi", "Both sides");
        page.press("Offer a draw");
        page.until(IS_OVER);
        assert!(page.text("document.querySelector('.outcome').innerText").contains("Both sides agree"));
        start(&page, "othello", "Four corners");
        page.until("document.querySelectorAll('.board .disc.dark').length === 6");
        page.is_clean();
    }
}

/// The number of the move by which a disc was placed stands on it, where the settings say so.
#[test]
fn discs_have_the_numbers_of_their_moves() {
    let Some(page) = open(SIZES[0]) else { return };
    page.visit("#/");
    page.click("header button[aria-label='Settings']");
    page.value("[...document.querySelectorAll('dialog label')].find((label) => label.textContent.startsWith('Number the discs')).click()");
    page.key("Escape");
    page.visit("#/othello/analyse?moves=f5 d6 c3");
    page.until("[...document.querySelectorAll('.board .ply')].map((number) => number.textContent).join(' ') === '1 2 3'");
    page.is_clean();
}

/// The rules of a game between two people stand beside it, and go with it into a file and into its analysis.
#[test]
fn rules_are_chosen_for_two_people() {
    let Some(page) = open(SIZES[0]) else { return };
    page.visit("#/xiangqi/play");
    page.press("Both sides");
    page.until("document.querySelector('select[name=rules]')");
    page.value(
        "(() => { const box = document.querySelector('select[name=rules]'); box.value = 'plain'; box.dispatchEvent(new Event('change')); })()",
    );
    page.until("document.querySelector('main').textContent.includes('Every repetition is a draw.')");
    page.value(
        "(() => { const box = document.querySelector('input[name=rules-moves]'); box.value = '30'; box.dispatchEvent(new Event('change')); })()",
    );
    page.until("document.querySelector('select[name=rules]').value === 'plain' && document.querySelector('input[name=rules-moves]').value === '30'");
    page.press("Start the game");
    let is_shown = "[...document.querySelectorAll('.opening')].some((line) => line.textContent === 'Rules: Plain, a draw after 30 moves without a capture')";
    page.until(is_shown);
    page.press("Save");
    page.until("document.querySelector('dialog textarea').value.includes('[Rules \"plain moves=30\"]')");
    page.value("document.querySelector('dialog').close()");
    page.press("Analyse");
    page.until(&format!("location.hash.includes('analyse') && {is_shown}"));
    page.picture("rules");
    page.is_clean();
}
