//! The steps of a protocol, and how an engine goes through them.

use std::time::{Duration, Instant};

use shuangqi_cli::output::Output;
use shuangqi_cli::{Exit, Failure};

use super::bench::{Bench, Finding, Miss};
use super::record::{Examined, Outcome, Part, Summary, Verdict};

/// A step.
#[derive(Clone, Copy, Debug)]
pub struct Step<C> {
    /// What is tested.
    pub name: &'static str,
    /// Whether the protocol demands it.
    pub part: Part,
    /// The test.
    pub check: fn(&mut C, &mut Bench) -> Finding,
}

impl<C> Step<C> {
    /// A step that tests what the protocol says.
    pub const fn protocol(name: &'static str, check: fn(&mut C, &mut Bench) -> Finding) -> Step<C> {
        Step { name, part: Part::Protocol, check }
    }

    /// A step that asks for more than the protocol says.
    pub const fn robustness(name: &'static str, check: fn(&mut C, &mut Bench) -> Finding) -> Step<C> {
        Step { name, part: Part::Robustness, check }
    }
}

/// The steps of a protocol, and what is known of the engine that goes through them.
pub trait Course: Sized + 'static {
    /// In order, those of the protocol first.
    fn steps(&self) -> Vec<Step<Self>>;

    /// Introduces a new process.
    ///
    /// # Errors
    /// The engine's fault, and interruption.
    fn greet(&mut self, bench: &mut Bench) -> Result<(), Miss>;

    /// The protocol's name.
    fn protocol(&self) -> &'static str;

    /// The name that the engine gives itself.
    fn title(&self) -> Option<String>;
}

/// Steps by part and outcome.
#[derive(Default)]
struct Counts([[u32; 3]; 2]);

impl Counts {
    fn of(&self, part: Part, outcome: Outcome) -> u32 {
        self.0[part as usize][outcome as usize]
    }

    fn examined(&self) -> u32 {
        self.0.as_flattened().iter().sum()
    }

    fn summary<C: Course>(&self, course: &C, part: Part) -> Summary {
        let count = |outcome| self.of(part, outcome);
        let (passed, failed, skipped) = (count(Outcome::Pass), count(Outcome::Fail), count(Outcome::Skipped));
        let all = course.steps().iter().filter(|step| step.part == part).count() as u32;
        let not_run = all.saturating_sub(passed + failed + skipped);
        let verdict = match (failed, not_run) {
            (0, 0) => Verdict::Pass,
            (0, _) => Verdict::Unfinished,
            _ => Verdict::Fail,
        };
        let engine = course.title().unwrap_or_default();
        Summary { engine, protocol: course.protocol(), part, passed, failed, skipped, not_run, verdict }
    }
}

/// Goes through all steps. Those of the protocol alone decide the exit code.
///
/// # Errors
/// An engine that does not start, output that cannot be written, and interruption.
pub fn examine<C: Course>(mut course: C, mut bench: Bench, output: &mut Output<'_>) -> Result<Exit, Failure> {
    start(&mut course, &mut bench).map_err(|miss| not_started(bench.program(), miss))?;
    let steps = course.steps();
    let mut counts = Counts::default();
    for (step, number) in steps.iter().zip(1..) {
        let Some(examined) = attempt(step, number, &mut course, &mut bench) else { break };
        counts.0[step.part as usize][examined.outcome as usize] += 1;
        output.emit(&examined)?;
    }
    for part in Part::ALL {
        output.emit(&counts.summary(&course, part))?;
    }
    if (counts.examined() as usize) < steps.len() {
        return Err(interrupted(counts.examined(), steps.len()));
    }
    let is_kept = counts.of(Part::Protocol, Outcome::Fail) == 0;
    Ok(if is_kept { Exit::Success } else { Exit::Wrong })
}

fn start<C: Course>(course: &mut C, bench: &mut Bench) -> Result<(), Miss> {
    bench.start()?;
    course.greet(bench)
}

fn not_started(program: &str, miss: Miss) -> Failure {
    match miss {
        Miss::Interrupted => interrupted(0, 0),
        Miss::Failed(why) | Miss::Skipped(why) => Failure::Engine(format!("{program}: {why}")),
    }
}

/// What is told of a run that the user has stopped.
pub fn interrupted(examined: u32, steps: usize) -> Failure {
    let state = match examined {
        0 => "no step was finished".to_owned(),
        _ => format!("{examined} of {steps} steps were finished and are reported"),
    };
    Failure::Interrupted(Some(format!("run the command again, which starts with the first step ({state})")))
}

/// A step; `None`: the user has asked to stop.
fn attempt<C: Course>(step: &Step<C>, number: u32, course: &mut C, bench: &mut Bench) -> Option<Examined> {
    let (finding, time) = match restart(course, bench) {
        Ok(()) => {
            let begin = Instant::now();
            let finding = (step.check)(course, bench);
            (finding, begin.elapsed())
        }
        Err(miss) => (Err(miss), Duration::ZERO),
    };
    let (outcome, note) = match clear_up(bench, step.part, finding) {
        Ok(note) => (Outcome::Pass, note),
        Err(Miss::Failed(why)) => (Outcome::Fail, why),
        Err(Miss::Skipped(why)) => (Outcome::Skipped, why),
        Err(Miss::Interrupted) => return None,
    };
    let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    Some(Examined { step: number, name: step.name, part: step.part, outcome, milliseconds, note })
}

/// A new process where the last step has ended or upset the former one. This is no part of a step's time.
fn restart<C: Course>(course: &mut C, bench: &mut Bench) -> Result<(), Miss> {
    if bench.is_running() { Ok(()) } else { start(course, bench) }
}

/// What an engine writes too late is not taken for an answer in the next step. Where the protocol does not say what it
/// has to make of a step, the next step gets a new process.
fn clear_up(bench: &mut Bench, part: Part, finding: Finding) -> Finding {
    let finding = match finding {
        Ok(_) | Err(Miss::Skipped(_)) => bench.drop_output().and(finding),
        Err(_) => finding,
    };
    if part == Part::Robustness || matches!(finding, Err(Miss::Failed(_))) {
        bench.clear();
    }
    finding
}
