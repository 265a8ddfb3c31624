//! Conversations in UCI and UCCI.

use fastrand::Rng;
use xiangqi::{Move, Position};

use super::conversation::{Due, ExpectedReply, Script, expected};

/// The start, an ending, a mate, and a middle game.
const POSITIONS: [&str; 4] = [
    xiangqi::fen::START,
    "2b1kab2/4an3/9/4P4/8p/P5BC1/8P/5A3/4AK3/2B6 w - - 31 56",
    "1R1k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1",
    "1rb1ka3/4a4/2n1b1n2/1Cp1p1p1p/p2N2r2/2P6/P3P3P/1Rc1B4/9/2BAKAR2 w - - 0 15",
];

const OPTIONS: [&str; 11] = [
    "name Hash value 1",
    "name Hash value 4",
    "name Clear Hash",
    "name MultiPV value 3",
    "name MultiPV value 1",
    "name Ponder value true",
    "name Threads value 1",
    "name Move Overhead value 0",
    "name Repetition Rule value pikafish",
    "name Move Limit value 20",
    "name UCI_AnalyseMode value true",
];

const UCCI_OPTIONS: [&str; 6] =
    ["hashsize 1", "hashsize 4", "newgame", "ponder true", "promotion false", "debug true"];

/// A conversation in UCI.
pub fn script(random: Rng) -> Script {
    ScriptBuilder::new(random, false).finish()
}

/// A conversation in UCCI.
pub fn ucci_script(random: Rng) -> Script {
    ScriptBuilder::new(random, true).finish()
}

fn kind(line: &str) -> Option<&'static str> {
    let is_search =
        ["bestmove", "nobestmove", "Nodes searched:", "info string stopped", "info message stopped"];
    match line {
        "readyok" => Some("ready"),
        "uciok" | "ucciok" => Some("introduction"),
        "bye" => Some("bye"),
        _ if is_search.iter().any(|beginning| line.starts_with(beginning)) => Some("search"),
        _ if line.ends_with(" nps") && !line.starts_with("info") => Some("search"),
        _ => None,
    }
}

struct ScriptBuilder {
    random: Rng,
    is_ucci: bool,
    script: Script,
    moves: Vec<Move>,
    is_refused: bool,
    /// Whether a search may be running that is bounded, but takes hours.
    is_long: bool,
}

impl ScriptBuilder {
    fn new(random: Rng, is_ucci: bool) -> ScriptBuilder {
        let moves = position(POSITIONS[0]).legal_moves();
        let mut builder = ScriptBuilder {
            random,
            is_ucci,
            script: Script::new(kind),
            moves,
            is_refused: false,
            is_long: false,
        };
        builder.introduce();
        builder.script.send(if is_ucci { "setoption usemillisec true" } else { "ucinewgame" });
        let hash = if is_ucci { "setoption hashsize 1" } else { "setoption name Hash value 1" };
        builder.script.send(hash);
        builder
    }

    fn finish(mut self) -> Script {
        for _ in 0..self.random.usize(4..14) {
            self.step();
        }
        if self.is_long || self.random.bool() {
            self.script.is_closed = false;
            let bye = if self.is_ucci { vec![expected("bye", "bye$")] } else { Vec::new() };
            self.script.request("quit", bye, Due::Nothing);
        }
        self.script
    }

    fn step(&mut self) {
        match self.random.u8(..100) {
            0..38 => self.go(),
            38..50 => self.stop(),
            50..62 => self.script.request("isready", vec![expected("ready", "readyok$")], Due::Kind("ready")),
            62..76 => self.place(),
            76..84 => self.set_option(),
            84..89 => self.script.send("ponderhit"),
            89..92 => self.count("bench 1 1 1", ""),
            92..94 => self.introduce(),
            94..96 if !self.is_ucci => self.script.send("ucinewgame"),
            _ => {
                let line = ["d", "eval", "help", "", "# a remark", "hello", "debug on"];
                self.script.send(line[self.random.usize(..line.len())]);
            }
        }
    }

    fn introduce(&mut self) {
        let (line, end) = if self.is_ucci { ("ucci", "ucciok$") } else { ("uci", "uciok$") };
        self.script.request(line, vec![expected("introduction", end)], Due::Kind("introduction"));
        if self.is_ucci {
            // The greeting sets the unit of time anew.
            self.script.send("setoption usemillisec true");
        }
    }

    fn set_option(&mut self) {
        let options: &[&str] = if self.is_ucci { &UCCI_OPTIONS } else { &OPTIONS };
        let option = options[self.random.usize(..options.len())];
        self.script.send(format!("setoption {option}"));
    }

    fn place(&mut self) {
        self.is_refused = self.random.u8(..4) == 0;
        if self.is_refused {
            return self.script.send("position fen 9/9 w");
        }
        let fen = POSITIONS[self.random.usize(..POSITIONS.len())];
        let mut position = position(fen);
        let mut line = format!("position fen {fen} moves");
        for _ in 0..self.random.usize(..5) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[self.random.usize(..moves.len())];
            position.try_play(mv).unwrap();
            line = format!("{line} {mv}");
        }
        self.moves = position.legal_moves();
        self.script.send(line);
    }

    fn stop(&mut self) {
        // A count without a later `stop` is finished; with one, it may or may not be.
        for expected in self.script.steps.iter_mut().flat_map(|step| &mut step.expected) {
            if expected.kind == "search" && !expected.beginnings[0].contains("bestmove") {
                let stopped = if self.is_ucci { "info message stopped" } else { "info string stopped" };
                expected.beginnings.push(stopped.to_owned());
            }
        }
        self.is_long = false;
        self.script.request("stop", Vec::new(), Due::All);
    }

    fn go(&mut self) {
        if !self.is_ucci && self.random.u8(..6) == 0 {
            let depth = self.random.usize(1..4);
            let is_start = self.script.steps.iter().all(|step| !step.line.starts_with("position"));
            let total = ["44", "1920", "79666"][depth - 1];
            let total = if is_start { total } else { "" };
            return self.count(&format!("go perft {depth}"), total);
        }
        let (terms, is_short, is_long) = self.terms();
        let mut line = format!("go {terms}");
        let mut answer = self.answer(terms);
        if !self.is_ucci && !self.moves.is_empty() && !self.is_refused && self.random.bool() {
            let mv = self.moves[self.random.usize(..self.moves.len())];
            line = format!("{line} searchmoves {mv}");
            answer = expected("search", format!("bestmove {mv}"));
        }
        self.is_long = is_long;
        self.script.request(line, vec![answer], if is_short { Due::All } else { Due::Earlier });
    }

    fn answer(&self, terms: &str) -> ExpectedReply {
        let has_move = !self.is_refused && !self.moves.is_empty() && terms != "depth 0";
        expected(
            "search",
            match (has_move, self.is_ucci) {
                (true, _) => "bestmove #",
                (false, false) => "bestmove (none)$",
                (false, true) => "nobestmove$",
            },
        )
    }

    /// Limits, whether they are reached at once, and whether they are reached in hours only.
    fn terms(&mut self) -> (&'static str, bool, bool) {
        const UCI: [(&str, bool, bool); 18] = [
            ("depth 1", true, false),
            ("depth 3", true, false),
            ("nodes 500", true, false),
            ("mate 1", true, false),
            ("mate 100", false, true),
            ("movetime 3", true, false),
            ("wtime 200 btime 200", true, false),
            ("depth x", false, false),
            ("depth 1 banana", true, false),
            ("wtime -5 btime -5 movestogo 0", true, false),
            ("infinite", false, false),
            ("ponder depth 2", false, false),
            ("ponder wtime 200 btime 200", false, false),
            ("ponder movetime 100000000", false, true),
            ("depth 60", false, true),
            ("nodes 100000000000", false, true),
            ("movetime 100000000", false, true),
            ("wtime 100000000 btime 100000000", false, true),
        ];
        const UCCI: [(&str, bool, bool); 13] = [
            ("depth 1", true, false),
            ("depth 3", true, false),
            ("depth 0", true, false),
            ("nodes 500", true, false),
            ("time 200 increment 0", true, false),
            ("depth x", false, false),
            ("depth 1 banana", true, false),
            ("infinite", false, false),
            ("depth infinite", false, false),
            ("ponder time 200 increment 0", false, false),
            ("depth 60", false, true),
            ("draw nodes 100000000000", false, true),
            ("time 100000000 increment 0", false, true),
        ];
        let terms: &[_] = if self.is_ucci { &UCCI } else { &UCI };
        terms[self.random.usize(..terms.len())]
    }

    /// A count; it says how many, if that is known.
    fn count(&mut self, line: &str, total: &str) {
        let answer = match (line.starts_with("go"), self.is_refused) {
            (true, true) => expected("search", "bestmove (none)$"),
            (true, false) if !total.is_empty() => expected("search", format!("Nodes searched: {total}$")),
            (true, false) => expected("search", "Nodes searched: "),
            (false, _) => ExpectedReply {
                kind: "search",
                beginnings: (1..10).map(|digit| digit.to_string()).collect(),
                is_optional: false,
            },
        };
        self.is_long = false;
        self.script.request(line, vec![answer], Due::All);
    }
}

/// The position of a FEN.
pub fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}
