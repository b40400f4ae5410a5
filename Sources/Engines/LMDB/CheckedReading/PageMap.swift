internal import Synchronization

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The file mapped a second time, to be read without LMDB: its own map begins where it does not say.
///
/// `@unchecked Sendable` is right because the mapped bytes are only read, `pages` is atomic and the rest is constant.
final class PageMap: @unchecked Sendable {
    /// Where page 0 begins.
    let base: UnsafeRawPointer
    let pageSize: Int
    /// How much of the file it has room for.
    let bytes: Int
    private let descriptor: Int32
    /// How many whole pages the file had when it was last looked at; it never becomes shorter while it is open.
    private let pages = Atomic<UInt64>(0)

    /// The size, in bytes, that is tried next where the address space has no room for as much as LMDB maps.
    private static let smallBytes = 64 << 20

    /// Maps a file as far as LMDB does, or a part of that where the address space has no more room.
    ///
    /// - Parameters:
    ///   - descriptor: The file, open as long as the map is used.
    ///   - bytes: How much LMDB maps.
    ///   - isShort: Whether that is less than it was to be, because address space is short.
    ///   - page: A page that must be covered.
    ///   - pageSize: The size of a page, in bytes.
    ///   - path: The file's path, for messages.
    /// - Returns: The map.
    /// - Throws: ``LMDBError``: `outOfMemory` where there is no room for one that covers the page.
    static func mapping(
        _ descriptor: Int32, upTo bytes: Int, isShort: Bool, covering page: UInt64, pageSize: Int, path: String
    ) throws(LMDBError) -> PageMap {
        let least = min(bytes, Int(page + 1) * pageSize)
        // Under a limit, some address space is left for everything else.
        let small = min(bytes, 2 * max(least, Self.smallBytes))
        var wanted = isShort ? small : bytes
        while true {
            do throws(LMDBError) {
                return try PageMap(of: descriptor, bytes: wanted, pageSize: pageSize, path: path)
            } catch {
                guard error.code == .outOfMemory, wanted > least else { throw error }
                wanted = wanted > small ? small : MapSize.next(after: wanted, least: least) ?? least
            }
        }
    }

    /// Maps a file.
    ///
    /// - Parameters:
    ///   - descriptor: The file, open as long as the map is used.
    ///   - bytes: How much address space to take.
    ///   - pageSize: The size of a page, in bytes.
    ///   - path: The file's path, for messages.
    /// - Throws: ``LMDBError``: `outOfMemory` where the address space has no room.
    init(of descriptor: Int32, bytes: Int, pageSize: Int, path: String) throws(LMDBError) {
        guard let base = mmap(nil, bytes, PROT_READ, MAP_SHARED, descriptor, 0), base != MAP_FAILED else {
            throw LMDBError(errno, call: "mmap", path: path, figures: "a second map of \(bytes) bytes")
        }
        self.base = UnsafeRawPointer(base)
        self.pageSize = pageSize
        self.bytes = bytes
        self.descriptor = descriptor
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: base), bytes) }

    /// Whether the map has room for a page; a file that has grown may have more.
    func covers(_ page: UInt64) -> Bool { page < UInt64(bytes / pageSize) }

    /// Whether pages up to one can be touched: what lies behind the file's end kills the process by SIGBUS.
    @inline(__always)
    func reaches(_ page: UInt64) -> Bool {
        page < pages.load(ordering: .relaxed) || measuredReaches(page)
    }

    @inline(never)
    private func measuredReaches(_ page: UInt64) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        let measured = UInt64(max(0, min(Int(status.st_size), bytes)) / pageSize)
        pages.store(measured, ordering: .relaxed)
        return page < measured
    }
}
