internal import DomainKit
public import Nacre

/// An event store whose log advances only as far as a test says, for testing code that follows the log.
///
/// Projections, process managers and subscriptions on this store see no events after the shown position. They run
/// exactly that far, when the test wants it, and no test has to sleep:
///
/// ```swift
/// let paced = PacedEventStore(store)
/// let runner = ProjectionRunner(projection: Spending(), store: paced, models: models)
/// try await paced.show(upTo: 3)
/// try await runner.catchUp()  // has applied the events 1 to 3, and none after them
///
/// let following = Task { try await follow(paced.subscribe()) }
/// try await paced.show(upTo: 5)
/// try await paced.settled()  // the follower has handled all five, and waits for more
/// ```
///
/// Only the log is held back: its reads, subscriptions, head, checkpoints and events by position. Streams, events by id
/// and appends are the wrapped store's own, so that decisions use the actual state.
///
/// Threading: all members may be called from any task at any time.
public final class PacedEventStore: EventStore {
    /// The shown position, and the subscriptions that wait for more.
    struct Pace: Sendable {
        var shown: Position = 0
        var isClosed = false
        // The position of each waiting subscription, keyed by a unique number.
        var waiting: [UInt64: Position] = [:]
        var lastNumber: UInt64 = 0

        /// The number of subscriptions that have handled everything shown, and wait.
        var settled: Int { waiting.values.count { $0 >= shown } }
    }

    let base: any EventStore
    let pace = WaitableValue(Pace())

    /// Wraps a store; nothing of its log is shown yet.
    ///
    /// - Parameter base: The store.
    public init(_ base: any EventStore) {
        self.base = base
    }

    /// The position up to which the log is shown.
    public var shown: Position { pace.value.shown }

    /// Shows the log up to a position; events already shown stay shown.
    ///
    /// - Parameter position: The position of the last event of a commit.
    /// - Throws: `EventStoreError`: `noSuchPosition` beyond the head, `invalidArgument` within a commit, because no
    ///   store shows a part of a commit.
    public func show(upTo position: Position) async throws {
        let head = try await base.head()
        guard position <= head else { throw EventStoreError.noSuchPosition(position, head: head) }
        if position > 0, try await !base.event(at: position).isLastOfCommit {
            throw EventStoreError(
                .invalidArgument,
                "position \(position) is within a commit: show the log up to \(try await end(of: position))",
                position: position)
        }
        pace.change { $0.shown = max($0.shown, position) }
    }

    /// Shows the log up to its present head.
    ///
    /// - Returns: The position up to which the log is shown.
    /// - Throws: The wrapped store's errors.
    @discardableResult
    public func showAll() async throws -> Position {
        let head = try await base.head()
        pace.change { $0.shown = max($0.shown, head) }
        return head
    }

    /// Waits until subscriptions have handled everything shown, and wait for more.
    ///
    /// A subscription waits when its consumer asks for the next message: the consumer has then handled the earlier
    /// ones.
    ///
    /// - Parameter subscriptions: The number of subscriptions to wait for.
    /// - Throws: `CancellationError` if the task is cancelled before.
    public func settled(_ subscriptions: Int = 1) async throws {
        try await pace.wait { $0.settled >= subscriptions }
    }

    /// The position of the last event of the commit that an event belongs to.
    private func end(of position: Position) async throws -> Position {
        for try await event in base.readLog(.forward(after: position)) where event.isLastOfCommit {
            return event.position
        }
        return position
    }
}
