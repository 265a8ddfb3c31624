//! Whether a command line and a journal describe the same match.

use crate::config::EngineConfig;
use crate::match_config::MatchConfig;

/// The items in which the match of the command line differs from the one of the journal. More rounds are the same match,
/// only longer; the name of the openings' file does not matter, only their content.
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
        (
            "the engines' time or limits",
            engine(|one, other| {
                (one.clock, one.limits, one.margin) != (other.clock, other.limits, other.margin)
            }),
        ),
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
