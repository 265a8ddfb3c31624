//! The check whether a request is answered at all.
//!
//! A page of another site must not reach the server through the user's browser. Such a page has another origin, which its
//! requests say; and if its name was made to lead to this machine (DNS rebinding), the requests carry that name as host.

use std::hint::black_box;
use std::net::{IpAddr, SocketAddr};

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use shuangqi_page::Problem;

use crate::language;

const DEFAULT_PORT: u16 = 80;
/// The field of an address that carries a token.
const FIELD: &str = "token";
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

/// The one refusal that people meet who did nothing wrong: they open the address of yesterday.
const NO_TOKEN: &str = "This request lacks the token of the server. Open the address that `shuangqi serve` printed when it \
    was started: it ends with ?token= and the token. A browser keeps it until the browser is closed; a server that is \
    started again has another.";

pub(crate) struct Guard {
    /// The address of the server, with the port it got.
    pub address: SocketAddr,
    pub token: Token,
}

impl Guard {
    /// Says what becomes of a request: it is answered, with the header `Set-Cookie` for a browser that has just been given the
    /// token; or it is refused.
    pub fn check(&self, request: &Request) -> Result<Option<String>, (StatusCode, String)> {
        let headers = request.headers();
        let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
        let has_cookie = self.token.is_in_cookie(headers);
        let (status, text) = if !self.is_own_host(request) {
            (StatusCode::FORBIDDEN, self.host_text())
        } else if has_foreign_origin(headers) {
            (StatusCode::FORBIDDEN, "Pages of other sites are not answered.".to_owned())
        } else if has_body(headers) {
            (StatusCode::PAYLOAD_TOO_LARGE, "A request has no body here.".to_owned())
        } else if !is_read {
            (StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD are answered.".to_owned())
        } else if !has_cookie && !self.token.is_in_address(request.uri()) {
            let problem = Problem::new("problem-no-token", NO_TOKEN).said_in(language::of_request(headers));
            (StatusCode::UNAUTHORIZED, problem.text())
        } else {
            let is_new = !has_cookie && request.uri().path() == "/";
            return Ok(is_new.then(|| self.token.cookie()));
        };
        Err((status, text))
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

/// A random number of 128 bits, written in hexadecimal digits, that every request needs: other users of this machine reach its
/// loopback address too.
#[derive(Clone)]
pub(crate) struct Token {
    text: String,
    /// The name of the cookie: other servers of this machine share its cookies, whatever their ports.
    name: String,
}

impl Token {
    pub fn new(port: u16) -> Result<Token, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        let text = format!("{:032x}", u128::from_ne_bytes(bytes));
        Ok(Token { text, name: format!("shuangqi_{port}") })
    }

    /// The query of the address of the page.
    pub fn query(&self) -> String {
        format!("?{FIELD}={}", self.text)
    }

    /// The value of the header `Set-Cookie` by which a browser keeps it.
    fn cookie(&self) -> String {
        format!("{}={}; Path=/; HttpOnly; SameSite=Strict", self.name, self.text)
    }

    fn is_in_address(&self, address: &Uri) -> bool {
        let fields = address.query().unwrap_or_default().split('&');
        fields.filter_map(|field| field.split_once('=')).any(|(name, text)| name == FIELD && self.is(text))
    }

    fn is_in_cookie(&self, headers: &HeaderMap) -> bool {
        let lines = headers.get_all(header::COOKIE).into_iter().filter_map(|line| line.to_str().ok());
        let mut cookies =
            lines.flat_map(|line| line.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
        cookies.any(|(name, text)| name == self.name && self.is(text))
    }

    /// Compares in a time that does not depend on where the texts differ.
    fn is(&self, text: &str) -> bool {
        let pairs = self.text.bytes().zip(text.bytes());
        let difference = pairs.fold(0, |difference, (ours, theirs)| black_box(difference | (ours ^ theirs)));
        text.len() == self.text.len() && difference == 0
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
            let guard = Guard { address: address.parse().unwrap(), token: Token::new(0).unwrap() };
            own.iter().for_each(|host| assert!(guard.is_own_name(host), "{address} {host}"));
            foreign.iter().for_each(|host| assert!(!guard.is_own_name(host), "{address} {host}"));
        }
    }
}
