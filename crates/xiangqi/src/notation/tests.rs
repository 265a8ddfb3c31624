use super::{Script, draw, parse_move, write_move};
use crate::testing::{Random, playout};
use crate::{Board, Move, Position, fen};

fn board(fen: &str) -> Board {
    *Position::from_fen(fen).unwrap().board()
}

const AFTER_CANNON: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b";
const TWO_ROOKS: &str = "3k5/9/9/4R4/9/9/4R4/9/9/5K3 w";
const TWO_HORSES: &str = "3k5/9/9/9/9/9/4N4/9/4N4/5K3 w";
const ELEPHANTS: &str = "3k5/9/9/9/9/2B6/9/9/9/2B2K3 w";
const TWO_SOLDIERS: &str = "3k5/9/9/4P4/9/4P4/9/9/9/5K3 w";
const THREE_SOLDIERS: &str = "3k5/9/9/4P4/4P4/4P4/9/9/9/5K3 w";
const THREE_AND_ONE: &str = "3k5/9/9/4P1P2/4P4/4P4/9/9/9/5K3 w";
const FOUR_SOLDIERS: &str = "3k5/9/4P4/4P4/4P4/4P4/9/9/9/5K3 w";
const FIVE_SOLDIERS: &str = "3k5/4P4/4P4/4P4/4P4/4P4/9/9/9/5K3 w";
const TWO_FILES: &str = "3k5/9/9/4P1P2/4P1P2/9/9/9/9/5K3 w";
const THREE_AND_TWO: &str = "3k5/9/9/4P1P2/4P1P2/4P4/9/9/9/5K3 w";
const BLACK_FOUR: &str = "5k3/9/9/9/9/4p4/4p4/4p4/4p4/3K5 b";

/// Position, move, what is written in letters and in characters, and what else is read as that move.
const CASES: &[(&str, &str, &str, &str, &[&str])] = &[
    (
        fen::START,
        "h2e2",
        "C2.5",
        "炮二平五",
        &["C2=5", "c2.5", "砲二平五", "包２平５", "炮2.5", "Ｃ２．５", "62.5", "H2-E2"],
    ),
    (fen::START, "b2e2", "C8.5", "炮八平五", &["68=5", " 炮 八 平 五 "]),
    (fen::START, "h0g2", "H2+3", "马二进三", &["N2+3", "n2+3", "馬二進三", "傌二進三", "42+3"]),
    (fen::START, "i0i1", "R1+1", "车一进一", &["車一進一", "俥一進一", "r1+1", "51+1"]),
    (fen::START, "c3c4", "P7+1", "兵七进一", &["卒七进一", "p7+1", "17+1", "S7+1", "77+1"]),
    (fen::START, "d0e1", "A6+5", "仕六进五", &["士六进五", "G6+5", "26+5"]),
    (fen::START, "c0e2", "E7+5", "相七进五", &["B7+5", "M7+5", "象七进五", "37+5"]),
    (fen::START, "h2h9", "C2+7", "炮二进七", &["h2h9"]),
    (fen::START, "e0e1", "K5+1", "帅五进一", &["帥五進一", "将五进一", "將五进一"]),
    (AFTER_CANNON, "h9g7", "H8+7", "马８进７", &["馬八進七", "马8进7"]),
    (AFTER_CANNON, "b7e7", "C2.5", "炮２平５", &["炮二平五"]),
    (AFTER_CANNON, "i9i8", "R9+1", "车９进１", &[]),
    (AFTER_CANNON, "g6g5", "P7+1", "卒７进１", &["兵七进一"]),
    (AFTER_CANNON, "e9e8", "K5+1", "将５进１", &["帅五进一"]),
    (TWO_ROOKS, "e6f6", "R+.4", "前车平四", &["+R.4", "R+=4", "前車平4", "车前平四"]),
    (TWO_ROOKS, "e3f3", "R-.4", "后车平四", &["-R.4", "後俥平四"]),
    (TWO_ROOKS, "e6e7", "R++1", "前车进一", &["+R+1"]),
    (TWO_ROOKS, "e6e5", "R+-1", "前车退一", &["+R-1"]),
    (TWO_ROOKS, "e3e4", "R-+1", "后车进一", &["-R+1"]),
    (TWO_ROOKS, "e3e2", "R--1", "后车退一", &["R−－1"]),
    (TWO_ROOKS, "e6e9", "R++3", "前车进三", &["R5+3", "车五进三"]),
    (TWO_HORSES, "e3c2", "H+-7", "前马退七", &[]),
    (TWO_HORSES, "e1d3", "H-+6", "后马进六", &["马后进六"]),
    (TWO_HORSES, "e3d5", "H++6", "前马进六", &[]),
    (ELEPHANTS, "c0e2", "E7+5", "相七进五", &["后相进五", "E-+5"]),
    (ELEPHANTS, "c4e2", "E7-5", "相七退五", &["前相退五", "B+-5"]),
    (TWO_SOLDIERS, "e6f6", "P+.4", "前兵平四", &["+P.4", "15.4", "前五平四", "P5.4", "一兵平四"]),
    (TWO_SOLDIERS, "e4e5", "P-+1", "后兵进一", &["-P+1", "25+1"]),
    (THREE_SOLDIERS, "e6f6", "P+.4", "前兵平四", &["15=4", "一兵平四"]),
    (THREE_SOLDIERS, "e5f5", "P..4", "中兵平四", &["P3.4", "25=4", "二兵平四", "P.=4", "兵中平四"]),
    (THREE_AND_ONE, "e6d6", "P+.6", "前兵平六", &[]),
    (THREE_AND_ONE, "g6g7", "P3+1", "兵三进一", &["13+1"]),
    (FOUR_SOLDIERS, "e7f7", "Pa.4", "一兵平四", &["++.4", "15.4", "前兵平四", "PA=4", "pa.4"]),
    (FOUR_SOLDIERS, "e6f6", "Pb.4", "二兵平四", &["P+.4", "25.4"]),
    (FOUR_SOLDIERS, "e5f5", "Pc.4", "三兵平四", &["P-.4", "35.4"]),
    (FOUR_SOLDIERS, "e7e8", "Pa+1", "一兵进一", &["P5+1", "兵五进一"]),
    (FIVE_SOLDIERS, "e8f8", "Pa.4", "一兵平四", &["++.4", "15.4", "前兵平四"]),
    (FIVE_SOLDIERS, "e7f7", "Pb.4", "二兵平四", &["P+.4", "25.4"]),
    (FIVE_SOLDIERS, "e6f6", "Pc.4", "三兵平四", &["P3.4", "35.4"]),
    (FIVE_SOLDIERS, "e5f5", "Pd.4", "四兵平四", &["P-.4", "45.4"]),
    (TWO_FILES, "g6f6", "Pa.4", "一兵平四", &["13=4", "3+.4", "前三平四"]),
    (TWO_FILES, "g5f5", "Pb.4", "二兵平四", &["23=4", "3-.4", "后三平四"]),
    (TWO_FILES, "e6f6", "Pc.4", "三兵平四", &["15=4", "5+.4", "前五平四"]),
    (TWO_FILES, "e5f5", "Pd.4", "四兵平四", &["25=4", "5-.4", "后五平四"]),
    (TWO_FILES, "g6h6", "Pa.2", "一兵平二", &["P+.2", "前兵平二"]),
    (THREE_AND_TWO, "e5d5", "Pd.6", "四兵平六", &["53.6", "25.6", "中五平六", "P3.6"]),
    (BLACK_FOUR, "e1f1", "Pa.6", "一卒平６", &["前卒平6", "１卒平６"]),
    (BLACK_FOUR, "e3d3", "Pc.4", "三卒平４", &["三兵平四", "35=4", "P-.4"]),
];

#[test]
fn the_tables_are_written_and_read() {
    for &(fen, coordinates, letters, characters, others) in CASES {
        let board = board(fen);
        let mv = Move::parse(coordinates).unwrap();
        assert_eq!(write_move(&board, mv, Script::Letters), letters, "{coordinates} in {fen}");
        assert_eq!(write_move(&board, mv, Script::Characters), characters, "{coordinates} in {fen}");
        for text in others.iter().chain([&letters, &characters, &coordinates]) {
            assert_eq!(parse_move(&board, text), Ok(mv), "{text} in {fen}");
        }
    }
}

/// Position, text, and a part of the error.
const REJECTED: &[(&str, &str, &str)] = &[
    (fen::START, "炮二平十", "column 4: found \"十\""),
    (fen::START, "C2", "2 symbols, expected four"),
    (fen::START, "", "found nothing, expected four"),
    (fen::START, "xyzw", "column 1: found \"x\", expected a piece"),
    (fen::START, "炮二平三五", "5 symbols"),
    (
        fen::START,
        "马二进五",
        "a legal move: 马八进九 (b0a2), 马八进七 (b0c2), 马二进三 (h0g2), 马二进一 (h0i2)",
    ),
    (fen::START, "A5+5", "a legal move: A6+5 (d0e1), A4+5 (f0e1)"),
    (fen::START, "R5+1", "R9+1 (a0a1)"),
    (fen::START, "h2h8", "the cannon cannot reach its last point"),
    (fen::START, "h7e7", "there is no piece of the side to move"),
    (fen::START, "j2e2", "a point from a0 to i9"),
    ("4k4/9/9/9/4r4/9/9/9/4R4/4K4 w", "车五平四", "it leaves the general in check"),
    ("4k4/9/9/9/9/9/9/4N4/9/4K4 w", "H5+4", "it leaves the generals facing each other"),
    ("3k5/9/9/9/9/9/9/9/9/3AKA3 w", "C2.5", "a legal move: none of that piece, but A6+5 (d0e1)"),
    ("3k5/2P6/9/9/9/9/9/9/4R4/5K3 b", "将4进1", "no move: the game is over"),
    (TWO_ROOKS, "R5.4", "which fits R-.4 (e3f3) and R+.4 (e6f6)"),
    (TWO_FILES, "P+.4", "which fits Pc.4 (e6f6) and Pa.4 (g6f6)"),
];

#[test]
fn errors_say_what_could_be_meant() {
    for &(fen, text, part) in REJECTED {
        let error = parse_move(&board(fen), text).unwrap_err().to_string();
        assert!(error.contains(part), "{text} in {fen}: {error}");
    }
}

#[test]
fn the_middle_soldier_goes_before_the_soldier_on_file_three() {
    let lone = Move::parse("g3g4").unwrap();
    let blocked = board("3k5/9/9/4P4/4P4/4P4/6P2/9/9/5K3 w");
    assert_eq!(parse_move(&blocked, "P3+1"), Ok(lone));
    let open = board("3k5/9/4P4/9/4P4/9/4P1P2/9/9/5K3 w");
    let middle = Move::parse("e5e6").unwrap();
    assert_eq!(parse_move(&open, "P3+1"), Ok(middle));
    assert_eq!(parse_move(&open, "兵三进一"), Ok(lone));
    assert_eq!(write_move(&open, lone, Script::Letters), "13+1");
}

/// Capitals are pieces, small letters files; a letter that fits several moves is none. Of soldiers one goes ahead whose file is not
/// written.
#[test]
fn algebraic_notation_is_read() {
    let start = board(fen::START);
    for (text, mv) in
        [("Che2", "h2e2"), ("Hg2", "h0g2"), ("c4", "c3c4"), ("Ege2", "g0e2"), ("Rab0", ""), ("Ra1", "a0a1")]
    {
        assert_eq!(parse_move(&start, text).ok(), Move::parse(mv).ok(), "{text}");
    }
    assert!(parse_move(&start, "Ce2").is_err() && parse_move(&start, "ce4").is_err());
    let both = board("3k5/4P4/9/9/4R4/6E2/9/4E4/4R4/5K3 w");
    for (text, mv) in [
        ("R1xe2", ""),
        ("R5d5", "e5d5"),
        ("Re5d5+", "e5d5"),
        ("R1d1", "e1d1"),
        ("exd8", "e8d8"),
        ("ed8", "e8d8"),
    ] {
        assert_eq!(parse_move(&both, text).ok(), Move::parse(mv).ok(), "{text}");
    }
    let soldiers = board("3k5/5P3/4P4/9/9/9/9/9/9/5K3 w");
    for (text, mv) in [("e8+", "e7e8"), ("fe8", "f8e8"), ("f9", "f8f9")] {
        assert_eq!(parse_move(&soldiers, text).ok(), Move::parse(mv).ok(), "{text}");
    }
}

#[test]
fn an_illegal_move_is_written_in_coordinates() {
    let mv = Move::parse("h2h8").unwrap();
    assert_eq!(write_move(&board(fen::START), mv, Script::Characters), "h2h8");
}

/// Every legal move of the positions of random games, and of positions with far too many soldiers and horses.
#[test]
fn what_is_written_reads_back() {
    let mut random = Random(0x5EED);
    let crowded = "3k5/1P2P4/1P2P2P1/1P2P4/1P2P2P1/9/2N6/2N6/2N6/2N2K3 w";
    for start in [fen::START, crowded, TWO_FILES, THREE_AND_TWO, TWO_ROOKS, BLACK_FOUR].repeat(4) {
        playout(Position::from_fen(start).unwrap(), 40, &mut random, |position| {
            for mv in position.legal_moves() {
                for script in [Script::Letters, Script::Characters, Script::Traditional] {
                    let text = write_move(position.board(), mv, script);
                    assert_eq!(parse_move(position.board(), &text), Ok(mv), "{text} in {position}");
                }
            }
        });
    }
}

/// The start in characters and in letters: some lines of each, and a check.
#[test]
fn boards_are_drawn_in_both_scripts() {
    let drawn = |fen, script| draw(&Position::from_fen(fen).unwrap(), script);
    let has_lines = |drawn: String, expected: &[(usize, &str)]| {
        let lines: Vec<&str> = drawn.lines().collect();
        expected.iter().for_each(|&(number, line)| assert_eq!(lines[number], line));
    };
    has_lines(
        drawn(fen::START, Script::Characters),
        &[
            (1, "9 車 馬 象 士 將 士 象 馬 車 9"),
            (3, "7 ． 砲 ． ． ． ． ． 砲 ． 7"),
            (6, "      楚 河       漢 界"),
            (11, "0 俥 傌 相 仕 帥 仕 相 傌 俥 0"),
            (14, "Red to move"),
        ],
    );
    has_lines(
        drawn(fen::START, Script::Letters),
        &[(1, "9 r n b a k a b n r 9"), (8, "3 P . P . P . P . P 3"), (12, "  a b c d e f g h i")],
    );
    let checked = drawn("3k5/9/9/9/9/9/9/9/4r4/r3K4 w", Script::Letters);
    assert!(checked.ends_with("Red to move, in check\n"));
}
