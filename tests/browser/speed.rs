//! How long the page takes: `cargo test -p browser -- speed --ignored --nocapture` prints it, and asserts no time.

use crate::driver::{SIZES, open};

/// The milliseconds of the first paint with content, from the request on.
const FIRST_PAINT: &str = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null";

/// The milliseconds from the request on until the engines have answered and the view is there.
const READY: &str = "performance.getEntriesByName('ready')[0]?.startTime ?? null";

/// The median of the milliseconds from a click to the frame that shows what it leads to.
fn of_clicks(count: usize, click: &str, shown: &str) -> String {
    format!(
        "(async () => {{
            const times = [];
            const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
            for (let index = 0; index < {count}; index += 1) {{
                const [element, before] = [{click}, {shown}];
                await frame();
                const begin = performance.now();
                element.click();
                while ({shown} === before) await frame();
                times.push(performance.now() - begin);
            }}
            return times.sort((first, second) => first - second)[times.length >> 1];
        }})()"
    )
}

#[test]
#[ignore = "prints times, and asserts none"]
fn times_of_the_page() {
    for size in SIZES {
        for view in ["#/", "#/xiangqi/play", "#/xiangqi/analyse?moves=h2e2 h9g7", "#/othello/puzzles"] {
            let Some(page) = open(size) else { return };
            page.open_anew(view);
            page.until("document.querySelector('main').children.length > 0");
            page.until(FIRST_PAINT);
            page.until(READY);
            println!("{size:?} {view}: first paint {}, ready {}", page.value(FIRST_PAINT), page.value(READY));
        }
        let Some(page) = open(size) else { return };
        page.open_anew("#/xiangqi/analyse?moves=h2e2 h9g7 h0g2 i9h9 i0h0 b9c7");
        page.until("document.querySelector('.moves [aria-current]')");
        let at = "document.querySelector('.moves [aria-current]')?.textContent";
        let back = of_clicks(
            5,
            "document.querySelector('[aria-label^=\"One move back\"], [title^=\"One move back\"]')",
            at,
        );
        println!("{size:?} a step back: {}", page.value(&back));
        let tab = "document.querySelector('#nav a:not([aria-current])')";
        println!("{size:?} another view: {}", page.value(&of_clicks(3, tab, "document.title")));
    }
}
