internal import CLMDB

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The file being checked, with its size at the start of the check; it can only grow afterwards.
struct CheckedFile {
    let descriptor: Int32
    let path: String
    let pageSize: Int
    let bytes: Int

    init(descriptor: Int32, path: String, pageSize: Int) throws(LMDBError) {
        self.descriptor = descriptor
        self.path = path
        self.pageSize = pageSize
        bytes = try FileStatus.bytes(of: descriptor, path: path)
    }

    /// The number of whole pages.
    var pages: UInt64 { UInt64(bytes / pageSize) }

    /// Reads a page, or only its first `count` bytes.
    func read(_ page: UInt64, count: Int? = nil) throws(LMDBError) -> FileBytes {
        guard page < pages else { throw damage(page, "it is in use, but the file has only \(pages) pages") }
        return try read(count ?? pageSize, at: Int(page) * pageSize, of: page)
    }

    /// Reads bytes in a page or in the pages that follow it.
    func read(_ count: Int, at offset: Int, of page: UInt64) throws(LMDBError) -> FileBytes {
        guard let bytes = FileBytes.read(count, at: offset, from: descriptor) else {
            throw LMDBError(EIO, call: "pread", path: path, figures: "page \(page)")
        }
        return bytes
    }

    /// The error for damage of a page.
    func damage(_ page: UInt64, _ what: String) -> LMDBError {
        LMDBError(code: .corrupted, call: "Environment.checkStructure", path: path, page: page, damage: what)
    }
}
