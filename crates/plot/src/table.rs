//! Tables that are sorted by a click and scroll in their own box, and texts with emphasis, code and links.

use maud::{Markup, Render, html};

use crate::number;

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its heading.
    pub name: String,
    /// The meaning of its values, in a sentence; empty if the heading says it.
    pub meaning: &'static str,
}

impl<T: Into<String>> From<T> for Column {
    fn from(name: T) -> Column {
        Column { name: name.into(), meaning: "" }
    }
}

/// A cell of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    class: &'static str,
    text: String,
    /// The value by which it is sorted; its text if there is none.
    key: Option<f64>,
    /// The address of its link.
    target: Option<String>,
    is_strong: bool,
}

const NAME: &str = "words name";
const SHARE: &str = "share";

impl Cell {
    /// Nothing is known.
    pub const EMPTY: Cell =
        Cell { class: "", text: String::new(), key: None, target: None, is_strong: false };

    fn of(class: &'static str, text: impl Into<String>) -> Cell {
        Cell { class, text: text.into(), ..Cell::EMPTY }
    }

    /// The name of an algorithm or a weight, which may be broken between its parts.
    pub fn name(text: impl Into<String>) -> Cell {
        Cell::of(NAME, text)
    }

    /// Words, on one line.
    pub fn words(text: impl Into<String>) -> Cell {
        Cell::of("words", text)
    }

    /// Words that may need several lines.
    pub fn long(text: impl Into<String>) -> Cell {
        Cell::of("words long", text)
    }

    /// A board or FEN.
    pub fn mono(text: impl Into<String>) -> Cell {
        Cell::of("words mono", text)
    }

    /// Something that is sorted by a number.
    pub fn keyed(text: impl Into<String>, key: f64) -> Cell {
        Cell::of("", text).sorted_by(key)
    }

    /// A number, if it is one.
    pub fn number(value: Option<f64>, show: fn(f64) -> String) -> Cell {
        let known = value.filter(|value| value.is_finite());
        known.map_or(Cell::EMPTY, |value| Cell::keyed(show(value), value))
    }

    /// A whole number.
    pub fn count(value: u64) -> Cell {
        Cell::keyed(number::grouped(value), value as f64)
    }

    /// A share of the whole, from 0 to 1, as a bar.
    pub fn share(share: f64) -> Cell {
        Cell::of(SHARE, format!("{:.1}%", share * 100.0)).sorted_by(share)
    }

    /// The same, leading somewhere.
    #[must_use]
    pub fn leading_to(self, target: impl Into<String>) -> Cell {
        Cell { target: Some(target.into()), ..self }
    }

    /// The same, sorted by a number.
    #[must_use]
    pub fn sorted_by(self, key: f64) -> Cell {
        Cell { key: Some(key), ..self }
    }

    /// The same, in strong letters if so.
    #[must_use]
    pub fn strong(self, is_strong: bool) -> Cell {
        Cell { is_strong, ..self }
    }

    pub(crate) fn is_words(&self) -> bool {
        self.class.starts_with("words")
    }
}

impl Render for Cell {
    fn render(&self) -> Markup {
        html! {
            td class=[(!self.class.is_empty()).then_some(self.class)] data-key=[self.key] {
                @match (&self.target, self.class) {
                    (Some(target), _) => { a href=(target) { (self.text) } }
                    (None, NAME) => { (parted(&self.text)) }
                    (None, SHARE) => { i style={ "--share:" (self.text) } {} }
                    (None, _) if self.is_strong => { b { (self.text) } }
                    (None, _) => { (self.text) }
                }
            }
        }
    }
}

/// A name with places between its parts at which a line may end.
fn parted(name: &str) -> Markup {
    let parts = name.split_inclusive(['+', '@', ':', '.', '_']);
    html! { @for (place, part) in parts.enumerate() { @if place > 0 { wbr; } (part) } }
}

/// A table. Columns in which nothing is known are left out.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    /// A table of rows with a cell for each column.
    pub fn new<C: Into<Column>>(columns: impl IntoIterator<Item = C>, rows: Vec<Vec<Cell>>) -> Table {
        Table { columns: columns.into_iter().map(Into::into).collect(), rows }
    }

    /// A table whose columns have names and meanings.
    pub fn explained(columns: &[(&str, &'static str)], rows: Vec<Vec<Cell>>) -> Table {
        Table::new(columns.iter().map(|&(name, meaning)| Column { name: name.to_owned(), meaning }), rows)
    }
}

impl Render for Table {
    fn render(&self) -> Markup {
        let is_known = |place: &usize| {
            self.rows.iter().any(|row| row.get(*place).is_some_and(|cell| *cell != Cell::EMPTY))
        };
        let known: Vec<usize> = (0..self.columns.len()).filter(is_known).collect();
        let columns: Vec<&Column> = known.iter().map(|&place| &self.columns[place]).collect();
        let is_words = |place: usize| self.rows.iter().any(|row| row[known[place]].is_words());
        let rows = html! {
            @for row in &self.rows { tr { @for &place in &known { (row[place]) } } "\n" }
        };
        frame(None, (&columns, is_words), self.rows.len(), rows)
    }
}

/// The box, the headings and the body of a table.
pub(crate) fn frame(
    id: Option<&str>,
    (columns, is_words): (&[&Column], impl Fn(usize) -> bool),
    height: usize,
    rows: Markup,
) -> Markup {
    html! {
        div.scroll.tall[height > 14] tabindex="0" {
            table.sortable id=[id] {
                thead { tr {
                    @for (place, Column { name, meaning }) in columns.iter().enumerate() {
                        th scope="col" class=[is_words(place).then_some("words")] {
                            button type="button" title=[(!meaning.is_empty()).then_some(meaning)] { (name) }
                        }
                    }
                } }
                tbody { (rows) }
            }
        }
    }
}

/// A text of a page, which never becomes markup.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Text(Vec<Span>);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Span {
    Words(String),
    Bold(String),
    Code(String),
    Link { words: String, target: String },
}

impl<T: Into<String>> From<T> for Text {
    fn from(words: T) -> Text {
        Text::default().words(words)
    }
}

impl Text {
    /// The text with words behind it.
    #[must_use]
    pub fn words(self, words: impl Into<String>) -> Text {
        self.with(Span::Words(words.into()))
    }

    /// The text with emphasised words behind it.
    #[must_use]
    pub fn bold(self, words: impl Into<String>) -> Text {
        self.with(Span::Bold(words.into()))
    }

    /// The text with words of code behind it.
    #[must_use]
    pub fn code(self, words: impl Into<String>) -> Text {
        self.with(Span::Code(words.into()))
    }

    /// The text with words behind it that lead somewhere.
    #[must_use]
    pub fn link(self, words: impl Into<String>, target: impl Into<String>) -> Text {
        self.with(Span::Link { words: words.into(), target: target.into() })
    }

    fn with(mut self, span: Span) -> Text {
        self.0.push(span);
        self
    }
}

impl Render for Text {
    fn render(&self) -> Markup {
        html! { @for span in &self.0 { (span) } }
    }
}

impl Render for Span {
    fn render(&self) -> Markup {
        html! {
            @match self {
                Span::Words(words) => { (words) }
                Span::Bold(words) => { b { (words) } }
                Span::Code(words) => { code { (words) } }
                Span::Link { words, target } => { a href=(target) { (words) } }
            }
        }
    }
}
