//! The keys that files from version 11 on are written with.

/// The phrase that the stream of key bytes repeats.
const PHRASE: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// The keys of a file, all zero but one in a plain one.
#[derive(Clone, Copy, Debug)]
pub struct Keys {
    pub pieces: u8,
    pub from: u8,
    pub to: u8,
    pub comment_length: u32,
    stream: [u8; 32],
}

impl Keys {
    /// The keys by the first sixteen bytes of a file.
    pub fn of(tag: &[u8; 16]) -> Keys {
        if tag[2] < 11 {
            return Keys { pieces: 0, from: 0, to: 0, comment_length: 0, stream: [0; 32] };
        }
        let scrambled = |byte: u8| byte.wrapping_mul(byte).wrapping_mul(54).wrapping_add(221);
        let pieces = scrambled(tag[13]).wrapping_mul(tag[13]);
        let from = scrambled(tag[14]).wrapping_mul(pieces);
        let to = scrambled(tag[15]).wrapping_mul(from);
        let comment_length = (u32::from(tag[12]) * 256 + u32::from(tag[13])) % 32000 + 767;
        let stream = std::array::from_fn(|place| {
            let part = place % 4;
            (tag[8 + part] | tag[12 + part] & tag[3]) & PHRASE[place]
        });
        Keys { pieces, from, to, comment_length, stream }
    }

    /// A byte of the moves, at this place behind their beginning.
    pub fn plain(&self, place: usize, byte: u8) -> u8 {
        byte.wrapping_sub(self.stream[place % 32])
    }
}
