//! The games of the folder, found and opened by clicks.

use std::fs;

use crate::driver::{SIZES, open_served};

const PGN: &str = "[Event \"全国赛\"]\n[Red \"许银川\"]\n[Black \"胡荣华\"]\n[Date \"1999.05.01\"]\n[Result \"1-0\"]\n\n\
                   1. h2e2 h9g7 2. h0g2 i9h9 1-0\n\n[Red \"Li\"]\n[Black \"Wang\"]\n[Date \"2004.??.??\"]\n\n1. h2e2 h7e7 *\n";

/// Protects collections: a game is found by a name, opened by a click, and the analysis shows who else was there.
#[test]
fn a_game_of_the_folder_is_found_and_opened() {
    for size in SIZES {
        let Some(page) = open_served(size) else { return };
        fs::write(page.folder.path().join("games.pgn"), PGN).expect("the games are written");
        fs::write(page.folder.path().join("broken.sgf"), "(;GM[2]").expect("the file is written");
        page.visit("#/files");
        page.click("a[href='#/collection']");
        let rows = "document.querySelectorAll('.found tbody tr').length";
        page.until(&format!("{rows} === 2"));
        page.until(
            "document.querySelector('details:not([hidden]) summary').textContent === '1 file has errors'",
        );
        page.picture(&format!("collection-{}", size.0));
        page.value(
            "(() => { const box = document.querySelector('input[type=search]'); box.value = '银川';
                box.dispatchEvent(new Event('input')); })()",
        );
        page.until(&format!("{rows} === 1"));
        page.click(".found tbody button");
        page.until("document.querySelector('.moves') && location.hash.startsWith('#/xiangqi/analyse/')");
        page.until("[...document.querySelectorAll('.explorer summary')].some(({ textContent }) => textContent === '2 games of the folder')");
        page.picture(&format!("collection-analysis-{}", size.0));
        page.is_clean();
    }
}
