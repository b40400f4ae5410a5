import Nacre
import TestFolders
import TestRandomness
import TestTraits
import Testing

@testable import NacreLMDB

/// Every kind of lookup is compared with a scan of the log.
@Suite(.fewAtOnce) struct LookupOracleTests {
    /// Options that index after few events, so that look-ups span index and tail, and runs are merged.
    private func options() -> LMDBEventStore.Options {
        var options = LMDBEventStore.Options.unsynced()
        options.tailLimits = TailLimits(eventsPerGeneration: 64, maxCount: 512)
        options.indexLimits = .tiny
        return options
    }

    private func compare(_ store: LMDBEventStore, _ events: [RecordedEvent], _ random: inout SeededGenerator)
        async throws
    {
        let streams = Dictionary(grouping: events, by: \.stream)
        for (stream, expected) in streams {
            #expect(try await store.read(stream).collect() == expected)
            #expect(try await store.read(stream, .backward()).collect() == expected.reversed())
            #expect(try await store.version(of: stream) == StreamVersion(expected.count))
            for _ in 0..<4 {
                let version = Int.random(in: 0...expected.count + 2, using: &random)
                let limit = Int.random(in: 0...expected.count + 1, using: &random)
                let forward = try await store.read(stream, .forward(after: StreamVersion(version)), limit: limit)
                    .collect()
                #expect(forward == Array(expected.dropFirst(version).prefix(limit)))
                let backward = try await store.read(stream, .backward(from: StreamVersion(version)), limit: limit)
                    .collect()
                #expect(backward == Array(expected.prefix(version).reversed().prefix(limit)))
            }
        }
        for event in events where Int.random(in: 0..<8, using: &random) == 0 {
            #expect(try await store.event(withID: event.id) == event)
            #expect(try await store.event(at: event.position) == event)
        }
        for _ in 0..<20 {
            let position = Int.random(in: 0...events.count, using: &random)
            let limit = Int.random(in: 0...events.count, using: &random)
            let after = try await store.readLog(.forward(after: Position(position)), matching: .all, limit: limit)
                .collect()
            #expect(after == Array(events.dropFirst(position).prefix(limit)))
            let from = try await store.readLog(.backward(from: Position(position)), matching: .all, limit: limit)
                .collect()
            #expect(from == Array(events.prefix(position).reversed().prefix(limit)))
        }
        #expect(try await store.event(withID: .random()) == nil)
        #expect(try await store.version(of: "nothing-1") == 0)
        #expect(try await store.read("nothing-1").collect() == [])
    }

    @Test(arguments: 1...2)
    func `lookups match a scan, from the tail, from the index and after reopening`(seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        var store = try await LMDBEventStore.open(at: folder.store, options: options())
        var generator = CommitGenerator(seed: seed)
        generator.dataBytes = 20
        for (round, streams) in [3, 200, 40].enumerated() {
            generator.streams = streams
            for _ in 0..<40 { try await store.append(generator.commit()) }
            let events = try await store.readLog().collect()
            #expect(events.map(\.position) == Array(1...Position(events.count)))
            try await compare(store, events, &generator.random)
            #expect(try await store.statistics().indexedUpTo > 0)
            if round == 1 {
                await store.close()
                store = try await LMDBEventStore.open(at: folder.store, options: options())
                try await compare(store, events, &generator.random)
            }
        }
        let findings = Notices()
        _ = try await store.verify(progress: { _, _ in }, finding: { findings.add($0.description) })
        #expect(findings.all == [])
        await store.close()
    }

    @Test func `lookups are correct during appends and indexing`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: options())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<6 {
                group.addTask {
                    let stream = StreamName("task-\(task)")
                    var ids: [EventID] = []
                    for number in 1...80 {
                        let events = (0..<3).map { index in
                            EventData(
                                id: task.isMultiple(of: 2) ? .random() : nil, type: "T",
                                data: Array("\(task) \(number * 3 - 2 + index)".utf8))
                        }
                        try await store.append(events, to: stream, expecting: .exact(StreamVersion(number * 3 - 3)))
                        ids += events.compactMap(\.id)
                        let version = number * 3
                        let start = version - min(version, 40)
                        let read = try await store.read(stream, .forward(after: StreamVersion(start))).collect()
                        #expect(read.map(\.version) == (start + 1...version).map(StreamVersion.init))
                        #expect(read.map(\.data) == (start + 1...version).map { Array("\(task) \($0)".utf8) })
                        let back = try await store.read(stream, .backward(), limit: 10).collect()
                        #expect(back == Array(read.reversed().prefix(10)))
                        if let id = ids.randomElement() {
                            #expect(try await store.event(withID: id)?.stream == stream)
                        } else {
                            #expect(try await store.event(withID: read[0].id) == read[0])
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.head() == 6 * 240)
        await store.close()
    }
}
