import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Bytes on their way to a file or to standard output, written a buffer at a time.
///
/// What is still in the buffer is written by ``flush()`` and ``finish()`` alone: whoever drops an output on an error
/// leaves the rest unwritten.
struct BufferedOutput: ~Copyable {
    /// How much is gathered before it is written.
    static let bufferBytes = 256 << 10

    private let descriptor: Int32
    private var isOpen: Bool
    private let name: String

    /// What is to be written: append here, then call ``flushIfFull()``.
    var buffer: [UInt8] = []

    /// Writes to a descriptor that stays open, such as standard output.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor; where it does not block, writing waits.
    ///   - name: What it is, for messages.
    init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
        isOpen = false
    }

    /// Writes to a file, made anew or emptied, that its owner alone can read.
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
        // Reached with an open file only on the way of another error, which is the one to report.
        if isOpen { _ = close(descriptor) }
    }

    /// Writes the buffer where enough is gathered.
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
                // Nearly always all of it, which costs no move of the rest.
                buffer.removeFirst(count)
            } else if errno == EAGAIN {
                try waitUntilWritable()
            } else if errno != EINTR {
                throw FileError(.inputOutput, "cannot write \(name)", systemError: errno)
            }
        }
    }

    /// Writes the buffer and closes what was opened.
    ///
    /// - Throws: ``FileError``; a full disk can show itself as late as in closing.
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
