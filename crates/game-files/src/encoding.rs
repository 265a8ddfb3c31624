//! The encodings of texts.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, GB18030, GBK, UTF_8};

/// A text by its bytes: in the encoding that a byte order mark names, in UTF-8 if it is that, or in the one that its letters
/// make likely. What no letter stands for becomes the replacement character.
pub fn decoded(bytes: Vec<u8>) -> String {
    if let Some((encoding, mark)) = Encoding::for_bom(&bytes) {
        return encoding.decode_without_bom_handling(&bytes[mark..]).0.into_owned();
    }
    String::from_utf8(bytes)
        .unwrap_or_else(|error| likely(error.as_bytes()).decode(error.as_bytes()).0.into_owned())
}

fn likely(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    match detector.guess(None, Utf8Detection::Deny) {
        // The larger one has all that the smaller one has.
        guess if guess == GBK => GB18030,
        guess => guess,
    }
}

/// A short text in the encoding of Chinese programs, as the headers of their files have it.
pub(crate) fn chinese(bytes: &[u8]) -> String {
    let is_utf_8 = std::str::from_utf8(bytes).is_ok();
    let encoding = if is_utf_8 { UTF_8 } else { GB18030 };
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_recognised_by_their_letters() {
        let pgn = "[Event \"全国象棋个人赛\"]\n[Red \"许银川\"]\n[Black \"胡荣华\"]\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8\n";
        let traditional = "[Event \"象棋個人賽\"]\n[Red \"許銀川\"]\n[Black \"胡榮華\"]\n\n1. 炮二平五 馬8進7 2. 馬二進三 車9平8\n";
        let japanese = "[Event \"世界オセロ選手権\"]\n[Black \"為則英司\"]\n\n1. f5 d6 黒番の勝ち\n";
        let western = "[Event \"Championnat de Genève\"]\n[Black \"Andréa Müller\"]\n\n1. f5 d6\n";
        for (encoding, text) in [
            (encoding_rs::UTF_8, pgn),
            (encoding_rs::GB18030, pgn),
            (encoding_rs::BIG5, traditional),
            (encoding_rs::SHIFT_JIS, japanese),
            (encoding_rs::WINDOWS_1252, western),
        ] {
            assert_eq!(decoded(encoding.encode(text).0.into_owned()), text, "{}", encoding.name());
        }
        let wide: Vec<u8> = "\u{feff}炮".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decoded(wide), "炮");
        assert_eq!(decoded("\u{feff}a".into()), "a");
    }
}
