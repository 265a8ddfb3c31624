//! The reports and game files of the folder that the server was given.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::headers::REPORT_POLICY;

/// A folder whose files are served.
#[derive(Clone)]
pub(crate) struct Folder {
    /// Without links, so that a path can be compared with it.
    root: PathBuf,
    most_bytes: u64,
}

impl Folder {
    /// A folder that serves files up to a size in bytes.
    ///
    /// # Errors
    /// It cannot be read, or it is no folder.
    pub fn new(path: &Path, most_bytes: u64) -> io::Result<Folder> {
        let root = path.canonicalize()?;
        if !root.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(Folder { root, most_bytes })
    }

    /// Answers a request for a file. Reads it, so it is not to be called where nothing may wait.
    pub fn answer(&self, name: &str) -> Response {
        let (Some(kind), Some(path)) = (kind(name), self.path(name)) else { return not_found() };
        match self.read(&path) {
            Ok(Some(content)) => {
                let headers =
                    [(header::CONTENT_TYPE, kind), (header::CONTENT_SECURITY_POLICY, REPORT_POLICY)];
                (headers, content).into_response()
            }
            Ok(None) => (
                StatusCode::PAYLOAD_TOO_LARGE,
                format!("The file has more than {} bytes.\n", self.most_bytes),
            )
                .into_response(),
            Err(_) => not_found(),
        }
    }

    /// Where a file is: in the folder, with no hidden part, and regular.
    fn path(&self, name: &str) -> Option<PathBuf> {
        if !is_plain(name) {
            return None;
        }
        let path = self.root.join(name).canonicalize().ok()?;
        // A link may lead to another place of the folder, but not to a hidden one.
        let inside = path.strip_prefix(&self.root).ok()?;
        let is_shown = |part: Component<'_>| !part.as_os_str().to_string_lossy().starts_with('.');
        (inside.components().all(is_shown) && path.is_file()).then_some(path)
    }

    /// The content of a file, unless it is too large.
    fn read(&self, path: &Path) -> io::Result<Option<Vec<u8>>> {
        let mut content = Vec::new();
        // One byte more shows that there is more; a file may also grow meanwhile.
        File::open(path)?.take(self.most_bytes + 1).read_to_end(&mut content)?;
        Ok((content.len() as u64 <= self.most_bytes).then_some(content))
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

/// The content type of a file name, if files of its kind are served.
fn kind(name: &str) -> Option<&'static str> {
    match name.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
        "html" | "htm" => Some("text/html; charset=utf-8"),
        "svg" => Some("image/svg+xml"),
        "json" => Some("application/json"),
        "csv" | "fen" | "ggf" | "jsonl" | "log" | "md" | "obf" | "pgn" | "txt" => {
            Some("text/plain; charset=utf-8")
        }
        _ => None,
    }
}
