//! Games as PGN.
//!
//! Results are from the view of the side that moves first in the standard start.

use game::pgn::{self, Header, Tag};
use game::{Notation, Seat};
use shuangqi_cli::Failure;

use super::{Exporter, comment};
use crate::calendar::{clock, date_and_time};
use crate::config::{EngineConfig, PgnFile};
use crate::record::GameRecord;

impl Exporter<'_> {
    pub(super) fn pgn(self, file: &PgnFile, game: &GameRecord) -> Result<String, Failure> {
        Ok(pgn::text(&self.tags(game, file.notation), &self.movetext(game, file)?) + "\n")
    }

    fn tags(self, game: &GameRecord, notation: Notation) -> Vec<Tag> {
        let (date, time) = date_and_time(game.begun);
        let (config, options) = (self.config, self.options);
        let round = format!("{}.{}", game.scheduled.round + 1, game.scheduled.number + 1);
        let header = Header {
            event: options.event.as_deref().unwrap_or("?"),
            site: options.site.as_deref().unwrap_or("?"),
            date: &date,
            round: &round,
            players: game.scheduled.engines.map(|engine| config.engine_name(engine)),
            result: game.result.text(),
        };
        let own_start = Some(game.start.as_str()).filter(|start| *start != config.game.start);
        let mut tags = pgn::tags(&config.game.info, header, notation, own_start);
        tags.extend(game.discs.map(|discs| ("Discs", format!("{discs:+}"))));
        tags.extend(config.special_rules().map(|rules| ("Rules", rules.to_owned())));
        tags.push(("Opening", game.opening_name.clone()));
        tags.push(("PlyCount", game.moves.len().to_string()));
        tags.push(("GameStartTime", format!("{}T{time}Z", date.replace('.', "-"))));
        tags.push(("GameDuration", clock(game.lasted / 1000)));
        tags.push(("Termination", game.termination.text().to_owned()));
        tags.extend(self.time_controls(game));
        tags
    }

    /// The time control of both players, or one for each.
    fn time_controls(self, game: &GameRecord) -> Vec<Tag> {
        let engines = game.scheduled.engines.map(|engine| self.config.engines.get(engine));
        let [first, second] = engines.map(|engine| engine.map_or_else(|| "?".to_owned(), time_control));
        if first == second {
            return vec![("TimeControl", first)];
        }
        self.config.game.info.pgn.clocks.into_iter().zip([first, second]).collect()
    }

    /// The moves in a notation; in coordinates, where the game has no others.
    fn moves(self, game: &GameRecord, notation: Notation) -> Result<Vec<String>, Failure> {
        if !self.config.game.info.has_notations {
            return Ok(game.moves.iter().map(|step| step.text.clone()).collect());
        }
        let mut session =
            self.config.game.session(&game.start, "").map_err(|bad| game.unplayable(&bad.to_string()))?;
        for step in &game.moves {
            session.advance(&step.text).ok_or_else(|| game.bad_move(&step.text))?;
        }
        Ok(session.moves(notation).into_iter().map(|mv| mv.name).collect())
    }

    /// Move numbers, moves, comments and the result; a comment is one item.
    fn movetext(self, game: &GameRecord, file: &PgnFile) -> Result<Vec<String>, Failure> {
        let moves = self.moves(game, file.notation)?;
        let first = usize::from(game.first_to_move() == Seat::Second);
        let mut words = Vec::new();
        for (index, text) in moves.into_iter().enumerate() {
            words.extend(pgn::number(first + index, index == 0));
            words.push(text);
            let remark = if file.is_bare { String::new() } else { comment(game, index) };
            if !remark.is_empty() {
                words.push(pgn::braced(&remark));
            }
        }
        words.push(pgn::braced(&self.ending(game)));
        words.push(game.result.text().to_owned());
        Ok(words)
    }
}

/// `40/60+0.5`, `0.1/move`, `-` where no time is set.
fn time_control(engine: &EngineConfig) -> String {
    match (engine.clock, engine.limits.move_time) {
        (Some(clock), _) => clock.to_string(),
        (None, Some(time)) => format!("{}/move", time.as_secs_f64()),
        (None, None) => "-".to_owned(),
    }
}
