//! An experiment: a question, and the algorithms that answer it together.

/// Algorithms that differ in what the question is about, and the depths and positions of their comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Experiment {
    /// The name on command lines and in the names of files.
    pub id: &'static str,
    pub title: &'static str,
    /// The question that it answers, in plain words.
    pub question: &'static str,
    /// Remarks for the reader.
    pub remark: Option<&'static str>,
    /// The comparisons, by the names of algorithms.
    pub shape: Shape,
    pub depths: Vec<i16>,
    /// The number of positions, from the first.
    pub positions: usize,
    /// Whether the minimal trees are found, and how thoroughly.
    pub references: Option<Thoroughness>,
    /// Moves are compared with those that the strongest exact algorithm finds at this depth.
    pub oracle: Option<i16>,
}

/// The kinds of minimal trees that are measured.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Thoroughness {
    /// The minimal tree and the left-first minimal graph.
    Minimal,
    /// The bound by cheap cuts too.
    CheapCuts,
}

/// Kinds of comparison, which say what pictures show them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Algorithms against alpha-beta, or else against the first, which must be exact.
    List {
        algorithms: Vec<String>,
        /// Whether the others may err: then their error is reported.
        is_selective: bool,
    },
    /// Each part added to a bare algorithm and taken from a full one that has them all.
    Ablation { bare: &'static str, full: &'static str, parts: Vec<&'static str> },
    /// Every combination of at most six parts with a bare algorithm.
    Factorial { bare: &'static str, parts: Vec<&'static str> },
    /// Methods under one value of a setting after another.
    Setting { setting: &'static str, values: Vec<&'static str>, methods: Vec<Method> },
}

/// A method under each value of a setting, and what it is divided by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Method {
    pub name: &'static str,
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

    /// The name of the algorithm that the others are divided by.
    pub fn baseline(&self) -> &str {
        match &self.shape {
            Shape::List { algorithms, .. } => baseline(algorithms),
            Shape::Ablation { bare, .. } | Shape::Factorial { bare, .. } => bare,
            Shape::Setting { methods, .. } => &methods[0].pairs[0].1,
        }
    }

    /// The names of all algorithms, each once.
    pub fn algorithms(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for (name, divisor) in self.shape.pairs() {
            for name in [divisor, name] {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
    }
}

/// The algorithm that the others are compared with: alpha-beta if it is among them, else the first.
fn baseline(algorithms: &[String]) -> &str {
    algorithms.iter().find(|name| *name == "alpha-beta").unwrap_or(&algorithms[0])
}

impl Shape {
    fn pairs(&self) -> Vec<(String, String)> {
        let against = |divisor: &str| {
            let divisor = divisor.to_owned();
            move |name: String| (name, divisor.clone())
        };
        match self {
            Shape::List { algorithms, .. } => {
                algorithms.iter().cloned().map(against(baseline(algorithms))).collect()
            }
            Shape::Ablation { bare, full, parts } => {
                let added = parts.iter().map(|part| format!("{bare}+{part}")).map(against(bare));
                let removed = parts.iter().map(|part| format!("{full}-{part}")).map(against(full));
                let ends = [bare, full].map(|end| (end.to_string(), end.to_string()));
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
pub fn combinations(bare: &str, parts: &[&str]) -> Vec<String> {
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

    #[test]
    fn every_algorithm_is_named_with_its_divisor() {
        let names = |shape: Shape| -> Vec<String> {
            shape.pairs().into_iter().map(|(name, divisor)| format!("{name} {divisor}")).collect()
        };
        let parts = || vec!["a", "b"];
        let ablation = Shape::Ablation { bare: "p", full: "p+a+b", parts: parts() };
        assert_eq!(
            names(ablation),
            ["p p", "p+a+b p+a+b", "p+a p", "p+b p", "p+a+b-a p+a+b", "p+a+b-b p+a+b"]
        );
        let factorial = Shape::Factorial { bare: "p", parts: parts() };
        assert_eq!(names(factorial), ["p p", "p+a p", "p+b p", "p+a+b p"]);
        for (list, expected) in [("pvs,alpha-beta", "pvs alpha-beta"), ("pvs,negamax", "pvs pvs")] {
            let algorithms = list.split(',').map(str::to_owned).collect();
            assert_eq!(names(Shape::List { algorithms, is_selective: false })[0], expected);
        }
    }
}
