//! A fixed amount of work: the node count distinguishes builds, the time machines.

use std::io::Write;
use std::time::Instant;

use shuangqi_cli::bad_input::quote;
use shuangqi_cli::{BadInput, Failure};

use super::player::Player;
use othello::level::Level;
use othello::notation::board;
use othello::plan::Limits;
use othello::position::Position;

/// From games between a player that leaves few replies and a random one, after every fourth ply: openings, middle
/// games, and endings that are solved.
const POSITIONS: [&str; 21] = [
    "---------------------X-----OXX-----OXX-----O-O-----O------------ X",
    "------------------OOO------XO-----XXO----X-X-------------------- X",
    "-----------O------OO------XOOO---XXXX-----XXX------------------- X",
    "------------------XXXX----OOOOO---XXXX-----O-------------------- X",
    "--O-O-----O-OO--XOXXO---O--XX----XXXX--------X------------------ X",
    "O--------O--X-----O-X-----OOX-----OXO-----OOOO------X------O-X-- X",
    "------------OX--XXXOX---OOOOO---XOOOOO---OX--X--O--------------- X",
    "--O-O-----XXXX----X-O------XOOOO--OOOO----OOOX------O----------- X",
    "----------O-------O-O-O---OOOO-----OOXO----OXXX---OOOX----XOXXXX X",
    "------------O--X-O-OO-OX--OOOOOX--XOXXXX--XOOO----X--O-------O-- X",
    "-----------------XOOO-O-XXXXOOOXXXOXO-O-XXXOX---XX--XX--X---X--- X",
    "---X------XXX----XXXXX-----XXO----XOXX--OOOOXX--OOOOX---O--O-X-- X",
    "-OOO----X-OX----XXXOX---XXXOXX--XXOOX---XOXO----X-OOO---X-O-OO-- X",
    "----------XX-O-X--XXX-O----XXXOO---XXOOO---XXXOO---OOOOO--OOOOXX X",
    "--X--------X-----XXXXOO-XXXXOOOO-OOOOOO---XXX-OO--XXX-OOXXXXX-O- X",
    "---XXXX------X-X-OOXXXXX--OOXXXXOOOOOXOX-O-OOOOXO-OO---X---O---- X",
    "-------O----O--O--XOOOOO-OOOOOOOOOOOOOOO-OOOOOOO---OOOXO--OXXXXO X",
    "XXXXXXX-X-XXXX--XOXXXXX--OXXOOXXOOOOOOOXOO-XXOO-O--X------------ X",
    "OOOOOOO--OXOOO-O-XOOOOOOXXXOOOOO-OOXXOO--OOOX--O-OOOXX--OO------ X",
    "OOOOOOOOXXXXXOOO--OOOOOOXOXXOOOOX--XOOOOX-XXX-OO---XXX-O---X---O O",
    "O-O-----O-OOO---OOOXXXXXOOOOOXOOOOOOOOOOOOXXXOOXOXXXXO-XXX-OXO-- X",
];

/// The default level: endings of up to 18 empties are solved exactly, of up to 23 with some certainty.
const LEVEL: u8 = 10;

/// Searches every position with an empty table, and prints the counts. The one argument is the level.
///
/// # Errors
/// If the arguments cannot be used, or the output cannot be written.
pub fn run(arguments: &[String], mut player: Player, out: &mut dyn Write) -> Result<(), Failure> {
    let level = level(arguments)?;
    let begin = Instant::now();
    let mut nodes = 0;
    for (index, text) in POSITIONS.iter().enumerate() {
        let position: Position = board::read(text)?;
        player.begin(position);
        let Some(choice) = player.choose(position.side, Limits::Level(level), 1, |_| {})? else { continue };
        let (score, spent) = (choice.outcome.score, choice.outcome.counters.visits);
        let line = format!("{}/{}: {} {score} {spent}\n", index + 1, POSITIONS.len(), choice.mv);
        out.write_all(line.as_bytes()).map_err(Failure::from_write)?;
        nodes += spent;
    }
    let elapsed = begin.elapsed().as_millis().max(1);
    let speed = u128::from(nodes) * 1000 / elapsed;
    // Testing frameworks look for these words, some on stdout, some on stderr.
    eprintln!("Total time (ms) : {elapsed}\nNodes searched  : {nodes}\nNodes/second    : {speed}");
    writeln!(out, "{nodes} nodes {speed} nps").map_err(Failure::from_write)
}

fn level(arguments: &[String]) -> Result<Level, BadInput> {
    let default = LEVEL.to_string();
    let word = arguments.first().unwrap_or(&default);
    let level = word.parse().ok().and_then(Level::new).filter(|_| arguments.len() <= 1);
    level.ok_or_else(|| {
        let expected = format!("nothing, or a level from 1 to {}", Level::MOST);
        BadInput::new(
            "bench",
            None,
            quote(&arguments.join(" ")),
            expected,
            "Run othello bench, or othello bench 8",
        )
    })
}
