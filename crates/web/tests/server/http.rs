//! The files of the page, those of the folder of reports, and the requests that are answered at all: with the token, to the own
//! host, from the own page.

use std::collections::BTreeSet;
use std::fs;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};

use serde_json::json;
use shuangqi_plot::board;
use shuangqi_web::{Folder, Limits, Options};
use tempfile::TempDir;

use crate::support::{Answer, TestServer};

const MAX_BYTES: usize = 500_000;

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

/// The names of all files of the page but itself, which depends on the language, with what they end with: those of its folder whole,
/// and the board of all pages.
fn files() -> Vec<(String, String)> {
    let own = assets().into_iter().filter(|path| name(path) != "index.html");
    let own = own.map(|path| (name(&path), fs::read_to_string(&path).unwrap()));
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
    assert!(bytes < MAX_BYTES, "{bytes}");
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
fn reports() -> TempDir {
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

fn server_of(outer: &Path, file_bytes: u64) -> TestServer {
    let limits = Limits { file_bytes, ..Limits::default() };
    let folder = Some(Folder::new(&outer.join("reports")).unwrap());
    TestServer::with(Options { folder, limits, ..Options::default() })
}

#[test]
fn files_are_served_as_what_they_are_and_kept_apart_from_the_page() {
    let outer = reports();
    let server = server_of(outer.path(), 1 << 20);
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
    let outer = reports();
    let server = server_of(outer.path(), 1 << 20);
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
    let outer = reports();
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
    let server = server_of(outer.path(), 1 << 20);
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
    let outer = reports();
    let server = server_of(outer.path(), 11);
    assert_eq!(server.get("/files/report.html").status(), 200);
    let large = server.get("/files/deep/er/figure.svg");
    assert_eq!((large.status(), large.body()), (413, "The file has more than 11 bytes.\n"));
}

#[test]
fn a_folder_that_is_none_is_refused() {
    let outer = reports();
    for path in ["absent", "outside.html"] {
        assert!(Folder::new(&outer.path().join(path)).is_err(), "{path}");
    }
}

/// Names that a server of this machine does not have, with its port for `PORT`.
const FOREIGN_HOSTS: &str = "
    evil.example evil.example:PORT localhost.evil.example:PORT 127.0.0.1.evil.example:PORT
    localhost.:PORT [::1]:PORT [::ffff:127.0.0.1]:PORT 127.0.0.2:PORT 127.1:PORT 0177.0.0.1:PORT
    2130706433:PORT user@127.0.0.1:PORT 127.0.0.1:PORT:PORT 127.0.0.1:+PORT 127.0.0.1 127.0.0.1:1
    localhost:
";

#[test]
fn only_the_own_host_is_answered() {
    let server = TestServer::start();
    let port = server.address().port();
    let rest = format!("Cookie: {}\r\nConnection: close\r\n\r\n", server.cookie());
    let ask = |lines: &str| server.send(format!("GET / HTTP/1.1\r\n{lines}{rest}").as_bytes()).status();
    for host in [format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("LocalHost:{port}")] {
        assert_eq!(ask(&format!("Host: {host}\r\n")), 200, "{host}");
    }
    let foreign = FOREIGN_HOSTS.replace("PORT", &port.to_string());
    for host in foreign.split_whitespace().chain([""]) {
        assert_eq!(ask(&format!("Host: {host}\r\n")), 403, "{host}");
    }
    assert_eq!(ask(""), 403);
    assert_eq!(ask(&format!("Host: 127.0.0.1:{port}\r\nHost: evil.example\r\n")), 403);
    let target = format!("GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{rest}");
    assert_eq!(server.send(target.as_bytes()).status(), 403);
    server.assert_alive();
}

#[test]
fn only_the_own_page_gets_a_connection() {
    let server = TestServer::start();
    let own = server.address();
    assert!(server.client_with(&[("origin", &format!("http://{own}"))]).is_ok());
    let foreign = [
        "http://evil.example".to_owned(),
        "null".to_owned(),
        format!("https://{own}"),
        format!("http://localhost:{}", own.port()), // this request's host is the number
        format!("http://{own}.evil.example"),
        "http://127.0.0.1:1".to_owned(),
        "http://127.0.0.1".to_owned(),
        "file://".to_owned(),
        String::new(),
    ];
    for origin in &foreign {
        let refused = server.client_with(&[("origin", origin)]).err().unwrap();
        assert!(refused.contains("403"), "{origin}: {refused}");
    }
    server.assert_alive();
}

#[test]
fn pages_of_other_sites_may_link_here_but_not_load_from_here() {
    let server = TestServer::start();
    let ask = |site: &str, mode: &str| {
        server.ask("/main.js", &format!("Sec-Fetch-Site: {site}\r\nSec-Fetch-Mode: {mode}\r\n")).status()
    };
    assert_eq!(ask("none", "navigate"), 200);
    assert_eq!(ask("same-origin", "cors"), 200);
    assert_eq!(ask("cross-site", "navigate"), 200);
    assert_eq!(ask("cross-site", "no-cors"), 403);
    assert_eq!(ask("same-site", "cors"), 403);
    let socket = [("sec-fetch-site", "same-site"), ("sec-fetch-mode", "websocket")];
    assert!(server.client_with(&socket).is_err());
}

/// A server that other machines reach.
fn open_server() -> TestServer {
    TestServer::with(Options { address: Ipv4Addr::UNSPECIFIED.into(), ..Options::default() })
}

#[test]
fn tokens_are_long_and_random() {
    let servers: Vec<TestServer> = (0..8).map(|_| TestServer::start()).collect();
    let tokens: BTreeSet<&str> = servers.iter().map(TestServer::token).collect();
    assert_eq!(tokens.len(), 8);
    assert!(
        tokens.iter().all(|token| token.len() == 32 && token.bytes().all(|digit| digit.is_ascii_hexdigit()))
    );
}

#[test]
fn the_address_with_the_token_puts_it_into_a_cookie() {
    let server = TestServer::start();
    let address = format!("/?token={}", server.token());
    let answer = server.ask_without_token(&address, "");
    assert!(answer.status() == 200 && answer.body().contains("<title>"), "{answer:?}");
    let (cookie, rest) = answer.header("set-cookie").unwrap().split_once("; ").unwrap();
    assert_eq!((cookie, rest), (server.cookie().as_str(), "Path=/; HttpOnly; SameSite=Strict"));
    let cookie = format!("Cookie: a=b; {cookie}; c\r\n");
    for path in [address.as_str(), "/", "/main.js", "/board.css"] {
        let answer = server.ask_without_token(path, &cookie);
        assert_eq!((answer.status(), answer.header("set-cookie")), (200, None), "{path}");
    }
    assert_eq!(server.client().ask(json!({ "id": 1, "do": "echo" }))["id"], 1);
}

#[test]
fn nothing_is_answered_without_the_token() {
    for server in [TestServer::start(), open_server()] {
        let (token, port) = (server.token(), server.address().port());
        let wrong = [
            String::new(),
            "0".repeat(32),
            token[1..].to_owned(),
            format!("{token}0"),
            token.to_uppercase() + "A",
            format!("{}{}", &token[..31], if token.ends_with('0') { '1' } else { '0' }),
        ];
        for text in &wrong {
            assert_eq!(server.ask_without_token(&format!("/?token={text}"), "").status(), 401, "{text}");
            let cookie = format!("shuangqi_{port}={text}");
            let answer = server.ask_without_token("/", &format!("Cookie: {cookie}\r\n"));
            assert_eq!((answer.status(), answer.header("set-cookie")), (401, None), "{text}");
            assert!(server.client_with(&[("cookie", &cookie)]).err().unwrap().contains("401"));
        }
        for cookie in [format!("shuangqi_1={token}"), format!("shuangqi_{port}={token}.x")] {
            assert_eq!(server.ask_without_token("/", &format!("Cookie: {cookie}\r\n")).status(), 401);
        }
        for path in ["/", "/main.js", "/board.js", "/icon.svg", "/none", "/files/a.txt", "/ws"] {
            let answer = server.ask_without_token(path, "");
            assert_eq!(answer.status(), 401, "{path}");
            assert!(answer.body().contains("Open the address that `shuangqi serve` printed"), "{answer:?}");
            assert!(!answer.0.contains(token), "{path}");
        }
        let answer = server.ask_without_token("/", "Accept-Language: zh-CN,zh;q=0.9\r\n");
        assert!(answer.body().contains("请打开 shuangqi serve 启动时给出的地址"), "{answer:?}");
    }
}
