//! What engines of each strength are allowed.

use game::{Strength, StrengthLimits};

/// From the weakest on. What each is worth against the one below is measured in `data/laboratory/strengths.md`.
pub(crate) const STRENGTHS: [StrengthLimits; Strength::COUNT] = [
    StrengthLimits::of_sight(8, 604),
    StrengthLimits::of_sight(12, 735),
    StrengthLimits::of_sight(18, 882),
    StrengthLimits::of_sight(24, 1015),
    StrengthLimits::of_sight(31, 1159),
    StrengthLimits::of_sight(38, 1257),
    StrengthLimits::of_sight(46, 1362),
    StrengthLimits::of_sight(54, 1505),
    StrengthLimits::of_sight(64, 1620),
    StrengthLimits::of_sight(76, 1734),
    StrengthLimits::of_sight(100, 1832),
    StrengthLimits::of_nodes(60, 1938),
    StrengthLimits::of_nodes(95, 2077),
    StrengthLimits::of_nodes(180, 2196),
    StrengthLimits::of_nodes(330, 2299),
    StrengthLimits::of_nodes(650, 2399),
    StrengthLimits::of_nodes(1_300, 2513),
    StrengthLimits::of_nodes(10_000, 2881),
    StrengthLimits::of_nodes(60_000, 3172),
    StrengthLimits::none(3400),
];
