import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A folder among the system's temporary files, for the derived files of a store that cannot be written.
struct ScratchFolder: Sendable {
    let path: String

    /// - Throws: `cannotCreate` where it cannot be made.
    init() throws(EventStoreError) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        // mkdtemp puts a name of its own in the place of six X.
        var template = Array("\(parent.isEmpty ? "/tmp" : parent)/nacre-XXXXXX".utf8CString)
        guard template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) != nil else {
            throw .fullDisk(errno, for: "\(parent.isEmpty ? "/tmp" : parent)/nacre-XXXXXX")
                ?? EventStoreError(
                    .cannotCreate,
                    "a temporary folder for the index cannot be made in \(quoted(parent.isEmpty ? "/tmp" : parent, upTo: .max)): "
                        + "\(String(cString: strerror(errno))); set TMPDIR to a folder that can be written")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes the folder, with the files that an index and its lock have in it.
    ///
    /// What is open stays as it is; what cannot be removed is for the system, which clears its temporary files.
    func remove() {
        for file in ["/index.mdb", "/index.mdb-lock"] { unlink(path + file) }
        rmdir(path)
    }
}
