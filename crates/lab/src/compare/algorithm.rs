//! Algorithms by name.

use std::str::FromStr;

use search_core::recipe::{Bounds, PARTS, PRESETS, UnknownName};
use search_core::{Aspiration, Driver, Growth, Guess, Recipe, Score};
use shuangqi_cli::Failure;
use shuangqi_cli::args::HashSize;
use shuangqi_cli::program::HELP_WIDTH;

use crate::lab_game::LabGame;

/// A way to search: a recipe, how the root is searched, and what else is set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Algorithm {
    /// As the user spelt it.
    pub name: String,
    /// The parts that every node uses.
    pub recipe: Recipe,
    /// The driver of the root.
    pub driver: Driver,
    /// Bytes of the table, if not what is usual.
    pub hash: Option<usize>,
    /// Whether it must find the score that plain minimax finds.
    pub is_exact: bool,
}

/// The settings that are given by `:name=value`, with an example of each.
const SETTINGS: [(&str, &str); 4] = [
    ("radius", "half the width of the first aspiration window, radius=50"),
    ("growth", "how an aspiration window grows, growth=2, or growth=open for all the way at once"),
    ("guess", "where the first guess comes from: zero, static, previous, two-before or table"),
    ("hash", "the size of the table, hash=1M"),
];

impl Algorithm {
    /// Reads `preset[+part|-part]…[@driver][:setting=value]…`.
    ///
    /// # Errors
    /// The name that is not known, and the names that are; the value that does not fit.
    pub fn parse<P: LabGame>(name: &str) -> Result<Algorithm, Failure> {
        let mut words = name.split(':');
        let method = words.next().unwrap_or_default();
        let (recipe, driver) = method.split_once('@').unwrap_or((method, Driver::NAMES[0]));
        let driver = Driver::by_name(driver, P::LAB.radius)
            .ok_or_else(|| unknown("driver", driver, &Driver::NAMES))?;
        let recipe = Recipe::parse_with(recipe, &P::STRONGEST).map_err(|name| match name.is_part() {
            true => unknown_part(&name),
            false => unknown("preset", &name.found, &name.known),
        })?;
        let (name, is_exact) = (name.to_owned(), recipe.is_exact());
        let mut algorithm = Algorithm { name, recipe, driver, hash: None, is_exact };
        words.try_for_each(|word| algorithm.set(word))?;
        Ok(algorithm)
    }

    /// Applies `setting=value`.
    fn set(&mut self, word: &str) -> Result<(), Failure> {
        let (setting, value) = word.split_once('=').unwrap_or((word, ""));
        let unfit = || {
            let example =
                SETTINGS.iter().find(|(name, _)| *name == setting).map_or("", |(_, example)| example);
            Failure::Usage(format!(
                "--algorithms: \"{value}\" does not fit \"{setting}\" in {}: {example}.",
                self.name
            ))
        };
        match setting {
            "radius" => self.aspiration(setting)?.radius = number(value).ok_or_else(unfit)?,
            "growth" if value == "open" => self.aspiration(setting)?.growth = Growth::Open,
            "growth" => {
                let factor = number(value).filter(|&factor| factor >= 2).ok_or_else(unfit)?;
                self.aspiration(setting)?.growth = Growth::By(factor);
            }
            "guess" => {
                let guess = Guess::NAMES.iter().find(|(name, _)| *name == value).ok_or_else(unfit)?;
                self.driver = self.driver.guessing(guess.1);
            }
            "hash" => self.hash = Some(HashSize::from_str(value).map_err(|_| unfit())?.bytes()),
            _ => return Err(unknown("setting", setting, &SETTINGS.map(|(name, _)| name))),
        }
        Ok(())
    }

    fn aspiration(&mut self, setting: &str) -> Result<&mut Aspiration, Failure> {
        match &mut self.driver {
            Driver::Aspiration(aspiration) => Ok(aspiration),
            _ => Err(Failure::Usage(format!(
                "--algorithms: {} has no {setting} to set. Write @aspiration before it.",
                self.name
            ))),
        }
    }

    /// Reads names joined with commas.
    ///
    /// # Errors
    /// Unknown names, and names that are given twice.
    pub fn parse_list<P: LabGame>(list: &str) -> Result<Vec<Algorithm>, Failure> {
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

    /// Whether the whole tree is searched, so that its size can be predicted.
    pub fn is_exhaustive(&self) -> bool {
        self.recipe.bounds == Bounds::Ignored
    }

    /// Whether it is given the best moves of a search that was made before.
    pub fn uses_recorded_moves(&self) -> bool {
        self.recipe.perfect_order
    }
}

fn number(text: &str) -> Option<Score> {
    text.parse().ok().filter(|&number| (1..=30_000).contains(&number))
}

fn unknown(what: &str, found: &str, known: &[&str]) -> Failure {
    let known = known.join(", ");
    Failure::Usage(format!("--algorithms: there is no {what} \"{found}\". Known are: {known}."))
}

fn unknown_part(name: &UnknownName) -> Failure {
    let (found, expected) = (&name.found, name.expected());
    Failure::Usage(format!("--algorithms: there is no part \"{found}\"; expected {expected}."))
}

/// A line of a list in the help; what does not fit is indented below it.
fn entry(name: &str, meaning: &str) -> String {
    let options = textwrap::Options::new(HELP_WIDTH).subsequent_indent("                          ");
    textwrap::fill(&format!("  {name:<23} {meaning}"), options) + "\n"
}

/// The list of presets, drivers, parts and settings, for the help.
pub fn parts_help() -> String {
    let presets: Vec<&str> = PRESETS.iter().map(|(name, _)| *name).collect();
    let mut text = format!(
        "An algorithm is PRESET[+PART|-PART]...[@DRIVER][:SETTING=VALUE]... Presets: {}.\n",
        presets.join(", ")
    );
    text += &format!("Drivers: {}. Parts:\n", Driver::NAMES.join(", "));
    for part in PARTS {
        text += &entry(part.name, part.meaning);
    }
    text += "Settings:\n";
    for (name, example) in SETTINGS {
        text += &entry(name, example);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn othello(list: &str) -> Result<Vec<Algorithm>, Failure> {
        Algorithm::parse_list::<othello::Position>(list)
    }

    #[test]
    fn names_have_presets_parts_and_drivers() {
        let list = othello("alpha-beta, pvs+table-scout@mtdf").unwrap();
        assert_eq!(list[0].driver, Driver::Full);
        assert_eq!(list[1].driver, Driver::Mtdf(Guess::Previous));
        assert_eq!(list[1].recipe, Recipe::parse("alpha-beta+table").unwrap());
    }

    #[test]
    fn settings_follow_colons() {
        let list = othello("pvs@aspiration:radius=7:growth=open:guess=zero,pvs:hash=1M").unwrap();
        let expected = Aspiration { radius: 7, growth: Growth::Open, guess: Guess::Zero };
        assert_eq!(list[0].driver, Driver::Aspiration(expected));
        assert_eq!((list[1].hash, list[0].hash), (Some(1 << 20), None));
    }
}
