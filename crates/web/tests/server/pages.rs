//! The page and its files.

use std::fs;
use std::path::{Path, PathBuf};

use shuangqi_plot::board;

use crate::support::{Answer, TestServer};

const MOST_BYTES: usize = 500_000;

fn assert_protected(answer: &Answer) {
    let policy = answer.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe-eval"), "{policy}");
    assert!(policy.contains("script-src 'self';") && policy.contains("frame-ancestors 'none'"), "{policy}");
    let expected = [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cache-control", "no-cache"),
        ("cross-origin-resource-policy", "same-origin"),
    ];
    for (name, value) in expected {
        assert_eq!(answer.header(name), Some(value), "{name}");
    }
}

fn assets() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_str().unwrap().to_owned()
}

/// The names of all files of the page with what they end with: those of its folder whole, and the board of all pages.
fn files() -> Vec<(String, String)> {
    let own = assets().into_iter().map(|path| (name(&path), fs::read_to_string(&path).unwrap()));
    let board = [("board.js", board::EXPORTS), ("board.css", board::STYLE)];
    own.chain(board.map(|(name, text)| (name.to_owned(), text.to_owned()))).collect()
}

#[test]
fn every_file_of_the_page_is_served_as_what_it_is() {
    let server = TestServer::start();
    let mut bytes = 0;
    for (name, content) in files() {
        let answer = server.get(&format!("/{name}"));
        assert_eq!(answer.status(), 200, "{name}");
        let kind = match name.rsplit_once('.').unwrap().1 {
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "html" => "text/html; charset=utf-8",
            "svg" => "image/svg+xml",
            other => panic!("{other}"),
        };
        assert_eq!(answer.header("content-type"), Some(kind));
        assert!(answer.body().ends_with(&content), "{name}");
        assert_protected(&answer);
        bytes += answer.body().len();
    }
    assert!(bytes < MOST_BYTES, "{bytes}");
}

#[test]
fn the_page_refers_only_to_files_that_are_there() {
    let server = TestServer::start();
    let texts = assets().into_iter().map(|path| fs::read_to_string(path).unwrap());
    let mut references = 0;
    for text in texts {
        let marks = [" from './", "import './", "src=\"", "href=\"", "url(\""];
        for reference in marks.iter().flat_map(|mark| text.split(mark).skip(1)) {
            let reference = reference.split(['\'', '"']).next().unwrap();
            if !reference.is_empty() && !reference.starts_with(['#', '$']) && !reference.starts_with("data:")
            {
                references += 1;
                assert_eq!(server.get(&format!("/{reference}")).status(), 200, "{reference}");
            }
        }
    }
    assert!(references > 10, "{references}");
}

#[test]
fn a_file_that_the_browser_has_is_not_sent_again() {
    let server = TestServer::start();
    for path in ["/", "/board.js", "/main.js"] {
        let first = server.get(path);
        let tag = first.header("etag").unwrap();
        for known in [tag.to_owned(), format!("W/{tag}"), format!("\"other\", {tag}")] {
            let again = server.ask(path, &format!("If-None-Match: {known}\r\n"));
            assert_eq!((again.status(), again.body()), (304, ""));
            assert_eq!(again.header("etag"), Some(tag));
        }
        assert_eq!(server.ask(path, "If-None-Match: \"other\"\r\n").status(), 200);
    }
}

#[test]
fn what_is_not_there_and_what_is_not_allowed_is_protected_too() {
    let server = TestServer::start();
    let lines = server.own_lines();
    for (request, status) in [
        ("GET /none.js", 404),
        ("GET /../Cargo.toml", 404),
        ("GET /assets/main.js", 404),
        ("GET /files/any.html", 404),
        ("GET /files/", 404),
        ("GET /ws", 400),
        ("POST /", 405),
        ("DELETE /main.js", 405),
        ("OPTIONS *", 405),
    ] {
        let text = format!("{request} HTTP/1.1\r\n{lines}Connection: close\r\n\r\n");
        let answer = server.send(text.as_bytes());
        assert_eq!(answer.status(), status, "{request}: {answer:?}");
        assert_protected(&answer);
    }
    let head = server.send(format!("HEAD / HTTP/1.1\r\n{lines}Connection: close\r\n\r\n").as_bytes());
    assert_eq!((head.status(), head.body()), (200, ""));
}
