//! The Debian package of the programs, written here: it needs no tool, and its bytes depend on its files alone.

use shuangqi_cli::Failure;

use crate::archive::{self, Entry};

const NAME: &str = "shuangqi";
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Where each folder or file of an archive lies on a system, and whether it is compressed there.
const PLACES: [(&str, &str, bool); 6] = [
    ("completions/shuangqi.bash", "usr/share/bash-completion/completions/shuangqi", false),
    ("completions/_shuangqi", "usr/share/zsh/vendor-completions/_shuangqi", false),
    ("completions/shuangqi.fish", "usr/share/fish/vendor_completions.d/shuangqi.fish", false),
    ("CHANGELOG.md", "usr/share/doc/shuangqi/changelog.gz", true),
    ("README.md", "usr/share/doc/shuangqi/README.md.gz", true),
    ("LICENSE-OFL", "usr/share/doc/shuangqi/LICENSE-OFL", false),
];
const COPYRIGHT: &str = "\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: shuangqi

Files: *
Copyright: the Shuangqi developers
License: MIT or Apache-2.0
Comment: the outlines of characters on pages come from the font LXGW WenKai TC
 and are under the SIL Open Font License; see LICENSE-OFL.

License: MIT
";

/// The architecture of a target by Debian's name; `None` where there is no package for it.
fn architecture(target: &str) -> Option<&'static str> {
    match target {
        "x86_64-unknown-linux-gnu" => Some("amd64"),
        "aarch64-unknown-linux-gnu" => Some("arm64"),
        _ => None,
    }
}

/// The package with the files of a target's archive: its name and content. `None` for systems that have no such packages.
pub fn package(target: &str, entries: &[Entry]) -> Result<Option<(String, Vec<u8>)>, Failure> {
    let Some(architecture) = architecture(target) else { return Ok(None) };
    let files = installed(entries)?;
    let control = Entry::text("control", control(architecture, &files).into_bytes());
    let members = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", archive::tar_gz(".", &[control])?),
        ("data.tar.gz", archive::tar_gz(".", &files)?),
    ];
    Ok(Some((format!("{NAME}_{VERSION}_{architecture}.deb"), ar(&members))))
}

/// The files as a system has them: programs, manual pages, completions, licences.
fn installed(entries: &[Entry]) -> Result<Vec<Entry>, Failure> {
    let mut files = Vec::new();
    let mut licences = COPYRIGHT.to_owned();
    for entry in entries {
        if entry.is_program {
            files.push(Entry { name: format!("usr/bin/{}", entry.name), ..entry.clone() });
        } else if let Some(page) = entry.name.strip_prefix("man/") {
            files.push(Entry::text(format!("usr/share/man/{page}.gz"), archive::gzip(&entry.content)?));
        } else if let Some((_, place, is_compressed)) = PLACES.iter().find(|(name, ..)| *name == entry.name) {
            let content = if *is_compressed { archive::gzip(&entry.content)? } else { entry.content.clone() };
            files.push(Entry::text(*place, content));
        } else if entry.name == "LICENSE-MIT" {
            licences += &indented(&String::from_utf8_lossy(&entry.content));
        }
    }
    licences += "\nLicense: Apache-2.0\n The text is in /usr/share/common-licenses/Apache-2.0.\n";
    files.push(Entry::text("usr/share/doc/shuangqi/copyright", licences.into_bytes()));
    Ok(files)
}

/// A text as a field of Debian's files continues: each line after a blank, an empty one as a point.
fn indented(text: &str) -> String {
    text.lines()
        .map(|line| if line.trim().is_empty() { " .\n".to_owned() } else { format!(" {line}\n") })
        .collect()
}

fn control(architecture: &str, files: &[Entry]) -> String {
    let bytes: usize = files.iter().map(|file| file.content.len()).sum();
    let minor = files.iter().filter_map(|file| newest_glibc(&file.content)).max();
    let library = minor.map_or("libc6".to_owned(), |minor| format!("libc6 (>= 2.{minor})"));
    format!(
        "Package: {NAME}\nVersion: {VERSION}\nArchitecture: {architecture}\nMaintainer: the Shuangqi developers\n\
         Installed-Size: {}\nDepends: {library}, libgcc-s1\nSection: games\nPriority: optional\n\
         Description: Othello and Xiangqi: engines, analysis, matches\n \
         Two engines on one search, with a page to play and to analyse games,\n \
         matches between engines, and comparisons of search algorithms.\n",
        bytes.div_ceil(1024)
    )
}

/// The newest version 2.N of the C library whose functions a program names.
fn newest_glibc(program: &[u8]) -> Option<u32> {
    const MARK: &[u8] = b"GLIBC_2.";
    let minor = |at: usize| {
        let digits: Vec<u8> =
            program[at + MARK.len()..].iter().copied().take_while(u8::is_ascii_digit).collect();
        String::from_utf8(digits).ok()?.parse().ok()
    };
    let starts = program.windows(MARK.len()).enumerate().filter(|(_, window)| *window == MARK);
    starts.filter_map(|(at, _)| minor(at)).max()
}

/// An archive of the form of `ar`, which packages have: a header of 60 bytes before each member, and members of even length.
fn ar(members: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut archive = b"!<arch>\n".to_vec();
    for (name, content) in members {
        let (time, owner, group, mode) = (0, 0, 0, "100644");
        let header = format!("{name:<16}{time:<12}{owner:<6}{group:<6}{mode:<8}{:<10}`\n", content.len());
        archive.extend(header.into_bytes());
        archive.extend(content);
        if content.len() % 2 == 1 {
            archive.push(b'\n');
        }
    }
    archive
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries() -> Vec<Entry> {
        let program = b"\x7fELF GLIBC_2.2.5 GLIBC_2.34 GLIBC_2.9".to_vec();
        vec![
            Entry { is_program: true, ..Entry::text("othello", program) },
            Entry::text("man/man1/othello.1", b".TH".to_vec()),
            Entry::text("LICENSE-MIT", b"Permission\n\nis".to_vec()),
            Entry::text("completions/_shuangqi.ps1", Vec::new()),
        ]
    }

    #[test]
    fn files_lie_where_the_system_looks_for_them() {
        let names: Vec<String> = installed(&entries()).unwrap().into_iter().map(|file| file.name).collect();
        assert_eq!(
            names,
            ["usr/bin/othello", "usr/share/man/man1/othello.1.gz", "usr/share/doc/shuangqi/copyright"]
        );
    }

    #[test]
    fn the_control_file_names_the_library_that_the_programs_need() {
        let control = control("amd64", &entries());
        assert!(control.contains("\nDepends: libc6 (>= 2.34), libgcc-s1\n"), "{control}");
        assert_eq!(indented("a\n\nb"), " a\n .\n b\n");
    }

    #[test]
    fn a_package_has_its_three_members_in_order() {
        let (name, content) = package("x86_64-unknown-linux-gnu", &entries()).unwrap().unwrap();
        assert_eq!(name, format!("shuangqi_{VERSION}_amd64.deb"));
        assert_eq!(&content[..24], b"!<arch>\ndebian-binary   ");
        assert_eq!(&content[68..72], b"2.0\n");
        assert_eq!(&content[72..87], b"control.tar.gz ");
        assert!(package("x86_64-pc-windows-gnu", &entries()).unwrap().is_none());
    }
}
