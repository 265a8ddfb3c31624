//! Searches: a live one with its lines as they are found and the move in the end, and the analysis of a whole game as
//! `shuangqi analyze` makes it.

use std::cell::Cell;
use std::num::{NonZero, NonZeroU64};
use std::time::Duration;

use game::any::{AnySession, LineReport, NamedMove};
use game::{EngineScore, Limits, SearchRequest, Strength, Variety};
use search_core::{Bound, Control, Score};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use shuangqi_analysis::analyst::{Analyst, AnalystOptions};
use shuangqi_analysis::input_game::InputGame;
use shuangqi_analysis::record::{GameLine, MoveLine};
use shuangqi_analysis::review::Review;
use shuangqi_arena::games::{Game, Games};
use shuangqi_book::{Book, BookMove};
use shuangqi_cli::units::milliseconds;

use crate::engines::{EngineCache, EngineKey, EngineScheduler, Purpose};
use crate::fields::{self, GameFields, LimitFields};
use crate::message::REQUEST;
use crate::{Call, Problem};

/// Othello: positions with at most this many empty squares are solved exactly. It takes about a second for the first of them.
const EXACT_EMPTIES: u32 = 20;
/// Positions for each search of an analysis, if nothing else is asked for.
const NODES: u64 = 100_000;
const HASH_BYTES: usize = 8 << 20;

#[derive(Debug, Deserialize)]
struct SearchFields {
    #[serde(flatten)]
    game: GameFields,
    limit: LimitFields,
    /// The number of lines to be found: a number, or `all` for one of every legal move.
    #[serde(default = "one")]
    lines: Value,
    /// The size of the engine's table in mebibytes; as much as there may be, where it is more.
    hash: Option<NonZero<usize>>,
    /// The threads that search together; as many as there are, where it is more.
    threads: Option<NonZero<usize>>,
    /// The seed of the choice among opening moves, where games are to differ.
    seed: Option<u64>,
}

fn one() -> Value {
    json!(1)
}

impl SearchFields {
    fn most_lines(&self) -> Result<usize, Problem> {
        match self.lines.as_u64() {
            Some(number) => Ok(usize::try_from(number.max(1)).unwrap_or(usize::MAX)),
            None if self.lines == "all" => Ok(usize::MAX),
            None => {
                let text = "The request search has a wrong field: lines is a number or \"all\".";
                Err(Problem::new(REQUEST, text))
            }
        }
    }

    /// The threads that search together. What a strength below the full one means was measured with one.
    fn threads(&self, most: NonZero<usize>) -> NonZero<usize> {
        let is_limited = self.limit.strength() != Strength::FULL;
        let asked = self.threads.filter(|_| !is_limited);
        asked.map_or(NonZero::<usize>::MIN, |threads| threads.min(most))
    }

    /// The engine that is to search: one with a table of this size, and for this game.
    fn engine(&self, game: Game, session: &dyn AnySession, cache: &EngineCache) -> EngineKey {
        let hash_bytes = cache.hash_bytes(self.hash);
        EngineKey { game, hash_bytes, rules: self.game.rules.clone(), start: session.board_after(0) }
    }
}

/// Whether these fields are those of a search that only a stop ends.
pub fn is_analysis(fields: &Map<String, Value>) -> bool {
    let limit = fields.get("limit").and_then(|limit| LimitFields::deserialize(limit).ok());
    limit.is_some_and(LimitFields::is_endless)
}

/// The engines, and whose turn it is to use them.
pub struct Engines {
    pub scheduler: EngineScheduler,
    pub cache: EngineCache,
}

impl Engines {
    pub fn search(&self, games: &Games, call: &Call) -> Result<Value, Problem> {
        let fields: SearchFields = fields::read(call)?;
        let game = fields.game.game.among(games)?;
        let session = fields.game.session(game)?;
        let strength = fields.limit.strength();
        // The same move of the same game, whatever was taken back.
        let seed = fields.seed.map(|seed| seed.wrapping_add(session.plies() as u64));
        if let Some(mv) =
            seed.filter(|_| strength == Strength::FULL).and_then(|seed| book_move(game, &fields, seed))
        {
            return Ok(SearchView::new(call, 1).answer(Some(mv)));
        }
        let legal =
            if session.verdict().is_some() { 0 } else { session.legal_moves(fields.game.notation).len() };
        let moves = strength.limits(&game.info).choices(legal);
        let plies = session.plies();
        let varied = fields.seed.map_or(1, |_| Variety::lines(plies));
        let mut view = SearchView::new(call, fields.most_lines()?.max(varied).min(moves));
        if moves == 0 {
            return Ok(view.answer(None));
        }
        let purpose = if fields.limit.is_endless() { Purpose::Analysis } else { Purpose::Move };
        let variety = seed.map(Variety::new);
        let threads = fields.threads(self.scheduler.threads());
        let key = fields.engine(game, &*session, &self.cache);
        let turn = |control: &Control| self.turn(&key, threads, &fields, &*session, control, &mut view);
        let best = self.scheduler.run(call, purpose, threads, turn).transpose()?.flatten();
        let chosen = variety.and_then(|variety| view.choose(variety, strength.variety(&game.info)));
        Ok(view.answer(chosen.or(best)))
    }

    fn turn(
        &self,
        key: &EngineKey,
        threads: NonZero<usize>,
        fields: &SearchFields,
        session: &dyn AnySession,
        control: &Control,
        view: &mut SearchView<'_>,
    ) -> Result<Option<NamedMove>, Problem> {
        let mut engine = self.cache.take(key)?;
        engine.set_threads(threads);
        let (spent, lines) = (view.elapsed, view.number);
        let request = SearchRequest { spent, lines, threads, ..fields.limit.left(view.nodes) };
        let (notation, report) = (Some(fields.game.notation), &mut |line| view.report(line));
        let found = engine.think(session, &request, notation, control, report);
        view.end_slice(found.nodes, control.elapsed());
        self.cache.put(key.clone(), engine);
        Ok(found.best)
    }
}

/// The move of the program's book, if it has one: one of those that it holds equal, the same for a seed.
fn book_move(game: Game, fields: &SearchFields, seed: u64) -> Option<NamedMove> {
    let mut session = fields.game.session(game).ok()?;
    if session.verdict().is_some() {
        return None;
    }
    let moves = Book::of_game(game.name()).session_moves(&mut *session, fields.game.notation);
    Book::choose(&moves, &game.info, &mut Variety::new(seed)).cloned()
}

/// What the program's book knows of the moves of a position, the best first.
pub fn explore(games: &Games, call: &Call) -> Result<Value, Problem> {
    let fields: GameFields = fields::read(call)?;
    let game = fields.game.among(games)?;
    let mut session = fields.session(game)?;
    let moves = Book::of_game(game.name()).session_moves(&mut *session, fields.notation);
    let best = moves.first().map_or(0, |best| best.value);
    let written: Vec<_> = moves
        .into_iter()
        .map(|BookMove { mv, value, entry }| {
            let _ = session.advance(&mv.text);
            let opening = shuangqi_openings::named(game.any, &*session);
            session.truncate(session.plies() - 1);
            json!({
                "move": mv,
                "score": value,
                "is_played": best - value <= Book::margin(&game.info),
                "results": entry.results,
                "opening": opening,
            })
        })
        .collect();
    Ok(json!({"book": written, "played": null}))
}

/// The lines of an iteration, best first. Those of different iterations cannot be compared.
#[derive(Default)]
struct Iteration {
    depth: u32,
    lines: Vec<LineReport>,
}

impl Iteration {
    fn written(&self) -> Vec<Value> {
        self.lines.iter().map(|line| written(self.depth, line)).collect()
    }
}

/// The view that the page has of a search.
struct SearchView<'a> {
    call: &'a Call,
    shown: Iteration,
    /// The iteration that is being reported.
    pending: Iteration,
    /// The number of lines that an iteration has if it was not broken off.
    number: usize,
    /// Those of the turns before this one.
    nodes: u64,
    elapsed: Duration,
}

impl SearchView<'_> {
    fn new(call: &Call, number: usize) -> SearchView<'_> {
        let (shown, pending) = (Iteration::default(), Iteration::default());
        SearchView { call, shown, pending, number, nodes: 0, elapsed: Duration::ZERO }
    }

    /// Takes the next line of an iteration, and shows the iteration when it is complete. A search that goes on after others had
    /// their turn begins again; what is known better is not shown.
    fn report(&mut self, line: LineReport) {
        let (depth, reached) = (line.depth, line.reached);
        let (nodes, elapsed) = (self.nodes + line.nodes, self.elapsed + line.elapsed);
        if line.rank == 1 {
            self.pending = Iteration { depth, lines: Vec::new() };
        }
        // Below the lines of an iteration that was broken off come those of the one before.
        if depth == self.pending.depth {
            self.pending.lines.push(line);
        }
        if self.pending.lines.len() < self.number || self.pending.depth < self.shown.depth {
            return;
        }
        self.shown = std::mem::take(&mut self.pending);
        self.call.emit(json!({
            "depth": self.shown.depth,
            "reached": reached,
            "nodes": nodes,
            "ms": milliseconds(elapsed),
            "nodes_per_second": (nodes as f64 / elapsed.as_secs_f64().max(1e-3)) as u64,
            "lines": self.shown.written(),
        }));
    }

    fn end_slice(&mut self, nodes: u64, elapsed: Duration) {
        self.nodes += nodes;
        self.elapsed += elapsed;
    }

    /// The move of one of the lines that are about as good as the best.
    fn choose(&self, mut variety: Variety, margin: Score) -> Option<NamedMove> {
        let scores: Vec<Score> = self.shown.lines.iter().map(|line| line.score).collect();
        self.shown.lines.get(variety.choose(&scores, margin))?.line.first().cloned()
    }

    fn answer(&self, best: Option<NamedMove>) -> Value {
        json!({
            "best": best,
            "lines": self.shown.written(),
            "depth": self.shown.depth,
            "nodes": self.nodes,
            "ms": milliseconds(self.elapsed),
        })
    }
}

fn written(depth: u32, line: &LineReport) -> Value {
    let (score, mate) = match EngineScore::of(line.score) {
        EngineScore::Hundredths(score) => (Some(score), None),
        EngineScore::Mate(moves) => (None, Some(moves)),
    };
    let bound = match line.bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    };
    json!({
        "rank": line.rank,
        "depth": depth,
        "score": score,
        "mate": mate,
        "bound": bound,
        "exact": line.certainty == Some(100),
        "certainty": line.certainty,
        "wdl": line.win_draw_loss,
        "moves": line.line.iter().map(|mv| &mv.text).collect::<Vec<_>>(),
        "names": line.line.iter().map(|mv| &mv.name).collect::<Vec<_>>(),
    })
}

#[derive(Debug, Deserialize)]
struct ReviewFields {
    #[serde(flatten)]
    game: GameFields,
    limit: Option<LimitFields>,
    #[serde(default)]
    players: [String; 2],
}

pub fn analyze(games: &Games, scheduler: &EngineScheduler, call: &Call) -> Result<Value, Problem> {
    let fields: ReviewFields = fields::read(call)?;
    let game = fields.game.game.among(games)?;
    let session = fields.game.session(game)?;
    let moves: Vec<String> = session.moves(fields.game.notation).into_iter().map(|mv| mv.text).collect();
    let input = InputGame {
        players: fields.players.clone(),
        rules: fields.game.rules.clone(),
        ..InputGame::of_moves(game, session.board_after(0), &moves)
    };
    let options = AnalystOptions {
        limits: limits(fields.limit),
        hash_bytes: HASH_BYTES,
        exact_empties: EXACT_EMPTIES,
        notation: fields.game.notation,
    };
    let mut analyst = Analyst::new(game, options, None)?;
    let (ply, of) = (Cell::new(0), input.moves().len() + 1);
    let evaluated = || {
        ply.set(ply.get() + 1);
        call.emit(json!({"ply": ply.get(), "of": of}));
    };
    // A turn for each position.
    let evaluate = |analyst: &mut Analyst| {
        let one = NonZero::<usize>::MIN;
        scheduler.run(call, Purpose::Review, one, |control| analyst.evaluate(control)).flatten()
    };
    let Some(analysis) = analyst.analyse(&input, evaluate, evaluated)? else {
        return Ok(Value::Null);
    };
    let review = Review::new(game, 1, &input, &analysis);
    let moves: Vec<MoveLine<'_>> =
        (0..review.moves.len()).map(|index| MoveLine::new(&review, index)).collect();
    Ok(json!({"game": GameLine::new(&review), "moves": moves}))
}

/// The depth, nodes or time of the limit, if it is one of these.
fn limits(limit: Option<LimitFields>) -> Limits {
    let asked = limit.map(|limit| limit.left(0).limits).filter(|limits| *limits != Limits::default());
    asked.unwrap_or(Limits { nodes: NonZeroU64::new(NODES), ..Limits::default() })
}
