public import DomainKit

/// An answer with its age.
public struct Cached<Value> {
    /// The answer.
    public let value: Value

    /// When the server was asked for it: the answer has every change up to then.
    public let fetchedAt: Instant

    /// Whether the server was asked by this very query; otherwise the answer is from the cache.
    public let isFromServer: Bool

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - value: The answer.
    ///   - fetchedAt: When the server was asked for it.
    ///   - isFromServer: Whether the server was asked by this very query.
    public init(_ value: Value, fetchedAt: Instant, isFromServer: Bool) {
        self.value = value
        self.fetchedAt = fetchedAt
        self.isFromServer = isFromServer
    }

    /// How old the answer is.
    ///
    /// - Parameter now: The current time.
    /// - Returns: The time since the server was asked; zero if the clock was set back meanwhile.
    public func age(at now: Instant) -> Duration {
        let (age, isOutOfRange) = now.nanosecondsSince1970.subtractingReportingOverflow(fetchedAt.nanosecondsSince1970)
        return .nanoseconds(max(0, isOutOfRange ? .max : age))
    }

    /// The same answer in another form.
    ///
    /// - Parameter transform: Converts the answer.
    /// - Returns: The converted answer, of the same age.
    /// - Throws: Errors of `transform`.
    public func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Cached<Other> {
        Cached<Other>(try transform(value), fetchedAt: fetchedAt, isFromServer: isFromServer)
    }
}

extension Cached: Sendable where Value: Sendable {}
extension Cached: Equatable where Value: Equatable {}
