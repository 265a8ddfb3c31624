//! The names of players and tournaments, which games give by numbers.

use super::{HEADER, NAME_COUNT};

/// The bytes of a name; the last one is zero.
const PLAYER: usize = 20;
const TOURNAMENT: usize = 26;

/// A name that is not known.
const UNKNOWN: &str = "?";

/// The names that a file of games gives by numbers; none are known where a file is missing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WthorNames {
    pub(super) players: NameList<PLAYER>,
    pub(super) tournaments: NameList<TOURNAMENT>,
}

impl WthorNames {
    /// The names of `WTHOR.JOU` and of `WTHOR.TRN`, by the contents of these files.
    pub fn new(players: &[u8], tournaments: &[u8]) -> WthorNames {
        WthorNames { players: NameList::read(players), tournaments: NameList::read(tournaments) }
    }

    /// The contents of `WTHOR.JOU` and of `WTHOR.TRN`.
    pub fn files(&self) -> [Vec<u8>; 2] {
        [self.players.file(), self.tournaments.file()]
    }
}

/// Names by their numbers, each of so many bytes in a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct NameList<const LENGTH: usize>(Vec<String>);

impl<const LENGTH: usize> NameList<LENGTH> {
    fn read(contents: &[u8]) -> NameList<LENGTH> {
        NameList(contents.get(HEADER..).unwrap_or_default().chunks_exact(LENGTH).map(name).collect())
    }

    /// The name of a number; empty where it says that it is not known.
    pub fn name(&self, number: usize) -> String {
        match self.0.get(number).map(String::as_str) {
            Some(UNKNOWN) => String::new(),
            Some(name) => name.to_owned(),
            None => format!("#{number}"),
        }
    }

    /// The number of a name, which is added where it is new; `None` where there are as many as numbers.
    pub fn number(&mut self, name: &str) -> Option<u16> {
        let bytes = encoded::<LENGTH>(if name.is_empty() { UNKNOWN } else { name });
        let name = self::name(&bytes);
        let known = self.0.iter().position(|known| *known == name);
        let number = u16::try_from(known.unwrap_or(self.0.len())).ok().filter(|number| *number < u16::MAX)?;
        if known.is_none() {
            self.0.push(name);
        }
        Some(number)
    }

    fn file(&self) -> Vec<u8> {
        let mut contents = vec![0; HEADER];
        let count = u16::try_from(self.0.len()).unwrap_or(u16::MAX);
        contents[NAME_COUNT..NAME_COUNT + 2].copy_from_slice(&count.to_le_bytes());
        contents.extend(self.0.iter().flat_map(|name| encoded::<LENGTH>(name)));
        contents
    }
}

/// Returns whether a player's name is stored as it is.
pub(super) fn holds_player(name: &str) -> bool {
    self::name(&encoded::<PLAYER>(name)) == name
}

/// Returns whether a tournament's name is stored as it is.
pub(super) fn holds_tournament(name: &str) -> bool {
    self::name(&encoded::<TOURNAMENT>(name)) == name
}

/// A name of Latin letters, filled up with zeros.
fn name(record: &[u8]) -> String {
    let end = record.iter().position(|byte| *byte == 0).unwrap_or(record.len());
    encoding_rs::mem::decode_latin1(&record[..end]).trim().to_owned()
}

/// A name as files have it, cut where it is too long; other letters than Latin ones become question marks.
fn encoded<const LENGTH: usize>(name: &str) -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    let letters = name.trim().chars().map(|letter| u8::try_from(letter).unwrap_or(b'?'));
    bytes[..LENGTH - 1].iter_mut().zip(letters).for_each(|(byte, letter)| *byte = letter);
    bytes
}
