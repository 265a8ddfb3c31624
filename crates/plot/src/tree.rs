//! Search trees as a page with a pane of its own, in which they are folded, moved and compared.

use game::BoardShape;
use maud::{PreEscaped, html};
use serde::Serialize;
use shuangqi_cli::Failure;

use crate::board;
use crate::page::{Page, packed};

/// The page of trees: `data` has the form `tree/1`.
///
/// # Errors
/// [`Failure::Internal`] if the data cannot be written as JSON.
pub fn page(title: &str, board: BoardShape, data: &impl Serialize) -> Result<String, Failure> {
    let heading = html! { (title) }.into_string();
    let page = Page {
        title,
        styles: &[board::STYLE, include_str!("page/tree/style.css")],
        body: PreEscaped(include_str!("page/tree/page.html").replace("{title}", &heading)),
        footer: "",
        data: &packed(data)?,
        scripts: &[
            board::SCRIPT,
            &format!("const board = {};", serde_json::json!(board)),
            include_str!("page/tree/words.js"),
            include_str!("page/tree/pane.js"),
            include_str!("page/tree/main.js"),
        ],
    };
    Ok(page.render())
}
