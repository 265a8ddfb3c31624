//! Games as texts and files: what is pasted or dropped is read, and games are written for other programs.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use game::any::{AnyGame, AnySession};
use search_core::message;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shuangqi_arena::games::{Game, Games};
use shuangqi_cli::BadInput;
use shuangqi_game_files::{
    Contents, Cursor, Extent, FileGame, FileKind, GameTree, Losses, NodeId, Source, Tags, WthorNames,
    asks_for_a_file, read_first, read_games, write as write_games,
};

use crate::fields::{self, GameFields, GameName};
use crate::message::REQUEST;
use crate::{Call, Problem};

/// The most games that are read of one text.
const MAX_GAMES: usize = 1000;

/// The header of PGN that names the set of rules, as matches write it.
const RULES_TAG: &str = "Rules";

/// The text that a person gave, or the bytes of a file in Base64.
#[derive(Debug, Deserialize)]
struct ReadFields {
    /// The game; without one, a file is read as one of the first game whose games it has.
    game: Option<GameName>,
    #[serde(default)]
    text: String,
    data: Option<String>,
    /// The name of the file.
    #[serde(default)]
    name: String,
}

/// Reads the games of a text in any form: files of games, boards, or moves in any notation, on one line or on several.
pub(crate) fn read(games: &Games, call: &Call) -> Result<Value, Problem> {
    let ReadFields { game, text, data, name } = fields::read(call)?;
    let game = game.map(|game| game.among(games)).transpose()?;
    let tried: Vec<Game> = game.map_or_else(|| games.all().collect(), |game| vec![game]);
    let read = match data {
        None => {
            let game = game.ok_or_else(|| Problem::new(REQUEST, "The request read has no game."))?;
            games_of_text(game, &text).map(|read| (game.any, read))
        }
        Some(data) => {
            let damaged = |_| Problem::new("problem-damaged", "The file came damaged. Choose it again.");
            let bytes = BASE64_STANDARD.decode(data).map_err(damaged)?;
            let contents = Contents::Bytes(&bytes, &WthorNames::default());
            read_first(tried.iter().map(|game| game.any), &name, contents, None)
        }
    };
    let (game, read) = read.map_err(|bad| without_files(bad, game))?;
    Ok(games_read(game, &read))
}

/// Games as a page has them.
pub fn games_read(game: &dyn AnyGame, games: &[FileGame]) -> Value {
    let shown: Vec<Value> = games.iter().take(MAX_GAMES).map(|file| shown(game, file)).collect();
    json!({"game": game.info().name, "games": shown, "total": games.len()})
}

fn source(game: Game) -> Source<'static> {
    Source { game: game.any, file: "text", extent: Extent::Tree }
}

fn games_of_text(game: Game, text: &str) -> Result<Vec<FileGame>, BadInput> {
    let read = |text: &str, kind| read_games(source(game), Contents::Text(text), kind);
    let one_game = |text: &str, kind| read(text, Some(kind)).ok().filter(|games| games.len() == 1);
    // A list of moves may go over several lines, with or without numbers.
    let is_spread = text.trim().contains('\n') && FileKind::of_text(text) == FileKind::Lines;
    let joined = || one_game(&text.split_whitespace().collect::<Vec<_>>().join(" "), FileKind::Lines);
    let numbered = || one_game(text, FileKind::Pgn);
    let position = || {
        let session = game.session(text.trim(), "").ok()?;
        Some(vec![FileGame::of_moves::<&str>(session.board_after(0), [])])
    };
    if is_spread && let Some(games) = joined().or_else(numbered) {
        return Ok(games);
    }
    read(text, None).or_else(|bad| position().ok_or(bad))
}

/// The error of what was pasted, which tells nobody to name a file.
fn without_files(mut bad: BadInput, game: Option<Game>) -> BadInput {
    if let Some(game) = game.filter(|_| asks_for_a_file(&bad.remedy)) {
        let english = "Paste a game or a position of {game}, or choose the other game";
        bad.remedy = message!("input-paste", english, game = game.info.message());
    }
    bad
}

fn shown(game: &dyn AnyGame, file: &FileGame) -> Value {
    let moves: Vec<&str> = file.moves().collect();
    json!({
        "players": file.players(game.info()),
        "start": file.start,
        "moves": moves,
        "result": Some(file.result()).filter(|result| *result != "*"),
        "discs": file.discs(),
        "event": file.tag("Event").filter(|value| *value != "?"),
        "rules": file.tag(RULES_TAG).filter(|_| game.info().rules.is_some()).and_then(|rules| game.rules(&[rules]).ok()),
        "line": file.line,
        "tags": file.tags,
        "tree": rows(&file.tree),
    })
}

/// A move of a tree with what is said about it; the first row is the beginning of the game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Row {
    /// The row of the move before; that of the first row is its own.
    parent: usize,
    #[serde(rename = "move", default)]
    mv: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    before: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    marks: Vec<u8>,
}

fn rows(tree: &GameTree) -> Vec<Row> {
    let row = |parent, node| {
        let note = tree.note(node).clone();
        let mv = tree.mv(node).to_owned();
        Row { parent, mv, before: note.before, comment: note.comment, marks: note.marks }
    };
    let mut rows = vec![row(0, NodeId::ROOT)];
    // The row of the last move of each ply.
    let mut last = vec![0];
    for (ply, node) in tree.walk() {
        rows.push(row(last[ply - 1], node));
        last.truncate(ply);
        last.push(rows.len() - 1);
    }
    rows
}

/// The tree of rows, each behind that of the move before; every move is tried on the board.
fn tree_of(session: Box<dyn AnySession>, rows: &[Row]) -> Result<GameTree, Problem> {
    let (mut tree, mut cursor, mut nodes) = (GameTree::default(), Cursor::new(session), Vec::new());
    for (index, row) in rows.iter().enumerate() {
        if index > 0 {
            let parent = nodes.get(row.parent).copied();
            let parent = parent
                .ok_or_else(|| Problem::new(REQUEST, "The tree of the game has a move before none."))?;
            cursor.go_to(&tree, parent)?;
            cursor.play(&mut tree, &row.mv)?;
        }
        nodes.push(cursor.node());
        let note = tree.note_mut(cursor.node());
        (note.before, note.comment, note.marks) =
            (row.before.clone(), row.comment.clone(), row.marks.clone());
    }
    Ok(tree)
}

#[derive(Debug, Deserialize)]
struct WriteFields {
    #[serde(flatten)]
    game: GameFields,
    format: TextForm,
    /// The headers, under the names of PGN.
    #[serde(default)]
    tags: Tags,
    /// The moves with their variations, in coordinates; without it, the moves.
    tree: Option<Vec<Row>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum TextForm {
    Pgn,
    Ggf,
    Sgf,
    Xqf,
    Ubb,
    Moves,
    Board,
}

impl TextForm {
    fn kind(self) -> Option<FileKind> {
        match self {
            TextForm::Pgn => Some(FileKind::Pgn),
            TextForm::Ggf => Some(FileKind::Ggf),
            TextForm::Sgf => Some(FileKind::Sgf),
            TextForm::Xqf => Some(FileKind::Xqf),
            TextForm::Ubb => Some(FileKind::DhtmlXq),
            TextForm::Moves | TextForm::Board => None,
        }
    }
}

/// The names of the forms that games of a game are written in.
pub(crate) fn forms(game: Game) -> Vec<&'static str> {
    let kinds = FileKind::ALL.into_iter().filter(|kind| kind.fits(&game.info));
    // A game of WTHOR is one of many, whose names are in other files; the moves stand for lines.
    let kinds =
        kinds.filter(|kind| !matches!(kind, FileKind::Lines | FileKind::Wthor)).map(|kind| kind.endings()[0]);
    kinds.chain(["moves", "board"]).collect()
}

/// Writes a game. A file that is no text comes in Base64.
pub(crate) fn write(games: &Games, call: &Call) -> Result<Value, Problem> {
    let fields: WriteFields = fields::read(call)?;
    let game = fields.game.game.among(games)?;
    match fields.format.kind() {
        Some(kind) => write_file(game, fields, kind),
        None => write_line(game, &fields),
    }
}

/// Writes the moves in their notation, or the board behind them.
fn write_line(game: Game, fields: &WriteFields) -> Result<Value, Problem> {
    let session = fields.game.session(game)?;
    let text = match fields.format {
        TextForm::Board => session.board(),
        _ => {
            let moves = session.moves(fields.game.notation);
            moves.into_iter().map(|mv| mv.name).collect::<Vec<_>>().join(" ")
        }
    };
    Ok(json!({"file_name": format!("{}.txt", game.name()), "text": text + "\n"}))
}

fn write_file(game: Game, fields: WriteFields, kind: FileKind) -> Result<Value, Problem> {
    let session = game.session(&fields.game.start, &fields.game.rules)?;
    let of_moves = || {
        let first = std::iter::once(Row::default());
        let rows = fields.game.moves.iter().enumerate();
        first.chain(rows.map(|(parent, mv)| Row { parent, mv: mv.clone(), ..Row::default() })).collect()
    };
    let rows: Vec<Row> = fields.tree.unwrap_or_else(of_moves);
    let mut file = FileGame::of_moves::<&str>(session.board_after(0), []);
    (file.tags, file.tree) = (fields.tags, tree_of(session, &rows)?);
    let contents = write_games(game.any, std::slice::from_ref(&file), kind, fields.game.notation)?;
    let file_name = format!("{}.{}", game.name(), kind.endings()[0]);
    let lost = Losses::of(&file, kind);
    let lost = json!({
        "variations": lost.variations, "comments": lost.comments, "marks": lost.marks, "sides": lost.sides, "tags": lost.tags,
    });
    Ok(match kind {
        FileKind::Xqf => {
            json!({"file_name": file_name, "data": BASE64_STANDARD.encode(contents), "lost": lost})
        }
        _ => json!({"file_name": file_name, "text": String::from_utf8_lossy(&contents), "lost": lost}),
    })
}
