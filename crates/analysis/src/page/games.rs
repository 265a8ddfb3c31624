//! The games of an analysis: the list, and the data of the viewer that replays them.

use game::Seat;
use shuangqi_cli::units::grouped;
use shuangqi_plot::games::{Games, ListedGame};
use shuangqi_plot::replay::{Replay, ReplayData, ReplayMove};
use shuangqi_plot::report::{Part, Section};
use shuangqi_plot::table::Cell;

use super::Report;
use crate::review::Review;
use crate::text;
use shuangqi_arena::score::EngineScore;

/// The section of the games.
pub fn section(report: &Report<'_>) -> Section {
    let [first, second] = report.game.info.colours;
    let columns = [
        "result",
        first,
        second,
        &format!("accuracy {first}"),
        &format!("accuracy {second}"),
        &format!("lost a move {first}"),
        &format!("lost a move {second}"),
        "blunders",
        "plies",
        "from",
    ];
    let games = Games {
        game: report.game.info,
        caption: format!(
            "Scores after each move as {first} sees them, in {}s; marks are moves that cost something",
            report.game.info.hundred
        ),
        remark: String::new(),
        filters: Vec::new(),
        columns: columns.map(str::to_owned).into(),
        list: report.reviews.iter().map(listed).collect(),
    };
    Section::new("games", "Games on the board", vec![Part::Games(Box::new(games))])
}

fn listed(review: &Review<'_>) -> ListedGame {
    let sides = Seat::BOTH.map(|seat| review.of_side(seat));
    let [first, second] = review.input.names(review.game);
    let size = f64::from(review.game.info.unit.size);
    let shown = |value: Option<f64>, decimals: usize| match value {
        Some(value) => Cell::keyed(format!("{value:.decimals$}"), value),
        None => Cell::keyed("–", -1.0),
    };
    let result = review.result().replace("1/2-1/2", "½–½").replace('-', "–");
    let [ours, theirs] = sides.map(|side| side.faults[2]);
    let mut cells = [result, first, second].map(Cell::words).to_vec();
    cells.extend(sides.map(|side| shown(side.accuracy, 1)));
    cells.extend(sides.map(|side| shown(side.mean_loss.map(|loss| loss / size), 2)));
    cells.push(Cell::keyed(format!("{ours} and {theirs}"), f64::from(ours + theirs)));
    cells.push(Cell::keyed(grouped(review.moves.len() as u64), review.moves.len() as f64));
    cells.push(Cell::words(review.input.place()));
    ListedGame { number: review.number as u64 - 1, key: None, cells }
}

/// The names of all players, each once.
pub struct Players(Vec<String>);

impl Players {
    pub fn of(report: &Report<'_>) -> Players {
        let mut names: Vec<String> =
            report.reviews.iter().flat_map(|review| review.input.names(report.game)).collect();
        names.sort_unstable();
        names.dedup();
        Players(names)
    }

    /// The data of the page.
    pub fn data<'a>(&'a self, report: &Report<'_>, replays: &'a [Replay]) -> ReplayData<'a> {
        let names: Vec<&str> = self.0.iter().map(String::as_str).collect();
        let clocks = vec![None; names.len()];
        ReplayData::new("analyze-report/2", &report.game.info, (names, clocks), replays)
    }

    pub fn replays(&self, report: &Report<'_>) -> Vec<Replay> {
        report.reviews.iter().map(|review| self.replay(review)).collect()
    }

    fn replay(&self, review: &Review<'_>) -> Replay {
        let names = review.input.names(review.game);
        let explanation = review.ending().map_or("", |ending| &ending.explanation);
        Replay {
            number: review.number as u64 - 1,
            caption: Some(review.input.place()),
            players: names.map(|name| self.0.binary_search(&name).unwrap_or_default()),
            start: review.input.game.moves.start.clone(),
            boards: review.analysis.positions.iter().map(|position| position.board.clone()).collect(),
            result: review.result().to_owned(),
            explanation: explanation.to_owned(),
            exact: review.exact_from(),
            moves: (0..review.moves.len()).map(|index| replay_move(review, index)).collect(),
            ..Replay::default()
        }
    }
}

fn replay_move(review: &Review<'_>, index: usize) -> ReplayMove {
    let (mv, position) = (&review.moves[index], review.position(index));
    let depth = position.evaluation.depth;
    ReplayMove {
        text: review.input.moves()[index].clone(),
        name: position.played.clone(),
        claim: Some(EngineScore::of(mv.score).into()),
        depth,
        nodes: depth.map(|_| position.evaluation.nodes),
        mark: text::mark(mv.judgement),
        note: text::note(review, index),
        ..ReplayMove::default()
    }
}
