//! The positions and the argument of `bench`.

use std::sync::Arc;

use game::{GameEngine, SearchRequest};
use othello::level::Level;
use othello::position::Position;
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::sink::Sink;
use shuangqi_cli::{BadInput, Failure};

use crate::bench;

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

/// Searches every position, and prints the counts. The one argument is the level.
///
/// # Errors
/// If the arguments cannot be used, or the output cannot be written.
pub fn run(arguments: &[String], mut engine: GameEngine<Position>) -> Result<(), Failure> {
    let request =
        SearchRequest { threads: engine.threads(), ..SearchRequest::at_level(level(arguments)?.number()) };
    let sink = Arc::new(Sink::stdout());
    let output = Arc::clone(&sink);
    let work = move |state: &mut _, _, control: &_| {
        bench::run(&POSITIONS, &request, state, control, &output);
    };
    engine
        .searches()
        .run(work)
        .map_err(|error| Failure::Internal(format!("no thread to search on: {error}")))?;
    engine.searches().wait();
    sink.failure().map_or(Ok(()), Err)
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
