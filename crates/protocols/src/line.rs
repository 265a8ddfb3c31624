//! The table of a protocol's lines, from which they are both read and written.

use std::fmt;

use search_core::bad_input::BadInput;

use crate::words::{Word, Words};

/// The part of a line behind the words that name it.
pub trait Arguments: Sized {
    /// Reads the rest of a line.
    ///
    /// # Errors
    /// The error, with a remedy.
    fn read(words: Words<'_>) -> Result<Self, BadInput>;

    /// Writes them with the blank before them; nothing if there are none.
    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// The text to the end of the line.
impl Arguments for String {
    fn read(mut words: Words<'_>) -> Result<String, BadInput> {
        Ok(words.rest().text)
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() { Ok(()) } else { write!(out, " {self}") }
    }
}

/// The next word, which may be missing: whoever uses it knows what was expected.
impl Arguments for Word {
    fn read(mut words: Words<'_>) -> Result<Word, BadInput> {
        Ok(words.word())
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.write(out)
    }
}

impl Arguments for Vec<Word> {
    fn read(words: Words<'_>) -> Result<Vec<Word>, BadInput> {
        Ok(words.collect())
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|word| word.write(out))
    }
}

/// Defines an enum of lines by rows of the words that begin a line, its name, and the type of its arguments; a row is
/// documented by its words, with more where these are not enough. The first row that fits is read; of several beginnings the
/// first is written. A line that fits no row is of the kind `_`, or an error that the function behind the enum's name returns.
macro_rules! lines {
    (
        $(#[$attribute:meta])*
        pub enum $name:ident or $unknown:ident {
            $( $(#[$doc:meta])* $first:literal $(| $alias:literal)* => $line:ident $(($arguments:ty))?, )*
            $( _ => $(#[$other_doc:meta])* $other:ident($other_arguments:ty), )?
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, PartialEq, Debug)]
        pub enum $name {
            $( $(#[$doc])* #[doc = concat!("`", $first, "`")] $line $(($arguments))?, )*
            $( $(#[$other_doc])* $other($other_arguments), )?
        }

        impl $name {
            /// The beginnings of all lines, in order.
            pub const BEGINNINGS: &'static [&'static str] = &[$($first),*];
        }

        impl std::str::FromStr for $name {
            type Err = search_core::bad_input::BadInput;

            fn from_str(line: &str) -> Result<$name, Self::Err> {
                let words = $crate::words::Words::of(line);
                $(
                    if let Some(_rest) = words.after($first)$(.or_else(|| words.after($alias)))* {
                        return $crate::line::lines!(@read $name $line _rest $($arguments)?);
                    }
                )*
                $( if words.peek().is_some() && let Ok(other) = line.parse::<$other_arguments>() {
                    return Ok($name::$other(other));
                } )?
                Err($unknown(words))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $( $name::$line $(($crate::line::lines!(@bind arguments $arguments)))? => {
                        out.write_str($first)?;
                        $( <$arguments as $crate::line::Arguments>::write(arguments, out)?; )?
                        Ok(())
                    } )*
                    $( $name::$other(other) => <$other_arguments as std::fmt::Display>::fmt(other, out), )?
                }
            }
        }
    };
    (@read $name:ident $line:ident $rest:ident) => { Ok($name::$line) };
    (@read $name:ident $line:ident $rest:ident $arguments:ty) => {
        <$arguments as $crate::line::Arguments>::read($rest).map($name::$line)
    };
    (@bind $binding:ident $arguments:ty) => { $binding };
}
pub(crate) use lines;

#[cfg(test)]
mod tests {
    use std::fmt::{Debug, Display};
    use std::str::FromStr;

    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    use crate::{gtp, nboard, uci, xboard};

    /// The continuations of a line: words of every protocol, numbers, and things that are none.
    const WORDS: &str = "h2e2,h9g7,F5,f5/1.50/0.3,PA,F5d6C3,0,1,7,60,0.5,1:30,-3,99999999999999999999,1e300,on,off,é,\
        name,value,default,min,max,var,type,fen,startpos,moves,searchmoves,depth,infinite,ponder,draw,resign,(none),\
        wtime 60000,btime 50000,winc 100,binc 0,movestogo 12,nodes 5000,mate 3,movetime 50,perft 4,time 60,increment 1,\
        opptime 5,oppincrement 2,oppmovestogo 3,score cp 20,score mate -2,score 9997,lowerbound,upperbound,seldepth 4,\
        wdl 300 400 300,nps 10,multipv 2,hashfull 7,pv h2e2 h9g7,name Move Overhead type spin default 10 min 0 max 50,\
        Style type combo default A b var A b var C,hashsize type spin min 0 max 9 default 0,b,White,black f5,40 1:30 2.5,\
        1 2 3 4 5,F5d6 -2.25 0 12,-,73%,7 0.010,myname=\"A b\",ping=1 option=\"a -spin 0 1 2\",(no piece): a0a9,: a0a9,\
        {Red mates},EvalFile=a b,Hash=64,/";

    /// Lines of a table with any arguments: what can be read is written, and read as the same.
    fn every_line_is_read_as_it_was_written<T>(beginnings: &'static [&'static str])
    where
        T: FromStr + Display + PartialEq + Debug,
        T::Err: Debug + PartialEq,
    {
        let words: Vec<&str> = WORDS.split(',').map(str::trim_start).collect();
        let strategy = (0..beginnings.len(), vec(select(words), 0..6));
        let (mut runner, mut read) = (TestRunner::deterministic(), vec![0; beginnings.len()]);
        for _ in 0..50_000 {
            let (row, words) = strategy.new_tree(&mut runner).unwrap().current();
            let line = format!("{} {}", beginnings[row], words.join(" "));
            if let Ok(value) = line.parse::<T>() {
                assert_eq!(value.to_string().parse().as_ref(), Ok(&value), "{line:?} as {value}");
                read[row] += 1;
            }
        }
        let unread: Vec<_> = beginnings.iter().zip(read).filter(|(_, count)| *count == 0).collect();
        assert!(unread.is_empty(), "{unread:?}");
    }

    #[test]
    fn every_table_reads_what_it_writes() {
        every_line_is_read_as_it_was_written::<uci::Command>(uci::Command::BEGINNINGS);
        every_line_is_read_as_it_was_written::<uci::Reply>(uci::Reply::BEGINNINGS);
        every_line_is_read_as_it_was_written::<xboard::Command>(xboard::Command::BEGINNINGS);
        every_line_is_read_as_it_was_written::<xboard::Reply>(xboard::Reply::BEGINNINGS);
        every_line_is_read_as_it_was_written::<xboard::Reply>(&["4 60 11 14538", "-1 -2 -3 -4"]);
        every_line_is_read_as_it_was_written::<gtp::Command>(gtp::Command::BEGINNINGS);
        every_line_is_read_as_it_was_written::<nboard::Command>(nboard::Command::BEGINNINGS);
        every_line_is_read_as_it_was_written::<nboard::Reply>(nboard::Reply::BEGINNINGS);
    }
}
