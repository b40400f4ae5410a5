import Synchronization
import Testing
import ToolTesting

@testable import NacreTool

@Suite("Showing progress")
struct ProgressMeterTests {
    private final class Clock: Sendable {
        private let time = Mutex(ContinuousClock.now)
        var now: ContinuousClock.Instant { time.withLock(\.self) }
        func advance(_ duration: Duration) { time.withLock { $0 += duration } }
    }

    private let clock = Clock()
    private let captured: CapturedOutput
    private let meter: ProgressMeter

    init() throws {
        captured = try CapturedOutput()
        let diagnostics = Diagnostics(descriptor: captured.descriptor, terminal: .interactive, program: "nacre")
        meter = ProgressMeter("importing", on: diagnostics, now: { [clock] in clock.now })
    }

    @Test("work of less than a second shows no progress")
    func quick() throws {
        clock.advance(.milliseconds(999))
        meter.update(10, of: 20)
        meter.finish()
        #expect(try captured.text() == "")
    }

    @Test("longer work shows its progress, and removes the line at the end")
    func slow() throws {
        clock.advance(.seconds(2))
        meter.update(10, of: 20)
        meter.finish()
        #expect(
            try captured.text()
                == "\r\u{1B}[Kimporting: 10 events, 5 events/s, 50 %, 0:02 left\r\u{1B}[K")
    }

    @Test("progress is shown at most ten times a second")
    func often() throws {
        clock.advance(.seconds(2))
        for _ in 0..<10 {
            meter.update(10, of: 20)
            clock.advance(.milliseconds(25))
        }
        #expect(try captured.text().split(separator: "\r").count == 3)
    }

    @Test("without a terminal, no progress is shown")
    func noTerminal() throws {
        let meter = ProgressMeter("importing", on: nil, now: { [clock] in clock.now })
        clock.advance(.seconds(2))
        meter.update(10, of: 20)
        meter.finish()
        #expect(try captured.text() == "")
    }
}
