import Foundation
import Synchronization
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct LoadWatchTests {
    @Test func `percentiles cover the latencies since the previous sample, to within an eighth`() throws {
        let watch = LoadWatch()
        for _ in 0..<100 { watch.note(events: 1, nanoseconds: 5_000_000_000) }
        let before = watch.sight
        for latency in 1...10_000 { watch.note(events: 3, nanoseconds: UInt64(latency) * 1_000) }
        let sight = watch.sight
        #expect(sight.events == 30_100)
        #expect(sight.answers == 10_100)
        for percent in [1.0, 50, 90, 99, 100] {
            let found = Double(try #require(sight.percentile(percent, since: before)))
            let exact = percent * 100 * 1_000
            #expect((exact...exact * 1.126).contains(found), "p\(percent): \(found)")
        }
        #expect(sight.percentile(50, since: sight) == nil)
    }

    @Test(arguments: [0, 1, 7, 8, 9, 1_000, .max] as [UInt64])
    func `every latency has a bucket`(latency: UInt64) throws {
        let watch = LoadWatch()
        watch.note(events: 1, nanoseconds: latency)
        let found = try #require(watch.sight.percentile(100, since: LoadWatch.Sight()))
        #expect(found >= latency)
        #expect(found - latency <= latency / 8)
    }

    @Test func `a live line shows rate, latencies, failures, backlog and remaining time`() {
        let budget = SliceBudget(seconds: 10, arrivals: Arrivals(rate: 1_000))
        var text = LiveText(step: "run 1 of 5  nacre", budget: budget)
        let watch = LoadWatch()
        #expect(text.line(of: watch.sight, at: 1_000_000_000) == "run 1 of 5  nacre  opening")
        for _ in 0..<400 { watch.note(events: 2, nanoseconds: 1_000_000) }
        watch.noteFailure()
        #expect(
            text.line(of: watch.sight, at: 1_500_000_000)
                == "run 1 of 5  nacre  1,600 events/s  p50 1.05 ms  p99 1.05 ms  1 failed  backlog 100  9.5 s left")
        // A stalled store is visible.
        #expect(
            text.line(of: watch.sight, at: 2_000_000_000)
                == "run 1 of 5  nacre  0 events/s  1 failed  backlog 600  9.0 s left")
        #expect(text.line(of: watch.sight, at: 11_500_000_000) == "run 1 of 5  nacre  closing, auditing")
    }

    /// The remainder of a budget half a second after the first of `calls` calls, each of three events.
    private func left(of budget: SliceBudget, calls: Int, failed: Int = 0) -> String? {
        var text = LiveText(step: "step", budget: budget)
        let watch = LoadWatch()
        _ = text.line(of: watch.sight, at: 1_000_000_000)
        for _ in 0..<calls { watch.note(events: 3, nanoseconds: 1_000_000) }
        for _ in 0..<failed { watch.noteFailure() }
        return text.line(of: watch.sight, at: 1_500_000_000).components(separatedBy: "  ").last
    }

    @Test func `a live line shows the rest of the limit that comes first`() {
        let operations = SliceBudget.Calls(count: 500, name: "operations")
        #expect(
            left(of: SliceBudget(seconds: 60, calls: operations), calls: 100) == "400 operations left, about 2.0 s")
        #expect(left(of: SliceBudget(seconds: 60, events: 900), calls: 100) == "600 events left, about 1.0 s")
        #expect(left(of: SliceBudget(events: 900), calls: 100) == "600 events left, about 1.0 s")
        // None of these ends in time.
        #expect(left(of: SliceBudget(seconds: 2, calls: operations), calls: 100) == "1.5 s left")
        #expect(left(of: SliceBudget(seconds: 2, events: 90_000), calls: 100) == "1.5 s left")
    }

    @Test func `a slice that began earlier is shown from the second sample on`() {
        var text = LiveText(step: "step", budget: SliceBudget(seconds: 10))
        let watch = LoadWatch()
        watch.note(events: 1, nanoseconds: 1_000_000)
        #expect(text.line(of: watch.sight, at: 1_000_000_000) == "step  opening")
        watch.note(events: 1, nanoseconds: 1_000_000)
        #expect(
            text.line(of: watch.sight, at: 1_500_000_000) == "step  2 events/s  p50 1.05 ms  p99 1.05 ms  9.5 s left")
    }

    @Test func `a failed call counts as a call`() {
        let reads = SliceBudget.Calls(count: 500, name: "reads")
        #expect(
            left(of: SliceBudget(seconds: 60, calls: reads), calls: 100, failed: 25) == "375 reads left, about 1.5 s")
    }

    @Test func `the line of a slice without a limit shows its backlog and no end`() {
        let budget = SliceBudget(arrivals: Arrivals(rate: 1_000))
        #expect(left(of: budget, calls: 100) == "backlog 400")
    }

    @Test(.timeLimit(.minutes(10)))
    func `a live line overwrites itself and is erased at the end`() async {
        final class Screen: Sendable {
            let written = Mutex<[String]>([])
        }
        let screen = Screen()
        let line = LiveLine(LiveText(step: "step", budget: SliceBudget(seconds: 1)), of: LoadWatch()) { text in
            screen.written.withLock { $0.append(text) }
        }
        while screen.written.withLock({ $0.isEmpty }) { await Task.yield() }
        await line.stop()
        let written = screen.written.withLock { $0 }
        #expect(written.first == "\r\u{1B}[Kstep  opening")
        #expect(written.last == "\r\u{1B}[K")
    }
}
