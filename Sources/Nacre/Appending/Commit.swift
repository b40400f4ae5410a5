/// One atomic append: all of it or nothing.
///
/// A commit is an ordered list of events, each naming its stream, with at most one expectation for each stream that it
/// writes, checks of streams that it does not write, and conditions on events anywhere in the log. Positions follow
/// the order of the list.
///
/// ```swift
/// try await store.append(Commit {
///     Expect("order-42", .exact(3))
///     Append(shipped, to: "order-42")
///     Check("customer-7", .streamExists)
///     Condition(failIfEventsMatch: .tagged("voucher:X1"), after: seen)
/// })
/// ```
public struct Commit: Sendable {
    /// An event with the stream that it goes to.
    public struct Entry: Hashable, Sendable {
        /// The stream that the event is appended to.
        public var stream: StreamName

        /// The event.
        public var event: EventData

        /// Makes an entry of its parts.
        public init(stream: StreamName, event: EventData) {
            self.stream = stream
            self.event = event
        }
    }

    /// An expectation with the stream that it is about.
    public struct Guard: Hashable, Sendable {
        /// The stream whose version is judged.
        public var stream: StreamName

        /// What its version must be.
        public var expectation: Expectation

        /// Makes a guard of its parts.
        public init(stream: StreamName, expectation: Expectation) {
            self.stream = stream
            self.expectation = expectation
        }
    }

    /// The events, in the order in which the log will hold them.
    public var entries: [Entry]

    /// At most one expectation for each stream that the commit writes.
    public var expectations: [Guard]

    /// Expectations on streams that the commit does not write, at most one for each.
    public var checks: [Guard]

    /// Rules about events anywhere in the log; the commit's own events do not count.
    public var conditions: [AppendCondition]

    /// Makes a commit of its parts; it is judged when it is appended.
    public init(
        entries: [Entry], expectations: [Guard] = [], checks: [Guard] = [], conditions: [AppendCondition] = []
    ) {
        self.entries = entries
        self.expectations = expectations
        self.checks = checks
        self.conditions = conditions
    }

    /// Makes a commit of events for one stream.
    public init(_ events: [EventData], to stream: StreamName, expecting expectation: Expectation = .any) {
        self.init(
            entries: events.map { Entry(stream: stream, event: $0) },
            expectations: expectation == .any ? [] : [Guard(stream: stream, expectation: expectation)])
    }
}
