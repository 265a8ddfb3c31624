//! Answers messages of a page, one a line of standard input, and prints each answer after its milliseconds: what a module for browsers is
//! measured against. `cargo run --release -p shuangqi-page --example answer < messages.jsonl`

use std::error::Error;
use std::num::NonZero;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use shuangqi_arena::games::Games;
use shuangqi_cli::source;
use shuangqi_page::{Backend, Call, PageBackend, message};

/// As the module for browsers has it.
const HASH_BYTES: usize = 32 << 20;
/// Searches are recursive.
const STACK_BYTES: usize = 16 << 20;

fn main() -> Result<(), Box<dyn Error>> {
    let backend = PageBackend::new(Games::built_in(), NonZero::<usize>::MIN, HASH_BYTES)?;
    let messages = source::read("-")?;
    let answer_all = move || {
        for line in messages.lines() {
            let begin = Instant::now();
            let answer = match message::parse(line) {
                Ok(request) => {
                    let id = request.id;
                    message::answer(id, &backend.answer(&Call::new(request, Arc::default(), |_| {})))
                }
                Err(malformed) => message::refusal(malformed.id, &malformed.problem),
            };
            println!("{:.1} {answer}", begin.elapsed().as_secs_f64() * 1000.0);
        }
    };
    let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(answer_all)?;
    thread.join().map_err(|_| "an answer ended in a panic")?;
    Ok(())
}
