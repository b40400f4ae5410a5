import DomainKit
import Foundation
import Nacre

@testable import NacreLMDB

/// Stores that are the same in every process, except for their identity.
enum SampleStore {
    /// Opens a store in a folder.
    ///
    /// It does not sync: the benchmarks measure work, not the disk.
    static func open(_ folder: URL) async throws -> LMDBEventStore {
        var options = LMDBEventStore.Options(
            durability: .unsynced, mapSize: 1 << 30, derivedMapSize: 256 << 20,
            timeSource: StandingTime())
        // There are no other writers: polling would only add wake-ups.
        options.pollInterval = 3_600_000_000_000
        return try await LMDBEventStore.open(at: folder.appendingPathComponent("store").path, options: options)
    }

    /// Fills a new store.
    ///
    /// - Parameters:
    ///   - folder: The store's folder.
    ///   - sample: The events.
    ///   - events: The number of events.
    /// - Returns: The store, with its newest events in the tail.
    /// - Throws: If it cannot be created or written.
    static func filled(_ folder: URL, with sample: SampleEvents, events: Int) async throws -> LMDBEventStore {
        let store = try await open(folder)
        for start in stride(from: 0, to: events, by: 1_000) {
            try await store.append(sample.commit(start..<min(start + 1_000, events), isTagged: true))
        }
        return store
    }

    /// Fills a new store and indexes all of it.
    ///
    /// - Returns: The store, with an index that was built in one pass: the pieces of an index that follows appends
    ///   depend on timing.
    /// - Throws: If it cannot be filled, or the index does not reach the end of the log.
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
