import Foundation
import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct OperationPartsTests {
    @Test func `a copy must have everything acknowledged up to its end`() async {
        let run = await SampleRun()
        for (end, passes) in [(UInt64(30), true), (28, false), (32, false)] {
            var copy = run
            copy.log = run.log.filter { $0.position <= end }
            copy.records = run.records.map { $0.acknowledged(upTo: 30) }
            #expect(copy.audit.passed == passes, "\(end)")
        }
    }

    @Test func `figures of several runs are the median and the range`() {
        var figures = RepeatedFigures()
        for value in [3.0, 1, 2] {
            var outcome = OperationOutcome()
            outcome.note("rate", value, .eventsPerSecond)
            outcome.note("events", 7, .count)
            outcome.latencies = [("an append", [UInt64(value)])]
            figures.add(outcome, of: .verify)
        }
        let engine = NacreEngine(durability: .full, mapSize: smallMap)
        var result = ContenderResult(Contender(engine: engine, rule: .whatWaits))
        figures.note(in: &result)
        #expect(
            result.figures.map(\.name) == [
                "verify: rate, median", "verify: rate, least", "verify: rate, greatest", "verify: events, median",
                "verify: an append, p50", "verify: an append, p99", "verify: an append, longest",
            ])
        #expect(result.figures.map(\.value) == [2, 1, 3, 7, 2, 3, 3])
    }

    @Test(arguments: [ReplayPath.scan, .sequence])
    func `a slow reader reads repeatedly until it is stopped`(path: ReplayPath) async throws {
        let events = SlowReading.Counter()
        try await read(SlowReading(path: path, interval: 0), counting: events, until: 25)
        #expect(events.value >= 25)
    }

    @Test func `a reader that holds its transaction stays at the first event`() async throws {
        let events = SlowReading.Counter()
        try await read(.held, counting: events, until: 1)
        #expect(events.value == 1)
    }

    private func read(_ reading: SlowReading, counting events: SlowReading.Counter, until count: UInt64) async throws {
        try await withTemporaryFolder { folder in
            let engine = NacreEngine(durability: .unsynced, mapSize: smallMap)
            try await engine.withSession(folder) { opened in
                let session = try #require(opened as? any MaintainedSession)
                _ = try await session.append(Commit((0..<10).map { _ in EventData(type: "T", data: []) }, to: "s"))
                let stop = StopSign()
                let task = Task { try await reading.run(on: session, counting: events, until: stop) }
                while events.value < count { try await Task.sleep(for: .milliseconds(1)) }
                try await Task.sleep(for: .milliseconds(5))
                stop.raise()
                try await task.value
            }
        }
    }
}
