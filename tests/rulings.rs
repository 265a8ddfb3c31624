//! Xiangqi's referee on whole files of games, and the search beside it.

use std::collections::BTreeMap;

use game::{Game as _, GameSession};
use search_core::recipe::PLAY;
use search_core::score::plies_to_mate;
use search_core::{Control, Position as _, Root, SearchOptions, Table, ThreadData, think};
use serde::Deserialize;
use shuangqi_texts::{Catalogue, Language};
use xiangqi::evaluator::Classical;
use xiangqi::referee::{self, Ending};
use xiangqi::{Color, Move, Position, Rules};

use crate::games::{data, public_data};

/// A line of a file of games; of the answers of several judges, those that a person or a rule book stated.
#[derive(Deserialize)]
struct Case {
    fen: String,
    moves: Vec<String>,
    expect: Option<String>,
    #[serde(default)]
    answers: BTreeMap<String, Option<String>>,
}

type Game = GameSession<Position>;

impl Case {
    /// The game as far as no rule has ended it.
    fn replay(&self, moves: usize, rules: Rules) -> Game {
        let mut game = Game::new(Position::from_fen(&self.fen).unwrap(), rules.into());
        for text in &self.moves[..moves] {
            if ending(&game).is_some() {
                break;
            }
            game.play(Move::parse(text).unwrap());
        }
        game
    }

    fn answer(&self, rules: Rules) -> String {
        let ending = ending(&self.replay(self.moves.len(), rules));
        let name = ending.map_or("none", |ending| match ending.winner {
            Some(Color::Red) => "red",
            Some(Color::Black) => "black",
            None => "draw",
        });
        name.to_owned()
    }
}

fn ending(game: &Game) -> Option<Ending> {
    referee::ending(game.position(), game.line())
}

fn read(text: &str) -> Vec<Case> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn own_cases() -> Vec<Case> {
    read(&std::fs::read_to_string(data("xiangqi/rules.jsonl")).unwrap())
}

/// Whatever ends a game is explained in every language, with no words of another.
#[test]
fn every_ending_is_explained_in_every_language() {
    let mut explained = 0;
    for (case, rules) in
        own_cases().iter().flat_map(|case| [Rules::Asian, Rules::Pikafish].map(|rules| (case, rules)))
    {
        let game = case.replay(case.moves.len(), rules);
        let Some(message) = Position::verdict_message(&game) else { continue };
        let english = Catalogue::of(Language::English).say(&message);
        assert_eq!(english.trim_end_matches('.'), Position::verdict(&game).unwrap().explanation);
        for language in Language::ALL {
            let text = Catalogue::of(language).say(&message);
            let is_foreign = |word: &str| word.bytes().filter(u8::is_ascii_alphabetic).count() > 2;
            let has_foreign = text.split(|letter: char| !letter.is_ascii_alphanumeric()).any(is_foreign);
            assert!(
                !text.contains('{') && has_foreign == (language == Language::English),
                "{language:?}: {text}"
            );
            explained += 1;
        }
    }
    assert!(explained > 300, "{explained}");
}

/// The diagrams of the World rules and the sequences of other engines' tests, all on which several judges agree.
#[test]
fn the_public_cases_have_the_expected_verdicts() {
    let Some(text) = public_data("xiangqi/public/rules.jsonl") else { return };
    for (line, case) in (1..).zip(read(&text)) {
        let shown = Position::verdict(&case.replay(case.moves.len(), Rules::Asian));
        assert_eq!(Some(case.answer(Rules::Asian)), case.expect, "line {line}: {shown:?}");
    }
}

/// Where judges differ, this referee gives the stated answer, except in three lines that the folder's notes explain;
/// under Pikafish's rules it gives Pikafish's.
#[test]
fn the_disputed_cases_have_the_answers_that_are_explained() {
    let Some(text) = public_data("xiangqi/public/rules-disputed.jsonl") else { return };
    let mut other = Vec::new();
    for (line, case) in (1..).zip(read(&text)) {
        let answers = |judge: &str| case.answers.get(judge).cloned().flatten();
        assert_eq!(Some(case.answer(Rules::Pikafish)), answers("pikafish-hce"), "line {line}");
        if answers("stated").is_some_and(|stated| stated != case.answer(Rules::Asian)) {
            other.push(line);
        }
    }
    assert_eq!(other, [10, 11, 12]);
}

/// Searches with the game so far, as the engine does.
fn search(game: &Game, depth: i16) -> i32 {
    let (table, mut thread) = (Table::with_bytes(1 << 20), ThreadData::new(Classical::default()));
    let root = Root { position: game.position(), history: game.line() };
    think(root, &mut thread, &table, &PLAY, &SearchOptions::to_depth(depth), &Control::new(), |_| {}).score
}

/// Whether the side to move can force a win within this number of plies, by the referee's rules.
fn can_win(game: &Game, plies: u32) -> bool {
    let side = game.position().side();
    plies > 0
        && game.position().legal_moves().into_iter().any(|mv| must_lose(&after(game, mv), plies - 1, side))
}

fn must_lose(game: &Game, plies: u32, winner: Color) -> bool {
    match ending(game) {
        Some(ending) => ending.winner == Some(winner),
        None => {
            let moves = game.position().legal_moves();
            plies > 0 && moves.into_iter().all(|mv| can_win(&after(game, mv), plies - 1))
        }
    }
}

fn after(game: &Game, mv: Move) -> Game {
    let mut next = game.clone();
    next.play(mv);
    next
}

/// Every mate that the search claims exists, also from the middle of games that repeat positions.
#[test]
fn every_reported_mate_is_one() {
    let mut claimed = 0;
    for case in own_cases() {
        for moves in (0..case.moves.len()).step_by(3) {
            let game = case.replay(moves, Rules::Asian);
            if ending(&game).is_some() {
                break;
            }
            let score = search(&game, 4);
            let Some(plies) = plies_to_mate(score).filter(|plies| *plies <= 3) else { continue };
            let side = game.position().side();
            let is_true = if score > 0 { can_win(&game, plies) } else { must_lose(&game, plies, !side) };
            assert!(is_true, "{} after {moves} moves: mate in {plies} plies, score {score}", case.fen);
            claimed += 1;
        }
    }
    assert!(claimed >= 20, "{claimed}");
}

/// The search rules on a second occurrence inside it as the referee rules on the third one, if the cycle goes on.
#[test]
fn second_occurrences_have_the_verdict_of_third_ones() {
    let mut compared = 0;
    for case in own_cases().iter().filter(|case| is_repetition(case)) {
        for moves in 1..case.moves.len() {
            let game = case.replay(moves, Rules::Asian);
            let seen = game.position().ruling(game.line(), moves as u32);
            let Some(score) = seen.filter(|_| ending(&game).is_none()) else { continue };
            assert!(plies_to_mate(score).is_none());
            let winner = match case.answer(Rules::Asian).as_str() {
                "red" => Some(Color::Red),
                "black" => Some(Color::Black),
                _ => None,
            };
            let claimed = (score != 0)
                .then(|| if score > 0 { game.position().side() } else { !game.position().side() });
            assert_eq!(claimed, winner, "{} after {moves} moves", case.fen);
            compared += 1;
        }
    }
    assert!(compared >= 70, "{compared}");
}

fn is_repetition(case: &Case) -> bool {
    ending(&case.replay(case.moves.len(), Rules::Asian)).is_some_and(|ending| ending.reason.is_repetition())
}
