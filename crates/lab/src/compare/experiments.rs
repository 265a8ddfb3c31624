//! The experiments of the laboratory: what `--blocks` chooses from.

use super::experiment::{Experiment, Method, Shape, Thoroughness};
use crate::lab_game::{ExperimentDepths, LabSettings};

/// All positions of the embedded set.
const ALL: usize = usize::MAX;
const QUICK: usize = 100;
/// Positions for experiments with very many algorithms.
const FEW: usize = 60;
/// Positions for the deepest searches.
const DEEPEST: usize = 20;

/// Every experiment of a game, in the order of the report; the first is made unless others are named.
pub fn all(lab: &LabSettings) -> Vec<Experiment> {
    EXPERIMENTS.iter().filter(|entry| (entry.is_for)(lab)).map(|entry| entry.of_game(lab)).collect()
}

/// The experiment that is run unless others are named: the first one, on few enough positions to take less than a minute.
pub fn first(lab: &LabSettings) -> Experiment {
    Experiment { positions: QUICK, ..EXPERIMENTS[0].of_game(lab) }
}

/// An experiment before it is fitted to a game.
struct Entry {
    id: &'static str,
    title: &'static str,
    question: &'static str,
    remark: Option<&'static str>,
    shape: Outline,
    depths: fn(&ExperimentDepths) -> (i16, i16),
    positions: fn(&ExperimentDepths) -> usize,
    references: Option<Thoroughness>,
    /// Whether moves are compared with those of a deeper search.
    has_oracle: bool,
    is_for: fn(&LabSettings) -> bool,
}

/// An experiment before it is fitted to a game.
enum Outline {
    /// Algorithms, as the command line lists them.
    List(&'static str),
    /// The same, with their errors; the first has none.
    SelectiveList(&'static str),
    /// The form that depends on the game, or is no list.
    Made(fn(&LabSettings) -> Shape),
}

impl Entry {
    /// One part against another, all ordered well, on all positions of any game.
    const PARTS: Entry = Entry {
        id: "",
        title: "",
        question: "",
        remark: None,
        shape: Outline::List(""),
        depths: |at| at.parts,
        positions: |_| ALL,
        references: None,
        has_oracle: false,
        is_for: |_| true,
    };
    /// Sensitivity to a setting.
    const SETTING: Entry = Entry { positions: |at| at.many, ..Entry::PARTS };
    /// Algorithms that may err.
    const SELECTIVE: Entry =
        Entry { depths: |at| at.selective, positions: |at| at.many, has_oracle: true, ..Entry::PARTS };

    fn of_game(&self, lab: &LabSettings) -> Experiment {
        let (first, last) = (self.depths)(&lab.depths);
        Experiment {
            id: self.id,
            title: self.title,
            question: self.question,
            remark: self.remark,
            shape: match self.shape {
                Outline::List(algorithms) => list(algorithms, false),
                Outline::SelectiveList(algorithms) => list(algorithms, true),
                Outline::Made(make) => make(lab),
            },
            depths: (first..=last).collect(),
            positions: (self.positions)(&lab.depths),
            references: self.references,
            oracle: self.has_oracle.then_some(lab.depths.oracle),
        }
    }
}

const EXPERIMENTS: &[Entry] = &[
    Entry {
        id: "headline",
        title: "From minimax to the best exact search",
        question: "What does each step save, from plain negamax to principal variation search with a table, good ordering and \
            iterative deepening?",
        remark: Some(
            "Searches that deepen pay for all their iterations here; distances to the minimal graph count the last one.",
        ),
        shape: Outline::List(
            "negamax, fail-hard, alpha-beta, pvs, alpha-beta+sort, pvs+sort, alpha-beta+sort+table, \
                pvs+sort+table, pvs+sort+table+deepening, strongest, strongest@aspiration, strongest@mtdf",
        ),
        depths: |at| at.shallow,
        references: Some(Thoroughness::CheapCuts),
        ..Entry::PARTS
    },
    Entry {
        id: "deep",
        title: "Deeper, with good ordering",
        question: "Does principal variation search save 10 % when everything else is the same? How far is the best exact \
            search from the smallest possible one?",
        shape: Outline::List(
            "strongest-scout, strongest, strongest+again-from-scout, strongest+etc, strongest@aspiration, \
                strongest@mtdf",
        ),
        depths: |at| at.deep,
        positions: |at| at.deep_positions,
        references: Some(Thoroughness::Minimal),
        ..Entry::PARTS
    },
    Entry {
        id: "scouts",
        title: "How to scout",
        question: "Is it better to scout once a move has raised alpha, as Moreland prints it, or from the second move on? Does \
            NegaScout's narrower second search help? What does fail-hard lose?",
        shape: Outline::List(
            "alpha-beta+sort+table, fail-hard+sort+table, alpha-beta+scout-after-raise+sort+table, \
                pvs+sort+table, negascout+sort+table, fail-hard+scout+sort+table",
        ),
        ..Entry::PARTS
    },
    Entry {
        id: "ordering",
        title: "Scouts need good ordering",
        question: "Does principal variation search lose to alpha-beta when moves are badly ordered, and how much does it gain as \
            the ordering improves?",
        remark: Some("Perfect order is that of a finished search of the same position, recorded beforehand."),
        shape: Outline::Made(|_| ordering_qualities()),
        depths: |at| at.plain,
        ..Entry::PARTS
    },
    Entry {
        id: "ablation",
        title: "What each part is worth",
        question: "What does each part bring to plain principal variation search, and what does the full search lose without it?",
        shape: Outline::Made(|_| Shape::Ablation {
            bare: "pvs",
            full: "pvs+table+sort+killers+history+deepening+etc",
            parts: vec!["table", "sort", "killers", "history", "deepening", "etc"],
        }),
        depths: |at| at.plain,
        positions: |at| at.many,
        ..Entry::PARTS
    },
    Entry {
        id: "factorial",
        title: "Every combination",
        question: "Which parts need each other? (Schaeffer's experiment of 1989.)",
        shape: Outline::Made(|_| Shape::Factorial {
            bare: "pvs",
            parts: vec!["table", "deepening", "etc", "killers", "history", "sort"],
        }),
        depths: |at| (at.factorial, at.factorial),
        positions: |_| FEW,
        ..Entry::PARTS
    },
    Entry {
        id: "histories",
        title: "Killers and histories",
        question: "How should a cut-off be rewarded: by one, by the square of its depth, by two to its depth? Does it help to punish \
            moves tried in vain, or to let histories fade?",
        shape: Outline::List(
            "pvs+sort+table+killers+deepening, pvs+sort+table+killers+deepening+history, \
                pvs+sort+table+killers+deepening+history-count, pvs+sort+table+killers+deepening+history-exponential, \
                pvs+sort+table+killers+deepening+history+history-malus, \
                pvs+sort+table+killers+deepening+history+history-ageing, pvs+sort+table+deepening",
        ),
        ..Entry::PARTS
    },
    Entry {
        id: "captures",
        title: "Captures: three orders, and a table for quiescence",
        question: "Which order of captures saves most: the victim less the attacker, the victim first and then the attacker, or what \
            the whole exchange wins, with losing captures last? Does a table pay in quiescence?",
        shape: Outline::List(
            "strongest, strongest-losing-last, strongest-losing-last-captures-exchange, \
                strongest-losing-last+captures-difference, strongest+quiescence-table",
        ),
        is_for: |lab| lab.has_captures,
        ..Entry::PARTS
    },
    Entry {
        id: "aspiration",
        title: "Aspiration windows",
        question: "From which depth does a window around the last score help alpha-beta, and how wide should it be?",
        shape: Outline::Made(|lab| {
            let (narrow, wide) =
                (format!(":radius={}", lab.radius / 4), format!(":radius={}", 4 * lab.radius));
            let settings = ["", &narrow, &wide, ":growth=2", ":growth=open", ":guess=two-before"];
            let plain = "alpha-beta+sort+table+deepening";
            let windows = settings.map(|setting| format!("{plain}@aspiration{setting}"));
            list(&format!("{plain}, {}", windows.join(", ")), false)
        }),
        ..Entry::PARTS
    },
    Entry {
        id: "drivers",
        title: "MTD(f) against aspiration",
        question: "Is it better to search the root with a full window, with one around a guess, or with null windows alone?",
        shape: Outline::List(
            "strongest, strongest@aspiration, strongest@aspiration:guess=two-before, strongest@mtdf, \
                strongest@mtdf:guess=two-before, strongest-scout@mtdf",
        ),
        ..Entry::PARTS
    },
    Entry {
        id: "table-size",
        title: "Sensitivity: size of the table",
        question: "MTD(f) searches the root again and again: how large a table does it need?",
        shape: Outline::Made(|_| sensitivity("size of the table", ":hash=", &["4K", "16K", "64K", "256K"])),
        ..Entry::SETTING
    },
    Entry {
        id: "guess",
        title: "Sensitivity: first guess",
        question: "How much do aspiration and MTD(f) owe to a good first guess?",
        shape: Outline::Made(|_| {
            sensitivity("first guess", GUESS, &["zero", "static", "two-before", "previous"])
        }),
        ..Entry::SETTING
    },
    Entry {
        id: "pruning",
        title: "Forward pruning: nodes against error",
        question: "What do null moves, futility, razoring and probes save, in nodes and in time, and how often do they err?",
        shape: Outline::Made(|lab| {
            let everywhere = "strongest, strongest+futility, strongest+futility+extended-futility, \
                strongest+futility+extended-futility+razoring, \
                strongest+futility+extended-futility+razoring+futility-after-make, \
                strongest+futility+extended-futility+razoring+margins-xiangqi-family, \
                strongest+futility+extended-futility+razoring+margins-heinz, strongest+probes, strongest+table-deeper";
            let with_null = ", strongest+null2, strongest+null3, strongest+null-heinz, strongest+null-elephanteye, \
                strongest+null3+verify-tabibi, strongest+null-elephanteye+verify-elephanteye, \
                strongest+null-heinz+futility+extended-futility+razoring";
            list(&(everywhere.to_owned() + if lab.has_null_move { with_null } else { "" }), true)
        }),
        ..Entry::SELECTIVE
    },
    Entry {
        id: "extensions",
        title: "Extensions: deeper where it matters",
        question: "What does each extension cost, and does it bring the moves of a deeper search?",
        shape: Outline::Made(|lab| {
            let everywhere = "strongest, strongest+extend-single";
            let with_captures = ", strongest+extend-check, strongest+extend-threat, strongest+extend-exchange, \
                strongest+extend-soldier, strongest+extend-check+extend-exchange, \
                strongest+extend-check+extend-single+extend-threat+extend-exchange+extend-soldier";
            list(&(everywhere.to_owned() + if lab.has_captures { with_captures } else { "" }), true)
        }),
        ..Entry::SELECTIVE
    },
    Entry {
        id: "quiescence",
        title: "Quiescence and its filters",
        question: "What does it cost to play captures out, to answer checks there, and what does it bring?",
        shape: Outline::SelectiveList(
            "strongest, strongest+quiescence-filter, strongest-evasions, strongest-quiescence",
        ),
        is_for: |lab| lab.has_captures,
        ..Entry::SELECTIVE
    },
    Entry {
        id: "deep-pruning",
        title: "Forward pruning at greater depth",
        question: "Heinz's adaptive null move differs from a reduction of 2 from depth 7 on, and limited razoring was measured beyond \
            depth 10: what do they, and verified null moves, save there?",
        remark: Some(
            "Where an exact search would take too long; everything is divided by the null move of reduction 2.",
        ),
        shape: Outline::List(
            "strongest+null2, strongest+null3, strongest+null-heinz, strongest+null-elephanteye, \
                strongest+null3+verify-tabibi, strongest+null-elephanteye+verify-elephanteye, \
                strongest+null2+futility, strongest+null2+futility+extended-futility, \
                strongest+null2+futility+extended-futility+razoring",
        ),
        depths: |_| (7, 9),
        positions: |_| DEEPEST,
        is_for: |lab| lab.has_null_move,
        ..Entry::PARTS
    },
    Entry {
        id: "selective",
        title: "Selective search today",
        question: "What does each part of today's selective search save alone, what does the whole cost without it, and how often does \
            it err?",
        remark: Some(
            "A nominal depth of a selective search is no depth of an exact one: it looks deeper where much happens, and hardly at \
            all elsewhere. What a part is worth is decided in games, see elo.md.",
        ),
        shape: Outline::Made(|_| {
            let [added, removed] = [", strongest+", ", selective-"].map(|before| {
                PARTS_TODAY.split(", ").map(|part| format!("{before}{part}")).collect::<String>()
            });
            list(&format!("strongest, selective{added}{removed}"), true)
        }),
        positions: |_| FEW,
        is_for: |lab| lab.has_null_move,
        ..Entry::SELECTIVE
    },
];

/// Parts of today's selective search: what each does alone, and what the whole loses without it.
const PARTS_TODAY: &str = "null-adaptive, reverse-futility, late-reductions, late-pruning, quiet-futility, see-pruning, \
    improving, estimate, extend-safe-check, singular, iir, history-gravity, continuation, capture-history, counter-moves, \
    quiescence-see, quiescence-delta, quiescence-checks";

/// The algorithms of a list, as the command line has it.
fn list(algorithms: &str, is_selective: bool) -> Shape {
    Shape::List { algorithms: algorithms.split(", ").map(str::to_owned).collect(), is_selective }
}

fn ordering_qualities() -> Shape {
    let qualities = [
        ("none", ""),
        ("static", "+sort"),
        ("deepening", "+sort+deepening"),
        ("deepening and table", "+sort+table+deepening"),
        ("perfect", "+sort+perfect"),
    ];
    let method = |name, algorithm: &str| {
        let pair = |(_, parts): (_, &str)| (format!("{algorithm}{parts}"), format!("alpha-beta{parts}"));
        Method { name, pairs: qualities.map(pair).to_vec() }
    };
    Shape::Setting {
        setting: "quality of move ordering",
        values: qualities.map(|(name, _)| name).to_vec(),
        methods: vec![method("PVS over alpha-beta", "pvs"), method("NegaScout over alpha-beta", "negascout")],
    }
}

/// The setting that the plain driver does not have.
const GUESS: &str = ":guess=";

/// Aspiration and MTD(f) under each value of a setting, divided by the plain driver under the same.
fn sensitivity(setting: &'static str, option: &str, values: &[&'static str]) -> Shape {
    let method = |name, driver: &str| {
        let pair = |value: &&str| {
            let plain = if option == GUESS { String::new() } else { format!("{option}{value}") };
            (format!("strongest@{driver}{option}{value}"), format!("strongest{plain}"))
        };
        Method { name, pairs: values.iter().map(pair).collect() }
    };
    Shape::Setting {
        setting,
        values: values.to_vec(),
        methods: vec![
            method("aspiration over full window", "aspiration"),
            method("MTD(f) over full window", "mtdf"),
        ],
    }
}
