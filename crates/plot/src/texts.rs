//! The texts of a page beside its content, in the language of the page: those of its frame, and those of its viewer of games.
//!
//! This crate has no catalogues. It has messages, with their English words, and is given what these say in another language.

use game::Message;
use serde::Serialize;

/// A struct of texts: the name of each is that of its key in catalogues, and its English words stand beside it.
macro_rules! texts {
    ($(#[$attribute:meta])* $name:ident { $($field:ident: $english:literal,)* }) => {
        $(#[$attribute])*
        pub(crate) struct $name {
            $(pub $field: String,)*
        }

        impl $name {
            fn new(say: &impl Fn(&Message) -> String) -> $name {
                $name { $($field: say(&message(stringify!($field), $english)),)* }
            }
        }
    };
}

/// The message of a text. Its arguments stay names in braces: what stands there is known to the page or to its scripts only.
fn message(field: &str, english: &'static str) -> Message {
    let key = format!("report-{}", field.replace('_', "-"));
    let names = english.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0));
    names.fold(Message::new(key, english), |message, name| message.with(name, format!("{{{name}}}")))
}

texts! {
    /// The texts that the page has from the start.
    #[derive(Clone, PartialEq, Eq, Debug)]
    PageFrame {
        contents: "Contents",
        footer_games: "Made by {command}. This page needs no other file: the pictures, the tables and the games are in it.",
        footer_data: "Made by {command}. This page needs no other file: the pictures, the tables and the data are in it.",
        none_finished: "None has been finished yet.",
        needs_scripts: "To replay games on a board, open this page in a browser with scripts. The list below needs none.",
        no_match: "No game matches.",
        any: "any",
        show_all: "Show all",
        game: "game",
        previous_game: "Previous game",
        next_game: "Next game",
        moves: "Moves",
        slider: "Move",
        step_first: "First position (Home)",
        step_back: "One move back (left arrow)",
        step_play: "Play by itself",
        step_forward: "One move on (right arrow)",
        step_last: "Last position (End)",
        turn_board: "Turn the board",
        characters: "Chinese characters",
        copy_game: "Copy game (PGN)",
        copy_fen: "Copy FEN",
        copy_board: "Copy board",
        copy_moves: "Copy moves so far",
    }
}

texts! {
    /// The texts that the scripts of the viewer and of the list of games write.
    #[derive(Clone, PartialEq, Eq, Debug, Serialize)]
    #[serde(rename_all = "camelCase")]
    ViewerTexts {
        game_number: "Game {number}",
        opening_round: "Opening {opening}, round {round}",
        no_result: "Without a result",
        wins: "{player} wins as {side}",
        draw: "A draw",
        ending: "{ending}, {result}",
        ending_explained: "{ending}, {result}: {explanation}",
        board_after: "Board after {count} plies: {position}",
        board_after_one: "Board after {count} ply: {position}",
        after_plies: "after {ply} of {count} plies",
        start: "The start of the game.",
        move_made: "{number}. {side} {move}",
        from_opening: "from the opening",
        depth: "depth {depth}",
        nodes: "{count} nodes",
        mates_in: "mates in {moves}",
        mated_in: "mated in {moves}",
        last_move: "the last move",
        time: "time",
        copied: "Copied",
        games: "{count} games",
        games_of: "{count} of {all} games",
    }
}

/// The texts of a page beside its content, in one language. By default they are English.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageTexts {
    /// The tag of the language (BCP 47).
    pub(crate) language: String,
    pub(crate) frame: PageFrame,
    pub(crate) viewer: ViewerTexts,
}

impl PageTexts {
    /// The texts in the language of this tag (BCP 47), in which `say` gives what a message says.
    pub fn new(language: impl Into<String>, say: impl Fn(&Message) -> String) -> PageTexts {
        let (frame, viewer) = (PageFrame::new(&say), ViewerTexts::new(&say));
        PageTexts { language: language.into(), frame, viewer }
    }
}

impl Default for PageTexts {
    fn default() -> PageTexts {
        PageTexts::new("en", Message::to_string)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_keep_the_names_of_their_arguments() {
        let english = PageTexts::default();
        assert_eq!(english.viewer.games_of, "{count} of {all} games");
        let keyed = PageTexts::new("x", |message| {
            let names = message.arguments().iter().map(|(name, value)| format!(" {name}={value}"));
            message.key().to_owned() + &names.collect::<String>()
        });
        assert_eq!(keyed.viewer.games_of, "report-games-of count={count} all={all}");
        assert_eq!(keyed.frame.contents, "report-contents");
    }
}
