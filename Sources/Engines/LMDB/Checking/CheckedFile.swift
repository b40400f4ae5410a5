internal import CLMDB

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The file whose pages are checked, with its size at the time when the check began: from then on it can only grow.
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

    /// How many whole pages the file has.
    var pages: UInt64 { UInt64(bytes / pageSize) }

    /// Reads a page, or its first bytes.
    func read(_ page: UInt64, count: Int? = nil) throws(LMDBError) -> FileBytes {
        guard page < pages else { throw damage(page, "it is in use, but the file has only \(pages) pages") }
        return try read(count ?? pageSize, at: Int(page) * pageSize, of: page)
    }

    /// Reads bytes that lie in a page or in the ones that follow it.
    func read(_ count: Int, at offset: Int, of page: UInt64) throws(LMDBError) -> FileBytes {
        guard let bytes = FileBytes.read(count, at: offset, from: descriptor) else {
            throw LMDBError(EIO, call: "pread", path: path, figures: "page \(page)")
        }
        return bytes
    }

    /// The error that says what is wrong with a page.
    func damage(_ page: UInt64, _ what: String) -> LMDBError {
        LMDBError(code: .corrupted, call: "Environment.checkStructure", path: path, page: page, damage: what)
    }
}
