//! Algorithms by name.

use console::Failure;
use search_core::recipe::{Bounds, PARTS, PRESETS, UnknownName};
use search_core::{Driver, Recipe};

use super::subject::Subject;

/// A way to search: a recipe, and how the root is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Algorithm {
    /// As the user spelt it.
    pub name: String,
    /// What every node does.
    pub recipe: Recipe,
    /// How the root is asked.
    pub driver: Driver,
}

impl Algorithm {
    /// Reads `preset[+part|-part]…[@driver]`.
    ///
    /// # Errors
    /// The name that is not known, and the names that are.
    pub fn parse<P: Subject>(name: &str) -> Result<Algorithm, Failure> {
        let (recipe, driver) = name.split_once('@').unwrap_or((name, Driver::NAMES[0]));
        let driver =
            Driver::by_name(driver, P::RADIUS).ok_or_else(|| unknown("driver", driver, &Driver::NAMES))?;
        let recipe = Recipe::parse(recipe).map_err(|UnknownName { found, known }| {
            let is_part = known.first() == Some(&PARTS[0].name);
            unknown(if is_part { "part" } else { "preset" }, &found, &known)
        })?;
        Ok(Algorithm { name: name.to_owned(), recipe, driver })
    }

    /// Reads names joined with commas.
    ///
    /// # Errors
    /// Unknown names, and names that stand there twice.
    pub fn parse_list<P: Subject>(list: &str) -> Result<Vec<Algorithm>, Failure> {
        let mut algorithms: Vec<Algorithm> = Vec::new();
        for name in list.split(',') {
            let algorithm = Algorithm::parse::<P>(name.trim())?;
            if algorithms.iter().any(|other| other.name == algorithm.name) {
                return Err(Failure::Usage(format!(
                    "--algorithms names {} twice. Leave one out.",
                    algorithm.name
                )));
            }
            algorithms.push(algorithm);
        }
        Ok(algorithms)
    }

    /// Whether the whole tree is searched, so that its size can be foretold.
    pub fn is_exhaustive(&self) -> bool {
        self.recipe.bounds == Bounds::Ignored
    }
}

/// The algorithm that the others are measured against: alpha-beta if it is there, else the first.
pub fn baseline(algorithms: &[Algorithm]) -> usize {
    algorithms.iter().position(|algorithm| algorithm.name == "alpha-beta").unwrap_or(0)
}

fn unknown(what: &str, found: &str, known: &[&str]) -> Failure {
    let known = known.join(", ");
    Failure::Usage(format!("--algorithms: there is no {what} \"{found}\". Known are: {known}."))
}

/// What an algorithm can be made of, for the help.
pub fn parts_help() -> String {
    let presets: Vec<&str> = PRESETS.iter().map(|(name, _)| *name).collect();
    let mut text =
        format!("An algorithm is PRESET[+PART|-PART]...[@DRIVER]. Presets: {}.\n", presets.join(", "));
    text += &format!("Drivers: {}. Parts:\n", Driver::NAMES.join(", "));
    for part in PARTS {
        text += &format!("  {:<22} {}\n", part.name, part.meaning);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use search_core::Guess;

    fn othello(list: &str) -> Result<Vec<Algorithm>, Failure> {
        Algorithm::parse_list::<othello::Position>(list)
    }

    fn complaint(list: &str) -> String {
        othello(list).unwrap_err().to_string()
    }

    #[test]
    fn names_have_presets_parts_and_drivers() {
        let list = othello("alpha-beta, pvs+table-scout@mtdf").unwrap();
        assert_eq!(list[0].driver, Driver::Full);
        assert_eq!(list[1].driver, Driver::Mtdf(Guess::Previous));
        assert_eq!(list[1].recipe, Recipe::parse("alpha-beta+table").unwrap());
        assert_eq!(baseline(&list), 0);
        assert_eq!(baseline(&othello("pvs,negamax,alpha-beta").unwrap()), 2);
        assert_eq!(baseline(&othello("pvs,negamax").unwrap()), 0);
    }

    #[test]
    fn unknown_names_are_answered_with_the_known_ones() {
        for (list, word) in
            [("minimax", "negamax"), ("pvs+tables", "table"), ("pvs@deep", "mtdf"), ("", "pvs")]
        {
            assert!(complaint(list).contains(word), "{list}: {}", complaint(list));
        }
        assert!(complaint("pvs,pvs").contains("twice"));
    }

    #[test]
    fn default_lists_are_known() {
        let list = othello(<othello::Position as Subject>::ALGORITHMS).unwrap();
        assert!(list.len() > 10 && list[0].is_exhaustive() && !list[1].is_exhaustive());
        assert!(
            Algorithm::parse_list::<xiangqi::Position>(<xiangqi::Position as Subject>::ALGORITHMS).is_ok()
        );
    }
}
