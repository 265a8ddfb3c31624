//! Conversations in xboard's protocol.

use fastrand::Rng;
use xiangqi::{Color, Position};

use super::conversation::{Due, ExpectedReply, Script, expected};
use super::uci::position;

/// Openings, from which no game ends within some moves.
const POSITIONS: [&str; 2] =
    [xiangqi::fen::START, "rnb1kabr1/4a4/1c3cn2/p1p1p1p1p/1C7/9/P1P1P1P1P/RCN1B4/9/2BAKA1NR b - - 9 5"];

/// The commands of a session.
pub fn script(random: Rng) -> Script {
    let mut builder = ScriptBuilder {
        random,
        script: Script::new(kind),
        known: vec![position(POSITIONS[0])],
        mine: None,
        state: State::Idle,
        analyses: false,
        is_refused: false,
        moves: 0,
        pings: 0,
    };
    for line in ["xboard", "protover 2", "memory 1", "new"] {
        builder.script.send(line);
    }
    builder.mine = Some(Color::Black);
    for _ in 0..builder.random.usize(4..14) {
        builder.step();
    }
    if builder.state != State::Idle || builder.random.bool() {
        builder.force();
        builder.script.send("quit");
        builder.script.is_closed = false;
    }
    builder.script
}

fn kind(line: &str) -> Option<&'static str> {
    match line.split(' ').next() {
        Some("move" | "pong") => Some("answer"),
        Some("Hint:") => Some("hint"),
        Some("stat01:") => Some("status"),
        _ => None,
    }
}

/// What the engine may be doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Nothing.
    Idle,
    /// Looking for a move, which takes hours or a moment.
    Thinking { is_long: bool },
    /// Looking for a hint.
    Hinting,
}

struct ScriptBuilder {
    random: Rng,
    script: Script,
    /// The positions of the game; none if the engine has chosen a move.
    known: Vec<Position>,
    mine: Option<Color>,
    state: State,
    analyses: bool,
    is_refused: bool,
    /// How many moves the engine may have made since the last set-up.
    moves: usize,
    pings: usize,
}

impl ScriptBuilder {
    fn step(&mut self) {
        match self.random.u8(..100) {
            0..20 => self.go(),
            20..30 => self.move_now(),
            30..42 => self.ping(),
            42..48 => self.force(),
            48..60 => self.user_move(),
            60..65 => self.take_back(),
            65..71 => self.analyze(),
            71..74 => self.exit(),
            74..80 => self.hint(),
            80..84 => self.status(),
            84..91 => self.set_up(),
            _ => {
                let lines = [
                    "post", "nopost", "easy", "hard", "time 500", "otim 500", "memory 2", "computer", "draw",
                    "st x", "sd -1",
                ];
                self.script.send(lines[self.random.usize(..lines.len())]);
            }
        }
    }

    /// The answer to the last search will not come, unless it has come already.
    fn drop_move(&mut self) {
        let answers = self.script.steps.iter_mut().flat_map(|step| &mut step.expected);
        if let Some(last) = answers.filter(|expected| expected.beginnings[0].starts_with("move")).last() {
            last.is_optional = true;
        }
        self.state = State::Idle;
    }

    fn go(&mut self) {
        if self.moves > 3 {
            return self.set_up();
        }
        let is_long = self.random.bool();
        let terms = if is_long { ["st 1000", "level 0 1000 0"] } else { ["st 0.002", "st 0.001"] };
        self.script.send(terms[usize::from(self.random.bool())]);
        self.analyses = false;
        if self.is_refused {
            self.state = State::Idle;
            return self.script.request("go", Vec::new(), Due::Earlier);
        }
        self.mine = self.known.last().map(Position::side);
        self.think("go", is_long);
    }

    /// The engine looks for a move on this line.
    fn think(&mut self, line: &str, is_long: bool) {
        self.known.clear();
        self.moves += 1;
        self.state = State::Thinking { is_long };
        let due = if is_long { Due::Earlier } else { Due::All };
        self.script.request(line, vec![expected("answer", "move #")], due);
    }

    fn move_now(&mut self) {
        self.script.request("?", Vec::new(), Due::All);
        let is_waiting = self.random.bool();
        if let Some(step) = self.script.steps.last_mut().filter(|_| is_waiting) {
            step.must_wait = true;
            self.state = State::Idle;
        } else if let State::Thinking { is_long } = &mut self.state {
            *is_long = false;
        }
    }

    fn ping(&mut self) {
        self.pings += 1;
        let pong: ExpectedReply = expected("answer", format!("pong {}$", self.pings));
        let is_long = self.state == State::Thinking { is_long: true };
        self.script.request(
            format!("ping {}", self.pings),
            vec![pong],
            if is_long { Due::Nothing } else { Due::All },
        );
        if self.state == State::Hinting {
            self.state = State::Idle;
        }
    }

    fn force(&mut self) {
        self.script.send("force");
        self.drop_move();
        self.mine = None;
        self.ping();
    }

    /// A legal move, if the position is certain.
    fn user_move(&mut self) {
        let is_free = !matches!(self.state, State::Thinking { .. });
        let Some(position) = self.known.last().filter(|_| is_free && !self.is_refused).copied() else {
            return;
        };
        let moves = position.legal_moves();
        if moves.is_empty() || self.known.len() > 6 {
            return self.set_up();
        }
        if self.random.u8(..6) == 0 {
            self.state = State::Idle;
            return self.script.request("usermove a0b9", Vec::new(), Due::All);
        }
        let mv = moves[self.random.usize(..moves.len())];
        let mut next = position;
        next.try_play(mv).unwrap();
        if next.legal_moves().is_empty() {
            return self.set_up();
        }
        if !self.analyses && self.mine == Some(next.side()) {
            self.script.send("st 0.002");
            return self.think(&format!("usermove {mv}"), false);
        }
        self.known.push(next);
        self.state = State::Idle;
        self.script.request(format!("usermove {mv}"), Vec::new(), Due::All);
    }

    fn take_back(&mut self) {
        self.script.send("undo");
        self.drop_move();
        if self.known.len() > 1 {
            self.known.pop();
        }
        self.ping();
    }

    fn analyze(&mut self) {
        self.script.send("analyze");
        self.drop_move();
        (self.analyses, self.mine) = (true, None);
        self.ping();
    }

    fn exit(&mut self) {
        self.script.send("exit");
        self.analyses = false;
    }

    fn hint(&mut self) {
        match self.state {
            // `hint` has no answer while the engine thinks, so it is sent only if that is certain.
            State::Thinking { is_long: true } => return self.script.send("hint"),
            State::Thinking { is_long: false } => return,
            State::Idle | State::Hinting => {}
        }
        let is_answered = !self.is_refused;
        let hint = is_answered.then(|| expected("hint", "Hint: #"));
        let is_due = is_answered && self.analyses;
        let due = if is_due { Due::Kind("hint") } else { Due::Earlier };
        self.script.request("hint", hint.into_iter().collect(), due);
        if is_answered && !self.analyses {
            self.state = State::Hinting;
            if self.random.u8(..4) > 0 {
                self.ping();
            }
        }
    }

    fn status(&mut self) {
        let status = self.analyses.then(|| expected("status", "stat01: "));
        self.script.request(".", status.into_iter().collect(), Due::Kind("status"));
    }

    fn set_up(&mut self) {
        self.moves = 0;
        let choice = self.random.usize(..4);
        self.is_refused = choice == 3;
        let fen = POSITIONS[choice.min(2) % 2];
        match choice {
            0 => self.script.send("new"),
            3 => self.script.send("setboard 9/9 w"),
            _ => self.script.send(format!("setboard {fen}")),
        }
        self.known = vec![position(fen)];
        if choice > 0 {
            // Otherwise it would go on for the side that it played, which may be either.
            return self.force();
        }
        self.mine = Some(Color::Black).filter(|_| !self.analyses);
        self.drop_move();
        self.ping();
    }
}
