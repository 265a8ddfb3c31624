//! How long a large collection takes: writes random games of both games, 10,000 a file, indexes them, and opens the index again.
//!
//!     cargo run --release -p shuangqi-game-index --example collection -- FOLDER 100000

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use game::Notation;
use shuangqi_arena::games::{Game, Games};
use shuangqi_arena::openings::FileContents;
use shuangqi_game_files::{Extent, FileGame, FileKind, Source, read, write};
use shuangqi_game_index::{GameIndex, Update};

const GAMES_PER_FILE: usize = 10_000;
const MAX_PLIES: usize = 80;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(folder), Some(count)) = (arguments.next(), arguments.next()) else {
        return Err("expected FOLDER and the number of games".into());
    };
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    for game in [Game::OTHELLO, Game::XIANGQI] {
        write_games(folder, game, count.parse::<usize>()? / 2)?;
    }
    timed("headers read", || read_headers(folder))?;
    let saved = folder.join(".index");
    let games = Games::built_in();
    let update = Update::of(&games);
    let index = timed("indexed", || GameIndex::default().updated(folder, &update)).ok_or("no files")?;
    println!("{} games, {} positions", index.games().len(), index.positions());
    timed("saved", || index.save(&saved))?;
    let index = timed("opened", || GameIndex::open(&saved)).ok_or("the index is damaged")?;
    timed("compared with the folder", || index.updated(folder, &update));
    timed("searched", || index.find("xiangqi", "player 17").len());
    Ok(())
}

/// Reads the headers of all games, on one thread.
fn read_headers(folder: &Path) -> Result<(), Box<dyn Error>> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path().to_string_lossy().into_owned();
        for game in [Game::OTHELLO, Game::XIANGQI].iter().filter(|game| path.contains(game.name())) {
            let source = Source { game: game.any, file: &path, extent: Extent::Opening(0) };
            read(source, FileContents::read("games", &path)?.contents(), None)?;
        }
    }
    Ok(())
}

fn timed<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let begin = Instant::now();
    let done = work();
    println!("{what} in {:.2} s", begin.elapsed().as_secs_f64());
    done
}

fn write_games(folder: &Path, game: Game, games: usize) -> Result<(), Box<dyn Error>> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut left = games;
    for number in 1.. {
        let path = folder.join(format!("{game}-{number}.pgn"));
        let batch = left.min(GAMES_PER_FILE);
        if batch == 0 {
            break;
        }
        let played = (0..batch).map(|_| random_game(game, &mut random)).collect::<Result<Vec<_>, _>>()?;
        std::fs::write(path, write(game.any, &played, FileKind::Pgn, Notation::Chinese)?)?;
        left -= batch;
    }
    Ok(())
}

fn random_game(game: Game, random: &mut fastrand::Rng) -> Result<FileGame, Box<dyn Error>> {
    let mut session = game.session("", "")?;
    while session.plies() < MAX_PLIES && session.verdict().is_none() {
        let moves = session.legal_moves(Notation::Iccs);
        session.play_text(&moves[random.usize(..moves.len())].text)?;
    }
    let moves = session.moves(Notation::Iccs).into_iter().map(|mv| mv.text);
    let mut file = FileGame::of_moves(game.start.to_owned(), moves);
    for names in game.info.pgn.players {
        file.set_tag(names[0], &format!("Player {}", random.usize(..500)));
    }
    file.set_tag("Event", &format!("Tournament {}", random.usize(..100)));
    file.set_tag("Date", &format!("{}.{:02}.??", random.usize(1980..2026), random.usize(1..=12)));
    Ok(file)
}
