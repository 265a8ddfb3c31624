use super::Weights;

fn error(text: &str) -> String {
    Weights::parse(text).unwrap_err().to_string()
}

#[test]
fn the_embedded_file_is_in_order_and_as_it_would_be_written() {
    assert_eq!(Weights::parse(super::EMBEDDED).unwrap().to_text(), super::EMBEDDED);
}

#[test]
fn weights_survive_the_file() {
    let numbers = (0..Weights::COUNT as i32).map(|index| [3 * index - 400, 200 - index]);
    let weights = Weights::from_numbers(numbers);
    assert_eq!(Weights::parse(&weights.to_text()), Ok(weights.clone()));
    assert_ne!(weights.id(), Weights::embedded().id());
    assert_eq!(weights.id().len(), 8);
}

#[test]
fn names_are_those_of_the_file_and_no_two_are_alike() {
    let mut names: Vec<_> = (0..Weights::COUNT).map(Weights::name).collect();
    for name in ["tempo", "piece.rook", "horse.reach.3", "table.cannon.e9", "table.king.d0"] {
        assert!(names.iter().any(|known| known == name), "{name}");
    }
    assert_eq!(Weights::name(Weights::COUNT), "");
    names.sort();
    names.dedup();
    assert_eq!(names.len(), Weights::COUNT);
}

#[test]
fn a_weight_is_held_within_the_limit() {
    let mut weights = Weights::zero();
    weights.set(1, [1_000_000, -1_000_000]);
    assert_eq!(weights.get(1), [Weights::LIMIT, -Weights::LIMIT]);
    weights.set(Weights::COUNT, [1, 1]);
    assert_eq!(weights.get(Weights::COUNT), [0, 0]);
}

/// Safe checks became terms after the weights of commit 862a29d.
#[test]
fn a_file_older_than_a_term_has_zero_for_it() {
    let is_new = |line: &str| line.starts_with("check.");
    let old: Vec<&str> = super::EMBEDDED.lines().filter(|line| !is_new(line)).collect();
    let unsigned = old.iter().filter(|line| !line.starts_with("checksum")).copied();
    let unsigned = unsigned.collect::<Vec<_>>().join("\n") + "\nchecksum ?";
    let right = error(&unsigned).split('"').nth(3).map(str::to_owned).unwrap();
    let weights = Weights::parse(&unsigned.replace("checksum ?", &format!("checksum {right}"))).unwrap();
    let index = |name: &str| (0..Weights::COUNT).find(|&index| Weights::name(index) == name).unwrap();
    assert_eq!(weights.get(index("check.horse.2")), [0, 0]);
    assert_eq!(weights.get(index("tempo")), Weights::embedded().get(index("tempo")));
}

/// Texts of the embedded file, their replacements, and the errors that follow.
const WRONG: &[(&str, &str, &str)] = &[
    ("weights 1", "weights 2", "line 1: found \"shuangqi xiangqi weights 2\""),
    ("tempo  ", "tempi  ", "the name \"tempi\", expected the name of a weight"),
    ("tempo  ", "tempo 1 | 1\ntempo  ", "line 6: found the name \"tempo\""),
    ("tempo  ", "#      ", "the checksum of these weights"),
    ("tempo  ", "tempo 5 ", "1 for the full board, a bar, and 1"),
    ("piece.rook ", "piece.rook 4001 | 0 #", "\"4001\", expected a whole number"),
    ("piece.rook ", "piece.rook x | 0 #", "from -4000 to 4000"),
    ("piece.rook ", "piece.rook 7 | 0 #", "the checksum of these weights"),
    (
        "table.advisor.1 ",
        "table.advisor.1 . . . 1 8 | . . . 1 0 #",
        "a dot where the piece of table.advisor.1 never stands",
    ),
    ("checksum", "# checksum", "no checksum"),
    ("checksum", "checksum 0\ntempo 1 | 1\n#", "nothing after the checksum"),
];

#[test]
fn what_is_wrong_with_a_file_is_named() {
    assert!(error("").contains("no checksum"));
    for (from, to, expected) in WRONG {
        let text = Weights::embedded().to_text();
        assert!(text.contains(from), "{from}");
        let error = error(&text.replacen(from, to, 1));
        assert!(error.contains(expected), "{to}: {error}");
    }
}
