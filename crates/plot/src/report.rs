//! A report: what stands on a page, from top to bottom, as values. [`Report::render`] makes the page of them.

use std::borrow::Cow;

use maud::{Markup, Render, html};
use serde::Serialize;
use shuangqi_cli::Failure;

use crate::board;
use crate::diagram::{self, Diagrams};
use crate::games::{self, Games};
use crate::page::{DOCUMENT_STYLE, DOWNLOAD, Page, packed};
use crate::picture::{Figure, figures};
use crate::table::{Table, Text};
use crate::texts::PageTexts;

/// A page of a few kinds of parts.
#[derive(Debug, Default)]
pub struct Report {
    /// The heading, and the title of the window.
    pub title: String,
    /// A few words above the heading.
    pub eyebrow: String,
    /// Sentences that sum it up.
    pub overview: Vec<String>,
    /// The most important figures.
    pub cards: Vec<Card>,
    /// The conditions of the results: names and values.
    pub facts: Vec<(Cow<'static, str>, String)>,
    /// The main part.
    pub sections: Vec<Section>,
    /// The program and the command that made it.
    pub made_by: &'static str,
    /// Its texts beside these, in its language.
    pub texts: PageTexts,
}

/// An important figure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// The title.
    pub name: &'static str,
    /// The figure.
    pub value: String,
    /// A note below it.
    pub note: String,
}

impl Card {
    /// A card with a number.
    pub fn new(name: &'static str, value: String, note: String) -> Card {
        Card { name, value, note }
    }
}

/// A part of a page that its list of contents leads to.
#[derive(Debug)]
pub struct Section {
    id: String,
    heading: String,
    parts: Vec<Part>,
}

impl Section {
    /// The section of this id, heading and content.
    pub fn new(id: impl Into<String>, heading: impl Into<String>, parts: Vec<Part>) -> Section {
        Section { id: id.into(), heading: heading.into(), parts }
    }
}

/// A part of a section.
#[derive(Debug)]
pub enum Part {
    /// A heading within the section.
    Heading(Text),
    /// A paragraph.
    Paragraph(Text),
    /// A paragraph in larger letters.
    Lead(Text),
    /// The explanation of the part above, in smaller letters.
    Reading(Text),
    /// Lines of code or of a dialogue.
    Code(String),
    /// A list of points.
    List(Vec<Text>),
    /// Terms and what they mean.
    Terms(Vec<(String, String)>),
    /// Boxes side by side.
    Boxes(Vec<Vec<Part>>),
    /// The parts that a click on the summary opens.
    Details(String, Vec<Part>),
    /// A table.
    Table(Table),
    /// Figures in order, panels that follow each other side by side.
    Figures(Vec<Figure>),
    /// Boards with something drawn on them.
    Diagrams(Diagrams),
    /// Games that can be replayed on a board, and the list of them. A page has it once; its data are
    /// [`ReplayData`](crate::replay::ReplayData).
    Games(Box<Games>),
    /// A link that saves the page's data.
    Download(Download),
}

/// A link that saves the page's data. A page has one at most.
#[derive(Debug)]
pub struct Download {
    /// The name of the file.
    pub file: String,
    /// Another place of the data, for browsers that cannot unpack them.
    pub instead: Text,
    /// The data.
    pub explanation: &'static str,
}

impl Report {
    /// The page, which needs no other file. `data` become its packed data. The same report and data give the same bytes.
    ///
    /// # Errors
    /// [`Failure::Internal`] if the data cannot be written as JSON.
    pub fn render(&self, data: &impl Serialize) -> Result<String, Failure> {
        let has =
            |kind: fn(&Part) -> bool| self.sections.iter().any(|section| section.parts.iter().any(kind));
        let (has_games, has_diagrams) =
            (has(|part| matches!(part, Part::Games(_))), has(|part| matches!(part, Part::Diagrams(_))));
        let mut styles = vec![DOCUMENT_STYLE];
        let texts = self.games().map(|games| games.texts_script(&self.texts)).transpose()?;
        let mut scripts: Vec<&str> = texts.as_deref().into_iter().collect();
        if has_games || has_diagrams {
            styles.push(board::STYLE);
        }
        if has_games {
            styles.push(games::STYLE);
            scripts.extend(games::BOARDS.into_iter().chain(games::VIEWER));
        }
        if has_diagrams {
            styles.push(diagram::STYLE);
        }
        if has(|part| matches!(part, Part::Download(_))) {
            scripts.push(DOWNLOAD);
        }
        let body = html! {
            (self.head()) "\n"
            main { @for section in &self.sections { (section.markup(&self.texts)) "\n" } }
        };
        let (frame, language) = (&self.texts.frame, &self.texts.language);
        let footer = if has_games { &frame.footer_games } else { &frame.footer_data };
        let footer = &footer.replace("{command}", self.made_by);
        let data = &packed(data)?;
        Ok(Page { language, title: &self.title, styles: &styles, body, footer, data, scripts: &scripts }
            .render())
    }

    /// The games of the page, if it has some.
    fn games(&self) -> Option<&Games> {
        let parts = self.sections.iter().flat_map(|section| &section.parts);
        parts.filter_map(|part| if let Part::Games(games) = part { Some(&**games) } else { None }).next()
    }

    fn head(&self) -> Markup {
        html! {
            header {
                p.eyebrow { (self.eyebrow) }
                h1 { (self.title) }
                @for sentence in &self.overview { p.overview { (sentence) } }
                @if !self.cards.is_empty() {
                    div.cards style={ "--columns:" (columns(self.cards.len())) } { @for card in &self.cards { (card) } }
                }
                dl.facts { @for (name, value) in &self.facts { div { dt { (name) } dd { (value) } } } }
                (self.contents())
            }
        }
    }

    /// The links to the sections, that to the games first.
    fn contents(&self) -> Markup {
        let mut sections: Vec<&Section> = self.sections.iter().collect();
        sections.sort_by_key(|section| !section.parts.iter().any(|part| matches!(part, Part::Games(_))));
        html! {
            nav aria-label=(self.texts.frame.contents) {
                ul { @for section in sections { li { a href={ "#" (section.id) } { (section.heading) } } } }
            }
        }
    }
}

/// The number of columns on a wide page with which the last row of cards is nearly full.
fn columns(cards: usize) -> usize {
    match cards {
        0..=6 => 3,
        7..=8 => 4,
        _ => 5,
    }
}

impl Render for Card {
    fn render(&self) -> Markup {
        html! {
            div.card {
                span.name { (self.name) }
                b { (self.value.replace("\u{a0}±", " ±")) }
                span.note { (self.note) }
            }
        }
    }
}

impl Section {
    fn markup(&self, texts: &PageTexts) -> Markup {
        html! {
            section id=(self.id) {
                h2 { (self.heading) }
                @for part in &self.parts { (part.markup(texts)) }
            }
        }
    }
}

impl Part {
    fn markup(&self, texts: &PageTexts) -> Markup {
        html! {
            @match self {
                Part::Heading(text) => { h3 { (text) } }
                Part::Paragraph(text) => { p { (text) } }
                Part::Lead(text) => { p.lead { (text) } }
                Part::Reading(text) => { p.reading { (text) } }
                Part::Code(text) => { pre { code { (text) } } }
                Part::List(points) => { ul { @for point in points { li { (point) } } } }
                Part::Terms(terms) => { dl.terms { @for (term, meaning) in terms { dt { (term) } dd { (meaning) } } } }
                Part::Boxes(boxes) => { ul.boxes { @for parts in boxes { li { @for part in parts { (part.markup(texts)) } } } } }
                Part::Details(summary, parts) => { details { summary { (summary) } @for part in parts { (part.markup(texts)) } } }
                Part::Table(table) => { (table) }
                Part::Figures(list) => { (figures(list)) }
                Part::Diagrams(diagrams) => { (diagrams) }
                Part::Games(games) => { (games.markup(texts)) }
                Part::Download(download) => { (download) }
            }
        }
    }
}

impl Render for Download {
    fn render(&self) -> Markup {
        html! {
            p.download {
                a #download href="#data" download=(self.file) hidden { "Download the data (JSON)" }
                span #no-download { "This browser cannot unpack the data that the page holds; " (self.instead) }
                ": " (self.explanation) " The page's source holds the data in the element "
                code { "data" } ", compressed by gzip and written in base64."
            }
        }
    }
}
