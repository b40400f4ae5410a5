/// The matching events of a log, those that are there and those that come, as messages in order.
///
/// ```swift
/// for try await message in store.subscribe(after: checkpoint, matching: .types("OrderPlaced")) {
///     switch message {
///     case .event(let event): try await handle(event)
///     case .caughtUp(let position): try await save(position)
///     }
/// }
/// ```
///
/// **What comes.** Every matching event behind the position, once, in order, whoever appended it: first what is there,
/// then ``SubscriptionMessage/caughtUp(_:)``, then what comes, as it comes.
///
/// **The marker again.** From a marker on the subscription is live. It falls behind when more has come since it last
/// reached the head of the log than one batch holds (``greatestBatch`` events, fewer where they are large or lie far
/// apart). Then it catches up as in the beginning, and says so with another marker. So a consumer that keeps pace gets
/// one marker and then events alone, and one that was slow learns when what it hands out is new again.
///
/// **The end.** It has none of its own: iterating ends because the task is cancelled (`CancellationError`, at once,
/// also while it waits), because the store is closed (``EventStoreError/Code/closed``), because the events cannot be
/// read (a damaged one: with its position), or because it was begun with a position beyond the head
/// (``EventStoreError/Code/noSuchPosition``) or a query that is none (``EventStoreError/Code/invalidArgument``). What
/// was read before is handed out first. After an error, iterating gives `nil`.
///
/// **What it costs.** The log is its buffer: between two messages it holds no transaction and at most one batch, so a
/// slow consumer costs neither memory nor disk, and slows nobody down. It keeps its store alive while it iterates.
///
/// Threading: each iteration is a subscription of its own, and is one task's at a time. Events arrive in the task that
/// asks for them.
public struct Subscription: AsyncSequence, Sendable {
    /// What the sequence yields.
    public typealias Element = SubscriptionMessage

    /// How many events a subscription reads at once at most; one that has more before it has fallen behind.
    public static let greatestBatch = 1_024

    private let position: Position
    private let open: @Sendable () -> any SubscriptionSource

    /// Makes a subscription that opens a source for every iteration.
    ///
    /// - Parameters:
    ///   - position: Behind which position it begins.
    ///   - open: Opens a source that begins there.
    public init(after position: Position, _ open: @escaping @Sendable () -> any SubscriptionSource) {
        self.position = position
        self.open = open
    }

    /// Begins to follow the log.
    public func makeAsyncIterator() -> Iterator {
        Iterator(source: open(), after: position)
    }
}
