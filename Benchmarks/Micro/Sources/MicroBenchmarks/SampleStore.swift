import DomainKit
import Foundation
import Nacre

@testable import NacreLMDB

/// Stores that are the same in every process, but for their identity.
enum SampleStore {
    /// Opens a store in a folder.
    ///
    /// It syncs nothing: what is measured is work, not the disk.
    static func open(_ folder: URL) async throws -> LMDBEventStore {
        var options = LMDBEventStore.Options(
            durability: .riskingTheWholeStore, mapSize: 1 << 30, derivedMapSize: 256 << 20,
            timeSource: StandingTime())
        // Nobody else appends to it: its poll would only wake now and then.
        options.pollInterval = 3_600_000_000_000
        return try await LMDBEventStore.open(at: folder.appendingPathComponent("store").path, options: options)
    }

    /// Fills a new store.
    ///
    /// - Parameters:
    ///   - folder: Where.
    ///   - sample: With what.
    ///   - events: How many.
    /// - Returns: The store, its newest events in the tail.
    /// - Throws: Where it cannot be made or written.
    static func filled(_ folder: URL, with sample: SampleEvents, events: Int) async throws -> LMDBEventStore {
        let store = try await open(folder)
        for start in stride(from: 0, to: events, by: 1_000) {
            try await store.append(sample.commit(start..<min(start + 1_000, events), isTagged: true))
        }
        return store
    }

    /// Fills a new store and indexes all of it.
    ///
    /// - Returns: The store, with an index that was built at once: of how the index of a store that is being filled is
    ///   pieced together, chance has its part.
    /// - Throws: Where it cannot be filled, or the index does not come to the end of the log.
    static func indexed(_ folder: URL, with sample: SampleEvents, events: Int) async throws -> LMDBEventStore {
        try await filled(folder, with: sample, events: events).close()
        try FileManager.default.removeItem(at: folder.appendingPathComponent("store/index.mdb"))
        let store = try await open(folder)
        for _ in 0..<1_000 {
            try await store.catchUpIndex()
            let now = try await store.statistics()
            if now.indexedUpTo == now.head, now.index?.isMerging == false { return store }
            try await Task.sleep(for: .milliseconds(10))
        }
        await store.close()
        throw MicroBenchmarkError("the index has not come to the end of the log: measure where nothing else runs")
    }
}
