//! The token that every request needs: other users of this machine reach its loopback address too.

use std::hint::black_box;

use axum::http::{HeaderMap, Uri, header};

use crate::backend::ClientId;

/// The field of an address that carries a token.
const FIELD: &str = "token";

/// A random number of 128 bits, written in hexadecimal digits.
#[derive(Clone)]
pub(crate) struct Token {
    text: String,
    /// The name of the cookie: other servers of this machine share its cookies, whatever their ports.
    cookie: String,
}

impl Token {
    /// A new token for the server of a port.
    pub fn new(port: u16) -> Result<Token, getrandom::Error> {
        Ok(Token { text: random_digits()?, cookie: format!("shuangqi_{port}") })
    }

    /// What is added to the address of the page.
    pub fn query(&self) -> String {
        format!("?{FIELD}={}", self.text)
    }

    /// The value of the header `Set-Cookie` by which a browser keeps it, with a number that no other browser has; `None` if the
    /// system has no random numbers.
    pub fn new_cookie(&self) -> Option<String> {
        let client = random_digits().ok()?;
        Some(format!("{}={}.{client}; Path=/; HttpOnly; SameSite=Strict", self.cookie, self.text))
    }

    /// Whether an address carries it.
    pub fn is_in_address(&self, address: &Uri) -> bool {
        let fields = address.query().unwrap_or_default().split('&');
        fields.filter_map(|field| field.split_once('=')).any(|(name, text)| name == FIELD && self.is(text))
    }

    /// The client whose number follows it in the cookies of a request.
    pub fn client(&self, headers: &HeaderMap) -> Option<ClientId> {
        let lines = headers.get_all(header::COOKIE).into_iter().filter_map(|line| line.to_str().ok());
        lines
            .flat_map(|line| line.split(';'))
            .filter_map(|cookie| cookie.trim().split_once('='))
            .filter_map(|(name, value)| Some((name, value.split_once('.')?)))
            .find(|&(name, (token, _))| name == self.cookie && self.is(token))
            .and_then(|(_, (_, client))| u128::from_str_radix(client, 16).ok())
            .map(ClientId::Cookie)
    }

    /// Compares in a time that does not depend on where the texts differ.
    fn is(&self, text: &str) -> bool {
        let pairs = self.text.bytes().zip(text.bytes());
        let difference = pairs.fold(0, |difference, (ours, theirs)| black_box(difference | (ours ^ theirs)));
        text.len() == self.text.len() && difference == 0
    }
}

/// A random number of 128 bits in hexadecimal digits.
fn random_digits() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}
