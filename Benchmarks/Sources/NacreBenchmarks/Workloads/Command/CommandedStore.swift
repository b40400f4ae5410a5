import DomainKit
import Foundation
import ItemsDomain
import ItemsInfrastructure
import Nacre
import NacreLMDB
import Synchronization

/// A store with the repositories of its items' commands, as in the kernel.
struct CommandedStore: Sendable {
    /// The name of snapshots, as in the kernel.
    static let snapshots = "item"

    let log: LMDBEventStore

    /// The store of the remembered states.
    let models: LMDBReadModelStore

    /// Folds whole histories.
    let items: EventSourcedItemRepository

    let withSnapshots: EventSourcedItemRepository

    /// Uses remembered states without storing new ones.
    let looking: EventSourcedItemRepository

    private let complaints: Complaints

    /// Failures to read or keep snapshots.
    private final class Complaints: Sendable {
        let all = Mutex<[String]>([])
    }

    /// Opens a store, runs a body, and closes the store in every case.
    static func with<Result: Sendable>(
        _ folder: URL, durability: Durability, mapSize: Int, snapshotInterval: Int,
        _ body: (CommandedStore) async throws -> Result
    ) async throws -> Result {
        let log = try await LMDBEventStore.open(
            at: folder.path,
            options: .init(
                durability: durability == .full ? .full : .unsynced, mapSize: mapSize,
                derivedMapSize: mapSize))
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
        let complaints = Complaints()
        func snapshots(every events: Int) -> Snapshots<Item> {
            Snapshots(Self.snapshots, in: models, codec: ItemSnapshotCodec(), every: events) { stream, error in
                complaints.all.withLock { $0.append("\(stream): \(error)") }
            }
        }
        self.log = log
        self.models = models
        self.complaints = complaints
        items = EventSourcedItemRepository(store: log, time: SystemTimeSource())
        withSnapshots = items.withSnapshots(snapshots(every: snapshotInterval))
        looking = items.withSnapshots(snapshots(every: .max))
    }

    /// The failures so far to read or keep snapshots.
    var snapshotFailures: [String] { complaints.all.withLock { $0 } }

    /// Whether a state of a stream is remembered.
    func remembers(_ stream: StreamName) async throws -> Bool {
        try await onDedicatedThread { [models] in
            try models.read("snapshots-\(Self.snapshots)") { reader in
                try reader.value(for: Array(stream.text.utf8), in: 0) != nil
            }
        }
    }
}

extension ItemID {
    /// The item of a stream.
    init(_ stream: StreamName) throws {
        try self.init(parsing: String(stream.text.dropFirst("\(ItemEvent.category)-".count)))
    }
}
