//! UCI and UCCI, which differ in words: the steps.

mod checks;
mod session;

use protocols::uci::Dialect;

use self::checks::*;
pub use self::session::Uci;
use super::script::Do::{self, *};
use super::step_list::{Scripted, Step, extra, rule};
use super::xiangqi::{MATE_IN_ONE, MATED, MIDDLE, STALEMATED};

/// The rules of both protocols.
const PROTOCOL: &[Step<Uci>] = &[
    rule("handshake within its time", &[Test(handshake)]),
    rule("isready while idle", &[Settle, Before(10_000)]),
    rule("unknown commands and options are ignored", &[Send(&["xyzzy"]), Test(unknown_option), Settle]),
    rule("CR LF ends a line", &[Test(|_, harness| understood(harness, "isready\r"))]),
    rule("options take their own defaults", &[Test(defaults), Start, Search("go depth 1")]),
    rule("a legal move from the start", &[Test(new_game), Start, Search("go depth 3")]),
    rule("a legal move from a FEN", &[Fen(MIDDLE), Search("go depth 3")]),
    rule("a legal move after moves", &[Moves("h2e2 h9g7 h0g2"), Search("go depth 3")]),
    rule("go depth is kept", &[Start, Search("go depth 4"), Test(depth::<4>)]),
    rule("go nodes is kept", &[Start, Search("go nodes 20000"), Test(nodes::<20_000>)]),
    rule("time for one move is kept", &[Start, Test(move_time)]),
    rule("a clock is kept", &[Start, Test(clock)]),
    rule("every expected line is legal", &[Fen(MIDDLE), Search("go depth 6"), Test(lines)]),
    rule("one bestmove for each go", &[Start, Search("go depth 3"), Silence(300)]),
    rule("no move where there is none", &[Fen(MATED), Test(no_move), Fen(STALEMATED), Test(no_move)]),
    rule("isready during a search", &[Start, Test(search_on), Test(ready_searching)]),
    rule("an infinite search is stopped", &[Start, Test(search_on), Test(stopped)]),
    rule("quit during a search", &[Start, Test(search_on), Quit]),
    rule("quit while idle", &[Quit]),
];

const BLANKS: [Do<Uci>; 3] = [
    Send(&[""]),
    Test(|_, harness| understood(harness, "  isready  ")),
    Test(|_, harness| understood(harness, "\tisready\t")),
];

/// The rules of UCI alone.
const UCI: &[Step<Uci>] = &[
    rule("blanks and tabs between words", &BLANKS),
    rule(
        "several lines at once",
        &[
            Need("MultiPV"),
            Send(&["setoption name MultiPV value 3"]),
            Start,
            Search("go depth 3"),
            Send(&["setoption name MultiPV value 1"]),
            Test(several::<3>),
            Test(lines),
        ],
    ),
    rule("searchmoves are obeyed", &[Start, Search("go depth 3 searchmoves a0a1"), Test(only_move)]),
];

/// The rules of UCCI alone.
const UCCI: &[Step<Uci>] = &[rule("banmoves are obeyed", &[Start, Search("go depth 3"), Test(ban_moves)])];

/// More than either demands.
const ROBUSTNESS: &[Step<Uci>] = &[
    // Whatever it makes of a broken "go", the search must end.
    extra(
        "broken commands do no harm",
        &[
            Send(&["position", "stop", "go depth x", "stop", "setoption", "stop", "setoption name", "stop"]),
            Settle,
        ],
    ),
    extra("a move in a millisecond", &[Start, Test(millisecond)]),
    extra("bestmove begins the last line", &[Fen(MIDDLE), Search("go depth 5"), Test(best_is_first)]),
    extra("nothing comes after bestmove", &[Start, Search("go depth 3"), Test(nothing_after)]),
    extra(
        "the same search twice",
        &[Twice(&[Test(new_game), Start, Search("go depth 6"), Test(node_count)])],
    ),
    extra("a mate is found and named", &[Fen(MATE_IN_ONE), Search("go depth 4"), Test(mates)]),
    extra("a move after a long game", &[Test(long), Search("go depth 3")]),
    // UCCI lets an idle engine answer "nobestmove".
    extra("stop without a search", &[Send(&["stop", "stop", "ponderhit"]), Test(no_move_written), Settle]),
    extra("an invalid position", &[Refuse(&NONSENSE)]),
    extra("a game with an illegal move", &[Refuse(&["position startpos moves h2e2 a0a9"])]),
];

/// Demanded by UCI, but not by UCCI.
const UCCI_ROBUSTNESS: &[Step<Uci>] = &[extra("blanks and tabs between words", &BLANKS)];

const NONSENSE: [&str; 3] = [
    "position fen rnbakabnr/9/9 w",
    "position fen 9/9/9/9/9/9/9/9/9/9 w - - 0 1",
    "position fen hello w - - 0 1",
];

impl Scripted for Uci {
    fn steps(&self) -> Vec<&'static Step<Uci>> {
        match self.dialect {
            Dialect::Uci => [PROTOCOL, UCI, ROBUSTNESS, &Step::ENDINGS].into_iter().flatten().collect(),
            Dialect::Ucci => {
                [PROTOCOL, UCCI, ROBUSTNESS, &Step::ENDINGS, UCCI_ROBUSTNESS].into_iter().flatten().collect()
            }
        }
    }
}
