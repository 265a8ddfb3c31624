//! The rules that referees differ on: what is forbidden while positions repeat, and the counter towards the sixty-move rule.

use std::fmt;

use crate::piece::Color;
use crate::zobrist;

/// The checks of a side, since the last capture, that still count.
const COUNTED_CHECKS: u8 = 10;
/// From this number of plies before the limit on, table entries are kept apart by the counter, in steps of
/// [`KEY_STEP`].
const KEY_WITHIN: u16 = 106;
/// The number of counted plies that share their table entries from [`KEY_WITHIN`] on.
const KEY_STEP: u16 = 8;

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
    /// Their names.
    pub const NAMES: [&'static str; 4] = {
        let [first, second, third, fourth] = Rules::ALL;
        [first.name(), second.name(), third.name(), fourth.name()]
    };

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

    /// The rules in a phrase.
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

/// Plies and checks since the last capture.
///
/// After 120 plies without a capture, or as many as [`GameRules`] say, a game is drawn; but a side that keeps giving check may
/// not run the counter down, nor be saved by it: from a side's eleventh check on, neither its checks nor the answers to them
/// count. (Pikafish, `Position::do_move`.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HalfmoveClock {
    plies: u16,
    /// Of either side; a number that overflows stays at its maximum.
    checks: [u8; 2],
    limit: u16,
}

impl HalfmoveClock {
    /// A counter that stands at `plies`, no check among them, with the usual limit.
    pub const fn new(plies: u16) -> HalfmoveClock {
        HalfmoveClock { plies, checks: [0; 2], limit: Rules::PLIES }
    }

    /// The same counter with another limit in plies.
    #[must_use]
    pub const fn with_limit(self, limit: u16) -> HalfmoveClock {
        HalfmoveClock { limit, ..self }
    }

    /// The plies that count.
    #[inline(always)]
    pub const fn plies(self) -> u16 {
        self.plies
    }

    /// The plies that are left until the game is drawn.
    #[inline(always)]
    pub const fn left(self) -> u16 {
        self.limit.saturating_sub(self.plies)
    }

    /// The number of steps that the counter has taken towards its limit; 0 while that is far off.
    #[inline(always)]
    pub(crate) const fn step(self) -> u16 {
        let left = self.left();
        if left > KEY_WITHIN { 0 } else { 1 + (KEY_WITHIN - left) / KEY_STEP }
    }

    /// The part of the position's key that changes as the sixty-move rule comes near, so that a score from far off is not
    /// taken for one close to it (after Pikafish, `do_move`).
    #[inline(always)]
    pub(crate) const fn key(self) -> u64 {
        match self.step() {
            0 => 0,
            step => zobrist::counter(step as u64),
        }
    }

    /// Returns whether the plies that count depend on whether the next move, by `mover`, gives check.
    #[inline(always)]
    pub(crate) fn depends_on_check(self, mover: Color) -> bool {
        self.checks[mover.index()] >= COUNTED_CHECKS
    }

    /// Counts a move of `mover`, given whether it took, gives check and answered a check.
    #[inline(always)]
    pub(crate) fn advance(&mut self, mover: Color, takes: bool, checks: bool, answers: bool) {
        if takes {
            *self = HalfmoveClock::new(0).with_limit(self.limit);
            return;
        }
        let other = !mover;
        if checks {
            self.count_check(mover);
        }
        let surplus = |color: Color| self.checks[color.index()] > COUNTED_CHECKS;
        if checks && surplus(mover) {
            return;
        }
        if answers && surplus(other) {
            self.count_check(other);
        } else {
            self.plies = self.plies.saturating_add(1);
        }
    }

    fn count_check(&mut self, color: Color) {
        let checks = &mut self.checks[color.index()];
        *checks = checks.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_as_they_are_written() {
        for text in ["asian", "pikafish", "checks-only moves=1000", "plain moves=50"] {
            assert_eq!(GameRules::named(text).unwrap().to_string(), text);
        }
        assert_eq!(GameRules::named("asian moves=60"), Some(Rules::default().into()));
        for text in ["", "asia", "asian moves=0", "asian moves=1001", "asian moves=", "asian plies=9"] {
            assert_eq!(GameRules::named(text), None, "{text:?}");
        }
    }

    /// The kinds of moves of a line, Red's in upper case: `q` is quiet, `c` checks, `a` answers a check, `b` answers by a check, `x` takes. Then the
    /// plies that count, and the checks of Red and Black.
    const LINES: &[(&str, u16, [u8; 2])] = &[
        ("Qq", 2, [0, 0]),
        // From the eleventh check on, neither checks nor the answers to them count.
        ("CaCaCaCaCaCaCaCaCaCa", 20, [10, 0]),
        ("CaCaCaCaCaCaCaCaCaCaCaCaCa", 20, [16, 0]),
        ("CaCaCaCaCaCaCaCaCaCaCaCaQq", 22, [14, 0]),
        // An answer that gives check counts as a check of its own side, and as an answer to the other side's.
        ("CaCaCaCaCaCaCaCaCaCaCaCb", 20, [14, 1]),
        ("CaCaCaCaCaCaCaCaCaCaCax", 0, [0, 0]),
    ];

    #[test]
    fn plies_count_but_for_surplus_checks_and_their_answers() {
        for &(line, plies, checks) in LINES {
            let mut clock = HalfmoveClock::new(0).with_limit(40);
            for letter in line.chars() {
                let mover = if letter.is_uppercase() { Color::Red } else { Color::Black };
                let letter = letter.to_ascii_lowercase();
                clock.advance(mover, letter == 'x', "cb".contains(letter), "ab".contains(letter));
            }
            assert_eq!((clock.plies(), clock.checks, clock.left()), (plies, checks, 40 - plies), "{line}");
        }
    }

    #[test]
    fn tables_are_kept_apart_near_the_limit() {
        let step = |plies| HalfmoveClock::new(plies).step();
        assert_eq!([step(0), step(13), step(14), step(21), step(22), step(119)], [0, 0, 1, 1, 2, 14]);
        let step = |plies| HalfmoveClock::new(plies).with_limit(40).step();
        assert_eq!([step(0), step(6), step(39)], [9, 10, 14], "as close to another limit");
    }
}
