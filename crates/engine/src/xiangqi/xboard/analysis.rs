//! `analyze` and `hint`: searches for the user.

use game::Limits;
use protocols::xboard::Reply;

use super::search::{Purpose, SharedProgress};
use super::{Go, QUICK, XboardSession};

impl XboardSession {
    /// Analyses the position, in the mode for that.
    pub(super) fn analyze(&mut self) -> Result<(), String> {
        if !self.is_analysing {
            return Ok(());
        }
        self.abort_search();
        self.progress = SharedProgress::default();
        self.start(Purpose::Analysis, &Go { is_infinite: true, ..Go::default() })
    }

    /// A move for the user; none while the engine searches its own.
    pub(super) fn hint(&mut self) -> Result<(), String> {
        match self.running {
            Some(Purpose::Move) => return Ok(()),
            Some(Purpose::Analysis) => {
                self.progress.hint(&self.sink);
                return Ok(());
            }
            Some(Purpose::Hint) => self.finish_search(),
            None => {}
        }
        let limits = Limits { move_time: Some(QUICK), depth: self.depth, nodes: None };
        self.start(Purpose::Hint, &Go { limits, ..Go::default() })
    }

    /// Leaves the analysis.
    pub(super) fn exit(&mut self) {
        if std::mem::take(&mut self.is_analysing) {
            self.abort_search();
        }
    }

    /// Answers `.` during an analysis.
    pub(super) fn report_status(&self) {
        if self.is_analysing {
            let moves = self.game.position().legal_moves().len();
            self.write(&Reply::Status(self.progress.status(moves)));
        }
    }
}
