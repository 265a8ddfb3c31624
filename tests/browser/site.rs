//! The page without a server: what only it does. All other tests open it too where `SHUANGQI_SITE` names its folder.

use std::num::NonZero;
use std::sync::Arc;

use serde_json::{Value, json};
use shuangqi_arena::games::Games;
use shuangqi_page::message::Request;
use shuangqi_page::{Backend, Call, PageBackend};

use crate::driver::{SIZES, open_site};

/// The size of the engines' tables in the browser, in bytes.
const HASH_BYTES: usize = 32 << 20;

/// The files are kept by the service worker, which answers for them.
const IS_KEPT: &str = "navigator.serviceWorker.controller || (await navigator.serviceWorker.ready, false)";

/// Once it was opened, the page and its engines need no network.
#[test]
fn the_page_works_offline() {
    let Some(mut page) = open_site(SIZES[1]) else { return };
    page.visit("#/");
    page.value(&format!("(async () => {IS_KEPT})()"));
    page.reload();
    page.until("navigator.serviceWorker.controller");
    page.server.stop();
    for view in ["#/othello/analyse?moves=f5", "#/xiangqi/analyse?moves=h2e2", "#/xiangqi/puzzles"] {
        page.visit(view);
        page.reload();
        page.until("document.querySelector('.board-grid')");
    }
    page.visit("#/xiangqi/analyse?moves=h2e2");
    page.reload();
    page.until("document.querySelector('.lines')?.innerText.match(/\\d/)");
    page.is_clean();
}

/// Each language has a page, and the reader is led to it.
#[test]
fn the_page_is_in_the_language_that_was_chosen() {
    let Some(page) = open_site(SIZES[0]) else { return };
    for (tag, file, word) in
        [("zh-Hant", "/zh-Hant.html", "黑白棋"), ("ja", "/ja.html", "オセロ"), ("en", "/", "Othello")]
    {
        page.visit("#/");
        page.value(&format!("document.cookie = 'language={tag}; path=/'"));
        page.reload();
        page.until(&format!(
            "location.pathname === '{file}' && document.querySelector('main').children.length > 0"
        ));
        assert!(page.text("document.body.innerText").contains(word), "{tag}");
    }
    page.is_clean();
}

/// A search that is stopped ends at once, and the next one begins.
#[test]
fn a_stop_is_obeyed() {
    let Some(page) = open_site(SIZES[0]) else { return };
    page.visit("#/");
    let ended = page.text(
        "(async () => {
            const { Connection } = await import('./connection.js');
            const connection = new Connection(() => {});
            const ask = (limit) => connection.ask('search', { game: 'othello', limit, lines: 1 }, () => shown?.());
            let shown = null;
            const first = new Promise((resolve) => { shown = resolve; });
            const search = ask({ infinite: true });
            await first;
            const begin = performance.now();
            search.stop();
            const { best, depth } = await search.answer;
            const time = performance.now() - begin;
            const next = await ask({ depth: 4 }).answer;
            return [best.text.length, depth > 0, next.depth, time].join(' ');
        })()",
    );
    assert!(ended.starts_with("2 true 4 "), "{ended}");
    println!("a stop takes {} ms", ended.rsplit(' ').next().unwrap());
}

/// The engines in the browser visit the same positions as those of the programs, and find the same.
#[test]
fn counts_are_those_of_the_programs() {
    let Some(page) = open_site(SIZES[0]) else { return };
    page.visit("#/");
    for game in ["othello", "xiangqi"] {
        let found = page.text(&format!(
            "(async () => {{
                const {{ Connection }} = await import('./connection.js');
                const connection = new Connection(() => {{}});
                const puzzles = await connection.ask('puzzles', {{ game: '{game}' }}).answer;
                const found = [];
                for (const {{ board: start }} of puzzles.slice(0, 100)) {{
                    const {{ best, nodes, lines }} = await connection.ask('search', {{ game: '{game}', start, limit: {{ nodes: 20000 }} }}).answer;
                    found.push([best.text, nodes, lines[0].depth, lines[0].score, lines[0].mate]);
                }}
                return JSON.stringify(found);
            }})()"
        ));
        let found: Vec<Value> = serde_json::from_str(&found).unwrap();
        let backend = PageBackend::new(Games::built_in(), NonZero::<usize>::MIN, HASH_BYTES).unwrap();
        let ask = |fields: Value| {
            let Value::Object(fields) = fields else { panic!("the fields are an object") };
            let name = fields["do"].as_str().unwrap().to_owned();
            backend.answer(&Call::new(Request { id: 1, name, fields }, Arc::default(), |_| {})).unwrap()
        };
        let puzzles = ask(json!({"do": "puzzles", "game": game}));
        for (puzzle, found) in puzzles.as_array().unwrap().iter().zip(&found) {
            let start = &puzzle["board"];
            let answer =
                ask(json!({"do": "search", "game": game, "start": start, "limit": {"nodes": 20000}}));
            let line = &answer["lines"][0];
            let expected =
                json!([answer["best"]["text"], answer["nodes"], line["depth"], line["score"], line["mate"]]);
            assert_eq!(found, &expected, "{start}");
        }
        assert_eq!(found.len(), 100, "{game}");
    }
    page.is_clean();
}
