//! What engines of each strength are allowed.

use game::{Strength, StrengthLimits};

/// From the weakest on. What each is worth against the one below is measured in `data/laboratory/strengths.md`.
pub(crate) const STRENGTHS: [StrengthLimits; Strength::COUNT] = [
    StrengthLimits::of_sight(5, 595),
    StrengthLimits::of_sight(6, 683),
    StrengthLimits::of_sight(8, 804),
    StrengthLimits::of_sight(11, 953),
    StrengthLimits::of_sight(14, 1070),
    StrengthLimits::of_sight(18, 1200),
    StrengthLimits::of_sight(22, 1306),
    StrengthLimits::of_sight(27, 1417),
    StrengthLimits::of_sight(33, 1536),
    StrengthLimits::of_sight(40, 1667),
    StrengthLimits::of_sight(48, 1769),
    StrengthLimits::of_sight(57, 1894),
    StrengthLimits::of_sight(70, 2021),
    StrengthLimits::of_nodes(140, 2137),
    StrengthLimits::of_nodes(220, 2281),
    StrengthLimits::of_nodes(360, 2406),
    StrengthLimits::of_nodes(580, 2536),
    StrengthLimits::of_nodes(2_400, 3048),
    StrengthLimits::of_nodes(16_000, 3667),
    StrengthLimits::none(4100),
];
