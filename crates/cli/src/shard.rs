//! Parts of a run, for work that is shared out over machines: each shard does the units whose number, divided by the number of
//! shards, leaves the shard's own.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A part of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shard {
    /// From 1.
    index: u64,
    of: u64,
}

/// What the first line of the journal of a shard says of the run that is shared out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SharedRun {
    /// The shard of the journal.
    #[serde(flatten)]
    pub shard: Shard,
    /// The units of all shards.
    pub units: u64,
}

/// A scheduler's names for the number of a task.
struct Scheduler {
    /// The variable that holds it.
    task: &'static str,
    /// The number of the first task, or the variable that holds it.
    first: First,
    /// The variable that holds the number of tasks.
    count: Option<&'static str>,
}

enum First {
    Number(u64),
    Variable(&'static str),
}

/// The schedulers in the order in which they are asked: one may run within an allocation of another that comes later.
const SCHEDULERS: [Scheduler; 4] = [
    // GNU parallel numbers its jobs from 1.
    Scheduler { task: "PARALLEL_SEQ", first: First::Number(1), count: None },
    // HyperQueue numbers the tasks of its Python interface from 0; an array is numbered as it is submitted: --array 0-7.
    Scheduler { task: "HQ_TASK_ID", first: First::Number(0), count: None },
    // Kubernetes numbers the pods of an indexed job from 0.
    Scheduler { task: "JOB_COMPLETION_INDEX", first: First::Number(0), count: None },
    Scheduler {
        task: "SLURM_ARRAY_TASK_ID",
        first: First::Variable("SLURM_ARRAY_TASK_MIN"),
        count: Some("SLURM_ARRAY_TASK_COUNT"),
    },
];

impl Shard {
    /// A shard by its number, from 1, and the number of all.
    pub fn new(index: u64, of: u64) -> Option<Shard> {
        (1..=of).contains(&index).then_some(Shard { index, of })
    }

    /// Whether a unit, whose number counts from 0, is one of this shard.
    pub fn has(self, unit: u64) -> bool {
        unit % self.of == self.index - 1
    }

    /// Whether a unit is one of a run: of all of it, or of a shard.
    pub fn covers(shard: Option<Shard>, unit: usize) -> bool {
        shard.is_none_or(|shard| shard.has(unit as u64))
    }

    /// The number of all shards.
    pub fn of(self) -> u64 {
        self.of
    }

    /// Reads `I/N`, `auto/N` or `auto`, where variables of the environment are looked up like this.
    fn read(text: &str, variable: impl Fn(&str) -> Option<String>) -> Result<Shard, String> {
        let (index, of) = text.split_once('/').map_or((text, None), |(index, of)| (index, Some(of)));
        let of = of.map(number).transpose()?;
        let (index, of) = match index {
            "auto" => of_scheduler(of, variable)?,
            _ => (number(index)?, of.ok_or_else(wrong)?),
        };
        Shard::new(index, of).ok_or_else(|| format!("there is no shard {index} of {of}; they count from 1"))
    }
}

/// The number of the task that a scheduler has started, from 1, and of all tasks.
fn of_scheduler(of: Option<u64>, variable: impl Fn(&str) -> Option<String>) -> Result<(u64, u64), String> {
    let found = SCHEDULERS.iter().find_map(|scheduler| Some((scheduler, variable(scheduler.task)?)));
    let Some((scheduler, task)) = found else {
        let names = SCHEDULERS.map(|scheduler| scheduler.task).join(", ");
        return Err(format!("no scheduler has given this task a number ({names}); give one, as in 1/8"));
    };
    let numbered = |name: &str, text: &str| {
        number(text)
            .map_err(|_| format!("{name} is \"{text}\", which is no number; give the shard as in 1/8"))
    };
    let task = numbered(scheduler.task, &task)?;
    let first = match scheduler.first {
        First::Number(first) => first,
        First::Variable(name) => numbered(name, &variable(name).unwrap_or_else(|| "0".to_owned()))?,
    };
    let count = scheduler.count.and_then(|name| Some(numbered(name, &variable(name)?)));
    let of = of.map(Ok).or(count).ok_or("the number of shards is missing; give it, as in auto/8")??;
    let index = task.checked_sub(first).ok_or_else(|| {
        format!("{} is {task}, and its tasks count from {first}: number them so", scheduler.task)
    })?;
    Ok((index + 1, of))
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| wrong())
}

fn wrong() -> String {
    "expected a shard and the number of all, as in 1/8, or auto/8 under a scheduler".to_owned()
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        Shard::read(text, |name| std::env::var(name).ok())
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}", self.index, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, variables: &[(&str, &str)]) -> Result<String, String> {
        let variable = |wanted: &str| {
            variables.iter().find(|(name, _)| *name == wanted).map(|(_, value)| (*value).to_owned())
        };
        Shard::read(text, variable).map(|shard| shard.to_string())
    }

    #[test]
    fn every_unit_belongs_to_one_shard() {
        let shards: Vec<Shard> = (1..=3).map(|index| Shard::new(index, 3).unwrap()).collect();
        for unit in 0..20 {
            assert_eq!(shards.iter().filter(|shard| shard.has(unit)).count(), 1, "{unit}");
        }
    }

    #[test]
    fn schedulers_number_their_tasks_each_in_its_own_way() {
        let slurm =
            [("SLURM_ARRAY_TASK_ID", "7"), ("SLURM_ARRAY_TASK_MIN", "5"), ("SLURM_ARRAY_TASK_COUNT", "4")];
        let within = [slurm[0], slurm[1], slurm[2], ("HQ_TASK_ID", "0")];
        for (text, variables, expected) in [
            ("2/8", &[][..], "2/8"),
            ("auto/8", &[("PARALLEL_SEQ", "8")], "8/8"),
            ("auto/8", &[("HQ_TASK_ID", "7")], "8/8"),
            ("auto/8", &[("JOB_COMPLETION_INDEX", "0")], "1/8"),
            ("auto", &slurm, "3/4"),
            ("auto/10", &slurm, "3/10"),
            ("auto/2", &within, "1/2"),
        ] {
            assert_eq!(read(text, variables).as_deref(), Ok(expected), "{text} {variables:?}");
        }
    }

    #[test]
    fn what_is_no_shard_is_refused() {
        for (text, variables, expected) in [
            ("", &[][..], "as in 1/8"),
            ("3", &[], "as in 1/8"),
            ("0/8", &[], "no shard 0 of 8"),
            ("9/8", &[], "no shard 9 of 8"),
            ("1/0", &[], "no shard 1 of 0"),
            ("x/8", &[], "as in 1/8"),
            ("auto/8", &[], "no scheduler has given"),
            ("auto", &[("PARALLEL_SEQ", "1")], "the number of shards is missing"),
            ("auto/8", &[("PARALLEL_SEQ", "one")], "PARALLEL_SEQ is \"one\""),
            ("auto/8", &[("PARALLEL_SEQ", "0")], "count from 1"),
        ] {
            let refusal = read(text, variables).unwrap_err();
            assert!(refusal.contains(expected), "{text}: {refusal}");
        }
    }
}
