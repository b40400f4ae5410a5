import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Copies and verifies whole files.
enum ChecksummedFile {
    private static let chunkBytes = 1 << 20

    /// The checksum of a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - isSynced: Whether to make the file durable too.
    /// - Returns: The checksum.
    /// - Throws: `inputOutput` if it cannot be read or synced.
    static func checksum(of path: String, isSynced: Bool = false) throws(EventStoreError) -> UInt64 {
        let file = try open(path, O_RDONLY | O_NONBLOCK)
        defer { close(file) }
        if isSynced, fsync(file) != 0 { throw failure(path, "cannot be synced") }
        return try unsafe read(file, path) { (_) throws(EventStoreError) in }
    }

    /// Copies a file to a new one, which only its owner can read.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - copy: The path of the new file.
    /// - Returns: The checksum of what was copied.
    /// - Throws: `inputOutput`, `diskFull`.
    static func copy(_ path: String, to copy: String) throws(EventStoreError) -> UInt64 {
        let file = try open(path, O_RDONLY | O_NONBLOCK)
        defer { close(file) }
        let target = try open(copy, O_WRONLY | O_CREAT | O_EXCL)
        defer { close(target) }
        return try unsafe read(file, path) { (chunk) throws(EventStoreError) in
            var written = 0
            while written < chunk.count {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: chunk[written...])
                let result = unsafe write(target, rest.baseAddress, rest.count)
                guard result > 0 || result < 0 && errno == EINTR else { throw failure(copy, "cannot be written") }
                written += max(result, 0)
            }
        }
    }

    private static func open(_ path: String, _ flags: Int32) throws(EventStoreError) -> Int32 {
        #if canImport(Glibc)
            let descriptor = unsafe Glibc.open(path, flags | O_CLOEXEC, 0o600)
        #elseif canImport(Musl)
            let descriptor = unsafe Musl.open(path, flags | O_CLOEXEC, 0o600)
        #else
            let descriptor = unsafe Darwin.open(path, flags | O_CLOEXEC, 0o600)
        #endif
        guard descriptor >= 0 else { throw failure(path, "cannot be opened") }
        return descriptor
    }

    /// Reads a file in chunks, and returns its checksum: that of each chunk is the seed of the next one's.
    private static func read(
        _ file: Int32, _ path: String, _ body: (UnsafeRawBufferPointer) throws(EventStoreError) -> Void
    ) throws(EventStoreError) -> UInt64 {
        var checksum: UInt64 = 0
        var bytes = [UInt8](repeating: 0, count: chunkBytes)
        while true {
            let count = try fill(&bytes, from: file, path)
            guard count > 0 else { return checksum }
            let outcome = unsafe bytes.withUnsafeBytes { bytes -> Result<UInt64, EventStoreError> in
                let chunk = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<count])
                return Result { () throws(EventStoreError) in
                    try unsafe body(chunk)
                    return unsafe Checksum.of(chunk, seed: checksum)
                }
            }
            checksum = try outcome.get()
        }
    }

    /// Fills a buffer; it stays partly empty only at the end of the file.
    private static func fill(
        _ bytes: inout [UInt8], from file: Int32, _ path: String
    ) throws(EventStoreError) -> Int {
        var count = 0
        while count < bytes.count {
            let result = unsafe bytes.withUnsafeMutableBytes { bytes in
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[count...])
                return unsafe Self.system(file, rest)
            }
            guard result >= 0 || errno == EINTR else { throw failure(path, "cannot be read") }
            guard result != 0 else { break }
            count += max(result, 0)
        }
        return count
    }

    private static func system(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        #if canImport(Glibc)
            unsafe Glibc.read(file, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
            unsafe Musl.read(file, buffer.baseAddress, buffer.count)
        #else
            unsafe Darwin.read(file, buffer.baseAddress, buffer.count)
        #endif
    }

    /// The error for a failed system call, from `errno`.
    static func failure(_ path: String, _ what: String) -> EventStoreError {
        .fullDisk(errno, for: path)
            ?? EventStoreError(
                .inputOutput,
                unsafe "\(quoted(path, upTo: .max)) \(what): \(String(cString: strerror(errno)))")
    }
}
