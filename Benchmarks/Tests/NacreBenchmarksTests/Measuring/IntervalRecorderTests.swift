import Foundation
import Testing

@testable import NacreBenchmarks

@Suite struct IntervalRecorderTests {
    private static let second: UInt64 = 1_000_000_000

    /// A recorder whose clock begins at 5 seconds.
    private func recorder() -> IntervalRecorder { IntervalRecorder(start: 5 * Self.second) }

    /// A moment, so many seconds after the start.
    private func after(_ seconds: Double) -> UInt64 { 5 * Self.second + UInt64(seconds * 1e9) }

    @Test func `every answer counts in the interval in which it came`() {
        var recorder = recorder()
        recorder.record(at: after(0.2), latency: 10, events: 3)
        recorder.record(at: after(0.9), latency: 20, events: 3)
        recorder.record(at: after(2.0), latency: 30, events: 4)
        recorder.recordError(at: after(2.5))
        let series = recorder.series(until: after(3.5), began: 1_000)
        #expect(series.events == [6, 0, 4, 0])
        #expect(series.errors == [0, 0, 1, 0])
        #expect(series.p50 == [10, nil, 30, nil])
        #expect(series.p99 == [20, nil, 30, nil])
        #expect(series.intervalSeconds == 1)
        #expect(series.seconds == 3.5)
        #expect(series.began == 1_000)
    }

    @Test func `what many writers noted is, merged, as if one had noted it`() {
        var writers = (0..<5).map { _ in recorder() }
        var all = recorder()
        var random = SplitMix64(seed: 1)
        for number in 0..<2_000 {
            let moment = after(Double(number) / 100)
            let latency = UInt64(random.next(below: 1_000_000))
            writers[number % 5].record(at: moment, latency: latency, events: 2)
            all.record(at: moment, latency: latency, events: 2)
        }
        let merged = writers.dropFirst().reduce(into: writers[0]) { $0.merge($1) }
        #expect(merged == all)
        #expect(merged.series(until: after(20), began: 0).events == .init(repeating: 200, count: 20))
    }

    @Test func `a long slice has longer intervals, not more of them, and loses nothing`() {
        var (long, short) = (recorder(), recorder())
        for second in 0..<3_000 { long.record(at: after(Double(second) + 0.5), latency: 7, events: 1) }
        for second in 0..<10 { short.record(at: after(Double(second) + 0.5), latency: 7, events: 1) }
        let series = long.series(until: after(3_000), began: 0)
        #expect(series.intervalSeconds == 8)
        #expect(series.events == .init(repeating: 8, count: 375))

        // Whichever is merged into the other.
        var one = long
        one.merge(short)
        short.merge(long)
        #expect(one == short)
        #expect(one.series(until: after(3_000), began: 0).events.reduce(0, +) == 3_010)
    }

    @Test func `of recorders with intervals of different lengths, the longer one counts`() {
        var fine = recorder()
        for second in 0..<8 { fine.record(at: after(Double(second)), latency: 7, events: 1) }
        var coarse = IntervalRecorder(start: 5 * Self.second, everySeconds: 4)
        for second in 0..<8 { coarse.record(at: after(Double(second)), latency: 7, events: 1) }
        fine.merge(coarse)
        #expect(fine.series(until: after(8), began: 0).events == [8, 8])
    }

    @Test func `an end that is far off makes no more intervals than are kept`() {
        var recorder = recorder()
        recorder.record(at: after(0), latency: 1, events: 1)
        let series = recorder.series(until: after(1e6), began: 0)
        #expect(series.events.count <= IntervalRecorder.mostIntervals)
        #expect(series.events.reduce(0, +) == 1)
    }

    @Test func `an answer of before the start, and a slice without any, are no trouble`() {
        var recorder = recorder()
        #expect(recorder.series(until: 0, began: 0).events.isEmpty)
        recorder.record(at: 0, latency: 1, events: 1)
        #expect(recorder.series(until: after(1), began: 0).events == [1])
    }

    @Test func `what is left at the end is joined to the last interval, unless it is half of one`() {
        var recorder = recorder()
        for tenth in 0..<24 { recorder.record(at: after(Double(tenth) / 10), latency: 1_000, events: 10) }
        let joined = recorder.series(until: after(2.4), began: 0).spans
        #expect(joined.map(\.events) == [100, 140])
        #expect(joined.map { ($0.eventsPerSecond * 10).rounded() / 10 } == [100, 100])
        #expect(recorder.series(until: after(2.6), began: 0).spans.map(\.events) == [100, 100, 40])
    }

    @Test func `a series is read back as it was written, and a damaged one is drawn as far as it goes`() throws {
        var recorder = recorder()
        recorder.record(at: after(1.5), latency: 1_000, events: 1)
        var series = recorder.series(until: after(3), began: 2)
        #expect(try JSONDecoder().decode(IntervalSeries.self, from: JSONEncoder().encode(series)) == series)
        (series.errors, series.p50, series.p99) = ([], [], [])
        #expect(series.spans.map(\.events) == [0, 1, 0])
    }
}
