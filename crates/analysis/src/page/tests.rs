//! Tests of whole pages.

use super::*;
use crate::tests::analysed;

#[test]
fn pages_are_whole_and_the_same_every_time() {
    for game in [Game::OTHELLO, Game::XIANGQI] {
        let run = analysed(game);
        let reviews = run.reviews();
        let report =
            Report { game, options: &run.options, reviews: &reviews, command: "shuangqi analyze …" };
        let text = html(&report).unwrap();
        assert_eq!(text, html(&report).unwrap());
        for part in
            ["id=\"game-1\"", "id=\"viewer\"", "Turning points", "a blunder", "id=\"scores-1\"", "&lt;b&gt;"]
        {
            assert!(text.contains(part), "{part}");
        }
        assert!(!text.contains("<b>bold") && !text.contains("NaN"));
    }
}

#[test]
fn the_folder_has_the_page_the_records_and_a_picture_of_each_game() {
    let run = analysed(Game::OTHELLO);
    let reviews = run.reviews();
    let report = Report { game: run.game, options: &run.options, reviews: &reviews, command: "" };
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("report");
    let of = |command: &str| run_folder(&place, command.to_owned());
    of("one").check(false).and_then(|()| of("one").begin()).unwrap();
    write(&place, &report).unwrap();
    let text = |name: &str| std::fs::read_to_string(place.join(name)).unwrap();
    assert!(text("analysis.json").contains("\"analyze-game/2\""));
    assert!(roxmltree::Document::parse(&text("scores-1.svg")).is_ok());
    of("one").check(false).unwrap();
    assert!(of("another").check(false).is_err());
    std::fs::write(place.join("analysis.json"), "Dear all").unwrap();
    assert!(of("one").check(false).is_err());
    of("another").check(true).and_then(|()| of("another").begin()).unwrap();
    assert!(place.join("analysis.json").exists() && !place.join("scores-1.svg").exists());
}
