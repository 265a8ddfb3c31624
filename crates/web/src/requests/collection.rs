//! The games of the folder, found by their headers and positions through an index.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use game::Notation;
use game::any::AnySession;
use serde::Deserialize;
use serde_json::{Value, json};
use shuangqi_arena::games::Games;
use shuangqi_cli::failure;
use shuangqi_game_files::{Extent, FileKind, Source, read_part};
use shuangqi_game_index::{GameIndex, IndexedGame, Update, cache_path, position_key};
use shuangqi_page::fields::{self, GameFields};
use shuangqi_page::{Call, Problem, texts};

use super::folder::{self, Folder};

/// Games that are sent at once.
const MAX_ROWS: usize = 100;
/// Games of a position that are sent with its moves.
const MAX_GAMES: usize = 20;
/// Games between two reports of how many were read.
const REPORTED: u64 = 500;

#[derive(Debug, Deserialize)]
struct FindFields {
    game: String,
    #[serde(default)]
    words: String,
    /// How many of the games that were found come before the first one that is sent.
    #[serde(default)]
    after: usize,
}

#[derive(Debug, Deserialize)]
struct OpenFields {
    path: String,
    /// The bytes of the file before the game.
    offset: usize,
}

/// The games of a folder.
pub struct Collection {
    folder: Folder,
    index: Mutex<Option<Arc<GameIndex>>>,
    /// Held while files are read, so that they are read once.
    updating: Mutex<()>,
}

impl Collection {
    pub fn new(folder: Folder) -> Collection {
        Collection { folder, index: Mutex::new(None), updating: Mutex::new(()) }
    }

    /// The index as it was saved, or as it was last brought up to date.
    fn index(&self) -> Option<Arc<GameIndex>> {
        let mut index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        if index.is_none() {
            let saved = cache_path(self.folder.served().ok()?.root())?;
            *index = GameIndex::open(&saved).map(Arc::new);
        }
        index.clone()
    }

    /// Brings the index up to date, and says which files it has.
    pub fn update(&self, games: &Games, call: &Call) -> Result<Value, Problem> {
        let folder = self.folder.served()?.root();
        let _alone = self.updating.lock().unwrap_or_else(PoisonError::into_inner);
        let known = self.index().unwrap_or_default();
        let read = AtomicU64::new(0);
        let on_read = |games| {
            let before = read.fetch_add(games, Relaxed);
            if before / REPORTED != (before + games) / REPORTED {
                call.emit(json!({"read": before + games}));
            }
        };
        let update = Update { games, on_read: &on_read, is_cancelled: &|| call.is_cancelled() };
        let changed = known.updated(folder, &update);
        changed.iter().for_each(|index| save(index, folder));
        let index = changed.map_or(known, Arc::new);
        *self.index.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&index));
        let errors = index.files().iter().filter_map(|file| {
            let error = file.error.as_ref()?;
            Some(json!({"path": file.path, "broken": file.broken, "error": error}))
        });
        let counts =
            games.all().map(|game| (game.name().to_owned(), json!(index.find(game.name(), "").len())));
        Ok(json!({"games": counts.collect::<serde_json::Map<_, _>>(), "errors": errors.collect::<Vec<_>>()}))
    }

    /// The games whose headers have some words.
    pub fn find(&self, call: &Call) -> Result<Value, Problem> {
        let FindFields { game, words, after } = fields::read(call)?;
        self.folder.served()?;
        let Some(index) = self.index() else { return Ok(json!({"total": 0, "rows": []})) };
        let found = index.find(&game, &words);
        let shown = found.iter().skip(after).take(MAX_ROWS).map(|place| row(&index, *place));
        Ok(json!({"total": found.len(), "rows": shown.collect::<Vec<_>>()}))
    }

    /// Reads a game that was found.
    pub fn open(&self, games: &Games, call: &Call) -> Result<Value, Problem> {
        let OpenFields { path, offset } = fields::read(call)?;
        let gone =
            || Problem::new("problem-game-gone", "The game is no longer there. Read the folder again.");
        let index = self.index().ok_or_else(gone)?;
        let is_wanted = |game: &&IndexedGame| game.bytes[0] == offset && index.file_of(game).path == path;
        let wanted = index.games().iter().find(is_wanted).ok_or_else(gone)?;
        let file = index.file_of(wanted);
        let (game, kind) = games.named(&file.game).zip(FileKind::named(&file.kind)).ok_or_else(gone)?;
        let served = self.folder.served()?.file(&path).ok_or_else(gone)?;
        let contents = folder::contents(&served.path)?;
        let source = Source { game: game.any, file: &path, extent: Extent::Tree };
        let read = read_part(source, contents.contents(), kind, &wanted.part())?;
        Ok(texts::games_read(game.any, &[read]))
    }

    /// The games that reach the last position of a game, and the moves that they play there with their results; none where
    /// the index is not made yet.
    pub fn explore(&self, games: &Games, call: &Call) -> Result<Option<Value>, Problem> {
        let fields: GameFields = fields::read(call)?;
        let mut session = fields.session(fields.game.among(games)?)?;
        Ok(self.played(&mut *session, fields.notation))
    }

    fn played(&self, session: &mut dyn AnySession, notation: Notation) -> Option<Value> {
        let index = self.index()?;
        let plies = session.plies();
        let reaching = index.reaching(position_key(session, plies));
        if reaching.len() == 0 {
            return None;
        }
        let total = reaching.len();
        let games: Vec<Value> = reaching.take(MAX_GAMES).map(|place| row(&index, place)).collect();
        let mut moves = Vec::new();
        for mv in session.legal_moves(notation) {
            if session.advance(&mv.text).is_none() {
                continue;
            }
            let results = index.results(position_key(session, plies + 1));
            session.truncate(plies);
            let count: u32 = results.iter().sum();
            if count > 0 {
                moves.push((count, json!({"move": mv, "results": results})));
            }
        }
        moves.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        let moves: Vec<Value> = moves.into_iter().map(|(_, mv)| mv).collect();
        Some(json!({"total": total, "games": games, "moves": moves}))
    }
}

/// Saves the index for the next time. Where that cannot be done, it is made again then.
fn save(index: &GameIndex, folder: &Path) {
    let saved = cache_path(folder).map(|path| index.save(&path));
    if let Some(Err(error)) = saved {
        failure::note(format!("The index of the games cannot be saved ({error}); it will be made again."));
    }
}

fn row(index: &GameIndex, place: u32) -> Value {
    let game = &index.games()[place as usize];
    json!({
        "path": index.file_of(game).path,
        "offset": game.bytes[0],
        "players": game.players,
        "event": game.event,
        "date": game.date,
        "result": game.result(),
        "discs": game.discs,
    })
}
