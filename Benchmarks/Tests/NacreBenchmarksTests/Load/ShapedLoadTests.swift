import Nacre
import Testing

@testable import NacreLoad
@testable import NacreVerification

@Suite struct ShapedLoadTests {
    private var load: AppendLoad {
        var load = AppendLoad(writers: 2, eventsPerAppend: 6, streams: 40, payloadBytes: 32, seed: 3)
        load.streamsPerAppend = 3
        return load
    }

    private func audit(_ load: AppendLoad, _ slice: AppendSlice, _ log: [LoggedEvent]) -> AuditReport {
        var auditor = LogAuditor(load: load, records: slice.records)
        for event in log { auditor.observe(event) }
        return auditor.finish()
    }

    @Test func `the events of an append are divided evenly among different streams`() async {
        let target = RecordingTarget()
        let slice = await ConcurrentLoad.run(load, within: SliceBudget(seconds: nil, events: 240), on: target)
        #expect(slice.events == 240)
        for first in stride(from: 0, to: 240, by: 6) {
            let streams = target.log[first..<first + 6].map(\.stream)
            #expect(Set(streams).count == 3)
            #expect(streams[0] == streams[1] && streams[2] == streams[3] && streams[4] == streams[5])
        }
        #expect(audit(load, slice, target.log).passed)
    }

    @Test func `a stream missing from an append is found`() async {
        let target = RecordingTarget()
        let slice = await ConcurrentLoad.run(load, within: SliceBudget(seconds: nil, events: 120), on: target)
        var log = target.log
        log.removeSubrange(2..<4)
        #expect(!audit(load, slice, log).passed)
    }

    @Test func `a load that prefers the latest streams adds new ones as it runs`() {
        var load = AppendLoad(writers: 1, eventsPerAppend: 1, streams: 50, payloadBytes: 32, seed: 3)
        load.distribution = .latest
        var plan = WriterPlan(load: load, writer: 0)
        let streams = (0..<400).map { _ in plan.next().stream }
        #expect(streams.prefix(10).allSatisfy { $0 == 0 })
        for (index, stream) in streams.enumerated() { #expect(stream <= index / WriterPlan.appendsPerNewStream) }
        #expect(streams.max() ?? 0 >= 35)
        #expect(streams.suffix(100).count { $0 >= 25 } > 60)
    }

    @Test func `with Zipf's distribution, a writer's first streams are the most popular`() {
        var load = AppendLoad(writers: 2, eventsPerAppend: 1, streams: 2_000, payloadBytes: 32, seed: 3)
        load.distribution = .zipf
        var plan = WriterPlan(load: load, writer: 1)
        let streams = (0..<10_000).map { _ in plan.next().stream }
        #expect(streams.allSatisfy { load.streams(of: 1).contains($0) })
        // 1 ÷ 7.9 of them by the distribution's sum for 1,000 streams.
        #expect((1_100...1_450).contains(streams.count { $0 == 1_000 }))
    }

    @Test func `events carry the requested further tags, and a missing one is found`() async {
        var load = AppendLoad(writers: 2, eventsPerAppend: 1, streams: 8, payloadBytes: 32, seed: 3)
        load.labels = .tag
        load.furtherTags = 3
        let target = RecordingTarget()
        let slice = await ConcurrentLoad.run(load, within: SliceBudget(seconds: nil, events: 40), on: target)
        #expect(target.log.allSatisfy { Set($0.tags).count == 4 })
        func passes(_ log: [LoggedEvent]) -> Bool {
            var auditor = LogAuditor(load: load, records: slice.records)
            for event in log { auditor.observe(event) }
            return auditor.finish().passed
        }
        var log = target.log
        #expect(passes(log))
        log[7].tags.removeLast()
        #expect(!passes(log))
    }

    @Test func `repeated appends are counted, and are in the log once`() async {
        var load = AppendLoad(writers: 2, eventsPerAppend: 2, streams: 8, payloadBytes: 32, seed: 3)
        load.labels = .idAndTags
        load.repeatsEvery = 5
        let target = RecordingTarget()
        let slice = await ConcurrentLoad.run(load, within: SliceBudget(seconds: nil, events: 80), on: target)
        #expect(slice.records.map(\.failure) == [nil, nil])
        #expect(slice.records.map(\.repeats) == [4, 4])
        #expect(slice.records.map(\.latencies.count) == [20, 20])
        #expect(target.log.count == 80)
    }

    @Test func `a load without its repeats fails its audit`() async {
        var load = AppendLoad(writers: 2, eventsPerAppend: 2, streams: 8, payloadBytes: 32, seed: 3)
        load.repeatsEvery = 5
        let target = RecordingTarget()
        var plain = load
        plain.repeatsEvery = nil
        var slice = await ConcurrentLoad.run(plain, within: SliceBudget(seconds: nil, events: 80), on: target)
        let failed = audit(load, slice, target.log).checks.filter { !$0.passed }.map(\.name)
        #expect(failed == ["every due repeat was answered as already recorded"])
        for index in slice.records.indices { slice.records[index].repeats = 4 }
        #expect(audit(load, slice, target.log).passed)
    }

    @Test func `a store that accepts a repeat as a new append is found`() async {
        var load = AppendLoad(writers: 1, eventsPerAppend: 1, streams: 4, payloadBytes: 32, seed: 3)
        load.labels = .idAndTags
        load.repeatsEvery = 5
        struct Forgetful: AppendTarget {
            let target = RecordingTarget()
            func append(_ commit: Commit) async throws -> AppendResult {
                var commit = commit
                for index in commit.entries.indices { commit.entries[index].event.id = nil }
                commit.expectations = []
                return try await target.append(commit)
            }
            func head() async throws -> Position { try await target.head() }
        }
        let slice = await ConcurrentLoad.run(load, within: SliceBudget(seconds: nil, events: 20), on: Forgetful())
        #expect(slice.records[0].failure?.contains("a repeated append") == true)
        #expect(slice.events == 5)
    }
}
