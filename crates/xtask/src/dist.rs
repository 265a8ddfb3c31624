//! Archives for people who do not build: the programs of a target with what belongs to them, and the page without a server.

use std::fs;
use std::path::Path;

use shuangqi_cli::Failure;
use shuangqi_cli::files;

use crate::archive::{self, Entry};
use crate::{cargo, debian, failed, help, pack, root, site};

/// The programs, each with the package that builds it.
const PROGRAMS: [(&str, &str); 3] =
    [("shuangqi", "tools"), ("othello", "shuangqi-engine"), ("xiangqi", "shuangqi-engine")];
/// Files of the repository that every archive has.
const TEXTS: [&str; 5] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "LICENSE-OFL"];
const CHECKSUMS: &str = "SHA256SUMS";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Writes the archives to a folder: of these targets, or of this machine's where none is named, in these forms, or in all.
pub fn write(out: &Path, targets: &[String], forms: &[String], has_site: bool) -> Result<(), Failure> {
    let own = [current_target()?];
    let targets = if targets.is_empty() { &own[..] } else { targets };
    let mut written = Vec::new();
    for target in targets {
        written.extend(of_target(target, forms)?);
    }
    if has_site {
        let files = site::files()?.into_iter().map(|(name, content)| Entry::text(name, content));
        let folder = format!("shuangqi-{VERSION}-site");
        let entries: Vec<Entry> = files.chain(texts()?).collect();
        written.push((format!("{folder}.zip"), archive::zip(&folder, &entries)?));
    }
    fs::create_dir_all(out).map_err(|error| failed(out.display(), error))?;
    let mut checksums = String::new();
    for (name, content) in &written {
        files::write(&out.join(name), content)?;
        checksums += &archive::checksum(name, content);
        println!("{name}: {:.1} MB", content.len() as f64 / 1e6);
    }
    files::write(&out.join(CHECKSUMS), checksums.as_bytes())
}

/// The target of this machine.
fn current_target() -> Result<String, Failure> {
    let output =
        std::process::Command::new("rustc").arg("-vV").output().map_err(|error| failed("rustc", error))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| failed("rustc -vV", "it names no host"))
}

/// The archives of a target, a Debian package among them where there can be one: their names and contents.
fn of_target(target: &str, forms: &[String]) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let is_windows = target.contains("windows");
    let mut entries = Vec::new();
    for (program, package) in PROGRAMS {
        let name = if is_windows { format!("{program}.exe") } else { program.to_owned() };
        let built = if pack::is_packed(target) {
            pack::build(package, program, target, forms)?
        } else {
            build(package, program, target)?;
            cargo::release_folder(target).join(&name)
        };
        entries.push(Entry { is_program: true, ..Entry::text(name, read(&built)?) });
    }
    entries.extend(texts()?);
    entries.extend(help::completions());
    let folder = format!("shuangqi-{VERSION}-{target}");
    if is_windows {
        return Ok(vec![(format!("{folder}.zip"), archive::zip(&folder, &entries)?)]);
    }
    entries.extend(help::manual_pages()?);
    let archive = (format!("{folder}.tar.gz"), archive::tar_gz(&folder, &entries)?);
    Ok([Some(archive), debian::package(target, &entries)?].into_iter().flatten().collect())
}

/// Builds a program for any machine of the target's kind.
fn build(package: &str, program: &str, target: &str) -> Result<(), Failure> {
    let portable = ["build", "--release", "--config", ".cargo/portable.toml", "--target", target];
    cargo::run(&[&portable[..], &["-p", package, "--bin", program]].concat(), &[])
}

fn texts() -> Result<Vec<Entry>, Failure> {
    TEXTS.into_iter().map(|name| Ok(Entry::text(name, read(&root().join(name))?))).collect()
}

#[allow(clippy::disallowed_methods, reason = "files of the repository, or of a build")]
fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(|error| failed(path.display(), error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_texts_of_the_archives_are_there() {
        assert_eq!(texts().unwrap().len(), TEXTS.len());
    }
}
