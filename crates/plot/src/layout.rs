//! The room for text: its width, as far as that can be known without the font, and labels that do not lie on each
//! other.

/// The usual size of letters, in units of the picture.
pub const SIZE: f64 = 13.0;

/// The size of letters beside ticks and in cells.
pub const SMALL: f64 = 12.0;

/// The width of a line of text: a little more than the usual fonts without serifs need.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().map(letter).sum::<f64>() * size
}

/// The width of a letter, as a share of the size.
fn letter(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | 't' | 'f' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' | '(' | ')' => 0.36,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '+' | '×' | '÷' => 0.88,
        'A'..='Z' => 0.7,
        _ if letter.is_ascii() => 0.6,
        _ if letter < '\u{2e80}' => 0.65,
        _ => 1.0,
    }
}

/// The text, or as much of its beginning and end as fits, with an ellipsis between; of parts joined by `+`, whole ones.
pub fn shortened(text: &str, room: f64, size: f64) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let parts: Vec<&str> = text.split('+').collect();
    let without = |count: usize| {
        let (head, tail) = (&parts[..2], &parts[2 + count..]);
        [head, &["…"], tail].concat().join("+")
    };
    let whole = (1..parts.len().saturating_sub(2)).map(without).find(|short| width(short, size) <= room);
    whole.unwrap_or_else(|| squeezed(text, room, size))
}

/// As many letters of the beginning and the end as fit.
fn squeezed(text: &str, room: f64, size: f64) -> String {
    let letters: Vec<char> = text.chars().collect();
    let cut = |kept: usize| -> String {
        let (head, tail) = (kept.div_ceil(2), kept / 2);
        letters[..head].iter().chain(['…'].iter()).chain(&letters[letters.len() - tail..]).collect()
    };
    let fitting = (0..letters.len()).rev().map(cut).find(|short| width(short, size) <= room);
    fitting.unwrap_or_else(|| "…".to_owned())
}

/// The text in lines that fit, broken at spaces; a word that does not fit is shortened.
pub fn wrapped(text: &str, room: f64, size: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let word = shortened(word, room, size);
        match lines.last_mut() {
            Some(line) if width(line, size) + width(&word, size) + letter(' ') * size <= room => {
                *line = format!("{line} {word}");
            }
            _ => lines.push(word),
        }
    }
    lines
}

/// The widest of several texts; 0 of none.
pub fn widest<'text>(texts: impl Iterator<Item = &'text str>, size: f64) -> f64 {
    texts.map(|text| width(text, size)).fold(0.0, f64::max)
}

/// Places for labels along a line, at least `gap` apart, and between the ends if they all fit; each as near to its
/// wanted place as the others allow.
pub fn along(wanted: &[f64], gap: f64, ends: (f64, f64)) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&one, &other| wanted[one].total_cmp(&wanted[other]));
    let mut clusters: Vec<Cluster> = Vec::new();
    for &index in &order {
        clusters.push(Cluster { first: 0.0, count: 1, sum: wanted[index] }.placed(gap, ends));
        while let [.., before, last] = clusters[..] {
            if before.first + before.count as f64 * gap <= last.first {
                break;
            }
            let merged = Cluster { first: 0.0, count: before.count + last.count, sum: before.sum + last.sum };
            clusters.truncate(clusters.len() - 2);
            clusters.push(merged.placed(gap, ends));
        }
    }
    let places = clusters
        .iter()
        .flat_map(|cluster| (0..cluster.count).map(move |place| cluster.first + place as f64 * gap));
    let mut found = vec![0.0; wanted.len()];
    order.into_iter().zip(places).for_each(|(index, place)| found[index] = place);
    found
}

/// Labels that touch each other.
#[derive(Clone, Copy, Debug)]
struct Cluster {
    first: f64,
    count: usize,
    /// The sum of their wanted places.
    sum: f64,
}

impl Cluster {
    /// The cluster with its middle at the mean of the wanted places, but inside the ends if it fits.
    fn placed(self, gap: f64, ends: (f64, f64)) -> Cluster {
        let length = (self.count - 1) as f64 * gap;
        let wanted = self.sum / self.count as f64 - length / 2.0;
        Cluster { first: wanted.min(ends.1 - length).max(ends.0), ..self }
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Area {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Area {
    pub fn meets(&self, other: &Area) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    pub fn holds(&self, other: &Area) -> bool {
        self.left <= other.left
            && other.right <= self.right
            && self.top <= other.top
            && other.bottom <= self.bottom
    }

    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }
}

/// A rectangle of some size for each of some points: near it, inside the bounds, off all points and the other
/// rectangles. `None` for a point beside which there is no such room.
pub fn around(points: &[(f64, f64)], sizes: &[(f64, f64)], bounds: &Area) -> Vec<Option<Area>> {
    const CLEAR: f64 = 5.0;
    let dots = points.iter().map(|&(x, y)| Area {
        left: x - CLEAR,
        top: y - CLEAR,
        right: x + CLEAR,
        bottom: y + CLEAR,
    });
    let mut taken: Vec<Area> = dots.collect();
    let mut placed = Vec::new();
    for (&point, &size) in points.iter().zip(sizes) {
        let is_free = |area: &Area| bounds.holds(area) && !taken.iter().any(|other| other.meets(area));
        let area = candidates(point, size).find(is_free);
        taken.extend(area);
        placed.push(area);
    }
    placed
}

/// The candidates for the rectangle of a point, the best first: on rings that grow, to the right first.
fn candidates((x, y): (f64, f64), (width, height): (f64, f64)) -> impl Iterator<Item = Area> {
    const DIRECTIONS: [(f64, f64); 12] = [
        (1.0, 0.0),
        (-1.0, 0.0),
        (0.0, -1.0),
        (0.0, 1.0),
        (1.0, -1.0),
        (1.0, 1.0),
        (-1.0, -1.0),
        (-1.0, 1.0),
        (0.5, -1.0),
        (0.5, 1.0),
        (-0.5, -1.0),
        (-0.5, 1.0),
    ];
    let rings = (0..14).map(|ring| 7.0 + f64::from(ring) * 9.0);
    rings.flat_map(move |distance| {
        DIRECTIONS.into_iter().map(move |(right, down)| {
            let middle = (x + right * (distance + width / 2.0), y + down * (distance + height / 2.0));
            let (left, top) = (middle.0 - width / 2.0, middle.1 - height / 2.0);
            Area { left, top, right: left + width, bottom: top + height }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_loses_its_middle() {
        assert_eq!(shortened("alpha-beta", 200.0, SIZE), "alpha-beta");
        let short = shortened("alpha-beta+sort+table@aspiration", 100.0, SIZE);
        assert!(
            short.starts_with("alp") && short.ends_with("ion") && width(&short, SIZE) <= 100.0,
            "{short}"
        );
        assert_eq!(shortened("alpha", 1.0, SIZE), "…");
    }

    #[test]
    fn parts_stay_whole() {
        let name = "strongest+futility+extended-futility+razoring+margins-heinz";
        assert_eq!(shortened(name, 300.0, SIZE), "strongest+futility+…+margins-heinz");
    }

    #[test]
    fn lines_break_at_spaces() {
        let lines = wrapped("iterative deepening and table", 130.0, SIZE);
        assert!(
            lines.len() == 2 && lines.concat().replace(' ', "") == "iterativedeepeningandtable",
            "{lines:?}"
        );
        assert!(wrapped("", 50.0, SIZE).is_empty());
    }

    #[test]
    fn what_has_room_stays() {
        assert_eq!(along(&[50.0, 10.0, 90.0], 10.0, (0.0, 100.0)), [50.0, 10.0, 90.0]);
    }

    #[test]
    fn what_is_crowded_moves_apart() {
        let places = along(&[50.0, 50.0, 50.0, 52.0, 99.0], 10.0, (0.0, 100.0));
        let mut sorted = places.clone();
        sorted.sort_by(f64::total_cmp);
        assert!(sorted.windows(2).all(|pair| pair[1] - pair[0] >= 10.0 - 1e-9), "{places:?}");
        assert!(places.iter().all(|place| (0.0..=100.0).contains(place)), "{places:?}");
        assert_eq!(along(&[200.0], 10.0, (0.0, 100.0)), [100.0]);
        assert!(along(&[], 10.0, (0.0, 100.0)).is_empty());
    }

    #[test]
    fn rectangles_stay_off_points_and_each_other() {
        let points: Vec<(f64, f64)> =
            (0..25).map(|index| (200.0 + f64::from(index % 5) * 4.0, 150.0)).collect();
        let bounds = Area { left: 0.0, top: 0.0, right: 400.0, bottom: 300.0 };
        let placed = around(&points, &vec![(60.0, 12.0); 25], &bounds);
        let areas: Vec<Area> = placed.iter().flatten().copied().collect();
        assert!(areas.len() > 15, "{}", areas.len());
        for (index, area) in areas.iter().enumerate() {
            assert!(bounds.holds(area) && areas[..index].iter().all(|other| !other.meets(area)));
        }
    }
}
