//! The tree as a page for the browser, of one file.

use shuangqi_cli::Failure;

use super::document::{Document, Tree};

/// The page. Its data is the form `tree/1`.
pub fn render(document: &Document) -> Result<String, Failure> {
    let names: Vec<&str> = document.trees.iter().map(|tree: &Tree| tree.algorithm.as_str()).collect();
    let title = format!("{}, depth {}: {}", document.info.title, document.depth, names.join(" and "));
    shuangqi_plot::tree_page(&title, document.info.board, document)
}
