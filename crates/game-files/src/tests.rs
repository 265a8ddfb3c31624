//! The readers and writers: files of other programs, what is lost, what is refused.

mod mutations;
mod random;
mod round_trips;

use game::Notation;
use game::any::{AnyGame, GameEntry};

use crate::{
    Contents, Extent, FileGame, FileKind, Losses, Part, Source, WthorNames, decoded, read, read_part, write,
    write_wthor,
};
use random::random_game;

const OTHELLO: &dyn AnyGame = &GameEntry::<othello::Position>::NEW;
const XIANGQI: &dyn AnyGame = &GameEntry::<xiangqi::Position>::NEW;

fn source(game: &dyn AnyGame) -> Source<'_> {
    Source { game, file: "file", extent: Extent::Tree }
}

fn read_back(game: &dyn AnyGame, contents: &[u8], kind: Option<FileKind>) -> Vec<FileGame> {
    read(source(game), Contents::Bytes(contents, &WthorNames::default()), kind).unwrap()
}

/// Protects the index of large files: what it reads of a part is what the whole file has there.
#[test]
fn a_part_of_a_file_is_read_as_it_is_in_the_whole_file() {
    let names = WthorNames::default();
    for (game, kind) in [OTHELLO, XIANGQI].into_iter().flat_map(|game| FileKind::ALL.map(|kind| (game, kind)))
    {
        if !kind.fits(game.info()) || kind == FileKind::Xqf {
            continue;
        }
        let games: Vec<FileGame> = (0..20).map(|seed| part_of_random(game, kind, seed)).collect();
        let bytes = write(game, &games, kind, Notation::Iccs).unwrap();
        let contents = Contents::Bytes(&bytes, &names);
        let whole = read(source(game), contents, Some(kind)).unwrap();
        let headers = Source { extent: Extent::Opening(0), ..source(game) };
        let headers = read(headers, contents, Some(kind)).unwrap();
        let length = if kind.is_text() { decoded(bytes.clone()).len() } else { bytes.len() };
        let parts = Part::of_games(&headers, length);
        assert_eq!((headers.len(), parts.len()), (whole.len(), whole.len()), "{kind:?}");
        for ((part, header), of_whole) in parts.iter().zip(&headers).zip(&whole) {
            let read = read_part(source(game), contents, kind, part).unwrap();
            assert_eq!((&read.tree, &read.tags), (&of_whole.tree, &of_whole.tags), "{kind:?} {part:?}");
            assert_eq!((header.tree.count(), header.line), (0, of_whole.line), "{kind:?}");
        }
    }
}

/// A random game that the kind can hold: WTHOR has no boards to begin with, and no games without a result.
fn part_of_random(game: &dyn AnyGame, kind: FileKind, seed: u64) -> FileGame {
    let mut file = random_game(game, seed);
    if kind == FileKind::Wthor {
        file = FileGame::of_moves(game.start().to_owned(), file.moves());
        file.set_tag("Result", "1-0");
    }
    file
}

#[test]
fn a_pgn_keeps_what_it_has() {
    let text = "[Game \"Chinese Chess\"]\n[Event \"全国赛 [一]\"]\n[Site \"?\"]\n[Date \"1999.??.??\"]\n[Round \"3\"]\n\
                [Red \"许银川\"]\n[White \"许银川\"]\n[Black \"胡荣华\"]\n[Result \"1-0\"]\n[Variant \"xiangqi\"]\n[Format \"Chinese\"]\n\
                [ECCO \"B30\"]\n[Annotator \"a \\\\ b \\\"c\\\"\"]\n\n\
                {before all} 1. 炮二平五 $1 {the usual} 1... 马８进７ 2. 马二进三 ({instead} 2. 兵七进一 $5\n\
                {a (b)} 2... 卒７进１ (2... 车９平８ {inside}) 3. 马八进七) 2... 车９平８ {after} 1-0\n";
    let games = read(source(XIANGQI), Contents::Text(text), None).unwrap();
    assert_eq!(games.len(), 1);
    assert_eq!(games[0].tree.variations(), 2);
    let notes: Vec<String> =
        games[0].tree.notes().map(|(_, note)| format!("{}|{}", note.before, note.comment)).collect();
    assert_eq!(notes, ["|before all", "|the usual", "instead|a (b)", "|inside", "|after"]);
    let written = write(XIANGQI, &games, FileKind::Pgn, Notation::Chinese).unwrap();
    assert_eq!(String::from_utf8(written).unwrap().trim_end(), text.trim_end());
}

#[test]
fn what_stands_between_games_and_headers_is_kept() {
    let of = |text: &str| read(source(XIANGQI), Contents::Text(text), Some(FileKind::Pgn)).unwrap();
    let comments = |file: &FileGame| {
        file.tree.notes().map(|(_, note)| format!("{}|{}", note.before, note.comment)).collect::<Vec<_>>()
    };
    let games =
        of("{first}\n[Red \"x\"]\n[Result \"*\"]\n\n1. h2e2 1-0 {Black resigned}\n[Red \"y\"]\n\n1. h2e2 *");
    assert_eq!((games.len(), games[0].result(), games[1].tag("Red")), (2, "1-0", Some("y")));
    assert_eq!(comments(&games[0]), ["|first", "|Black resigned"]);
    let games = of("[Event \"A\"]\n[Red \"x\"]\n\n[Event \"B\"]\n\n1. h2e2 *");
    assert_eq!((games.len(), games[0].tag("Red"), games[1].tag("Red")), (2, Some("x"), None));
    let games = of("1. h2e2 h9g7 ({a} {b} 1... h7e7 ; good :)\n2. h0g2) 2. h0g2 *");
    assert_eq!(comments(&games[0]), ["a b|good :)"]);
    let main = Source { extent: Extent::MainLine, ..source(XIANGQI) };
    let text = "1. h2e2 h9g7 (1... h7e7 ; good :)\n2. h0g2) 2. h0g2 *";
    let games = read(main, Contents::Text(text), Some(FileKind::Pgn)).unwrap();
    assert!(games[0].moves().eq(["h2e2", "h9g7", "h0g2"]));
}

#[test]
fn files_are_recognised_by_what_they_begin_with_or_by_their_names() {
    for (text, kind) in [
        ("{a comment}\n[Red \"x\"]\n1. h2e2", FileKind::Pgn),
        ("; a comment\n[Red \"x\"]\n1. h2e2", FileKind::Pgn),
        ("(\n;FF[4]GM[2]", FileKind::Sgf),
        ("3 (;GM[Othello]", FileKind::Ggf),
        ("f5d6", FileKind::Lines),
    ] {
        assert_eq!(FileKind::of_text(text), kind, "{text}");
    }
    let named = Source { file: "game.pgn", ..source(XIANGQI) };
    let games = read(named, Contents::Text("1. h2e2 h9g7\n2. h0g2 *\n"), None).unwrap();
    assert!(games[0].moves().eq(["h2e2", "h9g7", "h0g2"]));
}

#[test]
fn a_result_that_the_moves_no_longer_have_is_not_written() {
    let sgf = "(;FF[4]GM[2]RE[W+12];B[f5];W[d6])";
    let mut games = read(source(OTHELLO), Contents::Text(sgf), None).unwrap();
    let text = |games: &[FileGame], kind| {
        String::from_utf8(write(OTHELLO, games, kind, Notation::Iccs).unwrap()).unwrap()
    };
    assert!(text(&games, FileKind::Sgf).contains("RE[W+12]"));
    games[0].set_tag("Result", "");
    assert!(!text(&games, FileKind::Sgf).contains("RE["));
    games[0].tags =
        vec![("GgfB".into(), "zz".into()), ("Ggf_x".into(), "v".into()), ("GgfTI".into(), "5".into())];
    assert!(
        text(&games, FileKind::Ggf).contains("(;GM[Othello]RE[?]TI[5]TY[8]BO"),
        "{}",
        text(&games, FileKind::Ggf)
    );
    assert_eq!(Losses::of(&games[0], FileKind::Ggf).text(), "the headers GgfB, Ggf_x");
}

#[test]
fn lines_are_what_engines_are_told_too() {
    let fen = "4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1";
    for (game, line, start, moves) in [
        (XIANGQI, "startpos moves h2e2 h9g7", XIANGQI.start(), "h2e2 h9g7"),
        (XIANGQI, "position startpos", XIANGQI.start(), ""),
        (XIANGQI, &format!("position fen {fen} moves e9f9 e1e2"), fen, "e9f9 e1e2"),
        (XIANGQI, &format!("{fen} moves e9f9"), fen, "e9f9"),
        (XIANGQI, "1. H3E3 h10g8 2. h1g3", XIANGQI.start(), "h2e2 h9g7 h0g2"),
        (XIANGQI, "第1回合 炮二平五 马8进7 第2回合：马二进三", XIANGQI.start(), "h2e2 h9g7 h0g2"),
        (XIANGQI, "1、炮二平五 马8进7 1-0", XIANGQI.start(), "h2e2 h9g7"),
        (OTHELLO, "f5d6c3 30-34", OTHELLO.start(), "f5 d6 c3"),
    ] {
        let games = read(source(game), Contents::Text(line), None).unwrap();
        let moves: Vec<&str> = moves.split_whitespace().collect();
        assert!(games[0].moves().eq(moves.iter().copied()), "{line}: {games:?}");
        assert_eq!(games[0].start, start, "{line}");
    }
    let games = read(source(OTHELLO), Contents::Text("f5d6c3 30-34\n"), None).unwrap();
    assert_eq!((games[0].result(), games[0].tag("Score")), ("0-1", Some("30-34")));
    assert_eq!(games[0].discs(), Some([30, 34]));
}

/// Protects transcripts as programs exchange them: moves run together, the passes between them left out.
#[test]
fn passes_are_left_out_of_transcripts() {
    for (line, moves, again) in [
        ("e6f6c4e7e8d8g7f8e3", "e6 f6 c4 e7 e8 d8 g7 f8 pass e3", "e6f6c4e7e8d8g7f8e3"),
        ("e6f6c4e7e8d8g7f8 pass", "e6 f6 c4 e7 e8 d8 g7 f8 pass", "e6 f6 c4 e7 e8 d8 g7 f8 pass"),
    ] {
        let games = read(source(OTHELLO), Contents::Text(line), None).unwrap();
        assert!(games[0].moves().eq(moves.split_whitespace()), "{line}: {games:?}");
        let written = write(OTHELLO, &games, FileKind::Lines, Notation::Iccs).unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), format!("{again}\n"));
    }
}

#[test]
fn files_of_other_programs_are_read() {
    let ggf = "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[alice]PW[bob]RB[2600.1]TI[15:00//02:00]TY[8]RE[+4.000]\
               BO[8 ---------------------------O*------*O--------------------------- *]B[f5//0.01]W[d6/1.50/3.2];)";
    let games = read(source(OTHELLO), Contents::Text(ggf), None).unwrap();
    let tag = |name| games[0].tag(name).unwrap_or_default();
    assert_eq!(
        [tag("Black"), tag("Date"), tag("Result"), tag("GgfTI")],
        ["alice", "2003.12.15", "1-0", "15:00//02:00"]
    );
    let comments: Vec<&str> = games[0].tree.notes().map(|(_, note)| note.comment.as_str()).collect();
    assert_eq!(comments, ["[%emt 0.01]", "[%eval 1.50] [%emt 3.2]"]);
    let again = write(OTHELLO, &games, FileKind::Ggf, Notation::Iccs).unwrap();
    let again = read(source(OTHELLO), Contents::Text(std::str::from_utf8(&again).unwrap()), None).unwrap();
    assert_eq!((&again[0].tree, again[0].tag("GgfDT")), (&games[0].tree, games[0].tag("GgfDT")));
    let sgf = "(;FF[4]GM[2]SZ[8]PB[a\\]b]RE[W+12](;B[f5];W[d6]C[x]TE[1](;B[c3])(;B[c4]))(;B[dc]))";
    let games = read(source(OTHELLO), Contents::Text(sgf), None).unwrap();
    assert_eq!((games[0].tree.count(), games[0].tree.variations(), games[0].result()), (5, 2, "0-1"));
    assert_eq!(games[0].tag("Black"), Some("a]b"));
    for (extent, moves) in [(Extent::MainLine, &["f5", "d6", "c3"][..]), (Extent::Opening(1), &["f5"])] {
        let main = read(Source { extent, ..source(OTHELLO) }, Contents::Text(sgf), None).unwrap();
        assert!(main[0].moves().eq(moves.iter().copied()), "{extent:?}");
    }
}

/// As dpxq.com writes games: with fields that are closed by other names, lines in any order, and a page around them.
#[test]
fn games_of_chinese_forums_are_read() {
    let text = include_str!("../../../data/game-files/forum.ubb");
    assert_eq!(FileKind::of(text.as_bytes()), FileKind::DhtmlXq);
    let games = read(source(XIANGQI), Contents::Text(text), None).unwrap();
    let written = write(XIANGQI, &games, FileKind::Pgn, Notation::Chinese).unwrap();
    let pgn = String::from_utf8(written).unwrap();
    for part in [
        "[Date \"2018.03.24\"]",
        "[Red \"甲\"]",
        "[Result \"1-0\"]",
        "[DhtmlXQ_class \"民间\"]",
        "{总评\n第二行} 1. 炮二平五 马８进７ (1... 炮８平５ {顺炮} 2. 马二进三 马８进７ (2... 马８进９ {边马})) (1... 马２进３) 2. 马二进三 {跳马} 1-0",
        "[FEN \"4k4/9/9/9/9/9/9/9/4p4/3K5 b - - 0 1\"]",
    ] {
        assert!(
            pgn.replace('\n', " ").contains(&part.replace("\\n", " ").replace('\n', " ")),
            "{part}\n{pgn}"
        );
    }
}

/// Algebraic notation, and comments with score, depth and time.
#[test]
fn games_that_xboard_wrote_are_read() {
    let games = read_back(XIANGQI, include_bytes!("../../../data/game-files/xboard.pgn"), None);
    assert_eq!(
        games.iter().map(|file| (file.tree.count(), file.result())).collect::<Vec<_>>(),
        [(154, "1/2-1/2"); 2]
    );
    assert!(games[0].moves().take(4).eq(["b2e2", "b7e7", "b0c2", "b9c7"]));
}

#[test]
fn a_study_with_keys_is_read() {
    let keyed = include_bytes!("../../../data/game-files/keyed.xqf");
    assert_eq!(FileKind::of(keyed), FileKind::Xqf);
    let games = read_back(XIANGQI, keyed, None);
    let written = write(XIANGQI, &games, FileKind::Pgn, Notation::Chinese).unwrap();
    let text = String::from_utf8(written).unwrap();
    let expected = "{总评} 1. 炮二平五 {当头炮} 1... 马８进７ (1... 炮８平５ {顺炮} 2. 马二进三 马８进７ (2... 马８进９)) 2. 马二进三";
    assert!(text.contains(expected) && text.contains("[Red \"许银川\"]"), "{text}");
}

/// A file of WTHOR of one game, and its names.
fn wthor() -> (Vec<u8>, WthorNames) {
    let header = |games: u32, names: u16| {
        let mut header = vec![20, 26, 11, 26];
        header.extend(games.to_le_bytes());
        header.extend(names.to_le_bytes());
        header.extend(2004_u16.to_le_bytes());
        header.extend([8, 0, 24, 0]);
        header
    };
    let mut file = header(1, 0);
    file.extend([0, 0, 1, 0, 0, 0, 40, 38]);
    let mut moves = [0; 60];
    // f5 d6 c3, a row and a column each.
    moves[..3].copy_from_slice(&[56, 64, 33]);
    file.extend(moves);
    let padded = |name: &str, length: usize| {
        let mut bytes = name.as_bytes().to_vec();
        bytes.resize(length, 0);
        bytes
    };
    let players = [header(0, 2), padded("Tastet Marc", 20), padded("Nicolet Stephane", 20)].concat();
    let tournaments = [header(0, 1), padded("World Championship", 26)].concat();
    (file, WthorNames::new(&players, &tournaments))
}

#[test]
fn a_file_of_wthor_has_the_names_of_its_neighbours() {
    let (file, names) = wthor();
    assert_eq!(FileKind::of(&file), FileKind::Wthor);
    let games = read(source(OTHELLO), Contents::Bytes(&file, &names), None).unwrap();
    assert!(games[0].moves().eq(["f5", "d6", "c3"]));
    let tags: Vec<&str> = games[0].tags.iter().map(|(_, value)| value.as_str()).collect();
    let expected = [
        "World Championship",
        "2004.??.??",
        "Nicolet Stephane",
        "Tastet Marc",
        "1-0",
        "40-24",
        "38-26",
        "24",
    ];
    assert_eq!(tags, expected);
    let without = read(source(OTHELLO), Contents::Bytes(&file, &WthorNames::default()), None).unwrap();
    assert_eq!(without[0].tag("Black"), Some("#1"));
}

#[test]
fn a_file_of_wthor_is_written_with_its_names() {
    let (file, mut names) = wthor();
    let games = read(source(OTHELLO), Contents::Bytes(&file, &names), None).unwrap();
    let written = write_wthor(OTHELLO, &games, &mut names.clone()).unwrap();
    // All but the day of its making.
    assert_eq!(written[4..], file[4..]);
    assert_eq!(Losses::of_all(&games, FileKind::Wthor), Losses::default());

    let text = "[Event \"Cup\"]\n[Date \"2004.05.01\"]\n[Black \"Tastet Marc\"]\n[White \"为则英司\"]\n[Result \"0-1\"]\n\n1. f5 {one} d6 0-1\n";
    let mut more = read(source(OTHELLO), Contents::Text(text), None).unwrap();
    more.extend(games);
    let written = write_wthor(OTHELLO, &more, &mut names).unwrap();
    let [players, tournaments] = names.files();
    let names = WthorNames::new(&players, &tournaments);
    let again = read(source(OTHELLO), Contents::Bytes(&written, &names), None).unwrap();
    let tag = |game: usize, name| again[game].tag(name).unwrap_or_default();
    assert_eq!([tag(0, "Event"), tag(0, "Black"), tag(0, "White")], ["Cup", "Tastet Marc", "????"]);
    assert_eq!([tag(0, "Score"), tag(1, "Score"), tag(1, "White")], ["0-64", "40-24", "Tastet Marc"]);
    assert_eq!(tag(1, "WthorBestScore"), "");
    let lost = Losses::of_all(&more, FileKind::Wthor).text();
    assert_eq!(lost, "1 comment, the headers Date, White, WthorBestScore");
}

#[test]
fn games_without_results_are_not_written_as_wthor() {
    for (text, found) in [
        ("f5d6 1-0\nf5\n", "game 2 without a result"),
        (
            "---------------------------OX------XO--------------------------- O moves e3",
            "game 1 from a board of its own",
        ),
    ] {
        let games = read(source(OTHELLO), Contents::Text(text), None).unwrap();
        let refusal = write(OTHELLO, &games, FileKind::Wthor, Notation::Iccs).unwrap_err().to_string();
        assert!(refusal.contains(found), "{refusal}");
    }
}

#[test]
fn what_is_lost_is_said() {
    let text = "[Annotator \"x\"]\n[ECCO \"B30\"]\n\n1. h2e2 $10 {one} h9g7 (1... h7e7) *\n";
    let games = read(source(XIANGQI), Contents::Text(text), None).unwrap();
    let lost = |kind| Losses::of(&games[0], kind).text();
    assert_eq!(lost(FileKind::Pgn), "");
    assert_eq!(lost(FileKind::Xqf), "1 mark, the headers ECCO");
    assert_eq!(lost(FileKind::Lines), "1 variation, 1 comment, 1 mark, the headers Annotator, ECCO");
}

#[test]
fn wrong_files_are_refused() {
    for (game, text, expected) in [
        (XIANGQI, "[Red \"x\"]\n1. h2e2 (h0g2) )", "file:2: PGN: column 16: found \")\", expected a move"),
        (XIANGQI, "[Red \"x\"]\n1. (h2e2)", "file:2: PGN: column 4: found \"(\""),
        (XIANGQI, "[Red \"x\"]\n1. h2e2 (h0g2 a0a5)", "file:2: Xiangqi move: column 15: found \"a0a5\""),
        (OTHELLO, "(;FF[4]GM[1]SZ[19];B[dd])", "file:1: SGF: column 8: found a game of number \"1\""),
        (OTHELLO, "(;FF[4]GM[2];B[f5]", "file:1: SGF: column 1: found \"(\" without an end"),
        (OTHELLO, "(;FF[4]GM[2];W[f5])", "file:1: SGF: column 16: found a move of W, whose turn it is not"),
        (OTHELLO, "(;FF[4]GM[2];B[f5", "column 16: found a value without an end"),
        (
            OTHELLO,
            "(;GM[Othello]B[f5]BO[8 ---------------------------O*------***-------------------------- O]W[d6];)",
            "found a board after a move",
        ),
        (XIANGQI, "h2e2 h9g7 h1g3", "file:1: Xiangqi move: column 11: found \"h1g3\""),
        (
            XIANGQI,
            "[DhtmlXQ_movelist]7747",
            "file:1: DhtmlXQ: column 19: found a field movelist without an end",
        ),
        (
            XIANGQI,
            "[DhtmlXQ_movelist]77477[/DhtmlXQ_movelist]",
            "file:1: DhtmlXQ: column 23: found \"7\", expected a point",
        ),
        (
            XIANGQI,
            "[DhtmlXQ_movelist]774770[/DhtmlXQ_movelist]",
            "file:1: DhtmlXQ: column 19: found half a move",
        ),
        (
            XIANGQI,
            "[DhtmlXQ_movelist]77470000[/DhtmlXQ_movelist]",
            "file:1: Xiangqi move: column 25: found \"a9a9\"",
        ),
        (XIANGQI, "[DhtmlXQ_binit]77[/DhtmlXQ_binit]", "found a board of 1 points, expected 32"),
        (
            XIANGQI,
            "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[DhtmlXQ_move_2_1_3]7062[/DhtmlXQ_move_2_1_3]",
            "file:2: DhtmlXQ: column 21: found line 3 in line 2",
        ),
        (
            XIANGQI,
            "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[DhtmlXQ_move_0_3_1]7062[/DhtmlXQ_move_0_3_1]",
            "file:2: DhtmlXQ: column 21: found line 1 at ply 3 of line 0",
        ),
        (OTHELLO, "(;FF[4]GM[2];B)", "column 14: found \"B\" without a value"),
        (XIANGQI, "(;FF[4]GM[2];B[f5])", "file:1: SGF: found games of Othello, expected games of Xiangqi"),
    ] {
        let refusal = read(source(game), Contents::Text(text), None).unwrap_err().to_string();
        assert!(refusal.contains(expected), "{text:?}: {refusal}");
    }
    let names = WthorNames::default();
    let refusal =
        |kind| read(source(XIANGQI), Contents::Bytes(b"XQ\x12", &names), Some(kind)).unwrap_err().to_string();
    assert!(refusal(FileKind::Xqf).starts_with("file:1: XQF: found no header"));
}
