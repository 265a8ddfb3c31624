//! Tables that are sorted by a click and scroll in their own box.

use maud::{Markup, html};

use crate::number;

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub struct Column<'name> {
    /// Its heading.
    pub name: &'name str,
    /// What stands in it, in a sentence; empty if the heading says it.
    pub meaning: &'name str,
}

impl<'name> Column<'name> {
    /// A column that needs no explanation.
    pub fn plain(name: &'name str) -> Column<'name> {
        Column { name, meaning: "" }
    }
}

/// A cell of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// Nothing is known.
    Empty,
    /// The name of an algorithm or a weight, which may be broken between its parts.
    Name(String),
    /// Words, on one line.
    Words(String),
    /// Words that may need several lines.
    Long(String),
    /// A board or FEN.
    Mono(String),
    /// Something that is sorted by a number.
    Number(String, f64),
    /// Words that lead somewhere.
    Link {
        /// The words.
        text: String,
        /// Where they lead.
        target: String,
    },
    /// A share of the whole, from 0 to 1, as a bar.
    Share(f64),
}

impl Cell {
    /// A number, if it is one.
    pub fn number(value: Option<f64>, show: fn(f64) -> String) -> Cell {
        let known = value.filter(|value| value.is_finite());
        known.map_or(Cell::Empty, |value| Cell::Number(show(value), value))
    }

    /// A whole number.
    pub fn count(value: u64) -> Cell {
        Cell::Number(number::grouped(value), value as f64)
    }

    fn draw(&self) -> Markup {
        html! {
            @match self {
                Cell::Empty => { td {} }
                Cell::Name(text) => { td.words.name { (parted(text)) } }
                Cell::Words(text) => { td.words { (text) } }
                Cell::Long(text) => { td.words.long { (text) } }
                Cell::Mono(text) => { td.words.mono { (text) } }
                Cell::Number(text, key) => { td data-key=(key) { (text) } }
                Cell::Link { text, target } => { td.words { a href=(target) { (text) } } }
                Cell::Share(share) => {
                    @let percent = share * 100.0;
                    td.share data-key=(share) { i style={ "--share:" (format!("{percent:.1}%")) } {} }
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
pub fn table(columns: &[Column<'_>], rows: &[Vec<Cell>]) -> Markup {
    let is_known =
        |place: &usize| rows.iter().any(|row| row.get(*place).is_some_and(|cell| *cell != Cell::Empty));
    let known: Vec<usize> = (0..columns.len()).filter(is_known).collect();
    let is_tall = rows.len() > 14;
    let is_words = |place: usize| {
        rows.iter().any(|row| {
            matches!(
                row[place],
                Cell::Name(_) | Cell::Words(_) | Cell::Long(_) | Cell::Mono(_) | Cell::Link { .. }
            )
        })
    };
    html! {
        div.scroll.tall[is_tall] tabindex="0" {
            table.sortable {
                thead { tr {
                    @for &place in &known {
                        @let Column { name, meaning } = columns[place];
                        th scope="col" class=[is_words(place).then_some("words")] {
                            button type="button" title=[(!meaning.is_empty()).then_some(meaning)] { (name) }
                        }
                    }
                } }
                tbody {
                    @for row in rows { tr { @for &place in &known { (row[place].draw()) } } "\n" }
                }
            }
        }
    }
}
