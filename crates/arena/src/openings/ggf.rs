//! Games, or openings from them, in the Generic Game Format: `(;GM[Othello]…BO[8 … *]B[f5]W[d6]…;)`.

use game::any::AnySession;
use shuangqi_cli::BadInput;
use shuangqi_cli::bad_input::quote;

use super::scan::{Place, Scan};
use super::{FileGame, Source, Tags};

const KIND: &str = "GGF";

/// All games, or their openings; text between games is skipped.
///
/// # Errors
/// The first place that cannot be used, or that the format is not one of the game.
pub fn read(source: &Source<'_>, text: &str) -> Result<Vec<FileGame>, BadInput> {
    if source.game.ggf.is_none() {
        let title = source.game.info.title;
        let remedy = format!("Give a file of {title} openings: lines (EPD) or PGN");
        let bad = BadInput::new(KIND, None, "games of Othello", format!("openings of {title}"), remedy);
        return Err(bad.at(source.file, 1));
    }
    let mut games: Vec<FileGame> = Vec::new();
    let mut scan = Scan::new(text);
    let (mut line, mut count) = (0, 0);
    while scan.peek().is_some() {
        let place = scan.place();
        if !scan.is_at("(;") {
            scan.skip();
            continue;
        }
        let (opening, tags) = record(source, &mut scan)?;
        count = if line == place.line { count + 1 } else { 1 };
        line = place.line;
        let name = if count > 1 { format!("{line}.{count}") } else { line.to_string() };
        let finished = source.finish(line, &name, &*opening, tags);
        games.push(finished.map_err(|bad| place.blame(source.file, bad))?);
    }
    Ok(games)
}

/// One game with its tags, from `(;` to `;)`.
fn record(source: &Source<'_>, scan: &mut Scan<'_>) -> Result<(Box<dyn AnySession>, Tags), BadInput> {
    let begin = scan.place();
    let (mut opening, mut tags) = (source.begin()?, Tags::new());
    scan.skip();
    scan.skip();
    loop {
        scan.take_while(char::is_whitespace);
        let place = scan.place();
        if scan.is_at(";)") {
            scan.skip();
            scan.skip();
            return Ok((opening, tags));
        }
        let name = scan.take_while(|letter| letter.is_ascii_alphanumeric());
        let tag = (!name.is_empty() && scan.is_at("[")).then(|| scan.take_past(']')).flatten();
        let Some(value) = tag.and_then(|tag| tag.strip_prefix('[')) else {
            let found: String = scan.take_while(|letter| letter != '\n').chars().take(20).collect();
            let remedy = format!("End the game that begins on line {} with ;)", begin.line);
            let bad =
                BadInput::new(KIND, None, quote(&format!("{name}{found}")), "a tag such as B[f5]", remedy);
            return Err(place.blame(source.file, bad));
        };
        let inside = Place { column: place.column + name.len() + 1, ..place };
        take(source, &mut opening, name, value).map_err(|bad| inside.blame_in(source.file, value, bad))?;
        if !matches!(name, "BO" | "B" | "W") {
            tags.push((name.to_owned(), value.to_owned()));
        }
    }
}

fn take(
    source: &Source<'_>,
    opening: &mut Box<dyn AnySession>,
    name: &str,
    value: &str,
) -> Result<(), BadInput> {
    match name {
        "BO" => {
            let (size, board) = value.trim_start().split_once(char::is_whitespace).unwrap_or((value, value));
            if size != "8" {
                let remedy = "Leave games on other boards out";
                return Err(BadInput::new(
                    KIND,
                    None,
                    format!("a board of size {}", quote(size)),
                    "size 8",
                    remedy,
                ));
            }
            *opening = source.game.session(board, "")?;
        }
        "B" | "W" if opening.plies() < source.plies => {
            let (mv, _) = value.split_once('/').unwrap_or((value, ""));
            opening.play_text(mv.trim())?;
        }
        _ => {}
    }
    Ok(())
}
