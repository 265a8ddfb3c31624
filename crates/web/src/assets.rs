//! The files of the page. A debug build reads them from the source folder at each request, a release build contains them.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use shuangqi_plot::board;

#[derive(RustEmbed)]
#[folder = "assets"]
struct Assets;

/// Answers a request for a file of the page; the path `/` is the page itself.
pub(crate) fn answer(path: &str, headers: &HeaderMap) -> Response {
    let name = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
    let (Some(kind), Some(content)) = (kind(name), content(name)) else {
        return (StatusCode::NOT_FOUND, "There is no such file.\n").into_response();
    };
    let tag = tag(&content);
    let known = headers.get_all(header::IF_NONE_MATCH).into_iter().filter_map(|tags| tags.to_str().ok());
    if known.flat_map(|tags| tags.split(',')).any(|known| known.trim().trim_start_matches("W/") == tag) {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
    }
    let headers = [(header::CONTENT_TYPE, kind.to_owned()), (header::ETAG, tag)];
    (headers, content.into_owned()).into_response()
}

/// The content of a file: one of the page, or the board that all pages of this workspace draw.
fn content(name: &str) -> Option<Cow<'static, [u8]>> {
    match name {
        "board.js" => {
            Some([board::SCRIPT, board::FRAMES, board::GRID, board::EXPORTS].concat().into_bytes().into())
        }
        "board.css" => Some(board::STYLE.as_bytes().into()),
        _ if is_plain(name) => Assets::get(name).map(|file| file.data),
        _ => None,
    }
}

/// Whether a name has no part that leads elsewhere: a debug build looks in the file system.
fn is_plain(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./".contains(&byte);
    name.bytes().all(is_plain) && name.split('/').all(|part| !part.is_empty() && !part.starts_with('.'))
}

/// The content type of a file name, if it is one of the page's.
fn kind(name: &str) -> Option<&'static str> {
    match name.rsplit_once('.')?.1 {
        "html" => Some("text/html; charset=utf-8"),
        "js" => Some("text/javascript; charset=utf-8"),
        "css" => Some("text/css; charset=utf-8"),
        "svg" => Some("image/svg+xml"),
        "png" => Some("image/png"),
        _ => None,
    }
}

/// A text that changes with the content.
fn tag(content: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}
