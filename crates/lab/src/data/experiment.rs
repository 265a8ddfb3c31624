//! An experiment: a question, and the algorithms that answer it together.

use serde::Serialize;

/// Algorithms that differ in what the question is about, and the depths and positions of their comparison.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Experiment {
    /// What it is called on command lines and in the names of files.
    pub id: String,
    pub title: String,
    /// What it is to answer, in plain words.
    pub question: String,
    /// What a reader should know besides.
    pub remarks: Vec<String>,
    /// What is compared with what, by the names of algorithms.
    #[serde(flatten)]
    pub shape: Shape,
    pub depths: Vec<i16>,
    /// How many of the positions, from the first.
    pub positions: usize,
    /// Whether the minimal trees are found, and how thoroughly.
    pub references: Option<Thoroughness>,
    /// Moves are compared with those that the strongest exact algorithm finds at this depth.
    pub oracle: Option<i16>,
}

/// Which minimal trees are found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Thoroughness {
    /// The minimal tree and the left-first minimal graph.
    Minimal,
    /// The bound by cheap cuts too.
    CheapCuts,
}

/// Kinds of comparison, which say what pictures show them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Shape {
    /// Algorithms against the one at this place, which must be exact.
    List {
        algorithms: Vec<String>,
        /// The place of the one that the others are divided by.
        baseline: usize,
        /// Whether the others may err: then their error is reported.
        is_selective: bool,
    },
    /// Each part added to a bare algorithm and taken from a full one.
    Ablation {
        /// The algorithm without any of the parts.
        bare: String,
        /// The one with all of them.
        full: String,
        parts: Vec<String>,
    },
    /// Every combination of some parts with a bare algorithm.
    Factorial {
        /// The algorithm without any of them.
        bare: String,
        /// The parts, at most 6.
        parts: Vec<String>,
    },
    /// Methods under one setting after another.
    Setting {
        /// What is set.
        setting: String,
        /// Its values, from one end to the other.
        values: Vec<String>,
        methods: Vec<Method>,
    },
}

/// A method under each value of a setting, and what it is divided by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Method {
    pub name: String,
    /// The method and its divisor under each value.
    pub pairs: Vec<(String, String)>,
}

impl Experiment {
    /// Every algorithm with the one that it is divided by, each once, in the order of the report.
    pub fn pairs(&self) -> Vec<(String, String)> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for pair in self.shape.pairs() {
            if !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
        pairs
    }

    /// The name of the algorithm that the others are divided by; empty if there is none.
    pub fn baseline(&self) -> &str {
        match &self.shape {
            Shape::List { algorithms, baseline, .. } => algorithms.get(*baseline).map_or("", String::as_str),
            Shape::Ablation { bare, .. } | Shape::Factorial { bare, .. } => bare,
            Shape::Setting { methods, .. } => {
                let first = methods.first().and_then(|method| method.pairs.first());
                first.map_or("", |(_, divisor)| divisor)
            }
        }
    }

    /// The names of all algorithms, each once.
    pub fn algorithms(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for (name, divisor) in self.pairs() {
            for name in [divisor, name] {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
    }
}

impl Shape {
    fn pairs(&self) -> Vec<(String, String)> {
        let against = |divisor: &str| {
            let divisor = divisor.to_owned();
            move |name: String| (name, divisor.clone())
        };
        match self {
            Shape::List { algorithms, baseline, .. } => {
                let baseline = algorithms.get(*baseline).map_or("", String::as_str);
                algorithms.iter().cloned().map(against(baseline)).collect()
            }
            Shape::Ablation { bare, full, parts } => {
                let added = parts.iter().map(|part| format!("{bare}+{part}")).map(against(bare));
                let removed = parts.iter().map(|part| format!("{full}-{part}")).map(against(full));
                let ends = [(bare.clone(), bare.clone()), (full.clone(), full.clone())];
                ends.into_iter().chain(added).chain(removed).collect()
            }
            Shape::Factorial { bare, parts } => {
                combinations(bare, parts).into_iter().map(against(bare)).collect()
            }
            Shape::Setting { methods, .. } => {
                methods.iter().flat_map(|method| method.pairs.iter().cloned()).collect()
            }
        }
    }
}

/// The names of all combinations of the parts: the one at place `n` has the parts whose bits are set in `n`.
pub fn combinations(bare: &str, parts: &[String]) -> Vec<String> {
    (0..1usize << parts.len())
        .map(|set| {
            let chosen = parts.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1);
            chosen.fold(bare.to_owned(), |name, (_, part)| name + "+" + part)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn experiment(shape: Shape) -> Experiment {
        let text = String::new;
        Experiment {
            id: text(),
            title: text(),
            question: text(),
            remarks: Vec::new(),
            shape,
            depths: vec![1],
            positions: 1,
            references: None,
            oracle: None,
        }
    }

    #[test]
    fn every_algorithm_is_named_once() {
        let names = ["a", "b"].map(str::to_owned);
        let ablation =
            experiment(Shape::Ablation { bare: "p".into(), full: "p+a+b".into(), parts: names.to_vec() });
        assert_eq!(ablation.algorithms(), ["p", "p+a+b", "p+a", "p+b", "p+a+b-a", "p+a+b-b"]);
        let factorial = experiment(Shape::Factorial { bare: "p".into(), parts: names.to_vec() });
        assert_eq!(factorial.algorithms(), ["p", "p+a", "p+b", "p+a+b"]);
    }
}
