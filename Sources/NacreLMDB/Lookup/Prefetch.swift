import CPrefetch

/// Asks the processor for the cache line of an address that is read soon, so that several misses are waited for at once.
@inline(__always)
func prefetch(_ address: UnsafeRawPointer) { nacre_prefetch(address) }
