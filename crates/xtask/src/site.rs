//! The page without a server: the modules with the engines, and the files around them.

use std::env;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;
use shuangqi_cli::Failure;
use shuangqi_cli::files;
use shuangqi_web::site;

use crate::{failed, root};

const TARGET: &str = "wasm32-wasip1";
/// Searches are recursive; the threads of the other programs have as much.
const STACK: &str = "-C link-arg=-zstack-size=16777216";
/// The modules, and the instructions that each may use. The page takes the first where the browser has them.
const MODULES: [(&str, &str); 2] =
    [("engine-simd.wasm.gzip", "-C target-feature=+simd128"), ("engine.wasm.gzip", "")];

/// Writes the page to a folder.
pub fn write(out: &Path) -> Result<(), Failure> {
    let modules = MODULES.iter().map(|&(name, features)| Ok((name.to_owned(), packed(&build(features)?)?)));
    let site = site::files(modules.collect::<Result<_, Failure>>()?);
    for (name, content) in &site {
        let path = out.join(name);
        fs::create_dir_all(path.parent().unwrap_or(out)).map_err(|error| failed("the folder", error))?;
        files::write(&path, content)?;
    }
    let bytes: usize = site.iter().map(|(_, content)| content.len()).sum();
    println!("{}: {} files, {:.1} MB", out.display(), site.len(), bytes as f64 / 1e6);
    println!("See it: python3 -m http.server --directory {} 8000", out.display());
    Ok(())
}

/// Builds the module for browsers with these instructions.
#[allow(clippy::disallowed_methods, reason = "cargo has written the file")]
fn build(features: &str) -> Result<Vec<u8>, Failure> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--release", "-p", "shuangqi-wasm", "--target", TARGET])
        .args(["--config", "profile.release.strip=true"])
        .env("RUSTFLAGS", format!("{features} {STACK}"))
        .current_dir(root())
        .status()
        .map_err(|error| failed("cargo", error))?;
    if !built.success() {
        let way_out = "If the target is missing: rustup target add wasm32-wasip1";
        return Err(failed("the module for browsers was not built", way_out));
    }
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into);
    let module = target.join(TARGET).join("release/shuangqi_wasm.wasm");
    fs::read(&module).map_err(|error| failed(&module.display().to_string(), error))
}

/// The bytes as the page unpacks them.
fn packed(module: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(module).and_then(|()| encoder.finish()).map_err(|error| failed("gzip", error))
}
