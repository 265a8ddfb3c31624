//! The page as a folder of files that any web server can serve: the engines answer in the browser.

use std::borrow::Cow;

use rust_embed::RustEmbed;
use shuangqi_texts::Language;

use crate::assets::{Assets, INDEX, content, index};

/// The files that only such a page has, some of them in place of the server's.
#[derive(RustEmbed)]
#[folder = "site"]
struct OwnFiles;

/// The file that says which files are kept in the browser.
const SERVICE_WORKER: &str = "service_worker.js";
/// What the page may load, its own files alone; it may run WebAssembly.
const HEAD: &str = r#"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'">
<link rel="manifest" href="manifest.webmanifest">
<script src="start.js"></script>
"#;

/// A file of the page: its name and its content.
pub type SiteFile = (String, Vec<u8>);

/// The files of the page around others (the modules with the engines), which come with them.
pub fn files(others: Vec<SiteFile>) -> Vec<SiteFile> {
    let named = |name: String| {
        let content = content(&name, Language::English)?;
        Some((name, content))
    };
    let shared =
        Assets::iter().map(Cow::into_owned).filter(|name| name != INDEX && OwnFiles::get(name).is_none());
    let made = ["board.js", "board.css"].map(str::to_owned);
    let texts = Language::ALL.map(|language| format!("texts/{}.ftl", language.tag()));
    let mut files: Vec<SiteFile> = shared.chain(made).chain(texts).filter_map(named).collect();
    let own = OwnFiles::iter().filter_map(|name| Some((OwnFiles::get(&name)?.data.into_owned(), name)));
    files.extend(own.map(|(content, name)| (name.into_owned(), content)));
    files.extend(Language::ALL.into_iter().filter_map(page));
    files.extend(others);
    let worker = files.iter().position(|(name, _)| name == SERVICE_WORKER);
    if let Some((name, text)) = worker.map(|index| files.swap_remove(index)) {
        let text = service_worker(&String::from_utf8_lossy(&text), &files);
        files.push((name, text.into_bytes()));
    }
    files
}

/// The page in a language; the first one is what opens without a name.
fn page(language: Language) -> Option<SiteFile> {
    let tags = Language::ALL.map(Language::tag).join(" ");
    let name =
        if language == Language::ALL[0] { INDEX.to_owned() } else { format!("{}.html", language.tag()) };
    let page = index(language, &format!(r#" data-languages="{tags}""#), HEAD)?;
    Some((name, page.into_bytes()))
}

/// The service worker for these files, which it keeps; another content of one is another version.
fn service_worker(text: &str, files: &[SiteFile]) -> String {
    let mut hasher = crc32fast::Hasher::new();
    files.iter().for_each(|(name, content)| {
        hasher.update(name.as_bytes());
        hasher.update(content);
    });
    let names: Vec<&str> = std::iter::once("./").chain(files.iter().map(|(name, _)| name.as_str())).collect();
    let version = format!("shuangqi-{:08x}", hasher.finalize());
    text.replace("{{version}}", &version).replace("{{files}}", &names.join("', '"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Whatever the page loads is among its files, and kept for later.
    #[test]
    fn the_files_of_a_site_are_complete() {
        let files = files(vec![("engine.wasm.gzip".to_owned(), vec![1])]);
        let names: BTreeSet<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names.len(), files.len(), "no file is there twice");
        let text = |name: &str| {
            let file = files.iter().find(|(other, _)| other == name).unwrap();
            String::from_utf8_lossy(&file.1).into_owned()
        };
        let kept = text(SERVICE_WORKER);
        for name in names.iter().filter(|name| **name != SERVICE_WORKER) {
            assert!(kept.contains(&format!("'{name}'")), "{name} is not kept");
        }
        for (page, language) in [("index.html", "en"), ("zh-Hant.html", "zh-Hant")] {
            let page = text(page);
            assert!(page.contains(&format!("lang=\"{language}\" data-languages=\"en ")), "{page}");
            let loaded = page.split(['"']).filter(|name| name.ends_with(".js") || name.ends_with(".css"));
            loaded.for_each(|name| assert!(names.contains(name), "{name}"));
        }
        let scripts = names.iter().filter(|name| name.ends_with(".js"));
        for line in scripts.flat_map(|name| text(name).lines().map(str::to_owned).collect::<Vec<_>>()) {
            let imported =
                line.split("'./").skip(1).filter_map(|rest| rest.split_once('\'')).map(|part| part.0);
            imported
                .filter(|name| name.ends_with(".js"))
                .for_each(|name| assert!(names.contains(name), "{name}"));
        }
        assert!(text("connection.js").contains("new Worker"), "no server answers");
    }
}
