#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The arithmetic of map sizes.
enum MapSize {
    /// The size at which halving stops, in bytes.
    static let floor = 1 << 30

    /// The size to try after one that the address space had no room for, or nil where there is none left to try.
    static func next(after size: Int, fileBytes: Int) -> Int? {
        next(after: size, least: max(floor, fileBytes))
    }

    /// Half of a size, but no less than the least; `nil` where it is that already.
    static func next(after size: Int, least: Int) -> Int? {
        let smallest = roundedUp(least)
        return size > smallest ? max(roundedUp(size / 2), smallest) : nil
    }

    /// The size rounded up to whole pages of the system, as mapping wants it.
    static func roundedUp(_ size: Int) -> Int {
        let page = Int(getpagesize())
        let (sum, overflows) = size.addingReportingOverflow(page - 1)
        return overflows ? size / page * page : sum / page * page
    }

    /// Whether the address space has room for a map of this size beside all that is mapped now.
    ///
    /// LMDB unmaps before it maps, and an environment that could not be mapped again is lost: so the room is looked
    /// for first, by reserving it and letting it go.
    static func isAvailable(_ size: Int) -> Bool {
        #if canImport(Darwin)
            let flags = MAP_PRIVATE | MAP_ANON | MAP_NORESERVE
        #else
            let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        #endif
        let address = mmap(nil, size, PROT_NONE, flags, -1, 0)
        guard let address, address != MAP_FAILED else { return false }
        munmap(address, size)
        return true
    }
}
