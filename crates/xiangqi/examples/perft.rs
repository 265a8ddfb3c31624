//! Counts the leaves below a position and says how fast: `perft [DEPTH [FEN]]`.

use std::time::Instant;

use xiangqi::{Position, fen};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let depth = words.next().map_or(Ok(5), |word| word.parse())?;
    let text: Vec<String> = words.collect();
    let position =
        Position::from_fen(if text.is_empty() { fen::START.into() } else { text.join(" ") }.as_str())?;
    let begun = Instant::now();
    let nodes = search_core::perft::perft(&position, depth);
    let seconds = begun.elapsed().as_secs_f64();
    println!("{nodes} nodes in {seconds:.3} s, {:.1} M/s", nodes as f64 / seconds / 1e6);
    Ok(())
}
