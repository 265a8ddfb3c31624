//! `shuangqi serve`: what its pages can ask for. The server itself is tested in the crate `shuangqi-web`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

use crate::*;

/// Much longer than any answer takes, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A server, ended with this value.
struct Server {
    child: Child,
    address: String,
    /// What the printed address ends with.
    query: String,
}

impl Server {
    fn start(options: &[&str]) -> Server {
        Server::of(tool(&[&["serve", "--port", "0", "--threads", "2", "--hash", "1M"], options].concat()))
    }

    fn of(mut command: Command) -> Server {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (address, query) = line.trim().strip_prefix("http://").unwrap().split_once('/').unwrap();
        Server { child, address: address.to_owned(), query: query.to_owned() }
    }

    fn page(&self) -> Page {
        self.open("ws").unwrap()
    }

    /// A page whose address has no token.
    fn open(&self, path: &str) -> Result<Page, String> {
        let url = format!("ws://{}/{path}{}", self.address, self.query);
        let opened = tungstenite::client(url, self.connect()).map_err(|error| error.to_string())?;
        Ok(Page { socket: opened.0, last: 0 })
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        stream
    }

    /// The answer to a request for a path.
    fn get(&self, path: &str) -> String {
        let (mut stream, mut answer) = (self.connect(), String::new());
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address);
        stream.write_all(request.as_bytes()).unwrap();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a page does.
struct Page {
    socket: WebSocket<TcpStream>,
    last: u64,
}

impl Page {
    fn send(&mut self, name: &str, fields: Value) -> u64 {
        self.last += 1;
        let mut message = json!({"id": self.last, "do": name});
        message.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        self.socket.send(Message::text(message.to_string())).unwrap();
        self.last
    }

    fn receive(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    /// The events of a request, and its answer.
    fn finish(&mut self, id: u64) -> (Vec<Value>, Value) {
        let mut events = Vec::new();
        loop {
            let mut message = self.receive();
            if message["id"] != id {
                continue;
            }
            match message["event"].take() {
                Value::Null => return (events, message),
                event => events.push(event),
            }
        }
    }

    fn ask(&mut self, name: &str, fields: Value) -> Value {
        let id = self.send(name, fields);
        let (_, mut answer) = self.finish(id);
        assert!(answer["error"].is_null(), "{name}: {answer}");
        answer["ok"].take()
    }

    fn refused(&mut self, name: &str, fields: Value) -> String {
        let id = self.send(name, fields);
        let answer = self.finish(id).1;
        answer["error"]["text"].as_str().unwrap_or_else(|| panic!("{name}: {answer}")).to_owned()
    }
}

#[test]
fn a_page_learns_of_every_game() {
    let (server, third) = (Server::start(&[]), {
        let program =
            Path::new(env!("CARGO_BIN_EXE_shuangqi")).with_file_name("examples").join("connect_four");
        let mut command = Command::new(program);
        command.args(["serve", "--port", "0", "--hash", "1M"]);
        Server::of(command)
    });
    let names = |answer: &Value| -> Vec<String> {
        let games = answer["games"].as_array().unwrap();
        games.iter().map(|game| game["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&server.page().ask("hello", json!({}))), ["othello", "xiangqi"]);
    let mut page = third.page();
    assert_eq!(names(&page.ask("hello", json!({})))[2], "connect4");
    let state = page.ask("position", json!({"game": "connect4", "moves": ["d", "d"]}));
    assert_eq!((state["legal"].as_array().unwrap().len(), &state["counts"]), (7, &json!([1, 1])));
    let moves = ["d", "a", "d", "a", "d", "a"];
    let found = page.ask("search", json!({"game": "connect4", "moves": moves, "limit": {"depth": 4}}));
    assert_eq!((&found["best"]["text"], &found["lines"][0]["mate"]), (&json!("d"), &json!(1)));
}

#[test]
fn positions_have_their_moves_and_their_end() {
    let server = Server::start(&[]);
    let mut page = server.page();
    let state =
        page.ask("position", json!({"game": "xiangqi", "moves": ["炮二平五", "H8+7"], "notation": "wxf"}));
    assert_eq!(state["moves"][0], json!({"text": "h2e2", "name": "C2.5"}));
    assert_eq!((state["boards"].as_array().unwrap().len(), &state["side"]), (3, &json!(0)));
    let almost_over = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOOO- O";
    let state = page.ask("position", json!({"game": "othello", "start": almost_over}));
    assert_eq!((&state["must_pass"], &state["legal"][0]["text"]), (&json!(true), &json!("pass")));
    let state =
        page.ask("position", json!({"game": "othello", "start": almost_over, "moves": ["pass", "h8"]}));
    assert_eq!(state["legal"], json!([]));
    assert_eq!(state["ending"]["reason"], "discs");
    let mated = "3k5/9/9/9/9/9/9/9/r8/1r3K3 w - - 0 1";
    let state = page.ask("position", json!({"game": "xiangqi", "start": mated}));
    assert_eq!((&state["in_check"], &state["ending"]["result"]), (&json!(true), &json!("0-1")));
    let mate = json!({"game": "xiangqi", "start": "4k4/1R7/R8/9/9/9/9/9/9/5K3 w", "moves": ["a7a9"], "language": "zh-Hans"});
    let ending = page.ask("position", mate)["ending"].take();
    assert_eq!(ending["explanation"], "1 步之后，黑方被将死，红方胜");
    let cannons = page.ask("position", json!({"game": "xiangqi", "moves": ["b2e2", "b7e7", "b0c2"]}));
    assert_eq!(cannons["opening"], "same-direction-cannons");
    let there_and_back = ["a0a1", "a9a8", "a1a0", "a8a9"];
    let state = page.ask("position", json!({"game": "xiangqi", "moves": there_and_back}));
    assert_eq!(state["occurrences"], 2);
}

/// The set of rules of a game decides how it ends, in positions, searches and files; a set that there is not is refused.
#[test]
fn a_game_is_played_by_the_rules_that_it_names() {
    let server = Server::start(&[]);
    let mut page = server.page();
    let sets = json!(["asian", "pikafish", "checks-only", "plain"]);
    assert_eq!(page.ask("hello", json!({}))["games"][1]["rules"], sets);
    let start = "4k4/9/9/9/9/9/9/9/9/3K4R w";
    let moves = ["i0i9", "e9e8", "i9i8", "e8e9", "i8i9", "e9e8", "i9i8", "e8e9", "i8i9"];
    let game = |rules: &str| json!({"game": "xiangqi", "start": start, "rules": rules, "moves": moves});
    for (rules, reason) in
        [("", "perpetual_check"), ("checks-only", "perpetual_check"), ("plain", "repetition")]
    {
        let ending = page.ask("position", game(rules))["ending"].take();
        assert_eq!(ending["reason"], reason, "{rules}: {ending}");
    }
    let mut short = game("asian moves=4");
    short["moves"] = json!(&moves[..8]);
    assert_eq!(page.ask("position", short)["ending"]["reason"], "move_limit");
    assert!(page.refused("position", game("club")).contains("found \"club\", expected one of asian"));
    let mut search = game("plain");
    search["moves"] = json!(&moves[..8]);
    (search["limit"], search["hash"], search["threads"]) = (json!({"depth": 3}), json!(8), json!(99));
    assert!(page.ask("search", search)["best"]["text"].is_string());
    let mut file = game("plain");
    (file["format"], file["tags"]) = (json!("pgn"), json!([["Rules", "plain"]]));
    let written = page.ask("write", file)["text"].take();
    let read = page.ask("read", json!({"game": "xiangqi", "text": written}));
    assert_eq!((&read["games"][0]["rules"], &read["games"][0]["moves"]), (&json!("plain"), &json!(moves)));
}

#[test]
fn what_is_wrong_is_said_and_the_page_goes_on() {
    let server = Server::start(&[]);
    let mut page = server.page();
    for (name, fields, words) in [
        ("position", json!({"game": "othello", "moves": ["f5", "a1"]}), "move:2: Othello move: found a1"),
        ("position", json!({"game": "xiangqi", "start": "9/9"}), "expected"),
        ("position", json!({"game": "chess"}), "there is no game"),
        ("position", json!({}), "missing field `game`"),
        ("position", json!({"game": "othello", "moves": vec!["f5"; 2001]}), "at most 2000"),
        ("search", json!({"game": "othello", "limit": {"wish": 1}}), "wrong field"),
        ("read", json!({"game": "xiangqi", "text": "Dear all,\n<script>"}), "Paste a game"),
        ("read", json!({"game": "xiangqi", "data": "?"}), "came damaged"),
        ("write", json!({"game": "xiangqi", "format": "ggf"}), "expected pgn, txt, xqf"),
        (
            "write",
            json!({"game": "xiangqi", "format": "pgn", "tree": [{"parent": 0}, {"parent": 2, "move": "h2e2"}]}),
            "a move before none",
        ),
        ("open", json!({"path": "x.pgn"}), "No folder is served"),
        ("dance", json!({}), "There is no request"),
    ] {
        let text = page.refused(name, fields);
        assert!(text.contains(words), "{name}: {text}");
    }
    assert_eq!(page.ask("position", json!({"game": "othello"}))["side"], 0);
}

#[test]
fn a_search_shows_its_lines_and_can_be_stopped() {
    let server = Server::start(&[]);
    let mut page = server.page();
    let fields = json!({"game": "othello", "moves": ["f5"], "lines": "all", "limit": {"depth": 6}});
    let found = page.ask("search", fields);
    assert_eq!((found["lines"].as_array().unwrap().len(), &found["depth"]), (3, &json!(6)));
    let late = "-OOOOO----OOOO--XOOOOOX-XXOOOXOXXXXXXOOXX-OXOOOX---OOXO---O-OOOO X";
    let found = page.ask("search", json!({"game": "othello", "start": late, "limit": {"level": 12}}));
    assert_eq!((&found["lines"][0]["score"], &found["lines"][0]["exact"]), (&json!(2400), &json!(true)));
    let fields = json!({"game": "xiangqi", "notation": "chinese", "lines": 2, "limit": {"infinite": true}});
    let endless = page.send("search", fields);
    let event = page.receive();
    assert_eq!((&event["id"], event["event"]["lines"].is_null()), (&json!(endless), false), "{event}");
    page.send("stop", json!({"of": endless}));
    let (_, answer) = page.finish(endless);
    let [line, ..] = &answer["ok"]["lines"].as_array().unwrap()[..] else { panic!("{answer}") };
    assert_eq!(
        line["wdl"].as_array().unwrap().iter().map(|share| share.as_u64().unwrap()).sum::<u64>(),
        1000
    );
    assert!(line["names"][0].as_str().unwrap().chars().all(|letter| !letter.is_ascii()), "{line}");
}

/// Of every legal move, or of a part, and whatever the order in which they are found.
#[test]
fn lines_that_are_shown_together_are_of_one_depth() {
    let server = Server::start(&[]);
    let mut page = server.page();
    for lines in [json!("all"), json!(3)] {
        let id = page.send("search", json!({"game": "othello", "lines": lines, "limit": {"depth": 6}}));
        let (events, _) = page.finish(id);
        // A page that reads slowly is spared the iterations that a later one has overtaken.
        assert!(events.is_sorted_by_key(|event| event["depth"].as_u64()));
        assert_eq!(events.last().map(|event| &event["depth"]), Some(&json!(6)));
        for event in &events {
            let shown = event["lines"].as_array().unwrap();
            assert_eq!(shown.len() as u64, lines.as_u64().unwrap_or(4));
            // By symmetry there is only one first move.
            assert!(
                shown.iter().all(|line| {
                    (&line["depth"], &line["score"]) == (&event["depth"], &shown[0]["score"])
                })
            );
        }
    }
}

/// As many analyses as the server works on at once, more than it has threads: each goes on in turn, and none of them holds up the
/// move of another tab, for which the oldest ends.
#[test]
fn a_move_comes_before_the_analyses_of_greedy_pages() {
    let server = Server::start(&[]);
    let mut greedy: Vec<Page> = (0..32).map(|_| server.page()).collect();
    let endless = json!({"game": "othello", "limit": {"infinite": true}});
    for page in &mut greedy {
        for _ in 0..8 {
            let id = page.send("search", endless.clone());
            // It has begun, or says that it waits for its turn.
            while page.receive()["id"] != id {}
        }
    }
    let mut page = server.page();
    let moved = Instant::now();
    let fields = json!({"game": "xiangqi", "moves": ["h2e2"], "limit": {"nodes": 6000}});
    assert!(!page.ask("search", fields)["best"].is_null());
    println!("a move among 256 analyses: {:?}", moved.elapsed());
    let (_, ended) = greedy[0].finish(1);
    assert!(ended["error"]["text"].as_str().unwrap().contains("too much to do"), "{ended}");
}

/// Reviews of hours on both threads.
#[test]
fn a_move_does_not_wait_for_a_review() {
    let server = Server::start(&[]);
    let mut reviews: Vec<Page> = (0..2).map(|_| server.page()).collect();
    for page in &mut reviews {
        let fields = json!({"game": "othello", "moves": ["f5"], "limit": {"nodes": 1_000_000_000_000_u64}});
        page.send("analyze", fields);
    }
    let mut page = server.page();
    let mut is_free = || {
        let id = page.send("search", json!({"game": "othello", "limit": {"infinite": true}}));
        let event = page.receive();
        page.send("stop", json!({"of": id}));
        page.finish(id);
        event["event"]["waiting"].is_null()
    };
    while is_free() {}
    for game in ["othello", "xiangqi"] {
        let found = page.ask("search", json!({"game": game, "limit": {"depth": 4}}));
        assert!(!found["best"].is_null(), "{found}");
    }
}

/// By the book, and where it does not move by the search.
#[test]
fn games_differ_by_their_seeds() {
    let server = Server::start(&[]);
    let mut page = server.page();
    let mut best = |game: &str, moves: &[&str], seed: u64| {
        let fields = json!({"game": game, "moves": moves, "limit": {"depth": 3}, "seed": seed});
        page.ask("search", fields)["best"]["text"].as_str().unwrap().to_owned()
    };
    let cases: [(&str, &[&str]); 3] =
        [("othello", &[]), ("xiangqi", &[]), ("xiangqi", &["a3a4", "a6a5", "i3i4"])];
    for (game, moves) in cases {
        let found: std::collections::BTreeSet<String> = (0..20).map(|seed| best(game, moves, seed)).collect();
        assert!(found.len() > 1, "{game} {moves:?}: {found:?}");
        assert_eq!(best(game, moves, 3), best(game, moves, 3), "{game} {moves:?}");
    }
}

#[test]
fn games_are_read_and_written_again() {
    let server = Server::start(&[]);
    let mut page = server.page();
    let read = |page: &mut Page, game: &str, text: &str| {
        page.ask("read", json!({"game": game, "text": text}))["games"][0].take()
    };
    let moves = json!(["h2e2", "h9g7", "h0g2"]);
    for text in ["1. 炮二平五 马８进７\n2. 马二进三", "C2.5 H8+7 H2+3", "h2e2 h9g7\nh0g2"] {
        assert_eq!(read(&mut page, "xiangqi", text)["moves"], moves, "{text}");
    }
    let fen = "3k5/9/9/9/9/9/9/9/4r4/r3K4 w - - 0 1";
    assert_eq!(read(&mut page, "xiangqi", fen)["start"], fen);
    let fields = json!({
        "game": "xiangqi", "format": "pgn", "notation": "iccs", "tags": [["Red", "A \"<b>\""], ["ECCO", "B00"]],
        "tree": [
            {"parent": 0, "comment": "<script>"}, {"parent": 0, "move": "h2e2", "comment": "first } {", "marks": [1]},
            {"parent": 1, "move": "h9g7"}, {"parent": 2, "move": "h0g2"}, {"parent": 1, "move": "b9c7", "comment": "or so"},
        ],
    });
    let pgn = page.ask("write", fields.clone())["text"].take();
    let text = pgn.as_str().unwrap();
    let expected = "{<script>} 1. H2-E2 $1 {first ) (} 1... H9-G7 (1... B9-C7 {or so}) 2. H0-G2 *";
    assert!(text.contains("[Red \"A \\\"<b>\\\"\"]") && text.contains(expected), "{text}");
    let again = read(&mut page, "xiangqi", text);
    assert_eq!((&again["moves"], &again["players"][0]), (&moves, &json!("A \"<b>\"")));
    assert_eq!((&again["tree"][1]["marks"], &again["tree"][4]["comment"]), (&json!([1]), &json!("or so")));
    let mut fields = fields;
    fields["format"] = json!("xqf");
    let study = page.ask("write", fields);
    assert_eq!((&study["lost"]["marks"], &study["lost"]["tags"]), (&json!(1), &json!(["ECCO"])));
    let opened = page.ask("read", json!({"game": "xiangqi", "data": study["data"]}))["games"][0].take();
    assert_eq!((&opened["moves"], &opened["tree"][4]), (&moves, &again["tree"][4]));
    let tags = [["Black", "a"], ["White", "b"]];
    let fields = json!({"game": "othello", "moves": ["f5", "d6"], "format": "ggf", "tags": tags});
    let ggf = page.ask("write", fields)["text"].take();
    assert_eq!(read(&mut page, "othello", ggf.as_str().unwrap())["moves"], json!(["f5", "d6"]));
}

#[test]
fn a_review_is_that_of_analyze() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/analyze/xiangqi.pgn");
    let records = records(&["analyze", "xiangqi", file, "--nodes", "300", "--hash", "8M"]);
    let moves: Vec<&Value> = records.iter().filter(|record| record["schema"] == "analyze-move/2").collect();
    let server = Server::start(&[]);
    let mut page = server.page();
    let texts: Vec<&Value> = moves.iter().map(|record| &record["move"]).collect();
    let fields = json!({"game": "xiangqi", "moves": texts, "notation": "chinese", "limit": {"nodes": 300}});
    let review = page.ask("analyze", fields);
    for (shown, record) in review["moves"].as_array().unwrap().iter().zip(&moves) {
        for field in ["score", "loss", "best", "judgement", "notation"] {
            assert_eq!(shown[field], record[field], "{field} of {shown}");
        }
    }
    assert_eq!(review["moves"].as_array().unwrap().len(), moves.len());
}

#[test]
fn a_match_is_watched_while_it_is_played_and_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("m.journal").to_string_lossy().into_owned();
    let engines = [
        "-engine",
        "name=one",
        "proto=internal",
        "nodes=3000",
        "-engine",
        "name=other",
        "proto=internal",
        "nodes=1000",
    ];
    let options = ["match", "-game", "othello", "-rounds", "2", "-concurrency", "1", "-state", &journal];
    let mut played = tool(&[&options[..], &engines].concat());
    let mut played = played.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while !Path::new(&format!("{journal}.live")).exists() && played.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let server = Server::start(&[folder.path().to_str().unwrap()]);
    let mut page = server.page();
    assert_eq!(page.ask("files", json!({}))["files"][0]["kind"], "journal");
    let id = page.send("watch", json!({"path": "m.journal", "language": "zh-Hans"}));
    let (events, answer) = page.finish(id);
    assert_eq!(answer["ok"], json!({}), "{answer}");
    assert!(played.wait().unwrap().success());
    let of = |name: &str| -> Vec<&Value> {
        events.iter().map(|event| &event[name]).filter(|event| !event.is_null()).collect()
    };
    assert_eq!((of("match")[0]["engines"].clone(), of("finished").len()), (json!(["one", "other"]), 4));
    let endings = of("finished").into_iter().map(|game| game["explanation"].as_str().unwrap());
    endings.for_each(|ending| assert!(ending.contains("获胜") || ending.starts_with("和棋"), "{ending}"));
    assert!(!of("running").is_empty() && of("standings").last().unwrap()["games"] == 4, "{events:?}");
    assert!(!Path::new(&format!("{journal}.live")).exists());
    for (path, words) in
        [("../x", "There is no file"), ("/etc/passwd", "There is no file"), (".", "There is no file")]
    {
        let text = page.refused("watch", json!({"path": path}));
        assert!(text.contains(words), "{text}");
    }
}

#[cfg(unix)]
#[test]
fn one_interrupt_ends_the_server_and_its_searches() {
    let mut server = Server::start(&[]);
    let mut page = server.page();
    page.send("search", json!({"game": "xiangqi", "limit": {"infinite": true}}));
    page.receive();
    signals::interrupt(&server.child);
    assert_eq!(server.child.wait().unwrap().code(), Some(130));
}

#[test]
fn a_port_in_use_and_a_folder_that_is_none_are_refused() {
    let server = Server::start(&[]);
    let port = server.address.rsplit_once(':').unwrap().1;
    refused(&["serve", "--port", port], 2, &[port, "--port 0"]);
    refused(&["serve", "no such folder"], 3, &["folder: found", "expected a folder that can be read"]);
    refused(&["serve", "--hash", "900T"], 2, &["--hash"]);
    let page = server.get(&format!("/{}", server.query));
    assert!(page.starts_with("HTTP/1.1 200 OK") && page.contains("<title>"), "{page}");
}

#[test]
fn a_server_for_other_machines_says_that_it_is_not_encrypted() {
    let note = |options: &[&str]| {
        let mut command = tool(&[&["serve", "--port", "0", "--hash", "1M"], options].concat());
        command.stderr(Stdio::piped());
        let mut server = Server::of(command);
        server.child.kill().unwrap();
        let mut text = String::new();
        server.child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        text
    };
    assert_eq!(note(&[]), "");
    let text = note(&["--listen", "0.0.0.0"]);
    assert!(text.contains("not encrypted") && text.contains("ssh -L"), "{text}");
    assert!(out(&run(&["serve", "--help"])).contains("not encrypted"));
}

#[test]
fn the_last_positions_of_a_match_are_not_offered_as_games() {
    let folder = tempfile::tempdir().unwrap();
    let expected = [
        ("mine/final.epd", "games"),
        ("results/final.epd", "other"),
        ("results/games.pgn", "games"),
        ("results/report.html", "report"),
        ("results/run.json", "other"),
    ];
    for (path, _) in expected {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "").unwrap();
    }
    let server = Server::start(&[folder.path().to_str().unwrap()]);
    let files = server.page().ask("files", json!({}));
    let text = |file: &Value, field: &str| file[field].as_str().unwrap().to_owned();
    let listed = files["files"].as_array().unwrap().iter();
    let listed: Vec<_> = listed.map(|file| (text(file, "path"), text(file, "kind"))).collect();
    assert_eq!(listed, expected.map(|(path, kind)| (path.to_owned(), kind.to_owned())));
}

/// Every kind of file that is read is offered, those that are no text too.
#[test]
fn studies_of_a_folder_are_listed_and_opened() {
    let folder = tempfile::tempdir().unwrap();
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/game-files/keyed.xqf");
    std::fs::copy(data, folder.path().join("study.xqf")).unwrap();
    std::fs::write(folder.path().join("game.sgf"), "(;FF[4]GM[2];B[f5];W[d6])").unwrap();
    let server = Server::start(&[folder.path().to_str().unwrap()]);
    let mut page = server.page();
    let files = page.ask("files", json!({}))["files"].take();
    assert!(
        files.as_array().unwrap().iter().all(|file| file["kind"] == "games") && files[1].is_object(),
        "{files}"
    );
    let study = page.ask("open", json!({"path": "study.xqf"}));
    assert_eq!((&study["game"], &study["games"][0]["players"][0]), (&json!("xiangqi"), &json!("许银川")));
    let game = page.ask("open", json!({"path": "game.sgf"}));
    assert_eq!((&game["game"], &game["total"]), (&json!("othello"), &json!(1)));
}

/// Protects collections: games are found by headers and positions, in a folder that has grown too, by the saved index.
#[test]
fn games_of_a_folder_are_found_and_opened() {
    let (folder, caches) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let pgn =
        "[Red \"许银川\"]\n[Date \"1999.05.01\"]\n\n1. h2e2 h9g7 1-0\n\n[Red \"B\"]\n\n1. b2e2 b9c7 0-1\n";
    std::fs::write(folder.path().join("games.pgn"), pgn).unwrap();
    let start = || {
        let mut command = tool(&["serve", "--port", "0", "--threads", "1", "--hash", "1M"]);
        command.arg(folder.path()).env("XDG_CACHE_HOME", caches.path());
        Server::of(command)
    };
    let (server, explored) = (start(), json!({"game": "xiangqi", "moves": ["h2e2"], "notation": "iccs"}));
    let mut page = server.page();
    assert!(page.ask("explore", explored.clone())["played"].is_null());
    let known = page.ask("collection", json!({}));
    assert_eq!(known, json!({"games": {"othello": 0, "xiangqi": 2}, "errors": []}));
    let found = page.ask("find_games", json!({"game": "xiangqi", "words": "银川 1999"}));
    assert_eq!((&found["total"], &found["rows"][0]["result"]), (&json!(1), &json!("1-0")), "{found}");
    let row = page.ask("find_games", json!({"game": "xiangqi", "after": 1}))["rows"][0].take();
    let opened = page.ask("open_game", json!({"path": row["path"], "offset": row["offset"]}));
    assert_eq!(opened["games"][0]["moves"], json!(["b2e2", "b9c7"]));
    // The folder has grown, and another program shows the saved index before it reads the folder again.
    std::fs::write(folder.path().join("more.txt"), "f5d6c3\n").unwrap();
    let server = start();
    let mut page = server.page();
    let played = page.ask("explore", explored)["played"].take();
    // The second game is the mirror image of the first.
    let answers = json!([{"move": {"text": "h9g7", "name": "H9-G7"}, "results": [1, 0, 1, 0]}]);
    assert_eq!((&played["total"], &played["moves"]), (&json!(2), &answers), "{played}");
    assert_eq!(page.ask("collection", json!({}))["games"]["othello"], 1);
    let gone = page.refused("open_game", json!({"path": "games.pgn", "offset": 1}));
    assert!(gone.contains("no longer there"), "{gone}");
}

/// Its lines are neither moves nor the headers of PGN, though they look like them.
#[test]
fn the_game_of_a_forum_is_pasted_and_saved() {
    let text = include_str!("../../../data/game-files/forum.ubb").replace("甲 先胜 乙", "炮二平五");
    let server = Server::start(&[]);
    let mut page = server.page();
    let read = page.ask("read", json!({"game": "xiangqi", "text": text}));
    assert_eq!((&read["total"], &read["games"][0]["players"][0]), (&json!(2), &json!("甲")), "{read}");
    let game = &read["games"][0];
    let fields = json!({"game": "xiangqi", "format": "ubb", "tags": game["tags"], "tree": game["tree"]});
    let saved = page.ask("write", fields);
    assert_eq!(saved["file_name"], "xiangqi.ubb");
    let again = page.ask("read", json!({"game": "xiangqi", "text": saved["text"]}));
    assert_eq!(again["games"][0]["tree"], game["tree"]);
}

/// Games of files may go on after the rules have ended them; analyses show all of them, and save them.
#[test]
fn a_game_that_went_on_is_shown_and_saved_whole() {
    let moves = ["a0a1", "a9a8", "a1a0", "a8a9", "a0a1", "a9a8", "a1a0", "a8a9", "h2e2"];
    let server = Server::start(&[]);
    let mut page = server.page();
    let text = page.refused("position", json!({"game": "xiangqi", "moves": moves}));
    assert!(text.contains("after the end"), "{text}");
    let shown = page.ask("position", json!({"game": "xiangqi", "moves": moves, "goes_on": true}));
    assert_eq!((shown["moves"].as_array().unwrap().len(), &shown["ending"]), (9, &Value::Null));
    let written =
        page.ask("write", json!({"game": "xiangqi", "format": "pgn", "notation": "iccs", "moves": moves}));
    assert!(written["text"].as_str().unwrap().contains("5. H2-E2 *"), "{written}");
    let refused = page.refused("write", json!({"game": "xiangqi", "format": "xqf", "moves": ["0000"]}));
    assert!(refused.contains("Xiangqi move"), "{refused}");
}

/// The rules are those of `/files/`, which the tests of `shuangqi-web` try with every kind of name.
#[cfg(unix)]
#[test]
fn open_and_watch_keep_to_the_rules_of_files() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("served");
    std::fs::create_dir(&root).unwrap();
    for name in ["served/f5.txt", "served/server.key", "served/.secret.txt", "outside.txt"] {
        std::fs::write(folder.path().join(name), "f5d6").unwrap();
    }
    for (target, name) in [("server.key", "key.journal"), ("../outside.txt", "linked.txt")] {
        std::os::unix::fs::symlink(target, root.join(name)).unwrap();
    }
    let server = Server::start(&[root.to_str().unwrap()]);
    let mut page = server.page();
    let opened = page.ask("open", json!({"path": "f5.txt"}));
    assert_eq!((&opened["game"], &opened["games"][0]["moves"]), (&json!("othello"), &json!(["f5", "d6"])));
    for name in ["server.key", ".secret.txt", "key.journal", "linked.txt", "../outside.txt", "./f5.txt"] {
        for request in ["open", "watch"] {
            let text = page.refused(request, json!({"path": name}));
            assert!(text.starts_with("There is no file"), "{request} {name}: {text}");
        }
        assert!(server.get(&format!("/files/{name}{}", server.query)).starts_with("HTTP/1.1 404"), "{name}");
    }
    assert_eq!(page.ask("files", json!({}))["files"].as_array().unwrap().len(), 1);
}

/// Other users can read the command lines of all programs.
#[cfg(target_os = "linux")]
#[test]
fn the_browser_is_given_the_token_by_a_file_that_only_the_user_can_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (browser, named) = (folder.path().join("xdg-open"), folder.path().join("named"));
    let script = "#!/bin/sh\necho \"$@\" > \"$HOME/part\" && mv \"$HOME/part\" \"$HOME/named\"\n";
    std::fs::write(&browser, script).unwrap();
    std::fs::set_permissions(&browser, PermissionsExt::from_mode(0o700)).unwrap();
    let mut command = tool(&["serve", "--port", "0", "--hash", "1M", "--open"]);
    command.env("HOME", folder.path()).env("PATH", format!("{}:/usr/bin:/bin", folder.path().display()));
    let mut server = Server::of(command);
    while !named.exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let argument = std::fs::read_to_string(named).unwrap();
    assert!(!argument.contains("token"), "{argument}");
    let page = Path::new(argument.trim());
    assert_eq!(std::fs::metadata(page).unwrap().permissions().mode() & 0o077, 0);
    let address = format!("http://{}/{}", server.address, server.query);
    assert!(std::fs::read_to_string(page).unwrap().contains(&address));
    signals::interrupt(&server.child);
    server.child.wait().unwrap();
    assert!(!page.exists());
}
