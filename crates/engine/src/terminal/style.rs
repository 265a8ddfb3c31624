//! How a game is shown at a terminal, and what the engine finds.

use std::time::Duration;

use game::{Game, GameSession, Notation, ReportedScore, Seat};
use search_core::{Outcome, Score};

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
    /// A line of moves from a position.
    pub(super) fn line<G: Game>(self, position: &G, moves: &[G::Move]) -> String {
        position.line_texts(moves, self.notation).join(" ")
    }

    /// A score with its depth or certainty, or how the game ends.
    pub(super) fn evaluation<G: Game>(self, position: &G, score: Score, depth: i16) -> String {
        match (ReportedScore::of(score), position.certainty(depth)) {
            (ReportedScore::Mate { is_won: true, moves, .. }, _) => format!("mate in {moves}"),
            (ReportedScore::Mate { is_won: false, moves, .. }, _) => format!("mated in {moves}"),
            (ReportedScore::Ruling { is_won: true, .. }, _) => "wins by repetition".to_owned(),
            (ReportedScore::Ruling { is_won: false, .. }, _) => "loses by repetition".to_owned(),
            (ReportedScore::Evaluation(score), Some(100)) => format!("{:+} exactly", score / 100),
            (ReportedScore::Evaluation(score), certainty) => {
                let score = format!("{:+.2}", f64::from(score) / 100.0);
                match certainty {
                    Some(per_cent) => format!("{score} with {per_cent} % certainty"),
                    None => format!("{score} at depth {depth}"),
                }
            }
        }
    }

    /// The move that a search has chosen, in a sentence with the end of the line.
    pub(super) fn answer<G: Game>(
        self,
        position: &G,
        mv: G::Move,
        outcome: &Outcome<G::Move>,
        elapsed: Duration,
    ) -> String {
        let (name, text) = (position.move_text(mv, self.notation), mv.to_string());
        let move_name = if name == text { name } else { format!("{name}, {text}") };
        let evaluation = self.evaluation(position, outcome.score, outcome.depth);
        let (nodes, seconds) = (outcome.counters.visits, elapsed.as_secs_f64());
        format!("The engine plays {move_name} ({evaluation}, {nodes} nodes, {seconds:.2} s).\n")
    }
}

#[cfg(test)]
mod tests {
    use search_core::score::{mate_in, mated_in};
    use xiangqi::Position;

    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        let text = |score| Style::new(true).evaluation(&Position::start(), score, 3);
        let texts = [mate_in(1), mate_in(3), mated_in(2), -131].map(text);
        assert_eq!(texts, ["mate in 1", "mate in 2", "mated in 1", "-1.31 at depth 3"]);
    }
}
