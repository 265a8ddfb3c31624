//! What the weights of the patterns come to on positions: how much each class adds to evaluations, and which of its
//! contents say most.

use othello::patterns::{CLASSES, GEOMETRY, Stage};

use super::fit::Sample;

/// A content of a pattern, and what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WeightedContent {
    /// The number of the content in base 3, as in [`othello::patterns`].
    pub content: usize,
    /// Its linear weight, in hundredths of a disc, for the side whose discs are black.
    pub weight: i16,
    /// How often it occurs on the positions, in all instances.
    pub occurrences: u64,
}

/// Of each class, the mean absolute linear weight of what its instances hold on these positions of a phase, in hundredths of a
/// disc; 0 without positions.
pub fn mean_absolute_weights<'samples>(
    weights: &Stage,
    samples: impl Iterator<Item = &'samples Sample>,
) -> [f64; CLASSES] {
    let (mut sums, mut counts) = ([0_u64; CLASSES], [0_u64; CLASSES]);
    for sample in samples {
        for (&content, instance) in sample.contents().iter().zip(&GEOMETRY.instances) {
            let weight = weights.entries[instance.class][usize::from(content)][0];
            sums[instance.class] += u64::from(weight.unsigned_abs());
            counts[instance.class] += 1;
        }
    }
    std::array::from_fn(|class| sums[class] as f64 / counts[class].max(1) as f64)
}

/// How often each content of each class occurs on positions, by its folded number.
#[derive(Clone, Debug)]
pub struct Occurrences {
    by_class: Vec<Vec<u64>>,
    pub positions: u64,
}

impl Occurrences {
    pub fn new<'samples>(samples: impl Iterator<Item = &'samples Sample>) -> Occurrences {
        let mut by_class: Vec<Vec<u64>> =
            GEOMETRY.classes.iter().map(|class| vec![0; class.entries]).collect();
        let mut positions = 0;
        for sample in samples {
            positions += 1;
            for (&content, instance) in sample.contents().iter().zip(&GEOMETRY.instances) {
                by_class[instance.class][usize::from(content)] += 1;
            }
        }
        Occurrences { by_class, positions }
    }

    /// The contents of the highest and of the lowest weight among those of a class that occur at least so often; `None` if
    /// there are none.
    pub fn extremes(
        &self,
        weights: &Stage,
        class: usize,
        least: u64,
    ) -> Option<(WeightedContent, WeightedContent)> {
        let occurrences = &self.by_class[class];
        let folded = &GEOMETRY.classes[class].folded;
        let contents = (0..folded.len()).map(|content| {
            let entry = usize::from(folded[content]);
            let weight = weights.entries[class][entry][0];
            WeightedContent { content, weight, occurrences: occurrences[entry] }
        });
        let common: Vec<WeightedContent> = contents.filter(|content| content.occurrences >= least).collect();
        let highest = common.iter().rev().max_by_key(|content| content.weight)?;
        let lowest = common.iter().min_by_key(|content| content.weight)?;
        Some((*highest, *lowest))
    }
}

#[cfg(test)]
mod tests {
    use othello::Board;
    use othello::patterns::UNITS;

    use super::*;
    use crate::othello::records::Record;

    #[test]
    fn weights_count_as_often_as_their_contents_occur() {
        let sample = Sample::new(&Record { board: Board::START, result: 0, search: 0 }, 0.0);
        let mut weights = Stage::zero();
        let first = usize::from(sample.contents()[0]);
        weights.entries[0][first][0] = -300;
        let means = mean_absolute_weights(&weights, [sample, sample].iter());
        let same = sample.contents().iter().zip(&GEOMETRY.instances);
        let instances = GEOMETRY.instances.iter().filter(|instance| instance.class == 0).count();
        let holders =
            same.filter(|(content, instance)| instance.class == 0 && usize::from(**content) == first).count();
        assert_eq!(means[0], 300.0 * holders as f64 / instances as f64);
        assert_eq!(means[1..], [0.0; CLASSES - 1]);
        assert_eq!(mean_absolute_weights(&weights, [].iter()), [0.0; CLASSES]);
    }

    #[test]
    fn only_common_contents_are_extremes() {
        let sample = Sample::new(&Record { board: Board::START, result: 0, search: 0 }, 0.0);
        let occurrences = Occurrences::new([sample, sample, sample].iter());
        assert_eq!(occurrences.positions, 3);
        let mut weights = Stage::zero();
        weights.entries[0].fill([900; UNITS]); // of contents that do not occur
        sample
            .contents()
            .iter()
            .zip(&GEOMETRY.instances)
            .filter(|(_, instance)| instance.class == 0)
            .for_each(|(content, _)| weights.entries[0][usize::from(*content)][0] = -20);
        let (highest, lowest) = occurrences.extremes(&weights, 0, 1).unwrap();
        assert_eq!((highest.weight, lowest.weight), (-20, -20));
        assert_eq!(GEOMETRY.classes[0].folded[highest.content], sample.contents()[0]);
        assert!(occurrences.extremes(&weights, 0, 1000).is_none());
    }
}
