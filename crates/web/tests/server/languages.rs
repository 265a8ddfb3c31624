//! The page in its languages: which one is chosen, and that all its texts are in the catalogues.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use shuangqi_texts::Language;

use crate::support::TestServer;

/// Names of keys and of what is no text for people.
const NO_TEXTS: [&str; 17] = [
    "ArrowLeft",
    "ArrowRight",
    "ArrowUp",
    "ArrowDown",
    "Home",
    "End",
    "Home End",
    "Tab",
    "Enter",
    "Esc",
    "Escape",
    "Kk",
    "English",
    "KABNRCP",
    "Result",
    "Files",
    "Rules",
];

/// The scripts of the page, without the library that reads catalogues; and the page itself.
fn scripts() -> Vec<(String, String)> {
    let folders = ["assets", "site"].map(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    let files =
        folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap()).map(|entry| entry.unwrap().path());
    let named = files.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), path));
    named
        .filter(|(name, _)| (name.ends_with(".js") || name == "index.html") && name != "fluent.js")
        .map(|(name, path)| (name, fs::read_to_string(path).unwrap()))
        .collect()
}

/// The sources below a folder, without their tests.
fn sources(folder: &Path) -> String {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let text = |path: std::path::PathBuf| {
        if path.is_dir() { sources(&path) } else { fs::read_to_string(path).unwrap() }
    };
    paths.map(text).map(|text| text.split("#[cfg(test)]").next().unwrap().to_owned()).collect()
}

/// Every error of the server is in the catalogues of problems, and every one there is one of its errors. (What is wrong with positions,
/// moves and files stands beside them; the conformance tests meet it.)
#[test]
fn every_error_of_the_server_is_in_the_catalogues() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = sources(&folder.join("src")) + &sources(&folder.join("../page/src"));
    let quoted = |text: &str| text.split('"').next().unwrap().to_owned();
    let used: BTreeSet<String> =
        source.split("\"problem-").skip(1).map(|rest| format!("problem-{}", quoted(rest))).collect();
    let lines = Language::SimplifiedChinese.problems().lines();
    let known = lines.filter_map(|line| line.split_once(" =").map(|(key, _)| key.to_owned()));
    let known = known.filter(|key| key.starts_with("problem-"));
    assert_eq!(known.collect::<BTreeSet<String>>(), used);
    // Without a key a problem would be English in every language.
    for call in source.split("Problem::new(").skip(1) {
        let has_key = ["\"problem-", "REQUEST", "key"].iter().any(|key| call.trim_start().starts_with(key));
        assert!(has_key, "{}", call.lines().next().unwrap());
    }
}

/// The keys of the catalogues.
fn keys() -> BTreeSet<String> {
    let lines = Language::English.source().lines();
    let names = lines.filter_map(|line| line.split_once(" =").map(|(name, _)| name));
    names.filter(|name| !name.starts_with([' ', '#'])).map(str::to_owned).collect()
}

/// The texts in quotes of a script, those of templates up to what is put in.
fn literals(script: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in script.lines().filter(|line| !line.trim_start().starts_with("//")) {
        let mut rest = line;
        while let Some(begin) = rest.find(['\'', '`', '}']) {
            let quote = &rest[begin..=begin];
            rest = &rest[begin + 1..];
            let end = match quote {
                "'" => rest.find('\''),
                "`" => rest.find(['`', '$']),
                // The part of a template behind what was put in; anything else ends at once.
                _ => {
                    rest.find(['`', '$', '{', '(', ';', ',']).filter(|&at| rest[at..].starts_with(['`', '$']))
                }
            };
            let Some(end) = end else { continue };
            found.push(&rest[..end]);
            rest = &rest[end + usize::from(quote == "'")..];
        }
    }
    found
}

/// What a call of `say` names: the first argument.
fn first_arguments(script: &str) -> impl Iterator<Item = &str> {
    script.split("say(").skip(1).map(|call| {
        let mut depth = 0;
        let is_end = |letter: char| {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            depth < 0 || depth == 0 && letter == ','
        };
        &call[..call.find(is_end).unwrap_or(call.len())]
    })
}

#[test]
fn every_text_that_a_script_asks_for_is_in_the_catalogues() {
    let keys = keys();
    let mut asked = 0;
    for (name, script) in scripts().iter().filter(|(name, _)| name != "language.js") {
        for argument in first_arguments(script) {
            for literal in literals(argument) {
                asked += 1;
                let is_known = keys.contains(literal) || keys.iter().any(|key| key.starts_with(literal));
                assert!(is_known || literal.starts_with('-'), "{name}: say({argument})");
            }
        }
    }
    assert!(asked > 200, "{asked}");
}

#[test]
fn no_key_is_left_that_nothing_asks_for() {
    let all: Vec<_> = scripts();
    let literals: BTreeSet<&str> = all.iter().flat_map(|(_, script)| literals(script)).collect();
    let html = &all.iter().find(|(name, _)| name == "index.html").unwrap().1;
    let is_used = |key: &str| {
        let has_part = |(at, _): (usize, char)| {
            let (head, tail) = key.split_at(at);
            literals.contains(head) && (head.ends_with('-') || literals.contains(tail))
                || tail.starts_with('-') && literals.contains(tail) && tail == "-sentence"
        };
        literals.contains(key) || html.contains(&format!("{{{{{key}}}}}")) || key.char_indices().any(has_part)
    };
    let unused: Vec<String> = keys().into_iter().filter(|key| !is_used(key)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

/// A text that begins as a sentence or a title does belongs into the catalogues.
#[test]
fn no_script_has_a_text_of_its_own() {
    for (name, script) in scripts().iter().filter(|(name, _)| name.ends_with(".js")) {
        for literal in literals(script) {
            let mut letters = literal.trim_start().chars();
            let is_text = letters.next().is_some_and(char::is_uppercase)
                && letters.next().is_some_and(char::is_lowercase)
                || literal.split(' ').any(|word| ["the", "of", "for", "is", "and", "to"].contains(&word));
            assert!(!is_text || NO_TEXTS.contains(&literal), "{name}: {literal:?}");
        }
    }
}

/// The page has the language from its first byte: by the user's choice, or by what the browser asks for.
#[test]
fn the_page_is_sent_in_the_language_of_its_reader() {
    let server = TestServer::start();
    let page = |more: &str| {
        let lines = server.own_lines();
        server
            .send(format!("GET / HTTP/1.1\r\n{lines}{more}Connection: close\r\n\r\n").as_bytes())
            .body()
            .to_owned()
    };
    for (headers, tag, settings) in [
        ("", "en", "Settings"),
        ("Accept-Language: zh-CN,zh;q=0.9\r\n", "zh-Hans", "设置"),
        ("Accept-Language: zh-TW\r\n", "zh-Hant", "設定"),
        ("Accept-Language: fr, ja;q=0.5\r\n", "ja", "設定"),
        ("Accept-Language: fr\r\n", "en", "Settings"),
        ("Accept-Language: ja\r\nCookie: a=b; language=zh-Hans\r\n", "zh-Hans", "设置"),
        ("Cookie: language=klingon\r\n", "en", "Settings"),
    ] {
        let text = page(headers);
        assert!(text.contains(&format!("<html lang=\"{tag}\">")), "{headers}: {text}");
        assert!(text.contains(&format!("title=\"{settings}\"")) && !text.contains("{{"), "{headers}: {text}");
    }
}

#[test]
fn the_texts_of_every_language_are_served() {
    let server = TestServer::start();
    let choices = server.get("/language.js");
    for language in Language::ALL {
        assert!(
            choices.body().contains(&format!("['{}', ", language.tag())),
            "the settings have {language:?}"
        );
        let answer = server.get(&format!("/texts/{}.ftl", language.tag()));
        assert_eq!((answer.status(), answer.body()), (200, language.source()));
    }
    for name in ["fr.ftl", "en", "../en.ftl", ".ftl"] {
        assert_eq!(server.get(&format!("/texts/{name}")).status(), 404, "{name}");
    }
}
