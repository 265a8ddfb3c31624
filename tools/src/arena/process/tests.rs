use super::output::LONGEST;
use super::*;

fn shell(script: &str) -> Launch {
    Launch {
        command: "sh".to_owned(),
        arguments: vec!["-c".to_owned(), script.to_owned()],
        folder: None,
        processors: Vec::new(),
        stderr: None,
    }
}

fn soon() -> Instant {
    Instant::now() + Duration::from_secs(60)
}

fn start(script: &str) -> Process {
    Process::start(&shell(script)).unwrap()
}

fn line(process: &mut Process) -> String {
    process.hear(soon()).unwrap().unwrap().text
}

/// How it ended, once everything it wrote has been read.
fn ending(process: &mut Process) -> String {
    loop {
        match process.hear(soon()) {
            Ok(Some(_)) => {}
            Ok(None) => panic!("it goes on"),
            Err(fault) => return fault.to_string(),
        }
    }
}

pub fn is_alive(pid: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !stat.is_empty() && !stat.contains(") Z")
}

#[test]
fn lines_go_to_and_fro() {
    let mut process = start("while read line; do printf '%s!\\r\\n' \"$line\"; done; printf end");
    process.say("one").unwrap();
    assert_eq!(line(&mut process), "one!");
    assert!(process.hear(Instant::now()).unwrap().is_none());
    process.close();
    assert_eq!(line(&mut process), "end");
    assert_eq!(ending(&mut process), "it exited with status 0");
    assert_eq!(process.dialogue(), ["> one", "< one!", "< end"]);
}

#[test]
fn everything_is_logged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let engine = crate::arena::samples::engine("cat");
    let log = crate::arena::log::Logs::open(Some(&path), &[]).unwrap().of(&engine, None);
    let mut process = Process::logged(&shell("read line; echo \"$line!\"; echo oh >&2"), log).unwrap();
    process.say("one").unwrap();
    assert_eq!(line(&mut process), "one!");
    assert_eq!(ending(&mut process), "it exited with status 0");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut lines: Vec<&str> = text.lines().map(|line| line[9..].trim_start()).collect();
    lines.sort_unstable();
    assert_eq!(lines, ["cat ! oh", "cat < one!", "cat > one"]);
}

#[test]
fn the_end_is_told_by_its_kind() {
    assert_eq!(ending(&mut start("echo lost >&2; exit 3")), "it exited with status 3");
    assert_eq!(ending(&mut start("exit 127")), "it exited with status 127");
    assert_eq!(ending(&mut start("kill -SEGV $$")), "it was killed by signal 11");
    assert_eq!(ending(&mut start("exec >&-; sleep 100")), "it closed its output");
    let nobody = Launch { command: "/no/such/engine".to_owned(), ..shell("") };
    let missing = ending(&mut Process::start(&nobody).unwrap());
    assert!(missing.starts_with("it could not be started: /no/such/engine: No such file"), "{missing}");
    let nowhere = Launch { folder: Some("/no/such/folder".to_owned()), ..shell("") };
    assert!(Process::start(&nowhere).unwrap_err().to_string().contains("could not be started"));
}

#[test]
fn stderr_is_kept_by_its_last_lines() {
    let mut process = start("seq 100000 >&2; echo done; read wait");
    assert_eq!(line(&mut process), "done");
    process.say("go").unwrap();
    assert_eq!(ending(&mut process), "it exited with status 0");
    let dialogue = process.dialogue();
    assert_eq!(dialogue[2..].len(), 8);
    assert_eq!(dialogue.last().map(String::as_str), Some("! 100000"));
}

#[test]
fn a_flood_ends_the_reading() {
    for script in ["yes", "cat /dev/zero"] {
        assert_eq!(ending(&mut start(script)), "it wrote more than 64 MB in one turn");
    }
}

#[test]
fn long_lines_are_cut() {
    let mut process = start("head -c 3000000 /dev/zero | tr '\\0' x; echo; echo next");
    assert_eq!(line(&mut process).len(), LONGEST);
    assert_eq!(line(&mut process), "next");
}

#[test]
fn nobody_is_left() {
    let script = "setsid sh -c 'sleep 100 & echo $!; wait' & (sleep 100 & echo $!) ; echo $$; read wait";
    for is_gentle in [false, true] {
        let mut process = start(script);
        let pids: Vec<String> = (0..3).map(|_| line(&mut process)).collect();
        assert!(pids.iter().all(|pid| is_alive(pid)));
        if is_gentle {
            process.dismiss("quit", Duration::from_secs(5));
        } else {
            drop(process);
        }
        assert!(!pids.iter().any(|pid| is_alive(pid)), "{pids:?}");
    }
}

#[test]
fn the_deaf_and_the_stubborn_are_ended() {
    let mut process = start("trap '' TERM INT HUP; echo $$; while :; do sleep 1; done");
    let pid = line(&mut process);
    process.dismiss("quit", Duration::from_millis(20));
    assert!(!is_alive(&pid));
}

#[test]
fn a_killed_supervisor_ends_its_engine() {
    let mut process = start("echo $$; exec sleep 100");
    let pid = line(&mut process);
    let supervisor = rustix::process::Pid::from_child(&process.child);
    rustix::process::kill_process(supervisor, rustix::process::Signal::KILL).unwrap();
    assert_eq!(ending(&mut process), "it ended");
    // A process closes its output a little before it is gone.
    let deadline = soon();
    while is_alive(&pid) && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(!is_alive(&pid));
}

#[test]
fn processors_are_restricted() {
    let mut process =
        Process::start(&Launch { processors: vec![0], ..shell("grep Cpus_allowed_list /proc/self/status") })
            .unwrap();
    assert_eq!(line(&mut process).split_whitespace().last(), Some("0"));
}
