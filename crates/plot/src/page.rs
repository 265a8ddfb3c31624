//! The shell of a page that needs no other file: its head, its form, its scripts and its data.

use std::fmt::Display;
use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::{Compression, GzBuilder};
use game::BoardShape;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;
use shuangqi_cli::{Failure, files};

use crate::board;
use crate::picture::{page_style, writable};

/// The style of a page of text, figures and tables: what [`page_style`] leaves open.
pub const DOCUMENT_STYLE: &str = include_str!("page/style.css");
/// The script of figures and tables that are pointed at or clicked, and `unpacked()`, the response with the page's data.
pub const MARKS: &str = include_str!("page/marks.js");
/// Makes a link of the id `download` save the page's data as a file, where the browser can unpack them; else the element
/// of the id `no-download` stays, which says so.
pub const DOWNLOAD: &str = include_str!("page/download.js");

#[derive(Debug)]
pub struct Page<'a> {
    /// The tag of its language (BCP 47).
    pub language: &'a str,
    pub title: &'a str,
    /// Styles that follow the colours, fonts and figures of every page; [`DOCUMENT_STYLE`] is one.
    pub styles: &'a [&'a str],
    /// The header and the main part.
    pub body: Markup,
    /// The last line; none if empty.
    pub footer: &'a str,
    /// The data, as [`packed`] writes them.
    pub data: &'a str,
    /// Scripts of this page, run after [`MARKS`].
    pub scripts: &'a [&'a str],
}

impl Page<'_> {
    pub fn render(&self) -> String {
        let markup = html! {
            (DOCTYPE)
            html lang=(self.language) {
                head {
                    meta charset="utf-8";
                    meta name="generator" content=(files::GENERATOR);
                    meta name="viewport" content="width=device-width,initial-scale=1";
                    title { (self.title) }
                    style { (PreEscaped(page_style())) @for style in self.styles { (PreEscaped(style)) } }
                }
                body {
                    (self.body)
                    @if !self.footer.is_empty() { footer { (self.footer) } }
                    div #tip role="status" {}
                    script #data type="application/gzip;base64" { (PreEscaped(self.data)) }
                    script { (PreEscaped(MARKS)) @for script in self.scripts { (PreEscaped(script)) } }
                }
            }
        };
        writable(markup.into_string()) + "\n"
    }
}

/// A value as JSON, compressed as gzip does, in base64: letters, digits and `+/=`, so that nothing in it can end the
/// element of a page that holds it. The same value gives the same text: it holds no time.
///
/// # Errors
/// [`Failure::Internal`] if it cannot be written as JSON.
pub fn packed(value: &impl Serialize) -> Result<String, Failure> {
    let failed =
        |error: &dyn Display| Failure::Internal(format!("the page's data cannot be written: {error}"));
    let json = serde_json::to_vec(value).map_err(|error| failed(&error))?;
    let mut encoder = GzBuilder::new().write(Vec::new(), Compression::best());
    let packed = encoder.write_all(&json).and_then(|()| encoder.finish());
    Ok(STANDARD.encode(packed.map_err(|error| failed(&error))?))
}

/// The page of trees: `data` has the form `tree/1`.
///
/// # Errors
/// [`Failure::Internal`] if the data cannot be written as JSON.
pub fn tree_page(title: &str, shape: BoardShape, data: &impl Serialize) -> Result<String, Failure> {
    let heading = html! { (title) }.into_string();
    let page = Page {
        language: "en",
        title,
        styles: &[board::STYLE, include_str!("page/tree/style.css")],
        body: PreEscaped(include_str!("page/tree/page.html").replace("{title}", &heading)),
        footer: "",
        data: &packed(data)?,
        scripts: &[
            board::SCRIPT,
            &format!("const board = {};", serde_json::json!(shape)),
            include_str!("page/tree/words.js"),
            include_str!("page/tree/pane.js"),
            include_str!("page/tree/main.js"),
        ],
    };
    Ok(page.render())
}
