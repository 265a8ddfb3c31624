//! The dialogues in `tests/snapshots`: a folder for each command.

use std::path::Path;

use crate::snapshot;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots");

/// A test for each folder.
macro_rules! folders {
    ($($name:ident)*) => {
        $(#[test] fn $name() { check_folder(stringify!($name)); })*

        #[test]
        fn every_folder_has_its_test() {
            let mut folders: Vec<_> = std::fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            folders.sort();
            assert_eq!(folders, [$(stringify!($name)),*]);
        }
    };
}

folders! {
    analyze bench compare compliance connect_four elo failures matches othello_training perft play queue solve tree tune version
    xiangqi_training
}

fn check_folder(name: &str) {
    let tool = Path::new(env!("CARGO_BIN_EXE_shuangqi"));
    let programs = tool.parent().unwrap();
    let usual = std::env::var("PATH").unwrap();
    let path = format!("{}:{}:{usual}", programs.display(), programs.join("examples").display());
    for entry in std::fs::read_dir(Path::new(FOLDER).join(name)).unwrap() {
        snapshot::check(&entry.unwrap().path(), &path);
    }
}
