//! The engine of a game.

use std::fmt::{self, Debug};
use std::io;
use std::num::NonZero;
use std::time::Duration;

use search_core::recipe::Recipe;
use search_core::session::{Listener, SearchJob, Session};
use search_core::{Budget, Control, NoMemory, Outcome, Report};

use crate::{ExactScore, ExactSolver, Game, GameSession, SearchRequest};

/// The options of a new engine.
#[derive(Clone, Debug)]
pub struct EngineOptions<W> {
    /// The size of its table.
    pub hash_bytes: usize,
    /// No search will visit more positions.
    pub nodes: u64,
    /// The recipe; `None`: the engine's own, fixed at compile time.
    pub recipe: Option<Recipe>,
    /// The weights of its evaluator.
    pub weights: W,
}

/// The searches of an engine: what it keeps from one to the next, and the one in progress.
pub type Searches<G> = Session<G, <G as Game>::Evaluator, <G as Game>::Recipe>;

/// An engine at work, with what its searches keep from one to the next.
///
/// [`GameEngine::think`] searches in the calling thread, which needs [`STACK_BYTES`](search_core::session::STACK_BYTES) of stack;
/// [`GameEngine::start`] in a thread of its own, with the engine's own recipe.
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
    /// If the system has no memory for its table.
    pub fn new(options: EngineOptions<G::Weights>) -> Result<Self, NoMemory> {
        let EngineOptions { hash_bytes, nodes, recipe, weights } = options;
        let searches = Session::allocate(G::evaluator(&weights, nodes), G::PLAY, hash_bytes)?;
        Ok(GameEngine { searches, recipe, weights, solver: None, threads: NonZero::<usize>::MIN })
    }

    /// Adds a solver with tables of this size, if the game has one.
    ///
    /// # Errors
    /// If the system has no memory for them.
    pub fn with_solver(mut self, bytes: usize) -> Result<Self, NoMemory> {
        self.solver = G::solver(&self.weights, bytes)?;
        Ok(self)
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
        options.lines = request.lines.clamp(1, moves.max(1));
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
        let job = Self::job(session, request);
        // The deadlines of the search before must not end this one.
        control.allow(job.budget.unwrap_or(Budget::UNLIMITED));
        match &self.recipe {
            Some(recipe) => self.searches.think_by(recipe, &job, control, report),
            None => self.searches.think_by(G::PLAY, &job, control, report),
        }
    }

    /// The same in the background. A search that still runs is stopped and answered first; the listener receives exactly one
    /// answer.
    ///
    /// # Errors
    /// If the operating system cannot start a thread; the listener is then dropped without an answer.
    pub fn start(
        &mut self,
        session: &GameSession<G>,
        request: &SearchRequest,
        listener: impl Listener<G::Move> + 'static,
    ) -> io::Result<()> {
        let job = Self::job(session, &SearchRequest { threads: self.threads, ..*request });
        self.searches.start(job, listener)
    }

    /// Requests the end of the search in the background; its answer follows.
    pub fn stop(&self) {
        self.searches.stop();
    }

    /// How many threads search together.
    pub fn threads(&self) -> NonZero<usize> {
        self.threads
    }

    /// Sets how many threads search together, from the next search on.
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
