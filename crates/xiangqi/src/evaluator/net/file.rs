//! A net in a file.
//!
//! ```text
//! shuangqi xiangqi net 2\n
//! units u16, inputs u16, heads u16, scale u16
//! half and spread of the chances on the full board, then on the bare one: u16 each
//! the first layer, a column after the other, and its bias: i16 each
//! for each head its second layer, a neuron after the other: the weights of the side to move and of the other; its biases; its third
//! layer and biases in the same way; the weights of its output and their bias: weights i16, biases i32 each
//! crc32 of all bytes before
//! ```
//! Numbers are little-endian. A sum that could leave 16 bits is refused, so that no position of the search can overflow.

use std::array;
use std::fmt;
use std::sync::{Arc, LazyLock};

use search_core::{BadInput, Score};

use crate::evaluator::chances::Chances;

use super::{BIAS_LIMIT, HEADS, Head, INPUTS, Net, SECOND, UNITS, WEIGHT_LIMIT};

/// A file that does not fit the program would be a fault of the build.
static EMBEDDED_NET: LazyLock<Arc<Net>> = LazyLock::new(|| {
    let parsed = Net::parse(include_bytes!("../../../data/evaluator.net"));
    Arc::new(parsed.unwrap_or_else(|error| panic!("the embedded net: {error}")))
});

/// The first line; the number is the version of the format.
const MAGIC: &[u8] = b"shuangqi xiangqi net 2\n";
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

    fn column<const LENGTH: usize>(&mut self) -> Result<[i16; LENGTH], BadNet> {
        let mut column = [0; LENGTH];
        for number in &mut column {
            *number = i16::from_le_bytes(self.bytes()?);
        }
        Ok(column)
    }

    fn columns<const LENGTH: usize, const COUNT: usize>(&mut self) -> Result<[[i16; LENGTH]; COUNT], BadNet> {
        let mut columns = [[0; LENGTH]; COUNT];
        for column in &mut columns {
            *column = self.column()?;
        }
        Ok(columns)
    }

    fn biases<const LENGTH: usize>(&mut self) -> Result<[i32; LENGTH], BadNet> {
        let mut biases = [0; LENGTH];
        for bias in &mut biases {
            *bias = i32::from_le_bytes(self.bytes()?);
        }
        Ok(biases)
    }

    fn head(&mut self) -> Result<Head, BadNet> {
        let mut second = [[[0; UNITS]; 2]; SECOND];
        for sides in &mut second {
            *sides = self.columns()?;
        }
        let second_bias = self.biases()?;
        let (third, third_bias, output) = (self.columns()?, self.biases()?, self.column()?);
        let [output_bias] = self.biases()?;
        Ok(Head { second, second_bias, third, third_bias, output, output_bias })
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
            return Err(BadNet::new("another first line", "shuangqi xiangqi net 2"));
        };
        let (body, checksum) = body.split_last_chunk::<4>().unwrap_or((body, &[0; 4]));
        let mut reader = Reader(body);
        let form = [reader.unsigned()?, reader.unsigned()?, reader.unsigned()?].map(usize::from);
        if form != [UNITS, INPUTS, HEADS] {
            let text = |[units, inputs, heads]: [usize; 3]| {
                format!("{units} units, {inputs} inputs and {heads} heads")
            };
            return Err(BadNet::new(text(form), text([UNITS, INPUTS, HEADS])));
        }
        let scale = Score::from(reader.positive()?);
        let chances = [reader.chances()?, reader.chances()?];
        let first = (0..INPUTS).map(|_| reader.column()).collect::<Result<Vec<_>, _>>()?;
        let bias = reader.column()?;
        let heads = (0..HEADS).map(|_| reader.head()).collect::<Result<Vec<_>, _>>()?;
        if !reader.0.is_empty() {
            return Err(BadNet::new(format!("{} bytes more", reader.0.len()), "the end of the file"));
        }
        if crc32fast::hash(&bytes[..bytes.len() - 4]) != u32::from_le_bytes(*checksum) {
            return Err(BadNet::new("another checksum", "a file that is as it was written"));
        }
        let net = Net { first, bias, heads, scale, chances };
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
        self.heads.iter().try_for_each(check_head)
    }

    /// The file of this net.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let chances = self.chances.iter().flat_map(|chances| [chances.half(), chances.spread()]);
        let head = [UNITS, INPUTS, HEADS].map(|number| number as u16).into_iter();
        let head = head.chain([self.scale as u16]).chain(chances.map(|number| number.round() as u16));
        bytes.extend(head.flat_map(u16::to_le_bytes));
        let columns = self.first.iter().chain(array::from_ref(&self.bias));
        bytes.extend(columns.flatten().flat_map(|number| number.to_le_bytes()));
        for Head { second, second_bias, third, third_bias, output, output_bias } in &self.heads {
            let shorts = |numbers: &[i16]| -> Vec<u8> {
                numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
            };
            let longs = |numbers: &[i32]| -> Vec<u8> {
                numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
            };
            bytes.extend(shorts(second.as_flattened().as_flattened()));
            bytes.extend(longs(second_bias));
            bytes.extend(shorts(third.as_flattened()));
            bytes.extend(longs(third_bias));
            bytes.extend(shorts(output));
            bytes.extend(longs(&[*output_bias]));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// The checksum of its file, 8 hexadecimal digits.
    pub fn id(&self) -> String {
        let bytes = self.to_bytes();
        format!("{:08x}", crc32fast::hash(&bytes[..bytes.len() - 4]))
    }
}

/// Checks that no sum of a head can leave 32 bits.
fn check_head(head: &Head) -> Result<(), BadNet> {
    let weights = head.second.as_flattened().as_flattened().iter();
    let mut weights = weights.chain(head.third.as_flattened()).chain(&head.output);
    if let Some(weight) = weights.find(|weight| weight.unsigned_abs() > WEIGHT_LIMIT.unsigned_abs()) {
        return Err(BadNet::new(format!("the weight {weight}"), format!("weights up to {WEIGHT_LIMIT}")));
    }
    let mut biases = head.second_bias.iter().chain(&head.third_bias).chain([&head.output_bias]);
    if let Some(bias) = biases.find(|bias| bias.unsigned_abs() > BIAS_LIMIT.unsigned_abs()) {
        return Err(BadNet::new(format!("the bias {bias}"), format!("biases up to {BIAS_LIMIT}")));
    }
    Ok(())
}
