//! The words of the code: names that were replaced by standard terms are not defined again.

use std::fs;
use std::path::Path;

/// A folder, and the names that are defined nowhere below it.
type Retired<'a> = (&'a str, Vec<&'a str>);

const LIST: &str = include_str!("vocabulary/retired.txt");
/// The keywords before the name of a definition.
const KEYWORDS: [&str; 9] = ["struct", "enum", "trait", "type", "union", "fn", "mod", "const", "static"];

fn retired() -> Vec<Retired<'static>> {
    let lines = LIST.lines().filter(|line| !line.starts_with('#'));
    let entries = lines.map(|line| line.split_once(": ").unwrap_or_else(|| panic!("no folder: {line}")));
    entries.map(|(folder, names)| (folder, names.split(' ').collect())).collect()
}

/// Calls `each` with every Rust file below a folder.
fn files(folder: &Path, each: &mut impl FnMut(&Path, &str)) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, each);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            each(&path, &fs::read_to_string(&path).unwrap());
        }
    }
}

/// The names that a text defines.
fn definitions(text: &str) -> impl Iterator<Item = &str> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| {
        let before_text = line.split('"').next().unwrap_or_default();
        let words: Vec<&str> = before_text.split_whitespace().collect();
        let named = words.windows(2).filter(|pair| KEYWORDS.contains(&pair[0])).map(|pair| name(pair[1]));
        named.collect::<Vec<_>>()
    })
}

fn name(word: &str) -> &str {
    word.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or_default()
}

#[test]
fn definitions_are_found() {
    let text =
        "pub struct Ask;\n    fn recall<P>(&self) {}\n/// struct Memo\nmod seal;\n\"by static exchange\";";
    assert_eq!(definitions(text).collect::<Vec<_>>(), ["Ask", "recall", "seal"]);
}

#[test]
fn retired_names_are_defined_nowhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for (folder, names) in retired() {
        files(&root.join(folder), &mut |path, text| {
            let defined = definitions(text).filter(|name| names.contains(name));
            found.extend(defined.map(|name| format!("{}: {name}", path.display())));
        });
    }
    assert!(found.is_empty(), "renamed before, and back again:\n{}", found.join("\n"));
}
