//! The experiments of the laboratory, game by game: what `--blocks` chooses from.

use crate::data::{Experiment, Method, Shape, Thoroughness};
use crate::lab_game::{ExperimentDepths, LabGame};

/// All positions of the embedded set.
const ALL: usize = usize::MAX;
const QUICK: usize = 100;
/// Positions for experiments with very many algorithms.
const FEW: usize = 60;

const DEEPEST: usize = 20;
/// Depths for pruned searches compared with each other.
const DEEP_PRUNING: (i16, i16) = (7, 9);

/// Every experiment of a game, in the order of the report; the first is made unless others are named.
pub fn all<P: LabGame>() -> Vec<Experiment> {
    let at = P::LAB.depths;
    let mut experiments = vec![headline(at), deep(at), scouts(at), ordering(at)];
    experiments.extend([ablation(at), factorial(at), histories(at)]);
    if P::LAB.has_captures {
        experiments.push(captures(at));
    }
    experiments.extend([aspiration::<P>(at), drivers(at), table_size(at), grain::<P>(at), guess(at)]);
    experiments.extend([pruning::<P>(at), extensions::<P>(at)]);
    if P::LAB.has_captures {
        experiments.push(quiescence(at));
    }
    if P::LAB.has_null_move {
        experiments.extend([deep_pruning(), selective_today(P::LAB.depths)]);
    }
    experiments
}

/// What is compared unless experiments are named: the first one, on few enough positions to take less than a minute.
pub fn first<P: LabGame>() -> Experiment {
    Experiment { positions: QUICK, ..headline(P::LAB.depths) }
}

fn depths((first, last): (i16, i16)) -> Vec<i16> {
    (first..=last).collect()
}

/// The names in a list, as the command line has it.
fn names(list: &str) -> Vec<String> {
    list.split(", ").map(str::to_owned).collect()
}

fn list(algorithms: &str, is_selective: bool) -> Shape {
    let algorithms = names(algorithms);
    let baseline = algorithms.iter().position(|name| *name == "alpha-beta").unwrap_or(0);
    Shape::List { algorithms, baseline, is_selective }
}

/// An experiment on all positions; what differs is changed by the caller.
fn experiment(id: &str, title: &str, question: &str, shape: Shape, depth_range: (i16, i16)) -> Experiment {
    Experiment {
        id: id.to_owned(),
        title: title.to_owned(),
        question: question.to_owned(),
        remarks: Vec::new(),
        shape,
        depths: depths(depth_range),
        positions: ALL,
        references: None,
        oracle: None,
    }
}

fn headline(at: ExperimentDepths) -> Experiment {
    let algorithms = "negamax, fail-hard, alpha-beta, pvs, alpha-beta+sort, pvs+sort, alpha-beta+sort+table, \
        pvs+sort+table, pvs+sort+table+deepening, strongest, strongest@aspiration, strongest@mtdf";
    Experiment {
        references: Some(Thoroughness::CheapCuts),
        remarks: vec![
            "Searches that deepen pay for all their iterations here; distances to the minimal graph count the last one."
                .to_owned(),
        ],
        ..experiment(
            "headline",
            "From minimax to the best exact search",
            "What does each step save, from plain negamax to principal variation search with a table, good ordering and \
             iterative deepening?",
            list(algorithms, false),
            at.shallow,
        )
    }
}

fn deep(at: ExperimentDepths) -> Experiment {
    let algorithms = "strongest-scout, strongest, strongest+again-from-scout, strongest+etc, strongest@aspiration, \
        strongest@mtdf";
    Experiment {
        positions: at.deep_positions,
        references: Some(Thoroughness::Minimal),
        ..experiment(
            "deep",
            "Deeper, with good ordering",
            "Does principal variation search save 10 % when everything else is the same? How far is the best exact \
             search from the smallest possible one?",
            list(algorithms, false),
            at.deep,
        )
    }
}

fn scouts(at: ExperimentDepths) -> Experiment {
    let algorithms = "alpha-beta+sort+table, fail-hard+sort+table, alpha-beta+scout-after-raise+sort+table, \
        pvs+sort+table, negascout+sort+table, fail-hard+scout+sort+table";
    experiment(
        "scouts",
        "How to scout",
        "Is it better to scout once a move has raised alpha, as Moreland prints it, or from the second move on? Does \
         NegaScout's narrower second search help? What does fail-hard lose?",
        list(algorithms, false),
        at.parts,
    )
}

fn ordering(at: ExperimentDepths) -> Experiment {
    let qualities = [
        ("none", ""),
        ("static", "+sort"),
        ("deepening", "+sort+deepening"),
        ("deepening and table", "+sort+table+deepening"),
        ("perfect", "+sort+perfect"),
    ];
    let pairs = |name: &str, divisor: &str| {
        qualities.iter().map(|(_, parts)| (format!("{name}{parts}"), format!("{divisor}{parts}"))).collect()
    };
    let method =
        |name: &str, algorithm: &str| Method { name: name.to_owned(), pairs: pairs(algorithm, "alpha-beta") };
    let shape = Shape::Setting {
        setting: "quality of move ordering".to_owned(),
        values: qualities.iter().map(|(name, _)| (*name).to_owned()).collect(),
        methods: vec![method("PVS over alpha-beta", "pvs"), method("NegaScout over alpha-beta", "negascout")],
    };
    Experiment {
        remarks: vec![
            "Perfect order is that of a finished search of the same position, recorded beforehand."
                .to_owned(),
        ],
        ..experiment(
            "ordering",
            "Scouts need good ordering",
            "Does principal variation search lose to alpha-beta when moves are badly ordered, and how much does it gain as \
             the ordering improves?",
            shape,
            at.plain,
        )
    }
}

fn ablation(at: ExperimentDepths) -> Experiment {
    let parts = names("table, sort, killers, history, deepening, etc");
    let full = "pvs+table+sort+killers+history+deepening+etc".to_owned();
    Experiment {
        positions: at.many,
        ..experiment(
            "ablation",
            "What each part is worth",
            "What does each part bring to plain principal variation search, and what does the full search lose without it?",
            Shape::Ablation { bare: "pvs".to_owned(), full, parts },
            at.plain,
        )
    }
}

fn factorial(at: ExperimentDepths) -> Experiment {
    let parts = names("table, deepening, etc, killers, history, sort");
    Experiment {
        positions: FEW,
        ..experiment(
            "factorial",
            "Every combination",
            "Which parts need each other? (Schaeffer's experiment of 1989.)",
            Shape::Factorial { bare: "pvs".to_owned(), parts },
            (at.factorial, at.factorial),
        )
    }
}

fn histories(at: ExperimentDepths) -> Experiment {
    let algorithms = "pvs+sort+table+killers+deepening, pvs+sort+table+killers+deepening+history, \
        pvs+sort+table+killers+deepening+history-count, \
        pvs+sort+table+killers+deepening+history-exponential, \
        pvs+sort+table+killers+deepening+history+history-malus, \
        pvs+sort+table+killers+deepening+history+history-ageing, pvs+sort+table+deepening";
    experiment(
        "histories",
        "Killers and histories",
        "How should a cut-off be rewarded: by one, by the square of its depth, by two to its depth? Does it help to punish \
         moves tried in vain, or to let histories fade?",
        list(algorithms, false),
        at.parts,
    )
}

fn captures(at: ExperimentDepths) -> Experiment {
    let algorithms = "strongest, strongest-losing-last, strongest-losing-last-captures-exchange, \
        strongest-losing-last+captures-difference, strongest+quiescence-table";
    experiment(
        "captures",
        "Captures: three orders, and a table for quiescence",
        "Which order of captures saves most: the victim less the attacker, the victim first and then the attacker, or what \
         the whole exchange wins, with losing captures last? Does a table pay in quiescence?",
        list(algorithms, false),
        at.parts,
    )
}

fn aspiration<P: LabGame>(at: ExperimentDepths) -> Experiment {
    let radius = P::LAB.radius;
    let mut algorithms = names("alpha-beta+sort+table+deepening, alpha-beta+sort+table+deepening@aspiration");
    for setting in [
        format!("radius={}", radius / 4),
        format!("radius={}", 4 * radius),
        "growth=2".to_owned(),
        "growth=open".to_owned(),
        "guess=two-before".to_owned(),
    ] {
        algorithms.push(format!("alpha-beta+sort+table+deepening@aspiration:{setting}"));
    }
    experiment(
        "aspiration",
        "Aspiration windows",
        "From which depth does a window around the last score help alpha-beta, and how wide should it be?",
        Shape::List { algorithms, baseline: 0, is_selective: false },
        at.parts,
    )
}

fn drivers(at: ExperimentDepths) -> Experiment {
    let algorithms = "strongest, strongest@aspiration, strongest@aspiration:guess=two-before, strongest@mtdf, \
        strongest@mtdf:guess=two-before, strongest-scout@mtdf";
    experiment(
        "drivers",
        "MTD(f) against aspiration",
        "Is it better to search the root with a full window, with one around a guess, or with null windows alone?",
        list(algorithms, false),
        at.parts,
    )
}

/// An experiment in which aspiration and MTD(f) are divided by the plain driver, all three under the same setting.
fn sensitivity(
    at: ExperimentDepths,
    id: &str,
    title: &str,
    question: &str,
    setting: &str,
    values: &[(&str, &str)],
) -> Experiment {
    let method = |name: &str, driver: &str, is_both: bool| {
        let pair = |(_, suffix): &(&str, &str)| {
            let divisor = if is_both { format!("strongest{suffix}") } else { "strongest".to_owned() };
            (format!("strongest@{driver}{suffix}"), divisor)
        };
        Method { name: name.to_owned(), pairs: values.iter().map(pair).collect() }
    };
    // A guess is no setting of the plain driver.
    let is_both = !values.iter().any(|(_, suffix)| suffix.starts_with(":guess"));
    let shape = Shape::Setting {
        setting: setting.to_owned(),
        values: values.iter().map(|(value, _)| (*value).to_owned()).collect(),
        methods: vec![
            method("aspiration over full window", "aspiration", is_both),
            method("MTD(f) over full window", "mtdf", is_both),
        ],
    };
    Experiment { positions: at.many, ..experiment(id, title, question, shape, at.parts) }
}

fn table_size(at: ExperimentDepths) -> Experiment {
    let values = [("4K", ":hash=4K"), ("16K", ":hash=16K"), ("64K", ":hash=64K"), ("256K", ":hash=256K")];
    sensitivity(
        at,
        "table-size",
        "Sensitivity: size of the table",
        "MTD(f) searches the root again and again: how large a table does it need?",
        "size of the table",
        &values,
    )
}

fn grain<P: LabGame>(at: ExperimentDepths) -> Experiment {
    let suffixes: Vec<(String, String)> =
        P::LAB.grains.iter().map(|(name, grain)| ((*name).to_owned(), format!(":grain={grain}"))).collect();
    let values: Vec<(&str, &str)> =
        suffixes.iter().map(|(name, suffix)| (name.as_str(), suffix.as_str())).collect();
    sensitivity(
        at,
        "grain",
        "Sensitivity: grain of the scores",
        "Null windows move by the grain of the scores: do coarse scores help MTD(f)?",
        "grain of the scores",
        &values,
    )
}

fn guess(at: ExperimentDepths) -> Experiment {
    let values = [
        ("zero", ":guess=zero"),
        ("static", ":guess=static"),
        ("two before", ":guess=two-before"),
        ("last score", ":guess=previous"),
    ];
    sensitivity(
        at,
        "guess",
        "Sensitivity: first guess",
        "How much do aspiration and MTD(f) owe to a good first guess?",
        "first guess",
        &values,
    )
}

fn pruning<P: LabGame>(at: ExperimentDepths) -> Experiment {
    let everywhere = "strongest, strongest+futility, strongest+futility+extended-futility, \
        strongest+futility+extended-futility+razoring, \
        strongest+futility+extended-futility+razoring+futility-after-make, \
        strongest+futility+extended-futility+razoring+margins-xiangqi-family, \
        strongest+futility+extended-futility+razoring+margins-heinz, strongest+probes, strongest+table-deeper";
    let with_null = ", strongest+null2, strongest+null3, strongest+null-heinz, strongest+null-elephanteye, \
        strongest+null3+verify-tabibi, strongest+null-elephanteye+verify-elephanteye, \
        strongest+null-heinz+futility+extended-futility+razoring";
    let algorithms = everywhere.to_owned() + if P::LAB.has_null_move { with_null } else { "" };
    Experiment {
        positions: at.many,
        oracle: Some(at.oracle),
        ..experiment(
            "pruning",
            "Forward pruning: nodes against error",
            "What do null moves, futility, razoring and probes save, in nodes and in time, and how often do they err?",
            list(&algorithms, true),
            at.selective,
        )
    }
}

fn extensions<P: LabGame>(at: ExperimentDepths) -> Experiment {
    let everywhere = "strongest, strongest+extend-single";
    let with_captures = ", strongest+extend-check, strongest+extend-threat, strongest+extend-exchange, \
        strongest+extend-soldier, strongest+extend-check+extend-exchange, \
        strongest+extend-check+extend-single+extend-threat+extend-exchange+extend-soldier";
    let algorithms = everywhere.to_owned() + if P::LAB.has_captures { with_captures } else { "" };
    Experiment {
        positions: at.many,
        oracle: Some(at.oracle),
        ..experiment(
            "extensions",
            "Extensions: deeper where it matters",
            "What does each extension cost, and does it bring the moves of a deeper search?",
            list(&algorithms, true),
            at.selective,
        )
    }
}

fn quiescence(at: ExperimentDepths) -> Experiment {
    let algorithms = "strongest, strongest+quiescence-filter, strongest-evasions, strongest-quiescence";
    Experiment {
        positions: at.many,
        oracle: Some(at.oracle),
        ..experiment(
            "quiescence",
            "Quiescence and its filters",
            "What does it cost to play captures out, to answer checks there, and what does it bring?",
            list(algorithms, true),
            at.selective,
        )
    }
}

fn deep_pruning() -> Experiment {
    let algorithms = "strongest+null2, strongest+null3, strongest+null-heinz, strongest+null-elephanteye, \
        strongest+null3+verify-tabibi, strongest+null-elephanteye+verify-elephanteye, \
        strongest+null2+futility, strongest+null2+futility+extended-futility, \
        strongest+null2+futility+extended-futility+razoring";
    Experiment {
        positions: DEEPEST,
        remarks: vec![
            "Where an exact search would take too long; everything is divided by the null move of reduction 2.".to_owned(),
        ],
        ..experiment(
            "deep-pruning",
            "Forward pruning at greater depth",
            "Heinz's adaptive null move differs from a reduction of 2 from depth 7 on, and limited razoring was measured beyond \
             depth 10: what do they, and verified null moves, save there?",
            list(algorithms, false),
            DEEP_PRUNING,
        )
    }
}

/// Parts of today's selective search: what each does alone, and what the whole loses without it.
const PARTS_TODAY: [&str; 18] = [
    "null-adaptive",
    "reverse-futility",
    "late-reductions",
    "late-pruning",
    "quiet-futility",
    "see-pruning",
    "improving",
    "estimate",
    "extend-safe-check",
    "singular",
    "iir",
    "history-gravity",
    "continuation",
    "capture-history",
    "counter-moves",
    "quiescence-see",
    "quiescence-delta",
    "quiescence-checks",
];

fn selective_today(at: ExperimentDepths) -> Experiment {
    let added = PARTS_TODAY.iter().map(|part| format!("strongest+{part}"));
    let removed = PARTS_TODAY.iter().map(|part| format!("selective-{part}"));
    let ends = ["strongest".to_owned(), "selective".to_owned()];
    let algorithms = ends.into_iter().chain(added).chain(removed).collect();
    Experiment {
        positions: FEW,
        oracle: Some(at.oracle),
        remarks: vec![
            "A nominal depth of a selective search is no depth of an exact one: it looks deeper where much happens, and hardly at \
             all elsewhere. What a part is worth is decided in games, see elo.md."
                .to_owned(),
        ],
        ..experiment(
            "selective",
            "Selective search today",
            "What does each part of today's selective search save alone, what does the whole cost without it, and how often does \
             it err?",
            Shape::List { algorithms, baseline: 0, is_selective: true },
            at.selective,
        )
    }
}
