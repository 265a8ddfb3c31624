//! Requests to the system and the processor about memory: large pages, and data before it is needed.

/// Asks the system to hold this memory in large pages: best before anything is written there, as each page is provided at once. A
/// probe of a table goes to any of its pages: the processor caches the addresses of too few small pages, and even a prefetch waits for
/// a missing address. Where the system declines, pages stay small.
#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "there is no safe call for memory of one's own")]
pub fn advise_large_pages<T>(memory: &[T]) {
    /// The size of a large page, or a multiple of it, wherever there are such pages.
    const PAGE: usize = 2 << 20;
    let bytes = size_of_val(memory);
    let skipped = memory.as_ptr().addr().next_multiple_of(PAGE) - memory.as_ptr().addr();
    let whole = bytes.saturating_sub(skipped) / PAGE * PAGE;
    if whole > 0 {
        let first = memory.as_ptr().cast::<u8>().wrapping_add(skipped);
        // SAFETY: the range lies within memory that is borrowed here, and the advice changes nothing that is in it.
        // A refusal changes nothing either.
        unsafe { libc::madvise(first.cast_mut().cast(), whole, libc::MADV_HUGEPAGE) };
    }
}

/// Does nothing where pages have one size, or the system chooses by itself.
#[cfg(not(target_os = "linux"))]
pub fn advise_large_pages<T>(_memory: &[T]) {}

/// Asks the processor to fetch what the reference points to: its first cache line.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[allow(
    unsafe_code,
    reason = "there is no safe prefetch; without it a probe of a large table waits for the memory"
)]
pub(crate) fn prefetch<T>(target: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch reads and writes nothing, whatever the address, and every x86-64 processor has it.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(target).cast()) }
}

/// Does nothing where there is no instruction for it.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(crate) fn prefetch<T>(_target: &T) {}
