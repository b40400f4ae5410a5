#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Computes map sizes.
enum MapSize {
    /// The size at which halving stops, in bytes.
    static let floor = 1 << 30

    /// The size to try after one that did not fit the address space; `nil` if none is left.
    static func next(after size: Int, fileBytes: Int) -> Int? {
        next(after: size, least: max(floor, fileBytes))
    }

    /// Half of a size, but at least `least`; `nil` if the size is `least` already.
    static func next(after size: Int, least: Int) -> Int? {
        let smallest = roundedUp(least)
        return size > smallest ? max(roundedUp(size / 2), smallest) : nil
    }

    /// The size rounded up to whole system pages, as required for mapping.
    static func roundedUp(_ size: Int) -> Int {
        let page = Int(getpagesize())
        let (sum, overflows) = size.addingReportingOverflow(page - 1)
        return overflows ? size / page * page : sum / page * page
    }

    /// Whether the address space has room for a map of this size in addition to all present ones.
    ///
    /// LMDB unmaps before it maps, and an environment that cannot be mapped again is lost. So the space is first
    /// reserved and released as a test.
    static func isAvailable(_ size: Int) -> Bool {
        #if canImport(Darwin)
            let flags = MAP_PRIVATE | MAP_ANON | MAP_NORESERVE
        #else
            let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        #endif
        let address = unsafe mmap(nil, size, PROT_NONE, flags, -1, 0)
        guard let address = unsafe address, unsafe address != MAP_FAILED else { return false }
        unsafe munmap(address, size)
        return true
    }
}
