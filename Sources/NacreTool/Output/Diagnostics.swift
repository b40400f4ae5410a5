import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Standard error: messages, a line each, and below them at most one line of progress.
///
/// Threading: all members may be called from any thread.
package final class Diagnostics: Sendable {
    /// The terminal at the other end.
    package let terminal: Terminal

    private struct State {
        var hasProgressLine = false
        var lastMessage: String?
    }

    private let descriptor: Int32
    private let program: String
    private let state = Mutex(State())

    /// Creates diagnostics on a descriptor, which stays open.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor.
    ///   - terminal: The terminal at its other end; `nil` detects it.
    ///   - program: The name that begins each message.
    package init(descriptor: Int32 = STDERR_FILENO, terminal: Terminal? = nil, program: String = Program.name) {
        self.descriptor = descriptor
        self.program = program
        self.terminal = terminal ?? Terminal(descriptor: descriptor)
    }

    /// Prints a notice beside the result.
    ///
    /// - Parameter message: The message, which need not be safe for a terminal.
    package func notice(_ message: String) {
        writeLine(terminal.bold("\(program):") + " " + TerminalText.line(message))
        state.withLock { $0.lastMessage = message }
    }

    /// Prints a failure without repeating the notice before it: not at all if they are equal, else with "see above".
    ///
    /// - Parameter message: The message, which need not be safe for a terminal.
    package func failure(_ message: String) {
        let last = state.withLock(\.lastMessage)
        guard last != message else { return }
        let rest = last.map { $0.isEmpty ? message : message.replacing($0, with: "see above") } ?? message
        writeLine(terminal.boldRed("\(program):") + " " + TerminalText.line(rest))
    }

    /// Prints an addition to the message before it.
    ///
    /// - Parameter line: A line, which need not be safe for a terminal.
    package func hint(_ line: String) {
        writeLine(TerminalText.line(line))
    }

    /// Shows a line of progress in place of the previous one; `nil` removes it.
    ///
    /// It is shortened to the width of the terminal, because only one line can be replaced.
    package func progress(_ line: String?) {
        let line = line.map { TerminalText.shortened($0, to: progressWidth) }
        state.withLock { state in
            guard state.hasProgressLine || line != nil else { return }
            write("\r\u{1B}[K" + (line ?? ""))
            state.hasProgressLine = line != nil
        }
    }

    /// The number of cells that a line of progress may take: one less than the terminal has, for the cursor.
    var progressWidth: Int { max(1, (terminal.width ?? 80) - 1) }

    private func writeLine(_ line: String) {
        state.withLock { state in
            write((state.hasProgressLine ? "\r\u{1B}[K" : "") + line + "\n")
            state.hasProgressLine = false
            state.lastMessage = nil
        }
    }

    private func write(_ text: String) {
        var output = BufferedOutput(descriptor: descriptor, name: "standard error")
        output.buffer.append(contentsOf: text.utf8)
        // A failure of standard error itself cannot be reported anywhere.
        try? output.flush()
    }
}
