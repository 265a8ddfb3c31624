use search_core::perft::perft;

use super::*;

const OWN: &str = include_str!("../../../../data/xiangqi/perft.epd");

/// The most leaves an entry may have to be counted in a quick run.
const QUICK: u64 = 3_500_000;

fn count_all(text: &str, name: &str, most: u64) -> usize {
    let mut counted = 0;
    for entry in entries(text, name) {
        let entry = entry.unwrap();
        for (depth, nodes) in entry.counts.into_iter().filter(|(_, nodes)| *nodes <= most) {
            assert_eq!(perft(&entry.position, depth), nodes, "{name}:{} depth {depth}", entry.line);
            counted += 1;
        }
    }
    counted
}

fn most() -> u64 {
    if std::env::var_os("SHUANGQI_LONG").is_some() { 1 << 40 } else { QUICK }
}

#[test]
fn own_counts_are_right() {
    assert!(count_all(OWN, "data/xiangqi/perft.epd", most()) >= 60);
}

#[test]
fn public_counts_are_right() {
    let Some(folder) = std::env::var_os("SHUANGQI_PUBLIC_DATA") else {
        eprintln!("skipped: SHUANGQI_PUBLIC_DATA does not name a folder with xiangqi/public/perft.epd");
        return;
    };
    let path = std::path::Path::new(&folder).join("xiangqi/public/perft.epd");
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(count_all(&text, &path.display().to_string(), most()) >= 50);
}

#[test]
fn bad_lines_are_named() {
    let text = "\n# a comment\n4k4/9/9/9/9/9/9/9/9/3K5 w ;D1 2 ;D2 x\n\
                4k4/9/9/9/9/9/9/9/9/3K5 w\n4k4/9/9/9/9/9/9/9/9/3K5 q ;D1 2\n";
    let errors: Vec<String> =
        entries(text, "a.epd").map(|entry| entry.map(|_| ()).unwrap_err().to_string()).collect();
    assert_eq!(errors.len(), 3);
    assert!(
        errors[0].starts_with("a.epd:3: Perft entry: column 34: found \"D2 x\", expected a depth"),
        "{}",
        errors[0]
    );
    assert!(errors[1].starts_with("a.epd:4: Perft entry: column 26: found the end"), "{}", errors[1]);
    assert!(errors[2].starts_with("a.epd:5: Xiangqi FEN: column 25: found \"q\""), "{}", errors[2]);
}
