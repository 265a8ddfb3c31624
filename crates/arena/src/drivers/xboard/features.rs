//! The features that an engine announces.

use protocols::option::EngineOption;
use protocols::xboard::{Command, Feature};

use crate::drivers::options::Options;

/// The features of an engine, in the order in which it has announced them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Features(pub Vec<Feature>);

impl Features {
    /// The value of a feature.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.0.iter().rfind(|feature| feature.name == name).map(|feature| feature.value.as_str())
    }

    /// Whether the engine has a feature. As the protocol has it, one that is silent reads its clocks, and nothing else.
    pub fn has(&self, name: &str) -> bool {
        self.value(name).map_or(name == "time", |value| value == "1")
    }

    /// Whether the features are complete; `None`: not announced.
    pub fn is_done(&self) -> Option<bool> {
        self.value("done").map(|value| value == "1")
    }

    /// A move, with its word if the engine wants it.
    pub fn move_command(&self, mv: String) -> Command {
        if self.has("usermove") { Command::UserMove(mv) } else { Command::Bare(mv.into()) }
    }

    /// The options, with the two values of a check as those of a combo.
    pub fn options(&self) -> Options {
        let announced = self.0.iter().filter(|feature| feature.name == "option");
        let options = announced.filter_map(|feature| EngineOption::from_feature(&feature.value));
        let list = options.map(|option| match option.kind.as_str() {
            "check" => {
                let choices = ["0", "1"].map(str::to_owned).to_vec();
                EngineOption { kind: "combo".to_owned(), choices, ..option }
            }
            _ => option,
        });
        Options { list: list.collect() }
    }
}

#[cfg(test)]
mod tests {
    use protocols::xboard::Reply;

    use super::*;

    #[test]
    fn the_last_value_of_a_feature_holds() {
        let line = "feature done=0 ping=1 setboard=0 option=\"a -spin 0 1 2\" option=\"B -check 1\" done=1";
        let Ok(Reply::Features(features)) = line.parse() else { panic!() };
        let features = Features(features);
        assert!(features.has("ping") && !features.has("setboard") && features.has("time"));
        assert_eq!(features.is_done(), Some(true));
        let options = features.options();
        assert_eq!(options.find("A").map(|option| option.max), Some(Some(2)));
        assert_eq!(options.find("b").unwrap().choices, ["0", "1"]);
        assert_eq!((Features::default().is_done(), Features::default().value("myname")), (None, None));
    }
}
