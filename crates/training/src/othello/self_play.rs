//! `shuangqi datagen othello`: a game begins with random moves or with an opening of a file, goes on by search, and ends by the solver.

use std::fmt::{self, Display};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use game::{Game, GameSession};
use othello::certainty::LEVELS;
use othello::endgame::Endgame;
use othello::evaluator::Classical;
use othello::notation::transcript;
use othello::recipe::Play;
use othello::solve::{EXACT, Solver};
use othello::{DISC, Move, Position, Square};
use search_core::{
    Control, Driver, Evaluator, Outcome, Report, Root, SearchOptions, Table, ThreadData, think,
};
use shuangqi_cli::weights::WeightsArgs;
use shuangqi_cli::{BadInput, Exit, Failure, source};

use super::records::Record;
use crate::datagen::{self, CommonArgs, SelfPlay, random_moves};

const EXAMPLES: &str = "\
Games of the same seed and shard are the same on every machine. A shard that is there already is not played again, so \
the same command goes on where it was stopped, and more shards extend a folder.

Examples:
  shuangqi datagen othello --out games
  shuangqi datagen othello --out first --classical --shards 100 --threads 2
  shuangqi datagen othello --out second --eval new.weights --seed 2 --depth 6
  shuangqi datagen othello --out level --openings openings.txt --variety 1.5";

/// Options of self-play of Othello.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct OthelloArgs {
    #[command(flatten)]
    common: CommonArgs,
    #[command(flatten)]
    rules: Rules,
    /// Begin each game with one of these openings in place of random moves: lists of moves, one a line
    #[arg(long, value_name = "FILE", conflicts_with = "random")]
    openings: Option<PathBuf>,
    /// Play by the evaluator that was set by hand, as the first generation must
    #[arg(long, conflicts_with = "eval")]
    classical: bool,
    #[command(flatten)]
    weights: WeightsArgs,
}

impl OthelloArgs {
    pub fn run(&self) -> Result<Exit, Failure> {
        let rules = self.rules;
        let openings = self.openings.as_deref().map(Openings::read).transpose()?;
        if self.classical {
            let games = Games { rules, openings, evaluator: Classical, id: "classical".to_owned() };
            return datagen::play(&self.common, &games);
        }
        let evaluator = self.weights.read::<Position>()?;
        let id = evaluator.id();
        datagen::play(&self.common, &Games { rules, openings, evaluator, id })
    }
}

/// The openings of a file.
#[derive(Clone, Debug)]
pub struct Openings {
    games: Arc<[GameSession<Position>]>,
    checksum: u32,
}

impl Openings {
    fn read(path: &Path) -> Result<Openings, Failure> {
        let name = path.to_string_lossy();
        let text = source::read(&name)?;
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        let game =
            |(number, line)| transcript::read(Position::START, line).map_err(|bad| bad.at(&*name, number));
        let games: Arc<[_]> = lines.map(game).collect::<Result<_, _>>()?;
        if games.is_empty() {
            let remedy = "Make some with shuangqi book openings othello FILE";
            return Err(BadInput::new("openings", None, "no line", "a list of moves", remedy)
                .at(name, 1)
                .into());
        }
        Ok(Openings { games, checksum: crc32fast::hash(text.as_bytes()) })
    }
}

/// Games by an evaluator.
struct Games<M> {
    rules: Rules,
    openings: Option<Openings>,
    evaluator: M,
    id: String,
}

impl<M: Evaluator<Position> + Sync> SelfPlay for Games<M> {
    type Item = Record;
    type Player = Player<M>;

    fn conditions(&self) -> String {
        let (fewest, most) = self.rules.random;
        let openings = match &self.openings {
            Some(openings) => format!("openings={:08x}", openings.checksum),
            None => format!("random={fewest}..{most}"),
        };
        format!("{} {openings} evaluator={}", self.rules, self.id)
    }

    fn player(&self) -> Player<M> {
        Player::new(&self.evaluator, self.rules, self.openings.clone())
    }

    fn play(player: &mut Player<M>, seed: u64) -> Vec<Record> {
        player.game(seed)
    }
}

/// Bytes of the table of searches of a few plies.
const TABLE: usize = 1 << 20;
/// Bytes of the table of searches to the end: with more, games take no less time.
const SOLVER_TABLE: usize = 1 << 22;

/// The conditions of games.
#[derive(Clone, Copy, PartialEq, Debug, clap::Args)]
pub struct Rules {
    /// Plies that each move is searched
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(i16).range(1..=30))]
    pub depth: i16,
    /// Empty squares from which on the game is solved: these scores are exact
    #[arg(long, value_name = "N", default_value_t = 14, value_parser = clap::value_parser!(u32).range(0..=24))]
    pub exact_from: u32,
    /// Empty squares from which on each move is searched to the end of the game selectively, until it is solved
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=30))]
    pub selective_from: u32,
    /// How certain those searches are, in per cent: 45, 63, 77 or 93
    #[arg(long, value_name = "PER_CENT", default_value = "77", value_parser = level)]
    pub certainty: usize,
    /// Random moves at the beginning, as FEWEST..MOST, each number as likely as the others
    #[arg(long, value_name = "A..B", default_value = "8..44", value_parser = |text: &str| random_moves(text, 60, "8..44"))]
    pub random: (u32, u32),
    /// How varied the first 20 plies of a game are, the opening among them: one of the four best moves is played, one that is so many discs
    /// worse than the best 0.37 times as often
    #[arg(long, value_name = "DISCS", default_value_t = 0.0, value_parser = variety)]
    pub variety: f64,
    /// Play each game to a ply chosen by chance, then let one side make random moves, as FEWEST..MOST, which the other answers by
    /// search; only positions after them are kept
    #[arg(long, value_name = "A..B", value_parser = |text: &str| random_moves(text, 10, "1..4"))]
    pub detour: Option<(u32, u32)>,
}

fn variety(text: &str) -> Result<f64, String> {
    let discs = text.parse().ok().filter(|discs| (0.0..=64.0).contains(discs));
    discs.ok_or_else(|| "expected a number of discs from 0 to 64; try --variety 1.5".to_owned())
}

/// The index of the level of this certainty.
fn level(text: &str) -> Result<usize, String> {
    let known = LEVELS.iter().position(|level| text.parse() == Ok(level.per_cent));
    known.ok_or_else(|| "expected 45, 63, 77 or 93; try --certainty 77".to_owned())
}

impl Display for Rules {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rules { depth, exact_from, selective_from, certainty, random: _, variety, detour } = self;
        write!(out, "depth={depth} exact-from={exact_from}")?;
        if selective_from > exact_from {
            write!(out, " selective-from={selective_from} certainty={}", LEVELS[*certainty].per_cent)?;
        }
        if *variety > 0.0 {
            write!(out, " variety={variety}")?;
        }
        detour.map_or(Ok(()), |(fewest, most)| write!(out, " detour={fewest}..{most}"))
    }
}

/// Plays games, one after the other; each is a function of its seed.
#[derive(Debug)]
pub struct Player<M> {
    thread: ThreadData<Position, Endgame<M>>,
    table: Table<[u64; 2]>,
    solver: Solver<M>,
    rules: Rules,
    openings: Option<Openings>,
}

/// The first plies of a game in which moves are varied.
const VARIED_PLIES: usize = 20;
/// The best moves among which one is chosen there.
const VARIED_MOVES: usize = 4;

impl<M: Evaluator<Position>> Player<M> {
    pub fn new(evaluator: &M, rules: Rules, openings: Option<Openings>) -> Self {
        Player {
            thread: ThreadData::new(Endgame::for_play_of(evaluator.fork(), 1 << 12)),
            table: Table::with_bytes(TABLE),
            solver: Solver::with_evaluator(evaluator.fork(), SOLVER_TABLE),
            rules,
            openings,
        }
    }

    /// The records of the game of this seed: every position after the opening in which there is a move to make.
    pub fn game(&mut self, seed: u64) -> Vec<Record> {
        self.thread.clear();
        self.table.clear();
        self.solver.clear();
        let mut random = fastrand::Rng::with_seed(seed);
        let mut game = self.opening(&mut random);
        if let Some(moves) = self.rules.detour {
            self.play_detour(&mut game, &mut random, moves);
        }
        let mut line: Vec<(Position, i32)> = Vec::with_capacity(Square::NUM);
        while let Some((mv, score)) = self.next_move(&mut game, &mut random) {
            line.push((*game.position(), score));
            game.play(mv);
        }
        self.finish(game, &mut line)
    }

    /// Plays on to a ply chosen by chance, then the random moves of one side with the other's answers: so a search meets positions in which
    /// one side has made mistakes that the other makes use of.
    fn play_detour(
        &mut self,
        game: &mut GameSession<Position>,
        random: &mut fastrand::Rng,
        (fewest, most): (u32, u32),
    ) {
        let left = game.position().board.empties().len();
        let departure = random.u32((self.rules.exact_from + 2 * most).min(left)..=left);
        while game.position().board.empties().len() > departure {
            let Some((mv, _)) = self.next_move(game, random) else { return };
            game.play(mv);
        }
        let side = game.position().side;
        for _ in 0..random.u32(fewest..=most) {
            while game.position().side != side {
                let Some((mv, _)) = self.next_move(game, random) else { return };
                game.play(mv);
            }
            play_random_move(game, random);
        }
    }

    /// The move of the side to move, before the game is solved, and its score in hundredths of a disc; passes are played.
    fn next_move(
        &mut self,
        game: &mut GameSession<Position>,
        random: &mut fastrand::Rng,
    ) -> Option<(Move, i32)> {
        let board = game.position().board;
        if board.empties().len() <= self.rules.exact_from || board.is_over() {
            return None;
        }
        if game.position().must_pass() {
            game.play(Move::PASS);
        }
        let is_varied = self.rules.variety > 0.0 && game.moves().len() < VARIED_PLIES;
        if is_varied { self.varied(game, random) } else { self.search(game) }
    }

    fn opening(&self, random: &mut fastrand::Rng) -> GameSession<Position> {
        let of_file = self.openings.as_ref().and_then(|openings| random.choice(openings.games.iter()));
        of_file.cloned().unwrap_or_else(|| random_line(random, self.rules.random))
    }

    /// The move to play, and its score in hundredths of a disc.
    fn search(&mut self, game: &GameSession<Position>) -> Option<(Move, i32)> {
        let outcome = if game.position().board.empties().len() <= self.rules.selective_from {
            self.solver.estimate(game.position(), self.rules.certainty as i16, &Control::new())
        } else {
            self.look_ahead(game)
        };
        outcome.best.map(|mv| (mv, outcome.score))
    }

    /// One of the best moves, and the score of the best.
    fn varied(&mut self, game: &GameSession<Position>, random: &mut fastrand::Rng) -> Option<(Move, i32)> {
        let mut lines = [None; VARIED_MOVES];
        let options = SearchOptions {
            driver: Driver::Full,
            lines: VARIED_MOVES,
            ..SearchOptions::to_depth(self.rules.depth)
        };
        let root = Root { position: game.position(), history: game.line() };
        think(root, &mut self.thread, &self.table, Play, &options, &Control::new(), |report| {
            if let Some(line) = lines.get_mut(report.line - 1) {
                *line = report.variation.first().map(|&mv| (mv, report.score));
            }
        });
        let lines: Vec<(Move, i32)> = lines.into_iter().flatten().collect();
        let best = lines.iter().map(|&(_, score)| score).max()?;
        let weight = |score: i32| (f64::from(score - best) / (self.rules.variety * f64::from(DISC))).exp();
        let mut left = random.f64() * lines.iter().map(|&(_, score)| weight(score)).sum::<f64>();
        let chosen = lines.iter().find(|&&(_, score)| {
            left -= weight(score);
            left < 0.0
        });
        chosen.or(lines.first()).map(|&(mv, _)| (mv, best))
    }

    fn look_ahead(&mut self, game: &GameSession<Position>) -> Outcome<Move> {
        let options = SearchOptions { driver: Driver::Full, ..SearchOptions::to_depth(self.rules.depth) };
        let root = Root { position: game.position(), history: game.line() };
        let ignore = |_: &Report<Move>| {};
        think(root, &mut self.thread, &self.table, Play, &options, &Control::new(), ignore)
    }

    /// Plays the rest without a mistake; all records then have the result.
    fn finish(&mut self, mut game: GameSession<Position>, line: &mut Vec<(Position, i32)>) -> Vec<Record> {
        while !game.position().board.is_over() {
            let solution = self.solver.solve(game.position(), EXACT, &Control::new());
            let mut score = solution.score;
            for mv in solution.variation {
                if !mv.is_pass() {
                    line.push((*game.position(), score * DISC));
                }
                game.play(mv);
                score = -score;
            }
        }
        let last = *game.position();
        let result = last.board.final_difference();
        let record = |&(before, score): &(Position, i32)| Record {
            board: before.board,
            result: if before.side == last.side { result } else { -result } as i8,
            search: score as i16,
        };
        line.iter().map(record).collect()
    }
}

/// A game of a random number of random moves.
fn random_line(random: &mut fastrand::Rng, (fewest, most): (u32, u32)) -> GameSession<Position> {
    let moves = random.u32(fewest..=most);
    let mut game = GameSession::<Position>::default();
    (0..moves).for_each(|_| play_random_move(&mut game, random));
    game
}

/// Plays a legal move, after a pass if there is none; nothing at the end of a game.
fn play_random_move(game: &mut GameSession<Position>, random: &mut fastrand::Rng) {
    if game.position().must_pass() {
        game.play(Move::PASS);
    }
    let legal: Vec<Square> = game.position().board.legal_moves().into_iter().collect();
    if let Some(&square) = random.choice(&legal) {
        game.play(Move::new(square));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    const RULES: Rules = Rules {
        depth: 2,
        exact_from: 10,
        selective_from: 0,
        certainty: 0,
        random: (10, 40),
        variety: 0.0,
        detour: None,
    };

    /// The scores near the end are exact, and both results of a game are those of one final board.
    #[test]
    fn the_end_of_a_game_is_exact() {
        let mut player = Player::new(&Classical, RULES, None);
        let mut solver = Solver::with_evaluator(Classical, 1 << 16);
        let mut seen = 0;
        for seed in 0..20 {
            let records = player.game(seed);
            assert!(records.iter().all(|record| !record.board.legal_moves().is_empty()));
            assert!(
                records.windows(2).all(|pair| pair[1].board.empties().len() < pair[0].board.empties().len())
            );
            assert!(records.iter().all(|record| record.result.abs() == records[0].result.abs()));
            for record in records.iter().filter(|record| record.board.empties().len() <= RULES.exact_from) {
                let position = Position { board: record.board, side: othello::Side::Black };
                let score = solver.solve(&position, EXACT, &Control::new()).score;
                assert_eq!((i32::from(record.result), i32::from(record.search)), (score, score * DISC));
                seen += 1;
            }
        }
        assert!(seen > 100, "{seen} exact records");
    }

    /// The solver's search to the end decides the moves from there on; by an evaluator without a model of ProbCut its
    /// scores are exact.
    #[test]
    fn moves_near_the_end_are_searched_to_the_end() {
        let rules = Rules { selective_from: 14, ..RULES };
        let mut player = Player::new(&Classical, rules, None);
        let near_the_end = |record: &&Record| record.board.empties().len() <= rules.selective_from;
        for seed in 0..6 {
            for record in player.game(seed).iter().filter(near_the_end) {
                assert_eq!(i32::from(record.search), i32::from(record.result) * DISC);
            }
        }
    }

    #[test]
    fn openings_have_their_length() {
        for seed in 0..50 {
            let position = *random_line(&mut fastrand::Rng::with_seed(seed), (8, 12)).position();
            let placed = 60 - position.board.empties().len();
            assert!((8..=12).contains(&placed) || position.board.is_over(), "{placed} moves");
        }
    }

    /// With variety, games that begin alike differ; without, they are the same.
    #[test]
    fn games_from_one_opening_vary() {
        let game = transcript::read(Position::START, "f5d6c3d3c4").unwrap();
        let openings = Some(Openings { games: Arc::from([game]), checksum: 0 });
        let tenth = |variety, seed| {
            let mut player = Player::new(&Classical, Rules { variety, ..RULES }, openings.clone());
            let records = player.game(seed);
            assert_eq!(records[0].board.empties().len(), 55);
            records[10].board
        };
        assert_eq!(tenth(0.0, 1), tenth(0.0, 2));
        assert_eq!(tenth(2.0, 1), tenth(2.0, 1));
        let varied: HashSet<[u64; 2]> =
            (0..8).map(|seed| tenth(2.0, seed)).map(|board| [board.mover().0, board.opponent().0]).collect();
        assert!(varied.len() > 3, "{varied:?}");
    }

    /// A detour begins anywhere, and the side that answers the random moves is ahead in the mean.
    #[test]
    fn random_moves_of_one_side_are_an_advantage_of_the_other() {
        let first = |detour, seed| {
            let rules = Rules { random: (2, 2), detour, ..RULES };
            Player::new(&Classical, rules, None).game(seed)[0]
        };
        let after = |detour| (0..60).map(move |seed| first(detour, seed));
        let empties: HashSet<u32> = after(Some((2, 4))).map(|record| record.board.empties().len()).collect();
        assert!(
            empties.len() > 15 && empties.iter().all(|empties| (10..=55).contains(empties)),
            "{empties:?}"
        );
        let mean = |detour| after(detour).map(|record| i32::from(record.search)).sum::<i32>() / 60;
        assert!(mean(Some((2, 4))) > mean(None) + 3 * DISC, "{} hundredths of a disc", mean(Some((2, 4))));
    }
}
