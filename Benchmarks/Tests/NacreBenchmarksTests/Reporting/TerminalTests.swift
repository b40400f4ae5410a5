import Synchronization
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct TerminalTests {
    private static let line =
        "run 1 of 7  sqlite-group-large  123,456 events/s  p50 763.1 µs  p99 12.34 ms  1.5 s left"

    @Test func `a long line is truncated with an ellipsis`() {
        #expect(Self.line.count == 88)
        #expect(Terminal.fitted(Self.line, in: 89) == Self.line)
        for columns in [2, 3, 40, 80, 88] {
            let fitted = Terminal.fitted(Self.line, in: columns)
            #expect(fitted.count == columns - 1)
            #expect(fitted.hasSuffix("…") && Self.line.hasPrefix(fitted.dropLast()))
        }
        #expect(Terminal.fitted(Self.line, in: 0) == "…")
    }

    @Test(.timeLimit(.minutes(10)))
    func `a live line fits the terminal`() async {
        final class Screen: Sendable {
            let written = Mutex<[String]>([])
        }
        let screen = Screen()
        let text = LiveText(step: Self.line, budget: SliceBudget(seconds: 1))
        let line = LiveLine(
            text, of: LoadWatch(), columns: { 21 }, write: { text in screen.written.withLock { $0.append(text) } })
        while screen.written.withLock({ $0.isEmpty }) { await Task.yield() }
        await line.stop()
        #expect(screen.written.withLock { $0.first } == "\r\u{1B}[Krun 1 of 7  sqlite-…")
    }
}
