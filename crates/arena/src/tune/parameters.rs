//! The parameters of a run: which of a recipe's, and the recipe with other values of them.

use search_core::recipe::{Parameter, Parameters, Recipe};
use shuangqi_cli::Failure;
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::program::nearest;

use super::spsa::Tunable;

/// Stands for all parameters.
const ALL: &str = "all";

/// The parameters of these names, at their values in a recipe; for all, those that the recipe goes by.
///
/// # Errors
/// [`Failure::Usage`]: none, an unknown one, one that is named twice or that the recipe does not use, a value beyond its
/// range.
pub fn chosen(names: &[String], recipe: &Recipe) -> Result<Vec<Tunable>, Failure> {
    if names.len() == 1 && names[0] == ALL {
        let used = Parameters::ALL.iter().filter(|one| (one.is_used)(recipe));
        let all: Vec<Tunable> = used.map(|one| tunable(one, recipe)).collect::<Result<_, _>>()?;
        let nothing = || {
            usage("no part of the recipe has any; add one, as in --recipe play+late-reductions".to_owned())
        };
        return if all.is_empty() { Err(nothing()) } else { Ok(all) };
    }
    if names.is_empty() || names.iter().any(String::is_empty) {
        return Err(usage(format!("a name is missing in {}", quote(&names.join(",")))));
    }
    if let Some(place) = (1..names.len()).find(|&place| names[..place].contains(&names[place])) {
        return Err(usage(format!("{} is named twice", quote(&names[place]))));
    }
    names.iter().map(|name| tunable(named(name)?, recipe)).collect()
}

fn named(name: &str) -> Result<&'static Parameter, Failure> {
    Parameters::ALL.iter().find(|one| one.name == name).ok_or_else(|| {
        let known = || Parameters::ALL.iter().map(|one| one.name);
        let meant = nearest(name, known());
        let list = || format!("The parameters are {}", known().collect::<Vec<_>>().join(", "));
        let remedy = meant.map_or_else(list, |meant| format!("Is {meant} meant?"));
        usage(format!("there is no parameter {}. {remedy}", quote(name)))
    })
}

fn tunable(parameter: &Parameter, recipe: &Recipe) -> Result<Tunable, Failure> {
    let &Parameter { name, min, max, is_used } = parameter;
    if !is_used(recipe) {
        let remedy = "Leave it out, or add the part to --recipe, as in play+singular";
        return Err(usage(format!("no part of the recipe uses {name}. {remedy}")));
    }
    let mut parameters = recipe.parameters;
    let start =
        *parameters.value_mut(name).ok_or_else(|| Failure::Internal(format!("{name} has no value")))?;
    if !(min..=max).contains(&start) {
        return Err(usage(format!("{name} is {start} in the recipe, and is tuned from {min} to {max}")));
    }
    Ok(Tunable { name: name.to_owned(), start, least: min, most: max })
}

/// The recipe of this text with these values, as a text; those that are not changed are left out.
pub fn recipe_text(recipe: &str, parameters: &[Tunable], values: &[i32]) -> String {
    let changed = parameters.iter().zip(values).filter(|(one, value)| one.start != **value);
    changed.fold(recipe.to_owned(), |text, (one, value)| format!("{text}+{}={value}", one.name))
}

fn usage(message: String) -> Failure {
    Failure::Usage(format!("--parameters: {message}"))
}

#[cfg(test)]
mod tests {
    use search_core::recipe::{SELECTIVE, STRONGEST};

    use super::*;

    fn names(text: &str) -> Vec<String> {
        text.split(',').map(str::to_owned).collect()
    }

    #[test]
    fn a_recipe_is_written_so_that_it_can_be_read_again() {
        let parameters = chosen(&names("late_slope,reduction_base"), &SELECTIVE).unwrap();
        let (before, text) = ("selective+iir", recipe_text("selective+iir", &parameters, &[140, 700]));
        assert_eq!(text, "selective+iir+late_slope=140+reduction_base=700");
        let read = Recipe::parse(&text).unwrap();
        assert_eq!((read.parameters.late_slope, read.parameters.reduction_base), (140, 700));
        let unchanged: Vec<i32> = parameters.iter().map(|one| one.start).collect();
        assert_eq!(recipe_text(before, &parameters, &unchanged), before);
    }

    #[test]
    fn parameters_start_from_the_recipe() {
        let recipe = Recipe::parse("selective+late_slope=140").unwrap();
        let found = chosen(&names("late_slope"), &recipe).unwrap();
        assert_eq!(found, [Tunable { name: "late_slope".to_owned(), start: 140, least: 30, most: 300 }]);
        let all = chosen(&names("all"), &recipe).unwrap();
        assert!(all.iter().any(|one| one.name == "delta_margin"));
        assert!(!all.iter().any(|one| one.name.starts_with("probcut")));
    }

    #[test]
    fn names_that_cannot_be_used_are_refused() {
        let wide = Recipe::parse("selective+late_slope=301").unwrap();
        for (text, recipe, words) in [
            ("", SELECTIVE, "a name is missing in nothing"),
            ("late_slope,", SELECTIVE, "a name is missing"),
            ("late_slop", SELECTIVE, "Is late_slope meant?"),
            ("x", SELECTIVE, "The parameters are bonus_most, "),
            ("late_slope,late_base,late_slope", SELECTIVE, "\"late_slope\" is named twice"),
            ("probcut_depth", SELECTIVE, "no part of the recipe uses probcut_depth. Leave it out, or add"),
            ("all", STRONGEST, "no part of the recipe has any; add one"),
            ("late_slope", wide, "late_slope is 301 in the recipe, and is tuned from 30 to 300"),
        ] {
            let failure = chosen(&names(text), &recipe).unwrap_err();
            assert_eq!(failure.exit(), shuangqi_cli::Exit::Usage);
            assert!(failure.to_string().contains(words), "{failure}");
        }
        assert!(chosen(&[], &SELECTIVE).is_err());
    }
}
