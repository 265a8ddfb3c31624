//! The faults of an engine, and the rules of a protocol that it can break while it keeps all others.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::process::{Command, exit, id};
use std::time::Duration;

use clap::ValueEnum;

use crate::{Args, Choice, send};

/// A fault, in most cases of one search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Fault {
    /// Not at all
    None,
    /// End with status 7 before any output
    CrashAtStart,
    /// Write nothing
    HangAtStart,
    /// End with status 7 instead of a move
    Crash,
    /// End by signal 6 instead of a move
    Abort,
    /// Never answer again
    Hang,
    /// Answer late
    Late,
    /// Play a move that is not legal
    Illegal,
    /// Answer with text that is valid in no protocol
    Junk,
    /// Write 1 GB instead of a move
    Flood,
    /// Close the output and go on
    Mute,
    /// Resign
    Resign,
    /// Offer a draw with every move from then on
    Draw,
    /// Find no move from then on in a game that is sent with its moves
    NoMove,
    /// Find no move from then on
    Stuck,
    /// GTP: refuse every move of the opponent and of openings
    RefusePlay,
}

/// A rule that is broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Breach {
    /// GTP: another version than 2
    WrongVersion,
    /// GTP: list_commands leaves genmove out
    Unlisted,
    /// GTP: known_command is true for every name
    Untrue,
    /// GTP: unknown commands succeed
    UnknownAccepted,
    /// GTP: responses to requests without a number have the last one
    StaleNumber,
    /// GTP: a blank stands before the number
    SpacedNumber,
    /// GTP: responses have no number
    LostNumber,
    /// GTP: comments are read as arguments
    RemarkRead,
    /// GTP: empty lines are answered
    BlankAnswered,
    /// GTP: every size of board is accepted
    AnySize,
    /// GTP: capital letters are not read
    SmallLetters,
    /// GTP: reg_genmove plays its move
    RegPlays,
    /// GTP: illegal moves succeed, and are not played
    IllegalAccepted,
    /// GTP: final_score is that of the other side
    WrongScore,
    /// GTP: showboard shows nothing
    NoBoard,
    /// GTP: quit is not answered
    SilentQuit,
    /// GTP: a pass succeeds where there are moves, and is not played
    PassAccepted,
    /// GTP: lines without their arguments succeed
    BrokenAccepted,
    /// It ends with status 3 after quit
    QuitStatus,
    /// UCI: no name is given
    Unnamed,
    /// UCI, UCCI, xboard, NBoard: an unknown command ends the engine
    UnknownFatal,
    /// UCI: a line that begins with a blank is ignored
    LeadingBlank,
    /// UCI: the search goes one ply deeper than the limit
    Deeper,
    /// UCI: the search visits twice the positions of the limit
    MoreNodes,
    /// UCI: every move is given twice
    SecondMove,
    /// UCI: the expected line goes on with an illegal move
    IllegalLine,
    /// UCI, UCCI: a mated side moves
    MatedMove,
    /// UCI: searchmoves are ignored
    SearchMovesIgnored,
    /// UCCI: banmoves are ignored
    BanMovesIgnored,
    /// UCCI: only "go infinite" searches until stop; "go depth infinite" ends at once
    GoInfiniteOnly,
    /// UCCI: only "go depth infinite" searches until stop; "go infinite" is ignored
    DepthInfiniteOnly,
    /// xboard: an illegal move is called an unknown command
    IllegalUnnamed,
    /// NBoard: the name is given with the depth only, which the protocol allows
    NameWithDepth,
}

/// The faults before any input is read.
pub fn at_start(args: &Args) {
    if args.is_orphan {
        // The session is left, so that no signal to the group arrives.
        #[cfg(unix)]
        let _ = rustix::process::setsid();
        std::thread::sleep(Duration::from_secs(600));
        exit(0);
    }
    note(args, id());
    if args.ignore_signals {
        // The handler records the first signal, and does nothing else.
        let _ = shuangqi_cli::interrupt::watch();
    }
    if args.orphan {
        let child = std::env::current_exe()
            .and_then(|own| Command::new(own).args(["--proto", "uci", "--is-orphan"]).spawn());
        child.iter().for_each(|child| note(args, child.id()));
    }
    if args.loud {
        let _ = io::stderr().write_all(&vec![b'!'; 10 << 20]);
    }
    match args.fault {
        Fault::CrashAtStart => exit(7),
        Fault::HangAtStart => hang(),
        _ => {}
    }
}

fn note(args: &Args, pid: u32) {
    let Some(file) = &args.pids else { return };
    let file = OpenOptions::new().append(true).create(true).open(file);
    let _ = file.and_then(|mut file| writeln!(file, "{pid}"));
}

/// Carries out a fault; the answer, if it is not a move of the engine.
pub fn fail(args: &Args, legal: &[String]) -> Option<Choice> {
    match args.fault {
        Fault::Crash => exit(7),
        Fault::Abort => std::process::abort(),
        Fault::Hang => hang(),
        Fault::Late => std::thread::sleep(Duration::from_millis(args.late)),
        Fault::Illegal => return Some(Choice::Move(illegal(legal))),
        Fault::Junk => return Some(Choice::Junk),
        Fault::Resign => return Some(Choice::Resign),
        Fault::Flood => flood(),
        Fault::Mute => mute(),
        Fault::None
        | Fault::Draw
        | Fault::NoMove
        | Fault::Stuck
        | Fault::RefusePlay
        | Fault::CrashAtStart
        | Fault::HangAtStart => {}
    }
    None
}

/// A move of either game that is illegal here.
fn illegal(legal: &[String]) -> String {
    let is_othello = legal.iter().any(|mv| mv.len() != 4 || mv == "pass");
    let moves = if is_othello { ["d4", "e4"] } else { ["a0a9", "e9e0"] };
    moves.into_iter().find(|mv| legal.iter().all(|other| other != mv)).unwrap_or_default().to_owned()
}

fn flood() {
    let line = "x".repeat(1023);
    (0..1 << 20).for_each(|_| send(&line));
}

/// Closes the output, where the system lets it be closed alone, and hangs.
fn mute() -> ! {
    #[cfg(unix)]
    let _ = OpenOptions::new().write(true).open("/dev/null").map(rustix::stdio::dup2_stdout);
    hang()
}

/// Never ends.
pub fn hang() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}
