//! The command line of a match.

use shuangqi_cli::program::shell_word;

use crate::config::{EngineConfig, Layout, Order, Restart, RunOptions, Tournament};
use crate::games::Game;
use crate::match_config::MatchConfig;

/// The command that plays the same match. Defaults are left out, and so is how the match is shown and kept.
pub fn command(config: &MatchConfig, options: &RunOptions) -> String {
    let mut words =
        vec!["shuangqi".to_owned(), "match".to_owned(), "-game".to_owned(), config.game.name().to_owned()];
    if let Some(rules) = config.special_rules() {
        words.push("-rules".to_owned());
        words.extend(rules.split(' ').map(str::to_owned));
    }
    for engine in &config.engines {
        words.push("-engine".to_owned());
        words.extend(pairs(engine, config.game));
    }
    words.extend(openings(config, options));
    words.extend(schedule(&config.layout));
    words.extend(ends(config, options));
    words.iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" ")
}

fn pairs(engine: &EngineConfig, game: Game) -> Vec<String> {
    let usual = game.usual_protocol();
    let mut pairs = vec![format!("name={}", engine.name)];
    let mut add =
        |key: &str, value: Option<String>| pairs.extend(value.map(|value| format!("{key}={value}")));
    add("proto", (engine.protocol != usual).then(|| engine.protocol.name().to_owned()));
    // A program whose name has blanks is quoted once more, as it is read as a command line.
    add("cmd", Some(shell_word(&engine.command)).filter(|_| !engine.command.is_empty()));
    engine.arguments.iter().for_each(|argument| add("arg", Some(argument.clone())));
    add("dir", engine.folder.clone());
    add("tc", engine.clock.map(|clock| clock.to_string()));
    add("st", engine.limits.move_time.map(|time| time.as_secs_f64().to_string()));
    add("depth", engine.limits.depth.map(|depth| depth.to_string()));
    add("nodes", engine.limits.nodes.map(|nodes| nodes.to_string()));
    let is_endless = engine.clock.is_none() && engine.limits == Default::default();
    add("tc", is_endless.then(|| "inf".to_owned()));
    let margin = Some(engine.margin).filter(|margin| *margin != super::engine::MARGIN);
    add("timemargin", margin.map(|margin| margin.as_millis().to_string()));
    engine.options.iter().for_each(|(name, value)| add(&format!("option.{name}"), Some(value.clone())));
    engine.initial.iter().for_each(|line| add("initstr", Some(line.clone())));
    add("restart", (engine.restart == Restart::On).then(|| "on".to_owned()));
    add("scale", (!engine.scale.is_one()).then(|| f64::from(engine.scale).to_string()));
    let is_guessed = engine.rank_base == super::engine::usual_rank_base(engine.protocol, &engine.options);
    add("rankbase", (!is_guessed).then(|| engine.rank_base.to_string()));
    pairs
}

fn openings(config: &MatchConfig, options: &RunOptions) -> Vec<String> {
    let (book, layout) = (&options.book, &config.layout);
    let mut words = Vec::new();
    if let Some(file) = &book.file {
        words.extend(["-openings".to_owned(), format!("file={file}")]);
        words.extend(book.format.as_ref().map(|format| format!("format={format}")));
        words.extend(book.plies.map(|plies| format!("plies={plies}")));
        words.extend((layout.order == Order::Random).then(|| "order=random".to_owned()));
        words.extend((layout.first > 0).then(|| format!("start={}", layout.first + 1)));
    }
    if layout.seed != 1 {
        words.extend(["-srand".to_owned(), layout.seed.to_string()]);
    }
    words
}

fn schedule(layout: &Layout) -> Vec<String> {
    let mut text = format!("-rounds {} -games {} -repeat {}", layout.rounds, layout.games, layout.repeat);
    if layout.tournament == Tournament::Gauntlet {
        text.push_str(&format!(" -tournament gauntlet -seeds {}", layout.seeds));
    }
    if !layout.swaps {
        text.push_str(" -noswap");
    }
    text.split(' ').map(str::to_owned).collect()
}

fn ends(config: &MatchConfig, options: &RunOptions) -> Vec<String> {
    let mut text = String::new();
    if let Some(rule) = config.adjudication.resign {
        let (moves, score, both) = (rule.moves, rule.score, rule.is_two_sided);
        text.push_str(&format!(" -resign movecount={moves} score={score} twosided={both}"));
    }
    if let Some(rule) = config.adjudication.draw {
        let (from, moves, score) = (rule.from_move, rule.moves, rule.score);
        text.push_str(&format!(" -draw movenumber={from} movecount={moves} score={score}"));
    }
    if let Some(moves) = config.adjudication.most_moves {
        text.push_str(&format!(" -maxmoves {moves}"));
    }
    if let Some(empties) = config.adjudication.solve_empties {
        text.push_str(&format!(" -solve {empties}"));
    }
    if let Some(test) = options.test {
        let model = clap::ValueEnum::to_possible_value(&test.model);
        let model = model.map_or_else(String::new, |model| format!(" model={}", model.get_name()));
        let (elo0, elo1, alpha, beta) = (test.elo0, test.elo1, test.alpha, test.beta);
        text.push_str(&format!(" -sprt elo0={elo0} elo1={elo1} alpha={alpha} beta={beta}{model}"));
    }
    text.split_whitespace().map(str::to_owned).collect()
}
