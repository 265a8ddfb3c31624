//! The protocols of engines, and their abilities.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Protocol {
    /// Universal Chess Interface (Xiangqi)
    Uci,
    /// Universal Chinese Chess Protocol (Xiangqi)
    Ucci,
    /// Go Text Protocol (Othello)
    Gtp,
    /// NBoard's protocol (Othello)
    Nboard,
    /// Chess Engine Communication Protocol (Xiangqi)
    Xboard,
    /// Our own engine of the game, in this process
    #[default]
    Internal,
}

/// The abilities of a protocol. A new protocol adds its row to [`Protocol::facts`], its driver, its compliance steps
/// and their tests; nothing else decides by the name of a protocol.
#[derive(Clone, Copy, Debug)]
pub struct ProtocolFacts {
    /// The name in options and records.
    pub name: &'static str,
    /// The name in sentences.
    pub title: &'static str,
    /// A search can be limited to a number of nodes.
    pub limits_nodes: bool,
    /// A search can be limited by a clock or by a time for each move.
    pub limits_time: bool,
    /// The engines that read decimals where the protocol has whole seconds, by the names that they report.
    pub decimal_engines: &'static [&'static str],
    /// Engines report the scores of their positions.
    pub reports_scores: bool,
    /// The lines that open a session; none: there is no process to talk to.
    pub greeting: &'static [&'static str],
    /// Whether no engine of another protocol writes this line in reply to the greeting.
    pub is_answer: fn(&str) -> bool,
}

const UCI: ProtocolFacts = ProtocolFacts {
    name: "uci",
    title: "UCI",
    limits_nodes: true,
    limits_time: true,
    decimal_engines: &[],
    reports_scores: true,
    greeting: &["uci"],
    is_answer: |line| line == "uciok",
};

const UCCI: ProtocolFacts = ProtocolFacts {
    name: "ucci",
    title: "UCCI",
    greeting: &["ucci"],
    is_answer: |line| line == "ucciok",
    ..UCI
};

const GTP: ProtocolFacts = ProtocolFacts {
    name: "gtp",
    title: "GTP",
    limits_nodes: false,
    limits_time: true,
    decimal_engines: &["Shuangqi"],
    reports_scores: false,
    greeting: &["protocol_version"],
    is_answer: |line| line.starts_with('='),
};

const NBOARD: ProtocolFacts = ProtocolFacts {
    name: "nboard",
    title: "NBoard",
    limits_nodes: false,
    limits_time: false,
    reports_scores: true,
    greeting: &["nboard 2", "ping 1"],
    is_answer: |line| line == "pong 1",
    ..UCI
};

const XBOARD: ProtocolFacts = ProtocolFacts {
    name: "xboard",
    title: "XBoard",
    limits_nodes: false,
    greeting: &["xboard", "protover 2"],
    is_answer: |line| line.starts_with("feature "),
    ..UCI
};

const INTERNAL: ProtocolFacts =
    ProtocolFacts { name: "internal", title: "in this process", greeting: &[], is_answer: |_| false, ..UCI };

impl Protocol {
    /// The protocols of separate processes, in the order in which they are tried on an unknown engine.
    pub const EXTERNAL: [Protocol; 5] =
        [Protocol::Uci, Protocol::Ucci, Protocol::Gtp, Protocol::Xboard, Protocol::Nboard];

    pub const fn facts(self) -> &'static ProtocolFacts {
        match self {
            Protocol::Uci => &UCI,
            Protocol::Ucci => &UCCI,
            Protocol::Gtp => &GTP,
            Protocol::Nboard => &NBOARD,
            Protocol::Xboard => &XBOARD,
            Protocol::Internal => &INTERNAL,
        }
    }

    /// The name in options and records.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// Whether the engine is a part of this program and runs in its process.
    pub fn is_internal(self) -> bool {
        self == Protocol::Internal
    }
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::*;

    #[test]
    fn options_and_records_spell_the_names_of_the_table() {
        for protocol in Protocol::value_variants() {
            assert_eq!(protocol.to_possible_value().unwrap().get_name(), protocol.name());
            assert_eq!(serde_json::to_value(protocol).unwrap(), protocol.name());
        }
    }

    #[test]
    fn an_answer_belongs_to_one_protocol() {
        for line in ["uciok", "ucciok", "= 2", "feature ping=1 done=1", "pong 1"] {
            let answered = Protocol::EXTERNAL.iter().filter(|protocol| (protocol.facts().is_answer)(line));
            assert_eq!(answered.count(), 1);
        }
    }
}
