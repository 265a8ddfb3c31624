//! Rows as text.

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};
use serde_json::Value;

use crate::failure::Failure;
use crate::output::row::{self, Row};

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

/// Each run of rows of one kind as a block of its own, with an empty line between blocks.
pub(super) fn blocks(rows: &[Row], render: fn(&Block) -> String) -> String {
    let kinds = rows.chunk_by(|one, next| one.schema == next.schema);
    kinds.map(|rows| render(&Block::new(rows))).collect::<Vec<_>>().join("\n")
}

/// Rows of one kind, ready to be drawn: columns that no row fills are left out.
pub(super) struct Block {
    header: Vec<String>,
    cells: Vec<Vec<String>>,
    numeric: Vec<bool>,
}

impl Block {
    fn new(rows: &[Row]) -> Block {
        let columns = rows.first().map_or(&[] as &[&str], |row| row.columns);
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
        }
    }
}

/// A line under the header and none elsewhere.
const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// Columns aligned with spaces, numbers to the right.
pub(super) fn table(block: &Block) -> String {
    let mut table = Table::new();
    table.load_style(STYLE);
    table.set_header(&block.header).add_rows(&block.cells);
    for (index, _) in block.numeric.iter().enumerate().filter(|(_, numeric)| **numeric) {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
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

/// A value as a person reads it.
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
