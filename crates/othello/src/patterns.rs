//! Patterns: small sets of squares, evaluated by a table of their contents.
//!
//! The contents of a pattern are a number in base 3, and for each instance an entry of a table is added up (Michael Buro,
//! "Experiments with Multi-ProbCut and a New High-Quality Evaluation Function for Othello", 1997). An entry is a few
//! numbers: the first sum is part of the evaluation, the others are units of a hidden layer, as in a network with the
//! contents as its inputs ("NNUE": Yu Nasu, 2018). A class is a
//! set of squares up to symmetry; its instances are the images under the eight symmetries of the board, and share a
//! table. A set that is its own mirror image has equal entries for mirrored contents, so that only one is stored.
//!
//! Digits are 0 for a white disc, 1 for an empty square and 2 for a black one: with the colours exchanged, the number
//! `index` of `n` digits becomes `3^n − 1 − index`, so that one set of numbers serves both sides.

mod cache;
mod evaluator;
mod features;
mod file;
mod probcut;
mod weights;

use std::sync::LazyLock;

use crate::square::Square;
use crate::symmetry::Symmetry;

pub use evaluator::Patterns;
pub use features::{COUNTS, Features, counts};
use features::{FeatureStack, VALUES};
pub use file::{read, stated_checksum, write};
pub use probcut::ProbCutModel;
pub use weights::{
    Entry, LATE_EMPTIES, Late, STAGES, Stage, Stored, Trained, UNITS, Weights, is_taken_off, output, stage_of,
};

/// The most squares of a class.
const MAX_SQUARES: usize = 10;
/// Room for instances; what is left over stays 0.
const LANES: usize = 64;
/// The number of classes of patterns.
pub const PATTERNS: usize = 14;
/// The number of classes: those of patterns, then one for each count.
pub const CLASSES: usize = PATTERNS + COUNTS;
/// The class of the number of empty squares, which is the last count.
const EMPTIES_CLASS: usize = CLASSES - 1;
/// The number of instances of all patterns.
pub const INSTANCES: usize = 58;
/// The number of terms of an evaluation: the instances, then the counts.
pub const TERMS: usize = INSTANCES + COUNTS;

/// The names of the classes, in the order in which weights are stored.
pub const CLASS_NAMES: [&str; PATTERNS] = [
    "row 2",
    "row 3",
    "row 4",
    "diagonal of 8",
    "diagonal of 7",
    "diagonal of 6",
    "diagonal of 5",
    "diagonal of 4",
    "edge and X-squares",
    "corner, 3 × 3",
    "corner, 5 × 2",
    "corner, triangle",
    "middle of an edge, 4 × 2",
    "corner with its edges",
];

/// Squares of one instance of each class, drawn from the corner a1 or the edge a1–h1.
const SHAPES: [&[&str]; PATTERNS] = [
    &["a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2"],
    &["a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3"],
    &["a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4"],
    &["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"],
    &["b1", "c2", "d3", "e4", "f5", "g6", "h7"],
    &["c1", "d2", "e3", "f4", "g5", "h6"],
    &["d1", "e2", "f3", "g4", "h5"],
    &["e1", "f2", "g3", "h4"],
    &["b2", "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "g2"],
    &["a1", "b1", "a2", "b2", "c1", "a3", "c2", "b3", "c3"],
    &["a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "e2"],
    &["a1", "b1", "a2", "c1", "a3", "b2", "d1", "a4", "c2", "b3"],
    &["c1", "d1", "e1", "f1", "c2", "d2", "e2", "f2"],
    &["a1", "b1", "c1", "d1", "e1", "b2", "a2", "a3", "a4", "a5"],
];

/// A class of patterns.
#[derive(Clone, Debug)]
pub struct Class {
    /// The number of squares of an instance.
    pub squares: usize,
    /// The stored entry for each content: mirrored contents share one.
    pub folded: Vec<u16>,
    /// The number of entries that are stored.
    pub entries: usize,
}

/// One instance of a class.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The index of its class.
    pub class: usize,
    /// Its squares; the first is the most significant digit.
    pub squares: Vec<Square>,
}

/// The classes, and their instances one class after the other.
#[derive(Debug)]
pub struct Geometry {
    /// The classes, in the order in which weights are stored.
    pub classes: Vec<Class>,
    /// All [`TERMS`]; those of counts have no squares.
    pub instances: Vec<Instance>,
}

/// The patterns of this evaluator.
pub static GEOMETRY: LazyLock<Geometry> = LazyLock::new(Geometry::new);

impl Geometry {
    fn new() -> Geometry {
        let mut geometry = Geometry { classes: Vec::new(), instances: Vec::new() };
        for (class, shape) in SHAPES.iter().enumerate() {
            let squares: Vec<Square> = shape.iter().filter_map(|name| Square::parse(name)).collect();
            debug_assert!(squares.len() == shape.len() && squares.len() <= MAX_SQUARES);
            geometry.classes.push(Class::new(&squares));
            geometry.instances.extend(instances(class, &squares));
        }
        debug_assert_eq!(geometry.instances.len(), INSTANCES);
        for values in VALUES {
            let class = geometry.classes.len();
            geometry.classes.push(Class::of_count(values));
            geometry.instances.push(Instance { class, squares: Vec::new() });
        }
        geometry
    }
}

impl Class {
    fn new(squares: &[Square]) -> Class {
        let contents = 3_usize.pow(squares.len() as u32);
        let mirror = mirror(squares).map(|order| permutation(&order));
        let mut folded = vec![0; contents];
        let mut entries = 0;
        for content in 0..contents {
            let mirrored = mirror.as_ref().map_or(content, |mirror| usize::from(mirror[content]));
            if mirrored < content {
                folded[content] = folded[mirrored];
            } else {
                folded[content] = entries as u16;
                entries += 1;
            }
        }
        Class { squares: squares.len(), folded, entries }
    }

    fn of_count(values: usize) -> Class {
        Class { squares: 0, folded: (0..values as u16).collect(), entries: values }
    }

    /// The number of contents that an instance can have.
    pub fn contents(&self) -> usize {
        self.folded.len()
    }
}

/// The images of a set of squares, each set once.
fn instances(class: usize, squares: &[Square]) -> Vec<Instance> {
    let mut seen = Vec::new();
    let mut instances = Vec::new();
    for symmetry in Symmetry::ALL {
        let image: Vec<Square> = squares.iter().map(|&square| symmetry.square(square)).collect();
        let set: crate::Bitboard = image.iter().copied().collect();
        if !seen.contains(&set) {
            seen.push(set);
            instances.push(Instance { class, squares: image });
        }
    }
    instances
}

/// The image of each square under the symmetry that maps the set, but not every square, onto itself.
fn mirror(squares: &[Square]) -> Option<Vec<usize>> {
    Symmetry::ALL.into_iter().find_map(|symmetry| {
        let order: Option<Vec<usize>> = squares
            .iter()
            .map(|&square| squares.iter().position(|&other| other == symmetry.square(square)))
            .collect();
        order.filter(|order| order.iter().enumerate().any(|(place, &target)| place != target))
    })
}

/// For each content the one whose digit at `order[place]` is this one's digit at `place`.
fn permutation(order: &[usize]) -> Vec<u16> {
    order.iter().fold(vec![0], |contents, &target| {
        let place_value = 3_u16.pow((order.len() - 1 - target) as u32);
        contents.iter().flat_map(|content| [0, 1, 2].map(|digit| content + digit * place_value)).collect()
    })
}

#[cfg(test)]
mod tests;
