//! Reports of small comparisons, for tests and for looking at pages.

use crate::compare::measured;
use crate::data::*;

/// A report with an experiment of every shape.
pub fn report() -> ReportData {
    measured(&["--blocks", "all", "--depth", "2..4", "--sample", "4"])
}

/// One algorithm, one position, one depth.
pub fn single() -> ReportData {
    measured(&["--algorithms", "alpha-beta", "--depth", "3", "--sample", "1"])
}

/// A report with names that are markup, names of nothing, and values that are no numbers.
pub fn hostile() -> ReportData {
    const NAME: &str = "</script><script>alert(1)</script> & \"quotes\" \u{1}";
    let mut report =
        measured(&["--algorithms", "alpha-beta,pvs+futility", "--depth", "1..3", "--sample", "3"]);
    let [one, other] = [0, 1].map(|index| report.algorithms[index].name.clone());
    let (known, unknown) = (one.clone(), "unknown".to_owned());
    let list = |is_selective| Shape::List {
        algorithms: vec![one.clone(), other.clone(), unknown.clone()],
        baseline: 0,
        is_selective,
    };
    let parts = vec![NAME.to_owned(), "known".to_owned()];
    let methods = vec![Method {
        name: NAME.to_owned(),
        pairs: vec![(one.clone(), other.clone()), (known, unknown.clone())],
    }];
    let factorial =
        |bare: &String, parts: &[String]| Shape::Factorial { bare: bare.clone(), parts: parts.to_vec() };
    let shapes = [
        ("<b>", list(false)),
        ("same id", list(true)),
        ("same-id", list(true)),
        ("parts", Shape::Ablation { bare: one.clone(), full: unknown.clone(), parts: parts.clone() }),
        ("map", factorial(&one, &parts)),
        ("short", factorial(&unknown, &[])),
        ("setting", Shape::Setting { setting: NAME.to_owned(), values: parts.clone(), methods }),
    ];
    let first = report.experiments[0].clone();
    let experiment = |(id, shape): (&str, Shape)| Experiment {
        id: id.to_owned(),
        title: NAME.to_owned(),
        shape,
        ..first.clone()
    };
    report.experiments.extend(shapes.map(experiment));
    (report.title, report.overview) = (NAME.to_owned(), NAME.to_owned());
    report.findings = vec![Finding { question: NAME.to_owned(), experiment: Some(99), ..Finding::default() }];
    for measured in report.searches.iter_mut().filter(|measured| measured.position == 0) {
        let (depth, found) = (measured.search.depth, Some((0, String::new())));
        measured.search = Search { depth, found, seconds: f64::NAN, ..Search::default() };
    }
    let selective = report.searches.iter_mut().filter(|measured| measured.algorithm == 1);
    selective.for_each(|measured| measured.error = Some(5));
    for summary in &mut report.summaries {
        summary.ratio_of_totals = Some(f64::INFINITY);
        summary.ci95 = Some((f64::NAN, 1.0));
    }
    report.references.push(Reference { kind: ReferenceKind::MinimalTree, position: 0, depth: 1, nodes: 0 });
    report
}
