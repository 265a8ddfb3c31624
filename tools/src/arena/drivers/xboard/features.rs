//! The features that an engine announces.

use crate::arena::drivers::options::{Announced, Options};

/// The features that matter here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Features {
    /// `myname`
    pub name: Option<String>,
    /// `setboard`: it can be given a position.
    pub has_setboard: bool,
    /// `usermove`: moves have a word in front.
    pub has_usermove: bool,
    /// `ping`
    pub has_ping: bool,
    /// `time`: it reads the clocks.
    pub has_time: bool,
    /// `memory`: its tables have a size.
    pub has_memory: bool,
    /// `smp`: it uses several processors.
    pub has_cores: bool,
    /// `variants`
    pub variants: String,
    /// Each `option`, as announced.
    pub options: Vec<String>,
    /// `done`; `None`: not announced.
    pub is_done: Option<bool>,
}

impl Default for Features {
    /// As the protocol has it for an engine that is silent.
    fn default() -> Features {
        Features {
            name: None,
            has_setboard: false,
            has_usermove: false,
            has_ping: false,
            has_time: true,
            has_memory: false,
            has_cores: false,
            variants: String::new(),
            options: Vec::new(),
            is_done: None,
        }
    }
}

impl Features {
    /// Reads a `feature` line, and returns the names that it mentions. Any other line mentions none.
    pub fn read(&mut self, line: &str) -> Vec<String> {
        let Some(rest) = line.trim().strip_prefix("feature ") else { return Vec::new() };
        let pairs = pairs(rest);
        for (name, value) in &pairs {
            self.take(name, value);
        }
        pairs.into_iter().map(|(name, _)| name).collect()
    }

    /// The options as the UCI family would announce them: `Depth -spin 4 1 10`, `Style -combo A /// *B`.
    pub fn announced(&self) -> Options {
        let read = |text: &String| {
            let (name, rest) = text.split_once(" -")?;
            let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
            let words: Vec<&str> = rest.split_whitespace().collect();
            let rest = match (kind, &words[..]) {
                ("spin", [value, least, most, ..]) => format!("default {value} min {least} max {most}"),
                ("check", [value, ..]) => format!("default {value} var 0 var 1"),
                ("combo", _) => {
                    rest.split("///").map(|one| format!("var {} ", one.trim().trim_matches('*'))).collect()
                }
                _ => rest.to_owned(),
            };
            let kind = if kind == "check" { "combo" } else { kind };
            Some(Announced { name: name.trim().to_owned(), kind: kind.to_owned(), rest })
        };
        Options { list: self.options.iter().filter_map(read).collect() }
    }

    fn take(&mut self, name: &str, value: &str) {
        let is_on = value == "1";
        match name {
            "myname" => self.name = Some(value.to_owned()),
            "setboard" => self.has_setboard = is_on,
            "usermove" => self.has_usermove = is_on,
            "ping" => self.has_ping = is_on,
            "time" => self.has_time = is_on,
            "memory" => self.has_memory = is_on,
            "smp" => self.has_cores = is_on,
            "variants" => self.variants = value.to_owned(),
            "option" => self.options.push(value.to_owned()),
            "done" => self.is_done = Some(is_on),
            _ => {}
        }
    }
}

/// `name=value` or `name="a value with blanks"`, one after another.
fn pairs(text: &str) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    let mut rest = text;
    while let Some((name, tail)) = rest.split_once('=') {
        let (value, after) = match tail.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => tail.split_once(char::is_whitespace).unwrap_or((tail, "")),
        };
        pairs.push((name.trim().to_owned(), value.to_owned()));
        rest = after;
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_may_be_quoted() {
        let mut features = Features::default();
        let line = "feature myname=\"Hoi Xiangqi 0.22\" ping=1 setboard=0 usermove=1 option=\"a -spin 0 1 2\" done=1";
        assert_eq!(features.read(line), ["myname", "ping", "setboard", "usermove", "option", "done"]);
        assert_eq!(features.name.as_deref(), Some("Hoi Xiangqi 0.22"));
        assert!(features.has_ping && !features.has_setboard && features.has_usermove && features.has_time);
        assert_eq!((features.options.len(), features.is_done), (1, Some(true)));
        let options = features.announced();
        let spin = options.find("A").unwrap();
        assert_eq!(
            (spin.kind.as_str(), spin.field("min"), spin.field("max")),
            ("spin", Some("1"), Some("2"))
        );
        assert!(features.read("Info: feature x=1").is_empty());
        for broken in ["feature ", "feature =", "feature a", "feature a=\"b"] {
            features.read(broken);
        }
    }
}
