//! Tests of whole analyses, of the known games of `data/analyze`.

use std::borrow::Cow;
use std::num::NonZeroU64;
use std::thread;

use game::{Limits, Notation};
use search_core::Control;
use shuangqi_arena::games::Game;
use shuangqi_arena::internal::STACK_BYTES;

use super::analyst::{Analyst, AnalystOptions, GameAnalysis};
use super::input_game::{self, InputGame};
use shuangqi_plot::texts::PageTexts;
use shuangqi_texts::{Catalogue, Language};

use super::review::{Judgement, Review};
use super::run::{AnalysisConfig, FinishedGame, open_journal};
use super::text;

/// Games and what was found in them.
pub struct Run {
    pub game: Game,
    pub options: AnalystOptions,
    pub games: Vec<InputGame>,
    pub analyses: Vec<GameAnalysis>,
}

impl Run {
    pub fn reviews(&self) -> Vec<Review<'_>> {
        let pairs = self.games.iter().zip(&self.analyses).zip(1..);
        pairs.map(|((input, analysis), number)| Review::new(self.game, number, input, analysis)).collect()
    }
}

pub fn options() -> AnalystOptions {
    AnalystOptions {
        limits: Limits { nodes: NonZeroU64::new(2000), ..Limits::default() },
        hash_bytes: 1 << 20,
        exact_empties: 10,
        notation: Notation::Wxf,
    }
}

/// The games of a text.
pub fn games(game: Game, text: &str) -> Vec<InputGame> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    std::fs::write(&path, text).unwrap();
    input_game::read(game, &[path.to_str().unwrap().to_owned()], None).unwrap()
}

/// The known game, in which the players have names that a page must escape.
fn known(game: Game) -> Vec<InputGame> {
    let text = match game == Game::OTHELLO {
        true => include_str!("../../../data/analyze/othello.pgn"),
        false => include_str!("../../../data/analyze/xiangqi.pgn"),
    };
    games(game, &text.replace("\"Ada\"", "\"<b>bold\""))
}

/// Calls a function on a thread with the stack that searches need.
fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(STACK_BYTES);
        builder.spawn_scoped(scope, work).unwrap().join().unwrap()
    })
}

fn analyst(game: Game, options: AnalystOptions) -> Analyst {
    Analyst::new(game, options, None).unwrap()
}

fn found(input: &InputGame, analyst: &mut Analyst) -> GameAnalysis {
    analyst.analyse(input, |analyst| analyst.evaluate(&Control::new()), || {}).unwrap().unwrap()
}

/// An analysis of the known game.
pub fn analysed(game: Game) -> Run {
    let (options, games) = (options(), known(game));
    let analyses = with_stack(|| {
        let mut analyst = analyst(game, options);
        games.iter().map(|input| found(input, &mut analyst)).collect()
    });
    Run { game, options, games, analyses }
}

#[test]
fn a_game_is_analysed_alike_whatever_was_analysed_before() {
    for game in [Game::OTHELLO, Game::XIANGQI] {
        let once = analysed(game);
        let other = games(game, if game == Game::OTHELLO { "f5d6c3d3c4" } else { "h2e2 h9g7 h0g2" });
        let again = with_stack(|| {
            let mut analyst = analyst(game, options());
            found(&other[0], &mut analyst);
            found(&once.games[0], &mut analyst)
        });
        assert_eq!(again, once.analyses[0]);
    }
}

#[test]
fn exact_scores_end_with_the_result_and_lose_whole_pairs_of_discs() {
    let run = analysed(Game::OTHELLO);
    let review = &run.reviews()[0];
    let from = review.exact_from().unwrap();
    assert_eq!(from, review.moves.len() - 11, "ten moves and a pass");
    let last = review.moves.len() - 1;
    let discs = review.ending().unwrap().discs.unwrap();
    let own = if review.side(last) == game::Seat::First { discs } else { -discs };
    assert_eq!(review.moves[last].score, 100 * own);
    for mv in &review.moves[from..] {
        assert_eq!(mv.loss, mv.best_score - mv.score, "nothing is gained");
        assert_eq!(mv.loss % 200, 0);
    }
}

/// A forced move is worth what follows: here Black, who has one move, is left without any.
#[test]
fn forced_moves_take_the_score_of_what_follows() {
    let mate = "[FEN \"9/3k5/9/9/9/9/9/R8/1R7/4K4 w - - 0 1\"]\n1. a2a7 d8d9 2. b1b8 1-0";
    let game = Game::XIANGQI;
    let games = games(game, mate);
    let analysis = with_stack(|| found(&games[0], &mut analyst(game, options())));
    let review = Review::new(game, 1, &games[0], &analysis);
    let scores: Vec<String> =
        review.moves.iter().map(|mv| text::score(&review, mv.score).to_string()).collect();
    assert_eq!(scores, ["mate in 2", "mated in 1", "mate in 1"], "{:?}", review.ending());
    assert_eq!(review.moves[1].judgement, Judgement::Forced);
    let line = &review.position(1).evaluation.line;
    assert_eq!((line.len(), line[0].as_str()), (2, "d8d9"));
    assert_eq!(review.of_side(game::Seat::Second).accuracy, None);
}

#[test]
fn a_stopped_analysis_has_no_result() {
    let games = known(Game::XIANGQI);
    let control = Control::new();
    control.stop();
    let stopped = with_stack(|| {
        let mut analyst = analyst(Game::XIANGQI, options());
        analyst.analyse(&games[0], |analyst| analyst.evaluate(&control), || {}).unwrap()
    });
    assert_eq!(stopped, None);
}

#[test]
fn moves_after_the_end_by_the_rules_are_analysed_too() {
    let dance = "5k3/9/9/9/9/9/1r7/9/1C7/3K5 w";
    let moves = "b1c1 b3c3 c1b1 c3b3 ".repeat(4);
    let games = games(Game::XIANGQI, &format!("[FEN \"{dance}\"]\n[Result \"0-1\"]\n{moves}"));
    let analysis = with_stack(|| found(&games[0], &mut analyst(Game::XIANGQI, options())));
    let review = Review::new(Game::XIANGQI, 1, &games[0], &analysis);
    assert!(review.analysis.ending.as_ref().is_some_and(|ending| ending.after < 16));
    assert_eq!((review.ending(), review.result()), (None, "0-1"));
    assert!(text::remarks(&review).iter().any(|remark| remark.contains("The file goes on for")));
}

#[test]
fn a_journal_has_what_was_written_and_refuses_another_run() {
    let run = analysed(Game::XIANGQI);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j").to_str().unwrap().to_owned();
    let config = AnalysisConfig::new(run.game, run.options, &run.games, None, None);
    let (mut journal, known) = open_journal(&path, &config, &run.games, None).unwrap();
    assert_eq!(known, [None]);
    let finished = FinishedGame { index: 0, analysis: Cow::Borrowed(&run.analyses[0]) };
    journal.write_soon(&finished).unwrap();
    journal.finish().unwrap();
    let (_, known) = open_journal(&path, &config, &run.games, None).unwrap();
    assert_eq!(known, [Some(run.analyses[0].clone())]);
    let other = AnalystOptions { exact_empties: 3, notation: Notation::Iccs, ..run.options };
    let refused = open_journal(
        &path,
        &AnalysisConfig::new(run.game, other, &run.games, Some(7), None),
        &run.games,
        None,
    )
    .unwrap_err();
    assert!(refused.to_string().contains("these differ: --exact, --eval, --notation. "), "{refused}");
}

#[test]
fn everything_that_a_review_says_is_in_the_catalogues() {
    let sources = [include_str!("text.rs"), include_str!("review.rs"), include_str!("page.rs")];
    let literals = sources.iter().flat_map(|source| source.split("Message::new(\"").skip(1));
    let mut keys: Vec<&str> = literals.filter_map(|rest| rest.split('"').next()).collect();
    // Where a call has a line for each of its arguments, or another function makes the message.
    let others = include_str!("page.rs").split('"').filter(|text| text.starts_with("analyze-"));
    keys.extend(others.filter(|key| !key.contains('/')));
    assert!(keys.len() > 50, "{keys:?}");
    for language in Language::ALL.into_iter().filter(|&language| language != Language::English) {
        let is_known = |key: &str| assert_ne!(Catalogue::of(language).text(key), key, "{language:?}");
        keys.iter().copied().for_each(is_known);
        PageTexts::new(language.tag(), |message| {
            is_known(message.key());
            String::new()
        });
    }
}
