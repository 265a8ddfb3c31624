//! The folder of reports.

use std::fs;
use std::path::Path;

use shuangqi_web::{Folder, Limits, Options};
use tempfile::TempDir;

use crate::support::TestServer;

/// Paths to what a page may not read, or to nothing.
const REFUSED: &str = r"
    ../outside.html %2e%2e/outside.html ..%2foutside.html %2e%2e%2foutside.html deep/../../outside.html
    deep/%2e%2e/%2e%2e/outside.html ..\outside.html ..%5coutside.html %252e%252e/outside.html ....//outside.html
    /etc/passwd //etc/passwd.html %2fetc%2fpasswd C:/report.html report.html:x C%3A%5Creport.html ./report.html
    deep/./er/figure.svg deep//er/figure.svg .secret.html .hidden/page.html %2esecret.html report.html%00.txt
    report.html%00 report.html%0a report.html/ report.html/report.html folder.html deep deep/er none program.exe
    script.js style.css report.html. report.html%20 report.htm absent.html % %zz %ff.html
    %c0%ae%c0%ae/outside.html
";

/// A folder inside another, so that a path can lead out of it.
fn folder() -> TempDir {
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("reports");
    fs::create_dir_all(folder.join("deep/er")).unwrap();
    fs::create_dir_all(folder.join(".hidden")).unwrap();
    fs::create_dir_all(folder.join("folder.html")).unwrap();
    let files = [
        "report.html",
        "deep/er/figure.svg",
        "games.pgn",
        "match.jsonl",
        "data.json",
        "with space.txt",
        "将.txt",
        ".secret.html",
        ".hidden/page.html",
        "program.exe",
        "script.js",
        "style.css",
        "none",
        "report.html.",
    ];
    for name in files {
        fs::write(folder.join(name), name).unwrap();
    }
    fs::write(outer.path().join("outside.html"), "outside").unwrap();
    outer
}

fn server(outer: &Path, file_bytes: u64) -> TestServer {
    let limits = Limits { file_bytes, ..Limits::default() };
    let folder = Some(Folder::new(&outer.join("reports")).unwrap());
    TestServer::with(Options { folder, limits, ..Options::default() })
}

#[test]
fn files_are_served_as_what_they_are_and_kept_apart_from_the_page() {
    let outer = folder();
    let server = server(outer.path(), 1 << 20);
    for (path, content, kind) in [
        ("report.html", "report.html", "text/html; charset=utf-8"),
        ("deep/er/figure.svg", "deep/er/figure.svg", "image/svg+xml"),
        ("games.pgn", "games.pgn", "text/plain; charset=utf-8"),
        ("match.jsonl", "match.jsonl", "text/plain; charset=utf-8"),
        ("data.json", "data.json", "application/json"),
        ("with%20space.txt", "with space.txt", "text/plain; charset=utf-8"),
        ("%E5%B0%86.txt", "将.txt", "text/plain; charset=utf-8"),
    ] {
        let answer = server.get(&format!("/files/{path}"));
        assert_eq!((answer.status(), answer.body()), (200, content), "{path}");
        assert_eq!(answer.header("content-type"), Some(kind));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.starts_with("sandbox allow-scripts allow-downloads; default-src 'none';"), "{policy}");
        assert!(!policy.contains("allow-same-origin") && !policy.contains("connect-src"), "{policy}");
    }
}

#[test]
fn no_path_leads_out_of_the_folder_or_to_hidden_files() {
    let outer = folder();
    let server = server(outer.path(), 1 << 20);
    for path in REFUSED.split_whitespace().chain([""]) {
        let answer = server.get(&format!("/files/{path}"));
        assert!(matches!(answer.status(), 400 | 404), "{path}: {answer:?}");
        assert!(!answer.0.contains("outside\n") && !answer.body().ends_with("outside"), "{path}");
    }
    server.assert_alive();
}

#[cfg(unix)]
#[test]
fn links_are_followed_only_inside_the_folder() {
    use std::os::unix::fs::symlink;
    let outer = folder();
    let reports = outer.path().join("reports");
    symlink(outer.path().join("outside.html"), reports.join("out.html")).unwrap();
    symlink(outer.path(), reports.join("up")).unwrap();
    symlink(reports.join(".secret.html"), reports.join("secret.html")).unwrap();
    symlink("/dev/zero", reports.join("zero.txt")).unwrap();
    symlink(reports.join("round.html"), reports.join("round.html")).unwrap();
    symlink("report.html", reports.join("inside.html")).unwrap();
    // The kind that counts is that of the file, not of the link.
    symlink("program.exe", reports.join("program.txt")).unwrap();
    symlink("none", reports.join("none.txt")).unwrap();
    let server = server(outer.path(), 1 << 20);
    for path in [
        "out.html",
        "up/outside.html",
        "up/reports/report.html/",
        "secret.html",
        "zero.txt",
        "round.html",
        "program.txt",
        "none.txt",
    ] {
        assert_eq!(server.get(&format!("/files/{path}")).status(), 404, "{path}");
    }
    assert_eq!(server.get("/files/inside.html").body(), "report.html");
}

#[test]
fn files_have_a_largest_size() {
    let outer = folder();
    let server = server(outer.path(), 11);
    assert_eq!(server.get("/files/report.html").status(), 200);
    let large = server.get("/files/deep/er/figure.svg");
    assert_eq!((large.status(), large.body()), (413, "The file has more than 11 bytes.\n"));
}

#[test]
fn a_folder_that_is_none_is_refused() {
    let outer = folder();
    for path in ["absent", "outside.html"] {
        assert!(Folder::new(&outer.path().join(path)).is_err(), "{path}");
    }
}
