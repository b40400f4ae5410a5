internal import Synchronization

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A second map of the file, for reading without LMDB, whose API does not reveal the address of its own map.
///
/// `@unchecked Sendable` is right because the mapped bytes are only read, `pages` is atomic and the rest is constant.
///
/// `@safe` is right because the map is made in `init` and unmapped in `deinit`, and a page is accessed only where
/// ``reaches(_:)`` says that it is in the file.
@safe
final class PageMap: @unchecked Sendable {
    /// The address of page 0.
    let base: UnsafeRawPointer
    let pageSize: Int
    /// The size of the map, in bytes.
    let bytes: Int
    private let descriptor: Int32
    /// The number of whole pages in the file when last checked; the file does not shrink while it is open.
    private let pages = Atomic<UInt64>(0)

    /// The size, in bytes, to try if the address space cannot hold a map as large as LMDB's.
    private static let smallBytes = 64 << 20

    /// Maps as much of the file as LMDB does, or less if the address space is short.
    ///
    /// - Parameters:
    ///   - descriptor: The file, which must stay open as long as the map is used.
    ///   - bytes: The size of LMDB's map.
    ///   - isShort: Whether LMDB's map is smaller than requested, because address space is short.
    ///   - page: A page that must be covered.
    ///   - pageSize: The size of a page, in bytes.
    ///   - path: The file's path, for messages.
    /// - Returns: The map.
    /// - Throws: ``LMDBError``: `outOfMemory` if there is no address space for a map that covers the page.
    static func mapping(
        _ descriptor: Int32, upTo bytes: Int, isShort: Bool, covering page: UInt64, pageSize: Int, path: String
    ) throws(LMDBError) -> PageMap {
        let least = min(bytes, Int(page + 1) * pageSize)
        // Under an address space limit, leave some for other uses.
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
    ///   - descriptor: The file, which must stay open as long as the map is used.
    ///   - bytes: The size of the map.
    ///   - pageSize: The size of a page, in bytes.
    ///   - path: The file's path, for messages.
    /// - Throws: ``LMDBError``: `outOfMemory` if the address space is exhausted.
    init(of descriptor: Int32, bytes: Int, pageSize: Int, path: String) throws(LMDBError) {
        guard let base = unsafe mmap(nil, bytes, PROT_READ, MAP_SHARED, descriptor, 0), unsafe base != MAP_FAILED else {
            throw LMDBError(errno, call: "mmap", path: path, figures: "a second map of \(bytes) bytes")
        }
        unsafe self.base = UnsafeRawPointer(base)
        self.pageSize = pageSize
        self.bytes = bytes
        self.descriptor = descriptor
    }

    deinit { unsafe munmap(UnsafeMutableRawPointer(mutating: base), bytes) }

    /// Whether a page is within the map; a file that has grown may have pages beyond it.
    func covers(_ page: UInt64) -> Bool { page < UInt64(bytes / pageSize) }

    /// Whether pages up to this one can be accessed: access beyond the file's end kills the process by SIGBUS.
    @inline(__always)
    func reaches(_ page: UInt64) -> Bool {
        // `fstat` only beyond the known size: the file never shrinks while it is open.
        page < pages.load(ordering: .relaxed) || measuredReaches(page)
    }

    // Not inlined: it is called once for each growth of the file, and `reaches(_:)` for each page.
    @inline(never)
    private func measuredReaches(_ page: UInt64) -> Bool {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return false }
        let measured = UInt64(max(0, min(Int(status.st_size), bytes)) / pageSize)
        pages.store(measured, ordering: .relaxed)
        return page < measured
    }
}
