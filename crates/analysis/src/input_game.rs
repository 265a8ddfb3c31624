//! The games to be analysed, as their files have them.

use shuangqi_cli::BadInput;

use game::Seat;
use shuangqi_arena::Opening;
use shuangqi_arena::games::Game;
use shuangqi_arena::openings::{self, FileGame, Format};

/// A game of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputGame {
    /// The file's name as it was given.
    pub file: String,
    /// Its moves, its tags and its place in the file.
    pub game: FileGame,
    /// The players by seat; empty where the file names none.
    pub players: [String; 2],
    /// The result in the file: `1-0`, `0-1`, `1/2-1/2`, or `*` where it has none.
    pub result: String,
}

impl InputGame {
    fn new(game: Game, file: &str, read: FileGame) -> InputGame {
        let players = Seat::BOTH.map(|seat| player(game, seat, &read).unwrap_or_default());
        let result = result(&read).unwrap_or_else(|| "*".to_owned());
        InputGame { file: file.to_owned(), game: read, players, result }
    }

    /// The games of a text, which messages call by this name.
    ///
    /// # Errors
    /// A text without games, and the first move that cannot be played.
    pub fn of_text(
        game: Game,
        name: &str,
        text: &str,
        format: Option<Format>,
    ) -> Result<Vec<InputGame>, BadInput> {
        let read = openings::read_games(game, name, text, format)?;
        Ok(read.into_iter().map(|read| InputGame::new(game, name, read)).collect())
    }

    /// A game from this board by these moves, without anything else.
    pub fn of_moves(game: Game, start: String, moves: Vec<String>) -> InputGame {
        let is_standard = start == game.start;
        let moves = Opening { name: String::new(), start, is_standard, moves };
        InputGame::new(game, "game", FileGame { moves, tags: Vec::new(), line: 1 })
    }

    /// All moves, passes included.
    pub fn moves(&self) -> &[String] {
        &self.game.moves.moves
    }

    /// The place of the game: `games.pgn:12`.
    pub fn place(&self) -> String {
        format!("{}:{}", self.file, self.game.line)
    }

    /// Its players; a colour where the file names none.
    pub fn names(&self, game: Game) -> [String; 2] {
        Seat::BOTH.map(|seat| match self.players[seat.index()].as_str() {
            "" => game.colour(seat).to_owned(),
            name => name.to_owned(),
        })
    }

    /// `Red against Black`, by the names of its players.
    pub fn title(&self, game: Game) -> String {
        self.names(game).join(" against ")
    }
}

/// Reads the games of all files.
///
/// # Errors
/// A file that cannot be read or holds no game, and the first move that cannot be played.
pub fn read(game: Game, files: &[String], format: Option<Format>) -> Result<Vec<InputGame>, BadInput> {
    let mut games = Vec::new();
    for file in files {
        let text = openings::text_of("games", file)?;
        games.extend(InputGame::of_text(game, file, &text, format)?);
    }
    Ok(games)
}

/// The player of a seat by the tags of PGN or, as `PB` and `PW`, of GGF.
fn player(game: Game, seat: Seat, read: &FileGame) -> Option<String> {
    let in_ggf = if seat == Seat::First { "PB" } else { "PW" };
    let names = game.info.pgn.players[seat.index()].iter().copied().chain([in_ggf]);
    let known = |name: &&String| !matches!(name.trim(), "" | "?");
    names.filter_map(|name| tag(read, name)).find(known).cloned()
}

fn tag<'a>(read: &'a FileGame, name: &str) -> Option<&'a String> {
    read.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name)).map(|(_, value)| value)
}

/// The result by the tag of PGN, or by the difference of discs in GGF, which is from Black's view.
fn result(read: &FileGame) -> Option<String> {
    const RESULTS: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];
    if let Some(result) = tag(read, "Result").filter(|result| RESULTS.contains(&result.as_str())) {
        return Some(result.clone());
    }
    let discs: f64 = tag(read, "RE")?.split(':').next()?.trim().parse().ok()?;
    let text = match discs {
        _ if discs > 0.0 => "1-0",
        _ if discs < 0.0 => "0-1",
        _ => "1/2-1/2",
    };
    Some(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(game: Game, text: &str) -> Vec<InputGame> {
        InputGame::of_text(game, "file", text, None).unwrap()
    }

    #[test]
    fn tags_say_who_played_and_how_it_ended() {
        let pgn = "[Game \"Chinese Chess\"]\n[Red \"Wang \\\"A\\\"\"]\n[Black \"?\"]\n[Result \"0-1\"]\n\n\
                   1. 炮二平五 马８进７ 0-1\n[White \"Li\"]\n1. h2e2 *\n";
        let [one, other] = &games(Game::XIANGQI, pgn)[..] else { panic!() };
        assert_eq!(one.players, ["Wang \"A\"", ""]);
        assert_eq!(
            (one.result.as_str(), one.moves(), one.game.line),
            ("0-1", &["h2e2", "h9g7"].map(str::to_owned)[..], 1)
        );
        assert_eq!(one.title(Game::XIANGQI), "Wang \"A\" against Black");
        assert_eq!((other.players[0].as_str(), other.result.as_str()), ("Li", "*"));
        let ggf = "(;GM[Othello]PB[a]PW[b]RE[-4.000:r]BO[8 ---------------------------O*------*O--------------------------- *]B[f5];)";
        let [game] = &games(Game::OTHELLO, ggf)[..] else { panic!() };
        assert_eq!((&game.players, game.result.as_str()), (&["a", "b"].map(str::to_owned), "0-1"));
    }
}
