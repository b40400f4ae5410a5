import Foundation
import Nacre

/// Reads the events of a store in a table of rows, from first to last.
protocol TableReader {
    /// The names of streams and types by their keys: joining the tables of names would cost time for every row.
    associatedtype KeyedNames

    func allNames() throws -> KeyedNames

    /// Steps through every row of the log without copying, and touches every byte of it.
    func scan() throws -> LogContents

    /// Calls a body with every event of the log, in order, as a self-contained value.
    func readAll(_ names: KeyedNames, _ body: (RecordedEvent) throws -> Void) throws
}

/// An engine whose stores are tables of rows.
protocol TableEngine: BenchmarkEngine {
    associatedtype Reader: TableReader

    /// Opens a store, runs a blocking body on a thread of its own, and closes the store in every case.
    func withReader<Result: Sendable>(
        _ folder: URL, _ body: @escaping @Sendable (Reader) throws -> Result
    ) async throws -> Result
}

extension TableEngine {
    func replay(
        _ folder: URL, by path: ReplayPath, seconds: Double, opened: @escaping @Sendable () throws -> Void
    ) async throws -> ReplaySlice {
        try await withReader(folder) { reader in
            try opened()
            guard path == .sequence else { return try .passes(seconds: seconds) { try reader.scan() } }
            let names = try reader.allNames()
            return try .passes(seconds: seconds) {
                var contents = LogContents()
                try reader.readAll(names) { contents.add($0.data) }
                return contents
            }
        }
    }

    func readBack<Observer: LogObserver>(_ folder: URL, into observer: Observer) async throws -> Observer {
        try await withReader(folder) { reader in
            var observer = observer
            try reader.readAll(reader.allNames()) { observer.observe($0) }
            return observer
        }
    }
}
