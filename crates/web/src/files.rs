//! The files of the folder that is served, and the one rule of which of them a page may read.

use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use shuangqi_cli::reader::read_file;

/// The rights of a report of the folder: to run its own script and show itself, without access to this server or another.
const REPORT_POLICY: &str = "sandbox allow-scripts allow-downloads; default-src 'none'; \
    script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'self'";

/// A folder whose files are served.
#[derive(Clone, Debug)]
pub struct Folder {
    /// Without links, so that a path can be compared with it.
    root: PathBuf,
}

/// A file that a page may read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServedFile {
    /// The path, without links.
    pub path: PathBuf,
    /// The media type.
    pub content_type: &'static str,
}

impl Folder {
    /// A folder to serve.
    pub fn new(path: &Path) -> io::Result<Folder> {
        let root = path.canonicalize()?;
        if root.is_dir() { Ok(Folder { root }) } else { Err(io::ErrorKind::NotADirectory.into()) }
    }

    /// The folder itself, without links.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The file that a page names, if it may read it.
    pub fn file(&self, name: &str) -> Option<ServedFile> {
        if is_plain(name) { self.file_at(&self.root.join(name)) } else { None }
    }

    /// The file at a path, if a page may read it: once links are followed it is in the folder, with no hidden part, regular, and
    /// of a kind that is served.
    pub fn file_at(&self, path: &Path) -> Option<ServedFile> {
        let path = path.canonicalize().ok()?;
        let inside = path.strip_prefix(&self.root).ok()?;
        let is_shown = |part: Component<'_>| !part.as_os_str().to_string_lossy().starts_with('.');
        let content_type = content_type(inside)?;
        (inside.components().all(is_shown) && path.is_file()).then_some(ServedFile { path, content_type })
    }

    /// Answers a request for a file up to a size in bytes. Reads it, so it is not to be called where nothing may wait.
    pub(crate) fn answer(&self, name: &str, most_bytes: u64) -> Response {
        let Some(ServedFile { path, content_type }) = self.file(name) else { return not_found() };
        match read_file(&path, most_bytes) {
            Ok(content) => {
                let headers =
                    [(header::CONTENT_TYPE, content_type), (header::CONTENT_SECURITY_POLICY, REPORT_POLICY)];
                (headers, content).into_response()
            }
            Err(error) if error.kind() == ErrorKind::FileTooLarge => {
                (StatusCode::PAYLOAD_TOO_LARGE, format!("The file has more than {most_bytes} bytes.\n"))
                    .into_response()
            }
            Err(_) => not_found(),
        }
    }
}

pub(crate) fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "There is no such file in the folder.\n").into_response()
}

/// Whether a name is a path down from the folder on every system.
fn is_plain(name: &str) -> bool {
    let is_part = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.ends_with(['.', ' ']);
    !name.contains(['\\', ':']) && !name.contains(char::is_control) && name.split('/').all(is_part)
}

/// The content type of a file, if files of its kind are served: others, such as keys, are nobody's business.
fn content_type(path: &Path) -> Option<&'static str> {
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "html" | "htm" => Some("text/html; charset=utf-8"),
        "svg" => Some("image/svg+xml"),
        "json" => Some("application/json"),
        "csv" | "epd" | "fen" | "ggf" | "journal" | "jsonl" | "live" | "log" | "md" | "obf" | "pgn"
        | "scr" | "sgf" | "txt" | "ubb" | "xot" => Some("text/plain; charset=utf-8"),
        "wtb" | "xqf" => Some("application/octet-stream"),
        _ => None,
    }
}
