import Synchronization

@testable import NacreBenchmarks
@testable import NacreVerification

/// A terminal that keeps all that is written on it.
final class RecordedTerminal: Sendable {
    private let texts = Mutex<[String]>([])

    /// Progress that is shown on it.
    var progress: Progress {
        Progress(isShown: true, columns: { 200 }, write: { [self] text in texts.withLock { $0.append(text) } })
    }

    /// Whether a live line of a step was on it.
    ///
    /// - Parameters:
    ///   - step: The step's name.
    ///   - isPart: Whether that is only how the name begins.
    /// - Returns: Whether it was.
    func showed(_ step: String, inPart isPart: Bool = false) -> Bool {
        texts.withLock { $0.contains { $0.hasPrefix("\r\u{1B}[K\(step)\(isPart ? " " : "  ")") } }
    }

    /// Whether a live line of a step said how fast it is.
    func showedRate(_ step: String) -> Bool {
        texts.withLock { $0.contains { $0.hasPrefix("\r\u{1B}[K\(step)  ") && $0.contains(" events/s  p50 ") } }
    }

    /// The lines on it that match.
    func lines(_ pattern: Regex<Substring>) -> [String] {
        texts.withLock(\.self).filter { $0.wholeMatch(of: pattern) != nil }
    }

    /// Whether nothing was ever on it.
    var isEmpty: Bool { texts.withLock(\.isEmpty) }
}
