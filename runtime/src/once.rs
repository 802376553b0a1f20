//! Code that is written out wherever it is used, since that is fastest; for browsers, where everybody waits for the download, it is there once.

/// What comes of both.
#[cfg_attr(target_family = "wasm", inline(never))]
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn once<A, B, T>(a: &A, b: &B, of: impl Fn(&A, &B) -> T) -> T {
    of(a, b)
}
