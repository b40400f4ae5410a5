internal import Nacre

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Files of a few bytes, read and replaced as a whole.
enum SmallFile {
    /// The largest such file.
    private static let limit = 4_096

    /// Reads a file.
    ///
    /// - Returns: Its bytes; `nil` if it is missing.
    /// - Throws: `inputOutput`.
    static func read(_ path: String) throws(EventStoreError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw failure(path, "cannot be read") }
            return nil
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: limit)
        var count = 0
        while count < limit {
            let read = bytes.withUnsafeMutableBytes { buffer in
                System.read(descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
            }
            guard read >= 0 || errno == EINTR else { throw failure(path, "cannot be read") }
            guard read != 0 else { break }
            count += max(read, 0)
        }
        return Array(bytes[..<count])
    }

    /// Replaces a file durably.
    ///
    /// - Throws: `inputOutput`.
    static func write(_ bytes: [UInt8], to path: String) throws(EventStoreError) {
        let temporary = path + "-new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path, "cannot be written") }
        var written = 0
        var isSound = true
        while written < bytes.count, isSound {
            let count = bytes.withUnsafeBytes { buffer in
                System.write(descriptor, UnsafeRawBufferPointer(rebasing: buffer[written...]))
            }
            isSound = count > 0 || errno == EINTR
            written += max(count, 0)
        }
        isSound = isSound && fsync(descriptor) == 0
        let error = isSound ? nil : failure(path, "cannot be written")
        close(descriptor)
        if let error { throw error }
        guard rename(temporary, path) == 0 else { throw failure(path, "cannot be written") }
        try sync(path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ".")
    }

    /// Makes a file or a folder durable; a missing one is passed over.
    ///
    /// - Throws: `inputOutput`.
    static func sync(_ path: String) throws(EventStoreError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw failure(path, "cannot be synced") }
            return
        }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(path, "cannot be synced") }
    }

    /// The error of a failed system call, from `errno`.
    static func failure(_ path: String, _ what: String) -> EventStoreError {
        let number = errno
        return EventStoreError(
            number == ENOSPC || number == EDQUOT ? .diskFull : .inputOutput,
            "\(quoted(path, upTo: .max)) \(what): \(String(cString: strerror(number))); check the path, its permissions "
                + "and the disk")
    }

    /// The system's calls, whose names this type has taken.
    private enum System {
        static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
            #if canImport(Glibc)
                Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            #elseif canImport(Musl)
                Musl.read(descriptor, buffer.baseAddress, buffer.count)
            #else
                Darwin.read(descriptor, buffer.baseAddress, buffer.count)
            #endif
        }

        static func write(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
            #if canImport(Glibc)
                Glibc.write(descriptor, buffer.baseAddress, buffer.count)
            #elseif canImport(Musl)
                Musl.write(descriptor, buffer.baseAddress, buffer.count)
            #else
                Darwin.write(descriptor, buffer.baseAddress, buffer.count)
            #endif
        }
    }
}
