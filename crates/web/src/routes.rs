//! The answers by path, and the headers of every answer, by which a browser keeps the page apart from other sites and from text
//! that is data.

use std::sync::Arc;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, Path, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::task::spawn_blocking;

use crate::assets;
use crate::backend::ClientId;
use crate::call_threads::CallThreads;
use crate::files::{Folder, not_found};
use crate::guard::{Guard, Verdict, refusal};
use crate::options::Limits;
use crate::socket::Socket;
use crate::tcp_connection::OpenConnection;

/// What the page may load: its own files alone.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const ALWAYS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, PAGE_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-cache"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// What the answers need.
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
    mut request: Request,
    next: Next,
) -> Response {
    with_headers(match site.guard.check(&request) {
        Verdict::Pass { client, cookie } => {
            request.extensions_mut().insert(connection.begin_request(client));
            let response = next.run(request).await;
            connection.set_idle(true);
            (cookie.map(|cookie| [(header::SET_COOKIE, cookie)]), response).into_response()
        }
        Verdict::Refuse(status, text) => refusal(status, text),
    })
}

async fn asset(address: Uri, headers: HeaderMap) -> Response {
    assets::answer(address.path(), &headers)
}

async fn file(State(site): State<Arc<Site>>, Path(name): Path<String>) -> Response {
    let Some(folder) = site.folder.clone() else { return not_found() };
    let most_bytes = site.limits.file_bytes;
    spawn_blocking(move || folder.answer(&name, most_bytes)).await.unwrap_or_else(|_| not_found())
}

async fn socket(
    State(site): State<Arc<Site>>,
    Extension(connection): Extension<Arc<OpenConnection>>,
    Extension(client): Extension<ClientId>,
    upgrade: WebSocketUpgrade,
) -> Response {
    /// Requests are short, and every connection has the buffer all the time.
    const READ_BYTES: usize = 4 << 10;
    let bytes = site.limits.message_bytes;
    let upgrade = upgrade.read_buffer_size(READ_BYTES).write_buffer_size(0);
    upgrade.max_message_size(bytes).max_frame_size(bytes).on_upgrade(async move |socket| {
        Socket::new(socket, connection, client, site.threads.clone(), Arc::clone(&site.limits)).run().await;
    })
}

/// Adds the headers that the answer does not have yet.
fn with_headers(mut response: Response) -> Response {
    for (name, value) in ALWAYS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}
