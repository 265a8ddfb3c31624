//! What games name is named in every language.

use game::Game;
use shuangqi_texts::Language;
use xiangqi::evaluator::Weights;

/// The keys of a catalogue that begin with this.
fn keys(language: Language, prefix: &str) -> Vec<&'static str> {
    let lines = language.source().lines().filter_map(|line| line.strip_prefix(prefix)?.split_once(" ="));
    lines.map(|(key, _)| key).collect()
}

#[test]
fn every_term_of_the_evaluation_of_xiangqi_has_a_name() {
    for language in Language::ALL {
        let terms: Vec<String> = keys(language, "term-").iter().map(|key| key.replace('-', ".")).collect();
        let is_named = |weight: &str| {
            terms.iter().any(|term| {
                weight
                    .strip_prefix(term.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            })
        };
        let weights = (0..Weights::COUNT).map(Weights::name).filter(|name| !name.starts_with("wdl."));
        let nameless: Vec<String> = weights.filter(|name| !is_named(name)).collect();
        assert!(nameless.is_empty(), "{language:?}: {nameless:?}");
    }
}

#[test]
fn both_games_and_their_sides_have_names() {
    fn assert_named<G: Game>(language: Language) {
        let name = G::INFO.name;
        assert_eq!(keys(language, &format!("game-{name}")), [""], "{language:?}");
        assert_eq!(keys(language, &format!("side-{name}-")), ["0", "1"], "{language:?}");
        assert_eq!(keys(language, &format!("unit-{}", G::INFO.unit.name)), [""], "{language:?}");
    }
    for language in Language::ALL {
        assert_named::<othello::Position>(language);
        assert_named::<xiangqi::Position>(language);
    }
}
