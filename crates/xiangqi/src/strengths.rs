//! What engines of each strength are allowed.

use game::{Strength, StrengthLimits};

/// From the weakest on. What each is worth against the one below is measured in `data/laboratory/strengths.md`.
pub(crate) const STRENGTHS: [StrengthLimits; Strength::COUNT] = [
    StrengthLimits::of_sight(5, 595),
    StrengthLimits::of_sight(7, 729),
    StrengthLimits::of_sight(10, 872),
    StrengthLimits::of_sight(12, 988),
    StrengthLimits::of_sight(15, 1088),
    StrengthLimits::of_sight(19, 1217),
    StrengthLimits::of_sight(24, 1333),
    StrengthLimits::of_sight(28, 1441),
    StrengthLimits::of_sight(36, 1576),
    StrengthLimits::of_sight(44, 1671),
    StrengthLimits::of_sight(53, 1807),
    StrengthLimits::of_sight(64, 1906),
    StrengthLimits::of_sight(80, 2024),
    StrengthLimits::of_nodes(180, 2140),
    StrengthLimits::of_nodes(270, 2254),
    StrengthLimits::of_nodes(440, 2379),
    StrengthLimits::of_nodes(660, 2504),
    StrengthLimits::of_nodes(4_000, 2760),
    StrengthLimits::of_nodes(40_000, 3030),
    StrengthLimits::none(3250),
];
