import CLMDBCeiling
package import Foundation

/// The ceiling of the commit journal: frames written from C on one thread, and nothing else.
///
/// Each commit is one frame, and one synchronous write, in a ring that was filled with zeros before. Nothing is drained
/// to LMDB, so a full ring overwrites its oldest frames: only the newest ones can be read back.
package struct JournalCeilingEngine: BenchmarkEngine {
    // BENCH-11: The ceiling of the journal keeps only the newest frames, and its audit says so.

    package var name: EngineName { .journal }

    package var abilities: EngineAbilities { [] }

    package let durability: Durability

    /// The size of the journal's file: whole pages of 4,096 bytes, two of which are control pages.
    package let fileBytes: Int

    package init(durability: Durability, fileBytes: Int = 64 << 20) {
        (self.durability, self.fileBytes) = (durability, fileBytes)
    }

    package func append(
        _ load: AppendLoad, within budget: SliceBudget, eventsPerCommit: Int?, in folder: URL,
        watchedBy watch: LoadWatch?
    ) async throws -> AppendSlice {
        let path = Self.journal(in: folder)
        // Not measured: a store fills its journal once, when it is created.
        try await onDedicatedThread {
            var failure = ceiling_failure()
            guard ceiling_journal_create(path, fileBytes, &failure) == 0 else { throw CeilingError(failure) }
        }
        return try await CeilingWriter.append(
            load, within: budget, eventsPerCommit: eventsPerCommit, to: .journal, at: path, durability: durability,
            capacity: fileBytes, watchedBy: watch)
    }

    package func replay(
        _ folder: URL, by path: ReplayPath, seconds: Double, opened: @escaping @Sendable () throws -> Void
    ) async throws -> ReplaySlice {
        guard path == .scan else {
            throw HarnessError("the engine journal only scans: it cannot deliver events as values")
        }
        return try await onDedicatedThread {
            let reader = try CeilingReader(journal: Self.journal(in: folder))
            try opened()
            return try ReplaySlice.passes(seconds: seconds) { try reader.replay() }
        }
    }

    package func readBack<Observer: LogObserver>(_ folder: URL, into observer: Observer) async throws -> Observer {
        try await onDedicatedThread {
            try CeilingReader(journal: Self.journal(in: folder)).readBack(into: observer)
        }
    }

    /// The journal of a store, as the format's description names it.
    package static func journal(in folder: URL) -> String {
        folder.appendingPathComponent("journal").path
    }
}
