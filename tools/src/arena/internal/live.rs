//! The engines of this project as live searches: what they find is reported while they search.

use std::time::Duration;

use search_core::{Bound, Budget, ClockState, Control, MoveKind, MoveList, Position, Report, Root, think};
use shuangqi_cli::BadInput;
use shuangqi_cli::memory::TooLarge;

use super::analyst::allow;
use super::{Engine, InternalGame, engine_score};
use crate::arena::config::{Limits, Notation};
use crate::arena::score::EngineScore;

/// What ends a live search, beside a stop.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum LiveLimit {
    /// Nodes, depth or time.
    Each(Limits),
    /// The clocks, by seat.
    Clocks([Option<ClockState>; 2]),
    /// A level of strength, in games that have them.
    Level(u8),
    /// Nothing.
    Endless,
}

/// What is to be found.
#[derive(Clone, Copy, Debug)]
pub struct LiveRequest {
    /// What ends the search.
    pub limit: LiveLimit,
    /// The time that it has had in turns before this one.
    pub spent: Duration,
    /// How many best lines; more than there are moves stands for all.
    pub lines: usize,
    /// How moves are written for people.
    pub notation: Notation,
}

/// A line as the search sees it at the end of an iteration.
#[derive(Clone, PartialEq, Debug)]
pub struct LiveLine {
    /// From 1, the best first.
    pub rank: usize,
    /// From the view of the side to move.
    pub score: EngineScore,
    /// How the score is meant.
    pub bound: Bound,
    /// How certain a score of the whole rest of the game is, in per cent; 100: exact. `None` where the search does not reach
    /// the end.
    pub certainty: Option<u32>,
    /// The chances to win, draw and lose in per mille, where the engine has a model of them.
    pub win_draw_loss: Option<[u16; 3]>,
    /// In the game's coordinates.
    pub moves: Vec<String>,
    /// In the notation for people; the coordinates where there is none.
    pub names: Vec<String>,
}

/// The state of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LiveProgress {
    /// The last iteration of the best line, in plies.
    pub depth: u32,
    /// The deepest ply reached.
    pub reached: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
}

/// What a search led to.
#[derive(Clone, PartialEq, Debug)]
pub struct LiveOutcome {
    /// The move to play, and its name; `None` if there is none.
    pub best: Option<(String, String)>,
    /// The last finished iteration, in plies.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
}

/// An engine that follows a game and searches its last position.
pub trait LiveEngine: Send {
    /// Begins at this board; what was found before is kept.
    ///
    /// # Errors
    /// What is wrong with the board.
    fn begin(&mut self, start: &str) -> Result<(), BadInput>;

    /// Forgets what was found before.
    fn forget(&mut self);

    /// Plays a move in the game's coordinates; `None` if it is illegal.
    fn advance(&mut self, text: &str) -> Option<()>;

    /// Searches until the limit, or until the control says stop. `report` gets each line that an iteration finishes.
    fn search(
        &mut self,
        request: &LiveRequest,
        control: &Control,
        report: &mut dyn FnMut(LiveLine, LiveProgress),
    ) -> LiveOutcome;
}

type MoveOf<G> = <<G as InternalGame>::Position as Position>::Move;

/// The engine of a game.
pub struct GameEngine<G: InternalGame>(Engine<G>);

impl<G: InternalGame> GameEngine<G> {
    /// An engine before its first game.
    ///
    /// # Errors
    /// If there is no memory for its table.
    pub fn new(game: G, hash_bytes: usize) -> Result<Self, TooLarge> {
        Engine::new(game, u64::MAX, hash_bytes).map(GameEngine)
    }
}

/// What is left of a budget after some time: no search is without any.
fn after(budget: Budget, spent: Duration) -> Budget {
    let left = |time: Duration| time.saturating_sub(spent).max(Duration::from_millis(1));
    Budget { soft: left(budget.soft), hard: left(budget.hard) }
}

/// A line in the notation for people; in coordinates where there is none.
fn names<G: InternalGame>(game: &G, line: &[MoveOf<G>], notation: Notation) -> Vec<String> {
    let names = game.names(line, notation);
    names.unwrap_or_else(|| line.iter().map(ToString::to_string).collect())
}

fn live_line<G: InternalGame>(game: &G, report: &Report<MoveOf<G>>, notation: Notation) -> LiveLine {
    LiveLine {
        rank: report.line,
        score: engine_score(report.score),
        bound: report.bound,
        certainty: game.certainty(report.depth),
        win_draw_loss: game.chances().map(|model| model.win_draw_loss(report.score)),
        moves: report.variation.iter().map(ToString::to_string).collect(),
        names: names(game, &report.variation, notation),
    }
}

impl<G: InternalGame> LiveEngine for GameEngine<G> {
    fn begin(&mut self, start: &str) -> Result<(), BadInput> {
        self.0.game.begin(start)
    }

    fn forget(&mut self) {
        self.0.data.clear();
        self.0.table.clear();
    }

    fn advance(&mut self, text: &str) -> Option<()> {
        self.0.game.advance(text)
    }

    fn search(
        &mut self,
        request: &LiveRequest,
        control: &Control,
        report: &mut dyn FnMut(LiveLine, LiveProgress),
    ) -> LiveOutcome {
        let mut job = match request.limit {
            LiveLimit::Each(limits) => self.0.game.job(limits, [None; 2]),
            LiveLimit::Clocks(clocks) => self.0.game.job(Limits::default(), clocks),
            LiveLimit::Level(level) => self.0.game.job_of_level(level),
            LiveLimit::Endless => self.0.game.job_without_end(),
        };
        let mut list = MoveList::new();
        job.root.moves(MoveKind::All, &mut list);
        job.options.lines = request.lines.clamp(1, list.len().max(1));
        allow(control, job.budget.map(|budget| after(budget, request.spent)));
        let Engine { game, data, table } = &mut self.0;
        let root = Root { position: &job.root, history: &job.history };
        let outcome = think(root, data, &*table, G::RECIPE, &job.options, control, |step| {
            let progress = LiveProgress {
                depth: u32::try_from(step.depth).unwrap_or_default(),
                reached: step.reached,
                nodes: step.counters.visits,
                elapsed: step.elapsed,
            };
            report(live_line(game, step, request.notation), progress);
        });
        let best = outcome.best.map(|mv| {
            let name = names(game, &[mv], request.notation).pop();
            (mv.to_string(), name.unwrap_or_else(|| mv.to_string()))
        });
        LiveOutcome {
            best,
            depth: u32::try_from(outcome.depth).unwrap_or_default(),
            nodes: outcome.counters.visits,
        }
    }
}
