import Nacre
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

    @Test("a phase has its own words, numbers and forecast, and is shown at once")
    func phases() throws {
        clock.advance(.seconds(4))
        meter.update(PhaseProgress("checking", 0, of: 10, unit: "streams"))
        clock.advance(.seconds(1))
        meter.update(PhaseProgress("checking", 5, of: 10, unit: "streams"))
        meter.enter("syncing")
        meter.finish()
        let lines = try captured.text().split(separator: "\r").map { $0.dropFirst(3) }
        #expect(
            lines == [
                "checking", "checking: 0 streams, 0 %", "checking: 5 streams, 5 streams/s, 50 %, 0:01 left", "syncing",
                "",
            ])
    }

    @Test("on a narrow terminal, the line has what fits and never wraps", arguments: 1...70)
    func narrow(width: Int) throws {
        let diagnostics = Diagnostics(
            descriptor: captured.descriptor,
            terminal: Terminal(isTerminal: true, noColour: nil, kind: nil, width: width))
        let meter = ProgressMeter("importing", on: diagnostics, now: { [clock] in clock.now })
        clock.advance(.seconds(2))
        meter.update(12_000, of: 20_000)
        let line = try captured.text().dropFirst(4)
        #expect(TerminalText.cells(of: line) <= max(1, width - 1))
        if width > 16 { #expect(line.contains("60 %")) }
    }
}
