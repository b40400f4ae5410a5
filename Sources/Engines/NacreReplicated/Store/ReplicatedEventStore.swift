public import Nacre
package import NacreLMDB
internal import Synchronization

/// An event store on several machines: a replicated log orders the commits, and each node keeps a local store that is a
/// replica of it.
///
/// ```swift
/// let store = try await ReplicatedEventStore.open(at: "shop.nacre", over: log)
/// try await store.append([EventData(type: "OrderPlaced", json: order)], to: "order-42", expecting: .noStream)
/// ```
///
/// A node judges a commit on its replica and appends it to the log with the expectation that nothing else has been
/// appended since; otherwise it follows the log, and judges again. So all promises of ``EventStore`` hold across all
/// nodes. An append is durable when the log has it, which is on a majority of the log's servers.
///
/// Reads are linearizable unless the options say otherwise; ``local`` reads what this node has followed, at the speed of
/// the embedded store.
///
/// Threading: all members may be called from any task at any time.
public final class ReplicatedEventStore: EventStore {
    /// The identity of the store, which all nodes share.
    public let id: StoreID

    /// The folder of the node.
    public let path: String

    /// What reads see of other nodes' commits.
    public let consistency: ReadConsistency

    /// The local store, which applies the log and answers reads.
    package let replica: LMDBEventStore

    let connection: Replica
    let folder: ReplicaFolder
    let options: Options
    private let tasks: FollowingTasks
    private let doubts = DoubtfulAppends()
    private let lock: ReplicaFolderLock
    private let closing = Mutex<Task<Void, Never>?>(nil)

    init(
        _ replica: LMDBEventStore, _ connection: Replica, _ folder: ReplicaFolder, _ lock: ReplicaFolderLock,
        _ options: Options
    ) {
        id = replica.id
        path = folder.path
        consistency = options.consistency
        self.replica = replica
        self.connection = connection
        self.folder = folder
        self.lock = lock
        self.options = options
        tasks = FollowingTasks(connection, folder, options) { [weak replica] in try replica?.end() }
    }

    /// How far this node has followed the log, and how it is doing.
    public var status: ReplicaStatus { connection.status }

    /// Whether this node can serve: it reaches the log, and is not behind.
    public var isReady: Bool { status.isReady }

    /// The same store, whose reads see what this node has followed so far; appends are as good as ever.
    public var local: LocalReplica { LocalReplica(store: self) }

    /// The state of the log's servers, for operators.
    ///
    /// - Returns: The state, as far as it can be found out in bounded time.
    public func logHealth() async -> LogHealth { await connection.log.health() }

    /// Appends a commit atomically; it is in the log, on a majority of the log's servers, on return.
    ///
    /// - Parameters:
    ///   - commit: Events with their streams, expectations, checks and conditions.
    ///   - author: The author to record.
    /// - Returns: The positions, the version of each stream, and whether the commit was already recorded.
    /// - Throws: `EventStoreError`: `unreachable`, with the outcome, if the log does not take it within the limit;
    ///   `appendsStopped` if the replica does not fit the log; the errors of ``EventStore/append(_:as:)``.
    @discardableResult
    public func append(_ commit: Commit, as author: CommitAuthor) async throws -> AppendResult {
        try commit.validate(as: author)
        try await connection.approachTail(limit: options.appendLimit)
        // A position that another node has answered may be ahead of this replica.
        let seen = commit.conditions.map(\.after).max() ?? 0
        if seen > 0, try await replica.head() < seen { try await connection.catchUp(limit: options.readLimit) }
        do {
            return try await replica.append(commit, as: author)
        } catch let error as EventStoreError where error.code == .unreachable {
            throw try await doubts.judged(error, of: commit, on: self)
        }
    }

    /// Completes the requests that the log has been given, fails those that wait, ends subscriptions, leaves the log, and
    /// closes the local store.
    ///
    /// Safe to call twice; every call returns only when the store is closed.
    public func close() async {
        let task = closing.withLock { closing in
            if let closing { return closing }
            let task = Task.detached { [replica, connection, tasks, folder, lock, options] in
                await tasks.end()
                let hint = connection.hint
                connection.close()
                await replica.close()
                folder.leave(hint, connection.observer, isSynced: options.replica.durability == .full)
                await connection.log.close()
                lock.release()
            }
            closing = task
            return task
        }
        await task.value
    }

    deinit {
        // The local store closes itself; the marker of use stays, which does no harm within one boot.
        if closing.withLock({ $0 == nil }) {
            tasks.cancel()
            connection.close()
        }
    }
}
