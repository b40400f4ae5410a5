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
/// It is written a buffer at a time; ``flush()`` writes the rest, which whoever runs a command does at its end.
///
/// Threading: all members may be called from any thread.
package final class StandardOutput: Sendable {
    /// What is at the other end.
    package let terminal: Terminal

    private let descriptor: Int32
    private let output: Mutex<BufferedOutput>

    /// Opens a descriptor, which stays open.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor.
    ///   - terminal: What is at its other end; `nil` finds out.
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

    /// Writes what a closure appends.
    ///
    /// - Parameter append: Appends bytes.
    /// - Throws: ``FileError``.
    package func write(_ append: (inout [UInt8]) -> Void) throws(FileError) {
        try output.withLock { output throws(FileError) in
            append(&output.buffer)
            try output.flushIfFull()
        }
    }

    /// Writes what is in the buffer.
    ///
    /// - Throws: ``FileError``.
    package func flush() throws(FileError) {
        try output.withLock { output throws(FileError) in try output.flush() }
    }
    /// Waits until whoever reads the output has gone, which writing alone would not notice before there is something
    /// to write.
    ///
    /// - Throws: ``FileError`` with `EPIPE` when nobody reads; `CancellationError`.
    package func waitUntilAbandoned() async throws {
        while true {
            var request = pollfd(fd: descriptor, events: 0, revents: 0)
            if poll(&request, 1, 0) > 0, Int32(request.revents) & (POLLERR | POLLHUP) != 0 {
                throw FileError(.inputOutput, "cannot write standard output", systemError: EPIPE)
            }
            try await Task.sleep(for: .milliseconds(100))
        }
    }
}
