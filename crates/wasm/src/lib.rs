#![doc = include_str!("../README.md")]
#![cfg(target_family = "wasm")]

mod host;

use std::num::NonZero;
use std::panic;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, LazyLock};

use shuangqi_arena::games::Games;
use shuangqi_page::message::{self, language_of};
use shuangqi_page::{Backend, Call, PageBackend, Problem};

/// The size of the table of an engine, in bytes.
const HASH_BYTES: usize = 32 << 20;

static BACKEND: LazyLock<Option<PageBackend>> = LazyLock::new(|| {
    panic::set_hook(Box::new(|panic| report_bug(&panic.to_string())));
    PageBackend::new(Games::built_in(), NonZero::<usize>::MIN, HASH_BYTES).ok()
});

/// The request that is being answered; 0 before the first.
static ANSWERED: AtomicU64 = AtomicU64::new(0);

/// Answers a message of the page.
fn answer(text: &str) {
    let Some(backend) = &*BACKEND else {
        return host::send(&message::refusal(None, &Problem::no_memory(HASH_BYTES)));
    };
    let request = match message::parse(text) {
        Ok(request) => request,
        Err(malformed) => return host::send(&message::refusal(malformed.id, &malformed.problem)),
    };
    let (id, language) = (request.id, language_of(&request.fields));
    ANSWERED.store(id, Relaxed);
    let call = Call::new(request, Arc::default(), move |event| host::send(&message::event(id, &event)));
    let answer = backend.answer(&call).map_err(|problem| problem.said_in(language));
    host::send(&message::answer(id, &answer));
}

/// Nothing goes on after a panic, so what it says is the answer.
fn report_bug(what: &str) {
    host::send(&message::refusal(Some(ANSWERED.load(Relaxed)), &Problem::bug(what)));
}
