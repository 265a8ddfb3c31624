//! A browser with one page, and what a user does with it.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use headless_chrome::protocol::cdp::Page::AddScriptToEvaluateOnNewDocument;
use headless_chrome::protocol::cdp::types::Event;
use headless_chrome::protocol::cdp::{Emulation, Network};
use headless_chrome::{Browser, LaunchOptions, Tab};
use serde_json::Value;
use tempfile::TempDir;

use crate::server::Server;

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
        assert!(self.value(&waiting) == Value::Bool(true), "never: {condition}\n{}", self.state());
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
