//! The tree as a page for the browser, of one file.

use maud::{PreEscaped, html};
use shuangqi_cli::Failure;
use shuangqi_plot::board;
use shuangqi_plot::page::{Page, packed};

use super::document::{Document, Tree};

const BODY: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");

/// The page. Its data is the form `tree/1`.
pub fn render(document: &Document) -> Result<String, Failure> {
    let names: Vec<&str> = document.trees.iter().map(|tree: &Tree| tree.algorithm.as_str()).collect();
    let title = format!("{}, depth {}: {}", document.info.title, document.depth, names.join(" and "));
    let board = format!("const board = {};", serde_json::json!(document.info.board));
    let scripts = [
        board::SCRIPT,
        &board,
        include_str!("page/words.js"),
        include_str!("page/pane.js"),
        include_str!("page/main.js"),
    ];
    let page = Page {
        title: &title,
        styles: &[board::STYLE, STYLE],
        body: PreEscaped(BODY.replace("{title}", &html! { (title) }.into_string())),
        footer: "",
        data: &packed(document)?,
        scripts: &scripts,
    };
    Ok(page.render())
}
