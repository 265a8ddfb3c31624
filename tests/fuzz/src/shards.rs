//! The items of shards. Texts hold their bytes as hexadecimal digits, so that a changed text is changed bytes.

use std::fmt::Debug;

use shuangqi_training::othello::records::Record;
use shuangqi_training::shards::{self, Item};
use shuangqi_training::xiangqi::records::GameRecord;

/// Records of Othello: see [`items`].
pub fn othello(text: &str) {
    items::<Record>(text);
}

/// Games of Xiangqi: see [`items`]; each holds as many positions as it says.
pub fn xiangqi(text: &str) {
    for game in items::<GameRecord>(text) {
        assert_eq!(game.samples().count() as u64, game.positions());
    }
}

/// The bytes are read as items or refused; what is read can be written and read again, alone and in a shard. As a shard they
/// are refused with a message, but for the unlikely case that the checksum is right.
fn items<I: Item + PartialEq + Debug>(text: &str) -> Vec<I> {
    let bytes = bytes(text);
    assert!(
        shards::decode::<I>(&bytes).is_ok_and(|(made_by, _)| !made_by.is_empty()) || refused::<I>(&bytes)
    );
    let mut rest = &bytes[..];
    let items: Vec<I> = std::iter::from_fn(|| I::read(&mut rest)).collect();
    let shard = shards::encode("a text", &items);
    assert_eq!(shards::decode(&shard), Ok(("a text".to_owned(), items)));
    shards::decode(&shard).map(|(_, items)| items).unwrap_or_default()
}

fn refused<I: Item>(bytes: &[u8]) -> bool {
    shards::decode::<I>(bytes).is_err_and(|message| !message.is_empty())
}

/// Pairs of digits; what is none is passed over.
fn bytes(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.chars().filter_map(|digit| Some(digit.to_digit(16)? as u8)).collect();
    digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}
