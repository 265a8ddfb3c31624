//! How a game is shown at a terminal.

use game::{Game, GameSession, Notation, Seat};

/// How many moves are listed in a line, in games in which a side may have to pass.
const MOVES_IN_LINE: usize = 10;

/// How a game is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Style {
    pub(super) in_letters: bool,
    pub(super) notation: Notation,
}

impl Style {
    /// Boards and moves in letters, or in the characters of the game.
    pub(super) fn new(in_letters: bool) -> Style {
        Style { in_letters, notation: if in_letters { Notation::Wxf } else { Notation::Chinese } }
    }

    /// The legal moves as they are shown, and then by their squares where that is another text.
    pub(super) fn completions<G: Game>(self, session: &GameSession<G>) -> impl Iterator<Item = String> {
        let position = session.position();
        let moves: Vec<G::Move> = position.legal_moves().iter().collect();
        let names: Vec<String> = moves.iter().map(|&mv| position.move_text(mv, self.notation)).collect();
        let squares =
            moves.iter().map(G::Move::to_string).filter(|text| !names.contains(text)).collect::<Vec<_>>();
        names.into_iter().chain(squares)
    }

    /// The moves of a game in lines, each with its end: numbered pairs, or where passes break these, ten in a line.
    pub(super) fn list<G: Game>(self, session: &GameSession<G>) -> String {
        let names = session.move_texts(self.notation);
        if names.is_empty() {
            return "No move has been played.\n".to_owned();
        }
        if G::INFO.has_passes {
            let lines = names.chunks(MOVES_IN_LINE).enumerate();
            let line = |(index, moves): (usize, &[String])| {
                format!("{:>2}: {}\n", index * MOVES_IN_LINE + 1, moves.join(" "))
            };
            return lines.map(line).collect();
        }
        let is_second_first = Seat::to_move(&session.positions()[0]) == Seat::Second;
        let words: Vec<String> = is_second_first.then(|| "…".to_owned()).into_iter().chain(names).collect();
        let pair = |(index, pair): (usize, &[String])| format!("{:>3}. {}\n", index + 1, pair.join("  "));
        words.chunks(2).enumerate().map(pair).collect()
    }
}
