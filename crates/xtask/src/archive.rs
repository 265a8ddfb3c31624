//! Archives whose bytes depend on their files alone, and their checksums.

use std::collections::BTreeSet;
use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use shuangqi_cli::Failure;
use zip::write::SimpleFileOptions;

use crate::failed;

/// A file of an archive.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name, with the folders in which it lies.
    pub name: String,
    /// What it holds.
    pub content: Vec<u8>,
    /// Whether it is a program.
    pub is_program: bool,
}

impl Entry {
    /// A file that is no program.
    pub fn text(name: impl Into<String>, content: Vec<u8>) -> Entry {
        Entry { name: name.into(), content, is_program: false }
    }

    const fn mode(&self) -> u32 {
        if self.is_program { 0o755 } else { 0o644 }
    }
}

/// A compressed `tar` of files, all in a folder of this name, with the folders.
pub fn tar_gz(folder: &str, entries: &[Entry]) -> Result<Vec<u8>, Failure> {
    let write = || {
        let mut builder = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::best()));
        for name in folders(folder, entries) {
            let mut header = header(0, 0o755);
            header.set_entry_type(tar::EntryType::Directory);
            builder.append_data(&mut header, name, &[][..])?;
        }
        for entry in entries {
            let mut header = header(entry.content.len(), entry.mode());
            builder.append_data(&mut header, format!("{folder}/{}", entry.name), &entry.content[..])?;
        }
        builder.into_inner()?.finish()
    };
    write().map_err(|error| failed(folder, error))
}

fn header(size: usize, mode: u32) -> tar::Header {
    let mut header = tar::Header::new_gnu();
    header.set_size(size as u64);
    header.set_mode(mode);
    header.set_mtime(0);
    header
}

/// The folders of files that lie in a folder, outer ones first.
fn folders(folder: &str, entries: &[Entry]) -> BTreeSet<String> {
    let inner = |entry: &Entry| {
        let cuts: Vec<usize> = entry.name.match_indices('/').map(|(at, _)| at).collect();
        cuts.into_iter().map(|at| format!("{folder}/{}/", &entry.name[..at])).collect::<Vec<_>>()
    };
    std::iter::once(format!("{folder}/")).chain(entries.iter().flat_map(inner)).collect()
}

/// The bytes as `gzip` stores them.
pub fn gzip(content: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content).and_then(|()| encoder.finish()).map_err(|error| failed("gzip", error))
}

/// A `zip` of files, all in a folder of this name.
pub fn zip(folder: &str, entries: &[Entry]) -> Result<Vec<u8>, Failure> {
    let write = || -> zip::result::ZipResult<Vec<u8>> {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for entry in entries {
            let options = SimpleFileOptions::default().unix_permissions(entry.mode());
            writer.start_file(format!("{folder}/{}", entry.name), options)?;
            writer.write_all(&entry.content)?;
        }
        Ok(writer.finish()?.into_inner())
    };
    write().map_err(|error| failed(folder, error))
}

/// A line of `SHA256SUMS`, as `sha256sum --check` reads it.
pub fn checksum(name: &str, content: &[u8]) -> String {
    let digest = Sha256::digest(content);
    let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{hex}  {name}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_are_the_same_every_time_and_keep_what_is_a_program() {
        let entries = [
            Entry::text("inner/README.md", b"text".to_vec()),
            Entry { is_program: true, ..Entry::text("run", vec![7]) },
        ];
        let archive = tar_gz("folder", &entries).unwrap();
        assert_eq!(archive, tar_gz("folder", &entries).unwrap());
        assert_eq!(zip("folder", &entries).unwrap(), zip("folder", &entries).unwrap());
        let mut read = tar::Archive::new(flate2::read::GzDecoder::new(&archive[..]));
        let modes = read.entries().unwrap().map(|entry| {
            let entry = entry.unwrap();
            (entry.path().unwrap().display().to_string(), entry.header().mode().unwrap())
        });
        let expected = [
            ("folder/", 0o755),
            ("folder/inner/", 0o755),
            ("folder/inner/README.md", 0o644),
            ("folder/run", 0o755),
        ];
        assert_eq!(modes.collect::<Vec<_>>(), expected.map(|(name, mode)| (name.to_owned(), mode)));
    }

    #[test]
    fn a_checksum_is_that_of_the_standard() {
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  abc\n";
        assert_eq!(checksum("abc", b"abc"), expected);
    }
}
