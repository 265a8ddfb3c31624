//! The positions and the arguments of `bench`.

use game::{Limits, SearchRequest};
use protocols::words::{Word, bad_input};
use search_core::Control;
use search_core::session::SearchState;
use shuangqi_cli::BadInput;
use shuangqi_cli::sink::Sink;
use xiangqi::evaluator::Classical;
use xiangqi::position::Position;

use crate::bench;

/// Openings, middle games and endings: the start, and positions from games that were begun with four random moves and
/// played on by an engine.
const POSITIONS: [&str; 16] = [
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

/// The arguments of `bench`, in the order and with the meaning of other engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bench {
    /// The size of the table, in mebibytes.
    pub hash: usize,
    /// The depth each position is searched to.
    pub depth: u32,
}

impl Bench {
    /// The defaults.
    pub const DEFAULT: Bench = Bench { hash: 16, depth: 12 };

    /// Reads `[hash [threads [depth]]]`.
    ///
    /// # Errors
    /// What cannot be used.
    pub fn read(words: &[Word]) -> Result<Bench, BadInput> {
        let mut words = words.iter();
        let mut bench = Bench::DEFAULT;
        let mut reasons = Vec::new();
        let mut read =
            |name, most: u32| words.next()?.number(name, 1, most).map_err(|reason| reasons.push(reason)).ok();
        if let Some(hash) = read("the size of the table in MB", 32_768) {
            bench.hash = hash as usize;
        }
        read("the number of threads", 1);
        if let Some(depth) = read("the depth", 64) {
            bench.depth = depth;
        }
        reasons.extend(words.next().map(|word| word.reject("the end of the line")));
        if reasons.is_empty() {
            return Ok(bench);
        }
        Err(bad_input(
            "bench",
            reasons,
            "Send bench alone, or the size of the table, 1 and a depth, as in bench 16 1 8",
        ))
    }

    /// Searches every position, and writes the counts; `false`: stopped before the end.
    pub fn run(self, state: &mut SearchState<Position, Classical>, control: &Control, sink: &Sink) -> bool {
        let request = SearchRequest::within(Limits { depth: Some(self.depth), ..Limits::default() });
        bench::run(&POSITIONS, &request, state, control, sink)
    }
}

#[cfg(test)]
mod tests {
    use protocols::words::Words;

    use super::*;

    #[test]
    fn every_position_can_be_played_on() {
        for fen in POSITIONS {
            assert!(!Position::from_fen(fen).unwrap().legal_moves().is_empty(), "{fen}");
        }
    }

    #[test]
    fn arguments_have_places() {
        let read = |text| Bench::read(&Words::of(text).collect::<Vec<_>>());
        assert_eq!(read(""), Ok(Bench::DEFAULT));
        assert_eq!(read("64 1 5"), Ok(Bench { hash: 64, depth: 5 }));
        assert!(read("64 2 5").unwrap_err().to_string().contains("column 4"));
        assert!(read("16 1 8 default").unwrap_err().to_string().contains("the end of the line"));
    }
}
