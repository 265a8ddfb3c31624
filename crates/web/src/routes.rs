//! The answers by path, and the headers of every answer, by which a browser keeps the page apart from other sites and from text
//! that is data.

use std::sync::Arc;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, Path, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::task::spawn_blocking;

use crate::assets::{self, INDEX};
use crate::call_threads::CallThreads;
use crate::files::{Folder, not_found};
use crate::guard::{Guard, refusal};
use crate::language;
use crate::options::Limits;
use crate::slots::OpenConnection;
use crate::socket::Socket;

/// The sources that the page may load: its own files alone.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const ALWAYS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, PAGE_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-cache"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

pub(crate) struct Site {
    pub guard: Guard,
    pub folder: Option<Folder>,
    pub threads: CallThreads,
    pub limits: Arc<Limits>,
}

/// The answers to all requests. Each request carries its [`OpenConnection`] as an extension.
pub(crate) fn routes(site: Arc<Site>) -> Router {
    Router::new()
        .route("/ws", get(socket))
        .route("/files/{*name}", get(file))
        .fallback(asset)
        .with_state(Arc::clone(&site))
        .layer(middleware::from_fn_with_state(site, protect))
}

/// Answers what the guard lets through, and adds the headers that protect the page.
async fn protect(
    State(site): State<Arc<Site>>,
    Extension(connection): Extension<Arc<OpenConnection>>,
    request: Request,
    next: Next,
) -> Response {
    with_headers(match site.guard.check(&request) {
        Ok(cookie) => {
            connection.set_idle(false);
            let response = next.run(request).await;
            connection.set_idle(true);
            (cookie.map(|cookie| [(header::SET_COOKIE, cookie)]), response).into_response()
        }
        Err((status, text)) => refusal(status, text),
    })
}

/// A file of the page; the path `/` is the page itself, in the user's language.
async fn asset(address: Uri, headers: HeaderMap) -> Response {
    let name = if address.path() == "/" { INDEX } else { address.path().trim_start_matches('/') };
    match (content_type(name), assets::content(name, language::of_request(&headers))) {
        (Some(kind), Some(content)) => ([(header::CONTENT_TYPE, kind)], content).into_response(),
        _ => (StatusCode::NOT_FOUND, "There is no such file.\n").into_response(),
    }
}

async fn file(State(site): State<Arc<Site>>, Path(name): Path<String>) -> Response {
    let Some(folder) = site.folder.clone() else { return not_found() };
    let most_bytes = site.limits.file_bytes;
    spawn_blocking(move || folder.answer(&name, most_bytes)).await.unwrap_or_else(|_| not_found())
}

async fn socket(
    State(site): State<Arc<Site>>,
    Extension(connection): Extension<Arc<OpenConnection>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    /// Requests are short, and every connection has the buffer all the time.
    const READ_BYTES: usize = 4 << 10;
    let bytes = site.limits.message_bytes;
    let upgrade = upgrade.read_buffer_size(READ_BYTES).write_buffer_size(0);
    upgrade.max_message_size(bytes).max_frame_size(bytes).on_upgrade(async move |socket| {
        Socket::new(socket, connection, site.threads.clone(), Arc::clone(&site.limits)).run().await;
    })
}

/// Adds the headers that the answer does not have yet.
fn with_headers(mut response: Response) -> Response {
    for (name, value) in ALWAYS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// The content type of a file name, if it is one of the page's.
fn content_type(name: &str) -> Option<&'static str> {
    match name.rsplit_once('.')?.1 {
        "html" => Some("text/html; charset=utf-8"),
        "js" => Some("text/javascript; charset=utf-8"),
        "css" => Some("text/css; charset=utf-8"),
        "svg" => Some("image/svg+xml"),
        "png" => Some("image/png"),
        "ftl" => Some("text/plain; charset=utf-8"),
        _ => None,
    }
}
