import CPrefetch

/// Asks the processor for the cache line of an address that is read soon, so that several misses are waited for at once.
@inline(__always)
func prefetch(_ address: UnsafeRawPointer) { nacre_prefetch(address) }

/// Asks the processor for the cache lines of a part of bytes, as far as it lies in them.
@inline(__always)
func prefetch(_ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) {
    guard let address = bytes.baseAddress, start < min(end, bytes.count) else { return }
    let last = min(end, bytes.count) - 1
    for offset in stride(from: start, to: last, by: 64) { prefetch(address + offset) }
    // A stretch that begins within a line ends in one more.
    prefetch(address + last)
}
