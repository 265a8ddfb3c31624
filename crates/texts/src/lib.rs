#![doc = include_str!("../README.md")]

use std::borrow::Cow;
use std::fmt::{self, Debug};
use std::str::FromStr;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use game::{Argument, Message};
use unic_langid::LanguageIdentifier;

#[cfg(test)]
mod tests;

/// A language that people read.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Chinese in simplified characters.
    SimplifiedChinese,
    /// Chinese in traditional characters.
    TraditionalChinese,
    /// Japanese.
    Japanese,
}

/// By its tag.
impl FromStr for Language {
    type Err = String;

    fn from_str(text: &str) -> Result<Language, String> {
        let tags = || Language::ALL.map(Language::tag).join(", ");
        Language::of_tag(text).ok_or_else(|| format!("expected one of {}; try zh-Hans", tags()))
    }
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 4] =
        [Language::English, Language::SimplifiedChinese, Language::TraditionalChinese, Language::Japanese];

    /// The tag as HTML and browsers write it (BCP 47).
    pub const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::SimplifiedChinese => "zh-Hans",
            Language::TraditionalChinese => "zh-Hant",
            Language::Japanese => "ja",
        }
    }

    /// The language of a tag: of its region too, as people write zh-TW, and of no other language.
    pub fn of_tag(tag: &str) -> Option<Language> {
        let tag: LanguageIdentifier = tag.trim().parse().ok()?;
        let (script, region) = (tag.script.map(|script| script.to_string()), tag.region);
        match tag.language.as_str() {
            "en" => Some(Language::English),
            "ja" => Some(Language::Japanese),
            "zh" => {
                let by_region = || region.is_some_and(|region| ["TW", "HK", "MO"].contains(&region.as_str()));
                let is_traditional = script.map_or_else(by_region, |script| script == "Hant");
                Some(if is_traditional { Language::TraditionalChinese } else { Language::SimplifiedChinese })
            }
            _ => None,
        }
    }

    /// The first language of a list as browsers send it (`Accept-Language`), which puts what is preferred first.
    pub fn preferred(list: &str) -> Option<Language> {
        list.split(',').find_map(|item| Language::of_tag(item.split(';').next().unwrap_or_default()))
    }

    /// The file of what referees say in it; empty for English, whose words the messages have themselves.
    pub const fn rulings(self) -> &'static str {
        match self {
            Language::English => "",
            Language::SimplifiedChinese => include_str!("../catalogues/rulings/zh-Hans.ftl"),
            Language::TraditionalChinese => include_str!("../catalogues/rulings/zh-Hant.ftl"),
            Language::Japanese => include_str!("../catalogues/rulings/ja.ftl"),
        }
    }

    /// The file of what the terminal and reports of analysed games say; empty for English, as [`Language::rulings`].
    pub const fn terminal(self) -> &'static str {
        match self {
            Language::English => "",
            Language::SimplifiedChinese => include_str!("../catalogues/terminal/zh-Hans.ftl"),
            Language::TraditionalChinese => include_str!("../catalogues/terminal/zh-Hant.ftl"),
            Language::Japanese => include_str!("../catalogues/terminal/ja.ftl"),
        }
    }

    /// The file of the errors of the server; empty for English, as [`Language::rulings`].
    pub const fn problems(self) -> &'static str {
        match self {
            Language::English => "",
            Language::SimplifiedChinese => include_str!("../catalogues/problems/zh-Hans.ftl"),
            Language::TraditionalChinese => include_str!("../catalogues/problems/zh-Hant.ftl"),
            Language::Japanese => include_str!("../catalogues/problems/ja.ftl"),
        }
    }

    /// The language of what a program writes: the one that was chosen, or at a terminal that of the system, or English.
    pub fn of_output(chosen: Option<Language>, is_terminal: bool) -> Language {
        let of_system = || Language::of_locale(|name| std::env::var(name).ok());
        chosen.or_else(|| if is_terminal { of_system() } else { None }).unwrap_or_default()
    }

    /// The language of a locale as systems name it (`zh_TW.UTF-8`); `variable` gives the value of a variable of the environment.
    pub fn of_locale(variable: impl Fn(&str) -> Option<String>) -> Option<Language> {
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(variable)
            .find(|value| !value.is_empty())?;
        Language::of_tag(set.split(['.', '@']).next().unwrap_or_default())
    }

    /// The file of its texts.
    pub const fn source(self) -> &'static str {
        match self {
            Language::English => include_str!("../catalogues/en.ftl"),
            Language::SimplifiedChinese => include_str!("../catalogues/zh-Hans.ftl"),
            Language::TraditionalChinese => include_str!("../catalogues/zh-Hant.ftl"),
            Language::Japanese => include_str!("../catalogues/ja.ftl"),
        }
    }
}

/// The texts of a language, and what its referees say.
pub struct Catalogue {
    language: Language,
    bundle: FluentBundle<FluentResource>,
}

/// By [`Language`].
static CATALOGUES: [LazyLock<Catalogue>; Language::ALL.len()] = [
    LazyLock::new(|| Catalogue::read(Language::English)),
    LazyLock::new(|| Catalogue::read(Language::SimplifiedChinese)),
    LazyLock::new(|| Catalogue::read(Language::TraditionalChinese)),
    LazyLock::new(|| Catalogue::read(Language::Japanese)),
];

impl Debug for Catalogue {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Catalogue").field("locales", &self.bundle.locales).finish_non_exhaustive()
    }
}

impl Catalogue {
    /// The texts of this language.
    pub fn of(language: Language) -> &'static Catalogue {
        &CATALOGUES[language as usize]
    }

    fn read(language: Language) -> Catalogue {
        let locale: LanguageIdentifier = language.tag().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![locale]);
        bundle.set_use_isolating(false);
        for source in [language.source(), language.rulings(), language.terminal(), language.problems()] {
            // What a catalogue has wrong is found by the tests; the rest of it serves.
            let (Ok(resource) | Err((resource, _))) = FluentResource::try_new(source.to_owned());
            bundle.add_resource_overriding(resource);
        }
        Catalogue { language, bundle }
    }

    /// The text of a key without arguments; the key itself, if there is none.
    pub fn text<'a>(&'a self, key: &'a str) -> Cow<'a, str> {
        self.format(key, None).unwrap_or(Cow::Borrowed(key))
    }

    /// What a message says. In a language whose catalogue lacks it, its English words.
    pub fn say(&self, message: &Message) -> String {
        if self.language == Language::English || message.key().is_empty() {
            return message.to_string();
        }
        let arguments = message.arguments().iter().map(|(name, argument)| (*name, self.value(argument)));
        let said = self.format(message.key(), Some(&arguments.collect())).map(Cow::into_owned);
        said.unwrap_or_else(|| message.to_string())
    }

    fn format<'a>(&'a self, key: &str, arguments: Option<&FluentArgs<'_>>) -> Option<Cow<'a, str>> {
        let pattern = self.bundle.get_message(key)?.value()?;
        Some(Cow::Owned(self.bundle.format_pattern(pattern, arguments, &mut Vec::new()).into_owned()))
    }

    fn value(&self, argument: &Argument) -> FluentValue<'static> {
        match argument {
            Argument::Text(text) => text.clone().into(),
            Argument::Number(number) => (*number).into(),
            Argument::Message(message) => self.say(message).into(),
            Argument::List(list) => self.list(list).into(),
        }
    }

    fn list(&self, items: &[Message]) -> String {
        let items: Vec<String> = items.iter().map(|item| self.say(item)).collect();
        match &items[..] {
            [] => self.text("list-nothing").into_owned(),
            [one] => one.clone(),
            [others @ .., last] => {
                [&others.join(&self.text("list-comma")), &*self.text("list-and"), last].concat()
            }
        }
    }
}
