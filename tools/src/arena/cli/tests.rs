use std::num::NonZeroU64;

use shuangqi_cli::Exit;

use super::option::Takes;
use super::table::WORDS;
use super::*;
use crate::arena::config::{MatchConfig, Protocol};
use crate::rating::Model;

fn words(line: &str) -> Vec<String> {
    split::words(line).unwrap()
}

fn draft(line: &str) -> MatchConfigBuilder {
    match read(&words(line)).unwrap() {
        Request::Match(draft) => *draft,
        other => panic!("{other:?}"),
    }
}

const TWO: &str =
    "-game othello -engine name=a proto=internal nodes=2000 -engine name=b proto=internal nodes=1K ";

fn made(line: &str) -> MatchConfig {
    setup(&draft(line), None).unwrap()
}

#[track_caller]
fn refusal(line: &str) -> String {
    let outcome = read(&words(line)).and_then(|request| match request {
        Request::Match(draft) => setup(&draft, None).map(|_| ()),
        _ => Ok(()),
    });
    let failure = outcome.expect_err(line);
    assert_eq!(failure.exit(), Exit::Usage, "{line}");
    failure.to_string()
}

#[test]
fn a_line_without_frills_is_fifty_pairs() {
    let setup = made(&format!("{TWO} -rounds 50 -repeat"));
    assert_eq!((setup.layout.rounds, setup.layout.games, setup.layout.repeat), (50, 2, 2));
    assert!(setup.layout.swaps);
    assert_eq!(setup.engines[1].limits.nodes, NonZeroU64::new(1000));
    assert_eq!((setup.engines[0].protocol, setup.engines[0].clock), (Protocol::Internal, None));
    assert_eq!(setup.openings, "generated");
}

#[test]
fn dashes_and_equals_signs_are_as_one_likes() {
    let one = draft(&format!("{TWO} -rounds 5 -srand 7 -json -progress none -pgnout x.pgn min"));
    let other = draft(&format!(
        "{TWO} --rounds=5 --seed 7 --format json --progress=none --pgnout file=x.pgn min=true"
    ));
    assert_eq!(one, other);
}

#[test]
fn engines_take_what_is_said_of_each_unless_they_say_otherwise() {
    let setup = made(
        "-game xiangqi -each tc=40/60+0.5 option.Hash=16 timemargin=100 arg=-q -engine cmd=\"no/such/fairy --x 'y z'\" \
         option.UCI_Variant=xiangqi option.Hash=32 -engine name=b cmd=prog proto=ucci st=0.5 initstr=one initstr=two \
         restart=on dir=/tmp stderr=log args='-a -b'",
    );
    let [fairy, other] = &setup.engines[..] else { panic!() };
    assert_eq!((fairy.name.as_str(), fairy.command.as_str()), ("fairy", "no/such/fairy"));
    assert_eq!(fairy.arguments, ["--x", "y z", "-q"]);
    assert_eq!(fairy.rank_base, 1);
    assert_eq!(fairy.options, [("UCI_Variant".into(), "xiangqi".into()), ("Hash".into(), "32".into())]);
    assert_eq!(fairy.clock.map(|clock| clock.to_string()).as_deref(), Some("40/60+0.5"));
    assert_eq!((other.rank_base, other.arguments.len(), other.initial.len()), (0, 3, 2));
    assert_eq!(
        (other.margin, other.limits.move_time),
        (Duration::from_millis(100), Some(Duration::from_millis(500)))
    );
    assert_eq!((other.folder.as_deref(), other.stderr.as_deref()), (Some("/tmp"), Some("log")));
}

#[test]
fn everything_else_is_understood() {
    let line = format!(
        "{TWO} -openings file=x.txt format=xot order=random plies=8 start=3 -tournament roundrobin -games 4 \
         -sprt elo0=-1 elo1=4.5 alpha=0.1 model=logistic -draw movenumber=30 movecount=4 score=20 \
         -resign movecount=5 score=400 twosided=true -maxmoves 120 -solve 14 -concurrency -1 -use-affinity 0-2,7 \
         -recover -wait 5 -startup-ms 1 -ping-ms 2 -answer-ms 3 -out dir -ggfout g -epdout e -event E -site S \
         -log file=l -output format=cutechess -ratinginterval 20"
    );
    let draft = draft(&line);
    let setup = setup(&draft, None).unwrap();
    let how = conduct(&draft, None);
    assert_eq!((setup.layout.first, setup.layout.order, setup.layout.rounds), (2, Order::Random, 50_000));
    assert_eq!(setup.adjudication.resign, Some(ResignRule { moves: 5, score: 400, is_two_sided: true }));
    assert_eq!(setup.adjudication.draw, Some(DrawRule { from_move: 30, moves: 4, score: 20 }));
    assert_eq!((setup.adjudication.most_moves, setup.adjudication.solve_empties), (Some(120), Some(14)));
    let test = how.test.unwrap();
    assert_eq!(
        (test.elo0, test.elo1, test.alpha, test.beta, test.model),
        (-1.0, 4.5, 0.1, 0.05, Model::Logistic)
    );
    assert_eq!(
        (how.concurrency, how.affinity.clone()),
        (Concurrency::AllBut(1), Affinity::Of(vec![0, 1, 2, 7]))
    );
    assert_eq!(how.patience.ready, Duration::from_millis(2));
    assert_eq!((how.style, how.rating_interval, how.recovers), (Style::Cutechess, Some(20), true));
    assert_eq!(draft.journal().unwrap().path, PathBuf::from("dir/match.journal"));
    // What is kept in a journal is not lost where nothing is said of it.
    assert_eq!(conduct(&MatchConfigBuilder::default(), Some(&how)), how);
}

#[test]
fn help_tells_of_every_option_and_key() {
    for word in ["-h", "--help", "-help"] {
        assert_eq!(read(&words(&format!("-rounds 5 {word} nonsense"))).unwrap(), Request::Help);
    }
    let text = help();
    for word in WORDS {
        assert!(text.contains(&format!("  -{}", word.name())), "{}", word.name());
        if let Takes::Keys(keys, ..) = &word.takes {
            keys.iter().for_each(|key| assert!(text.contains(&format!("{}={}", key.name, key.value))));
        }
    }
    assert!(text.lines().all(|line| line.chars().count() <= 120), "{text}");
    assert_eq!(text.matches("\n  shuangqi match ").count(), 3);
}

#[test]
fn the_examples_of_the_help_are_understood() {
    let text = help().replace("\\\n", " ");
    let (_, examples) = text.split_once("Examples:\n").unwrap();
    for line in examples.lines() {
        made(line.trim().strip_prefix("shuangqi match ").unwrap());
    }
}

#[test]
fn names_are_spelled_once() {
    let mut names: Vec<&str> = WORDS.iter().flat_map(|word| word.names.iter().copied()).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn a_wrong_line_is_refused_with_the_way_out() {
    for (line, words) in [
        ("", &["who plays?", "-resume FILE"][..]),
        ("x", &["\"x\" belongs to no option"]),
        ("-concurency 2", &["\"-concurency\"", "Did you mean -concurrency?"]),
        ("--ronuds 2", &["Did you mean -rounds?"]),
        ("-zzzzzzzz", &["there is no option \"-zzzzzzzz\". See"]),
        ("-config file=x", &["-config is not offered", "-resume FILE"]),
        ("-rounds", &["-rounds: found nothing after it, expected N"]),
        ("-rounds x", &["-rounds: found \"x\", expected a number from 1"]),
        ("-rounds 0", &["found \"0\""]),
        ("-rounds 1 2", &["found \"2\" as well"]),
        ("-rounds 1 -rounds 2", &["-rounds is given twice"]),
        ("-srand 1 -seed 2", &["-srand is given twice"]),
        ("-each st=1 -each depth=2", &["-each is given twice"]),
        ("-engine tc=1 tc=2", &["-engine: tc= is given twice; leave one out"]),
        ("-engine option.Hash=1 option.hash=2", &["option.hash= is given twice"]),
        ("-openings file=a file=b", &["-openings: file= is given twice"]),
        ("-pgnout a file=b", &["-pgnout: file= is given twice"]),
        ("-rules asian name=plain", &["-rules: name= is given twice"]),
        ("-rounds -3", &["found \"-3\""]),
        ("-noswap yes", &["-noswap: found \"yes\", expected nothing"]),
        ("-repeat 3", &["from 1 to 2"]),
        ("-game chess", &["found \"chess\", expected othello, xiangqi"]),
        ("-game xianqi", &["Did you mean xiangqi?"]),
        ("-tournament knockout", &["round-robin, gauntlet"]),
        ("-openings file=", &["-openings: file=: found nothing"]),
        ("-openings files=x", &["there is no key \"files\"; did you mean file=?"]),
        ("-openings x", &["found \"x\", expected key=value"]),
        ("-openings start=0", &["from 1"]),
        ("-sprt elo0=x", &["-sprt: elo0=: found \"x\""]),
        ("-sprt elo0=nan", &["found \"nan\""]),
        ("-sprt alpha=0.6", &["to 0.499"]),
        ("-sprt model=bayes", &["normalized, logistic, bayesian"]),
        ("-resign twosided=maybe", &["true or false"]),
        ("-rules chess", &["expected one of asian, pikafish"]),
        ("-rules asian moves=0", &["moves=: found \"0\", expected a number from 1 to 1000"]),
        ("-solve 60", &["from 1 to 26"]),
        ("-use-affinity 3-1", &["0-3,8"]),
        ("-concurrency many", &["-concurrency: found \"many\""]),
        ("-format xml", &["table, json, ndjson, csv, md"]),
        ("-output format=cute", &["plain, cutechess, fastchess"]),
        ("-engine", &["-engine: found nothing after it, expected key=value"]),
        ("-engine a", &["found \"a\", expected key=value"]),
        ("-engine nmae=a", &["did you mean name=?"]),
        ("-engine option.=a", &["there is no key \"option.\""]),
        ("-engine tc=x", &["tc=: time control: column 1: found \"x\""]),
        ("-engine tc=0", &["expected some time"]),
        ("-engine tc=x/60", &["a number of moves"]),
        ("-engine st=0", &["expected seconds for a move"]),
        ("-engine nodes=0", &["at least 1"]),
        ("-engine nodes=1.5M", &["nodes=: expected a whole number"]),
        ("-engine depth=0", &["from 1 to 1000"]),
        ("-engine proto=cecp", &["uci, ucci, gtp, nboard, xboard, internal"]),
        ("-engine cmd=", &["expected a program"]),
        ("-engine cmd=\"a 'b\"", &["a quote (') is not closed"]),
        ("-engine restart=never", &["expected auto or on"]),
        ("-engine rankbase=2", &["from 0 to 1"]),
        ("-engine scale=0", &["scale=: found \"0\", expected a number from 0.001 to 1000"]),
        ("-engine name=", &["found nothing, expected a text"]),
        ("-engine name=a proto=internal nodes=9", &["which game?"]),
        ("-game othello -engine name=a proto=internal nodes=9", &["a match needs two engines"]),
        ("-game othello -engine cmd=a nodes=9 -engine cmd=x/a nodes=9", &["two engines are called \"a\""]),
        ("-game othello -engine name=a nodes=9", &["the engine \"a\": there is no program"]),
        ("-game othello -engine name=a cmd=a", &["nothing ends its searches"]),
        ("-game othello -engine name=a cmd=a proto=uci nodes=9", &["not one of othello", "proto=gtp"]),
        ("-game xiangqi -engine name=a cmd=a proto=gtp nodes=9", &["not one of xiangqi", "proto=uci"]),
        ("-game othello -engine name=a cmd=a proto=internal nodes=9", &["runs no program"]),
        ("-game othello -engine \"name=a\nb\" proto=internal nodes=9", &["cannot be shown"]),
    ] {
        let message = refusal(line);
        words.iter().for_each(|word| assert!(message.contains(word), "{line}: {word:?} is not in {message}"));
    }
}

#[test]
fn what_does_not_go_together_is_refused() {
    for (line, word) in [
        ("-tournament gauntlet -seeds 2", "leaves nobody"),
        ("-seeds 2", "-seeds is for -tournament gauntlet"),
        ("-rules asian", "-rules is for Xiangqi"),
        ("-rules moves=50", "-rules is for Xiangqi"),
        ("-state a -resume b", "leave -state out"),
        ("-sprt elo0=5 elo1=0", "elo0 = 5, elo1 = 0"),
        ("-engine name=c proto=internal nodes=9 -sprt", "-sprt compares two engines"),
        ("-games 3", "leaves half a pair"),
        ("-pgnout min", "-pgnout needs a file"),
    ] {
        let message = refusal(&format!("{TWO} {line}"));
        assert!(message.contains(word), "{line}: {message}");
    }
    let xiangqi = TWO.replace("othello", "xiangqi");
    assert!(refusal(&format!("{xiangqi} -solve 9")).contains("for Othello"));
    assert!(refusal(&format!("{xiangqi} -ggfout x")).contains("for Othello"));
}

#[test]
fn a_journal_fills_in_what_is_not_said() {
    let kept = made(&format!("{TWO} -rounds 50 -solve 9"));
    let again = |line: &str| setup(&draft(&format!("-resume j {line}")), Some(&kept)).unwrap();
    assert_eq!(again(""), kept);
    assert_eq!(differences(&again("-rounds 60"), &kept), [""; 0]);
    assert_eq!(differences(&again("-rounds 40"), &kept), ["-rounds (fewer)"]);
    assert_eq!(differences(&again("-solve 8 -srand 2"), &kept).len(), 2);
    let others = TWO.replace("1K", "2K").replace("=a", "=c");
    assert_eq!(differences(&again(&others), &kept), ["the engines' names", "the engines' time or limits"]);
    assert!(setup(&draft("-resume j -each nodes=1"), Some(&kept)).is_err());
}

#[test]
fn the_command_of_a_match_is_that_match() {
    for line in [
        format!("{TWO} -rounds 50 -repeat"),
        format!(
            "{TWO} -openings file=x.txt format=xot order=random plies=8 start=3 -games 4 -noswap -repeat 1 -srand 9 \
             -sprt elo0=-1 elo1=4.5 model=logistic -draw score=20 -resign twosided=true -maxmoves 120 -solve 14"
        ),
        "-game xiangqi -each tc=40/60+0.5 option.Hash=16 timemargin=100 -engine cmd=fairy option.UCI_Variant=xiangqi \
         -engine name=b cmd='a prog' proto=ucci st=0.5 initstr=one restart=on dir=/tmp args='-a \"b c\"' rankbase=1 scale=4.5 \
         -engine name=c cmd=x tc=inf -tournament gauntlet -seeds 2 -rules plain moves=50"
            .to_owned(),
    ] {
        let first = draft(&line);
        let (what, how) = (setup(&first, None).unwrap(), conduct(&first, None));
        let command = command(&what, &how);
        let again = draft(command.strip_prefix("shuangqi match ").unwrap());
        assert_eq!(setup(&again, None).unwrap(), what, "{command}");
        assert_eq!((conduct(&again, None).test, conduct(&again, None).book), (how.test, how.book), "{command}");
    }
}
