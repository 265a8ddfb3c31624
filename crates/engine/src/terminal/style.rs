//! The look of a game at a terminal, of the engine's reports, and of the file of a game.

use std::io;
use std::path::Path;
use std::time::Duration;

use game::any::{AnyGame, AnySession, GameEntry};
use game::{Game, GameSession, Message, Notation, ReportedScore, Seat, pgn};
use search_core::bad_input::{BadInput, quote};
use search_core::{Outcome, Score};
use shuangqi_cli::files;
use shuangqi_game_files::{FileGame, FileKind, write};
use shuangqi_texts::{Catalogue, Language};

/// The number of moves in a line of a list, in games in which a side may have to pass.
const MOVES_IN_LINE: usize = 10;

/// The look of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Style {
    pub(super) in_letters: bool,
    pub(super) notation: Notation,
    pub(super) language: Language,
}

impl Style {
    /// Boards and moves in letters, or in the characters of the game.
    pub(super) fn new(in_letters: bool, language: Language) -> Style {
        let notation = match language {
            _ if in_letters => Notation::Wxf,
            Language::TraditionalChinese => Notation::Traditional,
            _ => Notation::Chinese,
        };
        Style { in_letters, notation, language }
    }

    /// What a message says.
    pub(super) fn say(self, message: &Message) -> String {
        Catalogue::of(self.language).say(message)
    }

    /// The board and who is to move.
    pub(super) fn drawing<G: Game>(self, position: &G) -> String {
        let drawing = position.drawing(self.in_letters);
        let board = drawing.trim_end().rsplit_once('\n').map_or("", |(board, _)| board);
        format!("{board}\n{}\n", self.say(&position.to_move()))
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
            return self.say(&Message::new("terminal-no-moves", "No move has been played.")) + "\n";
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
        let whole = |moves: u32| moves as usize;
        let message = match (ReportedScore::of(score), position.certainty(depth)) {
            (ReportedScore::Mate { is_won: true, moves, .. }, _) => {
                Message::new("terminal-mate", "mate in {moves}").with("moves", whole(moves))
            }
            (ReportedScore::Mate { is_won: false, moves, .. }, _) => {
                Message::new("terminal-mated", "mated in {moves}").with("moves", whole(moves))
            }
            (ReportedScore::Ruling { is_won: true, .. }, _) => {
                Message::new("terminal-ruling-won", "wins by repetition")
            }
            (ReportedScore::Ruling { is_won: false, .. }, _) => {
                Message::new("terminal-ruling-lost", "loses by repetition")
            }
            (ReportedScore::Evaluation(score), Some(100)) => {
                Message::new("terminal-exactly", "{score} exactly")
                    .with("score", format!("{:+}", score / 100))
            }
            (ReportedScore::Evaluation(score), certainty) => {
                let score = format!("{:+.2}", f64::from(score) / 100.0);
                match certainty {
                    Some(per_cent) => {
                        Message::new("terminal-certainty", "{score} with {certainty} % certainty")
                            .with("score", score)
                            .with("certainty", whole(per_cent))
                    }
                    None => Message::new("terminal-depth", "{score} at depth {depth}")
                        .with("score", score)
                        .with("depth", depth.to_string()),
                }
            }
        };
        self.say(&message)
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
        let plays = "The engine plays {move} ({evaluation}, {nodes} nodes, {seconds} s).";
        let message = Message::new("terminal-plays", plays)
            .with("move", move_name)
            .with("evaluation", evaluation)
            .with("nodes", nodes.to_string())
            .with("seconds", format!("{seconds:.2}"));
        self.say(&message) + "\n"
    }
}

/// A game as a file of this name holds it.
///
/// # Errors
/// If the game has no form with the name's ending, or cannot be told in it.
pub(super) fn record<G: Game>(session: &GameSession<G>, path: &str) -> Result<Vec<u8>, BadInput> {
    let bad = |found: &str, expected: &str, remedy| BadInput::new("save", None, found, expected, remedy);
    let kind = FileKind::of_file_name(path).filter(|kind| kind.fits(&G::INFO));
    match kind {
        Some(FileKind::Pgn) => Ok(pgn::of_session(session, G::START, Notation::Iccs).into_bytes()),
        Some(FileKind::Lines) if session.board_after(0) == G::START => {
            Ok((G::transcript(session.moves()) + "\n").into_bytes())
        }
        Some(FileKind::Lines) => {
            let remedy = "Save it as FILE.pgn, which holds the position too";
            Err(bad("a game from a position that was set", "one from the start", remedy))
        }
        Some(kind) => {
            let game: &dyn AnyGame = &GameEntry::<G>::NEW;
            let moves = session.moves().iter().map(ToString::to_string);
            write(game, &[FileGame::of_moves(session.board_after(0), moves)], kind, Notation::Iccs)
        }
        None => {
            let endings = [&["pgn"], G::INFO.file_forms].concat().join(", .");
            let expected = format!("a name that ends in .{endings} or .txt");
            Err(bad(path, &expected, "Type save game.pgn, for example"))
        }
    }
}

/// Writes a file. What is there already is only replaced by force.
///
/// # Errors
/// [`BadInput`] if the file is there, or cannot be written: the game goes on.
pub(super) fn save(path: &str, contents: &[u8], is_forced: bool) -> Result<(), BadInput> {
    let put = if is_forced { files::replace } else { files::create };
    put(Path::new(path), contents).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            let remedy = format!("Type save {path} --force to replace it, or choose another name");
            BadInput::new(
                "save",
                None,
                format!("{}, which is there already", quote(path)),
                "a new file",
                remedy,
            )
        }
        _ => {
            let found = format!("{} ({error})", quote(path));
            BadInput::new("save", None, found, "a file that can be written", "Choose another place")
        }
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use search_core::score::{mate_in, mated_in};
    use xiangqi::Position;

    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        let text = |score| Style::new(true, Language::English).evaluation(&Position::start(), score, 3);
        let texts = [mate_in(1), mate_in(3), mated_in(2), -131].map(text);
        assert_eq!(texts, ["mate in 1", "mate in 2", "mated in 1", "-1.31 at depth 3"]);
    }

    #[test]
    fn a_file_is_replaced_by_force_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        let name = path.to_str().unwrap();
        save(name, b"first", false).unwrap();
        let refused = save(name, b"second", false).unwrap_err().to_string();
        assert!(refused.contains("there already") && refused.contains("--force"), "{refused}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "first");
        save(name, b"third", true).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "third");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
