//! Which requests are answered at all.
//!
//! A page of another site must not reach the server through the user's browser. Such a page has another origin, which its
//! requests say; and if its name was made to lead to this machine (DNS rebinding), the requests carry that name as host.

use std::net::{IpAddr, SocketAddr};

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::backend::ClientId;
use crate::token::Token;

const DEFAULT_PORT: u16 = 80;
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

/// The answer to a request without the token.
const NO_TOKEN: &str = "This request lacks the token of the server. Open the address that `shuangqi serve` printed when it \
    was started: it ends with ?token= and the token. A browser keeps it until the browser is closed; a server that is \
    started again has another.";

/// Checks requests.
pub(crate) struct Guard {
    /// Where the server listens, with the port it got.
    address: SocketAddr,
    /// What a request must carry.
    token: Token,
}

/// What becomes of a request.
pub(crate) enum Verdict {
    /// It is answered.
    Pass {
        /// The client, if the request has its cookie.
        client: Option<ClientId>,
        /// The header `Set-Cookie` for a new client.
        cookie: Option<String>,
    },
    /// It is refused.
    Refuse(StatusCode, String),
}

impl Guard {
    pub fn new(address: SocketAddr, token: Token) -> Guard {
        Guard { address, token }
    }

    /// Says what becomes of a request.
    pub fn check(&self, request: &Request) -> Verdict {
        let refuse = |status, text: &str| Verdict::Refuse(status, text.to_owned());
        let headers = request.headers();
        if !self.is_own_host(request) {
            return Verdict::Refuse(StatusCode::FORBIDDEN, self.host_text());
        }
        if has_foreign_origin(headers) {
            return refuse(StatusCode::FORBIDDEN, "Pages of other sites are not answered.");
        }
        if has_body(headers) {
            return refuse(StatusCode::PAYLOAD_TOO_LARGE, "A request has no body here.");
        }
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return refuse(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD are answered.");
        }
        self.check_token(request)
    }

    fn check_token(&self, request: &Request) -> Verdict {
        let (address, client) = (request.uri(), self.token.client(request.headers()));
        if client.is_none() && !self.token.is_in_address(address) {
            return Verdict::Refuse(StatusCode::UNAUTHORIZED, NO_TOKEN.to_owned());
        }
        let is_new = client.is_none() && address.path() == "/";
        let cookie = if is_new { self.token.new_cookie() } else { None };
        Verdict::Pass { client, cookie }
    }

    /// Whether a request names this server as its host, and no other.
    fn is_own_host(&self, request: &Request) -> bool {
        let mut hosts = request.headers().get_all(header::HOST).into_iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
        let in_target = request.uri().authority().is_none_or(|host| self.is_own_name(host.as_str()));
        in_target && host.to_str().is_ok_and(|host| self.is_own_name(host))
    }

    /// Whether a name with a port is one of this server. A number cannot be made to lead elsewhere, so any is as good
    /// as the other for a server that listens on all addresses.
    fn is_own_name(&self, host: &str) -> bool {
        let Some((name, port)) = split_port(host) else { return false };
        let is_own = |number: IpAddr| number == self.address.ip() || self.address.ip().is_unspecified();
        port == self.address.port()
            && (name.eq_ignore_ascii_case("localhost") || number(name).is_some_and(is_own))
    }

    fn host_text(&self) -> String {
        let port = self.address.port();
        format!(
            "This server answers to its own address and port, as http://localhost:{port}/, not to another name or port. \
             A tunnel must keep the port {port}."
        )
    }
}

/// A refusal as an answer, after which the connection is closed.
pub(crate) fn refusal(status: StatusCode, text: String) -> Response {
    (status, [(header::CONNECTION, "close")], text + "\n").into_response()
}

/// Whether a browser sent a request for a page of another site, and not because the user opened the address. A program
/// that is no browser says no origin: it could as well say the right one.
fn has_foreign_origin(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let is_own =
        |origin: &str| origin.strip_prefix("http://").is_some_and(|name| name.eq_ignore_ascii_case(host));
    let says_foreign =
        headers.get_all(header::ORIGIN).into_iter().any(|origin| !origin.to_str().is_ok_and(is_own));
    let is_from_elsewhere =
        headers.get(FETCH_SITE).is_some_and(|site| site != "same-origin" && site != "none");
    let is_opened = headers.get(FETCH_MODE).is_some_and(|mode| mode == "navigate");
    says_foreign || (is_from_elsewhere && !is_opened)
}

fn has_body(headers: &HeaderMap) -> bool {
    headers.contains_key(header::TRANSFER_ENCODING)
        || headers.get_all(header::CONTENT_LENGTH).into_iter().any(|length| length != "0")
}

/// The name and the port of a host.
fn split_port(host: &str) -> Option<(&str, u16)> {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => {
            let is_plain = port.bytes().all(|digit| digit.is_ascii_digit());
            Some((name, port.parse().ok().filter(|_| is_plain)?))
        }
        _ => Some((host, DEFAULT_PORT)),
    }
}

/// The address that a name is, if it is one: `127.0.0.1` or `[::1]`.
fn number(name: &str) -> Option<IpAddr> {
    match name.strip_prefix('[') {
        Some(rest) => rest.strip_suffix(']')?.parse().ok().map(IpAddr::V6),
        None => name.parse().ok().map(IpAddr::V4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_answers_to_its_own_names() {
        // The address and port of a server, its names, and names that it does not have.
        let cases: [(&str, &[&str], &[&str]); 6] = [
            (
                "[::1]:8000",
                &["[::1]:8000", "[0:0:0:0:0:0:0:1]:8000", "localhost:8000"],
                &[
                    "::1:8000",
                    "[::1]",
                    "[::1]:80",
                    "[::1:8000",
                    "::1]:8000",
                    "127.0.0.1:8000",
                    "[localhost]:8000",
                ],
            ),
            ("192.0.2.1:8000", &["192.0.2.1:8000"], &["127.0.0.1:8000"]),
            // The port of HTTP may be left out.
            ("127.0.0.1:80", &["127.0.0.1", "127.0.0.1:80", "localhost"], &["127.0.0.1:"]),
            ("[::1]:80", &["[::1]"], &["::1"]),
            // On all addresses any number is one of the server, and no name.
            ("0.0.0.0:8000", ANY, OTHERS),
            ("[::]:8000", ANY, OTHERS),
        ];
        const ANY: &[&str] = &["192.0.2.7:8000", "[2001:db8::7]:8000", "localhost:8000"];
        const OTHERS: &[&str] =
            &["evil.example:8000", "192.0.2.7:80", "192.0.2.7.evil.example:8000", "1:8000", ":8000"];
        for (address, own, foreign) in cases {
            let guard = Guard::new(address.parse().unwrap(), Token::new(0).unwrap());
            own.iter().for_each(|host| assert!(guard.is_own_name(host), "{address} {host}"));
            foreign.iter().for_each(|host| assert!(!guard.is_own_name(host), "{address} {host}"));
        }
    }
}
