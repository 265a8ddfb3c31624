//! The rules on repetition that referees differ on.

use std::fmt;

/// The violation of a side in every one of its moves of a cycle, from nothing to the heaviest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Violation {
    /// Nothing that is forbidden.
    None,
    /// It attacked the same piece with a new attack.
    PerpetualChase,
    /// It did so to a chariot that could not leave the leg of a horse of its own. It is distinguished from other chases
    /// only where both sides chase.
    HeldChariotChase,
    /// It gave check.
    PerpetualCheck,
}

/// A set of rules for the end of the game. All of them end it at the third occurrence of a position, and draw it when
/// the move limit is reached; they differ in what a side may not do all the time while positions repeat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
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

    /// The number of times that a position must occur to end the game.
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

    /// What it says, in a phrase.
    pub const fn summary(self) -> &'static str {
        match self {
            Rules::Asian => {
                "The common core of the Asian and the World rules: neither perpetual check nor perpetual chase"
            }
            Rules::Pikafish => {
                "As Pikafish has judged since August 2024: a check in the cycle, by either side, excuses all chases, \
                 and the chase of a chariot that a horse pins is one like any other"
            }
            Rules::ChecksOnly => "Perpetual check loses, everything else draws",
            Rules::Plain => "Every repetition draws",
        }
    }

    /// The set with this name.
    pub fn named(name: &str) -> Option<Rules> {
        Rules::ALL.into_iter().find(|rules| rules.name() == name)
    }

    /// Returns whether the rules forbid a side to do this with all its moves.
    #[inline(always)]
    pub const fn forbids(self, offence: Violation) -> bool {
        match offence {
            Violation::None => false,
            Violation::PerpetualChase | Violation::HeldChariotChase => {
                matches!(self, Rules::Asian | Rules::Pikafish)
            }
            Violation::PerpetualCheck => !matches!(self, Rules::Plain),
        }
    }

    /// Returns whether one check in the cycle, by either side, excuses all chases in it.
    pub(crate) const fn is_excused_by_check(self) -> bool {
        matches!(self, Rules::Pikafish)
    }

    /// Returns whether to chase a chariot that cannot leave the leg of the chaser's horse is worse than to chase anything else.
    /// The World rules count such a chariot as the victim, even if it attacks other pieces (diagrams 39 to 41 and 105
    /// of their manual).
    pub(crate) const fn shields_held_chariots(self) -> bool {
        matches!(self, Rules::Asian)
    }
}

/// The rules of a whole game: what is forbidden while positions repeat, and how long it may go on without a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameRules {
    /// The moves that are forbidden while positions repeat.
    pub repetition: Rules,
    /// The full moves without a capture that make a draw; two plies each, counted as [`Rules::PLIES`] are.
    pub quiet_moves: u16,
}

impl Default for GameRules {
    fn default() -> GameRules {
        GameRules::DEFAULT
    }
}

impl GameRules {
    /// The rules that hold unless others are named.
    pub const DEFAULT: GameRules = GameRules { repetition: Rules::ASIAN, quiet_moves: Rules::PLIES / 2 };
    /// The largest number of quiet moves that may be chosen.
    pub const MAX_MOVES: u16 = 1000;

    /// The rules that are written so: `asian`, or `asian moves=50`.
    pub fn named(text: &str) -> Option<GameRules> {
        let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rules = GameRules::from(Rules::named(name)?);
        if rest.is_empty() {
            return Some(rules);
        }
        let moves = rest.strip_prefix("moves=")?.parse().ok()?;
        let is_possible = (1..=GameRules::MAX_MOVES).contains(&moves);
        is_possible.then_some(GameRules { quiet_moves: moves, ..rules })
    }

    /// The counted plies without a capture that make a draw.
    pub const fn quiet_plies(self) -> u16 {
        2 * self.quiet_moves
    }
}

impl From<Rules> for GameRules {
    fn from(repetition: Rules) -> GameRules {
        GameRules { repetition, ..GameRules::DEFAULT }
    }
}

/// As [`GameRules::named`] reads it; the usual number of moves is left out.
impl fmt::Display for GameRules {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.repetition.name())?;
        match self.quiet_plies() {
            Rules::PLIES => Ok(()),
            _ => write!(out, " moves={}", self.quiet_moves),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_a_game_are_read_as_they_are_written() {
        for text in ["asian", "plain moves=50", "checks-only moves=1000"] {
            assert_eq!(GameRules::named(text).unwrap().to_string(), text);
        }
        assert_eq!(GameRules::named("asian moves=60").unwrap(), Rules::Asian.into());
        for text in ["", "asia", "asian moves=0", "asian moves=1001", "asian moves=", "asian plies=9"] {
            assert_eq!(GameRules::named(text), None, "{text:?}");
        }
    }

    #[test]
    fn names_lead_to_their_rules() {
        for rules in Rules::ALL {
            assert_eq!(Rules::named(rules.name()), Some(rules));
        }
        assert_eq!(Rules::named("asia"), None);
        assert_eq!(Rules::ALL[0], Rules::default());
    }
}
