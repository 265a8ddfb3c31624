//! A record as an ordered list of named values.

use std::fmt;

use serde::Serialize;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use crate::failure::Failure;
use crate::output::Record;

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
fn unusable(error: serde_json::Error) -> Failure {
    Failure::Internal(format!("a record has no JSON form: {error}"))
}

/// A record's values by its columns; `Null` where one is absent.
pub(super) struct Row {
    pub(super) schema: &'static str,
    pub(super) columns: &'static [&'static str],
    pub(super) minor: &'static [&'static str],
    pub(super) values: Vec<Value>,
}

impl Row {
    /// Takes the record apart again from its JSON form, which alone keeps the order of its fields.
    pub(super) fn new<R: Record>(object: &str) -> Result<Row, Failure> {
        let Fields(fields) = serde_json::from_str(object).map_err(unusable)?;
        let known = |name: &str| name == "schema" || R::COLUMNS.contains(&name);
        debug_assert!(
            fields.iter().all(|(name, _)| known(name)),
            "{}: a field is no column: {object}",
            R::SCHEMA
        );
        let value = |column: &&str| fields.iter().find(|(name, _)| name == column);
        let values =
            R::COLUMNS.iter().map(|column| value(column).map_or(Value::Null, |(_, value)| value.clone()));
        debug_assert!(R::MINOR.iter().all(|name| known(name)), "{}: a minor column is none", R::SCHEMA);
        Ok(Row { schema: R::SCHEMA, columns: R::COLUMNS, minor: R::MINOR, values: values.collect() })
    }

    /// The column names as a program reads them, the schema first.
    pub(super) fn header(&self) -> Vec<String> {
        std::iter::once("schema").chain(self.columns.iter().copied()).map(str::to_owned).collect()
    }

    /// The values as a program or a spreadsheet reads them, the schema first.
    pub(super) fn csv_cells(&self) -> Vec<String> {
        std::iter::once(self.schema.to_owned()).chain(self.values.iter().map(cell)).collect()
    }
}

/// A value in a cell: numbers as they are, texts safe from being taken for formulas.
fn cell(value: &Value) -> String {
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
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(" "),
        Value::Bool(_) | Value::Number(_) | Value::Object(_) => value.to_string(),
    }
}

/// A JSON object's fields in the order in which they stand.
struct Fields(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fields, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Fields;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a record")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}
