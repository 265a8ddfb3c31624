//! The articles that referees differ on.

use clap::ValueEnum;

use crate::repetition::Offence;

/// A set of rules for the end of the game. All of them end it at the third occurrence of a position, and draw it when
/// the move limit is reached; they differ in what a side may not do all the time while positions repeat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
#[repr(u8)]
pub enum Rules {
    /// The common core of the Asian and the World rules: neither perpetual check nor perpetual chase.
    #[default]
    Asian,
    /// As Pikafish has judged since August 2024: a check in the cycle, by either side, excuses all chases, and the
    /// chase of a chariot that a horse pins is one like any other.
    Pikafish,
    /// Perpetual check loses, everything else draws.
    ChecksOnly,
    /// Every repetition draws.
    Plain,
}

impl Rules {
    /// The default.
    pub const ASIAN: Rules = Rules::Asian;
    /// Every set of rules, the default first.
    pub const ALL: [Rules; 4] = [Rules::Asian, Rules::Pikafish, Rules::ChecksOnly, Rules::Plain];

    /// How often a position must occur to end the game.
    pub const OCCURRENCES: usize = 3;
    /// The counted plies without a capture that make a draw.
    pub const PLIES: u16 = 120;

    /// The name to choose it by.
    pub const fn name(self) -> &'static str {
        match self {
            Rules::Asian => "asian",
            Rules::Pikafish => "pikafish",
            Rules::ChecksOnly => "checks-only",
            Rules::Plain => "plain",
        }
    }

    /// The set with this name.
    pub fn named(name: &str) -> Option<Rules> {
        Rules::ALL.into_iter().find(|rules| rules.name() == name)
    }

    /// Whether a side that does this with all its moves has done wrong.
    #[inline(always)]
    pub const fn forbids(self, offence: Offence) -> bool {
        match offence {
            Offence::None => false,
            Offence::PerpetualChase | Offence::HeldChariotChase => {
                matches!(self, Rules::Asian | Rules::Pikafish)
            }
            Offence::PerpetualCheck => !matches!(self, Rules::Plain),
        }
    }

    /// Whether one check in the cycle, by either side, excuses all chases in it.
    pub(crate) const fn is_excused_by_check(self) -> bool {
        matches!(self, Rules::Pikafish)
    }

    /// Whether to chase a chariot that cannot leave the leg of the chaser's horse is worse than to chase anything else.
    /// The World rules hold such a chariot to be the victim whatever it attacks (diagrams 39 to 41 and 105 of their
    /// manual).
    pub(crate) const fn shields_held_chariots(self) -> bool {
        matches!(self, Rules::Asian)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_to_their_rules() {
        for rules in Rules::ALL {
            assert_eq!(Rules::named(rules.name()), Some(rules));
        }
        assert_eq!(Rules::named("asia"), None);
        assert_eq!(Rules::ALL[0], Rules::default());
    }
}
