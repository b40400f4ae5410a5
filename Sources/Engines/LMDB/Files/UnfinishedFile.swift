#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// An LMDB file whose creation was interrupted by a power loss.
enum UnfinishedFile {
    /// The unit that a disk writes atomically.
    private static let sectorBytes = 512

    /// Whether the file at a path is unfinished.
    static func isOne(at path: String) -> Bool {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let pageSize = sysconf(Int32(_SC_PAGESIZE))
        // Larger files, and sizes that no disk leaves, are not the result of an interrupted creation.
        guard let size = try? FileStatus.bytes(of: descriptor, path: path), size > 0, size <= 2 * pageSize,
            size % sectorBytes == 0, let content = FileBytes.read(size, at: 0, from: descriptor)
        else { return false }
        var wholePages = 0
        for start in [0, pageSize] where start < size {
            let page = content.bytes[start..<min(size, start + pageSize)]
            guard page.contains(where: { $0 != 0 }) else { continue }
            guard let meta = MetaPage(in: descriptor, at: start), meta.transactionID == 0,
                meta.free.root == TreeRecord.none, meta.main.root == TreeRecord.none,
                page.dropFirst(MetaPage.bytes).allSatisfy({ $0 == 0 })
            else { return false }
            wholePages += page.count == pageSize ? 1 : 0
        }
        return wholePages < 2
    }
}
