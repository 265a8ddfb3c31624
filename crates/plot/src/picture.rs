//! Drawn charts: files of their own, or figures of a page with their titles and readings.

use maud::{Markup, PreEscaped, html};

use super::layout;
use super::number::Px;
use super::style::COLOURS;

/// For how much room a chart is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// The width of a page on a desk.
    Wide,
    /// The width of a phone, or a part of a wide page.
    Narrow,
}

impl Layout {
    /// In units of the picture.
    pub fn width(self) -> f64 {
        match self {
            Layout::Wide => 920.0,
            Layout::Narrow => 358.0,
        }
    }
}

/// A drawn chart.
#[derive(Clone, Debug)]
pub struct Picture {
    pub(crate) title: String,
    layout: Layout,
    height: f64,
    body: Markup,
}

const FONT: &str = "system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",\"DejaVu Sans\",sans-serif";

/// The rules that do not depend on colours.
const SHAPES: &str = "\
.plot .line{fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}\
.plot .dashed{stroke-dasharray:6 4;stroke-width:1.5}\
.plot .reference0{stroke-dasharray:2 4;stroke-linecap:round}\
.plot .reference1{stroke-dasharray:9 4}\
.plot .reference2{stroke-dasharray:9 4 2 4}\
.plot .reference3{stroke-dasharray:16 4}\
.plot .leader{fill:none;stroke:currentColor;stroke-width:1;opacity:.45}\
.plot .band{fill:currentColor;opacity:.14}\
.plot .halo{paint-order:stroke;stroke-width:3.5px;stroke-linejoin:round}\
.plot .hollow{fill:none;stroke:currentColor;stroke-width:1.5;opacity:.45}\
.plot .whisker{fill:none;stroke:currentColor;stroke-width:1.5}\
.plot .dot{fill:currentColor;stroke:currentColor;stroke-width:1.5}\
.plot .scatter .dot{fill-opacity:.45;stroke-opacity:.7;stroke-width:1}\
.plot .faint{opacity:.4}\
.plot .hidden{fill-opacity:0;stroke-opacity:0;stroke-width:8}\
.plot .bar{fill:currentColor;opacity:.72}";

/// The rules that colour charts, given what a colour is called where they stand.
fn rules(colour: impl Fn(&(&str, &str, &str)) -> String) -> String {
    let mut rules =
        format!(".plot text{{font:{}px {FONT}}}.plot .small{{font-size:{}px}}", layout::SIZE, layout::SMALL);
    for entry in &COLOURS {
        let (class, colour) = (entry.0, colour(entry));
        rules += &match class {
            "paper" => format!(".plot .paper{{fill:{colour}}}.plot .halo{{stroke:{colour}}}"),
            "ink" => format!(
                ".plot text{{fill:{colour}}}.plot .ink{{color:{colour}}}.plot .rule{{stroke:{colour}}}"
            ),
            "muted" => format!(".plot .tick{{fill:{colour}}}.plot .muted{{color:{colour}}}"),
            "grid" => format!(".plot .grid{{stroke:{colour}}}"),
            "tint" => String::new(),
            "heat" => format!(".plot .heat{{fill:{colour}}}"),
            _ => format!(".plot .{class}{{color:{colour}}}"),
        };
    }
    let open = COLOURS.iter().filter(|entry| entry.0 == "paper").map(&colour).collect::<String>();
    rules + SHAPES + &format!(".plot .dot.open{{fill:{open}}}")
}

/// The rules for a page on which charts stand, in light and in dark.
pub(crate) fn page_style() -> String {
    let variables =
        |pick: fn(&(&str, &str, &str)) -> String| -> String { COLOURS.iter().map(pick).collect() };
    let light = variables(|(name, light, _)| format!("--{name}:{light};"));
    let dark = variables(|(name, _, dark)| format!("--{name}:{dark};"));
    let rules = rules(|(name, ..)| format!("var(--{name})"));
    format!(
        ":root{{color-scheme:light dark;{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}\n\
        @media print{{:root{{{light}}}}}\n{rules}\n"
    )
}

/// The text without the control characters that XML forbids, even escaped.
pub(crate) fn writable(text: String) -> String {
    let is_forbidden = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t');
    if text.contains(is_forbidden) { text.replace(is_forbidden, "\u{fffd}") } else { text }
}

impl Picture {
    /// A picture as high as it needs to be.
    pub(crate) fn new(title: &str, layout: Layout, height: f64, body: Markup) -> Picture {
        Picture { title: title.to_owned(), layout, height, body }
    }

    /// As part of a page that has [`page_style`].
    pub(crate) fn inline(&self) -> Markup {
        let (width, height) = (Px(self.layout.width()), Px(self.height));
        let class = match self.layout {
            Layout::Wide => "plot wide",
            Layout::Narrow => "plot narrow",
        };
        html! {
            svg class=(class) viewBox={ "0 0 " (width) " " (height) } role="img" aria-label=(self.title) {
                (self.body)
            }
        }
    }

    /// As a file: with its title, on light paper, coloured without CSS variables, which not every program reads.
    pub fn file(&self) -> String {
        const MARGIN: f64 = 12.0;
        const LINE: f64 = 20.0;
        let lines = layout::wrapped(&self.title, self.layout.width(), 16.0);
        let above = MARGIN + LINE * lines.len() as f64 + 8.0;
        let (width, height) = (self.layout.width() + 2.0 * MARGIN, self.height + above + MARGIN);
        let (x, y) = (Px(-MARGIN), Px(-above));
        let (width, height) = (Px(width), Px(height));
        let markup = html! {
            svg xmlns="http://www.w3.org/2000/svg" class="plot"
                viewBox={ (x) " " (y) " " (width) " " (height) } width=(width) height=(height)
                role="img" aria-label=(self.title)
            {
                style { (rules(|(_, light, _)| (*light).to_owned())) }
                rect class="paper" x=(x) y=(y) width=(width) height=(height) {}
                @for (place, line) in lines.iter().enumerate() {
                    @let y = Px(-above + MARGIN + LINE * (place as f64 + 0.7));
                    text style="font-size:16px;font-weight:600" x="0" y=(y) { (line) }
                }
                (self.body)
            }
        };
        let PreEscaped(text) = markup;
        writable(text) + "\n"
    }
}

/// A chart that can be drawn for a layout.
pub trait Chart {
    /// Draws it.
    fn draw(&self, layout: Layout) -> Picture;
}

/// A picture with what it needs to be understood.
#[derive(Debug)]
pub struct Figure {
    /// The name of its file, without the extension.
    pub name: String,
    /// The title.
    pub title: String,
    /// The explanation, in plain words.
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
        let wide = chart.draw(Layout::Wide);
        let (title, pictures) = (wide.title.clone(), Pictures::Full(wide, chart.draw(Layout::Narrow)));
        Figure { name: name.into(), title, reading: reading.into(), pictures }
    }

    /// A chart beside others.
    pub fn panel(name: impl Into<String>, reading: impl Into<String>, chart: &impl Chart) -> Figure {
        let picture = chart.draw(Layout::Narrow);
        let (title, pictures) = (picture.title.clone(), Pictures::Panel(picture));
        Figure { name: name.into(), title, reading: reading.into(), pictures }
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
