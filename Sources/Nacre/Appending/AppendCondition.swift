/// A rule about events anywhere in the log: the commit fails if any event behind a position matches a query.
///
/// This is how a decision that rests on several streams, or on none, is kept consistent: read what the decision rests
/// on, with a query; decide; append under the condition that nothing else has come since which the query would have
/// found. The boundary of consistency is the query's, drawn anew for each decision.
///
/// ```swift
/// let voucher = Query.tagged("voucher:X1")
/// let seen = try await store.head()
/// let uses = try await store.readLog(.forward(), matching: voucher, limit: nil).collect()
/// // … decide on the uses …
/// try await store.append(Commit {
///     Append(redeemed, to: "order-42")
///     Condition(failIfEventsMatch: voucher, after: seen)
/// })
/// ```
///
/// The rule is the append condition of the Dynamic Consistency Boundary, with categories added to its queries.
/// Source: https://dcb.events/specification/
public struct AppendCondition: Hashable, Sendable {
    /// Which events must not be there.
    public var failIfEventsMatch: Query

    /// The position behind which they must not be; 0 for the whole log.
    ///
    /// One beyond the head of the log is refused as an invalid argument when the commit is appended.
    public var after: Position

    /// Makes a condition of its parts.
    public init(failIfEventsMatch query: Query, after: Position = 0) {
        failIfEventsMatch = query
        self.after = after
    }
}

extension AppendCondition: CustomStringConvertible {
    /// The condition in words, as messages use it.
    public var description: String {
        let place = after == 0 ? "in the log" : "after position \(after)"
        return "no event \(failIfEventsMatch.inWords) \(place)"
    }
}
