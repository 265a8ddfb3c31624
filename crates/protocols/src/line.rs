//! The table of a protocol's lines, from which they are both read and written.

use std::fmt;

use search_core::bad_input::BadInput;

use crate::words::{Word, Words};

/// The part of a line behind the words that name it.
pub trait Arguments: Sized {
    /// Reads the rest of a line.
    ///
    /// # Errors
    /// What cannot be used, with a remedy.
    fn read(words: Words<'_>) -> Result<Self, BadInput>;

    /// Writes them with the blank before them; nothing if there are none.
    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Any value that is read as it was written.
    #[cfg(test)]
    fn any() -> proptest::strategy::BoxedStrategy<Self>;
}

/// The text to the end of the line.
impl Arguments for String {
    fn read(mut words: Words<'_>) -> Result<String, BadInput> {
        Ok(words.rest().text)
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() { Ok(()) } else { write!(out, " {self}") }
    }

    #[cfg(test)]
    fn any() -> proptest::strategy::BoxedStrategy<String> {
        tests::text()
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

    #[cfg(test)]
    fn any() -> proptest::strategy::BoxedStrategy<Word> {
        tests::word()
    }
}

impl Arguments for Vec<Word> {
    fn read(words: Words<'_>) -> Result<Vec<Word>, BadInput> {
        Ok(words.collect())
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|word| word.write(out))
    }

    #[cfg(test)]
    fn any() -> proptest::strategy::BoxedStrategy<Vec<Word>> {
        tests::many(tests::word())
    }
}

/// Defines an enum of lines by rows of the words that begin a line, its name, and the type of its arguments. The first row
/// that fits is read; of several beginnings the first is written. A line that fits no row is of the kind `_`, or an error
/// that the function behind the enum's name returns.
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
            $( $(#[$doc])* $line $(($arguments))?, )*
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

        #[cfg(test)]
        impl $name {
            /// Any line but those of the kind `_`.
            pub fn any() -> impl proptest::strategy::Strategy<Value = $name> {
                use proptest::strategy::{Just, Strategy, Union};
                let _ = Just(());
                Union::new([$( $crate::line::lines!(@any $name $line $($arguments)?).boxed() ),*])
            }
        }
    };
    (@read $name:ident $line:ident $rest:ident) => { Ok($name::$line) };
    (@read $name:ident $line:ident $rest:ident $arguments:ty) => {
        <$arguments as $crate::line::Arguments>::read($rest).map($name::$line)
    };
    (@bind $binding:ident $arguments:ty) => { $binding };
    (@any $name:ident $line:ident) => { Just($name::$line) };
    (@any $name:ident $line:ident $arguments:ty) => {
        <$arguments as $crate::line::Arguments>::any().prop_map($name::$line)
    };
}
pub(crate) use lines;

#[cfg(test)]
pub mod tests {
    //! Strategies for parts of lines, and the test of every table.

    use std::fmt::{Debug, Display};
    use std::str::FromStr;
    use std::time::Duration;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use crate::words::Word;

    /// A text with blanks inside.
    pub fn text() -> BoxedStrategy<String> {
        "[!-~]([ -~]{0,20}[!-~])?".boxed()
    }

    /// A name with blanks inside, and none of the words of a protocol.
    pub fn name() -> BoxedStrategy<String> {
        "[A-Z][a-z]{0,8}( [A-Z][a-z]{0,8})?".boxed()
    }

    /// A word as moves are written.
    pub fn word() -> BoxedStrategy<Word> {
        "[a-i][0-9][a-i][0-9]".prop_map(Word::from).boxed()
    }

    pub fn many<T: Debug + Clone + 'static>(one: BoxedStrategy<T>) -> BoxedStrategy<Vec<T>> {
        vec(one, 0..4).boxed()
    }

    pub fn maybe<T: Debug + Clone + 'static>(
        one: impl Strategy<Value = T> + 'static,
    ) -> BoxedStrategy<Option<T>> {
        proptest::option::of(one).boxed()
    }

    /// A time in whole milliseconds, of at most a day.
    pub fn time() -> BoxedStrategy<Duration> {
        (0_u64..86_400_000).prop_map(Duration::from_millis).boxed()
    }

    /// What was written is read as the same.
    pub fn reads_back<T: FromStr + Display + PartialEq + Debug>(value: &T)
    where
        T::Err: Debug,
    {
        let line = value.to_string();
        let read = line.parse::<T>();
        assert!(matches!(&read, Ok(read) if read == value), "{value:?} as {line:?} is {read:?}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn every_line_is_read_as_it_was_written(
            uci in crate::uci::Command::any(),
            uci_reply in crate::uci::Reply::any(),
            xboard in crate::xboard::Command::any(),
            xboard_reply in crate::xboard::Reply::any(),
            gtp in crate::gtp::Command::any(),
            nboard in crate::nboard::Command::any(),
            nboard_reply in crate::nboard::Reply::any(),
        ) {
            reads_back(&uci);
            reads_back(&uci_reply);
            reads_back(&xboard);
            reads_back(&xboard_reply);
            reads_back(&gtp);
            reads_back(&nboard);
            reads_back(&nboard_reply);
        }
    }
}
