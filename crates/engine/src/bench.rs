//! A fixed amount of work: the node count distinguishes builds, the time machines.

use std::io::{self, Write as _};

use game::{EngineState, Game, GameEngine, GameSession, SearchRequest};
use search_core::Control;
use shuangqi_cli::units::per_second;

/// From games between a player that leaves few replies and a random one, after every fourth ply: openings, middle
/// games, and endings that are solved.
pub const OTHELLO: [&str; 21] = [
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

/// Openings, middle games and endings: the start, and positions from games that were begun with four random moves and
/// played on by an engine.
pub const XIANGQI: [&str; 16] = [
    xiangqi::fen::START,
    "r1bakabr1/9/2n4cn/p1p1p1p1p/1c7/1C7/P1P1P1P1P/3C2N2/4K4/RNBA1ABR1 b - - 9 5",
    "rn1akabnr/1C7/4b4/p1p1p1p1p/9/6P2/P1P1P2cP/7C1/9/1RBAKABNR b - - 4 5",
    "rnb1kabr1/4a4/1c3cn2/p1p1p1p1p/1C7/9/P1P1P1P1P/RCN1B4/9/2BAKA1NR b - - 9 5",
    "r1b1kab2/4a3r/2n4cn/p1p1p4/8R/6P1C/P1PcP3P/N2C2N2/9/R1BAKAB2 w - - 5 15",
    "2r1kab2/2Cna4/4b1n2/p2CpRp1p/2p6/6P1P/P1P1r4/6c1N/4A4/1RB1KAB2 w - - 0 15",
    "1rb1ka3/4a4/2n1b1n2/1Cp1p1p1p/p2N2r2/2P6/P3P3P/1Rc1B4/9/2BAKAR2 w - - 0 15",
    "2bak4/1r2a4/2n1brn2/p3p4/2p3p1p/P8/2P1P1P2/3R2N2/1c1C5/1NBAKAB1R w - - 0 15",
    "2b2kb1r/4acR2/5c3/pr2p4/2p5p/P8/2P1P1P1P/4B1N2/3N5/3AKAB1R w - - 3 15",
    "2b1kab2/4a3r/3r5/4p4/2p3PR1/p2c5/2P1P3P/4B1N2/2N1A4/R1B1KA3 w - - 0 25",
    "2C1kab2/3Ca4/1R2bnn2/4p3p/p1p3p2/6P1P/P1P3r2/9/4A4/2B1KAB2 w - - 9 25",
    "2bakr3/4a4/4b4/p3p4/5np2/2r2n3/4P1P2/N2CB1N1R/c3A4/4KAB2 w - - 0 25",
    "4k1b1r/5c3/3cba3/p3pR3/3r4p/P1B1P1P2/4N3P/9/3N1R3/3AKAB2 w - - 17 25",
    "2b1ka3/4a4/4br3/4p1PP1/3r1c1R1/2B2R3/3NP4/4B1N2/9/3AKA3 w - - 5 39",
    "6b2/4k4/4b4/p4c3/4p4/r4NP1P/9/6N2/4A4/4KAB2 w - - 10 39",
    "2b1kab2/4an3/9/4P4/8p/P5BC1/8P/5A3/4AK3/2B6 w - - 31 56",
];

/// Searches every position with an empty table, and writes the counts; `false`: stopped before the end.
pub fn run<G: Game>(
    positions: &[&str],
    request: &SearchRequest,
    state: &mut EngineState<G>,
    control: &Control,
    write: &dyn Fn(String),
) -> bool {
    let mut nodes = 0;
    for (index, text) in positions.iter().enumerate() {
        let Ok(position) = G::parse_board(text) else { continue };
        state.clear();
        let job = GameEngine::job(&GameSession::new(position, G::Rules::default()), request);
        let outcome = state.think(G::PLAY, &job, control, |_| {});
        if control.is_stopped() {
            return false;
        }
        let Some(best) = outcome.best else { continue };
        let (score, spent) = (outcome.score, outcome.counters.visits);
        write(format!("{}/{}: {best} {score} {spent}", index + 1, positions.len()));
        nodes += spent;
    }
    let elapsed = control.elapsed();
    let (total, speed) = (elapsed.as_millis(), per_second(nodes, elapsed));
    // Testing frameworks look for these words, some on stdout, some on stderr. In one piece: `eprintln` would write it in several, and in a
    // pipe that takes both the line before, which another thread writes, could come between them.
    let summary =
        format!("Total time (ms) : {total}\nNodes searched  : {nodes}\nNodes/second    : {speed}\n");
    let _ = io::stderr().write_all(summary.as_bytes());
    write(format!("{nodes} nodes {speed} nps"));
    true
}

#[cfg(test)]
mod tests {
    use search_core::Position as _;

    use super::*;

    #[test]
    fn every_position_can_be_played_on() {
        let has_move = |position: u64| assert_ne!(position, 0);
        XIANGQI.iter().for_each(|fen| has_move(xiangqi::Position::parse_board(fen).unwrap().count_moves()));
        OTHELLO
            .iter()
            .for_each(|board| has_move(othello::Position::parse_board(board).unwrap().count_moves()));
    }
}
