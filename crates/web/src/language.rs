//! The language of a request: the one that the user has chosen, or that the browser asks for.

use axum::http::{HeaderMap, header};
use shuangqi_texts::Language;

/// The cookie in which the page keeps the choice.
const COOKIE: &str = "language=";

/// The language for a request.
pub fn of_request(headers: &HeaderMap) -> Language {
    let values = |name| headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    let cookies = values(header::COOKIE).flat_map(|line| line.split(';'));
    let chosen = cookies.filter_map(|cookie| Language::of_tag(cookie.trim().strip_prefix(COOKIE)?)).next();
    chosen.or_else(|| values(header::ACCEPT_LANGUAGE).find_map(Language::preferred)).unwrap_or_default()
}
