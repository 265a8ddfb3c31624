use proptest::prelude::*;

use super::*;
use crate::games::Game;
use crate::samples::begin;

fn read_as(game: Game, text: &str) -> Result<Vec<Opening>, BadInput> {
    read(game, "list", Contents::Text(text), None, None)
}

fn one(game: Game, text: &str, plies: Option<u32>) -> Opening {
    let openings = read(game, "list", Contents::Text(text), None, plies).unwrap();
    assert_eq!(openings.len(), 1);
    openings[0].clone()
}

fn generated(game: Game, count: usize, seed: u64) -> Vec<Opening> {
    super::generated(game, seed).unwrap().take(count).collect()
}

fn refusal(game: Game, text: &str) -> String {
    read_as(game, text).unwrap_err().to_string()
}

const BOARD: &str = "---------------------------OX------XO---------------------------";
const START: &str = ::xiangqi::fen::START;

/// The openings of a text are these: the name, the board unless it is the start of every game, and the moves.
#[track_caller]
fn check(game: Game, plies: Option<u32>, text: &str, expected: &[&str]) {
    let line = |one: Opening| {
        let board = if one.is_standard { String::new() } else { one.start };
        let words = [one.name + ":", board, one.moves.join(" ")];
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    };
    let openings = read(game, "list", Contents::Text(text), None, plies).unwrap();
    assert_eq!(openings.into_iter().map(line).collect::<Vec<_>>(), expected);
}

#[test]
fn lines_are_boards_with_operations_or_moves() {
    let xiangqi = |text, expected: &[&str]| check(Game::XIANGQI, None, text, expected);
    xiangqi(START, &["1:"]);
    xiangqi(
        "# endings\n\n  3k5/9/9/9/9/9/9/9/5R3/4K4 r - - 3 40\n4k4/9/9/9/9/9/9/9/4R4/3K5 b\n",
        &["3: 3k5/9/9/9/9/9/9/9/5R3/4K4 w - - 3 40", "4: 4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1"],
    );
    xiangqi(
        "3k5/9/9/9/9/9/9/9/5R3/4K4 w - - hmvc 7; fmvn 30; id \"a; b\"; bm e1e2;",
        &["a; b: 3k5/9/9/9/9/9/9/9/5R3/4K4 w - - 7 30"],
    );
    xiangqi("3k5/9/9/9/9/9/9/9/5R3/4K4 w; id x", &["x: 3k5/9/9/9/9/9/9/9/5R3/4K4 w - - 0 1"]);
    check(Game::XIANGQI, Some(4), "1. h2e2 h9g7 2. 馬八進七, H2+3 c3c4", &["1: h2e2 h9g7 b0c2 b9c7"]);
    let othello = |text: &str, expected: &[&str]| check(Game::OTHELLO, None, text, expected);
    othello("F5d6C3d3c4", &["1: f5 d6 c3 d3 c4"]);
    check(Game::OTHELLO, Some(2), "1. f5 d6 2. c3", &["1: f5 d6"]);
    let white = format!("{BOARD} O");
    let text = format!("% problems\n{BOARD} X; f5:+0; % comment\n{BOARD}O\n{} w", BOARD.replace('X', "*"));
    othello(&text, &["2:", &format!("3: {white}"), &format!("4: {white}")]);
}

#[test]
fn games_come_in_pgn_and_ggf() {
    let pgn = "\u{feff}[Game \"Chinese Chess\"]\n[Red \"A\"]\n[Result \"1-0\"]\n\n1. 炮二平五 {the usual} 马８进７\n\
               2. 马二进三 (2. 兵七进一 (2. P3+1) {one) two}) 车９平８ $1 3. R1.2 P7+1! ; rest\n1-0\n\n\
               [Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n[FEN \"4k4/9/9/9/9/9/9/9/4R4/3K5 b\"]\n1... E9-F9 2. e1e2 *\n";
    let second = "9: 4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1 e9f9 e1e2";
    check(Game::XIANGQI, Some(5), pgn, &["1: h2e2 h9g7 h0g2 i9h9 i0h0", second]);
    check(Game::XIANGQI, None, pgn, &["1: h2e2 h9g7 h0g2 i9h9 i0h0 g6g5", second]);
    let pgn = "[Event \"x\"]\n[Black \"a\"]\n\n1. f5 d6 2. c3 d3 0-1\n[Event \"y\"]\n1. d3 c3\n";
    check(Game::OTHELLO, Some(3), pgn, &["1: f5 d6 c3", "5: d3 c3"]);
    let ggf = format!(
        "2 (;GM[Othello]PC[here]TY[8]BO[8 {BOARD} *]B[F5//0.01]W[d6/1.50/3.2];)(;GM[Othello]B[d3];)\n1 (;B[c4];)"
    );
    check(Game::OTHELLO, None, &ggf, &["1: f5 d6", "1.2: d3", "2: c4"]);
    // A pass that is left out is made.
    let board = "OOOOOOOO".repeat(6) + "OXOOOOO-XXOOOO--";
    let ggf = format!("(;GM[Othello]BO[8 {board} O]B[G8//0.5];)");
    check(Game::OTHELLO, None, &ggf, &[&format!("1: {board} O pass g8")]);
}

#[test]
fn moves_of_an_epd_begin_at_the_start() {
    let text = "rnb1kabn1/4a4/2c4cr/pC2p1p1p/2p6/9/P1P1P1P1P/9/5C2R/RNBAKABN1 w - - 0 1 ; fsf12 0 ; \
                moves b2b6 c6c5 h2f2 b7c7 i0i1 i9i7 f2f1 d9e8";
    let opening = one(Game::XIANGQI, text, None);
    assert!(opening.is_standard && opening.start == START && opening.moves.len() == 8);
    let refusal = refusal(Game::XIANGQI, &text.replace("d9e8", "f9e8"));
    assert!(
        refusal.starts_with("list:1: EPD line: column 91: found moves that lead to \"rnbak"),
        "{refusal}"
    );
    let illegal = read_as(Game::XIANGQI, &text.replace("i0i1", "i0h1")).unwrap_err().to_string();
    assert!(illegal.starts_with("list:1: Xiangqi move: column 111: found \"i0h1\""), "{illegal}");
}

#[test]
fn the_released_openings_can_be_played_from_the_start_and_cut() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/xiangqi/openings.epd");
    let text = text_of("openings", path).unwrap();
    let whole = read(Game::XIANGQI, path, Contents::Text(&text), None, None).unwrap();
    assert_eq!(whole.len(), 200);
    assert!(whole.iter().all(|opening| opening.is_standard && opening.moves.len() == 8));
    let cut = read(Game::XIANGQI, path, Contents::Text(&text), None, Some(3)).unwrap();
    assert!(cut.iter().zip(&whole).all(|(cut, whole)| cut.is_standard && cut.moves == whole.moves[..3]));
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let (othello, xiangqi) = (Game::OTHELLO, Game::XIANGQI);
    let cases = [
        (othello, "", "openings: found nothing in list, expected an opening. Name a file"),
        (othello, "\n# nothing\n", "found nothing in list"),
        (othello, "f5d6\nf5 d6 a1", "list:2: Othello move: column 7: found a1, which turns no disc"),
        (othello, "f5d6xx", "list:1: Othello move: column 5: found \"xx\", expected a square"),
        (othello, "f5d6pass", "list:1: Othello move: column 5: found a pass"),
        (othello, "XO", "list:1: Othello board"),
        (xiangqi, "h2e2 h2e2", "list:1: Xiangqi move: column 6"),
        (xiangqi, "  9/9 w", "list:1: Xiangqi FEN: column 3"),
        (xiangqi, "[Red \"x\"]\n1. h2e2 {open", "list:2: PGN: column 9: found \"{\" without an end"),
        (xiangqi, "[Red \"x\"]\n1. h2e2 (h9", "list:2: PGN: column 9: found \"(\" without an end"),
        (xiangqi, "[Red \"x\"", "list:1: PGN: column 1: found \"[\" without an end"),
        (xiangqi, "[Red \"x\"]\n1. h2e2 ) h9g7", "list:2: PGN: column 9: found \")\""),
        (xiangqi, "[Red \"x\"]\n1. h2e2 a0a5", "list:2: Xiangqi move: column 9: found \"a0a5\""),
        (xiangqi, "[FEN \"9/9 w\"]\n1. h2e2", "list:1: Xiangqi FEN: column 7"),
        (xiangqi, "(;GM[Othello];)", "list:1: GGF: found games of Othello"),
        (othello, "(;GM[Othello]B[a1];)", "list:1: Othello move: column 16: found a1"),
        (othello, "(;GM[Othello]BO[10 --];)", "column 17: found a board of size \"10\""),
        (othello, "(;GM[Othello]\nB[f5", "list:2: GGF: column 1: found \"B[f5\", expected a tag"),
    ];
    for (game, text, expected) in cases {
        let refusal = refusal(game, text);
        assert!(refusal.contains(expected), "{text:?}: {refusal}");
    }
    let missing = text_of("openings", "no/such/file").unwrap_err().to_string();
    assert!(missing.contains("\"no/such/file\" (") && missing.contains("Check the name"), "{missing}");
}

#[test]
fn finished_games_are_no_openings() {
    let full = format!("{} X", "X".repeat(64));
    assert!(
        refusal(Game::OTHELLO, &full)
            .starts_with("list:1: opening: found a game that is over: Black wins 64 to 0")
    );
    let mate = refusal(Game::XIANGQI, "R3k4/1R7/9/9/9/9/9/9/9/5K3 b");
    assert!(mate.contains("list:1: opening: found a game that is over") && mate.contains("plies="), "{mate}");
    let pgn = refusal(Game::XIANGQI, "[FEN \"4k4/1R7/R8/9/9/9/9/9/9/5K3 w\"]\n\n1. a7a9 1-0");
    assert!(pgn.starts_with("list:1: opening: found a game that is over"), "{pgn}");
}

#[test]
fn chinese_encodings_are_read() {
    let bytes = encoding_rs::GB18030.encode("[Red \"许银川\"]\n1. 炮二平五 马8进7\n").0.into_owned();
    let text = shuangqi_game_files::decoded(bytes);
    assert_eq!(one(Game::XIANGQI, &text, None).moves, ["h2e2", "h9g7"]);
}

#[test]
fn hashes_tell_openings_and_their_order_apart() {
    let [one, other] = ["f5d6\nf5f6", "f5f6\nf5d6"].map(|text| hash(&read_as(Game::OTHELLO, text).unwrap()));
    assert_ne!(one, other);
    let renamed = hash(&read_as(Game::OTHELLO, "\nf5d6\nf5f6").unwrap());
    assert_eq!(one, renamed);
    assert_eq!(hash(&[]), 0xCBF2_9CE4_8422_2325);
}

#[test]
fn generated_openings_are_different_and_can_be_continued() {
    for game in [Game::OTHELLO, Game::XIANGQI] {
        let more = generated(game, 40, 9);
        assert_eq!(more.len(), 40);
        assert_eq!(generated(game, 15, 9)[..], more[..15]);
        assert_ne!(generated(game, 3, 10)[..], more[..3]);
        for opening in &more {
            assert!(opening.is_standard && opening.moves.len() == 8);
            assert!(begin(game, "asian", opening).unwrap().verdict().is_none());
        }
    }
}

#[test]
fn openings_become_longer_where_there_are_no_more() {
    // After one ply all four boards are the same, turned or mirrored; a match may ask for any number.
    let many = generated(Game::OTHELLO, 300, 1);
    let boards: std::collections::HashSet<String> =
        many.iter().map(|opening| opening.moves.concat()).collect();
    assert_eq!(boards.len(), 300);
}

proptest! {
    #[test]
    fn openings_written_as_epd_read_back(seed in 0..50u64) {
        let openings = generated(Game::XIANGQI, 1, seed);
        let board = begin(Game::XIANGQI, "asian", &openings[0]).unwrap().board();
        let line = format!("{board} ; id \"1\" ; moves {}", openings[0].moves.join(" "));
        prop_assert_eq!(read_as(Game::XIANGQI, &line).unwrap(), openings);
    }
}
