//! The commands of UCI, UCCI and xboard, and those that a person types.

use search_core::score::MAX_PLY;
use search_core::testing::conformance;
use shuangqi_cli::terminal::Limit;
use xiangqi::engine::command::{self, Command};
use xiangqi::engine::dialect::Dialect;
use xiangqi::engine::game_history::GameHistory;
use xiangqi::engine::go::{Go, Instead};
use xiangqi::engine::options::Setting;
use xiangqi::engine::terminal::command as typed;
use xiangqi::engine::words::Words;
use xiangqi::engine::xboard;
use xiangqi::validate::faults;

use super::message;

const DIALECTS: [Dialect; 3] =
    [Dialect::Uci, Dialect::Ucci { has_milliseconds: false }, Dialect::Ucci { has_milliseconds: true }];

/// Whatever comes, in either protocol, is a command within bounds or a named error, and blanks do not matter.
pub fn command(line: &str) {
    for dialect in DIALECTS {
        let spaced = format!("  {}\t\r", line.split_whitespace().collect::<Vec<_>>().join(" \t "));
        match (command::parse(line, dialect), command::parse(&spaced, dialect)) {
            (Ok(one), Ok(other)) => understood(line, dialect, [one, other]),
            (Err(bad), Err(_)) => message::error(line, &bad),
            (one, other) => panic!("blanks matter in {line:?}: {one:?}, {other:?}"),
        }
    }
}

fn understood(line: &str, dialect: Dialect, commands: [Command; 2]) {
    match commands {
        [Command::Position(one), Command::Position(other)] => match (*one, *other) {
            (Ok(one), Ok(other)) => history(&one, &other),
            (Err(bad), Err(_)) => message::error(line, &bad),
            (one, other) => panic!("blanks matter in {line:?}: {one:?}, {other:?}"),
        },
        [Command::Go(asked), Command::Go(other)] => match *asked {
            Ok(asked) => {
                assert_eq!(Ok(&asked), other.as_ref().as_ref());
                search(&asked, dialect);
            }
            Err(bad) => message::error(line, &bad),
        },
        [Command::Set(setting), Command::Set(other)] => {
            assert_eq!(setting, other);
            within_bounds(setting);
        }
        [Command::Ban(moves), Command::Ban(others)] => assert_eq!(moves, others),
        [Command::Bench(bench), Command::Bench(other)] => {
            assert_eq!(bench, other);
            assert!((1..=32_768).contains(&bench.hash) && (1..=64).contains(&bench.depth), "{bench:?}");
        }
        [one, other] => assert_eq!(format!("{one:?}"), format!("{other:?}")),
    }
}

/// A position keeps the contract of the search, remembers its past, and can be told again as a FEN, but for the number
/// of checks given.
fn history(one: &GameHistory, other: &GameHistory) {
    assert_eq!((one.position(), one.line_entries().len()), (other.position(), other.line_entries().len()));
    conformance::check(one.position());
    assert_eq!(faults(&one.position().to_setup()), []);
    let again = GameHistory::parse(Words::of(&format!("fen {} moves", one.position())));
    assert_eq!(again.map(|again| again.position().to_setup()), Ok(one.position().to_setup()));
    let mut flipped = one.clone();
    flipped.flip();
    assert_ne!(flipped.position().side(), one.position().side());
    assert!(one.check(&one.position().legal_moves()).is_ok());
}

fn search(go: &Go, dialect: Dialect) {
    assert!(go.depth.is_none_or(|depth| (1..=MAX_PLY as i16).contains(&depth)), "{go:?}");
    match go.instead {
        Some(Instead::Perft(depth)) => assert!((1..=13).contains(&depth), "{go:?}"),
        Some(Instead::Evaluation) => assert_ne!(dialect, Dialect::Uci, "{go:?}"),
        None => {}
    }
    let longest = dialect.unit().saturating_mul(u32::MAX);
    for clock in go.clocks.iter().flatten() {
        assert!(clock.remaining <= longest && clock.increment <= longest, "{go:?}");
        assert_ne!(clock.moves_to_go, Some(0), "{go:?}");
    }
}

fn within_bounds(setting: Setting) {
    match setting {
        Setting::Hash(size) => assert!((1..=32_768).contains(&size)),
        Setting::Lines(lines) => assert!((1..=128).contains(&lines)),
        Setting::Overhead(overhead) => assert!(overhead <= 5_000),
        Setting::Clear
        | Setting::Rules(_)
        | Setting::Milliseconds(_)
        | Setting::Debug(_)
        | Setting::Nothing
        | Setting::Ignored => {}
    }
}

/// Whatever comes is a command of xboard's protocol within bounds, or an error with a name.
pub fn xboard(line: &str) {
    match xboard::parse(line) {
        Ok(xboard::Command::Place(position)) => conformance::check(&*position),
        Ok(xboard::Command::Depth(depth)) => assert!(depth > 0, "{line:?}"),
        Ok(_) => {}
        Err(bad) => message::error(line, &bad),
    }
}

/// Whatever a person types is a command within bounds, or an error with a name.
pub fn terminal(line: &str) {
    match typed::parse(line) {
        Ok(typed::Command::Begin(Some(position))) => conformance::check(&*position),
        Ok(typed::Command::Hint(count)) => assert!(count > 0, "{line:?}"),
        Ok(typed::Command::Limit(Limit::Time(time))) => assert!(time.as_secs() <= 1_000_000, "{line:?}"),
        Ok(typed::Command::Play(text)) => assert_eq!(text, line.trim()),
        Ok(typed::Command::Save { path, .. }) => {
            assert!(!path.is_empty() && line.contains(&path), "{line:?}")
        }
        Ok(typed::Command::Nothing) => assert!(line.trim().is_empty(), "{line:?}"),
        Ok(_) => {}
        Err(bad) => message::error(line, &bad),
    }
}
