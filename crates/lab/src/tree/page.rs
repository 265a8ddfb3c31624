//! The tree as a page for the browser, of one file.

use shuangqi_cli::Failure;
use shuangqi_plot::board;

use super::document::{Document, Tree};
use super::json;

const TEMPLATE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");
const SCRIPTS: [&str; 4] = [
    board::SCRIPT,
    include_str!("page/words.js"),
    include_str!("page/pane.js"),
    include_str!("page/main.js"),
];

/// The page. Its data is the form `tree/1`.
pub fn render(document: &Document) -> Result<String, Failure> {
    // Within a script only "<" could end it; in JSON it occurs inside strings alone.
    let data = json::render(document)?.replace('<', "\\u003c");
    let names: Vec<&str> = document.trees.iter().map(|tree: &Tree| tree.algorithm.as_str()).collect();
    let title = format!("{}, depth {}: {}", document.info.title, document.depth, names.join(" and "));
    let fixed = [
        ("{title}", escaped(&title)),
        ("{style}", format!("{}{STYLE}", board::STYLE)),
        ("{board}", document.info.board.json()),
        ("{script}", SCRIPTS.concat()),
    ];
    let page = fixed.iter().fold(TEMPLATE.to_owned(), |page, (mark, text)| page.replace(mark, text));
    // Last, so that no mark is looked for within the data.
    Ok(page.replacen("{data}", &data, 1))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
