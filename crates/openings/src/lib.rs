#![doc = include_str!("../README.md")]

use std::collections::HashMap;
use std::sync::OnceLock;

use game::any::{AnyGame, AnySession};

/// No named line is longer.
const MAX_PLIES: usize = 40;

/// The lists of openings by the names of their games.
const LISTS: [(&str, &str); 2] =
    [("othello", include_str!("../data/othello.txt")), ("xiangqi", include_str!("../data/xiangqi.txt"))];

/// The keys of openings by the classes of their positions.
type Classes = HashMap<String, &'static str>;

/// The key of the last opening of a game that has a name, as in `central-cannon`; `None` if none has, or if the game has no list.
pub fn named(game: &dyn AnyGame, session: &dyn AnySession) -> Option<&'static str> {
    static CLASSES: [OnceLock<Classes>; LISTS.len()] = [const { OnceLock::new() }; LISTS.len()];
    let place = LISTS.iter().position(|(name, _)| *name == game.info().name)?;
    let classes = CLASSES[place].get_or_init(|| classes(game, LISTS[place].1));
    (1..=session.plies().min(MAX_PLIES))
        .rev()
        .find_map(|plies| classes.get(&session.opening_class_after(plies)).copied())
}

/// Every opening, by the name of its game and its key.
pub fn keys() -> impl Iterator<Item = (&'static str, &'static str)> {
    LISTS.into_iter().flat_map(|(game, list)| lines(list).map(move |(key, _)| (game, key)))
}

/// The openings of a list, each with its lines of moves.
fn lines(list: &'static str) -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let openings =
        list.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(": "));
    openings.map(|(key, moves)| (key, moves.split('|').map(str::trim).collect()))
}

/// The moves of a line that can be played; in a list of this crate, all.
fn play(game: &dyn AnyGame, moves: &str) -> Option<Box<dyn AnySession>> {
    let mut session = game.session("", &[]).ok()?;
    for (_, mv) in moves.split_whitespace().flat_map(|word| game.split_moves(word)) {
        session.play_text(mv).ok()?;
    }
    Some(session)
}

fn classes(game: &dyn AnyGame, list: &'static str) -> Classes {
    let positions = lines(list).flat_map(|(key, lines)| lines.into_iter().map(move |line| (key, line)));
    let classes = positions.filter_map(|(key, line)| {
        let session = play(game, line)?;
        Some((session.opening_class_after(session.plies()), key))
    });
    classes.collect()
}

#[cfg(test)]
mod tests {
    use game::any::GameEntry;

    use super::*;

    const GAMES: [&dyn AnyGame; 2] =
        [&GameEntry::<othello::Position>::NEW, &GameEntry::<xiangqi::Position>::NEW];

    #[test]
    fn every_line_can_be_played_and_has_one_name() {
        for (game, (_, list)) in GAMES.into_iter().zip(LISTS) {
            let mut known = Classes::new();
            for (key, moves) in
                lines(list).flat_map(|(key, lines)| lines.into_iter().map(move |line| (key, line)))
            {
                let session = play(game, moves).unwrap_or_else(|| panic!("{key}: {moves}"));
                assert!(session.plies() <= MAX_PLIES);
                let class = session.opening_class_after(session.plies());
                let other = known.insert(class, key);
                assert!(other.is_none_or(|other| other == key), "{key} is {other:?} too");
                assert_eq!(named(game, &*session), Some(key), "{moves}");
            }
        }
    }

    #[test]
    fn transpositions_and_mirror_images_have_the_name_too() {
        let key = |game: &dyn AnyGame, moves: &str| named(game, &*play(game, moves).unwrap());
        let [othello, xiangqi] = GAMES;
        assert_eq!(key(othello, "c4e3f6e6f5"), Some("tiger"));
        assert_eq!(key(othello, "f5d6c3d3c4f4f6f3"), Some("stephenson"));
        assert_eq!(key(othello, "f5"), None);
        assert_eq!(key(xiangqi, "炮八平五 炮2平5"), Some("same-direction-cannons"));
        assert_eq!(key(xiangqi, "炮二平五 马2进3 马二进三 马8进7"), Some("screen-horses"));
        assert_eq!(key(xiangqi, "炮二平五 马8进7 兵一进一"), Some("central-cannon"));
    }
}
