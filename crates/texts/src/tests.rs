use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser;

use super::*;

/// The keys of a catalogue, each with its arguments.
fn keys(language: Language) -> BTreeMap<String, BTreeSet<String>> {
    keys_of(language.source())
}

fn keys_of(source: &str) -> BTreeMap<String, BTreeSet<String>> {
    let resource = parser::parse(source).unwrap_or_else(|(_, errors)| panic!("{errors:?}"));
    let mut keys = BTreeMap::new();
    for entry in &resource.body {
        let Entry::Message(message) = entry else { continue };
        let mut arguments = BTreeSet::new();
        add_arguments(message.value.as_ref().expect("a text"), &mut arguments);
        assert!(keys.insert(message.id.name.to_owned(), arguments).is_none(), "{} twice", message.id.name);
    }
    keys
}

fn add_arguments(pattern: &Pattern<&str>, arguments: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else { continue };
        let inline = match expression {
            Expression::Inline(inline) => inline,
            Expression::Select { selector, variants } => {
                variants.iter().for_each(|variant| add_arguments(&variant.value, arguments));
                selector
            }
        };
        if let InlineExpression::VariableReference { id } = inline {
            arguments.insert(id.name.to_owned());
        }
    }
}

/// No language lacks a key, or has one that English does not have.
#[test]
fn every_language_has_the_same_keys() {
    let all = |language| keys(language).into_keys().collect::<BTreeSet<_>>();
    let english = all(Language::English);
    assert!(english.len() > 250);
    for language in Language::ALL {
        let own = all(language);
        let missing: Vec<_> = english.symmetric_difference(&own).collect();
        assert!(missing.is_empty(), "{language:?}: {missing:?}");
    }
}

/// A text uses no argument that the English one does not have: the page gives those.
#[test]
fn no_language_asks_for_an_argument_of_its_own() {
    let english = keys(Language::English);
    for language in Language::ALL {
        for (key, arguments) in keys(language) {
            // Pieces have other names by side in some languages.
            let is_foreign = |argument: &&String| {
                !(english[&key].contains(*argument) || key.starts_with("piece-") && *argument == "seat")
            };
            let foreign: Vec<_> = arguments.iter().filter(is_foreign).collect();
            assert!(foreign.is_empty(), "{language:?}, {key}: {foreign:?}");
        }
    }
}

#[test]
fn languages_are_found_as_browsers_and_systems_name_them() {
    use Language::*;
    for (list, expected) in [
        ("zh-CN,zh;q=0.9,en;q=0.8", Some(SimplifiedChinese)),
        ("zh-TW", Some(TraditionalChinese)),
        ("zh-Hant-HK, en", Some(TraditionalChinese)),
        ("zh-Hans-HK", Some(SimplifiedChinese)),
        ("fr-FR, ja;q=0.7, en;q=0.3", Some(Japanese)),
        ("en-GB,en;q=0.5", Some(English)),
        ("fr, de", None),
        ("", None),
        ("*;q=0.1", None),
        (",;,=", None),
    ] {
        assert_eq!(Language::preferred(list), expected, "{list}");
    }
    for language in Language::ALL {
        assert_eq!(Language::of_tag(language.tag()), Some(language));
    }
}

#[test]
fn a_text_is_in_its_language() {
    assert_eq!(Catalogue::of(Language::English).text("settings"), "Settings");
    assert_eq!(Catalogue::of(Language::SimplifiedChinese).text("settings"), "设置");
    assert_eq!(Catalogue::of(Language::Japanese).text("no-such-key"), "no-such-key");
}

/// Openings have their names in the lists of `shuangqi-openings`, which have no other text.
#[test]
fn every_opening_has_a_name_and_every_name_an_opening() {
    let named: BTreeSet<String> =
        shuangqi_openings::keys().map(|(game, key)| format!("opening-{game}-{key}")).collect();
    let known = keys(Language::English).into_keys().filter(|key| key.starts_with("opening-"));
    assert_eq!(known.collect::<BTreeSet<String>>(), named);
}

/// In every language but English, whose words the messages have, referees can say the same.
#[test]
fn every_language_has_the_same_rulings() {
    let known = keys_of(Language::SimplifiedChinese.rulings());
    assert!(known.len() > 40, "{}", known.len());
    for language in [Language::TraditionalChinese, Language::Japanese] {
        let own = keys_of(language.rulings());
        assert_eq!(own.keys().collect::<Vec<_>>(), known.keys().collect::<Vec<_>>(), "{language:?}");
        let arguments = |(key, own): (&String, &BTreeSet<String>)| (own != &known[key]).then(|| key.clone());
        let others: Vec<String> =
            own.iter().filter_map(arguments).filter(|key| !key.starts_with("man-")).collect();
        assert!(others.is_empty(), "{language:?}: {others:?}");
    }
}

#[test]
fn the_terminal_says_the_same_in_every_other_language() {
    let all = |language: Language| keys_of(language.terminal());
    let chinese = all(Language::SimplifiedChinese);
    assert!(chinese.len() > 50);
    for language in [Language::TraditionalChinese, Language::Japanese] {
        assert_eq!(all(language), chinese, "{language:?}");
    }
}

#[test]
fn the_server_says_the_same_in_every_other_language() {
    let all = |language: Language| keys_of(language.problems());
    let chinese = all(Language::SimplifiedChinese);
    assert!(chinese.len() > 20);
    for language in [Language::TraditionalChinese, Language::Japanese] {
        assert_eq!(all(language), chinese, "{language:?}");
    }
}

#[test]
fn the_locale_names_a_language() {
    let of = |name: &str, value: &str| Language::of_locale(|asked| (asked == name).then(|| value.to_owned()));
    assert_eq!(of("LANG", "zh_CN.UTF-8"), Some(Language::SimplifiedChinese));
    assert_eq!(of("LC_ALL", "zh_TW"), Some(Language::TraditionalChinese));
    assert_eq!(of("LC_MESSAGES", "ja_JP.eucJP@x"), Some(Language::Japanese));
    assert_eq!([of("LANG", "C"), of("LANG", "de_DE.UTF-8"), of("TZ", "ja")], [None; 3]);
}
