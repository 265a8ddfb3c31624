use super::streams::MAX_LINE;
use super::*;

fn shell(script: &str) -> EngineConfig {
    let arguments = vec!["-c".to_owned(), script.to_owned()];
    EngineConfig { command: "sh".to_owned(), arguments, ..EngineConfig::default() }
}

fn soon() -> Instant {
    Instant::now() + Duration::from_secs(60)
}

fn start(script: &str) -> Process {
    begin(&shell(script)).unwrap()
}

fn begin(config: &EngineConfig) -> Result<Process, Fault> {
    Process::start(config, &[], Timeouts::default(), Channel::default())
}

fn line(process: &mut Process) -> String {
    process.next_line(soon()).unwrap().unwrap().text
}

/// The exit, once everything that the process wrote has been read.
fn ending(process: &mut Process) -> String {
    loop {
        match process.next_line(soon()) {
            Ok(Some(_)) => {}
            Ok(None) => panic!("it still runs"),
            Err(fault) => return fault.to_string(),
        }
    }
}

pub fn is_alive(pid: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !stat.is_empty() && !stat.contains(") Z")
}

#[test]
fn lines_are_exchanged() {
    let mut process = start("while read line; do printf '%s!\\r\\n' \"$line\"; done; printf end");
    process.send("one").unwrap();
    assert_eq!(line(&mut process), "one!");
    assert!(process.next_line(Instant::now()).unwrap().is_none());
    process.close_input();
    assert_eq!(line(&mut process), "end");
    assert_eq!(ending(&mut process), "the engine exited with status 0");
    assert_eq!(process.dialogue(), ["> one", "< one!", "< end"]);
}

#[test]
fn every_line_is_logged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let engine = crate::samples::engine("cat");
    let log = crate::log::Logs::open(Some(&path), &[]).unwrap().of(&engine, None);
    let mut process =
        Process::start(&shell("read line; echo \"$line!\"; echo oh >&2"), &[], Timeouts::default(), log)
            .unwrap();
    process.send("one").unwrap();
    assert_eq!(line(&mut process), "one!");
    assert_eq!(ending(&mut process), "the engine exited with status 0");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut lines: Vec<&str> = text.lines().map(|line| line[9..].trim_start()).collect();
    lines.sort_unstable();
    assert_eq!(lines, ["cat ! oh", "cat < one!", "cat > one"]);
}

/// The launcher itself ends so where there is no program.
#[test]
fn a_status_of_127_may_be_the_engines() {
    assert_eq!(ending(&mut start("echo lost >&2; exit 127")), "the engine exited with status 127");
}

#[test]
fn the_last_lines_of_stderr_are_kept() {
    let mut process = start("seq 100000 >&2; echo done; read wait");
    assert_eq!(line(&mut process), "done");
    process.send("go").unwrap();
    assert_eq!(ending(&mut process), "the engine exited with status 0");
    let dialogue = process.dialogue();
    assert_eq!(dialogue[2..].len(), 8);
    assert_eq!(dialogue.last().map(String::as_str), Some("! 100000"));
}

#[test]
fn too_much_output_ends_the_reading() {
    for script in ["yes", "cat /dev/zero"] {
        assert_eq!(ending(&mut start(script)), "the engine wrote more than 64 MB for one move");
    }
}

#[test]
fn long_lines_are_cut() {
    let mut process = start("head -c 3000000 /dev/zero | tr '\\0' x; echo; echo next");
    assert_eq!(line(&mut process).len() as u64, MAX_LINE);
    assert_eq!(line(&mut process), "next");
}

#[test]
fn no_process_is_left() {
    let script = "setsid sh -c 'sleep 100 & echo $!; wait' & (sleep 100 & echo $!) ; echo $$; read wait";
    for by_command in [false, true] {
        let mut process = start(script);
        let pids: Vec<String> = (0..3).map(|_| line(&mut process)).collect();
        assert!(pids.iter().all(|pid| is_alive(pid)));
        if by_command {
            process.quit();
        } else {
            drop(process);
        }
        assert!(!pids.iter().any(|pid| is_alive(pid)), "{pids:?}");
    }
}

#[test]
fn an_engine_ends_with_its_supervisor() {
    let mut process = start("echo $$; exec sleep 100");
    let pid = line(&mut process);
    let supervisor = rustix::process::Pid::from_child(&process.child);
    rustix::process::kill_process(supervisor, rustix::process::Signal::KILL).unwrap();
    assert_eq!(ending(&mut process), "the engine exited");
    // A process closes its output a little before it is gone.
    let deadline = soon();
    while is_alive(&pid) && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(!is_alive(&pid));
}

#[test]
fn processors_are_restricted() {
    let config = shell("grep Cpus_allowed_list /proc/self/status");
    let mut process = Process::start(&config, &[0], Timeouts::default(), Channel::default()).unwrap();
    assert_eq!(line(&mut process).split_whitespace().last(), Some("0"));
}
