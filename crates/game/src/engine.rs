//! The engine of a game, and what it is asked for.

use std::fmt::{self, Debug};
use std::num::NonZero;
use std::time::Duration;

use search_core::bad_input::quote;
use search_core::recipe::{Recipe, RecipeSource};
use search_core::score::MAX_PLY;
use search_core::session::{SearchJob, SearchState, Session};
use search_core::{BadInput, Budget, ClockState, Control, NoMemory, Outcome, Report};

use crate::{ExactScore, ExactSolver, Game, GameSession, Seat, Strength};

/// The options of a new engine.
#[derive(Clone, Debug)]
pub struct EngineOptions<W> {
    /// The size of its table, and of that of its solver.
    pub hash_bytes: usize,
    /// No search will visit more positions.
    pub nodes: u64,
    /// The recipe; `None`: the engine's own, fixed at compile time.
    pub recipe: Option<Recipe>,
    /// The weights of its evaluator; `None`: those of the program.
    pub weights: Option<W>,
    /// Set if it solves positions, in games with a solver.
    pub solves: bool,
}

/// The searches of an engine: what it keeps from one to the next, and the one in progress.
pub type Searches<G> = Session<G, <G as Game>::Evaluator, <G as Game>::Recipe>;

/// The table and the threads of an engine, as a job in the background finds them.
pub type EngineState<G> = SearchState<G, <G as Game>::Evaluator>;

/// An engine at work, with what its searches keep from one to the next.
///
/// [`GameEngine::think`] searches in the calling thread, which needs [`STACK_BYTES`](search_core::session::STACK_BYTES) of stack;
/// [`GameEngine::searches`] can search in a thread of its own, with the engine's own recipe.
pub struct GameEngine<G: Game> {
    searches: Searches<G>,
    recipe: Option<Recipe>,
    weights: G::Weights,
    solver: Option<Box<dyn ExactSolver<G>>>,
    threads: NonZero<usize>,
}

impl<G: Game> Debug for GameEngine<G> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("GameEngine").field("recipe", &self.recipe).finish_non_exhaustive()
    }
}

/// With the weights of the program, and the usual table or as large a part of it as there is memory for.
impl<G: Game> Default for GameEngine<G> {
    fn default() -> Self {
        let weights = G::Weights::default();
        let searches = Session::new(G::evaluator(&weights, u64::MAX), G::PLAY, G::INFO.table_bytes);
        GameEngine { searches, recipe: None, weights, solver: None, threads: NonZero::<usize>::MIN }
    }
}

impl<G: Game> GameEngine<G> {
    /// An engine before its first game.
    ///
    /// # Errors
    /// If the system has no memory for its tables.
    pub fn new(options: EngineOptions<G::Weights>) -> Result<Self, NoMemory> {
        let EngineOptions { hash_bytes, nodes, recipe, weights, solves } = options;
        let weights = weights.unwrap_or_default();
        let searches = Session::allocate(G::evaluator(&weights, nodes), G::PLAY, hash_bytes)?;
        let solver = if solves { G::solver(&weights, hash_bytes)? } else { None };
        Ok(GameEngine { searches, recipe, weights, solver, threads: NonZero::<usize>::MIN })
    }

    /// The weights of its evaluator.
    pub fn weights(&self) -> &G::Weights {
        &self.weights
    }

    /// Evaluates by other weights from now on; what was found by the former ones is dropped.
    pub fn set_weights(&mut self, weights: G::Weights) {
        self.searches.interrupt();
        self.searches = Session::new(G::evaluator(&weights, u64::MAX), G::PLAY, self.searches.bytes());
        self.searches.set_threads(self.threads);
        self.weights = weights;
    }

    /// The searches themselves, for what only protocols ask: held answers, counts, another size of the table.
    pub fn searches(&mut self) -> &mut Searches<G> {
        &mut self.searches
    }

    /// Forgets what was found before: the next search finds what the first one would.
    pub fn clear(&mut self) {
        self.searches.clear();
        if let Some(solver) = &mut self.solver {
            solver.clear();
        }
    }

    /// The search of a session's last position that a request asks for.
    pub fn job(session: &GameSession<G>, request: &SearchRequest) -> SearchJob<G> {
        let (mut options, budget) = G::plan(session, request);
        let moves = session.position().legal_moves().len();
        request.strength.limit(session.position(), &mut options);
        options.lines =
            request.lines.clamp(1, if options.only.is_empty() { moves.max(1) } else { options.only.len() });
        SearchJob {
            root: session.position().clone(),
            history: session.line().to_vec(),
            options,
            budget: budget.map(|budget| left(budget, request.spent)),
            is_held: false,
        }
    }

    /// Searches the last position of a session until a limit of the request, or until the control says stop. Each line
    /// that an iteration finishes is reported.
    pub fn think(
        &mut self,
        session: &GameSession<G>,
        request: &SearchRequest,
        control: &Control,
        report: impl FnMut(&Report<G::Move>),
    ) -> Outcome<G::Move> {
        self.think_job(&Self::job(session, request), control, report)
    }

    /// Carries out a search that [`GameEngine::job`] has made.
    pub fn think_job(
        &mut self,
        job: &SearchJob<G>,
        control: &Control,
        report: impl FnMut(&Report<G::Move>),
    ) -> Outcome<G::Move> {
        // The deadlines of the search before must not end this one.
        control.allow(job.budget.unwrap_or(Budget::UNLIMITED));
        match &self.recipe {
            Some(recipe) => self.searches.think_by(recipe, job, control, report),
            None => self.searches.think_by(G::PLAY, job, control, report),
        }
    }

    /// Requests the end of the search in the background; its answer follows.
    pub fn stop(&self) {
        self.searches.stop();
    }

    /// The number of threads that search together.
    pub fn threads(&self) -> NonZero<usize> {
        self.threads
    }

    /// Sets the number of threads that search together, from the next search on.
    pub fn set_threads(&mut self, threads: NonZero<usize>) {
        self.threads = threads;
        self.searches.set_threads(threads);
    }

    /// Solves the last position of a session; `None` without a solver, or if the control was told to stop.
    pub fn solve(&mut self, session: &GameSession<G>, control: &Control) -> Option<ExactScore<G::Move>> {
        control.allow(Budget::UNLIMITED);
        self.solver.as_mut()?.solve(session.position(), control)
    }
}

/// The rest of a budget after some time; never none, so that every search has some.
fn left(budget: Budget, spent: Duration) -> Budget {
    let left = |time: Duration| time.saturating_sub(spent).max(Duration::from_millis(1));
    if spent.is_zero() { budget } else { Budget { soft: left(budget.soft), hard: left(budget.hard) } }
}

/// The limits of a search apart from the clock. All may be combined; the first one reached ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// The last iteration, in plies.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<NonZero<u64>>,
    /// Time for each move, exactly.
    pub move_time: Option<Duration>,
}

/// A search to be made: of the last position of a session, until the first of these limits. Without any, only a stop or
/// a result that nothing can change ends it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchRequest {
    /// Depth, nodes and time.
    pub limits: Limits,
    /// The clocks, by seat.
    pub clocks: [Option<ClockState>; 2],
    /// A level of strength: a depth in plies, in games without such levels.
    pub level: Option<u8>,
    /// How strong the play may be.
    pub strength: Strength,
    /// The number of best lines; more than there are moves stands for all.
    pub lines: usize,
    /// Time lost between engine and clock on each move.
    pub overhead: Duration,
    /// The time that the search has already had, in turns before this one.
    pub spent: Duration,
    /// The threads that will search together.
    pub threads: NonZero<usize>,
}

impl SearchRequest {
    /// The usual time lost between engine and clock on each move.
    pub const OVERHEAD: Duration = Duration::from_millis(10);

    /// A search that nothing ends.
    pub const ENDLESS: SearchRequest = SearchRequest {
        limits: Limits { depth: None, nodes: None, move_time: None },
        clocks: [None; 2],
        level: None,
        strength: Strength::FULL,
        lines: 1,
        overhead: Self::OVERHEAD,
        spent: Duration::ZERO,
        threads: NonZero::<usize>::MIN,
    };

    /// A search within these limits.
    pub fn within(limits: Limits) -> SearchRequest {
        SearchRequest { limits, ..SearchRequest::ENDLESS }
    }

    /// A search at a level of strength.
    pub fn at_level(level: u8) -> SearchRequest {
        SearchRequest { level: Some(level), ..SearchRequest::ENDLESS }
    }

    /// A search of this strength; of one without limits, for a second.
    pub fn at_strength(strength: Strength) -> SearchRequest {
        let second = Limits { move_time: Some(Duration::from_secs(1)), ..Limits::default() };
        let limits = if strength == Strength::FULL { second } else { Limits::default() };
        SearchRequest { strength, ..SearchRequest::within(limits) }
    }

    /// The last iteration, in plies: that of its limits, or else its level.
    pub fn depth(&self) -> i16 {
        let depth = self.limits.depth.or(self.level.map(u32::from)).unwrap_or(MAX_PLY);
        depth.clamp(1, MAX_PLY) as i16
    }

    /// The time that a fixed time, or a share of the clock of the side to move, allows; `None` if there is neither.
    pub fn budget(&self, seat: Seat, share: impl FnOnce(ClockState) -> Budget) -> Option<Budget> {
        let fixed = self.limits.move_time.map(|time| Budget::fixed(time, self.overhead));
        fixed.into_iter().chain(self.clocks[seat.index()].map(share)).reduce(Budget::min)
    }

    /// Returns whether nothing ends it, whoever is to move.
    pub fn is_endless(&self) -> bool {
        self.clocks.iter().all(Option::is_none) && self.is_endless_for(Seat::First)
    }

    /// Returns whether nothing ends it where this side is to move: the clock of the other does not.
    pub fn is_endless_for(&self, seat: Seat) -> bool {
        self.limits == Limits::default()
            && self.clocks[seat.index()].is_none()
            && self.level.is_none()
            && self.strength == Strength::FULL
    }
}

/// An algorithm by its name: `play` and parts change what the engine plays with, every other preset what it is compared
/// with. Whichever it is, it plays by the rulings of the referee.
///
/// # Errors
/// A preset or a part that there is not.
pub fn parse_recipe<G: Game>(text: &str) -> Result<Recipe, BadInput> {
    let play = *G::PLAY.recipe();
    let parts = text.strip_prefix("play").filter(|rest| rest.is_empty() || rest.starts_with(['+', '-']));
    let parsed = match parts {
        Some(parts) => Recipe::parse_with(&format!("strongest{parts}"), &play),
        None => Recipe::parse_with(text, &G::STRONGEST),
    };
    let recipe = parsed.map_err(|unknown| {
        let found = format!("Recipe {}", quote(&unknown.found));
        let remedy = "Write a preset, or play, and the parts to switch on or off, as in play+null3";
        BadInput::new("engine option", None, found, unknown.expected(), remedy)
    })?;
    Ok(Recipe { rulings: play.rulings, ..recipe })
}
