//! The page and its files.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Answer, TestServer};

const MOST_BYTES: u64 = 500_000;

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

#[test]
fn every_file_of_the_page_is_served_as_what_it_is() {
    let server = TestServer::start();
    for path in assets() {
        let answer = server.get(&format!("/{}", name(&path)));
        assert_eq!(answer.status(), 200, "{path:?}");
        let kind = match path.extension().unwrap().to_str().unwrap() {
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "html" => "text/html; charset=utf-8",
            "svg" => "image/svg+xml",
            other => panic!("{other}"),
        };
        assert_eq!(answer.header("content-type"), Some(kind));
        assert_eq!(answer.body(), fs::read_to_string(&path).unwrap());
        assert_protected(&answer);
    }
}

#[test]
fn the_page_is_small() {
    let bytes: u64 = assets().iter().map(|path| fs::metadata(path).unwrap().len()).sum();
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
fn the_board_is_a_module() {
    let server = TestServer::start();
    let script = server.get("/board.js");
    assert!(script.body().ends_with(shuangqi_plot::board::EXPORTS));
    assert_eq!(script.header("content-type"), Some("text/javascript; charset=utf-8"));
    assert_eq!(server.get("/board.css").body(), shuangqi_plot::board::STYLE);
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
