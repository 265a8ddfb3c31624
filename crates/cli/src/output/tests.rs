use std::io::{self, ErrorKind};

use super::*;

#[derive(Serialize)]
struct Count {
    position: &'static str,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ok: Option<bool>,
    best: Vec<&'static str>,
    seconds: f64,
}

impl Record for Count {
    const SCHEMA: &'static str = "count/1";
    const COLUMNS: &'static [&'static str] = &["position", "nodes", "ok", "best", "seconds"];
    const MINOR: &'static [&'static str] = &["seconds", "best"];
}

#[derive(Serialize)]
struct Total {
    nodes: u64,
}

impl Record for Total {
    const SCHEMA: &'static str = "total/1";
    const COLUMNS: &'static [&'static str] = &["nodes"];
}

fn first() -> Count {
    Count { position: "a,b|c", nodes: 1_234_567, ok: None, best: vec!["f5", "d6"], seconds: 0.5 }
}

fn second() -> Count {
    Count { position: "d", nodes: 44, ok: Some(true), best: vec![], seconds: 0.25 }
}

fn written(format: Format, records: &[Count]) -> String {
    let mut sink = Vec::new();
    let outcome = deliver(format, &mut sink, |output| {
        records.iter().try_for_each(|record| output.emit(record))?;
        output.emit(&Total { nodes: 3 })?;
        Ok(Exit::Success)
    });
    assert_eq!(outcome.unwrap(), Exit::Success);
    String::from_utf8(sink).unwrap()
}

#[test]
fn csv_has_every_column_and_a_block_for_each_kind() {
    let expected = "schema,position,nodes,ok,best,seconds\n\
                    count/1,\"a,b|c\",1234567,,f5 d6,0.5\n\
                    count/1,d,44,true,,0.25\n\
                    \n\
                    schema,nodes\n\
                    total/1,3\n";
    assert_eq!(written(Format::Csv, &[first(), second()]), expected);
}

#[test]
fn no_cell_of_csv_is_a_formula_and_lists_can_be_taken_apart() {
    #[derive(Serialize)]
    struct Named {
        name: &'static str,
        window: [i32; 2],
        engines: Vec<&'static str>,
        score: i32,
    }
    impl Record for Named {
        const SCHEMA: &'static str = "named/1";
        const COLUMNS: &'static [&'static str] = &["name", "window", "engines", "score"];
    }
    let line = |name: &'static str, engines: &[&'static str]| {
        let mut sink = Vec::new();
        let record = Named { name, window: [-64, 64], engines: engines.to_vec(), score: -3 };
        deliver(Format::Csv, &mut sink, |output| output.emit(&record).map(|()| Exit::Success)).unwrap();
        String::from_utf8(sink).unwrap().lines().nth(1).unwrap().to_owned()
    };
    assert_eq!(line("=1+1", &["a", "b"]), "named/1,'=1+1,-64 64,a b,-3");
    assert_eq!(line("@SUM", &["-x", "b"]), "named/1,'@SUM,-64 64,'-x b,-3");
    assert_eq!(line("+x", &["a b", "c"]), "named/1,'+x,-64 64,\"[\"\"a b\"\",\"\"c\"\"]\",-3");
    assert_eq!(line("-x", &["", "c"]), "named/1,'-x,-64 64,\"[\"\"\"\",\"\"c\"\"]\",-3");
}

#[test]
fn markdown_aligns_numbers_and_escapes_bars() {
    let expected = "| position | nodes | ok | best | seconds |\n\
                    | --- | ---: | --- | --- | ---: |\n\
                    | a,b\\|c | 1,234,567 |  | f5 d6 | 0.500 |\n\
                    | d | 44 | yes |  | 0.250 |\n\
                    \n\
                    | nodes |\n\
                    | ---: |\n\
                    | 3 |\n";
    assert_eq!(written(Format::Md, &[first(), second()]), expected);
}

#[test]
fn a_table_fits_the_terminal_and_names_what_it_leaves_out() {
    let table = |width| {
        let mut sink = Vec::new();
        let layout = Layout { format: Format::Table, width: Some(width) };
        deliver(layout, &mut sink, |output| output.emit(&first()).map(|()| Exit::Success)).unwrap();
        String::from_utf8(sink).unwrap()
    };
    assert_eq!(table(80), written_table(&first()));
    let narrow = table(38);
    assert!(narrow.contains("best") && narrow.ends_with("(--wide shows also: seconds)\n"), "{narrow}");
    let narrowest = table(16);
    assert!(narrowest.ends_with("(--wide shows\nalso: best,\nseconds)\n"), "{narrowest}");
    assert!(narrowest.contains("1,234,567"), "{narrowest}");
    assert!(narrowest.lines().all(|line| line.chars().count() <= 16), "{narrowest}");
}

fn written_table(record: &Count) -> String {
    let mut sink = Vec::new();
    deliver(Format::Table, &mut sink, |output| output.emit(record).map(|()| Exit::Success)).unwrap();
    String::from_utf8(sink).unwrap()
}

#[test]
fn json_ends_with_the_failure() {
    let failing = |format| {
        let mut sink = Vec::new();
        let outcome = deliver(format, &mut sink, |output| {
            output.emit(&Total { nodes: 7 })?;
            Err(Failure::Usage("no".to_owned()))
        });
        assert_eq!(outcome.unwrap_err().exit(), Exit::Usage);
        String::from_utf8(sink).unwrap()
    };
    let array: serde_json::Value = serde_json::from_str(&failing(Format::Json)).unwrap();
    let expected = serde_json::json!({"schema": "error/1", "message": "no", "exit": 2});
    assert_eq!((array[0]["nodes"].as_u64(), &array[1]), (Some(7), &expected));
    let line = r#"{"schema":"error/1","message":"no","exit":2}"#;
    assert_eq!(failing(Format::Ndjson).lines().last(), Some(line));
    assert!(!failing(Format::Csv).contains("error"));
}

struct Refusing(ErrorKind);

impl Write for Refusing {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(self.0.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn output_that_cannot_be_written_fails_and_a_closed_pipe_does_not() {
    for format in [Format::Table, Format::Json, Format::Ndjson, Format::Csv, Format::Md] {
        let exit = |kind| {
            let work = |output: &mut Output<'_>| output.emit(&Total { nodes: 1 }).map(|()| Exit::Success);
            deliver(format, &mut Refusing(kind), work).unwrap_err().exit()
        };
        assert_eq!(exit(ErrorKind::BrokenPipe), Exit::Success);
        assert_eq!(exit(ErrorKind::StorageFull), Exit::Internal);
    }
}

#[test]
fn texts_stand_between_tables_for_people_alone() {
    let written = |format, width| {
        let mut sink = Vec::new();
        let work = |output: &mut Output<'_>| {
            output.heading("A game");
            output.emit(&Total { nodes: 3 })?;
            output.sentence("It was long\u{1b}.");
            output.sentence("It ended.");
            Ok(Exit::Success)
        };
        deliver(Layout { format, width }, &mut sink, work).unwrap();
        String::from_utf8(sink).unwrap()
    };
    let table = "A game\n\n nodes\n───────\n     3\n\nIt was long\u{fffd}.\nIt ended.\n";
    assert_eq!(written(Format::Table, None), table);
    assert!(written(Format::Table, Some(8)).contains("It was\nlong"));
    let long = |output: &mut Output<'_>| {
        output.sentence(&"word ".repeat(70));
        Ok(Exit::Success)
    };
    let mut piped = Vec::new();
    deliver(Format::Table, &mut piped, long).unwrap();
    let piped = String::from_utf8(piped).unwrap();
    assert!(piped.lines().count() > 4 && piped.lines().all(|line| line.len() <= 80), "{piped}");
    let markdown = "### A game\n\n| nodes |\n| ---: |\n| 3 |\n\n- It was long\u{fffd}.\n- It ended.\n";
    assert_eq!(written(Format::Md, None), markdown);
    assert_eq!(written(Format::Ndjson, None), "{\"schema\":\"total/1\",\"nodes\":3}\n");
    assert_eq!(written(Format::Csv, None), "schema,nodes\ntotal/1,3\n");
}

#[test]
fn the_format_is_known_before_the_command_line_is_understood() {
    let asked = |line: &str| asked_for(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
    for (line, format) in [
        ("tool perft --dpeth 3 --json", Format::Json),
        ("tool match -json -ruonds 3", Format::Json),
        ("tool solve --format ndjson x", Format::Ndjson),
        ("tool solve --format=json x", Format::Json),
        ("tool perft", Format::Table),
        ("tool perft --format csv", Format::Csv),
        ("tool supervise -- engine --json", Format::Table),
        ("tool solve json", Format::Table),
    ] {
        assert_eq!(asked(line), format, "{line}");
    }
}
