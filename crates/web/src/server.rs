//! Listens, and serves the connections that come in.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr, TcpListener as StdListener, UdpSocket};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use std::{env, thread};

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use shuangqi_cli::{Failure, failure, interrupt};
use shuangqi_page::Backend;
use tempfile::NamedTempFile;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::time::sleep;
use tokio_io_timeout::TimeoutStream;

use crate::call_threads::CallThreads;
use crate::guard::{Guard, Token};
use crate::options::{Limits, Options};
use crate::routes::{Site, routes};
use crate::slots::{OpenConnection, Slots};

/// The time between two looks at the flag that ends the server.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The time that cancelled calls have to end before the program does.
const END_TIME: Duration = Duration::from_secs(1);
/// The time after which a listener that failed is asked again, as when the system has no more files to open.
const RETRY_TIME: Duration = Duration::from_millis(100);
const HEADER_BYTES: usize = 16 << 10;
const HEADER_LINES: usize = 64;
/// The answer to a connection too many.
const BUSY: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 23\r\n\r\nToo many connections.\r\n";

/// Serves the page until the user interrupts the program. Prints the address of the page to stdout, as a line of its own.
///
/// # Errors
/// [`Failure::Interrupted`] in the end. [`Failure::Usage`] if the address is in use or not of this machine; other failures if
/// the system refuses what a server needs.
pub fn serve(options: Options, backend: Arc<dyn Backend>) -> Result<(), Failure> {
    let opens_browser = options.opens_browser;
    let server = Server::bind(options, backend)?;
    if !server.address.ip().is_loopback() {
        failure::note(not_encrypted(server.address.port()));
    }
    let mut out = io::stdout();
    writeln!(out, "{}", server.url()).and_then(|()| out.flush()).map_err(Failure::from_write)?;
    let _redirect = opens_browser.then(|| open_browser(server.url()));
    server.run(interrupt::flag())?;
    Err(Failure::Interrupted(None))
}

/// A server that listens.
pub struct Server {
    listener: StdListener,
    address: SocketAddr,
    url: String,
    site: Arc<Site>,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Not the address of the page: it has the token.
        out.debug_struct("Server").field("listener", &self.listener).finish_non_exhaustive()
    }
}

impl Server {
    /// Begins to listen. Connections are answered by [`Server::run`].
    pub fn bind(options: Options, backend: Arc<dyn Backend>) -> Result<Server, Failure> {
        let limits = Arc::new(options.limits);
        let wanted = SocketAddr::new(options.address, options.port);
        let listener = StdListener::bind(wanted).map_err(|error| bind_failure(wanted, &error))?;
        let address = listener.local_addr().map_err(|error| bind_failure(wanted, &error))?;
        let token = Token::new(address.port())
            .map_err(|error| Failure::Internal(format!("there are no random numbers: {error}")))?;
        let url = url(address, &token);
        let threads = CallThreads::new(backend, limits.calls);
        let site =
            Arc::new(Site { guard: Guard { address, token }, folder: options.folder, threads, limits });
        Ok(Server { listener, address, url, site })
    }

    /// The address of the page, with the token.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Answers until the flag is set; then ends all connections and cancels all calls.
    pub fn run(self, stop: &AtomicBool) -> Result<(), Failure> {
        let failure = |error: io::Error| Failure::Internal(format!("the server cannot run: {error}"));
        let runtime = runtime().map_err(failure)?;
        self.listener.set_nonblocking(true).map_err(failure)?;
        let listener = {
            let _context = runtime.enter();
            TcpListener::from_std(self.listener).map_err(failure)?
        };
        runtime.block_on(async {
            tokio::select! {
                () = accept(&listener, &self.site) => {}
                () = requested(stop) => {}
            }
        });
        // Ends the connections, which cancel their calls.
        runtime.shutdown_background();
        self.site.threads.wait(END_TIME);
        Ok(())
    }
}

fn runtime() -> io::Result<Runtime> {
    /// Threads that read files.
    const FILE_THREADS: usize = 2;
    Builder::new_current_thread().enable_io().enable_time().max_blocking_threads(FILE_THREADS).build()
}

async fn requested(stop: &AtomicBool) {
    while !stop.load(Relaxed) {
        sleep(POLL_INTERVAL).await;
    }
}

async fn accept(listener: &TcpListener, site: &Arc<Site>) {
    let slots = Slots::new(site.limits.connections);
    let routes = routes(Arc::clone(site));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            sleep(RETRY_TIME).await;
            continue;
        };
        match OpenConnection::new(&slots) {
            Some(open) => {
                let _ = stream.set_nodelay(true);
                tokio::spawn(connection(stream, routes.clone(), open, Arc::clone(&site.limits)));
            }
            None => refuse(stream),
        }
    }
}

/// Says that there are too many connections. The text is short enough for the system to keep; if it does not, the
/// connection just ends.
fn refuse(stream: TcpStream) {
    if let Ok(mut stream) = stream.into_std() {
        let _ = stream.write(BUSY);
    }
}

/// Serves an HTTP connection until it ends or becomes a WebSocket.
async fn connection(stream: TcpStream, routes: Router, open: Arc<OpenConnection>, limits: Arc<Limits>) {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.stalled_time));
    let stream = TokioIo::new(Box::pin(stream));
    let service = TowerToHyperService::new(routes.layer(Extension(Arc::clone(&open))));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header_time)
        .max_buf_size(HEADER_BYTES)
        .max_headers(HEADER_LINES)
        .serve_connection(stream, service)
        .with_upgrades();
    tokio::select! {
        // How a connection ends is the client's affair.
        _ = connection => {}
        () = open.ended() => {}
    }
}

fn bind_failure(address: SocketAddr, error: &io::Error) -> Failure {
    let port = address.port();
    Failure::Usage(match error.kind() {
        io::ErrorKind::AddrInUse => {
            format!(
                "port {port} is in use, perhaps by this program: choose another, or any free one by --port 0"
            )
        }
        io::ErrorKind::PermissionDenied => {
            format!(
                "the system does not let you listen on port {port}: choose one above 1023, or any free one by --port 0"
            )
        }
        _ => format!("the server cannot listen on {address}: {error}. Choose an address of this machine."),
    })
}

/// The note of a server that other machines reach.
fn not_encrypted(port: u16) -> String {
    format!(
        "the connection is not encrypted: whoever can read the network on the way reads the page and the token. On such a \
         network leave out --listen, and make a tunnel on the other machine: ssh -L {port}:127.0.0.1:{port} THIS_MACHINE"
    )
}

/// The address of the page as one types it.
fn url(address: SocketAddr, token: &Token) -> String {
    let number = if address.ip().is_unspecified() { outward(address.ip()) } else { address.ip() };
    format!("http://{}/{}", SocketAddr::new(number, address.port()), token.query())
}

/// The address by which other machines reach this one: the one that a packet to them would carry. None is sent.
fn outward(all: IpAddr) -> IpAddr {
    let far = if all.is_ipv4() { "192.0.2.1:9" } else { "[2001:db8::1]:9" };
    let address = || -> io::Result<IpAddr> {
        let socket = UdpSocket::bind(SocketAddr::new(all, 0))?;
        socket.connect(far)?;
        Ok(socket.local_addr()?.ip())
    };
    address().unwrap_or(all)
}

/// Asks the system to open an address, by a file that leads to it: the address has the token, and other users can read
/// the command line of a browser. The file is removed with the value. Warns if it cannot: the address is printed anyway.
fn open_browser(url: &str) -> Option<NamedTempFile> {
    let opened = redirect(url).and_then(|file| start_browser(file.path().as_os_str()).map(|()| file));
    opened.map_err(|error| failure::warn(&no_browser(&error))).ok()
}

fn no_browser(error: &io::Error) -> String {
    format!("no browser can be opened: {error}. Open the address yourself.")
}

/// A file that only the user can read. It is in the home folder, because a browser in a sandbox has a folder for temporary
/// files of its own.
fn redirect(url: &str) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("shuangqi-").suffix(".html");
    let home = env::home_dir().and_then(|folder| builder.tempfile_in(folder).ok());
    let mut file = home.map_or_else(|| builder.tempfile(), Ok)?;
    write!(
        file,
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Shuangqi</title>\n\
         <meta http-equiv=\"refresh\" content=\"0; url={url}\">\n<a href=\"{url}\">To the page</a>\n"
    )?;
    Ok(file)
}

fn start_browser(page: &OsStr) -> io::Result<()> {
    let mut command = browser_command(page);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    // Waited for, so that no dead process is left.
    thread::spawn(move || child.wait());
    Ok(())
}

#[cfg(windows)]
fn browser_command(page: &OsStr) -> Command {
    let mut command = Command::new("rundll32");
    command.arg("url.dll,FileProtocolHandler").arg(page);
    command
}

#[cfg(not(windows))]
fn browser_command(page: &OsStr) -> Command {
    let mut command = Command::new(if cfg!(target_os = "macos") { "open" } else { "xdg-open" });
    command.arg(page);
    command
}
