//! Games on a board, move by move, and the list of them.

use game::{BoardShape, GameInfo};
use maud::{Markup, Render, html};
use serde::Serialize;
use shuangqi_cli::Failure;

use crate::board;
use crate::table::{Cell, Column, frame};
use crate::texts::{PageFrame, PageTexts, ViewerTexts};

/// The form of the viewer and of the list of games.
pub(crate) const STYLE: &str = include_str!("page/games.css");
/// The scripts of boards, which go before [`VIEWER`].
pub(crate) const BOARDS: [&str; 2] = [board::SCRIPT, board::FRAMES];
/// The scripts that replay, list and filter games, in order. [`Games::texts_script`] goes before them.
pub(crate) const VIEWER: [&str; 3] =
    [include_str!("page/score_graph.js"), include_str!("page/viewer.js"), include_str!("page/game_list.js")];

/// The viewer, and the list of games below it.
#[derive(Debug)]
pub struct Games {
    /// The game that is played.
    pub game: GameInfo,
    /// The sides by seat, as sentences name them.
    pub sides: [String; 2],
    /// The caption of the graph of scores.
    pub caption: String,
    /// A remark between the viewer and the list; none if empty.
    pub remark: String,
    /// The filters of the list, if there is a choice.
    pub filters: Vec<Filter>,
    /// The columns of the list, beside that of the number.
    pub columns: Vec<String>,
    /// The games.
    pub list: Vec<ListedGame>,
}

/// A choice of the games that are shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filter {
    /// The label of the choice.
    pub label: &'static str,
    /// The name by which the script knows it: `engine`, `seat`, `outcome`, `ending` or `opening`.
    pub name: &'static str,
    /// The values and what they are called.
    pub choices: Vec<(String, String)>,
}

impl Filter {
    /// The choice of one of these values, or of any.
    pub fn new<V: ToString, T: ToString>(
        label: &'static str,
        name: &'static str,
        choices: impl IntoIterator<Item = (V, T)>,
    ) -> Filter {
        let choices = choices.into_iter().map(|(value, text)| (value.to_string(), text.to_string()));
        Filter { label, name, choices: choices.collect() }
    }
}

/// A game of the list.
#[derive(Clone, PartialEq, Debug)]
pub struct ListedGame {
    /// From 0.
    pub number: u64,
    /// By what it is filtered.
    pub key: Option<GameKey>,
    /// A cell for each column beside that of the number.
    pub cells: Vec<Cell>,
}

/// By what a game is found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameKey {
    /// The players by seat, as values of the filter `engine`.
    pub players: [usize; 2],
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// A value of the filter `ending`.
    pub ending: String,
    /// A value of the filter `opening`.
    pub opening: usize,
}

/// What the scripts write.
#[derive(Debug, Serialize)]
struct ScriptTexts<'a> {
    #[serde(flatten)]
    viewer: &'a ViewerTexts,
    sides: &'a [String; 2],
}

impl Games {
    /// The script of `texts`, the texts that the other scripts write.
    ///
    /// # Errors
    /// [`Failure::Internal`] if they cannot be written as JSON.
    pub(crate) fn texts_script(&self, texts: &PageTexts) -> Result<String, Failure> {
        let failed = |error| Failure::Internal(format!("the page's texts cannot be written: {error}"));
        let texts = ScriptTexts { viewer: &texts.viewer, sides: &self.sides };
        let json = serde_json::to_string(&texts).map_err(failed)?;
        // Nothing in a text ends the element of the script.
        Ok(format!("const texts = {};\n", json.replace('<', "\\u003c")))
    }

    pub(crate) fn markup(&self, PageTexts { frame, .. }: &PageTexts) -> Markup {
        if self.list.is_empty() {
            return html! { p { (frame.none_finished) } };
        }
        html! {
            p #no-viewer { (frame.needs_scripts) }
            (viewer(&self.game, &self.caption, frame))
            @if !self.remark.is_empty() { p.reading { (self.remark) } }
            @if !self.filters.is_empty() { (self.filters(frame)) }
            (self.list(frame))
            p #no-games .reading hidden { (frame.no_match) }
        }
    }

    fn filters(&self, texts: &PageFrame) -> Markup {
        html! {
            form #filters hidden {
                @for Filter { label, name, choices } in &self.filters {
                    label { (label) select name=(name) {
                        option value="" { (texts.any) }
                        @for (value, text) in choices { option value=(value) { (text) } }
                    } }
                }
                button type="reset" { (texts.show_all) }
                span #shown role="status" {}
            }
        }
    }

    fn list(&self, texts: &PageFrame) -> Markup {
        let columns = [texts.game.as_str()].into_iter().chain(self.columns.iter().map(String::as_str));
        let columns: Vec<Column> = columns.map(Column::from).collect();
        let is_words =
            |place: usize| place > 0 && self.list.iter().any(|game| game.cells[place - 1].is_words());
        let rows = html! { @for game in &self.list { (game) "\n" } };
        // The list is always a box of its own, so that the viewer stays in reach.
        frame(Some("game-list"), (&columns.iter().collect::<Vec<_>>(), is_words), usize::MAX, rows)
    }
}

impl Render for ListedGame {
    fn render(&self) -> Markup {
        let number = self.number + 1;
        let key = self.key.as_ref();
        html! {
            tr id={ "game-" (number) } data-number=(self.number)
                data-first=[key.map(|key| key.players[0])] data-second=[key.map(|key| key.players[1])]
                data-result=[key.map(|key| key.result)] data-reason=[key.map(|key| &key.ending)]
                data-opening=[key.map(|key| key.opening)]
            {
                (Cell::keyed(number.to_string(), self.number as f64).leading_to(format!("#game-{number}")))
                @for cell in &self.cells { (cell) }
            }
        }
    }
}

/// The viewer, which is hidden until the scripts have the data. `caption` says what its graph shows.
fn viewer(game: &GameInfo, caption: &str, texts: &PageFrame) -> Markup {
    let is_xiangqi = game.board == BoardShape::Xiangqi;
    html! {
        div #viewer class=(game.name) hidden {
            div.heading {
                button #previous type="button" aria-label=(texts.previous_game) { (icon(BACK)) }
                div { h3 #game-title {} p #game-opening {} }
                button #next type="button" aria-label=(texts.next_game) { (icon(FORWARD)) }
                p #game-end {}
            }
            div.table {
                div.player #upper {}
                svg #board .board role="img" {}
                div.player #lower {}
            }
            (controls(is_xiangqi, texts))
            p #last-move aria-live="polite" {}
            ol #moves tabindex="0" aria-label=(texts.moves) {}
            div.graph {
                p.caption { (caption) }
                svg #graph .plot {}
            }
            div.copies {
                button #copy-game type="button" { (texts.copy_game) }
                button #copy-position type="button" { @if is_xiangqi { (texts.copy_fen) } @else { (texts.copy_board) } }
                button #copy-moves type="button" { (texts.copy_moves) }
            }
        }
    }
}

const BACK: &str = "M12 4l-6 6 6 6";
const FORWARD: &str = "M8 4l6 6-6 6";

/// An icon drawn with lines: not every font has these characters.
fn icon(path: &str) -> Markup {
    html! { svg.icon viewBox="0 0 20 20" aria-hidden="true" { path d=(path) {} } }
}

fn controls(is_xiangqi: bool, texts: &PageFrame) -> Markup {
    let steps = [
        ("to-start", "M5 4v12M14 4l-6 6 6 6", &texts.step_first),
        ("back", BACK, &texts.step_back),
        ("play", "M7 4l9 6-9 6z", &texts.step_play),
        ("forward", FORWARD, &texts.step_forward),
        ("to-end", "M15 4v12M6 4l6 6-6 6", &texts.step_last),
        ("turn", "M6.5 16V4M3 7.5L6.5 4 10 7.5M13.5 4v12M10 12.5l3.5 3.5 3.5-3.5", &texts.turn_board),
    ];
    html! {
        div.controls {
            div.steps {
                @for (id, path, label) in steps {
                    button id=(id) type="button" aria-label=(label) title=(label) { (icon(path)) }
                }
            }
            input #slider type="range" min="0" max="1" value="0" aria-label=(texts.slider);
            span #place {}
            @if is_xiangqi {
                label.lettered { input #lettered type="checkbox"; " " (texts.characters) }
            }
        }
    }
}
