import CPrefetch

/// Prefetches the cache line of an address, so that several cache misses overlap.
@inline(__always)
func prefetch(_ address: UnsafeRawPointer) { unsafe nacre_prefetch(address) }

/// Prefetches the cache lines of a range of bytes, clamped to the buffer.
@inline(__always)
func prefetch(_ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) {
    guard let address = bytes.baseAddress, start < min(end, bytes.count) else { return }
    let last = min(end, bytes.count) - 1
    for offset in stride(from: start, to: last, by: 64) { unsafe prefetch(address + offset) }
    // A range that starts inside a line extends into one more.
    unsafe prefetch(address + last)
}
