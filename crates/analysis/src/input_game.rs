//! The games to be analysed, as their files have them.

use shuangqi_arena::Opening;
use shuangqi_arena::games::Game;
use shuangqi_arena::openings::{self, FileContents};
use shuangqi_cli::BadInput;
use shuangqi_game_files::{Contents, Extent, FileGame, FileKind, Source, read_games};
use shuangqi_texts::{Catalogue, Language};

/// A game of a file, without its variations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputGame {
    /// The file's name as it was given.
    pub file: String,
    /// The line of the file on which it begins, from 1.
    pub line: usize,
    /// Where it begins, and its moves.
    pub moves: Opening,
    /// The set of rules that the file names, if the program has it; empty for the default one.
    pub rules: String,
    /// The players by seat; empty where the file names none.
    pub players: [String; 2],
    /// The key of its opening, if that has a name.
    pub opening: Option<&'static str>,
    /// The result in the file: `1-0`, `0-1`, `1/2-1/2`, or `*` where it has none.
    pub result: &'static str,
}

impl InputGame {
    /// The main line of a game of this file.
    pub fn new(game: Game, file: &str, read: &FileGame) -> InputGame {
        InputGame {
            file: file.to_owned(),
            line: read.line,
            moves: openings::of_game(game, read),
            rules: rules(game, read),
            players: read.players(&game.info),
            opening: read
                .session(game.any)
                .ok()
                .and_then(|session| shuangqi_openings::named(game.any, &*session)),
            result: read.result(),
        }
    }

    /// The games of a file of this name.
    ///
    /// # Errors
    /// Contents without games, and the first move that cannot be played.
    pub fn of_contents(
        game: Game,
        file: &str,
        contents: Contents<'_>,
        kind: Option<FileKind>,
    ) -> Result<Vec<InputGame>, BadInput> {
        let source = Source { game: game.any, file, extent: Extent::MainLine };
        let read = read_games(source, contents, kind)?;
        Ok(read.iter().map(|read| InputGame::new(game, file, read)).collect())
    }

    /// A game from this board by these moves, without anything else.
    pub fn of_moves(game: Game, start: String, moves: &[String]) -> InputGame {
        InputGame::new(game, "game", &FileGame::of_moves(start, moves))
    }

    /// The name of its opening in a language.
    pub fn opening_name(&self, game: Game, language: Language) -> Option<String> {
        let key = format!("opening-{}-{}", game.name(), self.opening?);
        Some(Catalogue::of(language).text(&key).into_owned())
    }

    /// All moves, passes included.
    pub fn moves(&self) -> &[String] {
        &self.moves.moves
    }

    /// The place of the game: `games.pgn:12`.
    pub fn place(&self) -> String {
        format!("{}:{}", self.file, self.line)
    }
}

/// The set of rules of a header, as matches write it. One that the program does not have is another program's, and says nothing
/// here.
fn rules(game: Game, read: &FileGame) -> String {
    let named = read.tag("Rules").filter(|name| game.info.rules.is_some() && game.any.rules(&[name]).is_ok());
    named.unwrap_or_default().to_owned()
}

/// Reads the games of all files.
///
/// # Errors
/// A file that cannot be read or holds no game, and the first move that cannot be played.
pub fn read(game: Game, files: &[String], kind: Option<FileKind>) -> Result<Vec<InputGame>, BadInput> {
    let mut games = Vec::new();
    for file in files {
        let contents = FileContents::read("games", file)?;
        games.extend(InputGame::of_contents(game, file, contents.contents(), kind)?);
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(game: Game, text: &str) -> Vec<InputGame> {
        InputGame::of_contents(game, "file", Contents::Text(text), None).unwrap()
    }

    #[test]
    fn tags_say_who_played_and_how_it_ended() {
        let pgn = "[Game \"Chinese Chess\"]\n[Red \"Wang \\\"A\\\"\"]\n[Black \"?\"]\n[Result \"0-1\"]\n\n\
                   1. 炮二平五 马８进７ 0-1\n[White \"Li\"]\n1. h2e2 *\n";
        let [one, other] = &games(Game::XIANGQI, pgn)[..] else { panic!() };
        assert_eq!(one.players, ["Wang \"A\"", ""]);
        assert_eq!((one.result, one.moves(), one.line), ("0-1", &["h2e2", "h9g7"].map(str::to_owned)[..], 1));
        assert_eq!((other.players[0].as_str(), other.result), ("Li", "*"));
        let of_rules = |rules: &str| format!("[Rules \"{rules}\"]\n\n1. h2e2 *\n");
        let rules = ["plain", "of a club"].map(|name| games(Game::XIANGQI, &of_rules(name))[0].rules.clone());
        assert_eq!(rules, ["plain", ""]);
        let ggf = "(;GM[Othello]PB[a]PW[b]RE[-4.000:r]BO[8 ---------------------------O*------*O--------------------------- *]B[f5];)";
        let [game] = &games(Game::OTHELLO, ggf)[..] else { panic!() };
        assert_eq!((&game.players, game.result), (&["a", "b"].map(str::to_owned), "0-1"));
    }
}
