public import DomainKit

/// A change feed for read models built from a log: it signals every event that matches a query, appended by any
/// process.
///
/// A mark is a log position. The read models queried must therefore be caught up to the head first, as
/// ``UpToDateReadModel`` does.
///
/// ```swift
/// let changes = LogChanges(of: runtime.store, matching: Spending().query)
/// let spent = LiveValues(following: changes) {
///     try await runtime.models[Spending.self].read { try $0.customers.row(at: "ada")?.cents ?? 0 }
/// }
///
/// for try await cents in spent { print("ada has spent", cents) }
/// ```
///
/// The feed holds no resources while nothing waits on it. Appends by this process are signalled at once, appends by
/// other processes when the store discovers them; see ``Subscription``.
public struct LogChanges: ChangeFeed {
    private let store: any EventStore
    private let query: Query

    /// Creates a feed.
    ///
    /// - Parameters:
    ///   - store: The log.
    ///   - query: The events that change the observed read model.
    public init(of store: any EventStore, matching query: Query = .all) {
        self.store = store
        self.query = query
    }

    /// The head of the log.
    ///
    /// - Returns: The position.
    /// - Throws: ``EventStoreError`` if the log cannot be read.
    public func mark() async throws -> UInt64 {
        try await store.head()
    }

    /// Waits until the log holds a matching event after a position.
    ///
    /// - Parameter mark: The position.
    /// - Throws: `CancellationError` if the task is cancelled; ``EventStoreError`` if the log cannot be read, with
    ///   code ``EventStoreError/Code/closed`` if the store is closed.
    public func waitForChange(after mark: UInt64) async throws {
        for try await message in store.subscribe(after: mark, matching: query) {
            // The caught-up marker is not a change.
            if case .event = message { return }
        }
    }
}
