//! The page without a server: the modules with the engines, and the files around them.

use std::fs;
use std::path::Path;

use shuangqi_cli::{Failure, files};
use shuangqi_web::site::{self, SiteFile};

use crate::{archive, cargo, failed};

const TARGET: &str = "wasm32-wasip1";
/// Searches are recursive; the threads of the other programs have as much.
const STACK: &str = "-C link-arg=-zstack-size=16777216";
/// The modules, and the instructions that each may use. The page takes the first where the browser has them.
const MODULES: [(&str, &str); 2] =
    [("engine-simd.wasm.gzip", "-C target-feature=+simd128"), ("engine.wasm.gzip", "")];

/// Writes the page to a folder.
pub fn write(out: &Path) -> Result<(), Failure> {
    let site = self::files()?;
    for (name, content) in &site {
        let path = out.join(name);
        let folder = path.parent().unwrap_or(out);
        fs::create_dir_all(folder).map_err(|error| failed(folder.display(), error))?;
        files::write(&path, content)?;
    }
    let bytes: usize = site.iter().map(|(_, content)| content.len()).sum();
    println!("{}: {} files, {:.1} MB", out.display(), site.len(), bytes as f64 / 1e6);
    println!("See it: python3 -m http.server --directory {} 8000", out.display());
    Ok(())
}

/// All files of the page.
pub fn files() -> Result<Vec<SiteFile>, Failure> {
    let modules =
        MODULES.iter().map(|&(name, features)| Ok((name.to_owned(), archive::gzip(&build(features)?)?)));
    Ok(site::files(modules.collect::<Result<_, Failure>>()?))
}

/// Builds the module for browsers with these instructions.
#[allow(clippy::disallowed_methods, reason = "cargo has written the file")]
fn build(features: &str) -> Result<Vec<u8>, Failure> {
    let arguments = ["build", "--release", "-p", "shuangqi-wasm", "--target", TARGET];
    let stripped = ["--config", "profile.release.strip=true"];
    let flags = format!("{features} {STACK}");
    cargo::run(&[&arguments[..], &stripped[..]].concat(), &[("RUSTFLAGS", flags.as_ref())]).map_err(
        |failure| failed(failure, format_args!("if the target is missing: rustup target add {TARGET}")),
    )?;
    let module = cargo::release_folder(TARGET).join("shuangqi_wasm.wasm");
    fs::read(&module).map_err(|error| failed(module.display(), error))
}
