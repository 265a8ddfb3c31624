//! A net in a file.
//!
//! ```text
//! shuangqi xiangqi net 1\n
//! units u16, inputs u16, outputs u16, scale u16
//! half and spread of the chances on the full board, then on the bare one: u16 each
//! the first layer, a column after the other; its bias; the second layer, for each output the weights of the side to move and
//! of the other: i16 each
//! the biases of the second layer: i32 each
//! crc32 of all bytes before
//! ```
//! Numbers are little-endian. A sum that could leave 16 bits is refused, so that no position of the search can overflow.

use std::array;
use std::fmt;
use std::sync::{Arc, LazyLock};

use search_core::{BadInput, Score};

use crate::evaluator::chances::Chances;

use super::{Column, INPUTS, Net, OUTPUTS, SECOND_LIMIT, UNITS};

/// A file that does not fit the program would be a fault of the build.
static EMBEDDED_NET: LazyLock<Arc<Net>> = LazyLock::new(|| {
    let parsed = Net::parse(include_bytes!("../../../data/evaluator.net"));
    Arc::new(parsed.unwrap_or_else(|error| panic!("the embedded net: {error}")))
});

/// The first line; the number is the version of the format.
const MAGIC: &[u8] = b"shuangqi xiangqi net 1\n";
/// The most pieces on a board.
const MAX_PIECES: i32 = 32;

/// The fault of a file that holds no net of this form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadNet {
    found: String,
    expected: String,
}

impl BadNet {
    fn new(found: impl Into<String>, expected: impl Into<String>) -> BadNet {
        BadNet { found: found.into(), expected: expected.into() }
    }
}

impl fmt::Display for BadNet {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "found {}, expected {}", self.found, self.expected)
    }
}

impl std::error::Error for BadNet {}

/// The numbers of a file, from its beginning.
struct Reader<'bytes>(&'bytes [u8]);

impl Reader<'_> {
    fn bytes<const LENGTH: usize>(&mut self) -> Result<[u8; LENGTH], BadNet> {
        let (bytes, rest) =
            self.0.split_first_chunk().ok_or_else(|| BadNet::new("the end of the file", "more weights"))?;
        self.0 = rest;
        Ok(*bytes)
    }

    fn unsigned(&mut self) -> Result<u16, BadNet> {
        self.bytes().map(u16::from_le_bytes)
    }

    /// A scale, or a number of [`Chances`]: never 0.
    fn positive(&mut self) -> Result<u16, BadNet> {
        let number = self.unsigned()?;
        if number == 0 { Err(BadNet::new("a scale of 0", "1 at least")) } else { Ok(number) }
    }

    fn chances(&mut self) -> Result<Chances, BadNet> {
        let [half, spread] = [self.positive()?, self.positive()?].map(f64::from);
        Ok(Chances::new(half, spread))
    }

    fn column(&mut self) -> Result<Column, BadNet> {
        let mut column = [0; UNITS];
        for number in &mut column {
            *number = i16::from_le_bytes(self.bytes()?);
        }
        Ok(column)
    }
}

impl Net {
    /// The net of the file `data/evaluator.net` of this package.
    pub fn shared() -> Arc<Net> {
        Arc::clone(&EMBEDDED_NET)
    }

    /// Returns whether the bytes begin as the file of a net does.
    pub fn is_net(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Reads a net.
    ///
    /// # Errors
    /// The first thing wrong with it: the version, the form, its length, weights out of range, the checksum.
    pub fn parse(bytes: &[u8]) -> Result<Net, BadNet> {
        let Some(body) = bytes.strip_prefix(MAGIC) else {
            return Err(BadNet::new("another first line", "shuangqi xiangqi net 1"));
        };
        let (body, checksum) = body.split_last_chunk::<4>().unwrap_or((body, &[0; 4]));
        let mut reader = Reader(body);
        let form = [reader.unsigned()?, reader.unsigned()?, reader.unsigned()?].map(usize::from);
        if form != [UNITS, INPUTS, OUTPUTS] {
            let text = |[units, inputs, outputs]: [usize; 3]| {
                format!("{units} units, {inputs} inputs and {outputs} outputs")
            };
            return Err(BadNet::new(text(form), text([UNITS, INPUTS, OUTPUTS])));
        }
        let scale = Score::from(reader.positive()?);
        let chances = [reader.chances()?, reader.chances()?];
        let first = (0..INPUTS).map(|_| reader.column()).collect::<Result<Vec<_>, _>>()?;
        let bias = reader.column()?;
        let mut second = [[[0; UNITS]; 2]; OUTPUTS];
        for column in second.as_flattened_mut() {
            *column = reader.column()?;
        }
        let mut second_bias = [0; OUTPUTS];
        for number in &mut second_bias {
            *number = i32::from_le_bytes(reader.bytes()?);
        }
        if !reader.0.is_empty() {
            return Err(BadNet::new(format!("{} bytes more", reader.0.len()), "the end of the file"));
        }
        if crc32fast::hash(&bytes[..bytes.len() - 4]) != u32::from_le_bytes(*checksum) {
            return Err(BadNet::new("another checksum", "a file that is as it was written"));
        }
        let net = Net { first, bias, second, second_bias, scale, chances };
        net.check()?;
        Ok(net)
    }

    /// Reads a net from the contents of a file, whose path is for messages.
    ///
    /// # Errors
    /// As [`Net::parse`].
    pub fn parse_file(path: &str, contents: &[u8]) -> Result<Net, BadInput> {
        Net::parse(contents).map_err(|BadNet { found, expected }| {
            let remedy = "Name a file that shuangqi train xiangqi --net has written, or leave the option out";
            BadInput::new("net", None, found, expected, remedy).at(path, 1)
        })
    }

    /// Sums of 16 bits, products of 16 bits, values of 32.
    fn check(&self) -> Result<(), BadNet> {
        let most = |unit: usize| {
            let largest = self.first.iter().map(|column| i32::from(column[unit]).abs()).max().unwrap_or(0);
            MAX_PIECES * largest + i32::from(self.bias[unit]).abs()
        };
        if let Some(unit) = (0..UNITS).find(|&unit| most(unit) > i32::from(i16::MAX)) {
            return Err(BadNet::new(format!("sums up to {}", most(unit)), "sums of 16 bits"));
        }
        let mut weights = self.second.iter().flatten().flatten();
        if let Some(weight) = weights.find(|weight| weight.unsigned_abs() > SECOND_LIMIT.unsigned_abs()) {
            return Err(BadNet::new(format!("the weight {weight}"), format!("weights up to {SECOND_LIMIT}")));
        }
        Ok(())
    }

    /// The file of this net.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let chances = self.chances.iter().flat_map(|chances| [chances.half(), chances.spread()]);
        let head = [UNITS, INPUTS, OUTPUTS].map(|number| number as u16).into_iter();
        let head = head.chain([self.scale as u16]).chain(chances.map(|number| number.round() as u16));
        bytes.extend(head.flat_map(u16::to_le_bytes));
        let second = self.second.as_flattened();
        let columns = self.first.iter().chain(array::from_ref(&self.bias)).chain(second);
        bytes.extend(columns.flatten().flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.second_bias.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// The checksum of its file, 8 hexadecimal digits.
    pub fn id(&self) -> String {
        let bytes = self.to_bytes();
        format!("{:08x}", crc32fast::hash(&bytes[..bytes.len() - 4]))
    }
}
