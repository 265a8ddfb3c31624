//! Tables that fit the terminal: the columns they leave out, and how wide the others are.

use unicode_width::UnicodeWidthStr;

/// The blanks around a cell.
pub(super) const PADDING: usize = 2;
/// A column of text is made no narrower than this.
const NARROWEST: usize = 12;

/// A column before the table is laid out.
pub(super) struct Column {
    /// The widest cell.
    content: usize,
    header: usize,
    /// Its widest word: it is broken between words where the table would be too wide.
    header_word: usize,
    /// Whether its cells may be broken.
    is_text: bool,
    /// How soon it is left out: the lowest first; `None`: never.
    minor: Option<usize>,
}

impl Column {
    pub(super) fn new<'a>(
        header: &str,
        cells: impl Iterator<Item = &'a str>,
        is_text: bool,
        minor: Option<usize>,
    ) -> Column {
        let header_word = header.split(' ').map(UnicodeWidthStr::width).max().unwrap_or(0);
        let content = cells.map(UnicodeWidthStr::width).max().unwrap_or(0);
        Column { content, header: header.width(), header_word, is_text, minor }
    }

    fn width(&self) -> usize {
        self.content.max(self.header_word)
    }

    /// The least that it may be narrowed to.
    fn narrowest(&self) -> usize {
        if self.is_text { self.width().min(NARROWEST.max(self.header_word)) } else { self.width() }
    }
}

/// The indices of the columns that are shown, with their widths; blanks around them not counted.
///
/// Minor columns are left out until the others fit with broken headers. What is still too wide is taken from the widest
/// text; where room is left, headers stay whole.
pub(super) fn fit(columns: &[Column], width: usize) -> Vec<(usize, usize)> {
    let mut shown: Vec<(usize, usize)> =
        columns.iter().enumerate().map(|(index, column)| (index, column.width())).collect();
    // A blank parts two columns.
    let total = |shown: &[(usize, usize)]| {
        shown.iter().map(|(_, width)| width + PADDING + 1).sum::<usize>().saturating_sub(1)
    };
    let rank = |&(index, _): &(usize, usize)| columns[index].minor;
    while total(&shown) > width
        && let Some(first) = shown.iter().filter_map(rank).min()
    {
        shown.retain(|column| rank(column) != Some(first));
    }
    while total(&shown) > width
        && let Some((_, widest)) = shown
            .iter_mut()
            .filter(|(index, width)| *width > columns[*index].narrowest())
            .max_by_key(|(_, width)| *width)
    {
        *widest -= 1;
    }
    for place in 0..shown.len() {
        let missing = columns[shown[place].0].header.saturating_sub(shown[place].1);
        if total(&shown) + missing <= width {
            shown[place].1 += missing;
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns() -> [Column; 4] {
        let column =
            |header, cell: &str, is_text, minor| Column::new(header, std::iter::once(cell), is_text, minor);
        let text = "a text of forty characters that is broken";
        [
            column("id", "40", false, None),
            column("nodes per second", "1,000", false, Some(1)),
            column("pv", text, true, Some(0)),
            column("explanation", text, true, None),
        ]
    }

    #[test]
    fn columns_that_fit_are_all_shown() {
        assert_eq!(fit(&columns(), 111), [(0, 2), (1, 16), (2, 41), (3, 41)]);
        assert_eq!(fit(&columns(), 110), [(0, 2), (1, 6), (2, 41), (3, 41)], "a header is broken");
    }

    #[test]
    fn minor_columns_are_left_out_in_their_order() {
        assert_eq!(fit(&columns(), 100), [(0, 2), (1, 16), (3, 41)]);
        assert_eq!(fit(&columns(), 50), [(0, 2), (3, 41)]);
    }

    #[test]
    fn texts_are_narrowed_last() {
        assert_eq!(fit(&columns(), 30), [(0, 2), (3, 23)]);
        assert_eq!(fit(&columns(), 3), [(0, 2), (3, 12)]);
    }
}
