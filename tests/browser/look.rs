//! Every view at both widths: nothing scrolls sideways, everything that can be used has a name, and targets are large enough.

use crate::driver::{SIZES, open};

const VIEWS: [(&str, &str); 8] = [
    ("home", "#/"),
    ("new", "#/othello/play"),
    ("setup-othello", "#/othello/setup"),
    ("setup-xiangqi", "#/xiangqi/setup"),
    ("analyse-othello", "#/othello/analyse?moves=f5 d6 c3 d3 c4"),
    ("analyse-xiangqi", "#/xiangqi/analyse?moves=h2e2 h9g7"),
    ("files", "#/files"),
    ("nowhere", "#/nowhere"),
];

/// What can be used but has no name.
const NAMELESS: &str = "[...document.querySelectorAll('button, a, input, select, textarea, [role=img], [role=grid]')]
    .filter((element) => element.checkVisibility() && !(element.getAttribute('aria-label') || element.textContent.trim()
        || element.labels?.length || element.querySelector('img[alt]')))
    .map((element) => element.outerHTML).join('\\n')";

/// What can be clicked but is smaller than a fingertip. Points of the board, moves of the list and links in text may be smaller.
const SMALL: &str = "[...document.querySelectorAll('button, .button, select, nav a')]
    .filter((element) => element.checkVisibility() && !element.closest('.board-grid, .moves'))
    .filter((element) => { const box = element.getBoundingClientRect(); return box.width < 39.5 || box.height < 39.5; })
    .map((element) => element.outerHTML).join('\\n')";

#[test]
fn every_view_can_be_used() {
    for size in SIZES {
        let Some(page) = open(size) else { return };
        for (name, hash) in VIEWS {
            page.visit(hash);
            page.until(match name {
                "home" => "document.querySelector('.game-card')",
                "nowhere" => "document.body.innerText.includes('no such page')",
                "files" => "document.querySelector('main h1')",
                "new" => "document.querySelector('form')",
                "setup-othello" | "setup-xiangqi" => "document.querySelector('.note')",
                _ => "document.querySelector('.lines li')",
            });
            assert_eq!(page.value("document.documentElement.scrollWidth"), size.0, "{name}");
            assert_eq!(page.text(NAMELESS), "", "{name}");
            assert_eq!(page.text(SMALL), "", "{name} at {}", size.0);
            page.picture(&format!("{name}-{}", size.0));
        }
        page.is_clean();
    }
}
