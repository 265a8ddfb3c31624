//! A session and the engine that thinks about it mean the same whatever the game: moves are read as they are written, taken
//! back without a trace, and searched alike after the engine has forgotten.

use game::any::{AnyEngineOptions, AnyGame, AnySession, GameEntry};
use game::{Game, GameSession, Limits, Notation, SearchRequest};
use search_core::Control;

const NOTATIONS: [Notation; 3] = [Notation::Iccs, Notation::Chinese, Notation::Wxf];

/// A game of random moves to its end by the rules, at most this many.
fn random_game<G: Game>(seed: u64, plies: usize) -> GameSession<G> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut session = GameSession::<G>::default();
    while session.verdict().is_none() && session.moves().len() < plies {
        let legal: Vec<G::Move> = session.position().legal_moves().iter().collect();
        session.play(legal[random.usize(..legal.len())]);
    }
    session
}

#[test]
fn moves_are_read_as_they_are_written_and_taken_back_without_a_trace() {
    fn check<G: Game>() {
        for (seed, notation) in (0..).zip(NOTATIONS) {
            let session = random_game::<G>(seed, 120);
            let mut read = GameSession::<G>::default();
            for text in session.move_texts(notation) {
                read.play_text(&text).unwrap();
            }
            assert_eq!(read.move_texts(Notation::Iccs), session.move_texts(Notation::Iccs));
            assert_eq!(read.position().line_texts(&[], notation), Vec::<String>::new());
            assert!(read.play_text("no move").is_err());
            let count = session.moves().len();
            for left in (0..count).rev() {
                assert!(read.undo());
                assert_eq!(read.position().board_text(), session.positions()[left].board_text());
            }
            assert!(!read.undo() && read.moves().is_empty() && read.line().len() == 1);
        }
    }
    check::<othello::Position>();
    check::<xiangqi::Position>();
}

/// A player may leave out the pass before a move.
#[test]
fn a_pass_that_was_left_out_is_played() {
    let start = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOOO- O";
    let mut session = GameSession::<othello::Position>::parse(start, &[]).unwrap();
    assert!(session.position().must_pass() && session.play_text("a1").is_err());
    assert!(session.moves().is_empty());
    session.play_text("h8").unwrap();
    assert_eq!(session.move_texts(Notation::Iccs), ["pass", "h8"]);
    assert_eq!(session.verdict().unwrap().discs, Some(-48));
}

#[test]
fn an_engine_that_has_forgotten_searches_as_a_new_one() {
    let games: [&dyn AnyGame; 2] =
        [&GameEntry::<othello::Position>::NEW, &GameEntry::<xiangqi::Position>::NEW];
    for game in games {
        let options = AnyEngineOptions {
            hash_bytes: 1 << 20,
            nodes: 2_000,
            recipe: None,
            weights: None,
            solves: false,
        };
        let mut engine = game.engine(&options).unwrap();
        let start = game.session("", &[]).unwrap();
        let mut later = game.session("", &[]).unwrap();
        let limits = Limits { nodes: std::num::NonZero::new(2_000), ..Limits::default() };
        let request = SearchRequest { lines: 3, ..SearchRequest::within(limits) };
        let mut search = |session: &dyn AnySession| {
            engine.clear();
            let mut lines = Vec::new();
            let result =
                engine.think(session, &request, Some(Notation::Chinese), &Control::new(), &mut |line| {
                    lines.push((line.depth, line.rank, line.score, line.line))
                });
            (lines, result)
        };
        let first = search(&*start);
        assert!(first.1.best.as_ref() == first.1.line.first() && first.1.nodes <= 2_000);
        // The last depth may have ended before its third line.
        let last = &first.0[first.0.len() - 3..];
        let is_better =
            |one: &(u32, _, i32, _), other: &(u32, _, i32, _)| one.0 > other.0 || one.2 >= other.2;
        assert!(last.is_sorted_by(|one, other| one.1 < other.1 && is_better(one, other)), "{last:?}");
        later.play_text(&first.1.best.as_ref().unwrap().text).unwrap();
        search(&*later);
        assert_eq!(search(&*start), first);
    }
}
