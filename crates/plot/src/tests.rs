//! Charts of every kind with ordinary, odd and missing values.

use super::*;
use scale::Ruling::{Linear, Logarithmic, Whole};

const HOSTILE: &str = "<b>&\"'</b> ]]> \u{1}";
const ODD: [f64; 8] = [1.0, 0.0, -3.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, 1e-300];

fn axis(ruling: Ruling) -> Axis {
    Axis::new(HOSTILE, ruling, number::plain)
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
    Line { name, look: Look::Numbered(number), stroke: Stroke::Solid, is_stepped: false, points }
}

fn bar_chart(values: &[f64]) -> BarChart {
    let bar = |&value: &f64| {
        let (text, tip) = (number::ratio(value), HOSTILE.to_owned());
        Some(Bar { value, interval: Some((value * 0.9, value * 1.1)), text, tip })
    };
    let row = |value: &f64| Row { name: HOSTILE.into(), bars: vec![bar(value), None] };
    let groups = vec![(HOSTILE.into(), Look::Baseline), ("other".into(), Look::Aside)];
    let rows = values.iter().map(row).collect();
    BarChart { title: HOSTILE.to_owned(), axis: axis(Logarithmic), origin: 1.0, groups, rows }
}

fn cloud(dots: Vec<Dot>, is_even: bool) -> Cloud {
    let group = Group { name: HOSTILE.into(), look: Look::Numbered(7), dots };
    let front = vec![(1.0, 2.0), (f64::NAN, 1.0)];
    Cloud {
        title: HOSTILE.to_owned(),
        x: axis(Logarithmic),
        y: axis(Linear),
        is_even,
        front,
        groups: vec![group],
    }
}

fn dot(x: f64, y: f64) -> Dot {
    Dot { x, y, label: HOSTILE.to_owned(), tip: HOSTILE.to_owned() }
}

fn heat_map(parts: usize, values: &[f64]) -> HeatMap {
    let cell = |&value: &f64| Some(Cell { value, text: number::ratio(value), tip: HOSTILE.to_owned() });
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
        groups: vec![(HOSTILE.into(), Look::Baseline), ("other".into(), Look::Aside)],
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
        cloud(Vec::new(), true).draw(layout),
        cloud(vec![dot(3.0, 3.0)], true).draw(layout),
        cloud(odd_dots, false).draw(layout),
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
    let page = page_style();
    let file = bar_chart(&[2.0]).draw(Layout::Wide).file();
    assert!(page.contains("prefers-color-scheme:dark") && page.contains("var(--hue1)"));
    assert!(!file.contains("var(") && file.contains("#d55e00"));
    assert!(!file.replace("http://www.w3.org/2000/svg", "").contains("http"));
}

#[test]
fn the_same_chart_gives_the_same_bytes() {
    let draw = || odd_pictures(Layout::Wide).iter().map(Picture::file).collect::<String>();
    assert_eq!(draw(), draw());
}
