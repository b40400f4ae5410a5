/// A condition on the whole log: the append fails if any event after a position matches a query.
///
/// Use it for optimistic concurrency when a decision depends on several streams, or on none: read the events that the
/// decision depends on with a query, decide, and append on the condition that no new event matches that query. The
/// query is the consistency boundary, chosen for each decision.
///
/// ```swift
/// let voucher = Query.tagged("voucher:X1")
/// let seen = try await store.head()
/// let uses = try await store.readLog(.forward(), matching: voucher, limit: nil).collect()
/// // … decide on the uses
/// try await store.append(
///     Commit {
///         Append(redeemed, to: "order-42")
///         Condition(failIfEventsMatch: voucher, after: seen)
///     })
/// ```
///
/// This is the append condition of the Dynamic Consistency Boundary (DCB) specification, with categories added to
/// queries. Source: https://dcb.events/specification/
public struct AppendCondition: Hashable, Sendable {
    /// The events that must not exist.
    public var failIfEventsMatch: Query

    /// Only events after this position count; 0 for the whole log.
    ///
    /// A position beyond the head of the log is refused as an invalid argument by the append.
    public var after: Position

    /// Creates a condition from its parts.
    public init(failIfEventsMatch query: Query, after: Position = 0) {
        failIfEventsMatch = query
        self.after = after
    }
}

extension AppendCondition: CustomStringConvertible {
    /// The condition as used in messages.
    public var description: String {
        let place = after == 0 ? "in the log" : "after position \(after)"
        return "no event \(failIfEventsMatch.inWords) \(place)"
    }
}
