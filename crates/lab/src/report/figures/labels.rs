//! Short names of algorithms.

use shuangqi_plot::Name;

use super::super::view::View;

/// The names of the algorithms of one chart: of long ones, what they do not share.
#[derive(Clone, Copy, Debug)]
pub struct Labels<'data> {
    view: &'data View<'data>,
    shared: Option<&'data str>,
}

impl<'data> Labels<'data> {
    /// Names that are all shorter than this are written whole.
    const LONG: usize = 24;

    /// Labels for some algorithms and what they are divided by.
    pub fn new(view: &'data View<'data>, algorithms: &[usize], baseline: usize) -> Labels<'data> {
        let names: Vec<&str> = algorithms.iter().chain([&baseline]).map(|&index| view.name(index)).collect();
        let is_long = names.iter().any(|name| name.chars().count() >= Labels::LONG);
        Labels { view, shared: shared(view.name(baseline), &names).filter(|_| is_long) }
    }

    pub fn of(&self, algorithm: usize) -> Name {
        let full = self.view.name(algorithm);
        let rest = self.shared.and_then(|shared| full.strip_prefix(shared)).filter(|rest| !rest.is_empty());
        Name {
            short: rest.map_or_else(|| full.to_owned(), |rest| format!("…{rest}")), full: full.to_owned()
        }
    }

    /// How they are to be read, as a sentence; empty if they are whole names.
    pub fn note(&self) -> String {
        self.shared.map_or_else(String::new, |shared| format!(" In names, … stands for {shared}."))
    }
}

/// The longest beginning of the baseline's name that all names share and that ends where a part does. A hyphen begins a
/// part that is left out only after the whole name: elsewhere it may be part of a word.
fn shared<'name>(baseline: &'name str, names: &[&str]) -> Option<&'name str> {
    let ends_in = |name: &str, end: usize| {
        let rest = name.strip_prefix(&baseline[..end]);
        let is_end = |next| matches!(next, '+' | '@' | ':') || next == '-' && end == baseline.len();
        rest.is_some_and(|rest| rest.chars().next().is_none_or(is_end))
    };
    let ends = baseline.char_indices().map(|(end, _)| end).chain([baseline.len()]).skip(1);
    let end = ends.filter(|&end| names.iter().all(|name| ends_in(name, end))).last();
    end.map(|end| &baseline[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_parts_are_shared() {
        let names = ["strongest", "strongest+futility", "strongest-losing-last", "strongest@mtdf"];
        assert_eq!(shared("strongest", &names), Some("strongest"));
        let names = ["pvs+sort+table+killers", "pvs+sort+table+killers+history", "pvs+sort+tables"];
        assert_eq!(shared(names[0], &names), Some("pvs+sort"));
        assert_eq!(shared("alpha-beta", &["alpha-beta", "pvs"]), None);
        assert_eq!(shared("alpha-beta", &["alpha-beta", "alpha-gamma"]), None);
    }
}
