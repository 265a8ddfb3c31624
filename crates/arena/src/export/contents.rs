//! The games that a file already has.

use std::collections::HashMap;
use std::io::{self, Read};

use shuangqi_cli::reader::BoundedReader;

/// The longest line, and the longest game, that this program may have written, in bytes. Longer ones are ignored.
const LONGEST: usize = 1 << 24;
/// The tags that identify a game: none depends on the description of the match or the notation of the moves.
const KEY_TAGS: [&str; 6] = ["[Round ", "[White ", "[Black ", "[Result ", "[PlyCount ", "[GameStartTime "];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Tags, an empty line, moves, an empty line.
    Pgn,
    Ggf,
}

impl Form {
    /// The first characters of a game of this program.
    const fn beginning(self) -> &'static str {
        match self {
            Form::Pgn => "[Game \"",
            Form::Ggf => "(;GM[",
        }
    }

    /// The text before the next game.
    const fn gap(self) -> &'static str {
        match self {
            Form::Pgn => "\n\n",
            Form::Ggf => "\n",
        }
    }

    /// Whether a line begins a game. The last line may be torn anywhere, but within a game it is part of that.
    fn begins(self, line: &str, is_within: bool) -> bool {
        let is_torn = !line.ends_with('\n') && !line.is_empty() && self.beginning().starts_with(line);
        line.starts_with(self.beginning()) || is_torn && !is_within
    }

    /// Whether a text is followed by no more lines of its game.
    fn is_closed(self, text: &str) -> bool {
        match self {
            Form::Ggf => text.ends_with('\n'),
            // After the tags comes an empty line, and one after the moves.
            Form::Pgn => text.strip_suffix("\n\n").is_some_and(|text| text.contains("\n\n")),
        }
    }

    /// Whether the text of a game has its end.
    fn is_whole(self, text: &str) -> bool {
        match self {
            Form::Ggf => text.trim_end().ends_with(";)"),
            Form::Pgn => {
                let result = text.lines().find_map(|line| line.strip_prefix("[Result \"")?.split('"').next());
                let last = text.lines().rfind(|line| !line.trim().is_empty());
                let last = last.filter(|line| !line.starts_with('['));
                result.is_some() && last.and_then(|line| line.split_whitespace().next_back()) == result
            }
        }
    }

    /// The text that identifies a game.
    fn key(self, text: &str) -> String {
        match self {
            Form::Pgn => text
                .lines()
                .take_while(|line| line.starts_with('['))
                .filter(|line| KEY_TAGS.iter().any(|tag| line.starts_with(tag)))
                .map(|line| line.trim_end().to_owned() + "\n")
                .collect(),
            Form::Ggf => {
                let (before, place) = text.trim_end().split_once("PC[").unwrap_or((text.trim_end(), ""));
                let (_, after) = place.split_once(']').unwrap_or(("", ""));
                before.to_owned() + after
            }
        }
    }
}

#[derive(Debug, Default)]
pub struct Contents {
    form: Option<Form>,
    /// The number of copies of each game.
    games: HashMap<String, usize>,
    /// The last game if it is incomplete, with its offset.
    pub torn: Option<(u64, String)>,
    end: Vec<u8>,
}

impl Contents {
    pub fn read(source: impl Read, form: Form) -> io::Result<Contents> {
        let mut source = BoundedReader::new(source, LONGEST as u64);
        let mut contents = Contents { form: Some(form), ..Contents::default() };
        let (mut offset, mut game) = (0, None);
        let mut bytes = Vec::new();
        loop {
            let length = source.read_line(&mut bytes)?;
            if length == 0 {
                break;
            }
            let line = String::from_utf8_lossy(&bytes);
            contents.see_end(&bytes);
            if form.begins(&line, game.is_some()) {
                game = Some((offset, String::new()));
            }
            // A game that is too long is not of this program.
            game = game.filter(|(_, text)| text.len() + line.len() <= LONGEST);
            if let Some((_, text)) = &mut game {
                text.push_str(&line);
            }
            if let Some((_, text)) = game.take_if(|(_, text)| form.is_closed(text)) {
                contents.count(form, &text);
            }
            offset += length as u64;
        }
        if let Some((start, text)) = game
            && !contents.count(form, &text)
        {
            contents.torn = Some((start, text));
        }
        Ok(contents)
    }

    fn see_end(&mut self, bytes: &[u8]) {
        self.end.extend(&bytes[bytes.len().saturating_sub(2)..]);
        self.end.drain(..self.end.len().saturating_sub(2));
    }

    /// Counts a game, if its text is whole.
    fn count(&mut self, form: Form, text: &str) -> bool {
        let is_whole = form.is_whole(text);
        if is_whole {
            *self.games.entry(form.key(text)).or_default() += 1;
        }
        is_whole
    }

    /// Takes a copy of a game out of the contents; whether there was one.
    pub fn take(&mut self, text: &str) -> bool {
        let Some(form) = self.form else { return false };
        match self.games.get_mut(&form.key(text)) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }

    /// The line ends that are missing before the next game.
    pub fn separator(&self, form: Form) -> &'static str {
        let gap = form.gap();
        let line_ends = self.end.iter().rev().take_while(|&&byte| byte == b'\n').count();
        if self.end.is_empty() { "" } else { &gap[line_ends.min(gap.len())..] }
    }
}
