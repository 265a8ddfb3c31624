//! Games as texts: what is pasted is read, and games are written for other programs.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use game::Verdict;
use game::any::{AnySession, NamedMove};
use game::pgn::{self, Header};
use serde::Deserialize;
use serde_json::{Value, json};
use shuangqi_analysis::input_game::InputGame;
use shuangqi_arena::calendar::date_and_time;
use shuangqi_arena::games::{Game, Games};
use shuangqi_arena::openings::Format;

use super::fields::{self, GameFields, GameName};
use crate::{Call, Problem};

/// The most games that are read of one text.
const MAX_GAMES: usize = 1000;

#[derive(Debug, Deserialize)]
struct ReadFields {
    game: GameName,
    text: String,
}

/// Reads the games of a text in any form: PGN, GGF, boards, or moves in any notation, on one line or on several.
pub fn read(games: &Games, call: &Call) -> Result<Value, Problem> {
    let ReadFields { game, text } = fields::read(call)?;
    let games: Vec<Value> =
        games_of(game.among(games)?, &text)?.iter().take(MAX_GAMES).map(written).collect();
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
        let session = fields::session(game, text.trim(), &[]).ok()?;
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

pub fn write(games: &Games, call: &Call) -> Result<Value, Problem> {
    let fields: WriteFields = fields::read(call)?;
    let game = fields.game.game.among(games)?;
    let session = fields.game.session(game)?;
    let written = Written::new(game, &fields, &*session);
    let (ending, text) = match fields.format {
        TextForm::Pgn => ("pgn", written.pgn()?),
        TextForm::Ggf => ("ggf", written.ggf()?),
        TextForm::Moves => ("txt", written.moves()),
        TextForm::Board => ("txt", session.board() + "\n"),
    };
    Ok(json!({"file_name": format!("{}.{ending}", game.name()), "text": text}))
}

struct Written<'a> {
    game: Game,
    fields: &'a WriteFields,
    start: String,
    moves: Vec<NamedMove>,
    /// The place of the first move: 1 if the second side makes it.
    first: usize,
    ending: Option<Verdict>,
}

impl Written<'_> {
    fn new<'a>(game: Game, fields: &'a WriteFields, session: &dyn AnySession) -> Written<'a> {
        let moves = session.moves(fields.game.notation);
        let first = (session.seat().index() + moves.len()) % 2;
        Written { game, fields, start: session.board_after(0), moves, first, ending: session.verdict() }
    }

    fn moves(&self) -> String {
        let names: Vec<&str> = self.moves.iter().map(|mv| mv.name.as_str()).collect();
        names.join(" ") + "\n"
    }

    fn result(&self) -> &str {
        let known = |text: &&str| matches!(*text, "1-0" | "0-1" | "1/2-1/2");
        let ended = self.ending.as_ref().map(|ending| ending.result.text());
        ended.or(self.fields.result.as_deref().filter(known)).unwrap_or("*")
    }

    fn pgn(&self) -> Result<String, Problem> {
        let player = |name: &String| if name.trim().is_empty() { "?".to_owned() } else { name.clone() };
        let [first, second] = self.fields.players.each_ref().map(player);
        let date = today();
        let header =
            Header { date: &date, players: [&first, &second], result: self.result(), ..Header::UNKNOWN };
        let own_start = Some(self.start.as_str()).filter(|start| *start != self.game.start);
        let tags = pgn::tags(&self.game.info, header, self.fields.game.notation, own_start);
        Ok(pgn::text(&tags, &self.movetext()?))
    }

    /// The moves with their numbers, comments and variations, and the result.
    fn movetext(&self) -> Result<Vec<String>, Problem> {
        let comment = |ply: usize| self.fields.comments.get(&ply.to_string()).map(|text| pgn::braced(text));
        let mut words: Vec<String> = comment(0).into_iter().collect();
        for (index, mv) in self.moves.iter().enumerate() {
            let is_after_other = index == 0 || words.last().is_some_and(|word| word.ends_with(['}', ')']));
            words.extend(pgn::number(self.first + index, is_after_other));
            words.push(mv.name.clone());
            words.extend(comment(index + 1));
            for variation in self.fields.variations.iter().filter(|variation| variation.ply == index + 1) {
                words.extend(self.variation(variation)?);
            }
        }
        words.extend(self.ending.as_ref().map(|ending| pgn::braced(&ending.explanation)));
        words.push(self.result().to_owned());
        Ok(words)
    }

    fn variation(&self, variation: &Variation) -> Result<Vec<String>, Problem> {
        let before = variation.ply - 1;
        let known = self.moves[..before].iter().map(|mv| mv.text.clone());
        let moves = known.chain(variation.moves.iter().cloned()).collect();
        let branch = GameFields { moves, ..self.fields.game.clone() }.session(self.game)?;
        let mut words = Vec::new();
        let names = branch.moves(self.fields.game.notation);
        for (index, NamedMove { name, .. }) in names.into_iter().enumerate().skip(before) {
            words.extend(pgn::number(self.first + index, index == before));
            words.push(name);
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
    fn ggf(&self) -> Result<String, Problem> {
        if self.game.ggf.is_none() {
            return Err(Problem::new(format!("{} has no games in GGF. Choose PGN.", self.game.info.title)));
        }
        let safe = |text: &String| text.replace(['[', ']', ';'], " ");
        let [black, white] = self.fields.players.each_ref().map(safe);
        let cells: String =
            self.start.chars().take(64).map(|cell| if cell == 'X' { '*' } else { cell }).collect();
        let mover = if self.first == 0 { '*' } else { 'O' };
        let outcome = match self.ending.as_ref().and_then(|ending| ending.discs) {
            Some(discs) => format!("{discs:+}.000"),
            None => "?".to_owned(),
        };
        let mut text =
            format!("(;GM[Othello]PC[Shuangqi]PB[{black}]PW[{white}]RE[{outcome}]TY[8]BO[8 {cells} {mover}]");
        for (index, mv) in self.moves.iter().enumerate() {
            let colour = ['B', 'W'][(self.first + index) % 2];
            let name = if mv.text == "pass" { "PA".to_owned() } else { mv.text.to_ascii_uppercase() };
            text.push_str(&format!("{colour}[{name}]"));
        }
        Ok(text + ";)\n")
    }
}

fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date_and_time(u64::try_from(now.as_millis()).unwrap_or_default()).0
}
