import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Secrets that a command asks for: typed on a terminal without being shown, else the next lines of standard input.
///
/// A secret is never an argument: other users of the machine can see those. Reading blocks the thread. It is meant for
/// the main thread, not for the cooperative pool.
package struct SecretInput: Sendable {
    // OPS-22: Passwords and tokens come by prompt or standard input.

    /// The longest secret, in bytes.
    private static let limit = 4096

    private let descriptor: Int32
    private let prompts: Int32

    /// Creates an input on descriptors, which stay open.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor that secrets are read from.
    ///   - prompts: The descriptor that a terminal's prompts are written to.
    package init(descriptor: Int32 = STDIN_FILENO, prompts: Int32 = STDERR_FILENO) {
        self.descriptor = descriptor
        self.prompts = prompts
    }

    /// Reads a secret.
    ///
    /// - Parameter name: The secret's name, which is the prompt: `Password`.
    /// - Returns: The line without its line feed.
    /// - Throws: ``CommandError`` `badInput` if there is no line, or if it is too long or not UTF-8; ``FileError``.
    package func read(_ name: String) throws -> String {
        guard isatty(descriptor) == 1 else { return try line(name) }
        let entry = try HiddenEntry(terminal: descriptor)
        defer { entry.end() }
        var prompt = BufferedOutput(descriptor: prompts, name: "standard error")
        prompt.buffer.append(contentsOf: "\(name): ".utf8)
        try prompt.flush()
        return try line(name)
    }

    /// Reads a secret that is being chosen: a terminal asks for it twice.
    ///
    /// - Parameter name: The secret's name, which is the prompt: `New password`.
    /// - Returns: The line without its line feed.
    /// - Throws: ``CommandError`` `badInput`, also if the second line differs; ``FileError``.
    package func readNew(_ name: String) throws -> String {
        let secret = try read(name)
        guard isatty(descriptor) == 1 else { return secret }
        guard try read("\(name), again") == secret else {
            throw CommandError(.badInput, "the two entries differ: run the command again")
        }
        return secret
    }

    /// The next line, read byte by byte: what follows it is for the next reader.
    private func line(_ name: String) throws -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = unbufferedRead(descriptor, &byte)
            guard count >= 0 else { throw FileError(.inputOutput, "cannot read standard input", systemError: errno) }
            guard count > 0, byte != UInt8(ascii: "\n") else {
                guard count > 0 || !bytes.isEmpty else {
                    throw CommandError(
                        .badInput, "standard input has no line with \(quoted(name)): give it as a line of its own")
                }
                break
            }
            bytes.append(byte)
            guard bytes.count <= Self.limit else {
                throw CommandError(.badInput, "\(quoted(name)) is longer than the limit of \(Self.limit) bytes")
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandError(.badInput, "\(quoted(name)) is not UTF-8: give text in UTF-8")
        }
        return text
    }
}

/// Reads one byte, again if a signal interrupts it; 0 at the end, -1 after an error.
private func unbufferedRead(_ descriptor: Int32, _ byte: inout UInt8) -> Int {
    var count: Int
    repeat { count = read(descriptor, &byte, 1) } while count < 0 && errno == EINTR
    return count
}
