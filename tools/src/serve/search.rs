//! A live search: its lines as they are found, and the move in the end.

use std::cmp::Reverse;
use std::time::Duration;

use search_core::{Bound, Control};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use shuangqi_web::{Call, Problem};

use super::engine_cache::EngineCache;
use super::engine_scheduler::{EngineScheduler, Purpose};
use super::fields::{self, GameFields, LimitFields, LinesField};
use super::game_state::GameState;
use crate::arena::internal::live::{LiveLine, LiveProgress, LiveRequest};
use crate::arena::score::EngineScore;

#[derive(Debug, Deserialize)]
struct SearchFields {
    #[serde(flatten)]
    game: GameFields,
    limit: LimitFields,
    lines: Option<LinesField>,
}

/// Whether these fields are those of a search that only a stop ends.
pub fn is_analysis(fields: &Map<String, Value>) -> bool {
    let limit = fields.get("limit").and_then(|limit| LimitFields::deserialize(limit).ok());
    limit.is_some_and(LimitFields::is_endless)
}

/// The engines, and whose turn it is to use them.
pub struct Engines {
    /// The turns.
    pub scheduler: EngineScheduler,
    /// The engines.
    pub cache: EngineCache,
}

impl Engines {
    /// Searches the last position of a game.
    ///
    /// # Errors
    /// What is wrong with the request.
    pub fn search(&self, call: &Call) -> Result<Value, Problem> {
        let fields: SearchFields = fields::read(call)?;
        let state = fields.game.state()?;
        let most = fields.lines.as_ref().map_or(1, LinesField::number);
        let mut view = SearchView::new(call, most);
        if state.legal.is_empty() {
            return Ok(view.answer(None));
        }
        let purpose = if fields.limit.is_endless() { Purpose::Analysis } else { Purpose::Move };
        let turn = |control: &Control| self.turn(&fields, &state, control, &mut view);
        let best = self.scheduler.run(call, purpose, turn).transpose()?.flatten();
        Ok(view.answer(best))
    }

    /// One turn of the search: the move found.
    fn turn(
        &self,
        fields: &SearchFields,
        state: &GameState,
        control: &Control,
        view: &mut SearchView<'_>,
    ) -> Result<Option<(String, String)>, Problem> {
        let mut cached = self.cache.take(fields.game.game, &state.start)?;
        cached.engine.begin(&state.start)?;
        for mv in &state.moves {
            let broken = || Problem::new(format!("The engine cannot play the move {}.", mv.text));
            cached.engine.advance(&mv.text).ok_or_else(broken)?;
        }
        let request = LiveRequest {
            limit: fields.limit.left(view.nodes),
            spent: view.elapsed,
            lines: view.most,
            notation: fields.game.notation,
        };
        let outcome =
            cached.engine.search(&request, control, &mut |line, progress| view.report(line, progress));
        view.end_slice(outcome.nodes, control.elapsed());
        self.cache.put(cached);
        Ok(outcome.best)
    }
}

/// What the page is shown of a search.
struct SearchView<'a> {
    call: &'a Call,
    /// The best line of each move that was found as one of the best, with its depth: the deepest first, then the best.
    lines: Vec<(u32, LiveLine)>,
    /// How many lines are shown.
    most: usize,
    depth: u32,
    /// Those of the turns before this one.
    nodes: u64,
    elapsed: Duration,
}

impl SearchView<'_> {
    fn new(call: &Call, most: usize) -> SearchView<'_> {
        SearchView { call, lines: Vec::new(), most, depth: 0, nodes: 0, elapsed: Duration::ZERO }
    }

    /// Shows a line. A search that goes on after others had their turn begins again; what is known better is not shown.
    fn report(&mut self, line: LiveLine, progress: LiveProgress) {
        if progress.depth < self.depth {
            return;
        }
        self.depth = progress.depth;
        let is_replaced = |depth: u32, other: &LiveLine| {
            other.moves.first() == line.moves.first() || (depth == progress.depth && other.rank == line.rank)
        };
        self.lines.retain(|(depth, other)| !is_replaced(*depth, other));
        self.lines.push((progress.depth, line));
        self.lines.sort_by_key(|(depth, line)| (Reverse(*depth), Reverse(worth(line.score))));
        self.lines.truncate(self.most);
        let (nodes, elapsed) = (self.nodes + progress.nodes, self.elapsed + progress.elapsed);
        self.call.emit(json!({
            "depth": self.depth,
            "reached": progress.reached,
            "nodes": nodes,
            "ms": elapsed.as_millis() as u64,
            "nodes_per_second": (nodes as f64 / elapsed.as_secs_f64().max(1e-3)) as u64,
            "lines": self.written(),
        }));
    }

    /// The lines, ranked as they are sorted.
    fn written(&self) -> Vec<Value> {
        (1..).zip(&self.lines).map(|(rank, (depth, line))| written(rank, *depth, line)).collect()
    }

    fn end_slice(&mut self, nodes: u64, elapsed: Duration) {
        self.nodes += nodes;
        self.elapsed += elapsed;
    }

    fn answer(&self, best: Option<(String, String)>) -> Value {
        json!({
            "best": best.map(|(text, name)| json!({"text": text, "name": name})),
            "lines": self.written(),
            "depth": self.depth,
            "nodes": self.nodes,
            "ms": self.elapsed.as_millis() as u64,
        })
    }
}

/// A score as a number that is the higher, the better it is.
fn worth(score: EngineScore) -> i64 {
    /// Beyond every score that is no mate.
    const MATE: i64 = 1 << 40;
    match score {
        EngineScore::Hundredths(score) => score.into(),
        EngineScore::Mate(moves) if moves > 0 => MATE - i64::from(moves),
        EngineScore::Mate(moves) => -MATE - i64::from(moves),
    }
}

fn written(rank: usize, depth: u32, line: &LiveLine) -> Value {
    let (score, mate) = match line.score {
        EngineScore::Hundredths(score) => (Some(score), None),
        EngineScore::Mate(moves) => (None, Some(moves)),
    };
    let bound = match line.bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    };
    json!({
        "rank": rank,
        "depth": depth,
        "score": score,
        "mate": mate,
        "bound": bound,
        "exact": line.certainty == Some(100),
        "certainty": line.certainty,
        "wdl": line.win_draw_loss,
        "moves": line.moves,
        "names": line.names,
    })
}
