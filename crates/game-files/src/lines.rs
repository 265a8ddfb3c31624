//! Lists with a game on each line.
//!
//! A line is a board (a FEN, which may go on as an EPD does, or 64 cells as in OBF files) or moves from the start position, with a
//! result behind them. Behind a board the word `moves` begins those that are played from there: so engines are told
//! (`position startpos moves …`, `position fen … moves …`). The operation `moves` of an EPD line, behind a semicolon, leads to its
//! board from the start: then the game begins at the start, and engines that cannot be given a board can play it.

use game::BoardShape;
use game::any::AnyGame;
use search_core::bad_input::quote;
use search_core::{BadInput, message};

use crate::file_game::{FileGame, RESULTS, discs, result_of_discs};
use crate::scan::{Place, Scan};
use crate::source::{Extent, PartialGame, Source};

/// Returns whether a line is a comment.
pub(crate) fn is_comment(line: &str) -> bool {
    line.starts_with(['#', '%'])
}

/// The games of all lines that are neither empty nor comments.
pub(crate) fn read(source: Source<'_>, text: &str) -> Result<Vec<FileGame>, BadInput> {
    let mut games = Vec::new();
    let mut next = Place::START;
    for line in text.split_inclusive('\n') {
        let place = next;
        next = Place { line: place.line + 1, offset: place.offset + line.len(), ..place };
        let line = line.trim_end_matches(['\n', '\r']);
        if line.trim().is_empty() || is_comment(line.trim_start()) {
            continue;
        }
        let read = read_line(source, place, line);
        games.push(read.map_err(|bad| bad.at(source.file, place.line))?);
    }
    Ok(games)
}

/// What games call a move that passes.
const PASS: &str = "pass";

/// The game as a line, if a line can hold it: a board alone, or the moves of the main line.
pub(crate) fn write(game: &dyn AnyGame, file: &FileGame) -> String {
    let mut moves: Vec<&str> = file.moves().collect();
    let is_run_together = game.info().has_passes && moves.last().is_none_or(|mv| *mv != PASS);
    // Passes between moves are understood by all who read transcripts.
    moves.retain(|mv| !(is_run_together && *mv == PASS));
    let moves = moves.join(if is_run_together { "" } else { " " });
    match (file.start == game.start(), moves.is_empty()) {
        (true, false) => moves,
        (_, true) => file.start.clone(),
        (false, false) => format!("{} moves {moves}", file.start),
    }
}

fn read_line(source: Source<'_>, place: Place, line: &str) -> Result<FileGame, BadInput> {
    let told = line.trim_start();
    let told = told.strip_prefix("position ").unwrap_or(told).trim_start();
    let after = |word| told.strip_prefix(word).filter(|rest: &&str| rest.is_empty() || rest.starts_with(' '));
    let mut name = place.line.to_string();
    let read = if let Some(rest) = after("startpos") {
        let mut read = PartialGame::begin(source, place)?;
        play(&mut read, line, rest.trim_start().strip_prefix("moves").unwrap_or(rest))?;
        read
    } else {
        let text = after("fen").or(after("sfen")).unwrap_or(told);
        read_game(source, place, Line { line, text: text.trim_start() }, &mut name)?
    };
    Ok(read.finish(name))
}

/// A part of a line, and the line for the columns of errors.
#[derive(Clone, Copy)]
struct Line<'a> {
    line: &'a str,
    text: &'a str,
}

fn read_game<'a>(
    source: Source<'a>,
    place: Place,
    Line { line, text }: Line<'_>,
    name: &mut String,
) -> Result<PartialGame<'a>, BadInput> {
    let info = source.game.info();
    if !source.game.is_board(text.split_whitespace().next().unwrap_or_default()) {
        let mut read = PartialGame::begin(source, place)?;
        play(&mut read, line, text)?;
        return Ok(read);
    }
    if info.has_epd {
        let epd = Epd::parse(line, text);
        *name = epd.id().unwrap_or_else(|| std::mem::take(name));
        return epd.game(source, place);
    }
    let (board, moves) = text.split_once(" moves ").unwrap_or(text.split_at(text.len()));
    let session = source.game.session_of_line(board).map_err(|bad| bad.shifted(indent(line, board)))?;
    let mut read = PartialGame::on(source, place, session);
    if let Some((_, operations)) = board.split_once(';') {
        read.comment(operations.trim());
    }
    play(&mut read, line, moves)?;
    Ok(read)
}

/// The number of characters before a part of a line.
fn indent(line: &str, part: &str) -> usize {
    line.get(..offset(line, part)).map_or(0, |before| before.chars().count())
}

/// Plays the moves of a part of a line, and takes the result behind them.
fn play(read: &mut PartialGame<'_>, line: &str, text: &str) -> Result<(), BadInput> {
    let mut scan = Scan::new(text);
    let indent = indent(line, text);
    loop {
        scan.take_while(is_between);
        let column = indent + scan.place.column;
        let word = scan.take_while(|letter| !is_between(letter));
        if word.is_empty() {
            return Ok(());
        }
        if scan.rest.trim().is_empty() && take_result(read, word) {
            return Ok(());
        }
        for (offset, text) in moves(read, word) {
            let here = Place { column: column + offset, ..Place::START };
            if !read.play_text(text).map_err(|bad| here.within_line(bad))? {
                return Ok(());
            }
        }
    }
}

/// Takes a word as the result: `1-0`, or in games that count discs those of both sides, `30-34`. Whether it is one.
fn take_result(read: &mut PartialGame<'_>, word: &str) -> bool {
    if RESULTS.contains(&word) {
        read.tag("Result", word);
        return true;
    }
    let counts_discs = matches!(read.cursor.session().info().board, BoardShape::Cells { .. });
    let Some([first, second]) = discs(word).filter(|_| counts_discs) else { return false };
    read.tag("Result", result_of_discs(f64::from(first) - f64::from(second)).text());
    read.tag("Score", word);
    true
}

fn is_between(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, ',' | ';')
}

/// The moves of a word, each with its place in it: Othello transcripts run moves together. Move numbers are left out.
fn moves<'a>(read: &PartialGame<'_>, word: &'a str) -> Vec<(usize, &'a str)> {
    let move_part = without_number(word);
    let skipped = word.chars().count() - move_part.chars().count();
    let moves = read.game().split_moves(move_part);
    moves.into_iter().map(|(offset, text)| (skipped + offset, text)).collect()
}

/// A word without the move number it begins with: `12.`, `12...`, `12、` or `第12回合`, but not the `15` of the soldier's move `15+1`.
pub(crate) fn without_number(word: &str) -> &str {
    if let Some((_, after)) = word.strip_prefix('第').and_then(|rest| rest.split_once("回合")) {
        return after.trim_start_matches([':', '：', '.', '、']);
    }
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let after = rest.trim_start_matches(['.', '…', '、', '．']);
    let is_number = after.len() < rest.len() && !after.starts_with(|letter: char| letter.is_ascii_digit());
    if is_number || rest.is_empty() { after } else { word }
}

/// A line that begins with a FEN, and the operations behind it.
struct Epd<'a> {
    line: &'a str,
    fen: &'a str,
    /// The moves that are played from the board.
    moves: &'a str,
    operations: Vec<&'a str>,
}

impl<'a> Epd<'a> {
    fn parse(line: &'a str, text: &'a str) -> Epd<'a> {
        let (fen, rest) = text.split_at(fen_end(text));
        if let Some(moves) = rest.trim_start().strip_prefix("moves") {
            return Epd { line, fen: fen.trim_end(), moves, operations: Vec::new() };
        }
        let mut is_quoted = false;
        let is_end = |letter: char| {
            is_quoted ^= letter == '"';
            letter == ';' && !is_quoted
        };
        let operations = rest.split(is_end).map(str::trim).filter(|text| !text.is_empty()).collect();
        Epd { line, fen: fen.trim_end(), moves: rest.split_at(rest.len()).1, operations }
    }

    /// The words after an operation's name.
    fn operation(&self, wanted: &str) -> Option<&'a str> {
        let is_whole = |words: &&str| words.is_empty() || words.starts_with(char::is_whitespace);
        self.operations.iter().find_map(|text| text.strip_prefix(wanted).filter(is_whole))
    }

    fn id(&self) -> Option<String> {
        let id = self.operation("id")?.trim().trim_matches('"');
        (!id.is_empty()).then(|| id.to_owned())
    }

    /// The board, or the game that leads to it, of which no more moves than asked for are taken.
    fn game<'s>(&self, source: Source<'s>, place: Place) -> Result<PartialGame<'s>, BadInput> {
        let board = source.game.session(&self.with_counters(), &[]);
        let board = board.map_err(|bad| bad.shifted(indent(self.line, self.fen)))?;
        let Some(words) = self.operation("moves") else {
            let mut read = PartialGame::on(source, place, board);
            play(&mut read, self.line, self.moves)?;
            read.comment(&self.other_operations());
            return Ok(read);
        };
        let mut whole = PartialGame::begin(Source { extent: Extent::MainLine, ..source }, place)?;
        play(&mut whole, self.line, words)?;
        let (reached, wanted) = (whole.cursor.session().board(), board.board());
        if placement(&reached) != placement(&wanted) {
            let reached = quote(&placement(&reached).join(" "));
            let found = message!("input-epd-moves", "moves that lead to {board}", board = reached);
            let expected = message!("input-epd-board", "moves that lead to the line's board");
            let column = Some(indent(self.line, words) + 1 + usize::from(!words.is_empty()));
            let remedy = message!("input-epd-remedy", "Correct the moves, or leave them out");
            return Err(BadInput::new("EPD line", column, found, expected, remedy));
        }
        let mut read = PartialGame::begin(source, place)?;
        read.comment(&self.other_operations());
        play(&mut read, self.line, words)?;
        Ok(read)
    }

    /// What the operations say beside names, moves and counters.
    fn other_operations(&self) -> String {
        const KNOWN: [&str; 4] = ["id", "moves", "hmvc", "fmvn"];
        let is_other = |text: &&&str| !KNOWN.contains(&text.split(' ').next().unwrap_or_default());
        let others: Vec<&str> = self.operations.iter().filter(is_other).copied().collect();
        others.join("; ")
    }

    /// The FEN with the counters that operations give, if it has none itself.
    fn with_counters(&self) -> String {
        let number = |name| self.operation(name).map(str::trim);
        match (self.fen.split_whitespace().count(), number("hmvc"), number("fmvn")) {
            (4, plies, number) if plies.or(number).is_some() => {
                format!("{} {} {}", self.fen, plies.unwrap_or("0"), number.unwrap_or("1"))
            }
            _ => self.fen.to_owned(),
        }
    }
}

/// Board and side of a FEN.
fn placement(fen: &str) -> Vec<&str> {
    fen.split_whitespace().take(2).collect()
}

/// The end of a FEN: after board and side, up to two dashes and up to two numbers.
fn fen_end(text: &str) -> usize {
    let mut end = 0;
    for (place, word) in text.split_whitespace().enumerate() {
        let belongs = match place {
            0 | 1 => !word.starts_with(';'),
            2 | 3 => word == "-",
            4 | 5 => word.bytes().all(|byte| byte.is_ascii_digit()),
            _ => false,
        };
        let last = word.find(';');
        if belongs {
            end = offset(text, word) + last.unwrap_or(word.len());
        }
        if !belongs || last.is_some() {
            break;
        }
    }
    end
}

/// The number of bytes before a part of a text.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}
