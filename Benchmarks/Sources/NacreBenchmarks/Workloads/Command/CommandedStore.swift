import DomainKit
import Foundation
import ItemsDomain
import ItemsInfrastructure
import Nacre
import NacreLMDB
import Synchronization

/// A store with the repositories of its items' commands, as in the application.
struct CommandedStore: CommandedItems {
    /// The name of snapshots, as in the application.
    static let snapshots = "item"

    let log: LMDBEventStore

    let models: LMDBReadModelStore

    /// Folds whole histories.
    let items: EventSourcedItemRepository

    /// Uses snapshots, and takes new ones.
    let takingSnapshots: EventSourcedItemRepository

    /// Uses snapshots without taking new ones.
    let readingSnapshots: EventSourcedItemRepository

    private let failures: Failures

    private final class Failures: Sendable {
        let all = Mutex<[String]>([])
    }

    static func with<Result: Sendable>(
        _ folder: URL, durability: Durability, mapSize: Int, usesJournal: Bool = true, snapshotInterval: Int,
        _ body: (CommandedStore) async throws -> Result
    ) async throws -> Result {
        let log = try await LMDBEventStore.open(
            at: folder.path,
            options: .init(
                durability: durability == .full ? .full : .unsynced, mapSize: mapSize,
                derivedMapSize: mapSize, usesJournal: usesJournal))
        return try await log.closed { log in
            let file = folder.appendingPathComponent(LMDBReadModelStore.fileName).path
            let models = try await onDedicatedThread { try LMDBReadModelStore.open(at: file, mapSize: mapSize) }
            return try await closing {
                try await onDedicatedThread { models.close() }
            } after: {
                try await body(CommandedStore(log, models, snapshotInterval))
            }
        }
    }

    private init(_ log: LMDBEventStore, _ models: LMDBReadModelStore, _ snapshotInterval: Int) {
        let failures = Failures()
        func snapshots(every events: Int) -> Snapshots<Item> {
            Snapshots(Self.snapshots, in: models, codec: ItemSnapshotCodec(), every: events) { stream, error in
                failures.all.withLock { $0.append("\(stream): \(error)") }
            }
        }
        self.log = log
        self.models = models
        self.failures = failures
        items = EventSourcedItemRepository(store: log, time: SystemTimeSource())
        takingSnapshots = items.withSnapshots(snapshots(every: snapshotInterval))
        readingSnapshots = items.withSnapshots(snapshots(every: .max))
    }

    var snapshotFailures: [String] { failures.all.withLock { $0 } }

    func hasSnapshot(of stream: StreamName) async throws -> Bool {
        try await onDedicatedThread { [models] in
            try models.read("snapshots-\(Self.snapshots)") { reader in
                try reader.value(for: Array(stream.text.utf8), in: 0) != nil
            }
        }
    }
}
