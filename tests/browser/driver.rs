//! A browser with one page, what a user does with it, and the program that is tested, as `shuangqi serve` on a free port.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use headless_chrome::protocol::cdp::Page::AddScriptToEvaluateOnNewDocument;
use headless_chrome::protocol::cdp::types::Event;
use headless_chrome::protocol::cdp::{Emulation, Network};
use headless_chrome::{Browser, LaunchOptions, Tab};
use serde_json::Value;
use tempfile::TempDir;

/// The widths and heights at which pages are tested: a desk and a phone.
pub const SIZES: [(u32, u32); 2] = [(1280, 800), (390, 844)];

/// The widths and heights at which the layout is tested: desks, and a phone that is held upright or lies on its side.
pub const WINDOWS: [(u32, u32); 6] =
    [(1280, 800), (1366, 768), (1440, 900), (1920, 1080), (390, 844), (844, 390)];

/// A page in a browser of its own, of a server of its own.
pub struct Page {
    tab: Arc<Tab>,
    requests: Arc<Mutex<Vec<String>>>,
    faults: Arc<Mutex<Vec<String>>>,
    pub server: Server,
    /// The folder that is served.
    pub folder: TempDir,
    _browser: Browser,
}

/// The folder that `SHUANGQI_SITE` names: the page without a server, as `cargo run -p xtask -- site` writes it. With it, tests open
/// that page, from `python3 -m http.server`.
fn site() -> Option<PathBuf> {
    std::env::var_os("SHUANGQI_SITE").map(PathBuf::from)
}

/// Whether pages have a folder of files.
pub fn has_folder() -> bool {
    site().is_none()
}

/// A page for which the server does what a page without one cannot; `None` with a message where that is tested.
pub fn open_served(size: (u32, u32)) -> Option<Page> {
    if site().is_some() {
        eprintln!("skipped: the page without a server has no folder and no connection");
        return None;
    }
    open(size)
}

/// A page without a server; `None` with a message where there is none.
pub fn open_site(size: (u32, u32)) -> Option<Page> {
    if site().is_none() {
        eprintln!("skipped: SHUANGQI_SITE names no folder with a page");
        return None;
    }
    open(size)
}

/// A page of this size, or `None` with a message where no Chromium is installed.
pub fn open((width, height): (u32, u32)) -> Option<Page> {
    let Ok(path) = headless_chrome::browser::default_executable() else {
        eprintln!("skipped: no Chromium is installed");
        return None;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let options = LaunchOptions {
        sandbox: false,
        path: Some(path),
        idle_browser_timeout: Duration::from_secs(300),
        args: vec![OsStr::new("--hide-scrollbars")],
        ..LaunchOptions::default()
    };
    let browser = Browser::new(options).expect("the browser starts");
    let tab = browser.new_tab().expect("a tab");
    tab.set_default_timeout(Duration::from_secs(60));
    let (requests, faults) = watch(&tab);
    tab.call_method(Emulation::SetDeviceMetricsOverride {
        width,
        height,
        device_scale_factor: 1.0,
        mobile: width < 900,
        scale: None,
        screen_width: None,
        screen_height: None,
        position_x: None,
        position_y: None,
        dont_set_visible_size: None,
        screen_orientation: None,
        viewport: None,
        display_feature: None,
        device_posture: None,
    })
    .expect("a size");
    let server = Server::start(folder.path());
    Some(Page { tab, requests, faults, server, folder, _browser: browser })
}

type Lines = Arc<Mutex<Vec<String>>>;

/// The requests of a page, and what it reports as wrong.
fn watch(tab: &Tab) -> (Lines, Lines) {
    let (requests, faults) = (Lines::default(), Lines::default());
    tab.call_method(Network::Enable {
        max_total_buffer_size: None,
        max_resource_buffer_size: None,
        max_post_data_size: None,
        report_direct_socket_traffic: None,
        enable_durable_messages: None,
    })
    .expect("requests are reported");
    tab.enable_log().and_then(|tab| tab.enable_runtime()).expect("faults are reported");
    let (seen, wrong) = (Arc::clone(&requests), Arc::clone(&faults));
    let add = |list: &Lines, line: String| list.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    tab.add_event_listener(Arc::new(move |event: &Event| match event {
        Event::NetworkRequestWillBeSent(event) => add(&seen, event.params.request.url.clone()),
        Event::NetworkWebSocketCreated(event) => add(&seen, event.params.url.clone()),
        Event::LogEntryAdded(event) => add(&wrong, event.params.entry.text.clone()),
        Event::RuntimeExceptionThrown(event) => add(&wrong, format!("{:?}", event.params.exception_details)),
        _ => {}
    }))
    .expect("events are heard");
    (requests, faults)
}

impl Page {
    /// Goes to an address of the page, which begins with `#`. One that differs by its hash alone loads nothing.
    pub fn visit(&self, hash: &str) {
        if self.tab.get_url().starts_with(&self.server.address) {
            self.value(&format!("location.hash = {}", Value::from(hash)));
            return;
        }
        self.open_anew(hash);
    }

    /// Opens the address that the server printed.
    pub fn open_anew(&self, hash: &str) {
        let address = self.server.address_of(hash);
        self.tab.navigate_to(&address).and_then(|tab| tab.wait_until_navigated()).expect("the page is there");
        self.until("document.querySelector('main').children.length > 0");
    }

    /// Has every WebSocket of pages that are opened from now on refused while `window.isCut` is true.
    pub fn make_connection_cuttable(&self) {
        let source = "const Own = WebSocket; window.sockets = [];
            window.WebSocket = class extends Own {
                constructor(url) { super(window.isCut ? `${url}/none` : url); window.sockets.push(this); }
            };";
        self.tab
            .call_method(AddScriptToEvaluateOnNewDocument {
                source: source.to_owned(),
                world_name: None,
                include_command_line_api: None,
                run_immediately: None,
            })
            .expect("a script before those of the page");
    }

    /// Loads the page anew.
    pub fn reload(&self) {
        self.tab.reload(false, None).and_then(|tab| tab.wait_until_navigated()).expect("the page is there");
    }

    /// The value of an expression.
    pub fn value(&self, expression: &str) -> Value {
        let answer =
            self.tab.evaluate(expression, true).unwrap_or_else(|error| panic!("{expression}: {error}"));
        answer.value.unwrap_or(Value::Null)
    }

    pub fn text(&self, expression: &str) -> String {
        self.value(expression).as_str().unwrap_or_default().to_owned()
    }

    /// Whether a condition holds now.
    pub fn holds(&self, condition: &str) -> bool {
        self.value(&format!("Boolean({condition})")) == Value::Bool(true)
    }

    /// Waits until a condition holds.
    pub fn until(&self, condition: &str) {
        let waiting = format!(
            "new Promise((resolve) => {{
                const end = Date.now() + 60000;
                const look = () => {{
                    let holds = false;
                    try {{ holds = Boolean({condition}); }} catch {{ holds = false; }}
                    if (holds || Date.now() > end) resolve(holds); else setTimeout(look, 15);
                }};
                look();
            }})"
        );
        // A page that leads to another one takes the question with it.
        let is_led_on = |error: &str| error.contains("navigated");
        let answer = loop {
            match self.tab.evaluate(&waiting, true) {
                Err(error) if is_led_on(&error.to_string()) => {}
                answer => break answer,
            }
        };
        let holds = answer.unwrap_or_else(|error| panic!("{condition}: {error}")).value;
        assert!(holds == Some(Value::Bool(true)), "never: {condition}\n{}", self.state());
    }

    /// What the page says, for messages of failed tests.
    fn state(&self) -> String {
        self.text("document.querySelector('main').innerText.slice(0, 1500)")
    }

    /// Clicks the middle of an element with the mouse.
    pub fn click(&self, selector: &str) {
        self.until(&format!("document.querySelector({})", Value::from(selector)));
        let element = self.tab.find_element(selector).unwrap_or_else(|error| panic!("{selector}: {error}"));
        element.click().unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    /// Clicks a point of the board.
    pub fn point(&self, name: &str) {
        self.click(&format!(".board-grid [data-name={name}]"));
    }

    /// Clicks the button or link with this text.
    pub fn press(&self, text: &str) {
        let marked = format!(
            "(() => {{ document.querySelector('[data-test]')?.removeAttribute('data-test');
                const all = [...document.querySelectorAll('button, a.button, .options label')];
                const found = all.find((element) => element.innerText.trim().split('\\n')[0] === {} && element.offsetParent);
                found?.setAttribute('data-test', ''); return Boolean(found); }})()",
            Value::from(text)
        );
        self.until(&marked);
        self.click("[data-test]");
    }

    /// Presses a key.
    pub fn key(&self, name: &str) {
        self.tab.press_key(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    }

    /// Nothing came from elsewhere, and the page reported nothing as wrong.
    pub fn is_clean(&self) {
        let host = self.server.address.trim_start_matches("http://").trim_end_matches('/').to_owned();
        let own =
            [format!("http://{host}/"), format!("ws://{host}/"), "data:".to_owned(), "blob:".to_owned()];
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        assert!(!requests.is_empty(), "requests are seen");
        for request in requests.iter().filter(|request| !request.starts_with("about:")) {
            assert!(own.iter().any(|own| request.starts_with(own)), "{request}");
        }
        let faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        assert!(faults.is_empty(), "{faults:?}");
    }

    /// Writes a picture of the page to `SHUANGQI_PAGES`, a folder, if that is set.
    pub fn picture(&self, name: &str) {
        use headless_chrome::protocol::cdp::Page::CaptureScreenshotFormatOption::Png;
        let Some(folder) = std::env::var_os("SHUANGQI_PAGES") else { return };
        let picture = self.tab.capture_screenshot(Png, None, None, true).expect("a picture");
        std::fs::write(Path::new(&folder).join(format!("{name}.png")), picture)
            .expect("the picture is written");
    }
}

/// A running server, which ends with this value.
pub struct Server {
    process: Child,
    /// Ends with a stroke.
    pub address: String,
    /// What follows it in the address that is printed: the token.
    query: String,
}

impl Server {
    /// Serves the page and the files of a folder on a free port; or the page that needs no server.
    pub fn start(folder: &Path) -> Server {
        site().map_or_else(|| Server::listen(folder, "0"), |site| Server::of_site(&site))
    }

    fn of_site(site: &Path) -> Server {
        let mut process = Command::new("python3")
            .args(["-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory"])
            .arg(site)
            .arg("0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Python is installed");
        let mut line = String::new();
        let output = process.stdout.take().expect("its output is read");
        BufReader::new(output).read_line(&mut line).expect("Python says where it listens");
        let address = line.split(['(', ')']).find(|part| part.starts_with("http://")).expect("an address");
        Server { process, address: address.to_owned(), query: String::new() }
    }

    fn listen(folder: &Path, port: &str) -> Server {
        let mut process = Command::new(program())
            .args(["serve", "--port", port])
            .arg(folder)
            // Nothing is written beside the folder.
            .env("XDG_CACHE_HOME", folder.join(".caches"))
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
