//! What the journals of runs have in common, whose first line says what the run does and with which version it began.

use shuangqi_cli::bad_input::quote;
use shuangqi_cli::{Failure, stderr, version};

/// Makes sure that a journal is that of this run: `differences` names the options in which the runs differ. `another` is
/// the way out, as in `name another --journal`. A journal of another version of the program is used with a note that
/// this one `may` do otherwise.
///
/// # Errors
/// [`Failure::Usage`] if there is a difference.
pub fn check(
    path: &str,
    differences: &[&str],
    begun_by: &str,
    [another, may]: [&str; 2],
) -> Result<(), Failure> {
    if !differences.is_empty() {
        return Err(Failure::Usage(format!(
            "the journal {} is that of another run; these differ: {}. Give the same command as before, or {another}.",
            quote(path),
            differences.join(", ")
        )));
    }
    if begun_by != version::SHORT {
        stderr::note(format_args!("the journal was begun by version {begun_by}: this one may {may}"));
    }
    Ok(())
}
