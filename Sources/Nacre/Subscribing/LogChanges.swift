public import DomainKit

/// The changes of a read model that is made of a log: every event that its projection is shown, from whichever process.
///
/// A mark is a position of the log, so what follows it are read models that are brought up to the head before they are
/// asked, as ``UpToDateReadModel`` does.
///
/// ```swift
/// let changes = LogChanges(of: store, matching: ItemsProjection().query)
/// for try await item in LiveValues(following: changes, { try await queries.item(id) }) { … }
/// ```
///
/// It holds nothing while nobody waits. What an append of this process changes is told at once, what another one has
/// changed when the store finds it: ``Subscription`` says when.
public struct LogChanges: ChangeFeed {
    private let store: any EventStore
    private let query: Query

    /// Makes a feed.
    ///
    /// - Parameters:
    ///   - store: The log.
    ///   - query: Which events change what is followed.
    public init(of store: any EventStore, matching query: Query = .all) {
        self.store = store
        self.query = query
    }

    /// The head of the log.
    ///
    /// - Returns: The position.
    /// - Throws: ``EventStoreError`` where the log cannot be read.
    public func mark() async throws -> UInt64 {
        try await store.head()
    }

    /// Waits until there is an event behind a position that the query matches.
    ///
    /// - Parameter mark: The position.
    /// - Throws: `CancellationError` where the task is cancelled; ``EventStoreError`` with code
    ///   ``EventStoreError/Code/closed`` where the store is closed, or where the log cannot be read.
    public func waitForChange(after mark: UInt64) async throws {
        for try await message in store.subscribe(after: mark, matching: query) {
            if case .event = message { return }
        }
    }
}
