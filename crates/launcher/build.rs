//! Links the builds that the launcher chooses from, and writes the list of them.

use std::env;
use std::fs;
use std::path::Path;

/// The paths of the objects, separated as those of `PATH` are, the best first. Each has its form's name.
const OBJECTS: &str = "SHUANGQI_FORMS";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={OBJECTS}");
    let objects = env::var_os(OBJECTS).unwrap_or_default();
    let mut list = String::new();
    for object in env::split_paths(&objects) {
        if let Some(name) = object.file_stem().map(|name| name.display()) {
            println!("cargo::rerun-if-changed={}", object.display());
            println!("cargo::rustc-link-arg-bins={}", object.display());
            list += &format!("    {name:?} main_{name} runs_here_{name};\n", name = name.to_string());
        }
    }
    let folder = env::var_os("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&folder).join("forms.rs"), format!("forms! {{\n{list}}}\n"))
        .expect("a writable folder");
}
