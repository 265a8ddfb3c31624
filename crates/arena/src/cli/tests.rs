use std::time::Duration;

use shuangqi_cli::Exit;

use super::*;
use crate::config::{Affinity, Concurrency, DrawRule, Order, ResignRule};
use crate::rating::Model;

/// The arguments of a line.
fn parsed(line: &str) -> Result<MatchArgs, clap::Error> {
    MatchArgs::parse(&shlex::split(line).unwrap())
}

fn args(line: &str) -> MatchArgs {
    parsed(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

const TWO: &str =
    "-game othello -engine name=a proto=internal nodes=2000 -engine name=b proto=internal nodes=1K ";

fn config(line: &str) -> MatchConfig {
    args(line).config(&Games::built_in(), None).unwrap()
}

#[track_caller]
fn refusal(line: &str) -> String {
    match parsed(line) {
        Err(error) => {
            assert_eq!(error.exit_code(), i32::from(Exit::Usage as u8), "{line}");
            error.to_string()
        }
        Ok(args) => {
            let failure = args.config(&Games::built_in(), None).expect_err(line);
            assert_eq!(failure.exit(), Exit::Usage, "{line}");
            failure.to_string()
        }
    }
}

#[test]
fn engines_have_the_keys_of_each_unless_their_own_differ() {
    let config = config(
        "-game xiangqi -each tc=40/60+0.5 option.Hash=16 timemargin=100 arg=-q -engine cmd=\"no/such/fairy --x 'y z'\" \
         option.UCI_Variant=xiangqi option.Hash=32 -engine name=b cmd=prog proto=ucci st=0.5 initstr=one initstr=two \
         restart=on dir=/tmp stderr=log args='-a -b'",
    );
    let [fairy, other] = &config.engines[..] else { panic!() };
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
fn every_other_option_is_read() {
    let line = format!(
        "{TWO} -openings file=x.txt format=xot order=random plies=8 start=3 -tournament roundrobin -games 4 \
         -sprt elo0=-1 elo1=4.5 alpha=0.1 model=logistic -draw movenumber=30 movecount=4 score=20 \
         -resign movecount=5 score=400 twosided=true -maxmoves 120 -solve 14 -concurrency -1 -use-affinity 0-2,7 \
         -recover -wait 5 -startup-ms 1 -ping-ms 2 -answer-ms 3 -out dir -ggfout g -epdout e -event E -site S \
         -log file=l -ratinginterval 20"
    );
    let (args, config) = (args(&line), config(&line));
    let options = args.run_options(None).unwrap();
    assert_eq!((config.layout.first, config.layout.order, config.layout.rounds), (2, Order::Random, 50_000));
    assert_eq!(config.adjudication.resign, Some(ResignRule { moves: 5, score: 400, is_two_sided: true }));
    assert_eq!(config.adjudication.draw, Some(DrawRule { from_move: 30, moves: 4, score: 20 }));
    assert_eq!((config.adjudication.most_moves, config.adjudication.solve_empties), (Some(120), Some(14)));
    let test = options.test.unwrap();
    assert_eq!(
        (test.elo0, test.elo1, test.alpha, test.beta, test.model),
        (-1.0, 4.5, 0.1, 0.05, Model::Logistic)
    );
    assert_eq!(
        (options.concurrency, options.affinity.clone()),
        (Concurrency::AllBut(1), Affinity::Of(vec![0, 1, 2, 7]))
    );
    assert_eq!(options.timeouts.ready, Duration::from_millis(2));
    assert_eq!((options.rating_interval, options.recovers), (Some(20), true));
    assert_eq!(args.journal().unwrap().unwrap(), PathBuf::from("dir/match.journal"));
    // What a journal holds is not lost where the command line gives nothing.
    let resumed = parsed("-resume j").unwrap();
    assert_eq!(resumed.run_options(Some(&options)).unwrap(), options);
}

#[test]
fn the_help_lists_every_option_and_key() {
    for word in ["-h", "--help", "-help"] {
        let answer = parsed(&format!("-rounds 5 {word} nonsense")).unwrap_err();
        assert!(!answer.use_stderr(), "{word}: {answer}");
    }
    let text = help();
    let command = help::options();
    let options: Vec<_> = command.get_arguments().filter(|option| !option.is_hide_set()).collect();
    assert!(options.len() > 35);
    for option in options {
        assert!(text.contains(&format!("  -{}", help::name(option))), "{option}");
        for key in help::keys(option).iter().flat_map(clap::Command::get_arguments) {
            assert!(text.contains(&format!("      {}={}", help::name(key), help::value(key))), "{key}");
        }
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert_eq!(text.matches("\n  shuangqi match ").count(), 3);
}

#[test]
fn the_examples_of_the_help_are_valid() {
    let text = help().replace("\\\n", " ");
    let (_, examples) = text.split_once("Examples:\n").unwrap();
    for line in examples.lines() {
        config(line.trim().strip_prefix("shuangqi match ").unwrap());
    }
}

/// Command lines with what their refusal says, `=>` between the parts; `\n` is the end of a line.
const WRONG_LINES: &str = include_str!("wrong_lines.txt");

#[test]
fn a_wrong_line_is_refused_with_the_way_out() {
    for row in WRONG_LINES.lines() {
        let (line, words) = row.split_once(" => ").unwrap();
        let message = refusal(&line.replace("\\n", "\n"));
        words
            .split(" => ")
            .for_each(|word| assert!(message.contains(word), "{line}: {word:?} is not in {message}"));
    }
}

#[test]
fn what_does_not_go_together_is_refused() {
    for (line, word) in [
        ("-tournament gauntlet -seeds 2", "leaves no opponent"),
        ("-seeds 2", "-seeds is for -tournament gauntlet"),
        ("-rules asian", "-rules is for Xiangqi"),
        ("-rules moves=50", "-rules is for Xiangqi"),
        ("-state a -resume b", "cannot be used with"),
        ("-sprt elo0=5 elo1=0", "elo0 = 5, elo1 = 0"),
        ("-engine name=c proto=internal nodes=9 -sprt", "-sprt compares two engines"),
        ("-games 3", "leaves half a pair"),
        ("-pgnout min", "expected file="),
    ] {
        let message = refusal(&format!("{TWO} {line}"));
        assert!(message.contains(word), "{line}: {message}");
    }
    let xiangqi = TWO.replace("othello", "xiangqi");
    assert!(refusal(&format!("{xiangqi} -solve 9")).contains("for Othello"));
    assert!(refusal(&format!("{xiangqi} -ggfout x")).contains("for Othello"));
}

#[test]
fn a_journal_fills_in_what_the_command_line_lacks() {
    let kept = config(&format!("{TWO} -rounds 50 -solve 9"));
    let again =
        |line: &str| args(&format!("-resume j {line}")).config(&Games::built_in(), Some(&kept)).unwrap();
    assert_eq!(again(""), kept);
    assert_eq!(differences(&again("-rounds 60"), &kept), [""; 0]);
    assert_eq!(differences(&again("-rounds 40"), &kept), ["-rounds (fewer)"]);
    assert_eq!(differences(&again("-solve 8 -srand 2 -noswap"), &kept), ["-noswap", "-solve", "-srand"]);
    let others = TWO.replace("1K", "2K").replace("=a", "=c");
    assert_eq!(differences(&again(&others), &kept), ["-engine name=", "-engine nodes="]);
    assert!(args("-resume j -each nodes=1").config(&Games::built_in(), Some(&kept)).is_err());
}

#[test]
fn the_written_command_plays_the_same_match() {
    for line in [
        format!("{TWO} -rounds 50 -repeat"),
        format!(
            "{TWO} -openings file=x.txt format=xot order=random plies=8 start=3 -games 4 -noswap -repeat 1 -srand 9 \
             -sprt elo0=-1 elo1=4.5 model=logistic -draw score=20 -resign twosided=true -maxmoves 120 -solve 14"
        ),
        "-game xiangqi -each tc=40/60+0.5 option.Hash=16 timemargin=100 -engine cmd=fairy option.UCI_Variant=xiangqi \
         -engine name=b cmd='a prog' proto=ucci st=0.5 initstr=one restart=on dir=/tmp args='-a \"b c\"' rankbase=1 scale=4.5 \
         -engine name=c cmd=x tc=inf -engine name=d proto=internal tc=1 nodestime=500 -tournament gauntlet -seeds 2 -rules plain moves=50"
            .to_owned(),
    ] {
        let (first, options) = (config(&line), args(&line).run_options(None).unwrap());
        let command = command(&first, &options);
        let again = command.strip_prefix("shuangqi match ").unwrap();
        assert_eq!(config(again), first, "{command}");
        let repeated = args(again).run_options(None).unwrap();
        assert_eq!((repeated.test, repeated.book), (options.test, options.book), "{command}");
    }
}

#[test]
fn only_the_words_of_a_match_are_normalised() {
    let normal = |line: &str| normalised(line.split(' ').map(std::ffi::OsString::from)).join(" ".as_ref());
    for (line, expected) in [
        ("shuangqi match -rounds 5 -repeat", "shuangqi match --rounds=5 --repeat"),
        ("shuangqi --color never match -json", "shuangqi --color never match --json"),
        ("shuangqi --color=never match -log x", "shuangqi --color=never match --log=x"),
        (
            "shuangqi match -engine name=a nodes=1 -wait -5",
            "shuangqi match --engine=name=a nodes=1 --wait=-5",
        ),
        ("shuangqi perft -x match", "shuangqi perft -x match"),
    ] {
        assert_eq!(normal(line), *expected);
    }
}
