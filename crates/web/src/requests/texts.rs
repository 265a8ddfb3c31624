//! Games as texts: what is pasted is read, and games are written for other programs.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::{Call, Problem};
use game::any::NamedMove;
use game::pgn::{self, Header};
use serde::Deserialize;
use serde_json::{Value, json};

use super::fields::{self, GameFields, GameName};
use super::game_state::{self, GameState};
use shuangqi_analysis::input_game::InputGame;
use shuangqi_arena::calendar::date_and_time;
use shuangqi_arena::games::{Game, Games};
use shuangqi_arena::openings::Format;

/// The most games that are read of one text.
const MOST_GAMES: usize = 1000;

#[derive(Debug, Deserialize)]
struct ReadFields {
    game: GameName,
    text: String,
}

/// Reads the games of a text in any form: PGN, GGF, boards, or moves in any notation, on one line or on several.
///
/// # Errors
/// Why it is no game.
pub fn read(games: &Games, call: &Call) -> Result<Value, Problem> {
    let ReadFields { game, text } = fields::read(call)?;
    let games: Vec<Value> =
        games_of(game.among(games)?, &text)?.iter().take(MOST_GAMES).map(written).collect();
    Ok(json!({"games": games}))
}

fn games_of(game: Game, text: &str) -> Result<Vec<InputGame>, Problem> {
    let read = |text: &str, format| InputGame::of_text(game, "text", text, format);
    let one_game = |text: &str, format| read(text, Some(format)).ok().filter(|games| games.len() == 1);
    // A list of moves may go over several lines, with or without numbers.
    let is_spread = text.trim().contains('\n');
    let joined = || one_game(&text.split_whitespace().collect::<Vec<_>>().join(" "), Format::Lines);
    let numbered = || one_game(text, Format::Pgn);
    let position = || {
        let session = game_state::session(game, text.trim(), &[]).ok()?;
        Some(vec![InputGame::of_moves(game, session.board_after(0), Vec::new())])
    };
    if is_spread && let Some(games) = joined().or_else(numbered) {
        return Ok(games);
    }
    read(text, None).or_else(|bad| position().ok_or_else(|| bad.into()))
}

fn written(game: &InputGame) -> Value {
    let event =
        game.game.tags.iter().find(|(name, value)| name.eq_ignore_ascii_case("Event") && value != "?");
    json!({
        "players": game.players,
        "start": game.game.moves.start,
        "moves": game.moves(),
        "result": Some(&game.result).filter(|result| *result != "*"),
        "event": event.map(|(_, value)| value),
        "line": game.game.line,
    })
}

#[derive(Debug, Deserialize)]
struct WriteFields {
    #[serde(flatten)]
    game: GameFields,
    format: TextForm,
    #[serde(default)]
    players: [String; 2],
    result: Option<String>,
    /// By the number of moves before.
    #[serde(default)]
    comments: BTreeMap<String, String>,
    #[serde(default)]
    variations: Vec<Variation>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum TextForm {
    Pgn,
    Ggf,
    Moves,
    Board,
}

/// Moves in place of those of the game from one on.
#[derive(Debug, Deserialize)]
struct Variation {
    /// The number of the move that it replaces, from 1.
    ply: usize,
    moves: Vec<String>,
    comment: Option<String>,
}

/// Writes a game.
///
/// # Errors
/// A game that cannot be played, or that has no such form.
pub fn write(games: &Games, call: &Call) -> Result<Value, Problem> {
    let fields: WriteFields = fields::read(call)?;
    let game = fields.game.game.among(games)?;
    let state = fields.game.state(game)?;
    let last = || state.boards.last().cloned().unwrap_or_default() + "\n";
    let (ending, text) = match fields.format {
        TextForm::Pgn => ("pgn", as_pgn(game, &fields, &state)?),
        TextForm::Ggf => ("ggf", ggf(game, &fields, &state)?),
        TextForm::Moves => ("txt", moves(&state)),
        TextForm::Board => ("txt", last()),
    };
    Ok(json!({"file_name": format!("{}.{ending}", game.name()), "text": text}))
}

fn moves(state: &GameState) -> String {
    let names: Vec<&str> = state.moves.iter().map(|mv| mv.name.as_str()).collect();
    names.join(" ") + "\n"
}

fn result<'a>(fields: &'a WriteFields, state: &'a GameState) -> &'a str {
    let known = |text: &&str| matches!(*text, "1-0" | "0-1" | "1/2-1/2");
    let ended = state.ending.as_ref().map(|ending| ending.result);
    ended.or(fields.result.as_deref().filter(known)).unwrap_or("*")
}

fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date_and_time(u64::try_from(now.as_millis()).unwrap_or_default()).0
}

fn as_pgn(game: Game, fields: &WriteFields, state: &GameState) -> Result<String, Problem> {
    let player = |name: &'_ String| if name.trim().is_empty() { "?".to_owned() } else { name.clone() };
    let [first, second] = fields.players.each_ref().map(player);
    let date = today();
    let header =
        Header { date: &date, players: [&first, &second], result: result(fields, state), ..Header::UNKNOWN };
    let own_start = Some(state.start.as_str()).filter(|start| *start != game.start);
    let tags = pgn::tags(&game.info, header, fields.game.notation, own_start);
    Ok(pgn::text(&tags, &movetext(game, fields, state)?))
}

/// The moves with their numbers, comments and variations, and the result.
fn movetext(game: Game, fields: &WriteFields, state: &GameState) -> Result<Vec<String>, Problem> {
    let comment = |ply: usize| fields.comments.get(&ply.to_string()).map(|text| pgn::braced(text));
    let first = first_place(state);
    let mut words: Vec<String> = comment(0).into_iter().collect();
    for (index, mv) in state.moves.iter().enumerate() {
        let is_after_other = index == 0 || words.last().is_some_and(|word| word.ends_with(['}', ')']));
        words.extend(pgn::number(first + index, is_after_other));
        words.push(mv.name.clone());
        words.extend(comment(index + 1));
        for variation in fields.variations.iter().filter(|variation| variation.ply == index + 1) {
            words.extend(of_variation(game, fields, state, variation)?);
        }
    }
    words.extend(state.ending.as_ref().map(|ending| pgn::braced(&ending.explanation)));
    words.push(result(fields, state).to_owned());
    Ok(words)
}

/// The place of the first move: 1 if the second side makes it.
fn first_place(state: &GameState) -> usize {
    (state.side + state.moves.len()) % 2
}

fn of_variation(
    game: Game,
    fields: &WriteFields,
    state: &GameState,
    variation: &Variation,
) -> Result<Vec<String>, Problem> {
    let before = variation.ply - 1;
    let known = state.moves[..before].iter().map(|mv| mv.text.clone());
    let moves: Vec<String> = known.chain(variation.moves.iter().cloned()).collect();
    let branch = GameFields { moves, ..fields.game.clone() }.state(game)?;
    let first = first_place(&branch);
    let mut words = Vec::new();
    for (index, NamedMove { name, .. }) in branch.moves.iter().enumerate().skip(before) {
        words.extend(pgn::number(first + index, index == before));
        words.push(name.clone());
    }
    words.extend(variation.comment.as_deref().map(pgn::braced));
    if let Some(word) = words.first_mut() {
        word.insert(0, '(');
    }
    if let Some(word) = words.last_mut() {
        word.push(')');
    }
    Ok(words)
}

/// GGF as the games on the Generic Game Server have it, in games that have it.
fn ggf(game: Game, fields: &WriteFields, state: &GameState) -> Result<String, Problem> {
    if game.ggf.is_none() {
        return Err(Problem::new(format!("{} has no games in GGF. Choose PGN.", game.info.title)));
    }
    let safe = |text: &String| text.replace(['[', ']', ';'], " ");
    let [black, white] = [&fields.players[0], &fields.players[1]].map(safe);
    let cells: String =
        state.start.chars().take(64).map(|cell| if cell == 'X' { '*' } else { cell }).collect();
    let mover = if first_place(state) == 0 { '*' } else { 'O' };
    let outcome = match state.ending.as_ref().and_then(|ending| ending.discs) {
        Some(discs) => format!("{discs:+}.000"),
        None => "?".to_owned(),
    };
    let mut text =
        format!("(;GM[Othello]PC[Shuangqi]PB[{black}]PW[{white}]RE[{outcome}]TY[8]BO[8 {cells} {mover}]");
    for (index, mv) in state.moves.iter().enumerate() {
        let colour = ['B', 'W'][(first_place(state) + index) % 2];
        let name = if mv.text == "pass" { "PA".to_owned() } else { mv.text.to_ascii_uppercase() };
        text.push_str(&format!("{colour}[{name}]"));
    }
    Ok(text + ";)\n")
}
