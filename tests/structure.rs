//! The structure of the sources: no file imports a file that imports it, directly or by way of others.
//!
//! What counts is `use crate::…`, `use super::…` and `use self::…` outside tests. A module that re-exports what its own children
//! define does not depend on them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The path of a module from its crate, and the files it imports.
type Imports = BTreeMap<Vec<String>, BTreeSet<Vec<String>>>;

#[test]
fn no_file_imports_a_file_that_imports_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let crates = fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let mut cycles = Vec::new();
    for package in crates {
        let imports = imports(&package.join("src"));
        for module in imports.keys().filter(|module| reaches(&imports, module, module)) {
            cycles.push(format!("{}: {}", package.file_name().unwrap().display(), module.join("::")));
        }
    }
    assert!(cycles.is_empty(), "these files lie on cycles of imports:\n{}", cycles.join("\n"));
}

/// Whether one module imports another, directly or by way of others.
fn reaches(imports: &Imports, from: &[String], to: &[String]) -> bool {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(module) = open.pop() {
        for next in imports.get(module).into_iter().flatten() {
            if next == to {
                return true;
            }
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    false
}

fn imports(source: &Path) -> Imports {
    let mut files = BTreeMap::new();
    list(source, &[], &mut files);
    let import = |(module, text): (&Vec<String>, &String)| {
        let mut found = BTreeSet::new();
        for (is_public, path) in paths(text) {
            let target = resolve(&files, module, &path);
            let is_child = target.as_ref().is_some_and(|target| target.starts_with(module));
            found.extend(target.filter(|target| target != module && !(is_public && is_child)));
        }
        (module.clone(), found)
    };
    files.iter().map(import).collect()
}

/// The sources below a folder by module, tests left out.
fn list(folder: &Path, module: &[String], files: &mut BTreeMap<Vec<String>, String>) {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    for path in entries.collect::<BTreeSet<PathBuf>>() {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let is_root = module.is_empty() && ["lib", "main"].contains(&name.as_str());
        let child = if is_root { Vec::new() } else { [module, std::slice::from_ref(&name)].concat() };
        if name == "tests" {
            continue;
        } else if path.is_dir() {
            list(&path, &child, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let code =
                text.split("#[cfg(test)]\nmod tests {").next().unwrap().replace("#[cfg(test)]\nuse ", "");
            files.entry(child).or_default().push_str(&code);
        }
    }
}

/// The imported paths of a source, and whether each is imported for others too.
fn paths(text: &str) -> Vec<(bool, Vec<String>)> {
    let statements = text.match_indices("use ").filter_map(|(at, word)| {
        let head = text[..at].rsplit('\n').next()?.trim();
        let tree = text[at + word.len()..].split(';').next()?;
        (head.is_empty() || head.starts_with("pub") && !head.contains(' ')).then_some((head, tree))
    });
    statements
        .flat_map(|(head, tree)| expand(tree).into_iter().map(|path| (!head.is_empty(), path)))
        .collect()
}

/// The paths that a tree of imports stands for.
fn expand(tree: &str) -> Vec<Vec<String>> {
    let Some((prefix, rest)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap();
        return vec![path.split("::").map(|part| part.trim().to_owned()).collect()];
    };
    let (mut branches, mut branch, mut depth) = (Vec::new(), String::new(), 0);
    for letter in rest.chars() {
        match letter {
            ',' | '}' if depth == 0 => branches.push(std::mem::take(&mut branch)),
            _ => branch.push(letter),
        }
        depth += i32::from(letter == '{') - i32::from(letter == '}');
    }
    let branches = branches.iter().filter(|branch| !branch.trim().is_empty());
    branches.flat_map(|branch| expand(&format!("{prefix}{}", branch.trim()))).collect()
}

/// The file of this crate that defines what a path names.
fn resolve(files: &BTreeMap<Vec<String>, String>, module: &[String], path: &[String]) -> Option<Vec<String>> {
    let ups = path.iter().take_while(|part| *part == "super").count();
    let base = match path[0].as_str() {
        "crate" => &[],
        "self" => module,
        "super" => &module[..module.len().checked_sub(ups)?],
        _ => return None,
    };
    let mut target = base.to_vec();
    for part in &path[ups.max(1)..] {
        target.push(part.clone());
        if !files.contains_key(&target) {
            target.pop();
            break;
        }
    }
    Some(target)
}
