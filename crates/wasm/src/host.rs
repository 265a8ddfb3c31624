//! The functions that the host of the module calls, and those of the host.

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    #[link_name = "send"]
    fn host_send(text: *const u8, bytes: usize);
}

/// Sends a message to the page.
pub fn send(text: &str) {
    // SAFETY: the host reads the bytes of `text` before it returns.
    unsafe { host_send(text.as_ptr(), text.len()) }
}

/// Makes room for a message of so many bytes, which [`receive`] takes.
// SAFETY: no other function of this name is in the module.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(bytes: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; bytes].into_boxed_slice()).cast()
}

/// Answers the message at an address.
///
/// # Safety
/// `address` is what [`allocate`] gave for as many bytes, and is given here once.
// SAFETY: no other function of this name is in the module.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn receive(address: *mut u8, bytes: usize) {
    // SAFETY: `allocate` made the slice of these bytes, and nobody else has it.
    let message = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(address, bytes)) };
    crate::answer(&String::from_utf8_lossy(&message));
}
