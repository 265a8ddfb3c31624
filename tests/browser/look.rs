//! Every view in every window: nothing is clipped or scrolls that need not, everything that can be used has a name, and targets
//! are large enough.

use std::fs;

use crate::driver::{Page, SIZES, WINDOWS, has_folder, open, open_served};

/// The name of a view, its address, and what it shows when it is complete.
const VIEWS: [(&str, &str, &str); 11] = [
    ("home", "#/", ".game-card"),
    ("new", "#/othello/play", "form"),
    ("setup-othello", "#/othello/setup", ".game:has(.board.cells) .note"),
    ("setup-xiangqi", "#/xiangqi/setup", ".game:has(.board.xiangqi) .note"),
    ("analyse-othello", "#/othello/analyse?moves=f5 d6 c3 d3 c4", ".game:has(.board.cells) .lines li"),
    ("analyse-xiangqi", "#/xiangqi/analyse?moves=h2e2 h9g7", ".game:has(.board.xiangqi) .lines li"),
    ("puzzles-othello", "#/othello/puzzles", ".game:has(.board.cells) .panel .status"),
    ("puzzles-xiangqi", "#/xiangqi/puzzles", ".game:has(.board.xiangqi) .panel .status"),
    ("files", "#/files", "main .note"),
    ("collection", "#/collection", "main select"),
    ("nowhere", "#/nowhere", "main a[href='#/']"),
];

/// The views that there are: a page without a server has no files.
fn views() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    VIEWS.into_iter().filter(|(name, ..)| has_folder() || !matches!(*name, "files" | "collection"))
}

/// A game of Xiangqi that ends with its only move.
const MATE: &str = "#/xiangqi/analyse?start=4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1&moves=b0b9";

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

/// What of the header, of the board and of a report is not in sight.
const CLIPPED: &str = "[...document.querySelectorAll('header :is(a, button), .board-host, .report')]
    .filter((element) => element.checkVisibility())
    .filter((element) => { const box = element.getBoundingClientRect();
        return box.left < 0 || box.top < 0 || box.right > innerWidth + .5 || box.bottom > innerHeight + .5; })
    .map((element) => element.outerHTML.slice(0, 200)).join('\\n')";

/// How much higher than the window the page is.
const EXCESS: &str = "document.documentElement.scrollHeight - innerHeight";
/// How much higher than its room the panel beside a board is.
const PANEL_EXCESS: &str = "(() => { const panel = document.querySelector('.panel'); return panel ? panel.scrollHeight - panel.clientHeight : 0; })()";
/// The share of the height or of the width of a window that a board has.
const BOARD_SHARE: &str =
    "(() => { const box = document.querySelector('.board-host').getBoundingClientRect();
    return Math.max(box.width / innerWidth, box.height / innerHeight); })()";

fn is_desk((_, height): (u32, u32)) -> bool {
    height > 700
}

/// Whether a window is wider than high, so that a panel stands beside its board.
fn is_wide((width, height): (u32, u32)) -> bool {
    width > height
}

fn assert_layout(page: &Page, name: &str, size: (u32, u32)) {
    assert_eq!(page.value("document.documentElement.scrollWidth"), size.0, "{name} at {size:?}");
    assert_eq!(page.text(CLIPPED), "", "{name} at {size:?}");
    let has_board = page.holds("document.querySelector('.game')");
    if is_wide(size) && (has_board || is_desk(size)) {
        assert_eq!(page.value(EXCESS), 0, "{name} at {size:?}: the page scrolls");
    }
    if is_wide(size) && is_desk(size) {
        assert_eq!(page.value(PANEL_EXCESS), 0, "{name} at {size:?}: the panel scrolls");
    }
    if has_board {
        let share = page.value(BOARD_SHARE).as_f64().expect("a number");
        assert!(share > 0.75, "{name} at {size:?}: the board has {share} of the window");
    }
    page.picture(&format!("{name}-{}x{}", size.0, size.1));
}

#[test]
fn every_view_can_be_used_in_every_window() {
    for size in WINDOWS {
        let Some(page) = open(size) else { return };
        for (name, hash, ready) in views() {
            page.visit(hash);
            page.until(&format!("document.querySelector(\"{ready}\")"));
            assert_eq!(page.text(NAMELESS), "", "{name}");
            assert_eq!(page.text(SMALL), "", "{name} at {size:?}");
            assert_layout(&page, name, size);
        }
        for game in ["othello", "xiangqi"] {
            page.visit(&format!("#/{game}/play"));
            page.press("Start the game");
            page.until("document.querySelector('.board-grid .can-move') || document.querySelector('.status').textContent.startsWith('Your move')");
            assert_layout(&page, &format!("play-{game}"), size);
            assert_eq!(page.value(EXCESS), 0, "{game} at {size:?}: the page scrolls");
        }
        page.is_clean();
    }
}

/// The languages by tag, each with the words for a chariot of the side that begins and for the settings.
const LANGUAGES: [(&str, &str, &str); 3] =
    [("zh-Hans", "红方车", "设置"), ("zh-Hant", "紅方車", "設定"), ("ja", "紅の車", "設定")];

/// The settings change the language of all that is shown and of what is read out; every view has room for its words.
#[test]
fn every_view_has_room_for_every_language() {
    for size in SIZES {
        let Some(page) = open(size) else { return };
        let mut settings = "Settings";
        for (tag, chariot, words) in LANGUAGES {
            page.visit("#/");
            page.click(&format!("header button[aria-label='{settings}']"));
            page.value(&format!(
                "(() => {{ const choice = document.querySelector('dialog select'); choice.value = '{tag}';
                choice.dispatchEvent(new Event('change')); }})()"
            ));
            page.until(&format!(
                "document.documentElement.lang === '{tag}' && document.querySelector('.game-card')"
            ));
            settings = words;
            for (name, hash, ready) in views() {
                page.visit(hash);
                page.until(&format!("document.querySelector(\"{ready}\")"));
                assert_eq!(page.text(NAMELESS), "", "{name}");
                assert_layout(&page, &format!("{name}-{tag}"), size);
            }
            page.visit("#/xiangqi/setup");
            page.until(&format!("document.querySelector('[aria-label*=\"{chariot}\"]')"));
        }
        page.is_clean();
    }
}

#[test]
fn a_report_alone_scrolls() {
    for size in WINDOWS {
        let Some(page) = open_served(size) else { return };
        let report = "<!doctype html><title>Report</title><p style=\"height:5000px\">A report";
        fs::write(page.folder.path().join("report.html"), report).expect("the report is written");
        page.visit("#/report/report.html");
        page.until("document.querySelector('.report')");
        assert_eq!(page.value(EXCESS), 0, "{size:?}");
        assert_layout(&page, "report", size);
    }
}

#[test]
fn the_result_of_a_game_stands_where_scores_stood() {
    for size in SIZES {
        let Some(page) = open(size) else { return };
        page.visit(MATE);
        page.until("document.querySelector('.facts').textContent === 'The game is over here.'");
        assert_eq!(page.text("document.querySelector('.bar .value').textContent"), "1–0");
        assert_eq!(page.text("document.querySelector('.bar .near').style.height"), "100%");
        assert_eq!(page.value("document.querySelector('.lines').offsetHeight"), 0, "nothing is to come");
        page.press("Analyse the whole game");
        page.until("document.querySelector('.review table')");
        assert_eq!(page.text("document.querySelector('.moves [aria-current] small').textContent"), "1–0");
        page.key("ArrowLeft");
        page.until("document.querySelector('.lines li')");
        page.is_clean();
    }
}
