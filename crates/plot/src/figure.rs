//! Pictures with their titles and readings, as pages show them.

use maud::{Markup, html};

use crate::{Layout, Picture};

/// What can be drawn for a layout.
pub trait Chart {
    /// What it shows.
    fn title(&self) -> &str;

    /// Draws it.
    fn draw(&self, layout: Layout) -> Picture;
}

/// A picture with what it needs to be understood.
#[derive(Debug)]
pub struct Figure {
    /// The name of its file, without the extension.
    pub name: String,
    title: String,
    /// How it is to be read, in plain words.
    reading: String,
    pictures: Pictures,
}

/// The drawings of a figure.
#[derive(Debug)]
enum Pictures {
    /// One for wide pages, one for narrow ones.
    Full(Picture, Picture),
    /// One of several that stand side by side where there is room.
    Panel(Picture),
}

impl Figure {
    /// A chart as wide as the page.
    pub fn full(name: impl Into<String>, reading: impl Into<String>, chart: &impl Chart) -> Figure {
        let pictures = Pictures::Full(chart.draw(Layout::Wide), chart.draw(Layout::Narrow));
        Figure { name: name.into(), title: chart.title().to_owned(), reading: reading.into(), pictures }
    }

    /// A chart beside others.
    pub fn panel(name: impl Into<String>, reading: impl Into<String>, chart: &impl Chart) -> Figure {
        let pictures = Pictures::Panel(chart.draw(Layout::Narrow));
        Figure { name: name.into(), title: chart.title().to_owned(), reading: reading.into(), pictures }
    }

    /// The same, with a title for its file, where it stands alone.
    #[must_use]
    pub fn filed_as(mut self, title: impl Into<String>) -> Figure {
        let title = title.into();
        match &mut self.pictures {
            Pictures::Full(wide, narrow) => {
                wide.title.clone_from(&title);
                narrow.title = title;
            }
            Pictures::Panel(picture) => picture.title = title,
        }
        self
    }

    fn is_panel(&self) -> bool {
        matches!(self.pictures, Pictures::Panel(_))
    }

    /// As a file of its own.
    pub fn file(&self) -> String {
        match &self.pictures {
            Pictures::Full(picture, _) | Pictures::Panel(picture) => picture.file(),
        }
    }
}

/// Figures in order, panels that follow each other side by side.
pub(crate) fn figures(figures: &[Figure]) -> Markup {
    html! {
        @for figures in figures.chunk_by(|one, other| one.is_panel() && other.is_panel()) {
            @match figures {
                [figure] if !figure.is_panel() => { (draw(figure, true)) }
                panels => { (draw_panels(panels)) }
            }
        }
    }
}

/// Figures side by side. A reading that all of them share is written once.
fn draw_panels(panels: &[Figure]) -> Markup {
    let shared = panels.windows(2).all(|pair| pair[0].reading == pair[1].reading);
    html! {
        div.panels { @for panel in panels { (draw(panel, !shared)) } }
        @if let (true, Some(first)) = (shared, panels.first()) { p.reading.shared { (first.reading) } }
    }
}

fn draw(figure: &Figure, has_reading: bool) -> Markup {
    html! {
        figure.full[!figure.is_panel()] id=(figure.name) {
            figcaption { b { (figure.title) } }
            @match &figure.pictures {
                Pictures::Full(wide, narrow) => { (wide.inline()) (narrow.inline()) }
                Pictures::Panel(picture) => { (picture.inline()) }
            }
            @if has_reading { p.reading { (figure.reading) } }
        }
        "\n"
    }
}
