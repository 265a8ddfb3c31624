//! Records and texts in every format.

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table, TableStyle, Width};
use serde::Serialize;
use serde_json::{Map, Value};
use unicode_width::UnicodeWidthStr;

use super::{Format, Layout, Record};
use crate::failure::Failure;

/// The width of sentences in a pipe or a file.
const USUAL_WIDTH: usize = 80;
/// The blanks around a cell.
const PADDING: usize = 2;

/// The record as a JSON object that starts with its schema.
pub(super) fn object<R: Record>(record: &R) -> Result<String, Failure> {
    #[derive(Serialize)]
    struct Tagged<'record, R> {
        schema: &'static str,
        #[serde(flatten)]
        record: &'record R,
    }
    serde_json::to_string(&Tagged { schema: R::SCHEMA, record }).map_err(unusable)
}

/// Only a record that is not flat and named can bring this about.
fn unusable(error: impl std::fmt::Display) -> Failure {
    Failure::Internal(format!("a record cannot be written: {error}"))
}

/// One JSON array, an object a line.
pub(super) fn json(objects: &[String]) -> String {
    if objects.is_empty() {
        return "[]\n".to_owned();
    }
    format!("[\n  {}\n]\n", objects.join(",\n  "))
}

/// A record's values by its columns; `Null` where one is absent.
pub(super) struct Row {
    pub(super) schema: &'static str,
    columns: &'static [&'static str],
    minor: &'static [&'static str],
    values: Vec<Value>,
}

impl Row {
    /// Takes the record apart again from its JSON form.
    pub(super) fn new<R: Record>(object: &str) -> Result<Row, Failure> {
        let mut fields: Map<String, Value> = serde_json::from_str(object).map_err(unusable)?;
        fields.remove("schema");
        let values = R::COLUMNS.iter().map(|column| fields.remove(*column).unwrap_or(Value::Null)).collect();
        debug_assert!(fields.is_empty(), "{}: a field is no column: {object}", R::SCHEMA);
        let has_column = |name: &&str| R::COLUMNS.contains(name);
        debug_assert!(R::MINOR.iter().all(has_column), "{}: a minor column is none", R::SCHEMA);
        Ok(Row { schema: R::SCHEMA, columns: R::COLUMNS, minor: R::MINOR, values })
    }

    /// The column names as a program reads them, the schema first.
    pub(super) fn csv_header(&self) -> Result<String, Failure> {
        csv_line(std::iter::once("schema").chain(self.columns.iter().copied()))
    }

    /// The values as a program or a spreadsheet reads them, the schema first.
    pub(super) fn csv_line(&self) -> Result<String, Failure> {
        csv_line(std::iter::once(self.schema.to_owned()).chain(self.values.iter().map(csv_cell)))
    }
}

/// One line of comma-separated values, quoted where needed.
fn csv_line(cells: impl Iterator<Item = impl AsRef<[u8]>>) -> Result<String, Failure> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(cells).map_err(unusable)?;
    String::from_utf8(writer.into_inner().map_err(unusable)?).map_err(unusable)
}

/// A value in a cell: numbers as they are, texts safe from being taken for formulas.
fn csv_cell(value: &Value) -> String {
    match value {
        Value::Number(_) => plain(value),
        Value::Array(items) if !items.iter().all(is_one_word) => value.to_string(),
        _ => no_formula(plain(value)),
    }
}

/// Whether an item of a list can be separated from its neighbours by blanks alone.
fn is_one_word(item: &Value) -> bool {
    let is_plain = |text: &str| !text.is_empty() && !text.contains([' ', '"']) && !text.starts_with('[');
    item.as_str().is_none_or(is_plain)
}

/// Spreadsheets run a text that begins like a formula; with a quote in front it is a text to them. Numbers that are
/// parted by blanks are none.
fn no_formula(text: String) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let is_numbers = text.split(' ').all(|word| word.parse::<f64>().is_ok());
    if is_formula && !is_numbers { format!("'{text}") } else { text }
}

/// A value as a program reads it: the items of a list are separated by spaces.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(" "),
        Value::Bool(_) | Value::Number(_) | Value::Object(_) => value.to_string(),
    }
}

/// A part of what formats for people show.
pub(super) enum Part {
    Row(Row),
    /// A line above what belongs together.
    Heading(String),
    Sentence(String),
}

/// Each run of rows of one kind, each run of sentences and each other text as a block of its own, with an empty line between
/// blocks.
pub(super) fn blocks(parts: &[Part], layout: Layout) -> String {
    let runs = parts.chunk_by(|one, next| match (one, next) {
        (Part::Row(one), Part::Row(next)) => one.schema == next.schema,
        (Part::Sentence(_), Part::Sentence(_)) => true,
        _ => false,
    });
    let block = |run: &[Part]| {
        let mut rows = Vec::new();
        let mut texts = String::new();
        for part in run {
            match part {
                Part::Row(row) => rows.push(row),
                _ if layout.format == Format::Md => texts.push_str(&markdown_text(part)),
                _ => texts.push_str(&plain_text(part, layout.width)),
            }
        }
        match layout.format {
            _ if rows.is_empty() => texts,
            Format::Md => markdown_table(&Block::new(&rows)),
            _ => table(&Block::new(&rows), layout.width),
        }
    };
    runs.map(block).collect::<Vec<_>>().join("\n")
}

/// A text for a terminal of this width; sentences are broken where there is none too.
fn plain_text(part: &Part, width: Option<usize>) -> String {
    let (text, width) = match part {
        Part::Row(_) => ("", None),
        Part::Heading(text) => (text.as_str(), width),
        Part::Sentence(text) => (text.as_str(), width.or(Some(USUAL_WIDTH))),
    };
    match width.filter(|&width| text.width() > width) {
        Some(width) => textwrap::fill(text, width) + "\n",
        None => format!("{text}\n"),
    }
}

/// A text as Markdown, where each is a paragraph.
fn markdown_text(part: &Part) -> String {
    match part {
        Part::Row(_) => String::new(),
        Part::Heading(text) => format!("### {text}\n"),
        Part::Sentence(text) => format!("- {text}\n"),
    }
}

/// Rows of one kind, ready to be drawn.
struct Block {
    columns: Vec<Column>,
    rows: usize,
}

struct Column {
    header: String,
    cells: Vec<String>,
    is_numeric: bool,
    /// The order in which a narrow table leaves columns out: the lowest first; `None`: never.
    minor: Option<usize>,
}

impl Block {
    /// Columns that no row fills are left out.
    fn new(rows: &[&Row]) -> Block {
        let (names, minor) = rows.first().map_or_else(Default::default, |row| (row.columns, row.minor));
        let column = |(index, name): (usize, &&str)| {
            let values = || rows.iter().map(|row| &row.values[index]);
            let mut filled = values().filter(|value| !value.is_null()).peekable();
            filled.peek()?;
            Some(Column {
                header: name.replace('_', " "),
                is_numeric: filled.all(Value::is_number),
                cells: values().map(legible).collect(),
                minor: minor.iter().position(|other| other == name),
            })
        };
        Block { columns: names.iter().enumerate().filter_map(column).collect(), rows: rows.len() }
    }
}

/// Columns aligned with spaces, numbers to the right. A table that would be wider than `width` has fewer columns, then broken
/// cells; what it leaves out is named below it.
fn table(block: &Block, width: Option<usize>) -> String {
    let mut shown: Vec<&Column> = block.columns.iter().collect();
    let mut drawn = aligned(&shown, block.rows);
    let Some(width) = width else { return lines(&drawn) };
    while natural_width(&drawn) > width
        && let Some(first) = shown.iter().filter_map(|column| column.minor).min()
    {
        shown.retain(|column| column.minor != Some(first));
        drawn = aligned(&shown, block.rows);
    }
    if natural_width(&drawn) > width {
        drawn.set_content_arrangement(ContentArrangement::Dynamic).set_width(fixed(width));
        drawn.set_constraints(shown.iter().map(|column| {
            let longest = column.cells.iter().map(|cell| cell.width()).max().unwrap_or(0);
            // A number is not broken.
            let least = if column.is_numeric { longest } else { 1 };
            ColumnConstraint::LowerBoundary(Width::Fixed(fixed(least + PADDING)))
        }));
    }
    let is_left_out = |column: &&Column| !shown.iter().any(|other| other.header == column.header);
    let left_out: Vec<&str> =
        block.columns.iter().filter(is_left_out).map(|column| column.header.as_str()).collect();
    if left_out.is_empty() {
        return lines(&drawn);
    }
    let hint = format!("(--wide shows also: {})", left_out.join(", "));
    lines(&drawn) + &textwrap::fill(&hint, width) + "\n"
}

fn fixed(width: usize) -> u16 {
    u16::try_from(width).unwrap_or(u16::MAX)
}

/// A line under the header and none elsewhere.
const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

fn aligned(columns: &[&Column], rows: usize) -> Table {
    let mut table = Table::new();
    table.load_style(STYLE);
    table.set_header(columns.iter().map(|column| &column.header));
    table.add_rows((0..rows).map(|row| columns.iter().map(move |column| &column.cells[row])));
    for (column, drawn) in columns.iter().zip(table.column_iter_mut()) {
        if column.is_numeric {
            drawn.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn natural_width(table: &Table) -> usize {
    table.lines().map(|line| line.trim_end().width()).max().unwrap_or(0)
}

fn lines(table: &Table) -> String {
    table.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

fn markdown_table(block: &Block) -> String {
    let line = |cell: &dyn Fn(&Column) -> String| {
        let cells: Vec<String> =
            block.columns.iter().map(|column| cell(column).replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule = |column: &Column| if column.is_numeric { "---:" } else { "---" }.to_owned();
    let rows = (0..block.rows).map(|row| line(&|column| column.cells[row].clone()));
    line(&|column| column.header.clone()) + &line(&rule) + &rows.collect::<String>()
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
        _ => plain(value),
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
