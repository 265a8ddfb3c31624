//! Conversations in the Go Text Protocol and in NBoard's protocol.

use fastrand::Rng;
use othello::position::Move;
use othello::{Position, Square};
use search_core::Position as _;

use super::conversation::{Due, ExpectedReply, Script, expected};

/// The commands that a controller may send; the searches are small, as nothing can end one early.
const COMMANDS: [&str; 36] = [
    "protocol_version",
    "name",
    "version",
    "known_command genmove",
    "list_commands",
    "boardsize 8",
    "boardsize 9",
    "clear_board",
    "komi 0",
    "play b f5",
    "play w d6",
    "play b d3",
    "play w pass",
    "play b a1",
    "genmove b",
    "genmove w",
    "genmove b",
    "genmove w",
    "reg_genmove b",
    "undo",
    "showboard",
    "final_score",
    "time_settings 0 0 0",
    "time_settings 0.1 0.01 0",
    "time_settings 0 0.2 1",
    "time_left b 0.1 0",
    "time_left w -5 0",
    "time_settings x 0 0",
    "set_game Othello",
    "list_games",
    "set_level 1",
    "set_level 3",
    "gogui-rules_board",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "hello there",
];

/// The commands of a session.
pub fn gtp_script(mut random: Rng) -> Script {
    let mut script = Script::new(|line| line.starts_with(['=', '?']).then_some("reply"));
    request(&mut script, 0, "set_level 2");
    let count = random.usize(5..20);
    for id in 1..count {
        if random.u8(..10) == 0 {
            script.send(["", "# a remark"][random.usize(..2)]);
        }
        request(&mut script, id, COMMANDS[random.usize(..COMMANDS.len())]);
    }
    if random.bool() {
        request(&mut script, count, "quit");
        script.is_closed = false;
    }
    script
}

fn request(script: &mut Script, id: usize, command: &str) {
    let beginnings =
        ["=", "?"].iter().flat_map(|sign| [format!("{sign}{id}$"), format!("{sign}{id} ")]).collect();
    let reply = ExpectedReply { kind: "reply", beginnings, is_optional: false };
    script.request(format!("{id} {command}"), vec![reply], Due::All);
}

/// The commands of a session.
pub fn nboard_script(random: Rng) -> Script {
    let mut builder = ScriptBuilder {
        random,
        script: Script::new(kind),
        position: Position::START,
        is_refused: false,
        is_deep: false,
        is_long: false,
        pings: 0,
    };
    builder.script.send("nboard 2");
    builder.set_depth();
    for _ in 0..builder.random.usize(4..14) {
        builder.step();
    }
    if builder.is_long || builder.random.bool() {
        builder.script.is_closed = false;
        builder.script.request("quit", Vec::new(), Due::Nothing);
    }
    builder.script
}

fn kind(line: &str) -> Option<&'static str> {
    let is_answer =
        line == "status" || ["=== ", "pong ", "status no game"].iter().any(|word| line.starts_with(word));
    match line {
        "learned" => Some("learned"),
        _ => is_answer.then_some("answer"),
    }
}

struct ScriptBuilder {
    random: Rng,
    script: Script,
    position: Position,
    is_refused: bool,
    /// Whether the depth is out of reach.
    is_deep: bool,
    /// Whether a search may be running that takes hours.
    is_long: bool,
    pings: usize,
}

impl ScriptBuilder {
    fn step(&mut self) {
        match self.random.u8(..100) {
            0..25 => self.search("go"),
            25..33 => self.search("hint 1"),
            33..40 => self.search("hint 4"),
            40..57 => self.ping(),
            57..70 => self.play(),
            70..76 => self.set_game(),
            76..86 => self.set_depth(),
            86..92 => self.analyze(),
            92..96 => {
                self.script.request("learn", vec![expected("learned", "learned$")], Due::Kind("learned"))
            }
            _ => {
                self.script.send(["set contempt 5", "hello", "hint x", "set depth x"][self.random.usize(..4)])
            }
        }
    }

    fn set_depth(&mut self) {
        self.is_deep = self.random.bool();
        self.script.send(if self.is_deep { "set depth 60" } else { "set depth 2" });
    }

    fn search(&mut self, line: &str) {
        let expected = match (self.is_refused, line) {
            (true, _) => vec![expected("answer", "status no game")],
            (false, "go") => vec![expected("answer", "=== "), expected("answer", "status$")],
            (false, _) => vec![expected("answer", "status$")],
        };
        self.is_long = self.is_deep && !self.is_refused;
        self.script.request(line, expected, if self.is_long { Due::Earlier } else { Due::All });
    }

    fn analyze(&mut self) {
        let refusal = self.is_refused.then(|| expected("answer", "status no game"));
        self.is_long = self.is_deep && !self.is_refused;
        self.script.request("analyze", refusal.into_iter().collect(), Due::Earlier);
    }

    fn ping(&mut self) {
        self.pings += 1;
        self.is_long = false;
        let pong: ExpectedReply = expected("answer", format!("pong {}$", self.pings));
        self.script.request(format!("ping {}", self.pings), vec![pong], Due::All);
    }

    fn play(&mut self) {
        self.is_long = false;
        if self.random.u8(..8) == 0 {
            self.is_refused = true;
            return self.script.request("move D4", Vec::new(), Due::All);
        }
        let mv = self.choose();
        if let Some(mv) = mv {
            self.position.play(mv);
            self.script.request(
                format!("move {}/0.5/1", mv.to_string().to_ascii_uppercase()),
                Vec::new(),
                Due::All,
            );
        }
    }

    fn choose(&mut self) -> Option<Move> {
        if self.position.board.must_pass() {
            return Some(Move::PASS);
        }
        let moves: Vec<Square> = self.position.board.legal_moves().into_iter().collect();
        (!moves.is_empty()).then(|| Move::new(moves[self.random.usize(..moves.len())]))
    }

    fn set_game(&mut self) {
        self.is_long = false;
        self.is_refused = self.random.u8(..4) == 0;
        self.position = Position::START;
        if self.is_refused {
            return self.script.send("set game (;GM[Othello]B[a1];)");
        }
        let mut line = String::from("set game (;GM[Othello]");
        for _ in 0..self.random.usize(..58) {
            let side = if self.position.side == othello::Side::Black { 'B' } else { 'W' };
            let Some(mv) = self.choose() else { break };
            self.position.play(mv);
            line = format!("{line}{side}[{}]", mv.to_string().to_ascii_uppercase());
        }
        self.script.request(format!("{line};)"), Vec::new(), Due::All);
    }
}
