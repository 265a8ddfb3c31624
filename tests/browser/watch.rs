//! A match, watched until it ends.

use std::process::{Command, Stdio};

use crate::driver::{SIZES, open};
use crate::server::program;

#[test]
fn a_match_is_watched_to_its_end() {
    for size in SIZES {
        let Some(page) = open(size) else { return };
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
