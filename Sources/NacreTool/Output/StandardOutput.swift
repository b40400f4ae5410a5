import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Standard output, for results alone.
///
/// Output is buffered; ``flush()`` writes the rest. The code that runs a command calls it at the end.
///
/// Threading: all members may be called from any thread.
package final class StandardOutput: Sendable {
    /// The terminal at the other end.
    package let terminal: Terminal

    private let descriptor: Int32
    private let output: Mutex<BufferedOutput>

    /// Creates an output on a descriptor, which stays open.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor.
    ///   - terminal: The terminal at its other end; `nil` detects it.
    package init(descriptor: Int32 = STDOUT_FILENO, terminal: Terminal? = nil) {
        self.descriptor = descriptor
        self.terminal = terminal ?? Terminal(descriptor: descriptor)
        output = Mutex(BufferedOutput(descriptor: descriptor, name: "standard output"))
    }

    /// Writes a line.
    ///
    /// - Parameter line: The line, safe for a terminal and without its line break.
    /// - Throws: ``FileError``.
    package func line(_ line: String) throws(FileError) {
        try write { buffer in
            buffer.append(contentsOf: line.utf8)
            buffer.append(UInt8(ascii: "\n"))
        }
    }

    /// Writes the bytes that a closure appends.
    ///
    /// - Parameter append: Appends bytes.
    /// - Throws: ``FileError``.
    package func write(_ append: (inout [UInt8]) -> Void) throws(FileError) {
        try output.withLock { output throws(FileError) in
            append(&output.buffer)
            try output.flushIfFull()
        }
    }

    /// Writes the buffer.
    ///
    /// - Throws: ``FileError``.
    package func flush() throws(FileError) {
        try output.withLock { output throws(FileError) in try output.flush() }
    }

    /// Whether a write would wait: the reader does not read, or the terminal is stopped.
    var isBlocked: Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&request, 1, 0) == 0
    }

    /// Waits until the reader of the output has gone.
    ///
    /// A write alone would notice that only when there is something to write.
    ///
    /// - Throws: ``FileError`` with `EPIPE` once the reader has gone; `CancellationError`.
    package func waitUntilReaderCloses() async throws {
        while true {
            var request = pollfd(fd: descriptor, events: 0, revents: 0)
            if poll(&request, 1, 0) > 0, Int32(request.revents) & (POLLERR | POLLHUP) != 0 {
                throw FileError(.inputOutput, "cannot write standard output", systemError: EPIPE)
            }
            try await Task.sleep(for: .milliseconds(100))
        }
    }
}
