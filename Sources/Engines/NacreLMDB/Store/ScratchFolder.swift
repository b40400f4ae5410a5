import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A temporary folder for the derived files of a read-only store.
struct ScratchFolder: Sendable {
    let path: String

    /// - Throws: `cannotCreate` if it cannot be created.
    init() throws(EventStoreError) {
        let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
        // `mkdtemp` replaces the six X with a unique suffix.
        var template = Array("\(parent.isEmpty ? "/tmp" : parent)/nacre-XXXXXX".utf8CString)
        guard
            unsafe template.withUnsafeMutableBufferPointer({ unsafe $0.baseAddress.flatMap { unsafe mkdtemp($0) } })
                != nil
        else {
            let folder = parent.isEmpty ? "/tmp" : parent
            throw .fullDisk(errno, for: folder)
                ?? EventStoreError(
                    .cannotCreate,
                    unsafe "a temporary folder for the index cannot be created in \(quoted(folder, upTo: .max)): "
                        + "\(String(cString: strerror(errno))); set TMPDIR to a writable folder")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes the folder with the index and its lock file.
    ///
    /// Open files stay usable. What cannot be removed is left to the system's cleanup of temporary files.
    func remove() {
        for file in ["/index.mdb", "/index.mdb-lock"] { unsafe unlink(path + file) }
        unsafe rmdir(path)
    }
}
