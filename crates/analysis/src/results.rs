//! The results of a run on standard output, in the order of the games.

use shuangqi_cli::Failure;
use shuangqi_cli::output::{Format, Output};
use shuangqi_cli::worker_pool::InOrder;

use super::game_analysis::GameAnalysis;
use super::input_game::InputGame;
use super::judgement::Judgement;
use super::record::{GameLine, MoveLine};
use super::review::Review;
use super::{graph, text};
use shuangqi_arena::games::Game;

/// What is known of the games, and how far it is written.
#[derive(Debug)]
pub struct Results<'run, 'sink> {
    game: Game,
    games: &'run [InputGame],
    output: &'run mut Output<'sink>,
    form: Format,
    /// Whether tables list moves that cost nothing, too.
    has_all_moves: bool,
    order: InOrder<GameAnalysis>,
    /// The games whose moves are written, by index.
    written: Vec<(usize, GameAnalysis)>,
}

impl<'run, 'sink> Results<'run, 'sink> {
    /// Nothing yet.
    pub fn new(
        game: Game,
        games: &'run [InputGame],
        output: &'run mut Output<'sink>,
        form: Format,
        has_all_moves: bool,
    ) -> Self {
        let (order, written) = (InOrder::default(), Vec::new());
        Results { game, games, output, form, has_all_moves, order, written }
    }

    /// Adds the game of this index.
    pub fn put(&mut self, index: usize, analysis: GameAnalysis) {
        self.order.put(index, analysis);
    }

    /// Writes the games whose turn it is.
    ///
    /// # Errors
    /// [`Failure::ClosedPipe`] and [`Failure::Unwritable`].
    pub fn write(&mut self) -> Result<(), Failure> {
        while let Some((index, analysis)) = self.order.take() {
            self.emit(index, analysis)?;
        }
        Ok(())
    }

    /// Writes the games that follow a missing one, and the records of all games; with all that is known.
    ///
    /// # Errors
    /// [`Failure::ClosedPipe`] and [`Failure::Unwritable`].
    pub fn finish(mut self) -> Result<Vec<(usize, GameAnalysis)>, Failure> {
        let order = std::mem::take(&mut self.order);
        order.rest().try_for_each(|(index, analysis)| self.emit(index, analysis))?;
        if !self.streams() {
            self.written.iter().try_for_each(|(index, analysis)| {
                let review = Review::new(self.game, index + 1, &self.games[*index], analysis);
                self.output.emit(&GameLine::new(&review))
            })?;
        }
        Ok(self.written)
    }

    /// Whether the record of a game follows its moves, instead of those of all games.
    fn streams(&self) -> bool {
        self.form == Format::Ndjson
    }

    /// Whether a form lists this move.
    fn lists(&self, judgement: Judgement) -> bool {
        let is_for_people = matches!(self.form, Format::Table | Format::Md);
        !is_for_people || self.has_all_moves || judgement >= Judgement::Inaccuracy
    }

    fn emit(&mut self, index: usize, analysis: GameAnalysis) -> Result<(), Failure> {
        let review = Review::new(self.game, index + 1, &self.games[index], &analysis);
        self.output.heading(&text::heading(&review));
        self.output.drawing(&graph::graph(&review));
        for (place, mv) in review.moves.iter().enumerate() {
            if self.lists(mv.judgement) {
                self.output.emit(&MoveLine::new(&review, place))?;
            }
        }
        text::remarks(&review).iter().for_each(|remark| self.output.sentence(remark));
        if self.streams() {
            self.output.emit(&GameLine::new(&review))?;
        }
        self.written.push((index, analysis));
        Ok(())
    }
}
