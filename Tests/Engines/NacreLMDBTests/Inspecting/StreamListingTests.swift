import Nacre
import Synchronization
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

@Suite(.fewAtOnce) struct StreamListingTests {
    @Test(arguments: [nil, "thing", "other", "none"])
    func `the list of streams matches a scan of the log`(category: String?) async throws {
        let folder = try TemporaryFolder()
        var options = LMDBEventStore.Options.unsynced()
        options.tailLimits = TailLimits(eventsPerGeneration: 64, maxCount: 512)
        let store = try await LMDBEventStore.open(at: folder.store, options: options)
        var generator = CommitGenerator(seed: 71)
        generator.streams = 40
        for round in 0..<100 {
            try await store.append(generator.commit())
            if round.isMultiple(of: 10) {
                try await store.append([generator.event(), generator.event()], to: "other-\(round)")
                try await store.append([generator.event()], to: "plain\(round)")
            }
        }
        let streams = Dictionary(grouping: try await store.readLog().collect(), by: \.stream)
        let expected = streams.filter { category == nil || $0.key.text.hasPrefix("\(category ?? "")-") }
            .map { stream, events in
                StreamSummary(
                    stream: stream, version: StreamVersion(events.count), firstPosition: events.first?.position ?? 0,
                    lastPosition: events.last?.position ?? 0)
            }
        let listed = Mutex<[StreamSummary]>([])
        try await store.forEachStream(in: category) { summary in listed.withLock { $0.append(summary) } }
        let list = listed.withLock { $0 }
        #expect(list.count == expected.count)
        #expect(Set(list) == Set(expected))
        await store.close()
    }

    @Test func `statistics count events, blocks and files`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        #expect(try await store.statistics().head == 0)
        #expect(try await store.statistics().blocks == 0)
        for _ in 0..<5 {
            try await store.append([EventData(type: "T", data: []), EventData(type: "T", data: [])], to: "s-1")
        }
        let statistics = try await store.statistics()
        #expect(statistics.id == store.id)
        #expect(statistics.head == 10)
        #expect(statistics.blocks == 5)
        #expect(statistics.files.map(\.name) == ["log.mdb", "index.mdb"])
        #expect(statistics.files.allSatisfy { $0.bytes > 0 })
        #expect(store.appendStatistics.groups == 5)
        #expect(store.appendStatistics.commits == 5)
        #expect(store.appendStatistics.events == 10)
        await store.close()
    }
}
