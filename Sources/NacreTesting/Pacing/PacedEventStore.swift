internal import DomainKit
public import Nacre

/// An event store whose log goes on only as far as a test says, for whatever is driven by the log.
///
/// Projections, process managers and subscriptions that are given this store see nothing behind the position that was
/// shown to them, so they run exactly that far, when the test wants it, and nobody sleeps:
///
/// ```swift
/// let paced = PacedEventStore(store)
/// let runner = ProjectionRunner(projection: ItemsProjection(), store: paced, models: models)
/// try await paced.show(upTo: 3)
/// try await runner.catchUp()         // has applied the events 1 to 3, whatever is behind them
///
/// let following = Task { try await follow(paced.subscribe()) }
/// try await paced.show(upTo: 5)
/// try await paced.settled()          // the follower has dealt with all five, and waits for more
/// ```
///
/// What is held back is the log: reading it, following it, its head, its checkpoints, its events by position. Streams,
/// events by id and appends are the store's own, so that decisions are made on what is really there.
///
/// Threading: all members may be called from any task at any time.
public final class PacedEventStore: EventStore {
    /// How far the log is shown, and who waits for more.
    struct Pace: Sendable {
        var shown: Position = 0
        var isClosed = false
        // Up to where each subscription that waits has looked, by a number of its own.
        var waiting: [UInt64: Position] = [:]
        var lastNumber: UInt64 = 0

        /// How many subscriptions have dealt with everything that is shown, and wait.
        var settled: Int { waiting.values.count { $0 >= shown } }
    }

    let base: any EventStore
    let pace = Awaited(Pace())

    /// Wraps a store, of whose log nothing is shown yet.
    ///
    /// - Parameter base: The store.
    public init(_ base: any EventStore) {
        self.base = base
    }

    /// The position up to which the log is shown.
    public var shown: Position { pace.value.shown }

    /// Shows the log up to a position; what is shown stays shown.
    ///
    /// - Parameter position: The position of the last event of a commit.
    /// - Throws: `EventStoreError`: `noSuchPosition` beyond the head, `invalidArgument` within a commit, because no
    ///   store shows half of one.
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

    /// Shows the log as far as it goes now.
    ///
    /// - Returns: The position up to which it is shown.
    /// - Throws: What the store throws.
    @discardableResult
    public func showAll() async throws -> Position {
        let head = try await base.head()
        pace.change { $0.shown = max($0.shown, head) }
        return head
    }

    /// Waits until subscriptions have dealt with everything that is shown, and wait for more.
    ///
    /// A subscription waits when its consumer asks for the next message: then it is done with those before.
    ///
    /// - Parameter subscriptions: How many subscriptions there are to wait for.
    /// - Throws: `CancellationError` where the task is cancelled before.
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
