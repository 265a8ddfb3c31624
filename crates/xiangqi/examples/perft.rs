//! Counts the leaves below a position and says how fast: `perft [DEPTH [THREADS [FEN]]]`, on one thread by default.

use std::time::Instant;

use search_core::perft::{divide, perft};
use xiangqi::{Position, fen};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let depth = words.next().map_or(Ok(5), |word| word.parse())?;
    let threads = words.next().map_or(Ok(1), |word| word.parse())?;
    let text: Vec<String> = words.collect();
    let text = if text.is_empty() { fen::START.to_owned() } else { text.join(" ") };
    let position = Position::from_fen(&text)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let begun = Instant::now();
    let nodes: u64 = if threads == 1 {
        perft(&position, depth)
    } else {
        pool.install(|| divide(&position, depth)).into_iter().map(|(_, nodes)| nodes).sum()
    };
    let seconds = begun.elapsed().as_secs_f64();
    println!("{nodes} nodes in {seconds:.3} s, {:.1} M/s", nodes as f64 / seconds / 1e6);
    Ok(())
}
