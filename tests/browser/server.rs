//! The program that is tested, as `shuangqi serve` on a free port.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

/// A running server, which ends with this value.
pub struct Server {
    process: Child,
    /// Ends with a stroke.
    pub address: String,
    /// What follows it in the address that is printed: the token.
    query: String,
}

impl Server {
    /// Serves the page and the files of a folder on a free port.
    pub fn start(folder: &Path) -> Server {
        Server::listen(folder, "0")
    }

    fn listen(folder: &Path, port: &str) -> Server {
        let mut process = Command::new(program())
            .args(["serve", "--port", port])
            .arg(folder)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(process.stdout.take().expect("its output is read"));
        let mut lines = output.lines().map_while(Result::ok);
        let printed =
            lines.find(|line| line.starts_with("http://")).expect("the program says where it listens");
        let (address, query) = printed.split_once('?').expect("the address has a token");
        Server { process, address: address.to_owned(), query: format!("?{query}") }
    }

    /// The address of a view, with the token.
    pub fn address_of(&self, hash: &str) -> String {
        format!("{}{}{hash}", self.address, self.query)
    }

    /// Ends the program.
    pub fn stop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// Starts it again at the same address.
    pub fn restart(&mut self, folder: &Path) {
        self.stop();
        let port =
            self.address.trim_end_matches('/').rsplit(':').next().expect("an address has a port").to_owned();
        *self = Server::listen(folder, &port);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The program that `SHUANGQI_PROGRAM` names, such as a release build, or one that is built as the tests are: cargo builds a
/// package's programs only for that package's own tests.
pub fn program() -> PathBuf {
    if let Some(path) = std::env::var_os("SHUANGQI_PROGRAM") {
        return path.into();
    }
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        // …/target/PROFILE/deps/browser-…
        let test = std::env::current_exe().expect("the path of the test");
        let folder = test.ancestors().nth(2).expect("a folder of the profile").to_owned();
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
        cargo.args(["build", "--quiet", "--offline", "--bins", "-p", "tools", "--target-dir"]);
        cargo.arg(folder.parent().expect("a target folder"));
        if folder.ends_with("release") {
            cargo.arg("--release");
        }
        assert!(cargo.status().expect("cargo runs").success(), "the program is built");
        folder
    });
    folder.join("shuangqi").with_extension(std::env::consts::EXE_EXTENSION)
}
