import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A buffered output to a file or to standard output.
///
/// Only ``flush()`` and ``finish()`` write the rest of the buffer. An output that is dropped on an error leaves the
/// rest unwritten.
struct BufferedOutput: ~Copyable {
    /// The size of the buffer in bytes.
    static let bufferBytes = 256 << 10

    private let descriptor: Int32
    private var isOpen: Bool
    private let name: String

    /// The bytes to write: append here, then call ``flushIfFull()``.
    var buffer: [UInt8] = []

    /// Writes to a descriptor that stays open, such as standard output.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor; if it is non-blocking, writing waits until it is writable.
    ///   - name: The output's name, for messages.
    init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
        isOpen = false
    }

    /// Writes to a file, which is created or truncated; a new file can be read by its owner alone.
    ///
    /// - Parameter path: The path.
    /// - Throws: ``FileError``.
    init(path: String) throws(FileError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw FileError(.cannotCreate, "cannot create \(quoted(path, upTo: .max))", systemError: errno)
        }
        self.descriptor = descriptor
        name = quoted(path, upTo: .max)
        isOpen = true
    }

    deinit {
        // The file is open here only after another error, which is the one to report.
        if isOpen { _ = close(descriptor) }
    }

    /// Writes the buffer if it is full.
    ///
    /// - Throws: ``FileError``.
    mutating func flushIfFull() throws(FileError) {
        if buffer.count >= Self.bufferBytes { try flush() }
    }

    /// Writes the buffer.
    ///
    /// - Throws: ``FileError``.
    mutating func flush() throws(FileError) {
        while !buffer.isEmpty {
            let count = write(descriptor, buffer, buffer.count)
            if count >= 0 {
                // Usually the whole buffer is written, and no bytes are moved.
                buffer.removeFirst(count)
            } else if errno == EAGAIN {
                try waitUntilWritable()
            } else if errno != EINTR {
                throw FileError(.inputOutput, "cannot write \(name)", systemError: errno)
            }
        }
    }

    /// Writes the buffer, and closes the file if this output opened it.
    ///
    /// - Throws: ``FileError``; a full disk may be reported only when the file is closed.
    consuming func finish() throws(FileError) {
        try flush()
        guard isOpen else { return }
        isOpen = false
        guard close(descriptor) == 0 else {
            throw FileError(.inputOutput, "cannot write \(name)", systemError: errno)
        }
    }

    private func waitUntilWritable() throws(FileError) {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&request, 1, -1) >= 0 || errno == EINTR else {
            throw FileError(.inputOutput, "cannot write \(name)", systemError: errno)
        }
    }
}
