//! The process of an engine as the system starts it: in a group of its own, so that Ctrl-C at the terminal reaches the runner alone; on
//! Windows in a job, which ends with everything that the engine has started. (On Linux the supervisor sees to that.)

use std::io;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, Stdio};

#[cfg(windows)]
pub use in_job::{EngineChild, spawn};
#[cfg(not(windows))]
pub use plain::{EngineChild, spawn};

/// The streams of an engine.
pub struct Streams {
    pub input: ChildStdin,
    pub output: ChildStdout,
    pub stderr: ChildStderr,
}

impl Streams {
    fn of(
        input: Option<ChildStdin>,
        output: Option<ChildStdout>,
        stderr: Option<ChildStderr>,
    ) -> io::Result<Streams> {
        match (input, output, stderr) {
            (Some(input), Some(output), Some(stderr)) => Ok(Streams { input, output, stderr }),
            _ => Err(io::Error::other("its streams are missing")),
        }
    }
}

fn with_pipes(command: &mut Command) {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
}

#[cfg(not(windows))]
mod plain {
    use std::io;
    use std::process::{Child, Command};

    use super::{Streams, with_pipes};

    pub type EngineChild = Child;

    /// Starts the process.
    pub fn spawn(mut command: Command) -> io::Result<(EngineChild, Streams)> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        with_pipes(&mut command);
        let mut child = command.spawn()?;
        let streams = Streams::of(child.stdin.take(), child.stdout.take(), child.stderr.take())?;
        Ok((child, streams))
    }
}

#[cfg(windows)]
mod in_job {
    use std::io;
    use std::os::windows::process::CommandExt;
    use std::process::Command;

    use process_wrap::std::{ChildWrapper, CommandWrap, JobObject};

    use super::{Streams, with_pipes};

    /// `CREATE_NEW_PROCESS_GROUP`: Ctrl-C at the console does not reach it.
    const NEW_GROUP: u32 = 0x200;

    pub type EngineChild = Box<dyn ChildWrapper>;

    /// Starts the process in a job.
    pub fn spawn(mut command: Command) -> io::Result<(EngineChild, Streams)> {
        command.creation_flags(NEW_GROUP);
        with_pipes(&mut command);
        let mut child = CommandWrap::from(command).wrap(JobObject).spawn()?;
        let streams = Streams::of(child.stdin().take(), child.stdout().take(), child.stderr().take())?;
        Ok((child, streams))
    }
}
