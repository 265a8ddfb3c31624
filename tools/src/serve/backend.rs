//! What the pages can ask for.

use serde_json::{Value, json};
use shuangqi_cli::version;
use shuangqi_web::message::Request;
use shuangqi_web::{Backend, Call, Problem};

use super::fields::{self, GameFields};
use super::folder::Folder;
use super::search::Engines;
use super::{review, search, texts, watch};
use crate::games::{self, Game};
use game::Seat;

/// The games, the engines, and the folder.
pub struct GameBackend {
    engines: Engines,
    folder: Folder,
    threads: usize,
}

impl GameBackend {
    /// With engines for this number of threads.
    pub fn new(engines: Engines, folder: Folder, threads: usize) -> GameBackend {
        GameBackend { engines, folder, threads }
    }

    fn hello(&self) -> Value {
        json!({
            "version": version::SHORT,
            "games": games::all().map(described).collect::<Vec<_>>(),
            "threads": self.threads,
            "has_folder": self.folder.is_given(),
        })
    }
}

impl Backend for GameBackend {
    fn answer(&self, call: &Call) -> Result<Value, Problem> {
        match call.name.as_str() {
            "hello" => Ok(self.hello()),
            "position" => {
                let fields: GameFields = fields::read(call)?;
                Ok(json!(fields.state()?))
            }
            "read" => texts::read(call),
            "write" => texts::write(call),
            "search" => self.engines.search(call),
            "analyze" => review::analyze(&self.engines.scheduler, call),
            "files" => Ok(self.folder.list()),
            "open" => self.folder.open(call),
            "watch" => watch::watch(&self.folder, call),
            other => Err(Problem::new(format!("There is no request {other:?}."))),
        }
    }

    fn is_background(&self, request: &Request) -> bool {
        match request.name.as_str() {
            "analyze" => true,
            "search" => search::is_analysis(&request.fields),
            _ => false,
        }
    }
}

/// A game as the page needs to know it.
fn described(game: Game) -> Value {
    let info = &game.info;
    let notation = |(name, title)| json!({"name": name, "title": title});
    let notations = [("chinese", "中文"), ("wxf", "WXF"), ("iccs", "ICCS")];
    let mut formats = vec!["pgn", "moves", "board"];
    formats.extend(game.ggf.map(|_| "ggf"));
    json!({
        "name": info.name,
        "title": info.title,
        "board": info.board,
        "start": game.start,
        "seats": Seat::BOTH.map(|seat| game.colour(seat)),
        "sides": info.sides,
        "notations": notations.map(notation).iter().filter(|_| info.has_notations).collect::<Vec<_>>(),
        "scores": info.scores,
        "unit": {"name": info.unit.name, "size": info.unit.size},
        "has_solver": info.has_solver,
        "has_levels": info.levels.is_some(),
        "levels": info.levels,
        "rules": info.rules,
        "formats": formats,
    })
}
