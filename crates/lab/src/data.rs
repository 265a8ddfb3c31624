//! What a comparison measures: one set of types for its records, its journal, its findings and its report.

mod experiment;
mod report_data;
mod search;
mod summary;

pub use experiment::{Experiment, Method, Shape, Thoroughness, combinations};
pub use report_data::{
    AlgorithmInfo, Fact, Finding, Measurement, PositionInfo, Reference, ReferenceKind, ReportData,
};
pub use search::{COUNTS, ReferenceRecord, ReferenceSizes, Search, SearchRecord};
pub use summary::{AlgorithmSummary, REPORT_COLUMNS, SummaryColumn};
