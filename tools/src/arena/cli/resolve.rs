//! What is to be played, and how: the words, with what was not said filled in from an earlier run or by default.

use shuangqi_cli::Failure;
use shuangqi_cli::bad_input::quote;
use xiangqi::{GameRules, Rules};

use super::engine::EngineDraft;
use super::read::usage;
use super::{MatchConfigBuilder, Pair};
use crate::arena::config::RunOptions;
use crate::arena::config::{Adjudication, EngineConfig, Layout, MatchConfig, Order, Timeouts, Tournament};
use crate::args::Game;
use crate::rating::Sprt;

/// Rounds of a match that ends by a test; far more than one needs.
const ROUNDS_OF_A_TEST: u32 = 50_000;

/// What is to be played. `before` is what the journal of an earlier run says. The hash of the openings is left as it
/// was, or 0.
///
/// # Errors
/// [`Failure::Usage`]: something is missing, or does not go together.
pub fn setup(draft: &MatchConfigBuilder, before: Option<&MatchConfig>) -> Result<MatchConfig, Failure> {
    let game = draft.game.or(before.map(|setup| setup.game));
    let game = game.ok_or_else(|| usage("which game? Give -game othello or -game xiangqi".to_owned()))?;
    let engines = match before {
        Some(setup) if draft.engines.is_empty() => {
            if !draft.each.is_empty() {
                return Err(usage(
                    "-each needs the engines beside it; leave it out, or repeat -engine".to_owned(),
                ));
            }
            setup.engines.clone()
        }
        _ => engines(draft, game)?,
    };
    let setup = MatchConfig {
        game,
        rules: rules(draft, before).to_string(),
        openings: openings(draft, before),
        openings_hash: before.map_or(0, |setup| setup.openings_hash),
        layout: layout(draft, before.map(|setup| setup.layout))?,
        adjudication: adjudication(draft, before.map(|setup| setup.adjudication)),
        engines,
    };
    fits(draft, &setup)?;
    Ok(setup)
}

/// The rules of the referee, with what was not said as it was before.
fn rules(draft: &MatchConfigBuilder, before: Option<&MatchConfig>) -> GameRules {
    let base = before.and_then(|setup| GameRules::named(&setup.rules));
    let base = base.unwrap_or_else(|| Rules::default().into());
    GameRules {
        repetition: draft.rules.unwrap_or(base.repetition),
        quiet_moves: draft.quiet_moves.unwrap_or(base.quiet_moves),
    }
}

/// The text for the reader: the file, or that openings are generated.
fn openings(draft: &MatchConfigBuilder, before: Option<&MatchConfig>) -> String {
    match (&draft.book, before) {
        (Some(book), _) => book.file.clone().unwrap_or_else(|| "generated".to_owned()),
        (None, Some(setup)) => setup.openings.clone(),
        (None, None) => "generated".to_owned(),
    }
}

fn engines(draft: &MatchConfigBuilder, game: Game) -> Result<Vec<EngineConfig>, Failure> {
    let engines: Vec<EngineConfig> = draft
        .engines
        .iter()
        .map(|own| engine(&draft.each, own).and_then(|engine| engine.finish(game)).map_err(usage))
        .collect::<Result<_, _>>()?;
    if engines.len() < 2 {
        return Err(usage("a match needs two engines; give another -engine".to_owned()));
    }
    let is_known = |index: usize| engines[..index].iter().any(|other| other.name == engines[index].name);
    match (0..engines.len()).find(|&index| is_known(index)) {
        Some(index) => {
            let name = quote(&engines[index].name);
            Err(usage(format!("two engines are called {name}; give each a name= of its own")))
        }
        None => Ok(engines),
    }
}

/// What is said of each, then of this one.
fn engine(each: &[Pair], own: &[Pair]) -> Result<EngineDraft, String> {
    let mut engine = EngineDraft::default();
    each.iter().chain(own).try_for_each(|(key, value)| engine.take(key, value))?;
    Ok(engine)
}

fn layout(draft: &MatchConfigBuilder, before: Option<Layout>) -> Result<Layout, Failure> {
    let is_generated = before.is_none() && draft.book.as_ref().is_none_or(|book| book.file.is_none());
    let games = draft.games.or(before.map(|layout| layout.games)).unwrap_or(2);
    let most = if draft.swaps == Some(false) { 1 } else { 2 };
    let own_repeat = || before.map_or(games.min(most), |layout| layout.repeat);
    let repeat = draft.repeat.unwrap_or_else(own_repeat);
    if !games.is_multiple_of(repeat) {
        return Err(usage(format!(
            "-games {games} with -repeat {repeat} leaves half a pair; give an even -games, or -repeat 1"
        )));
    }
    let rounds = if draft.test.is_some() { ROUNDS_OF_A_TEST } else { 1 };
    let base = before.unwrap_or(Layout {
        tournament: Tournament::RoundRobin,
        seeds: 1,
        rounds,
        games,
        repeat,
        swaps: true,
        order: Order::Sequential,
        first: 0,
        seed: 1,
    });
    Ok(Layout {
        tournament: draft.tournament.unwrap_or(base.tournament),
        seeds: draft.seeds.unwrap_or(base.seeds),
        rounds: draft.rounds.unwrap_or(base.rounds),
        games,
        repeat,
        swaps: draft.swaps.unwrap_or(base.swaps),
        // Generated openings are in no order; shuffled, a longer match would begin with others.
        order: if is_generated { Order::Sequential } else { draft.order.unwrap_or(base.order) },
        first: draft.first.unwrap_or(base.first),
        seed: draft.seed.unwrap_or(base.seed),
    })
}

fn adjudication(draft: &MatchConfigBuilder, before: Option<Adjudication>) -> Adjudication {
    let base = before.unwrap_or_default();
    Adjudication {
        resign: draft.resign.or(base.resign),
        draw: draft.draw.or(base.draw),
        most_moves: draft.most_moves.or(base.most_moves),
        solve_empties: draft.solve.or(base.solve_empties),
    }
}

/// Whether all of it goes together.
fn fits(draft: &MatchConfigBuilder, setup: &MatchConfig) -> Result<(), Failure> {
    let wrong = |text: &str| Err(usage(text.to_owned()));
    let Layout { tournament, seeds, .. } = setup.layout;
    if seeds > 1 && tournament != Tournament::Gauntlet {
        return wrong("-seeds is for -tournament gauntlet");
    }
    if tournament == Tournament::Gauntlet && seeds as usize >= setup.engines.len() {
        return wrong("-seeds leaves nobody to play against; give fewer seeds or more engines");
    }
    match setup.game {
        Game::Othello if draft.rules.is_some() || draft.quiet_moves.is_some() => {
            return wrong("-rules is for Xiangqi");
        }
        Game::Xiangqi if setup.adjudication.solve_empties.is_some() => return wrong("-solve is for Othello"),
        Game::Xiangqi if draft.ggf.is_some() => return wrong("-ggfout is for Othello; see -pgnout"),
        Game::Othello | Game::Xiangqi => {}
    }
    let has_file = draft.book.as_ref().is_some_and(|book| book.file.is_some());
    if !has_file && (draft.book.is_some() || draft.order.is_some() || draft.first.is_some()) {
        return wrong("-openings needs file=; without it, openings are generated by the seed alone");
    }
    if draft.state.is_some() && draft.resume.is_some() {
        return wrong("-resume names the journal; leave -state out");
    }
    if draft.pgn.as_ref().is_some_and(|pgn| pgn.file.as_os_str().is_empty()) {
        return wrong("-pgnout needs a file, as in -pgnout games.pgn");
    }
    let Some(test) = draft.test else { return Ok(()) };
    if setup.engines.len() != 2 {
        return wrong("-sprt compares two engines; leave it out of a tournament");
    }
    Sprt::new(test).map(|_| ()).map_err(|bad| usage(format!("-sprt: {bad}")))
}

/// How it is carried out; `before` is how it was in an earlier run.
pub fn conduct(draft: &MatchConfigBuilder, before: Option<&RunOptions>) -> RunOptions {
    let base = before.cloned().unwrap_or_default();
    let outputs = crate::arena::config::Outputs {
        pgn: draft.pgn.clone().or(base.outputs.pgn),
        ggf: draft.ggf.clone().or(base.outputs.ggf),
        epd: draft.epd.clone().or(base.outputs.epd),
        folder: draft.folder.clone().or(base.outputs.folder),
    };
    RunOptions {
        book: draft.book.clone().unwrap_or(base.book),
        concurrency: draft.concurrency.unwrap_or(base.concurrency),
        affinity: draft.affinity.clone().unwrap_or(base.affinity),
        patience: Timeouts {
            start: draft.start.unwrap_or(base.patience.start),
            ready: draft.ready.unwrap_or(base.patience.ready),
            answer: draft.answer.unwrap_or(base.patience.answer),
            quit: base.patience.quit,
        },
        test: draft.test.or(base.test),
        pause: draft.pause.unwrap_or(base.pause),
        recovers: draft.recovers.unwrap_or(base.recovers),
        event: draft.event.clone().or(base.event),
        site: draft.site.clone().or(base.site),
        outputs,
        style: draft.style.unwrap_or(base.style),
        rating_interval: draft.rating_interval.or(base.rating_interval),
        log: draft.log.clone().or(base.log),
    }
}

/// In what the match that is asked for is not the one of the journal. More rounds are the same match, only longer; what
/// the openings are called does not matter, only what they are.
pub fn differences(asked: &MatchConfig, kept: &MatchConfig) -> Vec<&'static str> {
    let (one, other) = (&asked.layout, &kept.layout);
    let engine = |what: fn(&EngineConfig, &EngineConfig) -> bool| {
        asked.engines.len() == kept.engines.len()
            && asked.engines.iter().zip(&kept.engines).any(|(one, other)| what(one, other))
    };
    let items = [
        ("the game", asked.game != kept.game),
        ("the rules", asked.rules != kept.rules),
        ("the number of engines", asked.engines.len() != kept.engines.len()),
        ("the engines' names", engine(|one, other| one.name != other.name)),
        ("the engines' programs", engine(|one, other| !is_same_program(one, other))),
        (
            "the engines' options",
            engine(|one, other| (&one.options, &one.initial) != (&other.options, &other.initial)),
        ),
        ("the engines' scale=", engine(|one, other| one.scale != other.scale)),
        ("the engines' time or limits", engine(|one, other| !is_same_time(one, other))),
        ("-tournament and -seeds", (one.tournament, one.seeds) != (other.tournament, other.seeds)),
        ("-rounds (fewer)", one.rounds < other.rounds),
        (
            "-games, -repeat and -noswap",
            (one.games, one.repeat, one.swaps) != (other.games, other.repeat, other.swaps),
        ),
        ("the order of openings", (one.order, one.first) != (other.order, other.first)),
        ("-srand", one.seed != other.seed),
        ("adjudication (-resign, -draw, -maxmoves, -solve)", asked.adjudication != kept.adjudication),
        ("the openings", asked.openings_hash != kept.openings_hash),
    ];
    items.into_iter().filter(|(_, differs)| *differs).map(|(item, _)| item).collect()
}

fn is_same_program(one: &EngineConfig, other: &EngineConfig) -> bool {
    let program = |engine: &EngineConfig| {
        (
            engine.command.clone(),
            engine.arguments.clone(),
            engine.folder.clone(),
            engine.protocol,
            engine.rank_base,
        )
    };
    program(one) == program(other)
}

fn is_same_time(one: &EngineConfig, other: &EngineConfig) -> bool {
    (one.clock, one.limits, one.margin) == (other.clock, other.limits, other.margin)
}
