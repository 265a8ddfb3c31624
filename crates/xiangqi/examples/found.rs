//! found FILE NODES RECIPE...
use search_core::{Control, Position as _, Recipe, Root, Table, ThreadData, think};
use search_core::score::plies_to_mate;
use std::num::NonZero;
use xiangqi::Position;
use xiangqi::evaluator::Classical;
fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&arguments[1]).unwrap();
    let nodes: u64 = arguments[2].parse().unwrap();
    for name in &arguments[3..] {
        let mut recipe = Recipe::parse_with(&name.replacen("play", "selective", 1), &xiangqi::plan::STRONGEST).unwrap();
        if name.starts_with("play") {
            recipe.rulings = true;
            recipe.corrections = !name.contains("-corrections");
        }
        let (mut found, mut all, mut visits) = (0, 0, 0);
        for line in text.lines() {
            let position = Position::from_fen(line.split(';').next().unwrap().trim()).unwrap();
            let table = Table::with_bytes(16 << 20);
            let mut thread = ThreadData::new(Classical::default());
            let history = [position.line_entry(None)];
            let options = xiangqi::plan::options(60, NonZero::new(nodes));
            let mut first = None;
            let outcome = think(Root { position: &position, history: &history }, &mut thread, &table, &recipe, &options, &Control::new(), |report| {
                let is_mate = report.score > 0 && plies_to_mate(report.score).is_some_and(|plies| plies <= 11);
                if is_mate && first.is_none() { first = Some(report.counters.visits) }
            });
            let is_mate = outcome.score > 0 && plies_to_mate(outcome.score).is_some_and(|plies| plies <= 11);
            all += 1;
            found += u64::from(is_mate);
            visits += first.filter(|_| is_mate).unwrap_or(nodes);
        }
        println!("{found} of {all} ({:.1} %), {} k nodes to the mate: {name}", 100.0 * found as f64 / all as f64, visits / all / 1000);
    }
}
