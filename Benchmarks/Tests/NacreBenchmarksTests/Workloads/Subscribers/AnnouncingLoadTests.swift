import Foundation
import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct AnnouncingLoadTests {
    private let load = AppendLoad(writers: 3, eventsPerAppend: 2, streams: 9, payloadBytes: 27, seed: 5, order: .rounds)

    private func audit(_ log: [LoggedEvent], _ records: [WriterRecord]) -> AuditReport {
        var auditor = LogAuditor(load: load, records: records)
        for event in log { auditor.observe(event) }
        return auditor.finish()
    }

    @Test func `writers append the given number of events, with the time of each answer`() async {
        let target = RecordingTarget()
        let announcing = AnnouncingLoad(load)
        _ = await announcing.run(AnnouncedSlice(events: 60), on: target)
        let drained = await announcing.drain()
        #expect(audit(target.log, drained.map(\.record)).passed)
        #expect(drained.map(\.answered.count) == [10, 10, 10])
        #expect(drained.allSatisfy { $0.answered == $0.answered.sorted() })
    }

    @Test func `writers continue where others of the same load ended`() async {
        let target = RecordingTarget()
        let first = AnnouncingLoad(load)
        _ = await first.run(AnnouncedSlice(events: 60), on: target)
        var records = await first.drain().map(\.record)
        let second = AnnouncingLoad(load, goingOnAfter: records.map(\.acknowledgements.count))
        _ = await second.run(AnnouncedSlice(events: 30), on: target)
        for (index, drained) in await second.drain().enumerated() { records[index].goOn(with: drained.record) }
        #expect(target.log.count == 90)
        #expect(audit(target.log, records).passed)
    }

    @Test func `all writers make progress if appends do not suspend`() async {
        let target = ComputingTarget()
        let counting = CountingTarget(target: target, answers: SlowReading.Counter())
        let announcing = AnnouncingLoad(load)
        _ = await announcing.run(AnnouncedSlice(events: 3 * 2 * 500), on: counting)
        var appends: [UInt32: Int] = [:]
        for event in target.target.log {
            guard let mark = EventMark(of: event.payload.span.bytes) else { continue }
            appends[mark.writer, default: 0] += 1
            if appends[mark.writer] == 2 * 500 { break }
        }
        #expect(appends.count == 3)
    }

    @Test func `latencies of appends at a rate count from the due time`() async {
        let target = RecordingTarget()
        let announcing = AnnouncingLoad(load)
        _ = await announcing.run(AnnouncedSlice(seconds: 0.05, rate: 2_000), on: target)
        let drained = await announcing.drain()
        let dues = Arrivals(rate: 2_000).dues(seconds: 0.05, seed: load.seed)
        #expect(target.log.count == 2 * dues.count)
        let called = drained.flatMap { zip($0.answered, $0.record.latencies).map { $0 - $1 } }.sorted()
        #expect(zip(called.dropFirst(), called).map { $0 - $1 } == zip(dues.dropFirst(), dues).map { $0 - $1 })
    }

    @Test(arguments: [nil, 2_000] as [Double?])
    func `a watch is called with every answer and failure`(rate: Double?) async {
        let announcing = AnnouncingLoad(load)
        let watch = LoadWatch()
        let (start, nanoseconds) = await announcing.run(
            AnnouncedSlice(seconds: 0.05, events: 60, rate: rate), on: RecordingTarget(failingAfter: 8),
            watchedBy: watch)
        #expect(watch.sight.events == 16)
        #expect(watch.sight.answers == 8)
        #expect(watch.sight.failures == 3)
        for (record, answered) in await announcing.drain() {
            let moments = answered + record.failures.map(\.moment)
            #expect(moments.allSatisfy { (start...start + nanoseconds).contains($0) })
        }
    }

    @Test func `a live line knows the end of a slice, unless it ends on request`() {
        var slice = AnnouncedSlice(seconds: 5, rate: 100)
        #expect(slice.budget == SliceBudget(seconds: 5, arrivals: Arrivals(rate: 100)))
        slice.endsWhenStopped = true
        #expect(slice.budget == SliceBudget(arrivals: Arrivals(rate: 100)))
        #expect(AnnouncedSlice(events: 60).budget == SliceBudget(events: 60))
    }

    @Test(arguments: [AnnouncedSlice(events: 60), AnnouncedSlice(seconds: 60, rate: 1_000)])
    func `a stop sign ends the appending, even before it begins`(slice: AnnouncedSlice) async {
        let stop = StopSign()
        stop.raise()
        let target = RecordingTarget()
        let announcing = AnnouncingLoad(load)
        _ = await announcing.run(slice, on: target, until: stop)
        #expect(target.log.isEmpty)
    }

    @Test func `a stop sign raised before anything is due ends the appending`() async {
        let stop = StopSign()
        stop.raise()
        let target = RecordingTarget()
        let announcing = AnnouncingLoad(load)
        _ = await announcing.run(AnnouncedSlice(seconds: 0.05, rate: 2_000), on: target, until: stop)
        #expect(target.log.isEmpty)
    }

    @Test func `a slice is refused only if nothing is due in it`() throws {
        let announcing = AnnouncingLoad(load)
        let error = #expect(throws: HarnessError.self) {
            try announcing.requireDue(AnnouncedSlice(seconds: 0.001, rate: 0.5))
        }
        #expect(error?.message.contains("no append is due within") == true)
        // Due in one of the later pieces.
        try announcing.requireDue(AnnouncedSlice(seconds: 3_600, rate: 0.1))
        try announcing.requireDue(AnnouncedSlice(events: 1))
    }

    @Test func `a failed append ends its writer and leaves its events in flight`() async {
        let target = RecordingTarget(failingAfter: 4)
        let announcing = AnnouncingLoad(load)
        _ = await announcing.run(AnnouncedSlice(events: 60), on: target)
        let records = await announcing.drain().map(\.record)
        #expect(records.contains { $0.failure?.contains("the disk is gone") == true && $0.eventsInFlight == 2 })
        #expect(records.map { $0.failures.map(\.kind) } == [["other"], ["other"], ["other"]])
        #expect(!audit(target.log, records).passed)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a refused append ends its writer too, so that the end of the load reports it`() async {
        let announcing = AnnouncingLoad(load)
        // Without a limit: a writer that repeated the refused append would never end.
        _ = await announcing.run(AnnouncedSlice(), on: RefusingTarget())
        let records = await announcing.drain().map(\.record)
        #expect(records.map(\.failures.count) == [1, 1, 1])
        #expect(records.allSatisfy { $0.eventsInFlight == 0 })
    }

    @Test func `an append that overlaps a time range counts with its whole latency`() {
        var record = WriterRecord(eventsPerAcknowledgement: 2)
        record.latencies = [50, 60, 70, 80]
        let answers = AnnouncedAnswers(reply: WorkerReply(), records: [record], moments: [[100, 160, 230, 310]])
        // The first is answered before it, the last begun after it.
        let (latencies, events) = answers.between(100, 230)
        #expect(latencies == [60, 70])
        #expect(events == 4)
        #expect(answers.between(100, 229).events == 2)
    }
}

/// A target that refuses every append.
private struct RefusingTarget: AppendTarget {
    func head() async throws -> Position { 0 }

    func append(_ commit: Commit) async throws -> AppendResult {
        throw EventStoreError(.conflict, "refused", outcome: .notWritten)
    }
}
