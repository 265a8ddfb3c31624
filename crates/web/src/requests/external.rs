//! Engines of others, asked about the position of the page.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::Duration;

use game::any::AnySession;
use game::{EngineScore, Notation};
use serde::Deserialize;
use serde_json::{Value, json};
use shuangqi_arena::external_engine::{EngineAnalysis, ExternalEngine, ExternalLine};
use shuangqi_arena::games::Games;
use shuangqi_cli::bad_input::quote;
use shuangqi_page::fields::{self, GameFields};
use shuangqi_page::{Call, Problem};

#[derive(Debug, Deserialize)]
struct ExternalFields {
    #[serde(flatten)]
    game: GameFields,
    /// The name of the engine.
    engine: String,
    /// Options to set, by their names.
    #[serde(default)]
    options: Vec<(String, String)>,
}

/// The engines that can be asked, each with its process while it runs, and the options that this was started with.
pub struct ExternalEngines(Vec<(ExternalEngine, Mutex<Option<Running>>)>);

struct Running {
    options: Vec<(String, String)>,
    analysis: EngineAnalysis,
}

impl ExternalEngines {
    pub fn new(external_engines: Vec<ExternalEngine>) -> ExternalEngines {
        ExternalEngines(external_engines.into_iter().map(|external| (external, Mutex::default())).collect())
    }

    /// Those of a game, with their options.
    pub fn of_game(&self, game: &str) -> Vec<Value> {
        let own = self.0.iter().filter(|(external, _)| external.game().name() == game);
        own.map(|(external, _)| json!({"name": external.name(), "options": external.options()})).collect()
    }

    /// Has an engine look at a position until the call is cancelled; its lines are events.
    pub fn analyze(&self, games: &Games, call: &Call) -> Result<Value, Problem> {
        let fields: ExternalFields = fields::read(call)?;
        let game = fields.game.game.among(games)?;
        let session = fields.game.session(game)?;
        let named = self.0.iter().find(|(known, _)| known.name() == fields.engine && known.game() == game);
        let (external, running) = named.ok_or_else(|| no_engine(&fields.engine))?;
        if session.verdict().is_some() {
            return Ok(Value::Null);
        }
        let is_cancelled = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_cancelled);
        call.on_cancel(move || flag.store(true, Relaxed));
        let Some(mut running) = once_free(running, &is_cancelled) else { return Ok(Value::Null) };
        let kept = running.take().filter(|kept| kept.options == fields.options);
        let kept = kept.map_or_else(|| external.open(&fields.options), |kept| Ok(kept.analysis));
        let mut analysis = kept?;
        let notation = fields.game.notation;
        let mut line = fields.game.session(game)?;
        let analysed = analysis.analyze(&*session, &is_cancelled, |found| {
            call.emit(json!({"lines": [written(&mut *line, &found, notation)]}));
        });
        analysed.map_err(|error| Problem::new("problem-engine", "{error}").with("error", error))?;
        *running = Some(Running { options: fields.options, analysis });
        Ok(Value::Null)
    }
}

/// The process of an engine once no other call has it; `None`: this call was cancelled before. The last call of the same tab has been told to
/// stop and ends within a moment; that of another tab goes on as long as its user likes.
fn once_free<'a, T>(process: &'a Mutex<T>, is_cancelled: &AtomicBool) -> Option<MutexGuard<'a, T>> {
    const POLL_INTERVAL: Duration = Duration::from_millis(20);
    while !is_cancelled.load(Relaxed) {
        match process.try_lock() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => thread::sleep(POLL_INTERVAL),
        }
    }
    None
}

fn no_engine(name: &str) -> Problem {
    Problem::new("problem-no-engine", "there is no engine {name}").with("name", quote(name))
}

/// A line as the page has it, with the names of its moves; `session` is at the position, and comes back to it.
fn written(session: &mut dyn AnySession, found: &ExternalLine, notation: Notation) -> Value {
    let plies = session.plies();
    // An engine's line may end with moves that are none.
    found.moves.iter().map_while(|mv| session.advance(mv)).for_each(drop);
    let named = session.moves(notation).split_off(plies);
    session.truncate(plies);
    let (score, mate) = match found.score {
        Some(EngineScore::Hundredths(score)) => (Some(score), None),
        Some(EngineScore::Mate(moves)) => (None, Some(moves)),
        None => (None, None),
    };
    json!({
        "rank": 1,
        "depth": found.depth,
        "nodes": found.nodes,
        "score": score,
        "mate": mate,
        "bound": "exact",
        "moves": named.iter().map(|mv| &mv.text).collect::<Vec<_>>(),
        "names": named.iter().map(|mv| &mv.name).collect::<Vec<_>>(),
    })
}
