import Synchronization

@testable import NacreBenchmarks
@testable import NacreVerification

/// A terminal that keeps its output.
final class RecordedTerminal: Sendable {
    private let texts = Mutex<[String]>([])

    /// Progress output on this terminal.
    var progress: Progress {
        Progress(isShown: true, columns: { 200 }, write: { [self] text in texts.withLock { $0.append(text) } })
    }

    /// Whether it showed a live line of a step.
    ///
    /// - Parameters:
    ///   - step: The step's name.
    ///   - isPart: Whether the argument is only the beginning of the name.
    /// - Returns: Whether a line matches.
    func showed(_ step: String, inPart isPart: Bool = false) -> Bool {
        texts.withLock { $0.contains { $0.hasPrefix("\r\u{1B}[K\(step)\(isPart ? " " : "  ")") } }
    }

    /// Whether a live line of a step showed its rate.
    func showedRate(_ step: String) -> Bool {
        texts.withLock { $0.contains { $0.hasPrefix("\r\u{1B}[K\(step)  ") && $0.contains(" events/s  p50 ") } }
    }

    /// The lines that match a pattern.
    func lines(_ pattern: Regex<Substring>) -> [String] {
        texts.withLock(\.self).filter { $0.wholeMatch(of: pattern) != nil }
    }

    /// Whether nothing was written.
    var isEmpty: Bool { texts.withLock(\.isEmpty) }
}
