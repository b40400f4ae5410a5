/// A catch-up subscription: the matching events of a log, recorded and new, as messages in order.
///
/// ```swift
/// for try await message in store.subscribe(after: checkpoint, matching: .types("OrderPlaced", "OrderShipped")) {
///     switch message {
///     case .event(let event): try await apply(event)
///     case .caughtUp(let position): logger.info("live", metadata: ["position": "\(position)"])
///     }
/// }
/// ```
///
/// **Delivery.** Every matching event after the start position is delivered exactly once per iteration, in order,
/// whichever process appended it: first the recorded events, then ``SubscriptionMessage/caughtUp(_:)``, then new
/// events as they are appended.
///
/// **Catching up.** After the marker the subscription is live. It falls behind if, since it last reached the head,
/// more events were appended than fit in one batch (``maxBatch`` events, fewer if they are large or far apart in
/// the log). It then catches up again and delivers another marker at the head. A consumer that keeps pace gets one
/// marker and then only events.
///
/// **Ending.** A subscription has no end of its own. Iterating throws if the task is cancelled (`CancellationError`,
/// at once, even while waiting), if the store is closed (``EventStoreError/Code/closed``), if events cannot be read
/// (for a damaged record the error names its position), if the start position is beyond the head
/// (``EventStoreError/Code/noSuchPosition``), or if the query is invalid (``EventStoreError/Code/invalidArgument``).
/// Events read before the error are delivered first. After an error, iterating returns `nil`.
///
/// **Cost.** The log is the buffer. Between two messages a subscription holds no transaction and at most one batch,
/// so a slow consumer costs neither memory nor disk space and delays nothing. A subscription keeps its store alive
/// while it is iterated.
///
/// Threading: each iteration is independent and must be used by one task at a time. Events are delivered in that
/// task.
public struct Subscription: AsyncSequence, Sendable {
    /// The type of the elements.
    public typealias Element = SubscriptionMessage

    // READ-12: The caught-up marker comes again only after the subscription fell behind.
    /// The maximum number of events that a subscription reads at once.
    ///
    /// With more than this outstanding it has fallen behind.
    public static let maxBatch = 1_024

    private let position: Position
    private let open: @Sendable () -> any SubscriptionSource

    /// Creates a subscription that opens a new source for each iteration.
    ///
    /// - Parameters:
    ///   - position: The subscription starts after this position.
    ///   - open: Opens a source that starts there.
    public init(after position: Position, _ open: @escaping @Sendable () -> any SubscriptionSource) {
        self.position = position
        self.open = open
    }

    /// Starts to follow the log.
    public func makeAsyncIterator() -> Iterator {
        Iterator(source: open(), after: position)
    }
}
