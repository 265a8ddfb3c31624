use super::*;
use crate::config::Notation;
use crate::games::Game;
use crate::openings;
use crate::samples::{self, step};
use shuangqi_game_files::{Contents, Extent, FileKind, Source};

fn xiangqi() -> (MatchConfig, GameRecord) {
    let mut config = samples::config();
    config.game = Game::XIANGQI;
    let mut game = samples::game(0);
    game.start = xiangqi::fen::START.to_owned();
    game.discs = None;
    game.explanation = "Red {gave} up".to_owned();
    game.moves = vec![step("h2e2"), step("h9g7"), step("h0g2")];
    (config, game)
}

fn pgn_of(config: &MatchConfig, games: &[GameRecord], file: &PgnFile) -> String {
    let options = RunOptions { event: Some("a \"cup\"".to_owned()), ..RunOptions::default() };
    Exporter { config, options: &options }.texts(Format::Pgn(file), games).unwrap()
}

#[test]
fn xiangqi_has_the_tags_of_chinese_and_western_programs() {
    let (config, game) = xiangqi();
    let text = pgn_of(&config, std::slice::from_ref(&game), &PgnFile::default());
    for line in [
        "[Game \"Chinese Chess\"]\n[Event \"a \\\"cup\\\"\"]\n[Site \"?\"]\n[Date \"2023.11.14\"]\n[Round \"1.1\"]\n",
        "[Red \"a\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n",
        "[Format \"ICCS\"]\n",
        "[PlyCount \"3\"]\n",
        "[Termination \"normal\"]\n[TimeControl \"-\"]\n\n",
        "\n1. H2-E2 {book} H9-G7 2. H0-G2 {Red (gave) up} 1-0\n",
    ] {
        assert!(text.contains(line), "{line} is not in {text}");
    }
    assert!(!text.contains("FEN") && !text.contains("Rules"));
    let other = MatchConfig { rules: "plain moves=40".to_owned(), ..config.clone() };
    assert!(
        pgn_of(&other, std::slice::from_ref(&game), &PgnFile::default())
            .contains("[Rules \"plain moves=40\"]\n")
    );
    let chinese = PgnFile { notation: Notation::Chinese, is_bare: true, ..PgnFile::default() };
    assert!(
        pgn_of(&config, std::slice::from_ref(&game), &chinese).contains("1. 炮二平五 马８进７ 2. 马二进三 {")
    );
    let wxf = PgnFile { notation: Notation::Wxf, ..chinese };
    assert!(pgn_of(&config, &[game], &wxf).contains("\n1. C2.5 H8+7 2. H2+3 {"));
}

#[test]
fn another_start_is_a_tag_and_black_may_begin() {
    let (config, mut game) = xiangqi();
    game.start = "3k5/9/9/4P1P2/4P1P2/9/9/9/9/5K3 b - - 0 1".to_owned();
    game.moves = vec![step("d9d8"), step("g6f6")];
    let text = pgn_of(&config, &[game.clone()], &PgnFile::default());
    assert!(text.contains("[SetUp \"1\"]\n[FEN \"3k5/9/9/4P1P2/4P1P2/9/9/9/9/5K3 b - - 0 1\"]\n"));
    assert!(text.contains("\n1... D9-D8 {book} 2. G6-F6 {"), "{text}");
    let exporter = Exporter { config: &config, options: &RunOptions::default() };
    let epd = exporter.texts(Format::Epd, &[game]).unwrap();
    assert!(epd.starts_with("9/3k5/9/4PP3/") && epd.ends_with(" id \"1\"; c0 \"1-0\";\n"), "{epd}");
}

#[test]
fn othello_has_scores_depths_and_times() {
    let config = samples::config();
    let games = [samples::game(0), samples::game(1)];
    let text = pgn_of(&config, &games, &PgnFile::default());
    assert!(
        text.contains("[Game \"Othello\"]")
            && text.contains("[Black \"a\"]\n[White \"b\"]\n[Result \"1-0\"]")
    );
    assert!(
        text.contains("1. f5 {book} d6 {-0.31/15 0.412s} {Black has 38 discs, White 26} 1-0\n"),
        "{text}"
    );
    assert!(text.contains("[Black \"b\"]\n[White \"a\"]\n[Result \"1/2-1/2\"]"));
    let exporter = Exporter { config: &config, options: &RunOptions::default() };
    let ggf = exporter.texts(Format::Ggf, &games).unwrap();
    assert!(
        ggf.starts_with("(;GM[Othello]PC[shuangqi]DT[2023.11.14_22:13:20.UTC]PB[a]PW[b]RE[+12.000]TY[8]"),
        "{ggf}"
    );
    assert_eq!(ggf_moves(&ggf), vec![vec!["f5", "d6"]; 2]);
    assert!(ggf.contains("/-0.31/0.41]"), "{ggf}");
    let json = exporter.json(&games).unwrap();
    let array: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(array[1]["schema"], "match-game/1");
    assert_eq!(array[1]["players"], serde_json::json!(["b", "a"]));
    assert_eq!(array[1]["moves"][1]["m"], "d6");
}

#[test]
fn clocks_keep_their_fractions() {
    let mut config = samples::config();
    let times = ["900+2", "10.5+0.1", "90+0.25"];
    for (tc, written) in times.into_iter().zip(["15:00/00:02]", "00:10.5/00:00.1]", "01:30/00:00.25]"]) {
        config.engines.iter_mut().for_each(|engine| engine.clock = crate::clock::read(tc).unwrap());
        let exporter = Exporter { config: &config, options: &RunOptions::default() };
        let text = exporter.text(Format::Ggf, &samples::game(0)).unwrap();
        assert!(text.contains(&format!("TI[{written}")), "{text}");
    }
}

#[test]
fn a_fault_has_the_name_of_the_engine() {
    let config = samples::config();
    let fault = crate::fault::Fault::Crash { how: "the engine exited with status 1".to_owned() };
    let text = pgn_of(&config, &[samples::faulty(1, fault)], &PgnFile::default());
    assert!(text.contains("[Termination \"abandoned\"]"));
    assert!(text.contains("{b: the engine exited with status 1} 0-1"), "{text}");
}

#[test]
fn mates_and_great_scores_are_written() {
    let mut game = samples::game(0);
    for (claim, text) in [
        (EngineScore::Hundredths(1234), "+12.34/15 0.412s"),
        (EngineScore::Hundredths(-5), "-0.05/15 0.412s"),
        (EngineScore::Mate(7), "+M7/15 0.412s"),
        (EngineScore::Mate(-4), "-M4/15 0.412s"),
    ] {
        game.moves[1].claim = Some(claim);
        assert_eq!(comment(&game, 1), text);
    }
    game.moves[1].micros = None;
    game.moves[1].claim = None;
    assert_eq!((comment(&game, 1), comment(&game, 0)), (String::new(), "book".to_owned()));
}

#[test]
fn a_game_that_cannot_be_replayed_is_refused_with_its_number() {
    let (config, mut game) = xiangqi();
    game.moves[2] = step("a9a0");
    let exporter = Exporter { config: &config, options: &RunOptions::default() };
    let failure = exporter.text(Format::Pgn(&PgnFile::default()), &game);
    assert!(failure.unwrap_err().to_string().contains("game 1, move \"a9a0\""));
}

#[test]
fn files_are_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let config = samples::config();
    let mut options = RunOptions::default();
    options.outputs.folder = Some(folder.path().join("new"));
    options.outputs.epd = Some(folder.path().join("e"));
    Exporter { config: &config, options: &options }.write_all(&[samples::game(0)]).unwrap();
    for name in ["new/games.pgn", "new/games.ggf", "new/games.json", "new/final.epd", "e"] {
        assert!(!std::fs::read_to_string(folder.path().join(name)).unwrap().is_empty(), "{name}");
    }
}

fn assert_round_trip(config: &MatchConfig, games: &[GameRecord], file: &PgnFile) {
    let text = pgn_of(config, games, file);
    let read = openings::read(config.game, "games.pgn", Contents::Text(&text), None, None).unwrap();
    assert_eq!(read.len(), games.len());
    for (opening, game) in read.iter().zip(games) {
        let moves: Vec<&str> = game.moves.iter().map(|step| step.text.as_str()).collect();
        assert_eq!(
            (&opening.moves, &opening.start),
            (&moves.iter().map(ToString::to_string).collect(), &game.start)
        );
    }
}

/// Games of random moves that are not over.
fn random_games(config: &MatchConfig, plies: usize) -> Vec<GameRecord> {
    let opening = samples::standard(config.game);
    let scheduled = |number| samples::game(number).scheduled;
    (0..20).map(|number| samples::played(config, scheduled(number), &opening, plies)).collect()
}

#[test]
fn games_can_be_read_back_from_their_files() {
    let (xiangqi, _) = xiangqi();
    let games = random_games(&xiangqi, 40);
    for notation in [Notation::Iccs, Notation::Chinese, Notation::Wxf] {
        for is_bare in [false, true] {
            assert_round_trip(&xiangqi, &games, &PgnFile { notation, is_bare, ..PgnFile::default() });
        }
    }
    let othello = samples::config();
    let games = random_games(&othello, 50);
    assert_round_trip(&othello, &games, &PgnFile::default());
    let exporter = Exporter { config: &othello, options: &RunOptions::default() };
    let text = exporter.texts(Format::Ggf, &games).unwrap();
    let moves: Vec<Vec<String>> =
        games.iter().map(|game| game.moves.iter().map(|step| step.text.clone()).collect()).collect();
    assert_eq!(ggf_moves(&text), moves);
}

fn ggf_moves(text: &str) -> Vec<Vec<String>> {
    let source = Source { game: Game::OTHELLO.any, file: "games.ggf", extent: Extent::MainLine };
    let games = shuangqi_game_files::read(source, Contents::Text(text), Some(FileKind::Ggf)).unwrap();
    games.iter().map(|game| game.moves().map(str::to_owned).collect()).collect()
}
