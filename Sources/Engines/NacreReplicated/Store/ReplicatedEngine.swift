public import Nacre
internal import NacreLMDB

/// The engine of a store on several machines: a folder with the local store, its index and the read models, over a
/// replicated log.
///
/// ```swift
/// let node = ReplicatedEngine(at: "shop.nacre") { log }
/// let runtime = try await Runtime.open(node) { Spending() }
/// ```
public struct ReplicatedEngine: StorageEngine {
    /// The folder of the node.
    public let path: String

    /// The options; the purpose of opening may override some of them.
    public let options: ReplicatedEventStore.Options

    private let connect: @Sendable () throws -> any ReplicatedLog

    /// Creates an engine without opening anything.
    ///
    /// - Parameters:
    ///   - path: The folder of the node.
    ///   - options: How the node is opened.
    ///   - connect: Connects to the log, once for each opening; the store closes the connection.
    public init(
        at path: String, options: ReplicatedEventStore.Options = .init(),
        over connect: @escaping @Sendable () throws -> any ReplicatedLog
    ) {
        self.path = path
        self.options = options
        self.connect = connect
    }

    /// Opens the node in the folder.
    ///
    /// A purpose that only reads opens the node, too, because it must follow the log; a folder is open in one node at a time.
    ///
    /// - Parameter purpose: What it is opened for.
    /// - Returns: The store and everything that belongs to it.
    /// - Throws: Errors of `ReplicatedEventStore.open(at:over:options:)`; `noSuchStore` if the purpose creates no store and
    ///   the folder has none.
    public func open(for purpose: StoragePurpose) async throws -> Storage {
        guard purpose.createsStore || LMDBEventStore.hasLog(at: path) else {
            throw EventStoreError(.noSuchStore, "there is no node of a store at \(quoted(path, upTo: .max))")
        }
        let log = try connect()
        let store: ReplicatedEventStore
        do {
            store = try await ReplicatedEventStore.open(at: path, over: log, options: options)
        } catch {
            await log.close()
            throw error
        }
        return try await LMDBEngine.storage(
            of: store.replica, as: store, backup: store, replication: store, options.replica, for: purpose)
    }
}
