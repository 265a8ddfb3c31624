//! Rows as text.

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table, TableStyle, Width};
use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use crate::failure::Failure;
use crate::output::Part;
use crate::output::fit::{self, Column, PADDING};
use crate::output::row::{self, Row};
use crate::output::text::Text;

/// One JSON array, an object a line.
pub(super) fn json(objects: &[String]) -> String {
    if objects.is_empty() {
        return "[]\n".to_owned();
    }
    format!("[\n  {}\n]\n", objects.join(",\n  "))
}

/// One line of comma-separated values, quoted where needed.
pub(super) fn csv_line(cells: Vec<String>) -> Result<String, Failure> {
    let unusable =
        |error: &dyn std::fmt::Display| Failure::Internal(format!("a record has no CSV form: {error}"));
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&cells).map_err(|error| unusable(&error))?;
    let bytes = writer.into_inner().map_err(|error| unusable(&error))?;
    String::from_utf8(bytes).map_err(|error| unusable(&error))
}

/// Each run of rows of one kind as a block of its own, and so each text, with an empty line between blocks.
pub(super) fn blocks(
    parts: &[Part],
    table: impl Fn(&Block) -> String,
    write: impl Fn(&Text) -> String,
) -> String {
    let kinds = parts.chunk_by(|one, next| match (one, next) {
        (Part::Row(one), Part::Row(next)) => one.schema == next.schema,
        (Part::Text(one), Part::Text(next)) => next.continues(one),
        _ => false,
    });
    let block = |parts: &[Part]| {
        let rows: Vec<&Row> = parts.iter().filter_map(Part::row).collect();
        match rows.is_empty() {
            true => parts.iter().filter_map(Part::text).map(&write).collect(),
            false => table(&Block::new(&rows)),
        }
    };
    kinds.map(block).collect::<Vec<_>>().join("\n")
}

impl Part {
    fn row(&self) -> Option<&Row> {
        match self {
            Part::Row(row) => Some(row),
            Part::Text(_) => None,
        }
    }

    fn text(&self) -> Option<&Text> {
        match self {
            Part::Text(text) => Some(text),
            Part::Row(_) => None,
        }
    }
}

/// Rows of one kind, ready to be drawn: columns that no row fills are left out.
pub(super) struct Block {
    header: Vec<String>,
    cells: Vec<Vec<String>>,
    numeric: Vec<bool>,
    /// How soon a narrow table leaves each column out.
    minor: Vec<Option<usize>>,
}

impl Block {
    fn new(rows: &[&Row]) -> Block {
        let (columns, minor) = rows.first().map_or_else(Default::default, |row| (row.columns, row.minor));
        let values =
            |index: usize| rows.iter().map(move |row| &row.values[index]).filter(|value| !value.is_null());
        let filled: Vec<usize> = (0..columns.len()).filter(|&index| values(index).next().is_some()).collect();
        Block {
            header: filled.iter().map(|&index| columns[index].replace('_', " ")).collect(),
            cells: rows
                .iter()
                .map(|row| filled.iter().map(|&index| legible(&row.values[index])).collect())
                .collect(),
            numeric: filled.iter().map(|&index| values(index).all(Value::is_number)).collect(),
            minor: filled
                .iter()
                .map(|&index| minor.iter().position(|name| *name == columns[index]))
                .collect(),
        }
    }

    /// The columns of a table that is no wider than `width`, and their widths.
    fn fit(&self, width: usize) -> Vec<(usize, usize)> {
        let column = |index: usize| {
            let cells = self.cells.iter().map(|row| row[index].as_str());
            Column::new(&self.header[index], cells, !self.numeric[index], self.minor[index])
        };
        fit::fit(&(0..self.header.len()).map(column).collect::<Vec<_>>(), width)
    }

    /// The width of a table with all columns, no header broken.
    fn natural_width(&self) -> usize {
        table(self, None).lines().map(UnicodeWidthStr::width).max().unwrap_or(0)
    }
}

/// A line under the header and none elsewhere.
const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// Columns aligned with spaces, numbers to the right. A table that would be wider than `width` has fewer columns and
/// broken cells; what it leaves out is named below it.
pub(super) fn table(block: &Block, width: Option<usize>) -> String {
    match width.filter(|&width| block.natural_width() > width) {
        Some(width) => narrow_table(block, width),
        None => lines(&aligned(block, 0..block.header.len())),
    }
}

fn narrow_table(block: &Block, width: usize) -> String {
    let shown = block.fit(width);
    let mut table = aligned(block, shown.iter().map(|&(index, _)| index));
    table
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(u16::try_from(width).unwrap_or(u16::MAX));
    table.set_constraints(shown.iter().map(|&(_, width)| {
        ColumnConstraint::Absolute(Width::Fixed(u16::try_from(width + PADDING).unwrap_or(u16::MAX)))
    }));
    let is_shown = |index: &usize| shown.iter().any(|(shown, _)| shown == index);
    let left_out: Vec<&str> = (0..block.header.len())
        .filter(|index| !is_shown(index))
        .map(|index| block.header[index].as_str())
        .collect();
    if left_out.is_empty() {
        return lines(&table);
    }
    let hint = format!("(--wide shows also: {})", left_out.join(", "));
    lines(&table) + &textwrap::fill(&hint, width) + "\n"
}

fn aligned(block: &Block, columns: impl Iterator<Item = usize> + Clone) -> Table {
    let mut table = Table::new();
    table.load_style(STYLE);
    table.set_header(columns.clone().map(|index| &block.header[index]));
    table.add_rows(block.cells.iter().map(|row| columns.clone().map(|index| &row[index])));
    for (place, _) in columns.enumerate().filter(|(_, index)| block.numeric[*index]) {
        if let Some(column) = table.column_mut(place) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn lines(table: &Table) -> String {
    table.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// A Markdown table.
pub(super) fn markdown(block: &Block) -> String {
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule: Vec<String> =
        block.numeric.iter().map(|numeric| if *numeric { "---:" } else { "---" }.to_owned()).collect();
    let body: String = block.cells.iter().map(|cells| line(cells)).collect();
    line(&block.header) + &line(&rule) + &body
}

/// A value as tables show it.
fn legible(value: &Value) -> String {
    match value {
        Value::Bool(answer) => if *answer { "yes" } else { "no" }.to_owned(),
        Value::Number(number) => match (number.as_u64(), number.as_f64()) {
            (Some(count), _) => grouped(count),
            (None, Some(real)) if number.is_f64() => format!("{real:.3}"),
            _ => number.to_string(),
        },
        _ => row::plain(value),
    }
}

/// The number with its thousands set apart: `3,290,240`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
