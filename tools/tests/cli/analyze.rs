//! `shuangqi analyze`.

use std::fs;
use std::path::Path;

use serde_json::Value;
use xiangqi::evaluator::Weights;

use crate::*;

/// A game with a blunder for each; its README says which.
const OTHELLO_GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/analyze/othello.pgn");
pub const XIANGQI_GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/analyze/xiangqi.pgn");

/// An analysis that takes little time.
fn quick<'a>(game: &'a str, file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["analyze", game, file, "--nodes", "1K", "--exact", "9", "--hash", "1M"][..], more].concat()
}

fn of_schema<'a>(records: &'a [Value], schema: &str) -> Vec<&'a Value> {
    records.iter().filter(|record| record["schema"] == schema).collect()
}

/// The beginnings of a known game as a game on each line.
fn many_games(folder: &tempfile::TempDir) -> PathBuf {
    let text = fs::read_to_string(XIANGQI_GAME).unwrap();
    let (_, moves) = text.split_once("\n\n").unwrap();
    let moves: Vec<&str> =
        moves.split_whitespace().filter(|word| word.contains('-') && word.len() == 5).collect();
    let lines: Vec<String> = (20..50).map(|count| moves[..count].join(" ")).collect();
    file(folder, "games.txt", &lines.join("\n"))
}

#[test]
fn a_blunder_is_found_and_named_in_both_games() {
    for (game, path, ply, side, played) in
        [("othello", OTHELLO_GAME, 25, "black", "g7"), ("xiangqi", XIANGQI_GAME, 17, "red", "h0h6")]
    {
        let all = records(&quick(game, path, &[]));
        let moves = of_schema(&all, "analyze-move/2");
        let [summary] = of_schema(&all, "analyze-game/2")[..] else { panic!("{all:?}") };
        assert_eq!(all.last(), Some(summary), "summaries are last");
        assert_eq!(summary["plies"], moves.len());
        assert_eq!((&summary["first"], &summary["second"]), (&"Ada".into(), &"Bela".into()));
        assert_eq!(summary["result"], "0-1");
        let fault = moves[ply - 1];
        assert_eq!((&fault["ply"], &fault["side"]), (&ply.into(), &side.into()));
        assert_eq!((&fault["move"], &fault["judgement"]), (&played.into(), &"blunder".into()));
        assert_eq!(fault["turning_point"], true);
        assert!(summary["turning_points"].as_array().unwrap().contains(&ply.into()));
        assert!(summary["blunders"][0].as_u64().unwrap() >= 1);
        let output = run(&quick(game, path, &[]));
        let sentence = format!(
            "Ply {ply}, {}",
            if game == "othello" { "Black g7: a blunder" } else { "Red 车二进六 (h0h6): a blunder" }
        );
        assert!(out(&output).contains(&sentence), "{}", out(&output));
    }
}

#[test]
fn the_last_scores_of_othello_are_exact() {
    let all = records(&quick("othello", OTHELLO_GAME, &[]));
    let moves = of_schema(&all, "analyze-move/2");
    let from = of_schema(&all, "analyze-game/2")[0]["exact_from"].as_u64().unwrap() as usize;
    assert_eq!(from, moves.len() - 9, "a pass is a ply, and nine squares were empty");
    for mv in &moves[from - 1..] {
        assert_eq!((&mv["exact"], mv["loss"].as_i64().unwrap() % 2), (&true.into(), 0));
    }
    let pass = moves[58];
    assert_eq!((&pass["move"], &pass["judgement"]), (&"pass".into(), &"forced".into()));
    assert!(moves[..from - 1].iter().all(|mv| mv["exact"] == false));
}

#[test]
fn every_form_of_file_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let transcript = file(&folder, "game.txt", "# two games\nf5d6c3d3c4\nf5f6\n");
    let ggf = "1 (;GM[Othello]PB[ann]PW[ben]RE[+4.000]BO[8 ---------------------------O*------*O--------------------------- *]\
               B[f5//1]W[d6];)";
    let ggf = file(&folder, "game.ggf", ggf);
    let all = records(&[&quick("othello", name(&transcript), &[])[..], &[name(&ggf)]].concat());
    let games = of_schema(&all, "analyze-game/2");
    let found: Vec<_> = games
        .iter()
        .map(|game| (game["game"].as_u64(), game["line"].as_u64(), game["plies"].as_u64()))
        .collect();
    assert_eq!(
        found,
        [(1, 2, 5), (2, 3, 2), (3, 1, 2)].map(|(game, line, plies)| (Some(game), Some(line), Some(plies)))
    );
    assert_eq!((&games[2]["first"], &games[2]["result"]), (&"ann".into(), &"1-0".into()));
    let wxf = file(&folder, "game.pgn", "[Red \"Li\"]\n\n1. C2.5 H8+7 2. H2+3 *\n");
    for (notation, written) in [("wxf", "C2.5"), ("iccs", "H2-E2"), ("chinese", "炮二平五")] {
        let all = records(&quick("xiangqi", name(&wxf), &["--notation", notation]));
        assert_eq!((&all[0]["move"], &all[0]["notation"]), (&"h2e2".into(), &written.into()));
    }
}

#[test]
fn the_records_do_not_depend_on_threads() {
    let folder = tempfile::tempdir().unwrap();
    let games = many_games(&folder);
    let with = |threads| {
        records(&["analyze", "xiangqi", name(&games), "--nodes", "100", "--hash", "1M", "--threads", threads])
    };
    let found = with("1");
    assert_eq!(found, with("3"));
    assert_eq!(of_schema(&found, "analyze-game/2").len(), 30);
}

#[test]
fn other_weights_find_other_scores() {
    let folder = tempfile::tempdir().unwrap();
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/xiangqi/data/evaluator.weights");
    let mut changed = Weights::embedded().clone();
    let rook = (0..Weights::COUNT).find(|&index| Weights::name(index) == "piece.rook").unwrap();
    changed.set(rook, [900, 900]);
    let changed = file(&folder, "changed.weights", &changed.to_text());
    let own = records(&quick("xiangqi", XIANGQI_GAME, &[]));
    assert_eq!(records(&quick("xiangqi", XIANGQI_GAME, &["--eval", weights])), own);
    assert_ne!(records(&quick("xiangqi", XIANGQI_GAME, &["--eval", name(&changed)])), own);
    for (game, path) in [("othello", OTHELLO_GAME), ("xiangqi", XIANGQI_GAME)] {
        refused(&quick(game, path, &["--eval", "no/such/file"]), 3, &["no/such/file:1: file of weights: "]);
    }
}

fn journal_lines(path: &Path) -> usize {
    fs::read_to_string(path).map_or(0, |text| text.lines().count())
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_run_goes_on_to_the_same_records() {
    let folder = tempfile::tempdir().unwrap();
    let (games, journal) = (many_games(&folder), folder.path().join("j"));
    let line = ["analyze", "xiangqi", name(&games), "--nodes", "500", "--hash", "1M", "--threads", "1"];
    let whole = records(&line);
    let kept = [&line[..], &["--resume", name(&journal)]].concat();
    let child = tool(&kept).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while journal_lines(&journal) < 3 {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    signals::interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", err(&output));
    assert!(err(&output).contains("interrupted; to go on: shuangqi analyze xiangqi "), "{}", err(&output));
    assert!(out(&output).contains("Game 1 ("), "what is known so far: {}", out(&output));
    assert!((3..31).contains(&journal_lines(&journal)));
    // Killed at any byte, it goes on as well.
    let text = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, &text[..text.len() - 9]).unwrap();
    assert_eq!(records(&kept), whole);
    assert_eq!(records(&kept), whole, "nothing is left to be analysed");
    let other = [&kept[..], &["--depth", "3"]].concat();
    refused(&other, 2, &["is that of another run; these differ: --depth.", "with --resume"]);
    let stream = out(&run(&[&line[..], &["--format", "ndjson"]].concat())).to_owned();
    let streamed: Vec<Value> = stream.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(streamed.len(), whole.len());
    assert_eq!(streamed[20]["schema"], "analyze-game/2", "a game's record follows its moves");
}

#[test]
fn the_report_is_whole_and_no_file_of_others_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("report");
    let line = quick("xiangqi", XIANGQI_GAME, &["--out", name(&place)]);
    let shown = records(&line);
    let kept: Vec<Value> = serde_json::from_slice(&fs::read(place.join("analysis.json")).unwrap()).unwrap();
    assert_eq!(kept, shown);
    let page = fs::read_to_string(place.join("report.html")).unwrap();
    assert!(page.contains("Ada against Bela") && page.contains("shuangqi analyze xiangqi"));
    let picture = fs::read_to_string(place.join("scores-1.svg")).unwrap();
    assert!(roxmltree::Document::parse(&picture).is_ok());
    let page = place.join("report.html");
    fs::write(&page, "Dear all,\n").unwrap();
    refused(&line, 2, &["report.html", "is there already", "--force"]);
    assert_eq!(fs::read_to_string(&page).unwrap(), "Dear all,\n");
    records(&[&line[..], &["--force"]].concat());
    assert!(fs::read_to_string(&page).unwrap().len() > 1000);
}

#[test]
fn every_format_is_written() {
    let text =
        |format| out(&run(&quick("othello", OTHELLO_GAME, &["--format", format, "--all-moves"]))).to_owned();
    let table = text("table");
    assert!(table.starts_with("Game 1 (") && table.contains("Accuracy: Black "), "{table}");
    assert!(table.contains("\nFrom ply 52 on every score is exact.\n"), "{table}");
    let markdown = text("md");
    assert!(
        markdown.starts_with("### Game 1 (")
            && markdown.contains("```text\n")
            && markdown.contains("\n| 1 | 61 |")
    );
    let csv = text("csv");
    assert!(csv.starts_with("schema,game,ply,") && csv.contains("\n\nschema,game,file,"));
    assert_eq!(csv.lines().filter(|line| line.starts_with("analyze-move/2,")).count(), 61);
}

#[test]
fn what_cannot_be_analysed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let letter = file(&folder, "letter", "Dear all,\nhow are you?\n");
    let typed = file(&folder, "typed", "f5d6\nf5x9\n");
    let wrong = file(&folder, "wrong.pgn", "[Red \"Li\"]\n\n1. C2.5 H8+7\n2. C2.5 *\n");
    let broken = file(&folder, "broken.ggf", "(;GM[Othello]B[f5]W[a1];)");
    let positions = file(&folder, "positions.epd", &format!("{START}\n"));
    let empty = file(&folder, "empty", "");
    for (game, path, words) in [
        (
            "othello",
            &letter,
            "letter:1: games: found neither a move nor a board, expected a game of Othello: PGN, GGF,",
        ),
        ("othello", &typed, "typed:2: Othello move: column 3: found \"x9\", expected a square such as f5"),
        ("xiangqi", &letter, "letter:1: Xiangqi move: column 1: found \"D\", expected a piece"),
        ("xiangqi", &wrong, "wrong.pgn:4: Xiangqi move: column 4: found \"C2.5\""),
        ("othello", &broken, "broken.ggf:1: "),
        ("xiangqi", &positions, "expected a game of Xiangqi: PGN, or a line of moves"),
        ("xiangqi", &empty, "found nothing in "),
    ] {
        refused(&["analyze", game, name(path)], 3, &[words]);
    }
    refused(&["analyze", "xiangqi", "nowhere"], 3, &["games: found \"nowhere\" ("]);
    for (option, words) in [
        (["--nodes", "0"], "try --nodes 100K"),
        (["--time", "0"], "try --time 0.5"),
        (["--depth", "0"], "--depth"),
        (["--exact", "60"], "--exact"),
        (["--notation", "french"], "--notation"),
        (["--hash", "900T"], "--hash"),
    ] {
        refused(&[&["analyze", "othello", OTHELLO_GAME][..], &option].concat(), 2, &[words]);
    }
}
