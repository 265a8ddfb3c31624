//! The command line of a match, in the words of cutechess and fastchess.
