//! The files of the page.

use rust_embed::RustEmbed;
use shuangqi_plot::board;
use shuangqi_texts::{Catalogue, Language};

/// The page itself.
pub const INDEX: &str = "index.html";
/// Where the texts of languages are.
const TEXTS: &str = "texts/";

/// The files of the page. A debug build reads them from the source folder at each request, a release build contains them.
#[derive(RustEmbed)]
#[folder = "assets"]
pub struct Assets;

/// The content of a file: one of the page, the texts of a language, or the board that all pages of this workspace draw. The page
/// itself is in a language.
pub fn content(name: &str, language: Language) -> Option<Vec<u8>> {
    if let Some(texts) = name.strip_prefix(TEXTS) {
        return texts_of(texts).map(|text| text.as_bytes().into());
    }
    match name {
        INDEX => Some(index(language, "", "")?.into_bytes()),
        "board.js" => Some([board::SCRIPT, board::FRAMES, board::GRID, board::EXPORTS].concat().into_bytes()),
        "board.css" => Some(board::STYLE.into()),
        _ if is_plain(name) => Assets::get(name).map(|file| file.data.into_owned()),
        _ => None,
    }
}

/// Whether a name has no part that leads elsewhere: a debug build looks in the file system.
fn is_plain(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./".contains(&byte);
    name.bytes().all(is_plain) && name.split('/').all(|part| !part.is_empty() && !part.starts_with('.'))
}

/// The file of texts of this name.
fn texts_of(name: &str) -> Option<&'static str> {
    let tag = name.strip_suffix(".ftl")?;
    Language::ALL.into_iter().find(|language| language.tag() == tag).map(Language::source)
}

/// The page in a language, with attributes of the element `html` and lines of its head besides its own.
pub fn index(language: Language, attributes: &str, head: &str) -> Option<String> {
    let html = String::from_utf8_lossy(&Assets::get(INDEX)?.data).into_owned();
    let catalogue = Catalogue::of(language);
    let mut parts = html.split("{{");
    let mut page = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (key, rest) = part.split_once("}}").unwrap_or((part, ""));
        match key {
            "language" => page.push_str(language.tag()),
            "languages" => page.push_str(attributes),
            "head" => page.push_str(head),
            key => page.push_str(&catalogue.text(key).replace('&', "&amp;").replace('<', "&lt;")),
        }
        page.push_str(rest);
    }
    Some(page)
}
