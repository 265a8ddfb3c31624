//! Conversations in the Go Text Protocol.

use fastrand::Rng;

use super::script::{Due, ExpectedReply, Script};

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
pub fn script(mut random: Rng) -> Script {
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
