#![doc = include_str!("../README.md")]

use std::ffi::OsStr;

/// The environment variable that asks for a form.
pub const VARIABLE: &str = "SHUANGQI_PROCESSOR";

/// A build of the program, for some processors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    /// As the variable and `--version` name it.
    pub name: &'static str,
    /// Whether this processor has all its instructions.
    pub runs_here: bool,
}

/// The index of the form to call: the one that is asked for, or the first that runs here.
///
/// # Errors
/// The message for the user: none runs here, the one that is asked for does not, or there is none of that name.
pub fn choose(request: Option<&OsStr>, forms: &[Form]) -> Result<usize, String> {
    let Some(request) = request.filter(|name| !name.is_empty()) else {
        return forms
            .iter()
            .position(|form| form.runs_here)
            .ok_or_else(|| "this processor is too old: the program needs x86-64-v2, which processors have since about 2009".into());
    };
    let shown = request.to_string_lossy();
    match forms.iter().position(|form| request == form.name) {
        Some(index) if forms[index].runs_here => Ok(index),
        Some(_) => Err(format!(
            "{VARIABLE}={shown}: this processor lacks instructions of that form; it runs {}",
            listed(forms.iter().filter(|form| form.runs_here))
        )),
        None => Err(format!("{VARIABLE}={shown}: no such form; there are {}", listed(forms))),
    }
}

fn listed<'a>(forms: impl IntoIterator<Item = &'a Form>) -> String {
    let names: Vec<&str> = forms.into_iter().map(|form| form.name).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 3] = ["avx512", "v3", "v2"];

    /// The forms on a processor that runs this one and all after it.
    fn forms(best: &str) -> Vec<Form> {
        let first = NAMES.iter().position(|&name| name == best).unwrap_or(NAMES.len());
        NAMES.iter().enumerate().map(|(at, &name)| Form { name, runs_here: at >= first }).collect()
    }

    fn chosen(request: &str, best: &str) -> Result<&'static str, String> {
        choose(Some(OsStr::new(request)), &forms(best)).map(|index| NAMES[index])
    }

    #[test]
    fn the_best_form_that_runs_is_chosen() {
        for best in NAMES {
            assert_eq!(choose(None, &forms(best)).map(|index| NAMES[index]), Ok(best));
            assert_eq!(chosen("", best), Ok(best), "a variable without a value asks for nothing");
        }
    }

    #[test]
    fn a_form_that_is_asked_for_is_chosen_if_it_runs() {
        assert_eq!(chosen("v2", "avx512"), Ok("v2"));
        assert_eq!(chosen("v3", "v3"), Ok("v3"));
        let refused = chosen("avx512", "v3").unwrap_err();
        assert!(refused.contains("lacks") && refused.ends_with("v3, v2"), "{refused}");
        let refused = chosen("v2", "none").unwrap_err();
        assert!(refused.ends_with("none"), "{refused}");
    }

    #[test]
    fn an_unknown_name_is_refused_with_the_names() {
        let refused = chosen("v4", "v3").unwrap_err();
        assert!(
            refused.contains("SHUANGQI_PROCESSOR=v4") && refused.ends_with("avx512, v3, v2"),
            "{refused}"
        );
    }

    #[test]
    fn a_processor_that_runs_none_is_too_old() {
        assert!(choose(None, &forms("none")).unwrap_err().contains("too old"));
    }
}
