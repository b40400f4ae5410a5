import Foundation
import Synchronization
import Testing

@testable import NacreBenchmarks

@Suite struct LoadWatchTests {
    @Test func `percentiles are those of the latencies since the sight before, to within an eighth`() throws {
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
    func `every latency has its place`(latency: UInt64) throws {
        let watch = LoadWatch()
        watch.note(events: 1, nanoseconds: latency)
        let found = try #require(watch.sight.percentile(100, since: LoadWatch.Sight()))
        #expect(found >= latency)
        #expect(found - latency <= latency / 8)
    }

    @Test func `a live line says rate, latencies, failures, backlog and what is left`() {
        let budget = SliceBudget(seconds: 10, arrivals: Arrivals(rate: 1_000))
        var text = LiveText(step: "run 1 of 5  nacre", budget: budget)
        let watch = LoadWatch()
        #expect(text.line(of: watch.sight, at: 1_000_000_000) == "run 1 of 5  nacre  opening")
        for _ in 0..<400 { watch.note(events: 2, nanoseconds: 1_000_000) }
        watch.noteFailure()
        #expect(
            text.line(of: watch.sight, at: 1_500_000_000)
                == "run 1 of 5  nacre  1,600 events/s  p50 1.05 ms  p99 1.05 ms  1 failed  backlog 100  9.5 s left")
        // A store that stands still is seen to.
        #expect(
            text.line(of: watch.sight, at: 2_000_000_000)
                == "run 1 of 5  nacre  0 events/s  1 failed  backlog 600  9.0 s left")
        #expect(text.line(of: watch.sight, at: 11_500_000_000) == "run 1 of 5  nacre  closing, auditing")
    }

    @Test(.timeLimit(.minutes(10)))
    func `a live line is written over itself and is gone in the end`() async {
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
