import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct IntervalRecorderTests {
    private static let second: UInt64 = 1_000_000_000

    /// A recorder whose clock begins at 5 seconds.
    private func recorder() -> IntervalRecorder { IntervalRecorder(start: 5 * Self.second) }

    /// The moment a number of seconds after the start.
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

    @Test func `percentiles are those of the interval's own latencies`() throws {
        var recorder = recorder()
        for (count, latency) in [(600, 10), (395, 20), (5, 90)] as [(Int, UInt64)] {
            for _ in 0..<count { recorder.record(at: after(0.5), latency: latency, events: 1) }
        }
        recorder.record(at: after(1.5), latency: 7_654_321_098, events: 1)
        let series = recorder.series(until: after(2), began: 0)
        #expect(series.p50[0] == 10)
        #expect(series.p99[0] == 20)
        // Two significant digits.
        let long = Double(try #require(series.p99[1]))
        #expect(abs(long / 7_654_321_098 - 1) < 0.01)
    }

    @Test func `a failure counts in its interval`() {
        var record = WriterRecord(eventsPerAcknowledgement: 2)
        (record.latencies, record.moments) = ([10, 10], [after(0.5), after(2.5)])
        record.failures = [
            AppendFailure(moment: after(0.2), kind: AppendFailure.disk),
            AppendFailure(moment: after(2.1), kind: AppendFailure.other),
            AppendFailure(moment: after(2.2), kind: AppendFailure.other),
        ]
        let slice = AppendSlice(start: after(0), nanoseconds: 3 * Self.second, records: [record, record])
        let series = slice.intervals(ofSeconds: 1)
        #expect(series.errors == [2, 0, 4])
        #expect(series.events == [4, 0, 4])
    }

    @Test func `callers' answers count in their intervals, with their events`() {
        var (one, other) = (TimedAnswers(), TimedAnswers())
        one.note(nanoseconds: 10, at: after(0.5), events: 3)
        one.note(nanoseconds: 30, at: after(2.5), events: 0)
        other.note(nanoseconds: 20, at: after(0.7), events: 4)
        let failure = AppendFailure(moment: after(1.5), kind: AppendFailure.other)
        let series = IntervalSeries(
            ofSeconds: 1, from: after(0), nanoseconds: 2_800_000_000, answers: [one, other], failures: [failure])
        #expect(series.events == [7, 0, 0])
        #expect(series.errors == [0, 1, 0])
        #expect(series.p99 == [20, nil, 30])
        #expect(series.seconds == 2.8)
        #expect(one.events == 3)
    }

    @Test func `events recorded without a latency add none`() {
        var recorder = recorder()
        recorder.record(at: after(0.5), events: 4)
        recorder.record(at: after(1.5), latency: 30, events: 0)
        let series = recorder.series(until: after(2), began: 0)
        #expect(series.events == [4, 0])
        #expect(series.p99 == [nil, 30])
    }

    @Test func `a slice lasts until the last answer if that came later than its mean end`() {
        var answers = TimedAnswers()
        answers.note(nanoseconds: 10, at: after(1.5), events: 1)
        let series = IntervalSeries(
            ofSeconds: 1, from: after(0), nanoseconds: 900_000_000, answers: [answers], failures: [])
        #expect(series.events == [0, 1])
        #expect(series.seconds == 1.5)
    }

    @Test func `a long slice has longer intervals instead of more, and loses nothing`() {
        var long = recorder()
        for second in 0..<3_000 {
            long.record(at: after(Double(second) + 0.5), latency: second % 4 == 3 ? 70 : 7, events: 1)
        }
        let series = long.series(until: after(3_000), began: 0)
        #expect(series.intervalSeconds == 8)
        #expect(series.events == .init(repeating: 8, count: 375))
        #expect(series.p50 == .init(repeating: 7, count: 375))
        #expect(series.p99 == .init(repeating: 70, count: 375))
    }

    @Test func `a distant end creates no more than the maximum of intervals`() {
        var recorder = recorder()
        recorder.record(at: after(0), latency: 1, events: 1)
        let series = recorder.series(until: after(1e6), began: 0)
        #expect(series.events.count <= IntervalRecorder.mostIntervals)
        #expect(series.events.reduce(0, +) == 1)
    }

    @Test func `an answer before the start counts, and a slice may have none`() {
        var recorder = recorder()
        #expect(recorder.series(until: 0, began: 0).events.isEmpty)
        recorder.record(at: 0, latency: 1, events: 1)
        #expect(recorder.series(until: after(1), began: 0).events == [1])
    }

    @Test func `a remainder below half of an interval is merged into the last`() {
        var recorder = recorder()
        for tenth in 0..<24 { recorder.record(at: after(Double(tenth) / 10), latency: 1_000, events: 10) }
        recorder.recordError(at: after(2.3))
        let joined = recorder.series(until: after(2.4), began: 0).spans
        #expect(joined.map(\.events) == [100, 140])
        #expect(joined.map(\.errors) == [0, 1])
        #expect(joined.map { ($0.eventsPerSecond * 10).rounded() / 10 } == [100, 100])
        #expect(recorder.series(until: after(2.6), began: 0).spans.map(\.events) == [100, 100, 40])
    }

    @Test func `a series is decoded as encoded, and a damaged one is drawn as far as possible`() throws {
        var recorder = recorder()
        recorder.record(at: after(1.5), latency: 1_000, events: 1)
        var series = recorder.series(until: after(3), began: 2)
        #expect(try JSONDecoder().decode(IntervalSeries.self, from: JSONEncoder().encode(series)) == series)
        (series.errors, series.p50, series.p99) = ([], [], [])
        #expect(series.spans.map(\.events) == [0, 1, 0])
    }
}
