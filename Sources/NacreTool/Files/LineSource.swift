import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The lines of a file or of standard input, read a chunk at a time.
///
/// The source holds at most the longest allowed line and one chunk, however long a line is. Reading blocks the thread,
/// on a pipe until the writer writes. It is meant for the main thread, not for the cooperative pool.
struct LineSource: ~Copyable {
    /// A line without its line feed.
    struct Line {
        /// The number of the line, counted from 1.
        let number: Int

        /// The bytes of the line; release them before the next line is requested, or they are copied.
        let bytes: ArraySlice<UInt8>
    }

    /// The number of bytes read at once.
    static let chunkBytes = 256 << 10

    /// The longest wait for a pipe before cancellation is checked.
    private static let cancellationCheckMilliseconds: Int32 = 100

    private let descriptor: Int32
    private let isOwned: Bool
    private let name: String
    private let limit: Int
    private var chunk = [UInt8](repeating: 0, count: LineSource.chunkBytes)
    private var isAtEnd = false

    // The bytes from `start` on have not been returned yet; those before `scanned` contain no line feed.
    private var buffer: [UInt8] = []
    private var start = 0
    private var scanned = 0

    /// Whether the first bytes have been looked at.
    private var isBegun = false

    /// The number of lines returned so far.
    private(set) var lineCount = 0

    /// The number of bytes read so far, for progress against the size of a file.
    private(set) var byteCount = 0

    /// Reads from a descriptor that stays open, such as standard input.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor.
    ///   - name: The input's name, for messages.
    ///   - limit: The maximum length of a line in bytes.
    init(descriptor: Int32, name: String, limit: Int = NDJSON.lineBytes) {
        self.init(descriptor: descriptor, isOwned: false, name: name, limit: limit)
    }

    /// Reads from a file.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - limit: The maximum length of a line in bytes.
    /// - Throws: ``FileError``.
    init(path: String, limit: Int = NDJSON.lineBytes) throws(FileError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let systemError = errno
            throw FileError(
                systemError == ENOENT || systemError == ENOTDIR ? .noSuchFile : .inputOutput,
                "cannot open \(quoted(path, upTo: .max))", systemError: systemError)
        }
        self.init(descriptor: descriptor, isOwned: true, name: quoted(path, upTo: .max), limit: limit)
    }

    private init(descriptor: Int32, isOwned: Bool, name: String, limit: Int) {
        self.descriptor = descriptor
        self.isOwned = isOwned
        self.name = name
        self.limit = limit
    }

    deinit {
        // The file is only read: a failure to close it loses nothing.
        if isOwned { _ = close(descriptor) }
    }

    /// The next line; the last line needs no line feed.
    ///
    /// - Returns: The line, or `nil` at the end.
    /// - Throws: ``FileError`` if reading fails, ``ImportError`` if the line is longer than the limit;
    ///   `CancellationError` while waiting for a pipe.
    mutating func next() throws -> Line? {
        try begin()
        while true {
            if let feed = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
                return try line(upTo: feed, next: feed + 1)
            }
            scanned = buffer.count
            // One byte more than the limit shows that the line is too long; the rest of it is never read.
            if isAtEnd || buffer.count - start > limit { break }
            try fill()
        }
        guard start < buffer.count else { return nil }
        return try line(upTo: buffer.count, next: buffer.count)
    }

    /// Skips a byte order mark of UTF-8, and reads no line yet; ``next()`` does this too.
    ///
    /// - Throws: ``ImportError`` if the input is compressed or in UTF-16; ``FileError`` if reading fails;
    ///   `CancellationError` while waiting for a pipe.
    mutating func begin() throws {
        guard !isBegun else { return }
        // Waits for more bytes only while those so far may be a mark: lines of a pipe are returned at once.
        while !isAtEnd, EncodingMark.mayFollow(buffer) { try fill() }
        isBegun = true
        switch EncodingMark(beginning: buffer) {
        case .utf8: (start, scanned) = (EncodingMark.utf8Bytes.count, EncodingMark.utf8Bytes.count)
        case .gzip: throw ImportError(.compressed, line: 1, "is compressed with gzip, decompress it")
        case .utf16: throw ImportError(.otherEncoding, line: 1, "is in UTF-16, convert it to UTF-8")
        case nil: break
        }
    }

    private mutating func line(upTo end: Int, next: Int) throws(ImportError) -> Line {
        lineCount += 1
        guard end - start <= limit else {
            throw ImportError(.badLine, line: lineCount, "the line is longer than the limit of \(limit) bytes")
        }
        defer {
            start = next
            scanned = next
        }
        return Line(number: lineCount, bytes: buffer[start..<end])
    }

    private mutating func fill() throws {
        try waitUntilReadable()
        buffer.removeSubrange(..<start)
        scanned -= start
        start = 0
        var count: Int
        repeat { count = read(descriptor, &chunk, chunk.count) } while count < 0 && errno == EINTR
        guard count >= 0 else { throw FileError(.inputOutput, "cannot read \(name)", systemError: errno) }
        isAtEnd = count == 0
        byteCount += count
        reserve(buffer.count + count)
        buffer.append(contentsOf: chunk[..<count])
    }

    /// Waits until a read does not block, so that a cancelled task does not wait for the writer of a pipe.
    private func waitUntilReadable() throws {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // A failed poll is left to the read, which reports the failure.
        while poll(&request, 1, Self.cancellationCheckMilliseconds) == 0 { try Task.checkCancellation() }
    }

    // Without this limit the array's capacity would double without bound.
    private mutating func reserve(_ count: Int) {
        guard count > buffer.capacity else { return }
        buffer.reserveCapacity(max(count, min(2 * buffer.capacity, limit + Self.chunkBytes)))
    }
}
