use crate::recipe::{Bounds, FAIL_SOFT, NEGAMAX, PARTS, PRESETS, PVS, Recipe, STRONGEST, Scout, TableUse};

#[test]
fn presets_and_parts_are_read() {
    assert_eq!(Recipe::parse("negamax"), Ok(NEGAMAX));
    assert_eq!(Recipe::parse("alpha-beta"), Ok(FAIL_SOFT));
    assert_eq!(Recipe::parse("alpha-beta+scout"), Ok(PVS));
    assert_eq!(Recipe::parse("fail-hard-scout").unwrap().bounds, Bounds::FailHard);
    let recipe = Recipe::parse("strongest+etc+scout-after-raise").unwrap();
    assert_eq!(recipe, Recipe { transposed: true, scout: Scout::AfterRaise, ..STRONGEST });
    assert_eq!(Recipe::parse("pvs+table").unwrap().table, TableUse::EqualDepth);
}

/// Each part's name switches that part on and off again, and nothing else.
#[test]
fn every_part_is_reversible() {
    for part in PARTS {
        for (_, preset) in PRESETS {
            let (mut on, mut off) = (preset, preset);
            (part.set)(&mut on, true);
            (part.set)(&mut off, false);
            // The name of the usual variant only switches another variant off.
            assert!(on != off || part.meaning.contains("usual"), "{}", part.name);
            (part.set)(&mut on, false);
            assert_eq!(on, off, "{}", part.name);
        }
    }
}

#[test]
fn what_is_unknown_is_named() {
    let unknown = |text| Recipe::parse(text).unwrap_err();
    assert_eq!(unknown("alphabeta+table").found, "alphabeta");
    assert_eq!(unknown("pvs+tabel+sort").found, "tabel");
    assert!(unknown("pvs+").known.contains(&"killers"));
    assert!(unknown("").known.contains(&"negamax"));
    assert_eq!(unknown("pvs+é").found, "é");
    assert_eq!(unknown("é+table").found, "é");
}
