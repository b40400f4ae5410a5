/// One atomic append: all of it or nothing.
///
/// A commit is an ordered list of events with their streams, at most one expectation for each stream that it writes,
/// checks of streams that it does not write, and append conditions on the whole log. Positions follow the order of
/// the list.
///
/// ```swift
/// try await store.append(
///     Commit {
///         Expect("order-42", .exact(3))
///         Append(shipped, to: "order-42")
///         Check("customer-7", .streamExists)
///         Condition(failIfEventsMatch: .tagged("voucher:X1"), after: seen)
///     })
/// ```
public struct Commit: Sendable {
    /// An event and the stream that it is appended to.
    public struct Entry: Hashable, Sendable {
        /// The stream.
        public var stream: StreamName

        /// The event.
        public var event: EventData

        /// Creates an entry from its parts.
        public init(stream: StreamName, event: EventData) {
            self.stream = stream
            self.event = event
        }
    }

    /// A stream and the expectation of its version.
    public struct Guard: Hashable, Sendable {
        /// The stream.
        public var stream: StreamName

        /// The expected version.
        public var expectation: Expectation

        /// Creates a guard from its parts.
        public init(stream: StreamName, expectation: Expectation) {
            self.stream = stream
            self.expectation = expectation
        }
    }

    /// The events, in the order in which the log will hold them.
    public var entries: [Entry]

    /// At most one expectation for each stream that the commit writes.
    public var expectations: [Guard]

    /// Expectations of streams that the commit does not write, at most one for each.
    public var checks: [Guard]

    /// Conditions on events anywhere in the log.
    ///
    /// The commit's own events do not count.
    public var conditions: [AppendCondition]

    /// Creates a commit from its parts.
    ///
    /// It is validated when it is appended.
    public init(
        entries: [Entry], expectations: [Guard] = [], checks: [Guard] = [], conditions: [AppendCondition] = []
    ) {
        self.entries = entries
        self.expectations = expectations
        self.checks = checks
        self.conditions = conditions
    }

    /// Creates a commit of events for one stream.
    public init(_ events: [EventData], to stream: StreamName, expecting expectation: Expectation = .any) {
        self.init(
            entries: events.map { Entry(stream: stream, event: $0) },
            expectations: expectation == .any ? [] : [Guard(stream: stream, expectation: expectation)])
    }
}
