//! The articles that referees differ on.

/// A set of rules for the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The name to choose it by.
    pub name: &'static str,
    /// How often a position must occur to end the game; at least 2.
    pub occurrences: usize,
    /// The counted plies without a capture that make a draw.
    pub plies: u16,
}

impl Rules {
    /// The common core of the Asian and the World rules, with the sixty-move rule as engines count it.
    pub const ASIAN: Rules = Rules { name: "asian", occurrences: 3, plies: 120 };

    /// Every set of rules, the default first.
    pub const ALL: [Rules; 1] = [Rules::ASIAN];

    /// The set with this name.
    pub fn named(name: &str) -> Option<Rules> {
        Rules::ALL.into_iter().find(|rules| rules.name == name)
    }
}
