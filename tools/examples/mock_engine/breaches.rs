//! The rules of a protocol that an engine can break while it keeps all others.

use clap::ValueEnum;

/// A rule that is broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Breach {
    /// GTP: another version than 2
    WrongVersion,
    /// GTP: list_commands leaves genmove out
    Unlisted,
    /// GTP: known_command is true for every name
    Untrue,
    /// GTP: unknown commands succeed
    UnknownAccepted,
    /// GTP: responses to requests without a number have the last one
    StaleNumber,
    /// GTP: a blank stands before the number
    SpacedNumber,
    /// GTP: responses have no number
    LostNumber,
    /// GTP: comments are read as arguments
    RemarkRead,
    /// GTP: empty lines are answered
    BlankAnswered,
    /// GTP: every size of board is accepted
    AnySize,
    /// GTP: capital letters are not read
    SmallLetters,
    /// GTP: reg_genmove plays its move
    RegPlays,
    /// GTP: illegal moves succeed, and are not played
    IllegalAccepted,
    /// GTP: final_score is that of the other side
    WrongScore,
    /// GTP: showboard shows nothing
    NoBoard,
    /// GTP: quit is not answered
    SilentQuit,
    /// GTP: a pass succeeds where there are moves, and is not played
    PassAccepted,
    /// GTP: lines without their arguments succeed
    BrokenAccepted,
    /// It ends with status 3 after quit
    QuitStatus,
    /// UCI: no name is given
    Unnamed,
    /// UCI, UCCI, xboard, NBoard: an unknown command ends the engine
    UnknownFatal,
    /// UCI: a line that begins with a blank is ignored
    LeadingBlank,
    /// UCI: the search goes one ply deeper than the limit
    Deeper,
    /// UCI: the search visits twice the positions of the limit
    MoreNodes,
    /// UCI: every move is given twice
    SecondMove,
    /// UCI: the expected line goes on with an illegal move
    IllegalLine,
    /// UCI, UCCI: a mated side moves
    MatedMove,
    /// UCI: searchmoves are ignored
    SearchMovesIgnored,
    /// UCCI: banmoves are ignored
    BanMovesIgnored,
    /// UCCI: only "go infinite" searches until stop; "go depth infinite" ends at once
    GoInfiniteOnly,
    /// UCCI: only "go depth infinite" searches until stop; "go infinite" is ignored
    DepthInfiniteOnly,
    /// xboard: an illegal move is called an unknown command
    IllegalUnnamed,
    /// NBoard: the name is given with the depth only, which the protocol allows
    NameWithDepth,
}
