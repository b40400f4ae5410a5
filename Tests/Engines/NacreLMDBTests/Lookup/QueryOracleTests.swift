import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// Queries are compared with a scan of the log.
@Suite(.fewAtOnce) struct QueryOracleTests {
    /// Options that index after few events, so that queries span index and tail, and runs are merged.
    private func options(postingsPerSegment: Int = 4) -> LMDBEventStore.Options {
        var options = LMDBEventStore.Options.unsynced()
        options.tailLimits = TailLimits(eventsPerGeneration: 64, maxCount: 512)
        options.indexLimits = IndexLimits(
            segmentsPerStep: 3, segmentsPerBatch: 4_096, deletionsPerStep: 5, postingsPerSegment: postingsPerSegment)
        return options
    }

    private func compare(
        _ store: LMDBEventStore, _ events: [RecordedEvent], queries: Int, _ generator: inout QueryGenerator
    ) async throws {
        let head = Position(events.count)
        for _ in 0..<queries {
            let query = generator.query()
            let matching = events.filter(query.matches)
            #expect(try await store.readLog(matching: query).collect() == matching, "\(query)")
            #expect(try await store.readLog(.backward(), matching: query).collect() == matching.reversed(), "\(query)")
            let position = Position.random(in: 0...head, using: &generator.random)
            let limit = Int.random(in: 0...10, using: &generator.random)
            let after = try await store.readLog(.forward(after: position), matching: query, limit: limit).collect()
            #expect(after == Array(matching.filter { $0.position > position }.prefix(limit)), "\(query)")
            let from = try await store.readLog(.backward(from: position), matching: query, limit: limit).collect()
            #expect(from == Array(matching.filter { $0.position <= position }.reversed().prefix(limit)), "\(query)")
        }
    }

    @Test(arguments: 1...3)
    func `queries match a scan, from the tail, from the index and after reopening`(seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        var store = try await LMDBEventStore.open(at: folder.store, options: options())
        var generator = QueryGenerator(seed: seed)
        for round in 0..<3 {
            for _ in 0..<(round == 0 ? 6 : 80) { try await store.append(generator.commit()) }
            let events = try await store.readLog().collect()
            try await compare(store, events, queries: 60, &generator)
            if round == 1 {
                await store.close()
                store = try await LMDBEventStore.open(at: folder.store, options: options(postingsPerSegment: 7))
                try await compare(store, events, queries: 60, &generator)
            }
        }
        #expect(try await store.statistics().indexedUpTo > 0)
        await store.close()
    }

    @Test func `an interrupted walk finds the same events`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: options())
        var generator = QueryGenerator(seed: 11)
        for _ in 0..<60 { try await store.append(generator.commit()) }
        let events = try await store.readLog().collect()
        for _ in 0..<60 {
            let query = generator.query()
            let matching = events.filter(query.matches).map(\.position)
            for order in [WalkOrder.ascending, .descending] {
                var walk = QueryWalk(query, order, behind: 0, upTo: Position(events.count))
                var found: [Position] = []
                var rest: [ClosedRange<Position>] = []
                while let remaining = walk.rest {
                    if let last = rest.last { #expect(remaining.count < last.count, "a walk must get on: \(query)") }
                    rest.append(remaining)
                    (walk, found) = try await store.pool.run { [walk, found] in
                        try store.blockingLookup { (_, _, snapshot, log) in
                            var (walk, found) = (walk, found)
                            _ = try walk.run(in: snapshot, log: &log, budget: WalkBudget(7)) { record in
                                found.append(record.position)
                                return true
                            }
                            return (walk, found)
                        }
                    }
                }
                #expect(found == (order == .ascending ? matching : matching.reversed()), "\(query)")
            }
        }
        await store.close()
    }

    @Test func `queries are correct during commits and indexing, in two stores on one folder`() async throws {
        let folder = try TemporaryFolder()
        let stores = [
            try await LMDBEventStore.open(at: folder.store, options: options()),
            try await LMDBEventStore.open(at: folder.store, options: options()),
        ]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, store) in stores.enumerated() {
                group.addTask {
                    var generator = QueryGenerator(seed: UInt64(31 + index))
                    for _ in 0..<60 { try await store.append(generator.commit()) }
                }
                group.addTask {
                    var generator = QueryGenerator(seed: UInt64(41 + index))
                    for _ in 0..<15 {
                        let query = generator.query()
                        let head = try await store.head()
                        let forward = try await store.readLog(matching: query).collect()
                        let backward = try await store.readLog(.backward(from: head), matching: query).collect()
                        let matching = try await store.readLog().collect().filter(query.matches)
                        let known = matching.filter { $0.position <= head }
                        #expect(forward == Array(matching.prefix(forward.count)), "\(query)")
                        #expect(forward.count >= known.count, "\(query)")
                        #expect(backward == known.reversed(), "\(query)")
                    }
                }
            }
            try await group.waitForAll()
        }
        let events = try await stores[0].readLog().collect()
        var generator = QueryGenerator(seed: 51)
        for store in stores {
            try await compare(store, events, queries: 30, &generator)
            await store.close()
        }
    }
}
