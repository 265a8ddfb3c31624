//! Charts of every kind with ordinary, odd and missing values.

use super::*;
use crate::diagram::{Diagram, DiagramBoard, Diagrams, PointValue};
use crate::games::{Filter, GameKey, Games, ListedGame};
use crate::report::{Card, Download, Part, Report, Section};
use crate::table::{Cell, Table};
use crate::texts::PageTexts;
use ScaleKind::{Linear, Logarithmic, Whole};

const HOSTILE: &str = "<b>&\"'</b> ]]> \u{1}";
const ODD: [f64; 8] = [1.0, 0.0, -3.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, 1e-300];

fn axis(kind: ScaleKind) -> Axis {
    Axis::new(HOSTILE, kind, number::plain)
}

fn point(x: f64, y: f64, interval: Option<(f64, f64)>) -> Point {
    Point { x, y, interval, tip: format!("{HOSTILE} {y:.1}"), fill: Some(Fill::Full) }
}

fn line_chart(lines: Vec<Line>) -> LineChart {
    let (title, rules) = (HOSTILE.to_owned(), vec![1.0]);
    LineChart {
        title,
        x: axis(Whole),
        y: axis(Logarithmic),
        rules,
        uprights: vec![2.0],
        lines,
        labels_ends: true,
    }
}

fn line(number: usize, points: Vec<Point>) -> Line {
    let name = Name::from(format!("line {number} {HOSTILE}").as_str());
    Line { name, style: Style::Numbered(number), stroke: Stroke::Solid, points }
}

fn bar_chart(values: &[f64]) -> BarChart {
    let bar = |&value: &f64| {
        let (text, tip) = (number::ratio(value), HOSTILE.to_owned());
        Some(Bar { value, interval: Some((value * 0.9, value * 1.1)), text, tip })
    };
    let row = |value: &f64| Row { name: HOSTILE.into(), bars: vec![bar(value), None] };
    let groups = vec![(HOSTILE.into(), Style::Baseline), ("other".into(), Style::Aside)];
    let rows = values.iter().map(row).collect();
    BarChart { title: HOSTILE.to_owned(), axis: axis(Logarithmic), origin: 1.0, groups, rows }
}

fn scatter(dots: Vec<Dot>) -> ScatterChart {
    let group = Group { name: HOSTILE.into(), style: Style::Numbered(7), dots };
    let front = vec![(1.0, 2.0), (f64::NAN, 1.0)];
    ScatterChart {
        title: HOSTILE.to_owned(),
        x: axis(Logarithmic),
        y: axis(Linear),
        front,
        groups: vec![group],
    }
}

fn dot(x: f64, y: f64) -> Dot {
    Dot { x, y, label: HOSTILE.to_owned(), tip: HOSTILE.to_owned() }
}

fn heat_map(parts: usize, values: &[f64]) -> HeatMap {
    let cell =
        |&value: &f64| Some(heatmap::Cell { value, text: number::ratio(value), tip: HOSTILE.to_owned() });
    let cells = values.iter().map(cell).chain([None]).collect();
    HeatMap { title: HOSTILE.to_owned(), parts: vec![HOSTILE.to_owned(); parts], cells }
}

fn histogram(values: &[f64]) -> Histogram {
    let column =
        |&value: &f64| Column { from: value, to: value + 1.0, counts: vec![2, 0], tip: HOSTILE.to_owned() };
    Histogram {
        title: HOSTILE.to_owned(),
        x: axis(Linear),
        y: axis(Whole),
        groups: vec![(HOSTILE.into(), Style::Baseline), ("other".into(), Style::Aside)],
        uprights: vec![0.0],
        columns: values.iter().map(column).collect(),
    }
}

/// Charts of every kind with nothing, with one thing, and with values that have no place.
fn odd_pictures(layout: Layout) -> Vec<Picture> {
    let odd_points = || ODD.iter().enumerate().map(|(x, &y)| point(x as f64, y, Some((y, -y)))).collect();
    let odd_dots: Vec<Dot> = ODD.iter().flat_map(|&x| ODD.map(|y| dot(x, y))).collect();
    vec![
        line_chart(Vec::new()).draw(layout),
        line_chart(vec![line(0, Vec::new())]).draw(layout),
        line_chart(vec![line(0, vec![point(4.0, 7.0, None)])]).draw(layout),
        line_chart(vec![line(0, odd_points()), line(9, odd_points())]).draw(layout),
        bar_chart(&[]).draw(layout),
        bar_chart(&[1.0]).draw(layout),
        bar_chart(&ODD).draw(layout),
        scatter(Vec::new()).draw(layout),
        scatter(vec![dot(3.0, 3.0)]).draw(layout),
        scatter(odd_dots).draw(layout),
        heat_map(1, &[]).draw(layout),
        heat_map(1, &[2.0, 2.0]).draw(layout),
        heat_map(3, &ODD).draw(layout),
        histogram(&[]).draw(layout),
        histogram(&[3.0]).draw(layout),
        histogram(&ODD).draw(layout),
    ]
}

/// Whether all attributes that hold coordinates hold numbers.
fn assert_numbers(document: &roxmltree::Document<'_>) {
    const COORDINATES: [&str; 11] =
        ["x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "width", "height", "fill-opacity"];
    for node in document.descendants() {
        for attribute in node.attributes().filter(|attribute| COORDINATES.contains(&attribute.name())) {
            let value: Result<f64, _> = attribute.value().parse();
            assert!(value.is_ok_and(f64::is_finite), "{attribute:?}");
        }
        let path = node.attribute("d").unwrap_or_default();
        assert!(!path.contains("NaN") && !path.contains("inf"), "{path}");
    }
}

#[test]
fn odd_values_still_make_well_formed_pictures() {
    for layout in [Layout::Wide, Layout::Narrow] {
        for picture in odd_pictures(layout) {
            let file = picture.file();
            let document = roxmltree::Document::parse(&file).unwrap();
            assert_numbers(&document);
            assert!(
                document
                    .root_element()
                    .attribute("aria-label")
                    .is_some_and(|label| label.contains("<b>&\"'</b>"))
            );
        }
    }
}

#[test]
fn every_mark_says_its_value() {
    let points = (3..9).map(|depth| point(f64::from(depth), f64::from(depth * depth), None)).collect();
    let file = line_chart(vec![line(0, points)]).draw(Layout::Wide).file();
    let document = roxmltree::Document::parse(&file).unwrap();
    let titles: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name("title"))
        .filter_map(|node| node.text())
        .collect();
    assert!(
        ["9.0", "16.0", "64.0"].iter().all(|value| titles.iter().any(|title| title.ends_with(value))),
        "{titles:?}"
    );
}

/// The labels of 25 lines that end close together: their text, and where it stands.
#[test]
fn labels_do_not_lie_on_each_other() {
    let ends = |number: usize| vec![point(1.0, 10.0, None), point(5.0, 100.0 + number as f64, None)];
    let chart = line_chart((0..25).map(|number| line(number, ends(number))).collect());
    let file = chart.draw(Layout::Wide).file();
    let document = roxmltree::Document::parse(&file).unwrap();
    let is_label = |node: &roxmltree::Node<'_, '_>| {
        node.has_tag_name("text") && node.text().is_some_and(|text| text.starts_with("line"))
    };
    let mut places: Vec<f64> = document
        .descendants()
        .filter(is_label)
        .map(|node| node.attribute("y").unwrap().parse().unwrap())
        .collect();
    places.sort_by(f64::total_cmp);
    assert_eq!(places.len(), 25);
    assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= 13.0), "{places:?}");
}

#[test]
fn a_page_and_a_file_colour_alike() {
    let page = picture::page_style();
    let file = bar_chart(&[2.0]).draw(Layout::Wide).file();
    assert!(page.contains("prefers-color-scheme:dark") && page.contains("var(--hue1)"));
    assert!(!file.contains("var(") && file.contains("#d55e00"));
    assert!(!file.replace("http://www.w3.org/2000/svg", "").contains("http"));
}

/// A report with a part of every kind, and in each a text that must not become markup.
fn report() -> Report {
    let text = || Text::from(HOSTILE).bold(HOSTILE).code(HOSTILE).link(HOSTILE, HOSTILE);
    let name = || HOSTILE.to_owned();
    let cells =
        vec![Cell::name(HOSTILE), Cell::words(HOSTILE).leading_to(HOSTILE), Cell::share(0.5), Cell::EMPTY];
    let filter = Filter { label: "engine", name: "engine", choices: vec![(name(), name())] };
    let key = GameKey { players: [0, 1], result: "1-0", ending: name(), opening: 3 };
    let listed = ListedGame { number: 0, key: Some(key), cells: vec![Cell::long(HOSTILE).strong(true)] };
    let games = Games {
        game: ::game::GameInfo::new("othello", "Othello", ["black", "white"], ["Black", "White"], BOARD),
        sides: [name(), name()],
        caption: name(),
        remark: name(),
        filters: vec![filter],
        columns: vec![name()],
        list: vec![listed],
    };
    let board = DiagramBoard::Squares(vec![((0, 0), 'X'), ((1, 0), '-')]);
    let squares = Diagram { label: name(), board, caption: Some((text(), name())) };
    let point = PointValue { place: (4, 9), value: -7, tip: name() };
    let points = Diagram { label: name(), board: DiagramBoard::Points(vec![point]), caption: None };
    let chart = heat_map(3, &ODD);
    let figures = vec![Figure::full(HOSTILE, HOSTILE, &chart), Figure::panel(HOSTILE, HOSTILE, &chart)];
    let parts = vec![
        Part::Heading(text()),
        Part::Paragraph(text()),
        Part::Lead(text()),
        Part::Reading(text()),
        Part::Code(name()),
        Part::List(vec![text()]),
        Part::Terms(vec![(name(), name())]),
        Part::Boxes(vec![vec![Part::Paragraph(text())]]),
        Part::Table(Table::explained(&[(HOSTILE, HOSTILE); 4], vec![cells])),
        Part::Details(name(), vec![Part::Paragraph(text())]),
        Part::Figures(figures),
        Part::Diagrams(Diagrams(vec![(name(), vec![squares.clone(), squares]), (name(), vec![points])])),
        Part::Games(Box::new(games)),
        Part::Download(Download { file: name(), instead: text(), explanation: HOSTILE }),
    ];
    Report {
        title: name(),
        eyebrow: name(),
        overview: vec![name()],
        cards: vec![Card::new("elo", name(), name())],
        facts: vec![(HOSTILE.into(), name())],
        sections: vec![Section::new(HOSTILE, HOSTILE, parts)],
        made_by: "a test",
        ..Report::default()
    }
}

const BOARD: ::game::BoardShape =
    ::game::BoardShape::Cells { columns: 8, rows: 8, is_first_row_on_top: true };

/// A page as XML, in which everything must be closed and escaped, without styles and scripts.
fn as_xml(page: &str) -> String {
    let mut text = page.replacen("<!DOCTYPE html>", "", 1).replace(" hidden", " hidden=\"\"");
    for element in ["style", "script"] {
        while let Some((before, rest)) = text.split_once(&format!("<{element}")) {
            text = format!("{before}{}", rest.split_once(&format!("</{element}>")).unwrap().1);
        }
    }
    for element in ["meta", "input", "wbr"] {
        let open = format!("<{element}");
        let parts = text.split(&open).enumerate();
        let closed = |(place, part): (usize, &str)| match place {
            0 => part.to_owned(),
            _ => part.replacen('>', "/>", 1),
        };
        text = parts.map(closed).collect::<Vec<_>>().join(&open);
    }
    text
}

#[test]
fn a_page_is_well_formed_and_whole_whatever_its_texts_are() {
    let page = report().render(&[HOSTILE]).unwrap();
    let xml = as_xml(&page);
    assert!(roxmltree::Document::parse(&xml).is_ok(), "{:?}", roxmltree::Document::parse(&xml));
    assert!(!xml.contains("<b>&\"") && !xml.contains("NaN") && !page.contains('\u{1}'));
    assert_eq!(page.matches("</script>").count(), 2);
    let rest = page.replace("http://www.w3.org", "").replace("url(#", "");
    for outside in ["http://", "https://", "src=", "@import", "url(", "<link"] {
        assert!(!rest.contains(outside), "{outside}");
    }
    assert!(page == report().render(&[HOSTILE]).unwrap(), "the same report gives the same bytes");
}

#[test]
fn scripts_have_valid_syntax() {
    let trees = tree_page("", ::game::BoardShape::Xiangqi, &()).unwrap();
    let trees = trees.rsplit_once("<script>").unwrap().1.split_once("</script>").unwrap().0;
    let games = report().render(&()).unwrap();
    let games = games.rsplit_once("<script>").unwrap().1.split_once("</script>").unwrap().0;
    for script in [trees, games] {
        let test = format!("new Function({});", serde_json::to_string(script).unwrap());
        // Without an interpreter nothing is tested.
        let Ok(output) = std::process::Command::new("node").args(["-e", &test]).output() else { return };
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// The strings of a script, and the parts of its templates between their expressions.
fn literals(script: &str) -> Vec<String> {
    let is_comment = |line: &&str| line.trim_start().starts_with("//");
    let code: Vec<char> =
        script.lines().filter(|line| !is_comment(line)).flat_map(|line| line.chars().chain(['\n'])).collect();
    let (mut found, mut open, mut text) = (Vec::new(), Vec::new(), String::new());
    for (place, &letter) in code.iter().enumerate() {
        let before = place.checked_sub(1).map(|before| code[before]);
        match (letter, open.last()) {
            ('\'' | '`', Some(&quote)) if letter == quote => {
                open.pop();
                found.push(std::mem::take(&mut text));
            }
            ('\'' | '`' | '{', None | Some('{')) => open.push(letter),
            ('}', Some('{')) => {
                open.pop();
            }
            ('{', Some('`')) if before == Some('$') => {
                open.push('{');
                found.push(std::mem::take(&mut text).trim_end_matches('$').to_owned());
            }
            (_, Some('\'' | '`')) => text.push(letter),
            _ => {}
        }
    }
    found
}

/// Whether a literal may be a text for people: it begins with a capital letter, or has a word behind another.
fn is_text(literal: &str) -> bool {
    let is_word = |word: &str| word.len() > 2 && word.chars().all(char::is_alphabetic);
    let is_name = |word: &str| is_word(word) && word.starts_with(char::is_uppercase);
    is_name(literal.trim()) || (literal.split(' ').skip(1).any(is_word) && literal.len() > 3)
}

/// The scripts of the viewer have their texts from the page, which is not always English.
#[test]
fn scripts_of_the_viewer_have_no_texts_of_their_own() {
    // Names of tags of PGN, an interface of browsers, and names of classes and elements.
    const NO_TEXTS: [&str; 11] = [
        "Game",
        "Date",
        "Round",
        "Result",
        "Opening",
        "Termination",
        "Format",
        "FEN",
        "DecompressionStream",
        "small tick",
        "tbody tr",
    ];
    let english = serde_json::to_value(PageTexts::default().viewer).unwrap();
    let english: Vec<&str> = english.as_object().unwrap().values().filter_map(|text| text.as_str()).collect();
    let is_unknown = |literal: &String| {
        (is_text(literal) || english.contains(&literal.as_str()))
            && !literal.contains(['.', '#'])
            && !NO_TEXTS.contains(&literal.as_str())
    };
    let texts: Vec<String> = games::VIEWER.into_iter().flat_map(literals).filter(is_unknown).collect();
    assert!(texts.is_empty(), "{texts:?}");
    let found = literals("say(`Game ${make('i')} of ${other}`, 'No game');");
    assert_eq!(found, ["Game ", "i", " of ", "", "No game"]);
}

/// The texts of a page come from its language, and those of its scripts cannot end them.
#[test]
fn a_page_has_the_texts_of_its_language() {
    let texts = PageTexts::new("x-keys", |message| format!("{}</script>", message.key()));
    let page = Report { texts, ..report() }.render(&[HOSTILE]).unwrap();
    for part in [
        "<html lang=\"x-keys\">",
        "aria-label=\"report-contents",
        "report-footer-games",
        "report-show-all",
        "report-copied",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert_eq!(page.matches("</script>").count(), 2);
    for english in ["Contents", "Made by", "Show all", "Copied", "No game matches"] {
        assert!(!page.contains(english), "{english}");
    }
}
