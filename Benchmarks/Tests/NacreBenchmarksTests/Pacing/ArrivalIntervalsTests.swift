import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct ArrivalIntervalsTests {
    private static let second: UInt64 = 1_000_000_000

    @Test func `answers count in the interval in which they came, from the first append that was due on`() throws {
        var record = ArrivalRecord()
        record.note(1, at: 6, due: 7 * Self.second, answered: 7 * Self.second + 30)
        record.note(0, at: 3, due: 5 * Self.second, answered: 5 * Self.second + 10)
        record.note(2, at: 9, due: 5 * Self.second, answered: 5 * Self.second + 20)
        #expect(record.span == 5 * Self.second...7 * Self.second + 30)
        let own = try #require(record.intervals(ofSeconds: 1, eventsPerAppend: 3))
        #expect(own.events == [6, 0, 3])
        #expect(own.p99 == [20, nil, 30])
        let others = try #require(record.intervals(ofSeconds: 1, eventsPerAppend: 3, latencies: [7, 8, 9]))
        #expect(others.p99 == [9, nil, 7])
    }

    @Test func `failures are kept by kind, of all callers, and are errors of their interval`() throws {
        struct Gone: Error {}
        var (one, other) = (ArrivalRecord(), ArrivalRecord())
        let now = monotonicNanoseconds()
        one.note(0, at: 1, due: now, answered: now + 100)
        one.note(1, failure: Gone())
        other.note(2, failure: HarnessError(.inputOutput, "the disk is full"))
        one.add(other)
        #expect(one.failures.map(\.kind) == ["other", "disk"])
        let series = try #require(one.intervals(ofSeconds: 3_600, eventsPerAppend: 1))
        #expect(series.errors == [2])
        #expect(other.intervals(ofSeconds: 1, eventsPerAppend: 1) == nil)
    }

    @Test func `a watch counts every answer and failure of closed and open loops`() async {
        let commits = KernelCommits(KernelLoad(streams: 64, payloadBytes: 100, seed: 3, eventsPerAppend: 2))
        let (closed, open) = (LoadWatch(), LoadWatch())
        let first = await ClosedLoop(commits: commits, writers: 4, seconds: 60)
            .run(on: RecordingTarget(failingAfter: 10), watchedBy: closed)
        #expect((closed.sight.events, closed.sight.answers, closed.sight.failures) == (20, 10, 4))
        #expect(first.failures.count == 4)
        let second = await OpenLoop(commits: commits, rate: 1_000, seconds: 0.05)
            .run(on: RecordingTarget(failingAfter: 10), watchedBy: open)
        #expect((open.sight.events, open.sight.answers) == (20, 10))
        #expect(open.sight.failures == second.failures.count)
    }
}
