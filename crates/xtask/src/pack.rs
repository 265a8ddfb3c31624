//! Programs that hold a build for each kind of x86-64 processor; `crates/launcher` says how they run.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use shuangqi_cli::Failure;

use crate::{cargo, failed};

/// The builds, the best first: the name of each for the launcher, and the compiler's flags. The first has every instruction that the
/// forms of `othello` for AVX-512 ask for; level 4 of x86-64 lacks them.
const FORMS: [(&str, &str); 3] = [
    (
        "avx512",
        "-C target-cpu=x86-64-v4 -C target-feature=+avx512vbmi,+avx512vbmi2,+avx512vpopcntdq,+avx512vnni,+avx512bitalg,+gfni",
    ),
    ("v3", "-C target-cpu=x86-64-v3"),
    ("v2", "-C target-cpu=x86-64-v2"),
];
/// The launcher runs before anything is known of the processor.
const ANY_PROCESSOR: &str = "-C target-cpu=x86-64";
/// The symbols of a build that the launcher calls, as `crates/cli` and the compiler name them, and as the launcher does before the
/// form's name.
const SYMBOLS: [(&str, &str); 2] = [("main", "main"), ("shuangqi_runs_here", "runs_here")];
/// Named by the compiler in a section of which the linker would keep one for all builds.
const SHARED: &str = "DW.ref.rust_eh_personality";
/// The sections of functions that the system calls before `main`.
const INITIALISERS: [&str; 2] = [".init_array*", ".rela.init_array*"];
/// Where the launcher's build reads the objects.
const OBJECTS: &str = "SHUANGQI_FORMS";

/// Whether the programs of a target are packed.
pub fn is_packed(target: &str) -> bool {
    target.starts_with("x86_64-") && target.contains("-linux-")
}

/// The names of all forms.
pub fn names() -> [&'static str; FORMS.len()] {
    FORMS.map(|(name, _)| name)
}

/// Builds a program of a package in these forms, or in all where none is named, and packs them; the path of the packed program, which
/// the next one replaces.
pub fn build(package: &str, program: &str, target: &str, forms: &[String]) -> Result<PathBuf, Failure> {
    let folder = cargo::release_folder(target).join("forms").join(program);
    fs::create_dir_all(&folder).map_err(|error| failed(folder.display(), error))?;
    let mut objects = Vec::new();
    for (form, flags) in FORMS.into_iter().filter(|(form, _)| is_among(form, forms)) {
        let whole = folder.join(format!("{form}-whole.o"));
        let emit = format!("--emit=obj={}", whole.display());
        let arguments =
            ["rustc", "--release", "--target", target, "-p", package, "--bin", program, "--", &emit];
        cargo::run(&arguments, &[("RUSTFLAGS", flags.as_ref())])?;
        let object = folder.join(format!("{form}.o"));
        isolate(form, &whole, &object)?;
        objects.push(object);
    }
    let objects = env::join_paths(objects).map_err(|error| failed(folder.display(), error))?;
    let launcher =
        ["build", "--release", "--target", target, "-p", "shuangqi-launcher", "--features", "packed"];
    cargo::run(&launcher, &[("RUSTFLAGS", ANY_PROCESSOR.as_ref()), (OBJECTS, &objects)])?;
    Ok(cargo::release_folder(target).join("launcher"))
}

fn is_among(form: &str, forms: &[String]) -> bool {
    forms.is_empty() || forms.iter().any(|name| name == form)
}

/// Makes all symbols of an object local but those that the launcher calls, which get the form's name.
fn isolate(form: &str, whole: &Path, object: &Path) -> Result<(), Failure> {
    let mut command = Command::new("objcopy");
    let status = command.args(isolation(form)).arg(whole).arg(object).status();
    let status =
        status.map_err(|error| failed("objcopy", format_args!("{error}; it is part of binutils")))?;
    if status.success() { Ok(()) } else { Err(failed("objcopy", whole.display())) }
}

fn isolation(form: &str) -> Vec<OsString> {
    let mut arguments = Vec::new();
    for (own, called) in SYMBOLS {
        arguments.push(format!("--redefine-sym={own}={called}_{form}"));
        arguments.push(format!("--keep-global-symbol={called}_{form}"));
    }
    arguments.push(format!("--redefine-sym={SHARED}={SHARED}_{form}"));
    arguments.extend(INITIALISERS.map(|section| format!("--remove-section={section}")));
    arguments.into_iter().map(OsString::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_for_linux_on_x86_64_are_packed() {
        assert!(is_packed("x86_64-unknown-linux-gnu"));
        assert!(!is_packed("x86_64-pc-windows-gnu") && !is_packed("aarch64-unknown-linux-gnu"));
    }

    /// Nothing but a release builds the programs that have these names.
    #[test]
    fn the_launcher_and_the_check_of_the_processor_have_the_symbols() {
        assert!(include_str!("../../cli/src/cpu.rs").contains("fn shuangqi_runs_here()"));
        let launcher = include_str!("../../launcher/build.rs");
        for (_, called) in SYMBOLS {
            assert!(launcher.contains(&format!(" {called}_{{name}}")), "{called}");
        }
        for form in names() {
            assert!(
                isolation(form)
                    .iter()
                    .any(|argument| *argument == *format!("--redefine-sym=main=main_{form}"))
            );
        }
    }
}
