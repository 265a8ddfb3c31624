//! Reads DhtmlXQ.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use search_core::bad_input::quote;
use search_core::{BadInput, Message, message};

use super::fields::{Field, GameFields, games, unescaped};
use super::{NAMES, OWN, is_header};
use crate::file_game::FileGame;
use crate::points::{LETTERS, NOWHERE, point_name, set_board};
use crate::scan::Place;
use crate::source::{Extent, LineNames, PartialGame, Source};
use crate::tree::NodeId;

const DHTMLXQ: &str = "DhtmlXQ";

/// Words for results, as sites of both scripts write them.
const RESULTS: [(&str, &[&str]); 3] = [
    ("1-0", &["红胜", "紅勝", "红先胜", "紅先勝", "黑负", "黑負", "1-0"]),
    ("0-1", &["黑胜", "黑勝", "红负", "紅負", "红先负", "紅先負", "0-1"]),
    ("1/2-1/2", &["和棋", "和局", "和", "红和", "紅和", "红先和", "紅先和", "1/2-1/2"]),
];

/// All games of a text.
pub fn read(source: Source<'_>, text: &str) -> Result<Vec<FileGame>, BadInput> {
    let mut names = LineNames::default();
    let read = |GameFields { place, fields }: GameFields<'_>| {
        let game = read_game(source, place, &fields)?;
        Ok(game.finish(names.next(place.line)))
    };
    games(source.file, text)?.into_iter().map(read).collect()
}

fn read_game<'a>(
    source: Source<'a>,
    place: Place,
    fields: &[Field<'_>],
) -> Result<PartialGame<'a>, BadInput> {
    let mut game = PartialGame::begin(source, place)?;
    game.count_ranks_from_zero();
    fields.iter().for_each(|field| tag(&mut game, field));
    let lines = Lines::new(source.file, fields)?;
    board(source.file, &mut game, fields, &lines)?;
    lines.play(source, &mut game)?;
    Ok(game)
}

fn tag(game: &mut PartialGame<'_>, field: &Field<'_>) {
    let value = unescaped(field.value);
    match field.name {
        "result" => {
            let known = RESULTS.iter().find(|(_, words)| words.contains(&value.as_str()));
            known.into_iter().for_each(|(result, _)| game.tag("Result", result));
        }
        "date" => game.tag("Date", &date(&value)),
        name if is_header(name) => match NAMES.iter().find(|(own, _)| *own == name) {
            Some((_, known)) => game.tag(known, &value),
            None => game.tag(&format!("{OWN}{name}"), &value),
        },
        _ => {}
    }
}

/// A day as PGN has it, with question marks for what is not known; empty if that is all of it.
fn date(value: &str) -> String {
    let is_day = value.len() == 10
        && value.bytes().enumerate().all(|(place, byte)| match place {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    match value {
        "0000-00-00" => String::new(),
        _ if is_day => value.replace("-00", "-??").replace('-', ".").replacen("0000.", "????.", 1),
        _ => value.to_owned(),
    }
}

/// Sets the board that the game begins with, if it has one.
fn board(
    file: &str,
    game: &mut PartialGame<'_>,
    fields: &[Field<'_>],
    lines: &Lines<'_>,
) -> Result<(), BadInput> {
    let field = |name| fields.iter().find(|field| field.name == name && !field.value.trim().is_empty());
    if let Some(fen) = field("fen") {
        return game.set_board(fen.place, fen.value.trim());
    }
    let Some(board) = field("binit") else { return Ok(()) };
    let points = points(file, board)?;
    if points.len() != LETTERS.len() {
        let found = message!("input-ubb-board", "a board of {count} points", count = points.len());
        let expected = message!("input-ubb-points", "32 points, 99 for a piece that was taken");
        return Err(bad(file, board.place, found, expected));
    }
    let moves_first = lines.main().and_then(|main| main.points.first()).map(|(_, point)| *point);
    let pieces = LETTERS.iter().copied().zip(points.iter().map(|(_, point)| *point));
    set_board(game, board.place, pieces, moves_first)
}

fn bad(file: &str, place: Place, found: Message, expected: Message) -> BadInput {
    let remedy = message!("input-ubb-remedy", "Copy the text again, or leave the game out");
    place.blame(file, BadInput::new(DHTMLXQ, None, found, expected, remedy))
}

/// The points of a field, each with its place.
fn points(file: &str, field: &Field<'_>) -> Result<Vec<(Place, u8)>, BadInput> {
    let (mut points, mut scan) = (Vec::new(), field.scan());
    loop {
        scan.skip_blanks();
        let place = scan.place;
        let (two, rest) = scan.rest.split_at_checked(2).unwrap_or((scan.rest, ""));
        match *two.as_bytes() {
            [] => return Ok(points),
            [file @ b'0'..=b'9', rank @ b'0'..=b'9'] => {
                let point = (file - b'0') * 10 + (b'9' - rank);
                points.push((place, if two == "99" { NOWHERE } else { point }));
            }
            _ => {
                let found: String = scan.rest.chars().take(4).collect();
                let expected = message!("input-ubb-point", "a point of two digits, such as 77");
                return Err(bad(file, place, quote(&found), expected));
            }
        }
        scan.take(scan.rest.len() - rest.len());
    }
}

/// The moves of a line.
struct Line {
    number: usize,
    /// The number of the line in which it stands; that of the main line is its own.
    parent: usize,
    /// The ply of its first move, from 1.
    first_ply: usize,
    place: Place,
    /// The ends of the moves one after the other.
    points: Vec<(Place, u8)>,
}

/// The lines of a game, and the comments by line and ply.
struct Lines<'a> {
    lines: Vec<Line>,
    comments: BTreeMap<(usize, usize), &'a str>,
}

impl<'a> Lines<'a> {
    fn new(file: &str, fields: &[Field<'a>]) -> Result<Lines<'a>, BadInput> {
        let mut lines = Lines { lines: Vec::new(), comments: BTreeMap::new() };
        for field in fields {
            let numbers =
                |text: &str| text.split('_').map(|part| part.parse().ok()).collect::<Option<Vec<usize>>>();
            if let Some([parent, ply, number]) = field.name.strip_prefix("move_").and_then(numbers).as_deref()
            {
                lines.add(file, field, [*parent, (*ply).max(1), *number])?;
            } else if field.name == "movelist" {
                lines.add(file, field, [0, 1, 0])?;
            } else if let Some(numbers) = field.name.strip_prefix("comment").and_then(numbers) {
                let key = match numbers[..] {
                    [ply] => (0, ply),
                    [line, ply] => (line, ply),
                    _ => continue,
                };
                lines.comments.entry(key).or_insert(field.value);
            }
        }
        Ok(lines)
    }

    fn add(
        &mut self,
        file: &str,
        field: &Field<'_>,
        [parent, first_ply, number]: [usize; 3],
    ) -> Result<(), BadInput> {
        let points = points(file, field)?;
        if points.len() % 2 == 1 {
            let found = message!("input-ubb-half", "half a move");
            return Err(bad(file, field.place, found, message!("input-ubb-digits", "four digits a move")));
        }
        self.lines.push(Line { number, parent, first_ply, place: field.place, points });
        Ok(())
    }

    fn main(&self) -> Option<&Line> {
        self.lines.iter().find(|line| line.number == 0)
    }

    /// The lines in each line, the one to play first behind the others. The last ones of a line are played first: so the board goes
    /// back along a line, and no move is played twice.
    fn inside(&self) -> BTreeMap<usize, Vec<&Line>> {
        let mut inside: BTreeMap<usize, Vec<&Line>> = BTreeMap::new();
        let is_variation = |line: &&Line| line.number != 0;
        self.lines
            .iter()
            .filter(is_variation)
            .for_each(|line| inside.entry(line.parent).or_default().push(line));
        for lines in inside.values_mut() {
            lines.sort_by_key(|line| Reverse(line.first_ply));
            lines.reverse();
        }
        inside
    }

    /// Plays the main line, then those in it.
    fn play(&self, source: Source<'_>, game: &mut PartialGame<'_>) -> Result<(), BadInput> {
        self.comment(game, 0, 0);
        let Some(main) = self.main() else { return Ok(()) };
        let mut played = Played::default();
        self.play_line(game, main, &mut played)?;
        if source.extent != Extent::Tree {
            return Ok(());
        }
        let mut inside = self.inside();
        let mut waiting = inside.remove(&0).unwrap_or_default();
        while let Some(line) = waiting.pop() {
            let node = played.before(line).ok_or_else(|| {
                let english = "line {number} at ply {ply} of line {parent}";
                let found = message!("input-ubb-ply", english, number = line.number, ply = line.first_ply);
                let expected = message!("input-ubb-known-ply", "a ply that the line has");
                bad(source.file, line.place, found.with("parent", line.parent), expected)
            })?;
            game.cursor.go_to(&game.tree, node)?;
            self.play_line(game, line, &mut played)?;
            waiting.extend(inside.remove(&line.number).unwrap_or_default());
        }
        match inside.values().flatten().next() {
            Some(line) => {
                let found =
                    message!("input-ubb-line", "line {number} in line {parent}", number = line.number);
                let expected = message!("input-ubb-known-line", "a line that is there");
                Err(bad(source.file, line.place, found.with("parent", line.parent), expected))
            }
            None => Ok(()),
        }
    }

    /// Plays the moves of a line where it begins, with their comments.
    fn play_line(
        &self,
        game: &mut PartialGame<'_>,
        line: &Line,
        played: &mut Played,
    ) -> Result<(), BadInput> {
        let mut nodes = Vec::new();
        let comments = |plies| self.comments.range(plies).map(|(_, text)| unescaped(text));
        if line.number > 0 {
            comments((line.number, 0)..(line.number, line.first_ply))
                .for_each(|text| game.comment_next(&text));
        }
        let mut ply = line.first_ply;
        for ends in line.points.chunks_exact(2) {
            let text =
                ends.iter().map(|(_, point)| point_name(*point).unwrap_or_else(|| format!("#{point}")));
            if !game.play(ends[0].0, &text.collect::<String>())? {
                break;
            }
            nodes.push(game.cursor.node());
            self.comment(game, line.number, ply);
            ply = ply.saturating_add(1);
        }
        // Comments behind the end of the line belong to its last move.
        comments((line.number, ply)..(line.number, usize::MAX)).for_each(|text| game.comment(&text));
        played.0.entry(line.number).or_insert((line.parent, line.first_ply, nodes));
        Ok(())
    }

    fn comment(&self, game: &mut PartialGame<'_>, line: usize, ply: usize) {
        self.comments.get(&(line, ply)).into_iter().for_each(|text| game.comment(&unescaped(text)));
    }
}

/// The lines that were played, by their numbers: the line in which each stands, the ply of its first move, its moves.
#[derive(Default)]
struct Played(BTreeMap<usize, (usize, usize, Vec<NodeId>)>);

impl Played {
    /// The node before the first move of a line.
    fn before(&self, line: &Line) -> Option<NodeId> {
        let last = line.first_ply - 1;
        let mut number = line.parent;
        loop {
            let (parent, first_ply, nodes) = self.0.get(&number)?;
            match last.checked_sub(*first_ply) {
                Some(index) => return nodes.get(index).copied(),
                None if number == 0 => return Some(NodeId::ROOT),
                None => number = *parent,
            }
        }
    }
}
