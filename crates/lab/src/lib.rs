//! The laboratory: comparisons of search techniques on the same positions, with the same rules and evaluators
//! ([`compare`]), and drawings of search trees ([`tree`]). New to alpha-beta? Begin with the [`introduction`].
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests read files that they have written"))]

pub mod commands;
pub mod compare;
mod data;
pub mod lab_game;
#[doc = include_str!("introduction.md")]
pub mod introduction {}
mod report;
pub mod stats;
pub mod tree;

pub use lab_game::LabGame;

#[cfg(test)]
fn page_data(page: &str) -> serde_json::Value {
    use base64::Engine;
    let (_, rest) = page.split_once("<script id=\"data\" type=\"application/gzip;base64\">").unwrap();
    let packed = base64::engine::general_purpose::STANDARD.decode(rest.split_once("</script>").unwrap().0);
    serde_json::from_reader(flate2::read::GzDecoder::new(packed.unwrap().as_slice())).unwrap()
}
