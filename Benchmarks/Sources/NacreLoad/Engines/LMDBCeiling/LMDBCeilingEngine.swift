import CLMDBCeiling
package import Foundation

/// The ceiling: LMDB called from C on one thread, writing and reading the bytes of Nacre's log.
package struct LMDBCeilingEngine: BenchmarkEngine {
    package var name: EngineName { .lmdb }

    package var abilities: EngineAbilities { [.wholeLog, .files] }

    package let durability: Durability
    package let mapSize: Int

    package init(durability: Durability, mapSize: Int) {
        (self.durability, self.mapSize) = (durability, mapSize)
    }

    package func append(
        _ load: AppendLoad, within budget: SliceBudget, eventsPerCommit: Int?, in folder: URL,
        watchedBy watch: LoadWatch?
    ) async throws -> AppendSlice {
        try await CeilingWriter.append(
            load, within: budget, eventsPerCommit: eventsPerCommit, to: .lmdb, at: Self.log(in: folder),
            durability: durability, capacity: mapSize, watchedBy: watch)
    }

    package func replay(
        _ folder: URL, by path: ReplayPath, seconds: Double, opened: @escaping @Sendable () throws -> Void
    ) async throws -> ReplaySlice {
        guard path == .scan else { throw HarnessError("the ceiling only scans: it cannot deliver events as values") }
        return try await onDedicatedThread {
            let reader = try CeilingReader(path: Self.log(in: folder), mapSize: mapSize)
            try opened()
            return try ReplaySlice.passes(seconds: seconds) { try reader.replay() }
        }
    }

    package func readBack<Observer: LogObserver>(_ folder: URL, into observer: Observer) async throws -> Observer {
        try await onDedicatedThread {
            try CeilingReader(path: Self.log(in: folder), mapSize: mapSize).readBack(into: observer)
        }
    }

    /// The log of a store, as the format's description names it.
    package static func log(in folder: URL) -> String {
        folder.appendingPathComponent("log.mdb").path
    }
}
