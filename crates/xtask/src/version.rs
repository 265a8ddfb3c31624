//! The version of all packages, which is one.

use std::fs;
use std::path::Path;

use shuangqi_cli::Failure;
use shuangqi_cli::files;
use toml_edit::{DocumentMut, Item, value};

use crate::failed;

const UNRELEASED: &str = "## Unreleased";

/// Sets the version in the manifest of the workspace, and writes it with its day above what has changed since the last one.
pub fn set(root: &Path, version: &str, day: &str) -> Result<(), Failure> {
    if !is_version(version) || !is_day(day) {
        return Err(Failure::Usage("name a version and a day, as in 1.2.0 2026-11-27".to_owned()));
    }
    let manifest = root.join("Cargo.toml");
    let text = with_version(&read(&manifest)?, version)?;
    let changes = root.join("CHANGELOG.md");
    let dated = dated(&read(&changes)?, version, day)
        .ok_or_else(|| failed("CHANGELOG.md", "it has no unreleased section"))?;
    files::write(&manifest, text.as_bytes())?;
    files::write(&changes, dated.as_bytes())
}

/// The manifest with this version of the workspace and of its own packages.
fn with_version(manifest: &str, version: &str) -> Result<String, Failure> {
    let mut document: DocumentMut = manifest.parse().map_err(|error| failed("Cargo.toml", error))?;
    let workspace = &mut document["workspace"];
    workspace["package"]["version"] = value(version);
    let dependencies = workspace["dependencies"].as_table_like_mut();
    for (_, dependency) in dependencies.into_iter().flat_map(|table| table.iter_mut()) {
        let own = dependency.as_table_like_mut().filter(|table| table.contains_key("path"));
        if let Some(number) = own.and_then(|table| table.get_mut("version")) {
            set_kept(number, version);
        }
    }
    Ok(document.to_string())
}

/// Sets a value; the blanks around it stay.
fn set_kept(item: &mut Item, version: &str) {
    let decor = item.as_value().map(|value| value.decor().clone());
    *item = value(version);
    if let (Some(value), Some(decor)) = (item.as_value_mut(), decor) {
        *value.decor_mut() = decor;
    }
}

/// The changelog with a section of the version for what was unreleased.
fn dated(changes: &str, version: &str, day: &str) -> Option<String> {
    let (before, after) = changes.split_once(UNRELEASED)?;
    Some(format!("{before}{UNRELEASED}\n\n## {version} – {day}{after}"))
}

fn is_version(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    parts.len() == 3
        && parts.iter().all(|part| part.parse::<u32>().is_ok_and(|number| number.to_string() == *part))
}

fn is_day(text: &str) -> bool {
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    lengths == [4, 2, 2] && text.split('-').all(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
}

#[allow(clippy::disallowed_methods, reason = "files of the repository")]
fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| failed(path.display(), error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_set_in_both_files_and_nothing_else_changes() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let manifest = "[workspace.package]\nversion = \"0.1.0\"\n\n[workspace.dependencies]\ngame = { path = \"crates/game\", version = \"0.1.0\" }\nserde = { version = \"1\" } # theirs\n";
        files::write(&root.join("Cargo.toml"), manifest.as_bytes()).unwrap();
        files::write(&root.join("CHANGELOG.md"), b"# Changelog\n\n## Unreleased\n\n- A change.\n").unwrap();
        set(root, "1.2.0", "2026-11-27").unwrap();
        assert_eq!(read(&root.join("Cargo.toml")).unwrap(), manifest.replace("0.1.0", "1.2.0"));
        let changes = read(&root.join("CHANGELOG.md")).unwrap();
        assert_eq!(changes, "# Changelog\n\n## Unreleased\n\n## 1.2.0 – 2026-11-27\n\n- A change.\n");
    }

    #[test]
    fn what_is_no_version_or_no_day_changes_nothing() {
        for (version, day) in [
            ("1.2", "2026-11-27"),
            ("1.2.x", "2026-11-27"),
            ("01.2.3", "2026-11-27"),
            ("1.2.3", "27.11.2026"),
        ] {
            assert!(
                set(Path::new("nowhere"), version, day)
                    .is_err_and(|failure| failure.to_string().contains("name a version"))
            );
        }
    }
}
