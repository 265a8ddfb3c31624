//! The page in a language: the one that the user has chosen, or that the browser asks for.

use axum::http::{HeaderMap, header};
use shuangqi_texts::{Catalogue, Language};

/// The cookie in which the page keeps the choice.
const COOKIE: &str = "language=";

/// The language for a request.
pub fn language(headers: &HeaderMap) -> Language {
    let values = |name| headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    let cookies = values(header::COOKIE).flat_map(|line| line.split(';'));
    let chosen = cookies.filter_map(|cookie| Language::of_tag(cookie.trim().strip_prefix(COOKIE)?)).next();
    chosen.or_else(|| values(header::ACCEPT_LANGUAGE).find_map(Language::preferred)).unwrap_or_default()
}

/// The file of texts of this name.
pub fn texts(name: &str) -> Option<&'static str> {
    let tag = name.strip_suffix(".ftl")?;
    Language::ALL.into_iter().find(|language| language.tag() == tag).map(Language::source)
}

/// An HTML text whose `{{key}}` are replaced by the texts of a language, and `{{language}}` by its tag.
pub fn in_language(html: &str, language: Language) -> String {
    let catalogue = Catalogue::of(language);
    let mut parts = html.split("{{");
    let mut page = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (key, rest) = part.split_once("}}").unwrap_or((part, ""));
        match key {
            "language" => page.push_str(language.tag()),
            key => page.push_str(&catalogue.text(key).replace('&', "&amp;").replace('<', "&lt;")),
        }
        page.push_str(rest);
    }
    page
}
