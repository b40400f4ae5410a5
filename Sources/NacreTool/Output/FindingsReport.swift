import Synchronization

/// Writes the findings of a check to standard output, one line each, and counts them.
///
/// Threading: all members may be called from any thread.
final class FindingsReport: Sendable {
    private struct State {
        var count = 0
        var failure: FileError?
    }

    private let output: StandardOutput
    private let state = Mutex(State())

    /// Creates a report.
    ///
    /// - Parameter output: The output that the findings are written to.
    init(to output: StandardOutput) {
        self.output = output
    }

    /// The number of findings so far.
    var count: Int { state.withLock(\.count) }

    /// Writes a finding.
    ///
    /// - Parameter finding: The finding, which need not be safe for a terminal.
    func add(_ finding: String) {
        state.withLock { state in
            state.count += 1
            guard state.failure == nil else { return }
            do throws(FileError) { try output.line(TerminalText.line(finding)) } catch { state.failure = error }
        }
    }

    /// Ends the report.
    ///
    /// - Returns: The number of findings.
    /// - Throws: ``FileError`` if a finding could not be written.
    func finish() throws(FileError) -> Int {
        let (count, failure) = state.withLock { ($0.count, $0.failure) }
        if let failure { throw failure }
        return count
    }
}
