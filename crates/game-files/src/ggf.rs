//! The Generic Game Format of Othello servers: `(;GM[Othello]…BO[8 … *]B[f5/1.50/3.2]W[d6];)`.
//!
//! The evaluation and the seconds behind a move become commands in its comment, as PGN files of other programs have them: `[%eval
//! 1.50] [%emt 3.2]`.

use game::any::AnyGame;
use game::{Notation, Seat};
use search_core::bad_input::quote;
use search_core::{BadInput, message};

use crate::file_game::{FileGame, Tags, result_of_discs};
use crate::scan::{Place, Scan};
use crate::source::{LineNames, PartialGame, Source};

const GGF: &str = "GGF";

/// Headers that have names in PGN.
const NAMES: [(&str, &str); 6] = [
    ("PC", "Site"),
    ("DT", "Date"),
    ("PB", "Black"),
    ("PW", "White"),
    ("RB", "BlackElo"),
    ("RW", "WhiteElo"),
];

/// Tags that are no headers.
const OTHER_TAGS: [&str; 4] = ["GM", "BO", "B", "W"];

/// The start of the names of headers that PGN has no names for.
const OWN: &str = "Ggf";

/// All games of a text; text between games is skipped.
pub(crate) fn read(source: Source<'_>, text: &str) -> Result<Vec<FileGame>, BadInput> {
    let mut scan = Scan::new(text);
    let (mut games, mut names) = (Vec::new(), LineNames::default());
    while scan.peek().is_some() {
        let place = scan.place;
        if !scan.take_text("(;") {
            scan.skip();
            continue;
        }
        let mut game = PartialGame::begin(source, place)?;
        read_tags(source, &mut scan, &mut game, place)?;
        games.push(game.finish(names.next(place.line)));
    }
    Ok(games)
}

/// The tags of a game, to its end.
fn read_tags<'a>(
    source: Source<'_>,
    scan: &mut Scan<'a>,
    game: &mut PartialGame<'_>,
    begin: Place,
) -> Result<(), BadInput> {
    loop {
        scan.skip_blanks();
        let place = scan.place;
        if scan.take_text(";)") {
            return Ok(());
        }
        let name = scan.take_while(|letter| letter.is_ascii_alphanumeric());
        let inside = Place { column: place.column + name.len() + 1, ..place };
        let is_tag = !name.is_empty() && scan.take_text("[");
        let Some(value) = is_tag.then(|| scan.take_past(']')).flatten() else {
            let rest: String = scan.take_while(|letter| letter != '\n').chars().take(20).collect();
            let found = quote(&format!("{name}{}{rest}", if is_tag { "[" } else { "" }));
            let expected = message!("input-ggf-tag", "a tag such as B[f5]");
            let english = "End the game that begins on line {line} with ;)";
            let remedy = message!("input-ggf-end", english, line = begin.line);
            return Err(place.blame(source.file, BadInput::new(GGF, None, found, expected, remedy)));
        };
        match name {
            "BO" => set_board(source, game, inside, value)?,
            "B" => play(source, game, inside, (Seat::First, value))?,
            "W" => play(source, game, inside, (Seat::Second, value))?,
            "GM" if !value.trim().eq_ignore_ascii_case("othello") => {
                let expected = message!("input-ggf-game", "the game Othello");
                let remedy = message!("input-correct-game", "Correct the game, or leave it out");
                return Err(
                    inside.blame(source.file, BadInput::new(GGF, None, quote(value), expected, remedy))
                );
            }
            _ => read_tag(game, name, value),
        }
    }
}

fn set_board(
    source: Source<'_>,
    game: &mut PartialGame<'_>,
    place: Place,
    value: &str,
) -> Result<(), BadInput> {
    let (size, board) = value.trim_start().split_once(char::is_whitespace).unwrap_or((value, value));
    if size != "8" {
        let found = message!("input-ggf-size", "a board of size {size}", size = quote(size));
        let remedy = message!("input-ggf-other-boards", "Leave games on other boards out");
        let bad = BadInput::new(GGF, None, found, message!("input-ggf-size-8", "size 8"), remedy);
        return Err(place.blame_in(source.file, value, bad));
    }
    if game.tree.count() > 0 {
        let found = message!("input-ggf-late-board", "a board after a move");
        let expected = message!("input-ggf-early-board", "a board before all moves");
        let bad = BadInput::new(GGF, None, found, expected, message!("input-leave-out", "Leave it out"));
        return Err(place.blame_in(source.file, value, bad));
    }
    game.set_board(place, board)
}

/// Plays a move of a side, with what is written behind it.
fn play(
    source: Source<'_>,
    game: &mut PartialGame<'_>,
    place: Place,
    (mover, value): (Seat, &str),
) -> Result<(), BadInput> {
    let mut parts = value.splitn(3, '/').map(str::trim);
    let word = parts.next().unwrap_or_default();
    if !game.play(place, word)? {
        return Ok(());
    }
    // Passes that were left out have been played by now, so that the mover is the other one than the side to move.
    if game.cursor.session().seat() == mover {
        let info = source.game.info();
        let move_of = |seat| message!("input-ggf-side", "a move of {side}", side = info.side(seat));
        let remedy = message!("input-correct-game", "Correct the game, or leave it out");
        let bad = BadInput::new(GGF, None, move_of(mover), move_of(!mover), remedy);
        return Err(place.blame_in(source.file, word, bad));
    }
    for command in ["eval", "emt"] {
        match parts.next() {
            Some(text) if !text.is_empty() => game.comment(&format!("[%{command} {text}]")),
            _ => {}
        }
    }
    Ok(())
}

fn read_tag(game: &mut PartialGame<'_>, name: &str, value: &str) {
    if !is_header(name) {
        return;
    }
    if name == "RE" {
        meaning(value).into_iter().for_each(|result| game.tag("Result", result));
    }
    let known = NAMES.iter().find(|(own, _)| *own == name).map(|(_, known)| *known);
    match known {
        // A day alone is one that PGN can hold.
        Some("Date") if !is_day(value) => {
            value.get(..10).filter(|day| is_day(day)).into_iter().for_each(|day| game.tag("Date", day));
            game.tag("GgfDT", value);
        }
        Some(known) => game.tag(known, value),
        None => game.tag(&format!("{OWN}{name}"), value),
    }
}

/// The result that a difference of discs means, with the letter of a reason behind it.
fn meaning(value: &str) -> Option<&'static str> {
    let discs = value.split(':').next()?.trim().parse().ok()?;
    Some(result_of_discs(discs).text())
}

/// Returns whether this can be the name of a header.
fn is_header(name: &str) -> bool {
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_name && !OTHER_TAGS.contains(&name)
}

/// Returns whether this is a day, as in `2026.11.23`.
pub(crate) fn is_day(text: &str) -> bool {
    text.len() == 10
        && text.bytes().enumerate().all(|(place, byte)| match place {
            4 | 7 => byte == b'.',
            _ => byte.is_ascii_digit() || byte == b'?',
        })
}

/// A game on a line: headers and the main line, with the evaluations and times of its moves.
pub(crate) fn write(game: &dyn AnyGame, file: &FileGame) -> Result<String, BadInput> {
    let session = file.session(game)?;
    let discs = session.verdict().and_then(|verdict| verdict.discs);
    let mut text = "(;GM[Othello]".to_owned();
    for (name, value) in tags(file, discs) {
        // A closing bracket cannot be escaped.
        text.push_str(&format!("{name}[{}]", value.replace(['[', ']'], " ")));
    }
    let (cells, side) = file.start.split_once(' ').unwrap_or((&file.start, "X"));
    let side = if side == "X" { '*' } else { side.chars().next().unwrap_or('*') };
    text.push_str(&format!("BO[8 {} {side}]", cells.replace('X', "*")));
    let first = game::pgn::first_place(session.seat(), session.plies());
    for (index, (mv, node)) in
        session.moves(Notation::default()).into_iter().zip(file.tree.main_line()).enumerate()
    {
        let name = if mv.text == "pass" { "PA".to_owned() } else { mv.text.to_ascii_uppercase() };
        let colour = ['B', 'W'][(first + index) % 2];
        let comment = &file.tree.note(node).comment;
        let suffix = match (command(comment, "eval"), command(comment, "emt")) {
            (None, None) => String::new(),
            (eval, None) => format!("/{}", eval.unwrap_or_default()),
            (eval, Some(seconds)) => format!("/{}/{seconds}", eval.unwrap_or_default()),
        };
        text.push_str(&format!("{colour}[{name}{suffix}]"));
    }
    Ok(text + ";)\n")
}

fn tags(file: &FileGame, discs: Option<i32>) -> Tags {
    let own = |name: &str| file.tag(&format!("{OWN}{name}"));
    let mut tags = Tags::new();
    for (name, known) in NAMES {
        tags.extend(own(name).or_else(|| file.tag(known)).map(|value| (name.to_owned(), value.to_owned())));
    }
    // A result that was read may be that of a game which has been changed since.
    let kept = own("RE").filter(|value| discs.is_none() && meaning(value) == Some(file.result()));
    let result = kept.map(str::to_owned).or_else(|| discs.map(|discs| format!("{discs:+}.000")));
    tags.push(("RE".to_owned(), result.unwrap_or_else(|| stated(file.result()).to_owned())));
    let written = |name: &str| name == "RE" || NAMES.iter().any(|(known, _)| *known == name);
    let others = file.tags.iter().filter_map(|(name, value)| Some((name.strip_prefix(OWN)?, value)));
    let others = others.filter(|(name, _)| is_header(name) && !written(name));
    tags.extend(others.map(|(name, value)| (name.to_owned(), value.clone())));
    if own("TY").is_none() {
        tags.push(("TY".to_owned(), "8".to_owned()));
    }
    tags
}

/// A result without discs: of a game that was resigned, all of them count for the winner.
fn stated(result: &str) -> &'static str {
    match result {
        "1-0" => "+64.000:r",
        "0-1" => "-64.000:r",
        "1/2-1/2" => "0.000",
        _ => "?",
    }
}

/// Returns whether a header has a place in the form.
pub(crate) fn holds_tag(name: &str, value: &str) -> bool {
    let is_known = name == "Result" || NAMES.iter().any(|(_, known)| *known == name);
    (is_known || name.strip_prefix(OWN).is_some_and(is_header)) && !value.contains(['[', ']'])
}

/// A comment without the commands that hold the evaluation and the time.
pub(crate) fn without_commands(comment: &str) -> String {
    let mut text = comment.to_owned();
    for name in ["eval", "emt"] {
        if let Some(value) = command(comment, name) {
            text = text.replace(&format!("[%{name} {value}]"), "");
        }
    }
    text.trim().to_owned()
}

/// The commands of a comment that hold the evaluation and the time, as they come back.
#[cfg(test)]
pub(crate) fn commands(comment: &str) -> String {
    let shown = |name| command(comment, name).map(|value| format!("[%{name} {value}]"));
    ["eval", "emt"].into_iter().filter_map(shown).collect::<Vec<_>>().join(" ")
}

/// The value of a command in a comment.
fn command<'a>(comment: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = comment.split_once(&format!("[%{name} "))?;
    let (value, _) = rest.split_once(']')?;
    (!value.is_empty() && !value.contains('/')).then_some(value)
}
