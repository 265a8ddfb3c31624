//! Reads the games of a file: their headers first, then each game alone, so that a wrong move spoils no other game.

use rayon::prelude::*;
use search_core::BadInput;
use shuangqi_arena::games::Game;
use shuangqi_arena::openings::FileContents;
use shuangqi_game_files::{Contents, Extent, FileGame, FileKind, Part, Source, decoded, read, read_part};

use crate::index::{IndexedFile, IndexedGame, OPEN, Occurrence, RESULTS, position_key};
use crate::update::Update;

/// The moves after which a game's positions are left out.
const MAX_PLIES: usize = 60;
/// The games of a file that show which game they are of.
const TRIED: usize = 8;

/// The games of a file, and the positions that each reaches; games are counted from the first of the file.
pub(crate) struct ReadFile {
    pub file: IndexedFile,
    pub games: Vec<IndexedGame>,
    pub occurrences: Vec<Occurrence>,
}

/// Reads the file at this path. One that cannot be read has no games, and says why.
pub(crate) fn read_file(update: &Update<'_>, path: &str, mut file: IndexedFile) -> ReadFile {
    let name = file.path.clone();
    let read = FileContents::read("games", path).and_then(|contents| {
        let kind = FileKind::of_file(&name, contents.contents());
        let text = kind.is_text().then(|| decoded(contents.bytes().to_vec()));
        let contents = text.as_deref().map_or(contents.contents(), Contents::Text);
        let reader = Reader { name: &name, kind, contents, update };
        reader.headers().map(|(game, headers)| reader.games(&mut file, game, &headers))
    });
    let (games, occurrences) = read.unwrap_or_else(|bad| {
        file.error = Some(bad.to_string());
        Default::default()
    });
    ReadFile { file, games, occurrences }
}

struct Reader<'a> {
    name: &'a str,
    kind: FileKind,
    contents: Contents<'a>,
    update: &'a Update<'a>,
}

impl Reader<'_> {
    fn source(&self, game: Game, extent: Extent) -> Source<'_> {
        Source { game: game.any, file: self.name, extent }
    }

    fn length(&self) -> usize {
        match self.contents {
            Contents::Text(text) => text.len(),
            Contents::Bytes(bytes, _) => bytes.len(),
        }
    }

    /// The game whose games the file has, as the first of them show, and the headers of all.
    fn headers(&self) -> Result<(Game, Vec<FileGame>), BadInput> {
        let mut best: Result<(usize, Game, Vec<FileGame>), BadInput> =
            Err(BadInput::new("games", None, "none", "a game", "Name a file with games").at(self.name, 1));
        for game in self.update.games.all().filter(|game| self.kind.fits(&game.info)) {
            let headers = read(self.source(game, Extent::Opening(0)), self.contents, Some(self.kind));
            let readable = headers.map(|headers| (self.readable(game, &headers), game, headers));
            let is_better = match (&best, &readable) {
                (Err(_), _) => true,
                (Ok((most, ..)), Ok((readable, ..))) => readable > most,
                (Ok(_), Err(_)) => false,
            };
            if is_better {
                best = readable;
            }
        }
        best.map(|(_, game, headers)| (game, headers))
    }

    /// How many of the first games can be read as games of this game.
    fn readable(&self, game: Game, headers: &[FileGame]) -> usize {
        let parts = Part::of_games(headers, self.length());
        parts.iter().take(TRIED).filter(|part| self.game(game, part).is_ok()).count()
    }

    fn game(&self, game: Game, part: &Part) -> Result<FileGame, BadInput> {
        read_part(self.source(game, Extent::MainLine), self.contents, self.kind, part)
    }

    /// The games with these headers, and the positions of each; what else is known of the file is noted in it.
    fn games(
        &self,
        file: &mut IndexedFile,
        game: Game,
        headers: &[FileGame],
    ) -> (Vec<IndexedGame>, Vec<Occurrence>) {
        let parts = Part::of_games(headers, self.length());
        let read = |part: &Part| {
            let line = if self.update.is_cancelled() { Ok(Line::default()) } else { self.line(game, part) };
            self.update.count(1);
            line
        };
        let lines: Vec<_> = parts.par_iter().map(read).collect();
        game.name().clone_into(&mut file.game);
        self.kind.endings()[0].clone_into(&mut file.kind);
        let (mut games, mut occurrences) = (Vec::with_capacity(headers.len()), Vec::new());
        for ((header, part), line) in headers.iter().zip(parts).zip(lines) {
            let line = line.unwrap_or_else(|bad| {
                file.broken += 1;
                file.error.get_or_insert_with(|| bad.to_string());
                Line::default()
            });
            let place = games.len() as u32;
            games.push(indexed(game, header, &line, part));
            occurrences.extend(line.keys.into_iter().map(|key| Occurrence { key, game: place }));
        }
        (games, occurrences)
    }

    /// The main line of a game.
    fn line(&self, game: Game, part: &Part) -> Result<Line, BadInput> {
        let file = self.game(game, part)?;
        let mut session = game.any.session(&file.start, &[])?;
        let mut keys = vec![position_key(&*session, 0)];
        for mv in file.moves() {
            if session.advance(mv).is_none() {
                break;
            }
            if session.plies() <= MAX_PLIES {
                keys.push(position_key(&*session, session.plies()));
            }
        }
        let (stated, by_rules) = (Some(file.result()).filter(|result| *result != OPEN), session.verdict());
        let counted = by_rules.as_ref().and_then(|verdict| verdict.discs).map(discs_of_both);
        let result = stated.unwrap_or_else(|| by_rules.map_or(OPEN, |verdict| verdict.result.text()));
        Ok(Line { keys, result, discs: file.discs().or(counted) })
    }
}

/// The discs of both sides of 64, by their difference from the view of the side that begins.
fn discs_of_both(difference: i32) -> [u8; 2] {
    [32 + difference / 2, 32 - difference / 2].map(|discs| discs.clamp(0, 64) as u8)
}

/// The keys of the positions of a main line, and how it ended.
#[derive(Default)]
struct Line {
    keys: Vec<u64>,
    result: &'static str,
    discs: Option<[u8; 2]>,
}

/// A game by its headers, and by the end of its main line if that was read.
fn indexed(game: Game, header: &FileGame, line: &Line, part: Part) -> IndexedGame {
    let tag = |name| header.tag(name).filter(|value| *value != "?").unwrap_or_default().to_owned();
    let stated = if line.result.is_empty() { header.result() } else { line.result };
    let result = RESULTS.iter().position(|known| *known == stated);
    IndexedGame {
        file: 0,
        line: part.line,
        bytes: [part.bytes.start, part.bytes.end],
        players: header.players(&game.info),
        event: tag("Event"),
        date: tag("Date"),
        result: result.unwrap_or(RESULTS.len() - 1) as u8,
        discs: line.discs.or(header.discs()),
    }
}
